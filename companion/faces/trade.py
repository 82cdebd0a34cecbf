"""The deal screen: two baskets, what it costs both, and offers that wait for an answer."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import asdict, replace

from companion.core.book import BANK, MONEY
from companion.core.edition import Deed
from companion.core.entry import Move
from companion.core.errors import Refused
from companion.core.facts import TURN, OpenOffer
from companion.core.game import Game
from companion.core.requests import Basket, Offer, Trade
from companion.core.trade import agreed, offers
from companion.core.work import debts
from companion.faces.money import Amount, joined, piece_count, piece_word, refusal, text
from companion.faces.views import Text


class Side(Struct, frozen=True):
    """What one player puts in; ``cards`` as (kind, how many)."""

    who: str = ""
    cash: int = 0
    deeds: tuple[int, ...] = ()
    cards: tuple[tuple[str, int], ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing is put in."""
        return not (self.cash or self.deeds or self.cards)

    def with_deed(self, pos: int) -> Side:
        """The deed at ``pos`` in, or out again."""
        if pos in self.deeds:
            return replace(self, deeds=tuple(one for one in self.deeds if one != pos))
        return replace(self, deeds=(*self.deeds, pos))

    def with_cards(self, what: str, n: int) -> Side:
        """So many cards of a kind."""
        kept = tuple(one for one in self.cards if one[0] != what)
        return replace(self, cards=(*kept, (what, n)) if n else kept)

    def basket(self) -> Basket:
        """As the request takes it."""
        return Basket(self.cash, self.deeds, dict(self.cards))


class TradeDraft(Struct, frozen=True):
    """A deal being put together. ``lift``: mortgaged deeds their new owner pays off at once.

    ``settles``: the creditor takes it as payment of the debt between the two.
    """

    a: Side = Side()
    b: Side = Side()
    lift: tuple[int, ...] = ()
    settles: bool = False

    def with_side(self, place: int, side: Side) -> TradeDraft:
        """Another basket on side 0 or 1."""
        return replace(self, a=side) if place == 0 else replace(self, b=side)

    def between(self, place: int, who: str) -> TradeDraft:
        """Another player on side 0 or 1, with an empty basket; never the same one twice."""
        sides = [self.a, self.b]
        if sides[1 - place].who == who:
            sides[1 - place] = Side(sides[place].who)
        sides[place] = Side(who)
        return TradeDraft(sides[0], sides[1])

    def with_lift(self, pos: int) -> TradeDraft:
        """Pay off the deed at ``pos`` at once, or not."""
        if pos in self.lift:
            return replace(self, lift=tuple(one for one in self.lift if one != pos))
        return replace(self, lift=(*self.lift, pos))

    def trade(self) -> Trade:
        """The trade as a request."""
        return Trade(
            a=self.a.who,
            b=self.b.who,
            a_gives=self.a.basket(),
            b_gives=self.b.basket(),
            lift=tuple(pos for pos in self.lift if pos in (*self.a.deeds, *self.b.deeds)),
            settles=self.settles,
        )

    def offer(self, ms: int | None = None) -> Offer:
        """The deal as an offer that lapses after ``ms``."""
        return Offer(**asdict(self.trade()), ms=ms)


class TradeDeed(Struct, frozen=True):
    """A deed that could change hands. ``blocked``: why not, such as buildings in its colour."""

    pos: int
    name: str
    group: str
    mortgaged: bool
    chosen: bool
    blocked: Text


class TradeCard(Struct, frozen=True):
    """Kept cards of one kind: how many he has and puts in."""

    what: str
    label: Text
    held: int
    n: int


class SideView(Struct, frozen=True):
    """One side. ``cash`` is what he has, ``gives`` what he puts in, ``after`` what he has then.

    ``charge``: what he pays the bank for mortgaged deeds he gets.
    """

    who: str
    name: str
    cash: Amount
    gives: Amount
    after: Amount
    charge: Amount
    deeds: tuple[TradeDeed, ...]
    cards: tuple[TradeCard, ...]
    basket: Text


class LiftChoice(Struct, frozen=True):
    """A mortgaged deed in the deal: ten percent now, or paid off at once for ``cost``."""

    pos: int
    label: Text
    chosen: bool


class Given(Struct, frozen=True):
    """Something a side gives; ``group`` is the colour of a deed, "" for money and kept cards."""

    label: Text
    group: str = ""


class OfferView(Struct, frozen=True):
    """An offer that waits for ``b``'s answer. ``seconds`` left of it, -1 without a clock."""

    number: int
    a: str
    b: str
    a_name: str
    b_name: str
    a_gives: tuple[Given, ...]
    b_gives: tuple[Given, ...]
    charges: Text
    seconds: int


class TradeView(Struct, frozen=True):
    """The screen. ``fault`` and ``remedy``: why this deal cannot be made, empty when it can.

    ``clock_ms``: how long a timed deal may take, 0 where the table plays without a clock.
    """

    players: tuple[tuple[str, str], ...]
    sides: tuple[SideView, SideView]
    lifts: tuple[LiftChoice, ...]
    debt_between: bool
    settles: bool
    ready: bool
    fault: Text
    remedy: Text
    offers: tuple[OfferView, ...]
    clock_ms: int


def first_draft(game: Game, who: str = "") -> TradeDraft:
    """A deal of ``who`` with whose turn it is; of him who is up with the next player."""
    playing = game.rules.playing(game.book)
    turn = game.book.get(TURN) or ""
    first = who if who in playing else turn if turn in playing else playing[0]
    after = playing[(playing.index(first) + 1) % len(playing)]
    other = turn if turn in playing and turn != first else after
    return TradeDraft(Side(first), Side(other))


