"""The documents become a site without a warning and without anything from outside."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr, done.stderr
    return folder


def test_every_document_is_on_the_site(site: Path) -> None:
    for path in (*(ROOT / "docs").rglob("*.md"), *(ROOT / "hardware").rglob("*.md")):
        base = ROOT / "docs" if path.is_relative_to(ROOT / "docs") else ROOT
        page = site / path.relative_to(base).with_suffix(".html")
        if path.name == "README.md":
            page = page.with_name("index.html")
        assert page.is_file(), f"{path.name} is not in mkdocs.yml's nav or linked"


def test_the_site_fetches_nothing_from_outside(site: Path) -> None:
    fetched = re.compile(
        r"""<(?:script|img|iframe|source)[^>]*\ssrc=["'](?:https?:)?//[^"']+"""
        r"""|<link[^>]*\shref=["'](?:https?:)?//[^"']+|url\(["']?(?:https?:)?//[^)]+"""
    )
    for path in (*site.rglob("*.html"), *site.rglob("*.css")):
        found = fetched.findall(path.read_text(encoding="utf-8"))
        assert not found, f"{path.relative_to(site)}: {found}"
