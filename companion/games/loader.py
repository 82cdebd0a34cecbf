"""The editions: one TOML per printing, one small module where a game answers differently.

A table's own printings lie in a folder of their own (``look_in``); ``docs/editions.md`` says how
one is made.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from companion import games
from companion.core.edition import Edition, EditionFault
from companion.core.edition_file import FAULTS, no_key, parse_edition, wrong_kind
from companion.core.work import GameRules

_own: list[Path] = []


def look_in(folder: Path) -> None:
    """The table's own printings are the ``.toml`` files of ``folder``, which need not exist."""
    if _own != [folder]:
        _own[:] = [folder]
        for cached in (_loaded, _read, _available):
            cached.cache_clear()


def available() -> tuple[Edition, ...]:
    """Every printing that can be played, ordered by game and label."""
    return _available()[0]


def faults() -> tuple[str, ...]:
    """One sentence for each of the table's own files that cannot be played."""
    return _available()[1]


@cache
def _available() -> tuple[tuple[Edition, ...], tuple[str, ...]]:
    found, wrong = [], []
    for item in (*_ours(), *_theirs()):
        name = item.stem
        try:
            if item not in _ours() and name in _our_names():
                raise EditionFault(
                    "{file} has the name of a printing there is already; call it otherwise.",
                    file=item.name,
                )
            if "label" in _data(name):
                found.append(load(name).edition)
        except EditionFault as fault:
            wrong.append(str(fault))
    return tuple(sorted(found, key=lambda one: (one.game, one.label))), tuple(wrong)


def load(name: str) -> GameRules:
    """The rules of the printing ``name``, such as "classic_us".

    Raises EditionFault with one sentence when there is no such file or it is faulty.
    """
    return _loaded_of_ours(name) if name in _our_names() else _loaded(name)


def _load(name: str) -> GameRules:
    games.modules("requests")  # so that another game's is told apart from a misspelt word
    data = _whole(name)
    if "label" not in data or "module" not in data:
        raise EditionFault(
            "{file} is no printing one can play: it has no label or module; give it a base.",
            file=f"{name}.toml",
        )
    where = f"{name}.toml"
    try:
        data["option"] = _options(name, data)
        edition = parse_edition(name, _named(name, data))
        edition.number("players_min"), edition.number("players_max")
        rules: GameRules = import_module(f"companion.games.{data['module']}.rules").RULES(edition)
    except ModuleNotFoundError as fault:
        raise EditionFault(
            "{file} names the module {module}, which there is not; a printing takes its base's.",
            file=where,
            module=data["module"],
        ) from fault
    except KeyError as fault:
        raise no_key(where, fault.args[0]) from fault
    except (*FAULTS, ImportError) as fault:
        if isinstance(fault, EditionFault):
            raise
        raise wrong_kind(where) from fault
    return rules


@cache
def _loaded_of_ours(name: str) -> GameRules:
    return _load(name)


@cache
def _loaded(name: str) -> GameRules:
    """A printing of the table's own, tried before it is offered."""
    # The engine is loaded for it, so only when somebody has a printing of his own.
    from companion.core.tryout import try_out

    rules = _load(name)
    try_out(rules)
    return rules


def _whole(name: str, above: tuple[str, ...] = ()) -> dict[str, Any]:
    """The file with everything its ``base`` adds to it, and that one's base."""
    data = _data(name)
    base = data.get("base")
    if base is None:
        return dict(data)
    if base == name or base in above:
        raise EditionFault(
            "{file} is its own base; name another printing there.", file=f"{name}.toml"
        )
    below = _whole(str(base), (*above, name))
    short = [part["short"] for part in (below, data) if isinstance(part.get("short"), dict)]
    whole = {**below, **data}
    if len(short) > 1:
        # Short names and rules say only what differs, as the names do; others are replaced whole.
        whole["short"] = {**short[0], **short[1]}
    if isinstance(whole.get("rules"), dict) and isinstance(below.get("rules"), dict):
        whole["rules"] = {**below["rules"], **whole["rules"]}
    return whole


