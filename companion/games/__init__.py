"""The games: a folder each, with everything only that game has.

A game is found by its folder, here or wherever this package's ``__path__`` leads.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


def folders() -> tuple[Path, ...]:
    """Every folder with the rules of a game in it."""
    return tuple(sorted(path.parent for home in __path__ for path in Path(home).glob("*/rules.py")))


def modules(name: str) -> list[ModuleType]:
    """The module of this name of every game that has one."""
    having = (folder.name for folder in folders() if (folder / f"{name}.py").is_file())
    return [import_module(f"{__name__}.{game}.{name}") for game in having]


def pages() -> tuple[Any, ...]:
    """The pages of every game, as each lists them in ``PAGES`` of its ``pages.py``."""
    return tuple(page for module in modules("pages") for page in module.PAGES)
