"""The setup screen: which printing, who plays, how long, which house rules, which cards to check.

A ``SetupDraft`` is what has been chosen; every touch makes a new one. ``setup_view`` shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.edition import Edition, OptionSpec, correctable, kind_of
from companion.core.figures import Kind
from companion.core.game import Game
from companion.core.printed import value_phrase
from companion.core.table import NAME_LONGEST, SEATS
from companion.faces.money import Amount, spoken
from companion.faces.views import Text

LENGTHS = (0, 60, 90, 120)
"""Minutes a game may last; 0 plays to the last one standing."""

USUAL_SEATS = 4
_ORDER = ("classic", "mega", "city", "anti", "deal")
_BOARDS = {"de": ("de",), "en": ("us", "uk")}
"""The countries whose boards speak a language, by the end of a printing's name."""
_LENGTH_OPTION = "time_limit_min"
_LENGTH_WORDS = {0: "To the end", 60: "1 hour", 90: "1½ hours", 120: "2 hours"}

Setting = tuple[str, bool | int | str]


class SetupDraft(Struct, frozen=True):
    """A game being set up. ``corrections`` are (position, field, value): "my card says".

    ``waiting`` are the names a smaller game has no seat for; a larger one has them again.
    """

    edition: str
    names: tuple[str, ...]
    minutes: int = 0
    options: tuple[Setting, ...] = ()
    corrections: tuple[tuple[int, str, int], ...] = ()
    waiting: tuple[str, ...] = ()

    def named(self, place: int, name: str) -> SetupDraft:
        """The seat at ``place`` is called ``name``."""
        name = name.strip()[:NAME_LONGEST]
        if not name:
            return self
        return replace(self, names=(*self.names[:place], name, *self.names[place + 1 :]))

    def without_seat(self, place: int) -> SetupDraft:
        """One player less; those behind move up."""
        return replace(self, names=self.names[:place] + self.names[place + 1 :])

    def with_option(self, name: str, value: bool | int | str) -> SetupDraft:
        """A house rule with another value than the usual one, or the usual one again."""
        kept = tuple(one for one in self.options if one[0] != name)
        return replace(self, options=(*kept, (name, value)))

    def with_correction(self, pos: int, field: str, value: int) -> SetupDraft:
        """What the card at ``pos`` says in ``field``."""
        kept = tuple(one for one in self.corrections if one[:2] != (pos, field))
        return replace(self, corrections=(*kept, (pos, field, value)))


class GameCard(Struct, frozen=True):
    """One game to choose; ``edition`` is the printing a tap takes."""

    game: str
    title: str
    seats_low: int
    seats_high: int
    edition: str
    chosen: bool


class Printing(Struct, frozen=True):
    """One printing of the chosen game; ``label`` names it for the catalogue."""

    edition: str
    label: str
    chosen: bool


class SeatLine(Struct, frozen=True):
    """One player: the seat's letter and the name."""

    letter: str
    name: str


class LengthLine(Struct, frozen=True):
    """One length of the game to choose."""

    minutes: int
    label: str
    chosen: bool


class OptionLine(Struct, frozen=True):
    """A house rule and its value; ``low``, ``high``, ``step`` for a number, ``choices`` else."""

    name: str
    kind: str
    title: str
    text: str
    value: bool | int | str
    usual: bool
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1


class CheckLine(Struct, frozen=True):
    """A printed value sources disagree on: where it stands, what the game takes, what else."""

    pos: int
    field: str
    card: str
    what: Text
    value: Amount
    others: tuple[Amount, ...]


class SetupView(Struct, frozen=True):
    """The whole screen. ``fault``: why it cannot start yet. ``cash`` of 0: the game deals none."""

    games: tuple[GameCard, ...]
    printings: tuple[Printing, ...]
    seats: tuple[SeatLine, ...]
    can_add: bool
    can_remove: bool
    lengths: tuple[LengthLine, ...]
    options: tuple[OptionLine, ...]
    checks: tuple[CheckLine, ...]
    cash: Amount
    fault: Text


