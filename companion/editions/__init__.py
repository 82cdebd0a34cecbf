"""The editions: one TOML per printing, one small module where a game answers differently."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from companion.core.edition import EditionFault, parse_edition
from companion.core.rules import Rules


@dataclass(frozen=True, slots=True)
class Listed:
    """An edition as the setup screen lists it; ``label`` is a text for the catalogue."""

    id: str
    game: str
    label: str
    players_min: int
    players_max: int


def available() -> tuple[Listed, ...]:
    """Every printing there is data for, ordered by game and label."""
    found = []
    for item in files(__name__).iterdir():
        name = item.name.removesuffix(".toml")
        if item.name.endswith(".toml") and "label" in _data(name):
            edition = load(name).edition
            seats = edition.number("players_min"), edition.number("players_max")
            found.append(Listed(name, edition.game, edition.label, *seats))
    return tuple(sorted(found, key=lambda listed: (listed.game, listed.label)))


@cache
def load(name: str) -> Rules:
    """The rules of the printing ``name``, such as "classic_us".

    Raises EditionFault with one sentence when there is no such file or it is faulty.
    """
    data = dict(_data(name))
    base = data.get("base")
    if base is not None:
        data = {**_data(str(base)), **data}
    if "label" not in data or "module" not in data:
        raise EditionFault(f"{name}.toml is no printing one can play; it has no label or module.")
    data["option"] = _options(name, data.get("options", {}))
    edition = parse_edition(name, data)
    module = import_module(f"{__name__}.{data['module']}")
    rules: Rules = module.RULES(edition)
    return rules


@cache
def _data(name: str) -> dict[str, Any]:
    path = files(__name__).joinpath(f"{name}.toml")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        known = sorted(
            item.name.removesuffix(".toml")
            for item in files(__name__).iterdir()
            if item.name.endswith(".toml") and "label = " in item.read_text(encoding="utf-8")
        )
        raise EditionFault(f"There is no edition '{name}'; there are {', '.join(known)}.") from None
    except tomllib.TOMLDecodeError as fault:
        raise EditionFault(f"{name}.toml is no TOML ({fault}).") from fault


def _options(name: str, wanted: dict[str, Any]) -> list[dict[str, Any]]:
    catalogue = _data("options")
    usual = wanted.get("usual", {})
    options = []
    for option in wanted.get("names", ()):
        if option not in catalogue:
            raise EditionFault(
                f"{name}.toml offers the option '{option}', which options.toml lacks."
            )
        spec = {"name": option, **catalogue[option]}
        if option in usual:
            spec["default"] = usual[option]
        options.append(spec)
    return options
