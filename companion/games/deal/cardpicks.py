"""Every choice at the card table: cards to bank, lay out and play, and whom they are meant for.

No rule stands here: whether a card can be played, and what it brings, the game itself is asked.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.facts import TURN
from companion.core.game import Game
from companion.core.requests import Request
from companion.faces.views import Text
from companion.games.deal.cards import lies_in
from companion.games.deal.cardtable import (
    CardFace,
    amount_of,
    card_rules,
    few_groups,
    groups_of,
    label,
    lying,
    named,
    would,
)
from companion.games.deal.requests import BankCard, Flip, Lay, Play, Put

NOTHING = Text()
AS_WHICH = Text("Which colour does it count as?")
WHERE = Text("Where does it really lie?")


class CardPick(Struct, frozen=True):
    """One thing to choose: it asks ``request``, or leads on to ``then``; neither: not now.

    ``question`` is what the next choice is about.
    """

    label: Text
    under: Text = NOTHING
    groups: tuple[str, ...] = ()
    request: Request | None = None
    then: tuple[CardPick, ...] = ()
    question: Text = NOTHING

    @property
    def possible(self) -> bool:
        """Whether it can be chosen."""
        return self.request is not None or bool(self.then)


class RentView(Struct, frozen=True):
    """Whom a rent can be asked of, how often it can be doubled, and the colours with their sums."""

    payers: tuple[tuple[str, Text], ...]
    doubles: int
    picks: tuple[CardPick, ...]


def _pick(game: Game, request: Request, label: Text, under: Text = NOTHING,
          groups: tuple[str, ...] = ()) -> CardPick:  # fmt: skip
    fits = would(game, request) is not None
    return CardPick(label, under, groups, request if fits else None)


def _worth(game: Game, what: str) -> Text:
    return Text("{value}", (("value", amount_of(game, card_rules(game).value(game.book, what))),))


def bank_picks(game: Game, now: int) -> tuple[CardPick, ...]:
    """Every kind of card that can go into the bank: money first."""
    picks = []
    for what, card in card_rules(game).deck.items():
        if card.effect != "property":
            asked = BankCard(what=what)
            groups = few_groups(game, what)
            picks.append(_pick(game, asked, label(game, what), _worth(game, what), groups))
    return tuple(picks)


def lay_picks(game: Game, now: int) -> tuple[CardPick, ...]:
    """Every kind of property card; one of several colours leads on to them."""
    picks = []
    for what, card in card_rules(game).deck.items():
        if card.effect != "property":
            continue
        groups = groups_of(game, what)
        asked = [Lay(what=what, group=group) for group in groups]
        if len(groups) == 1:
            picks.append(_pick(game, asked[0], label(game, what), groups=groups))
            continue
        then = (_pick(game, one, named(game, one.group), groups=(one.group,)) for one in asked)
        fits = tuple(one for one in then if one.possible)
        colours = few_groups(game, what)
        picks.append(CardPick(label(game, what), groups=colours, then=fits, question=AS_WHICH))
    return tuple(picks)


def rent_view(game: Game, now: int, to: str, doubles: int) -> RentView:
    """The colours of who is up, and what each brings from everybody ("") or from ``to``."""
    rules, book, cards = game.rules, game.book, card_rules(game)
    turn = book.get(TURN) or ""
    others = [who for who in rules.playing(book) if who != turn]
    mine = [group for group in cards.sets if cards.cards_in(book, turn, group)]
    picks = tuple(_rent(game, group, to, doubles) for group in mine)
    left: int = rules.more(book)["plays_left"]
    double = next(what for what, card in cards.deck.items() if card.effect == "double")
    most = min(left - 1, rules.more(book)["rest"].get(double, 0))
    return RentView(
        payers=(("", Text("Everybody")), *((who, Text(rules.name(book, who))) for who in others)),
        doubles=max(0, most),
        picks=picks,
    )


def _rent(game: Game, group: str, to: str, doubles: int) -> CardPick:
    colour = named(game, group)
    for what, card in card_rules(game).deck.items():
        if card.effect == "rent" and group in card.groups and (card.pays == "one") == bool(to):
            asked = Play(what=what, group=group, to=to, doubles=doubles)
            entry = would(game, asked)
            if entry is not None:
                value: Any = entry.detail["amount"]
                sum_ = Text("{value}", (("value", amount_of(game, value)),))
                return CardPick(colour, sum_, (group,), asked)
    return CardPick(colour, groups=(group,))


def action_picks(game: Game, now: int) -> tuple[CardPick, ...]:
    """Every action card, each leading on to whom or what it can be meant for."""
    book, cards = game.book, card_rules(game)
    turn = book.get(TURN) or ""
    others = [who for who in game.rules.playing(book) if who != turn]
    picks = []
    for what, card in cards.deck.items():
        ask = Play(what=what)
        name = label(game, what)
        then: list[CardPick] = []
        question = NOTHING
        match card.effect:
            case "draw":
                picks.append(_pick(game, ask, name))
                continue
            case "collect" if card.pays == "all":
                picks.append(_pick(game, ask, name))
                continue
            case "collect":
                question = Text("Who pays?")
                then = [_pick(game, replace(ask, to=who), _name(game, who)) for who in others]
            case "take":
                question = Text("Which card is taken?")
                then = [_taken(game, replace(ask, to=who), who, face)
                        for who in others for face in _property(game, who)]  # fmt: skip
            case "swap":
                question = Text("Which card is wanted?")
                then = [_swap(game, replace(ask, to=who), who, face)
                        for who in others for face in _property(game, who)]  # fmt: skip
            case "take_set":
                question = Text("Which set is taken?")
                then = [
                    _pick(game, replace(ask, to=who, group=group), named(game, group),
                          _name(game, who), (group,))
                    for who in others for group in cards.sets
                ]  # fmt: skip
            case "build":
                question = Text("On which set?")
                then = [_pick(game, replace(ask, group=group), named(game, group), groups=(group,))
                        for group in cards.sets]  # fmt: skip
            case _:
                continue
        fits = tuple(one for one in then if one.possible)
        picks.append(CardPick(name, then=fits, question=question))
    return tuple(picks)


def _name(game: Game, who: str) -> Text:
    return Text("{who}", (("who", game.rules.name(game.book, who)),))


def _property(game: Game, who: str) -> list[CardFace]:
    deck = card_rules(game).deck
    return [
        face for face in lying(game, who)
        if deck[face.named.partition("@")[0]].effect == "property"
    ]  # fmt: skip


def _taken(game: Game, ask: Play, who: str, face: CardFace) -> CardPick:
    asked = replace(ask, takes=face.named)
    return _pick(game, asked, face.label, _name(game, who), face.groups)


def _swap(game: Game, ask: Play, who: str, face: CardFace) -> CardPick:
    mine = _property(game, game.book.get(TURN) or "")
    asked = [replace(ask, takes=face.named, gives=own.named) for own in mine]
    # Whether a card can be taken is asked once: any property of one's own may be given for it.
    if not asked or would(game, asked[0]) is None:
        return CardPick(face.label, _name(game, who), face.groups)
    then = (
        CardPick(own.label, groups=own.groups, request=request)
        for own, request in zip(mine, asked, strict=True)
    )
    question = Text("Which card is given for it?")
    return CardPick(face.label, _name(game, who), face.groups, then=tuple(then), question=question)


def player_picks(game: Game, now: int, who: str) -> tuple[CardPick, ...]:
    """Every card before a player, each leading on to where it really lies; and what is missing."""
    others = [seat for seat in game.rules.playing(game.book) if seat != who]
    picks = []
    for face in lying(game, who):
        what, _, here = face.named.partition("@")
        then = [
            *(_turned(game, who, face.named, group) for group in groups_of(game, what)
              if here and group != here),
            *(CardPick(_name(game, to), groups=face.groups,
                   request=Put(who=who, what=face.named, to=to, group=here)) for to in others),
            CardPick(Text("On no table"), request=Put(who=who, what=face.named)),
        ]  # fmt: skip
        facts = (("n", face.n), ("value", face.amount))
        under = Text("{n} x {value}" if face.n > 1 else "{value}", facts)
        picks.append(CardPick(face.label, under, face.groups, then=tuple(then), question=WHERE))
    missing = tuple(_forgotten(game, who, what) for what in card_rules(game).deck)
    return (*picks, CardPick(Text("A card is missing"), then=missing, question=Text("Which card?")))


def _turned(game: Game, who: str, card: str, group: str) -> CardPick:
    """A card turned to another colour, as the rules let it or as it was noted wrongly."""
    flip = Flip(who=who, what=card, group=group)
    right = Put(who=who, what=card, to=who, group=group)
    asked = right if would(game, flip) is None else flip
    return CardPick(named(game, group), groups=(group,), request=asked)


def _forgotten(game: Game, who: str, what: str) -> CardPick:
    """A card that lies before a player though nobody told the bank."""
    cards, name = card_rules(game), label(game, what)
    places = [place for place in ("", *cards.sets) if lies_in(cards.deck[what], place)]
    asked = [Put(what=what, to=who, group=place) for place in places]
    if len(asked) == 1:
        return _pick(game, asked[0], name, _worth(game, what), few_groups(game, what))
    fits = (request for request in asked if would(game, request) is not None)
    then = tuple(
        CardPick(named(game, request.group), groups=(request.group,), request=request)
        if request.group
        else CardPick(Text("Bank"), request=request)
        for request in fits
    )
    return CardPick(name, groups=few_groups(game, what), then=then, question=WHERE)
