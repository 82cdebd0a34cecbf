"""What the site builder needs to know: documents and files that lie beside ``docs/``.

On the code host a document links to files anywhere in the repository. The site holds only
``docs/``, so whatever is linked outside of it is added under its path in the repository, and the
links are bent to where their file is in the site.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
LINK = re.compile(r"(\]\(|<img[^>]* src=\"|<source[^>]* srcset=\")([^)#\"\s]+)")


def on_files(files: Files, config: Any) -> Files:
    """Add every file outside ``docs/`` that a document of the site links to, and its links'."""
    waiting = [Path(file.abs_src_path) for file in files.documentation_pages()]
    seen = set(waiting)
    while waiting:
        for target in _targets(waiting.pop()):
            if target in seen or not target.is_file():
                continue
            seen.add(target)
            if not target.is_relative_to(DOCS):
                # Root's README is the code host's face; the site has its own first page.
                if target == ROOT / "README.md":
                    continue
                uri = target.relative_to(ROOT).as_posix()
                files.append(File.generated(config, uri, abs_src_path=str(target)))
            if target.suffix == ".md":
                waiting.append(target)
    return files


def on_page_markdown(markdown: str, page: Any, files: Files, **_kwargs: Any) -> str:
    """Bend relative links so that they lead where the file is in the site."""
    own = Path(page.file.abs_src_path)
    here = Path(page.file.src_uri).parent

    def bent(match: re.Match[str]) -> str:
        target = (own.parent / match[2]).resolve()
        if "://" in match[2] or not target.exists():
            return match[0]
        return match[1] + os.path.relpath(_place(target), here).replace(os.sep, "/")

    return LINK.sub(bent, markdown)


def _targets(document: Path) -> list[Path]:
    if document.suffix != ".md":
        return []
    found = LINK.findall(document.read_text(encoding="utf-8"))
    return [(document.parent / link).resolve() for _, link in found if "://" not in link]


def _place(target: Path) -> Path:
    if target == ROOT / "README.md":
        return Path("README.md")
    return target.relative_to(DOCS if target.is_relative_to(DOCS) else ROOT)
