"""A table's own printing: the example of docs/editions.md, checks, and the setup screen's list."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.cli.pipe import main
from companion.core.edition import EditionFault
from companion.core.ledger_text import sentence
from companion.faces.landing import landing_view
from companion.faces.raising import raising_view
from companion.faces.setup import SetupDraft, setup_view
from companion.games import loader
from companion.locale import i18n
from companion.storage.library import Library, NewGame
from tests.core.table import Table

GERMAN = i18n.load("de")
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "editions.md"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The data folder's ``editions``; the program's own printings alone come back at the end."""
    own = tmp_path / "editions"
    own.mkdir()
    yield own
    loader.look_in(tmp_path / "nowhere")


def example() -> str:
    """The first file of the guide."""
    found = re.search(r"`my_town.toml`:\n\n```toml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def look(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    loader.look_in(folder)


def test_the_example_is_a_printing_one_can_play(folder: Path) -> None:
    look(folder, my_town=example())
    assert loader.faults() == ()
    edition = loader.load("my_town").edition
    assert (edition.deeds[39].name, edition.spaces[39].name) == ("Market Square", "Market Square")
    assert edition.deeds[39].rents == (50, 200, 600, 1400, 1700, 2000)
    assert edition.deeds[6].name == "Oriental Avenue"
    assert edition.tables["short"]["39"] == "Market Sq" and "1" not in edition.tables["short"]


def test_it_is_named_in_setup_and_kept_with_its_games(folder: Path) -> None:
    look(folder, my_town=example())
    every = loader.available()
    view = setup_view(every, SetupDraft("my_town", ("Ann", "Ben")))
    assert "Our town" in {printing.label for printing in view.printings if printing.chosen}
    library = Library(folder.parent / "games")
    opened = library.create(NewGame("my_town", ("Ann", "Ben")))
    opened.journal.close()
    assert library.open(opened.id).game.rules.edition.deeds[1].name == "Mill Lane"


def test_a_tax_that_is_only_a_share_of_what_one_owns(folder: Path) -> None:
    taxes = "[[tax]]\npos = 4\namount = 0\npercent = 20\n[[tax]]\npos = 38\namount = 100\n"
    look(folder, customs=f'base = "classic_us"\nlabel = "Customs"\n{taxes}')
    table = Table("AB", "customs")
    table.do("land", who="A", pos=4)
    assert table.no("end_turn").code == "tax_open"
    assert table.no("tax", who="A", choice="flat").code == "bad_request"
    [way] = landing_view(table.game, 0, "A", 4).taxes
    assert (way.word, way.amount.value, raising_view(table.game, "A").purpose.amount.value) == (
        "percent", 300, 300,
    )  # fmt: skip
    table.do("tax", who="A")
    assert table.cash("A") == 1_500 - 300


def test_the_pipe_plays_it(folder: Path) -> None:
    look(folder, my_town=example())
    line = json.dumps({"do": "land", "who": "A", "pos": 1}) + "\n"
    line += json.dumps({"do": "buy", "who": "A", "deed": 1}) + "\n"
    out = io.StringIO()
    arguments = ["--editions", str(folder), "--edition", "my_town", "--players", "A,B"]
    assert main(arguments, io.StringIO(line), out) == 0
    last = json.loads(out.getvalue().splitlines()[-1])
    assert last["entry"]["text"] == "A buys Mill Lane for 60"


CLASSIC = (Path(loader.__file__).parent / "classic" / "classic_us.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "words"),
    (
        ("base = ", "is no TOML in line 1"),
        ("base = 'x'\nlabel = 'x'\n[names", "is no TOML in line 3"),
        ('label = "x"', "no label or module"),
        ('base = "mine"\nlabel = "x"', "its own base"),
        ('base = "atlantis"\nlabel = "x"', "no edition 'atlantis'"),
        ('base = "classic_us"\nlabel = "x"\n[names]\n77 = "Far away"', "names space 77"),
        ('base = "classic_us"\nlabel = "x"\nunit = 7', "no whole multiple of 7"),
        ('base = "classic_us"\nlabel = "x"\nspaces = 5', "spaces must be a list"),
        ('base = "classic_us"\nlabel = "x"\nspaces = [5]', "spaces must be a list"),
        ('base = "classic_us"\nlabel = "x"\n[[deed]]\npos = 1', "row 1 of deed has no 'kind'"),
        ('base = "classic_us"\nlabel = "x"\nrules = 5', "rules is of the wrong kind"),
        ('base = "classic_us"\nlabel = 5', "label is of the wrong kind"),
        ('base = "classic_us"\nlabel = "x"\ngame = ["x"]', "game is of the wrong kind"),
        ('base = "classic_us"\nlabel = "x"\nunit = 0', "unit is of the wrong kind"),
        ('base = "classic_us"\nlabel = "x"\n[stock]\nhouse = -3', "stock.house is of the wrong"),
        ('base = "classic_us"\nlabel = "x"\n[[ladder.street]]\nhouse = 0', "ladder is of the"),
        (
            'base = "classic_us"\nlabel = "x"\n[[disputed]]\npos = 1\nkey = 2\n'
            'candidates = [1]\nnote = ""',
            "row 1 of disputed: key is of the wrong kind",
        ),
        (
            'base = "anti_us"\nlabel = "x"\n[options]\nnames = ["anti_interest"]\n'
            "[options.usual]\nanti_interest = 7",
            "'anti_interest' cannot be 7",
        ),
        ('base = "deal"\nlabel = "x"\n[[rent]]\nsets = []\ncount = -1\nvalue = 1', "wrong kind"),
        ('base = "classic_us"\nlabel = "x"\nshort = 5', "wrong kind"),
        ('base = "deal"\nlabel = "x"\nset = 5', "wrong kind"),
        ('base = "classic_us"\nlabel = "x"\n[[spaces]]\npos = 3\nkind = "go"', "space 3 stands"),
        ('base = "classic_us"\nlabel = "x"\nmodule = "poker"', "poker"),
        ('base = "classic_us"\nlabel = "x"\n[options]\nnames = ["teleport"]', "teleport"),
        ('base = "deal"\nlabel = "x"\n[options]\nnames = ["utility_steps"]', "utility_steps"),
        (
            'base = "anti_us"\nlabel = "x"\n[house_rule.auction_s]\nkind = "switch"\n'
            'default = true\ntext = "y"',
            "twice",
        ),
        (
            'base = "classic_us"\nlabel = "x"\n[[deed]]\npos = 1\nkind = "street"\n'
            'group = "brown"\n'
            "price = 60\nmortgage = 30\nrents = [1]",
            "space 3 is of kind street",
        ),
        (CLASSIC.replace('"go_to_jail"', '"go_to_jial"'), "unknown kind go_to_jial"),
        (CLASSIC.replace('kind = "jail"', 'kind = "free_parking"'), "no space is of kind jail"),
        ('money = "long"\n' + CLASSIC, 'money can be "short"'),
        ('base = "classic_us"\nlabel = "x"\n[names]\none = "y"', "no numbers"),
    ),
)
def test_what_cannot_be_is_said_in_one_sentence_and_stops_nothing(
    folder: Path, text: str, words: str
) -> None:
    look(folder, mine=text, my_town=example())
    (fault,) = loader.faults()
    assert words in fault and fault.startswith(("mine.toml", "There is no edition"))
    german = GERMAN.translated(fault)
    assert german != fault and not re.search(r"\b(the|has|must|with)\b", german)
    assert "my_town" in {listed.id for listed in loader.available()}
    with pytest.raises(EditionFault):
        loader.load("mine")


JUNK = (5, -1, 0, "x", "", True, [], {}, [1], ["a"], {"a": 1}, 1.5, 10**9)
BASES = ("classic_us", "classic_uk", "mega_us", "city_us", "anti_us", "anti_x10", "deal")


@cache
def whole(base: str) -> dict[str, Any]:
    """Everything one of our own printings is made of."""
    return loader._whole(base)


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every key of a file, as the way to it; of long lists the first rows."""
    steps: Any = ()
    if isinstance(value, dict):
        steps = value.items()
    elif isinstance(value, list):
        steps = enumerate(value[:3])
    for key, below in steps:
        yield (*way, key)
        yield from places(below, (*way, key))


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(BASES), st.integers(0, 10**6), st.sampled_from((*JUNK, None)))
def test_whatever_stands_in_a_file_it_is_played_or_told(
    folder: Path, base: str, which: int, junk: object
) -> None:
    """One value is wrong or missing: a table can open the game, or reads one sentence."""
    data = deepcopy(whole(base))
    every = list(places(data))
    *way, last = every[which % len(every)]
    at: Any = data
    for key in way:
        at = at[key]
    if junk is None:
        del at[last]
    else:
        at[last] = deepcopy(junk)
    rows = (f"{json.dumps(key)} = {as_toml(value)}" for key, value in data.items())
    (folder / "mine.toml").write_text("\n".join(rows), encoding="utf-8")
    loader.look_in(folder / "none")
    loader.look_in(folder)
    try:
        rules = loader.load("mine")
    except EditionFault as fault:
        assert GERMAN.translated(fault.args[0]) != fault.args[0]
    else:
        seats = "ABCDEFGH"[: rules.edition.number("players_min")]
        assert setup_view((rules.edition,), SetupDraft("mine", tuple(seats))).games


def as_toml(value: Any) -> str:
    """A value on one line of TOML."""
    if isinstance(value, dict):
        rows = (f"{json.dumps(key)} = {as_toml(below)}" for key, below in value.items())
        return "{" + ", ".join(rows) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps(value)


def test_other_names_for_the_uk_board_take_one_file(folder: Path) -> None:
    """Every name is another one, every figure as printed, and there is no line of code."""
    uk = loader.load("classic_uk").edition
    names = "".join(f'{space.pos} = "Place {space.pos}"\n' for space in uk.spaces)
    look(folder, village=f'base = "classic_uk"\nlabel = "Our village"\n\n[names]\n{names}')
    assert loader.faults() == () and [path.name for path in folder.iterdir()] == ["village.toml"]
    ours = loader.load("village").edition
    assert [space.name for space in ours.spaces] == [f"Place {n}" for n in range(40)]
    assert {pos: replace(deed, name="") for pos, deed in ours.deeds.items()} == {
        pos: replace(deed, name="") for pos, deed in uk.deeds.items()
    }
    table = Table("AB", "village")
    for who, dice in (("A", (5, 1)), ("B", (1, 2)), ("A", (6, 4))):
        table.do("roll", who=who, dice=dice)
        table.do("buy", who=who, deed=table.fact("offer_buy")[1])
        table.do("end_turn")
    told = [str(sentence(table.rules, table.game.book, entry)) for entry in table.game.book]
    assert {"A buys Place 6 for 100", "B buys Place 3 for 60", "A buys Place 16 for 180"} <= {*told}


def test_a_base_there_is_not_is_told_with_those_there_are(folder: Path) -> None:
    known = sorted(listed.id for listed in loader.available())
    look(folder, mine='base = "atlantis"\nlabel = "Mine"')
    assert loader.faults() == (f"There is no edition 'atlantis'; there are {', '.join(known)}.",)


def test_two_printings_cannot_each_be_the_base_of_the_other(folder: Path) -> None:
    look(folder, one='base = "two"\nlabel = "One"', two='base = "one"\nlabel = "Two"')
    own_base = "{}.toml is its own base; name another printing there."
    assert sorted(loader.faults()) == [own_base.format("one"), own_base.format("two")]


def test_short_names_add_to_those_of_the_base(folder: Path) -> None:
    """Names that were not changed still fit their small tiles."""
    look(folder, ours='base = "classic_de"\nlabel = "O"\n[names]\n39 = "School Road"\n'
                      '[short]\n39 = "School"\n')  # fmt: skip
    short = loader.load("ours").edition.tables["short"]
    assert short == {**loader.load("classic_de").edition.tables["short"], "39": "School"}


def test_a_file_with_the_name_of_ours_changes_nothing(folder: Path) -> None:
    look(folder, classic_us=example())
    assert "name of a printing" in loader.faults()[0]
    assert loader.load("classic_us").edition.label == "Classic, US board"


def test_no_folder_is_no_fault(folder: Path) -> None:
    loader.look_in(folder / "none")
    assert loader.faults() == () and loader.available()