def trade_view(game: Game, now: int, draft: TradeDraft) -> TradeView:
    """The screen for what is chosen so far, at play time ``now`` in ms."""
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    moves: tuple[Move, ...] = ()
    fault = remedy = Text()
    empty = draft.a.empty and draft.b.empty
    if not empty:
        try:
            moves = _moves(game, now, draft.trade())
        except Refused as no:
            fault, remedy = refusal(no, short)
    pair = {draft.a.who, draft.b.who}
    return TradeView(
        players=tuple((who, rules.name(book, who)) for who in rules.playing(book)),
        sides=(_side(game, draft.a, moves), _side(game, draft.b, moves)),
        lifts=_lifts(game, draft, short),
        debt_between=any({debt.who, debt.to} == pair for debt in debts(book)),
        settles=draft.settles,
        ready=not empty and not fault,
        fault=fault,
        remedy=remedy,
        offers=offer_views(game, now),
        clock_ms=1000 * int(rules.option(book, "auction_s") or 0),
    )


def _moves(game: Game, now: int, deal: Trade) -> tuple[Move, ...]:
    """What the bank would book for ``deal``. Raises Refused where it cannot be."""
    return tuple(line for line in game.ask(deal, now).lines if isinstance(line, Move))


def _side(game: Game, side: Side, moves: tuple[Move, ...]) -> SideView:
    rules, book, who = game.rules, game.book, side.who
    short = rules.edition.short_money
    cash = book.held(who, MONEY)
    money = [move for move in moves if move.what == MONEY]
    gets = sum(m.n for m in money if m.target == who) - sum(m.n for m in money if m.source == who)
    charge = sum(m.n for m in money if (m.source, m.target) == (who, BANK))
    return SideView(
        who=who,
        name=rules.name(book, who),
        cash=Amount(cash, short),
        gives=Amount(side.cash, short),
        after=Amount(cash + gets, short),
        charge=Amount(charge, short),
        deeds=tuple(
            TradeDeed(
                deed.pos,
                deed.name,
                deed.group,
                rules.mortgaged(book, deed.pos),
                deed.pos in side.deeds,
                _blocked(game, deed, short),
            )
            for deed in rules.deeds_of(book, who)
        ),
        cards=tuple(
            TradeCard(what, Text(piece_word(what)), held, dict(side.cards).get(what, 0))
            for what in rules.edition.cards
            if (held := book.held(who, what))
        ),
        basket=_basket(game, side.cash, side.deeds, side.cards),
    )


def _blocked(game: Game, deed: Deed, short: bool) -> Text:
    try:
        game.rules.may_change_hands(game.book, deed)
    except Refused as no:
        return joined([part for part in refusal(no, short) if part], " ")
    return Text()


def _basket(
    game: Game, cash: int, deeds: tuple[int, ...], cards: tuple[tuple[str, int], ...]
) -> Text:
    """What a side gives, in one line."""
    return joined([one.label for one in _given(game, cash, deeds, cards)], ", ")


def _given(
    game: Game, cash: int, deeds: tuple[int, ...], cards: tuple[tuple[str, int], ...]
) -> tuple[Given, ...]:
    short = game.rules.edition.short_money
    parts = [Given(text("{amount}", short, amount=Amount(cash, short)))] if cash else []
    for pos in deeds:
        deed = game.rules.at(game.book).deeds[pos]
        name = Text("{deed}", (("deed", deed.name),))
        mortgaged = game.rules.mortgaged(game.book, pos)
        label = Text("{deed} (mortgaged)", (("deed", name),)) if mortgaged else name
        parts.append(Given(label, deed.group))
    parts += [Given(piece_count(what, n)) for what, n in cards]
    return tuple(parts) or (Given(Text("nothing")),)


def _lifts(game: Game, draft: TradeDraft, short: bool) -> tuple[LiftChoice, ...]:
    rules, book = game.rules, game.book
    lines = []
    for side, taker in ((draft.a, draft.b), (draft.b, draft.a)):
        for pos in side.deeds:
            if rules.mortgaged(book, pos):
                label = text(
                    "{who} pays {interest} for {deed}; {cost} more pays it off at once",
                    short,
                    who=rules.name(book, taker.who),
                    deed=rules.at(game.book).deeds[pos].name,
                    interest=Amount(rules.interest(book, pos), short),
                    cost=Amount(rules.mortgage_value(book, pos), short),
                )
                lines.append(LiftChoice(pos, label, pos in draft.lift))
    return tuple(lines)


def offer_views(game: Game, now: int) -> tuple[OfferView, ...]:
    """Every offer that waits for an answer, the oldest first."""
    return tuple(_offer(game, now, one) for one in offers(game.book))


def _offer(game: Game, now: int, one: OpenOffer) -> OfferView:
    rules, book = game.rules, game.book
    gives = [_given(game, side.cash, side.deeds, side.cards) for side in (one.a_gives, one.b_gives)]
    return OfferView(
        number=one.number,
        a=one.a,
        b=one.b,
        a_name=rules.name(book, one.a),
        b_name=rules.name(book, one.b),
        a_gives=gives[0],
        b_gives=gives[1],
        charges=_charges(game, now, agreed(one)),
        seconds=max(0, -(-(one.ends - now) // 1000)) if one.ends else -1,
    )


def _charges(game: Game, now: int, deal: Trade) -> Text:
    """What both pay the bank for mortgaged deeds; empty for nothing."""
    short = game.rules.edition.short_money
    try:
        moves = _moves(game, now, deal)
    except Refused:
        return Text()
    lines = [
        text(
            "{who} pays the bank {amount}",
            short,
            who=game.rules.name(game.book, move.source),
            amount=Amount(move.n, short),
        )
        for move in moves
        if move.what == MONEY and move.target == BANK
    ]
    return joined(lines)
