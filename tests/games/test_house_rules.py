"""House rules: what games share stands once, what only one knows stands in its own file."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from companion.faces.setup import SetupDraft, setup_view
from companion.games import loader

DATA = files("companion.games")
SHARED = tomllib.loads((DATA / "options.toml").read_text("utf-8"))


def offered() -> dict[str, set[str]]:
    """The games that offer each house rule; two printings of one game are one."""
    games: dict[str, set[str]] = {}
    for listed in loader.available():
        for spec in loader.load(listed.id).edition.options:
            games.setdefault(spec.name, set()).add(listed.game)
    return games


def own() -> dict[str, str]:
    """The file of every house rule only one game has."""
    found: dict[str, str] = {}
    for item in (item for folder in DATA.iterdir() if folder.is_dir() for item in folder.iterdir()):
        if item.name.endswith(".toml"):
            for name in tomllib.loads(item.read_text("utf-8")).get("house_rule", {}):
                assert name not in found, f"{name} stands in {found[name]} and in {item.name}"
                found[name] = item.name
    return found


def test_every_shared_rule_is_offered_by_two_games() -> None:
    games = offered()
    assert {name for name in SHARED if len(games.get(name, ())) < 2} == set()


def test_a_rule_of_one_game_stands_in_that_games_file() -> None:
    games, where = offered(), own()
    assert {name for name, users in games.items() if len(users) == 1} == set(where)
    for name, file in where.items():
        (game,) = games[name]
        assert file.startswith(game), f"{name} is {game}'s and stands in {file}"


def test_setup_shows_both_kinds_with_what_is_usual() -> None:
    every = loader.available()
    for edition in every:
        seats = ("Ann", "Ben", "Cleo", "Dan")[: edition.number("players_max")]
        shown = {
            line.name: line for line in setup_view(every, SetupDraft(edition.id, seats)).options
        }
        for spec in edition.options:
            if spec.name != "time_limit_min":
                line = shown[spec.name]
                assert (line.text, line.value, line.usual) == (spec.text, spec.default, True)