class RulesView(Struct, frozen=True):
    """What can be changed in the middle of a game: the names and the house rules."""

    seats: tuple[SeatLine, ...]
    options: tuple[OptionLine, ...]


def ordered(editions: Sequence[Edition], language: str) -> tuple[Edition, ...]:
    """Printings as they are offered: those of the language before the others, by label."""
    boards = _BOARDS.get(language, ())

    def place(edition: Edition) -> tuple[int, str]:
        country = edition.id.rpartition("_")[2]
        return boards.index(country) if country in boards else len(boards), edition.label

    return tuple(sorted(editions, key=place))


def first_draft(
    editions: Sequence[Edition], names: Sequence[str], player: str, last: str = ""
) -> SetupDraft:
    """What is filled in at the start: the printing, players and length to begin with.

    ``names`` are those of the last game and ``last`` the label of its printing, ``player`` the
    usual name of a seat in the table's language, with {letter}.
    """
    played = (edition for edition in editions if edition.label == last)
    edition = next(played, _sorted(editions)[0])
    draft = SetupDraft(edition.id, tuple(names) or _usual(player, (), USUAL_SEATS))
    return take_edition(editions, draft, edition.id, player)


def take_edition(
    editions: Sequence[Edition], draft: SetupDraft, edition_id: str, player: str
) -> SetupDraft:
    """Another printing: as many players as it allows, its own house rules."""
    edition = _find(editions, edition_id)
    low, high = edition.number("players_min"), edition.number("players_max")
    everybody = (*draft.names, *draft.waiting)
    names = everybody[:high]
    names = (*names, *_usual(player, names, low - len(names)))
    same = edition_id == draft.edition
    return replace(
        draft,
        edition=edition_id,
        names=names,
        minutes=draft.minutes if edition.option(_LENGTH_OPTION) else 0,
        options=draft.options if same else (),
        corrections=draft.corrections if same else (),
        waiting=everybody[high:],
    )


def add_seat(editions: Sequence[Edition], draft: SetupDraft, player: str) -> SetupDraft:
    """One player more, as long as the printing seats him."""
    if len(draft.names) >= _find(editions, draft.edition).number("players_max"):
        return draft
    one = draft.waiting[:1] or _usual(player, draft.names, 1)
    return replace(draft, names=(*draft.names, *one), waiting=draft.waiting[1:])


def setup_view(editions: Sequence[Edition], draft: SetupDraft) -> SetupView:
    """The screen for what is chosen so far."""
    edition = _find(editions, draft.edition)
    low, high = edition.number("players_min"), edition.number("players_max")
    settings = dict(draft.options)
    return SetupView(
        games=_games(editions, edition),
        printings=_printings(editions, edition),
        seats=tuple(SeatLine(SEATS[n], name) for n, name in enumerate(draft.names)),
        can_add=len(draft.names) < high,
        can_remove=len(draft.names) > low,
        lengths=length_lines(draft.minutes) if edition.option(_LENGTH_OPTION) else (),
        options=_options(edition, lambda spec: settings.get(spec.name, spec.default)),
        checks=_checks(edition, draft),
        cash=Amount(int(edition.figures.get("start_cash", 0)), edition.short_money),
        fault=_fault(draft.names),
    )


def rules_view(game: Game, now: int) -> RulesView:
    """Names and house rules of the game on the table; its length is asked elsewhere."""
    rules, book = game.rules, game.book
    return RulesView(
        tuple(SeatLine(who, rules.name(book, who)) for who in rules.seats(book)),
        _options(rules.edition, lambda spec: _value(game, spec)),
    )


def _value(game: Game, spec: OptionSpec) -> bool | int | str:
    value: Any = game.rules.option(game.book, spec.name)
    return spec.default if value is None else value


