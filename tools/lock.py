"""`make lock`: the exact packages the box installs, with hashes, for every Python and machine.

Run it after a change of the dependencies in pyproject.toml; it needs the network.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "hardware/pi/requirements.txt"
PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = ("aarch64", "x86_64")
HEAD = """\
# Made by `make lock`, never by hand: what the box installs, and nothing that differs in one bit.
"""


def download(folder: Path, python: str, machine: str, wanted: list[str]) -> None:
    """The newest wheels within the ranges of ``wanted``, and what they need, into ``folder``."""
    subprocess.run(
        [
            sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:",
            "--python-version", python, "--implementation", "cp", "--dest", folder,
            "--platform", f"manylinux2014_{machine}", "--platform", f"manylinux_2_28_{machine}",
            *wanted,
        ],
        check=True,
        # From PyPI alone, whatever else this machine is set up to ask.
        env={**os.environ, "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""},
    )  # fmt: skip


def locked(folder: Path) -> str:
    """The wheels in ``folder`` as pip's list of requirements."""
    found: dict[str, dict[str, list[str]]] = {}
    for wheel in sorted(folder.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        found.setdefault(name.lower().replace("_", "-"), {}).setdefault(version, []).append(digest)
    lines = []
    for name, versions in sorted(found.items()):
        if len(versions) > 1:
            raise SystemExit(f"{name}: {sorted(versions)} for other Pythons; narrow its range.")
        ((version, digests),) = versions.items()
        hashes = "".join(f" \\\n    --hash=sha256:{digest}" for digest in sorted(digests))
        lines.append(f"{name}=={version}{hashes}\n")
    return HEAD + "".join(lines)


def main() -> None:
    """Write the list anew."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needs = project["project"]
    wanted = [*needs["dependencies"], *needs["optional-dependencies"]["phones"]]
    wanted += project["build-system"]["requires"]
    with tempfile.TemporaryDirectory() as folder:
        for python in PYTHONS:
            for machine in MACHINES:
                download(Path(folder), python, machine, wanted)
        LOCK.write_text(locked(Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
