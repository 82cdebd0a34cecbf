"""The table of a card game in one look, and what is asked of whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.entry import Entry
from companion.core.errors import Refused
from companion.core.facts import ENDED, TURN
from companion.core.game import Game
from companion.core.requests import Request
from companion.faces.money import Amount, joined, text
from companion.faces.views import Text
from companion.games.deal.facts import CARDS_PLAYED, Claim
from companion.games.deal.requests import PayCards, SayNo
from companion.games.deal.table import CardTable, claims

LABELS = {"no": "Accept the no", "give": "Hand it over", "pay": "Pay"}
"""The button for giving in; the one for paying gets its sum when cards are chosen."""
WORDS = {
    "no": "{who} says no. Does {by} say no to that?",
    "no_no": "{by} says no to the no of {who}.",
    "rent": "{who} pays {by} {amount} rent",
    "collect": "{who} pays {by} {amount}",
    "take": "{by} takes from {who}: {card}",
    "swap": "{by} gives {who} {gives} for {card}",
    "take_set": "{by} takes the set of {who}: {card}",
}
"""What is asked, by what the card does."""


class SetTile(Struct, frozen=True):
    """The cards of one colour: ``have`` of ``size``, and the ``tops`` built on them."""

    group: str
    have: int
    size: int
    complete: bool
    tops: tuple[str, ...]


class CardSeat(Struct, frozen=True):
    """A player with his bank and his colours; ``under`` is the line below the name."""

    letter: str
    name: str
    under: Text
    bank: Amount
    sets: tuple[SetTile, ...]
    current: bool


class CardFace(Struct, frozen=True):
    """Cards of one kind at one place: ``named`` as a request names one, ``n`` of them."""

    named: str
    label: Text
    amount: Amount
    groups: tuple[str, ...]
    n: int


class ClaimView(Struct, frozen=True):
    """What somebody has to answer: ``kind`` "pay", "give" or "no".

    ``cards`` he may pay with, or that are wanted; ``all_of_it``: there is nothing to choose, as all
    he has is no more than enough, or one card. ``yes`` is the button for giving in,
    ``can_say_no`` whether there is still a card for it.
    """

    number: int
    kind: str
    answers: str
    answers_name: str
    title: Text
    owed: Amount
    cards: tuple[CardFace, ...]
    all_of_it: bool
    yes: Text
    can_say_no: bool


class CardsView(Struct, frozen=True):
    """Everything the card table shows. ``usual``: the action a player mostly takes next,
    ``hint`` a reminder, often none; ``laid``: there is property to ask rent for.
    """

    seats: tuple[CardSeat, ...]
    turn: str
    turn_name: str
    hint: Text
    usual: str
    laid: bool
    plays: int
    claim: ClaimView | None
    ended: bool


class Payment(Struct, frozen=True):
    """The cards chosen so far: their sum, and whether that pays it; ``over``: and more."""

    amount: Amount
    enough: bool
    over: bool


def cards_view(game: Game, now: int) -> CardsView:
    """The card table at play time ``now`` in ms."""
    rules, book = game.rules, game.book
    plain = rules.more(book)
    turn = book.get(TURN) or ""
    plays: int = plain["plays_left"]
    ended = book.get(ENDED) is not None
    laid = any(card_rules(game).cards_in(book, turn, group) for group in card_rules(game).sets)
    return CardsView(
        seats=tuple(_seat(game, who, plays, ended) for who in rules.seats(book)),
        turn=turn,
        turn_name=rules.name(book, turn),
        hint=_hint(game, turn, plain),
        usual="end" if not plays else "rent" if laid else "lay",
        laid=laid,
        plays=plays,
        claim=_claim(game) if not ended else None,
        ended=ended,
    )


def card_rules(game: Game) -> CardTable:
    """The rules of the card game on the table."""
    assert isinstance(game.rules, CardTable)
    return game.rules


def amount_of(game: Game, value: int) -> Amount:
    """Money as the edition writes it."""
    return Amount(value, game.rules.edition.short_money)


def named(game: Game, what: str) -> Text:
    """A card or colour by its name."""
    return text("{what}", game.rules.edition.short_money, what=game.rules.named(what))


def _hint(game: Game, turn: str, plain: Mapping[str, Any]) -> Text:
    """What to think of at the start of a turn and at its end."""
    who = ("who", game.rules.name(game.book, turn))
    if plain["plays_left"] == 0:
        most = ("n", plain["hand_max"])
        return Text("At most {n} cards stay in the hand of {who}.", (most, who))
    if game.book.get(CARDS_PLAYED):
        return Text()
    draw, empty = ("draw", plain["draw"]), ("empty", plain["draw_if_hand_empty"])
    return Text("{who} draws {draw} cards first, {empty} with an empty hand.", (who, draw, empty))


def _seat(game: Game, who: str, plays: int, ended: bool) -> CardSeat:
    rules, book, cards = game.rules, game.book, card_rules(game)
    current = who == book.get(TURN) and not ended
    complete = cards.complete(book, who)
    sets = (("n", len(complete)), ("all", rules.option(book, "win_sets")))
    tiles = []
    for group, place in zip(cards.sets, list(cards.places(who))[1:], strict=True):
        lies = cards.holdings(book, place)
        have = len(cards.cards_in(book, who, group))
        tops = tuple(what for what in lies if cards.deck[what].effect == "build")
        if lies:
            tiles.append(SetTile(group, have, cards.size(group), group in complete, tops))
    return CardSeat(
        letter=who,
        name=rules.name(book, who),
        under=Text("{n} play left", (("n", plays),))
        if current
        else Text("{n} of {all} sets", sets),
        bank=amount_of(game, rules.cash(book, who)),
        sets=tuple(sorted(tiles, key=lambda tile: not tile.complete)),
        current=current,
    )


# --- what somebody has to answer


def _claim(game: Game) -> ClaimView | None:
    rules, book = game.rules, game.book
    waiting = claims(book)
    if not waiting:
        return None
    claim = waiting[0]
    kind = "no" if claim.noes % 2 else "pay" if claim.amount else "give"
    means = rules.worth(book, claim.who).total
    say_no = SayNo(who=claim.answers, claim=claim.number)
    faces = _payable(game, claim.who) if kind == "pay" else _wanted(game, claim)
    return ClaimView(
        number=claim.number,
        kind=kind,
        answers=claim.answers,
        answers_name=rules.name(book, claim.answers),
        title=_title(game, claim, kind),
        owed=amount_of(game, claim.amount),
        cards=faces,
        all_of_it=means <= claim.amount or sum(face.n for face in faces) == 1,
        yes=Text(LABELS[kind]),
        can_say_no=would(game, say_no) is not None,
    )


def _title(game: Game, claim: Claim, kind: str) -> Text:
    rules, book = game.rules, game.book
    facts: dict[str, object] = {
        "who": rules.name(book, claim.who),
        "by": rules.name(book, claim.by),
        "amount": amount_of(game, claim.amount),
        "card": named(game, claim.takes.partition("@")[0] or claim.group or claim.what),
        "gives": named(game, claim.gives.partition("@")[0]) if claim.gives else "",
    }
    effect = card_rules(game).deck[claim.what].effect
    case = kind if kind == "no" else "no_no" if claim.noes else effect
    return Text(WORDS[case], tuple(facts.items()))


def _wanted(game: Game, claim: Claim) -> tuple[CardFace, ...]:
    """The cards that would change hands; none are named where money is asked for."""
    if claim.amount:
        return ()
    theirs = lying(game, claim.who)
    if not claim.takes:
        return tuple(face for face in theirs if face.named.partition("@")[2] == claim.group)
    wanted = [face for face in theirs if face.named == claim.takes]
    wanted += [face for face in lying(game, claim.by) if face.named == claim.gives]
    return tuple(replace(face, n=1) for face in wanted)


def _payable(game: Game, who: str) -> tuple[CardFace, ...]:
    """Every card that can pay, in bank and colours, kind by kind."""
    return tuple(face for face in lying(game, who) if face.amount.value)


def lying(game: Game, who: str) -> list[CardFace]:
    """Every card before a player, bank first, kind by kind."""
    cards, book = card_rules(game), game.book
    return [
        CardFace(
            named=f"{what}@{group}" if group else what,
            label=label(game, what),
            amount=amount_of(game, cards.value(book, what)),
            groups=(group,) if group else few_groups(game, what),
            n=n,
        )
        for group, place in zip(("", *cards.sets), cards.places(who), strict=True)
        for what, n in cards.holdings(book, place).items()
    ]


def label(game: Game, what: str) -> Text:
    """What stands on a card's picture: nothing on money, whose value says it all."""
    card = card_rules(game).deck[what]
    if card.effect == "money":
        return Text()
    if card.effect not in ("property", "rent"):
        return named(game, what)
    colours = joined([named(game, group) for group in few_groups(game, what)], " / ")
    if card.effect == "property":
        return colours or Text("Any colour")
    return Text("Rent: {colours}", (("colours", colours or Text("Any colour")),))


def groups_of(game: Game, what: str) -> tuple[str, ...]:
    """The colours printed on a card."""
    return tuple(card_rules(game).deck[what].groups)


def few_groups(game: Game, what: str) -> tuple[str, ...]:
    """The colours printed on a card, none for one that suits them all."""
    groups = groups_of(game, what)
    return groups if len(groups) < len(card_rules(game).sets) else ()


def payment(game: Game, now: int, who: str, chosen: Sequence[str]) -> Payment:
    """What the ``chosen`` cards of ``who`` are worth, and whether they pay what he owes."""
    cards = card_rules(game)
    total = sum(cards.value(game.book, one.partition("@")[0]) for one in chosen)
    asked = PayCards(who=who, cards=tuple(chosen))
    enough = bool(chosen) and would(game, asked) is not None
    owed = next((one.amount for one in claims(game.book) if one.who == who), total)
    return Payment(amount_of(game, total), enough, total > owed)


def would(game: Game, request: Request) -> Entry | None:
    """What the game would book, or None where it refuses."""
    try:
        return game.ask(request, game.book.entries[-1].at)
    except Refused:
        return None