def _options(
    edition: Edition, value: Callable[[OptionSpec], bool | int | str]
) -> tuple[OptionLine, ...]:
    shown = (spec for spec in edition.options if spec.name != _LENGTH_OPTION)
    return tuple(_option(spec, value(spec)) for spec in shown)


def length_lines(chosen: int) -> tuple[LengthLine, ...]:
    """The lengths to choose from, ``chosen`` minutes marked."""
    return tuple(LengthLine(n, _LENGTH_WORDS[n], n == chosen) for n in LENGTHS)


def _sorted(editions: Sequence[Edition]) -> list[Edition]:
    """Games in the usual order, those it does not know behind; printings as they came."""

    def place(edition: Edition) -> tuple[int, str]:
        known = edition.game in _ORDER
        return _ORDER.index(edition.game) if known else len(_ORDER), edition.game

    return sorted(editions, key=place)


def _find(editions: Sequence[Edition], edition_id: str) -> Edition:
    return next(edition for edition in editions if edition.id == edition_id)


def _games(editions: Sequence[Edition], chosen: Edition) -> tuple[GameCard, ...]:
    first: dict[str, Edition] = {}
    for edition in _sorted(editions):
        first.setdefault(edition.game, edition)
    first[chosen.game] = chosen
    return tuple(
        GameCard(
            game,
            game.capitalize(),
            edition.number("players_min"),
            edition.number("players_max"),
            edition.id,
            game == chosen.game,
        )
        for game, edition in first.items()
    )


def _printings(editions: Sequence[Edition], chosen: Edition) -> tuple[Printing, ...]:
    same = [edition for edition in _sorted(editions) if edition.game == chosen.game]
    if len(same) == 1:
        return ()
    return tuple(Printing(one.id, one.label, one.id == chosen.id) for one in same)


def _usual(player: str, taken: Sequence[str], n: int) -> tuple[str, ...]:
    """``n`` usual names nobody has yet, the seat's own letter first."""
    wanted = SEATS[len(taken) :] + SEATS[: len(taken)]
    names = (player.format(letter=letter) for letter in wanted)
    used = {name.casefold() for name in taken}
    return tuple([name for name in names if name.casefold() not in used][: max(0, n)])


def _option(spec: OptionSpec, value: bool | int | str) -> OptionLine:
    return OptionLine(
        name=spec.name,
        kind=spec.kind,
        title=spec.title,
        text=spec.text,
        value=value,
        usual=value == spec.default,
        choices=spec.choices,
        low=spec.low,
        high=spec.high,
        step=5 if spec.high - spec.low >= 50 else 1,
    )


def _checks(edition: Edition, draft: SetupDraft) -> tuple[CheckLine, ...]:
    said = {(pos, field): value for pos, field, value in draft.corrections}
    lines = []
    for doubt in edition.disputed:
        ours = correctable(edition, doubt.pos, doubt.key)
        if ours is None:
            continue
        value = said.get((doubt.pos, doubt.key), ours)
        known = dict.fromkeys((ours, *doubt.candidates))
        short = edition.short_money and kind_of(edition, doubt.key) is Kind.MONEY
        lines.append(
            CheckLine(
                doubt.pos,
                doubt.key,
                _card(edition, doubt.pos),
                value_words(edition, doubt.key, doubt.pos),
                Amount(value, short),
                tuple(Amount(n, short) for n in known if n != value),
            )
        )
    return tuple(lines)


def _card(edition: Edition, pos: int) -> str:
    if pos in edition.deeds:
        return edition.deeds[pos].name
    return edition.spaces[pos].name if pos >= 0 else ""


def value_words(edition: Edition, field: str, pos: int = -1) -> Text:
    """What a printed value of the deed at ``pos`` is called; an edition may name its own."""
    return spoken(value_phrase(edition, field, pos), edition.short_money)


def _fault(names: Sequence[str]) -> Text:
    """Why these names cannot start a game."""
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            return Text("Two players are called {name}: change one of them.", (("name", name),))
        seen.add(name.casefold())
    return Text()