def _named(name: str, data: dict[str, Any]) -> dict[str, Any]:
    """``[names]`` calls spaces and their deeds otherwise; short names of the base are gone then."""
    try:
        names = {int(pos): str(name) for pos, name in data.get("names", {}).items()}
    except (ValueError, AttributeError) as fault:
        raise EditionFault(
            "{file} has names of spaces that are no numbers; they count from GO, which is 0.",
            file=f"{name}.toml",
        ) from fault
    shorts = dict(data.get("short", {}))  # anything but a table is a fault of the file
    if not names:
        return data
    places = {space["pos"] for space in data["spaces"]}
    unknown = sorted(set(names) - places)
    if unknown:
        raise EditionFault(
            "{file} names space {pos}, which this board has not; spaces count from GO, which is 0.",
            file=f"{name}.toml",
            pos=unknown[0],
        )
    renamed: dict[str, Any] = {
        key: [{**raw, "name": names[raw["pos"]]} if raw["pos"] in names else raw for raw in rows]
        for key, rows in (("spaces", data["spaces"]), ("deed", data["deed"]))
    }
    short = {pos: text for pos, text in shorts.items() if int(pos) not in names}
    return {**data, **renamed, "short": {**short, **_data(name).get("short", {})}}


@cache
def _ours() -> tuple[Path, ...]:
    homes = (*map(Path, games.__path__), *games.folders())
    found = (item for folder in homes for item in folder.glob("*.toml"))
    return tuple(sorted(found, key=lambda item: item.name))


@cache
def _our_names() -> frozenset[str]:
    return frozenset(item.stem for item in _ours())


def _theirs() -> Iterator[Path]:
    for folder in _own:
        yield from sorted(folder.glob("*.toml"))


def _data(name: str) -> dict[str, Any]:
    return _read_of_ours(name) if name in _our_names() else _read(name)


@cache
def _read_of_ours(name: str) -> dict[str, Any]:
    return _read_file(name, next(item for item in _ours() if item.stem == name))


@cache
def _read(name: str) -> dict[str, Any]:
    return _read_file(name, next((item for item in _theirs() if item.stem == name), None))


def _read_file(name: str, path: Path | None) -> dict[str, Any]:
    try:
        if path is None:
            raise FileNotFoundError(name)
        if not path.is_file():  # a pipe would be waited for
            raise OSError(f"{name} is no file")
        text = path.read_text(encoding="utf-8-sig")
        return tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as fault:
        if path is not None:
            raise EditionFault(
                "{file} cannot be read; save it as plain text in UTF-8 and look at its rights.",
                file=f"{name}.toml",
            ) from fault
        known = sorted(item.stem for item in _ours() if "label = " in item.read_text("utf-8"))
        raise EditionFault(
            "There is no edition '{name}'; there are {known}.", name=name, known=", ".join(known)
        ) from None
    except (ValueError, RecursionError) as fault:  # no TOML, or brackets and digits without end
        found = re.search(r"at line (\d+)", str(fault))
        raise EditionFault(
            "{file} is no TOML in line {line}; often a quotation mark or a bracket is missing.",
            file=f"{name}.toml",
            line=int(found[1]) if found else text.count("\n") + 1,
        ) from fault


def _options(name: str, data: dict[str, Any]) -> list[dict[str, Any]]:
    """The house rules a printing offers: of those games share, and of its own game's."""
    wanted, shared, own = data.get("options", {}), _data("options"), data.get("house_rule", {})
    usual = wanted.get("usual", {})
    options = []
    for option in wanted.get("names", ()):
        if (option in shared) == (option in own):
            raise EditionFault(
                "{file} has the house rule '{option}' twice: options.toml has it already."
                if option in own
                else "{file} offers the house rule '{option}', which neither it nor options.toml "
                "has.",
                file=f"{name}.toml",
                option=option,
            )
        spec = {"name": option, **(own.get(option) or shared[option])}
        if option in usual:
            spec["default"] = usual[option]
        options.append(spec)
    return options
