"""The whole table in one look: seats, deeds, stock, whose turn it is and what is open.

Built anew after every entry, never while nothing happens; costs the same however long the game.
"""

from __future__ import annotations

from itertools import islice

from msgspec import Struct

from companion.core.book import BANK, MONEY, POT
from companion.core.edition import Deed
from companion.core.entry import Entry, Mark
from companion.core.facts import (
    AGAIN,
    AT,
    BUILD_CLAIMS,
    ENDED,
    JAILED,
    MOVED,
    PAY_REQUESTS,
    PURCHASE,
    QUEUE,
    RENT,
    ROLLED,
    TASK,
    TAX,
    TURN,
)
from companion.core.game import UNIT, Game
from companion.core.ledger_text import sentence
from companion.core.requests import Auction
from companion.core.turn import last_try
from companion.core.values import Corner, Extra
from companion.core.work import debts
from companion.faces.asked import Asked, asked_now
from companion.faces.auction import AuctionView, Sold, auction_view, sold_view
from companion.faces.money import Amount, counted, joined, piece_count, spoken
from companion.faces.parts import (
    DebtView,
    Ending,
    FinalPlace,
    HeldUp,
    OpenLanding,
    Seat,
    Spot,
    Tile,
    Wish,
)
from companion.faces.spaces import CARD_SPACES, landmarks, short_name, spots, whereabouts
from companion.faces.trade import OfferView, offer_views
from companion.faces.trying import refused
from companion.faces.views import Text

__all__ = [
    "DebtView", "Ending", "FinalPlace", "GameView", "OpenLanding", "Seat", "Spot", "Tile", "Wish",
    "debt_views", "game_view", "stock_line",
]  # fmt: skip

MOVES = frozenset({"land", "roll", "goto", "jail", "ride", "ride_ticket", "bonus"})
"""Entries that move somebody's token."""
BEGINS = frozenset({"turn", "turn_no"})
"""Facts that change when a turn begins, or one goes on after a double."""
LOOK_BACK = 200
"""How many entries a turn is looked back over at most, so that no turn makes the table slow."""


class GameView(Struct, frozen=True):
    """Everything the table screen shows, and what every other screen needs at a glance.

    ``edition`` is the printing's label, ``short`` how its money is written, ``turn`` a letter.
    ``landed``/``again``: he moved in this turn / a double lets him roll once more. ``last`` is
    what was booked last. ``kept``: kinds of cards players keep. ``queue``: deeds the
    bank has yet to auction. ``wanted``: pieces several claim that can be auctioned now.
    ``board``: the game is played on one, not with cards alone. ``asked``: what only this game
    asks now. ``third_die``: what a third die may show, where there is one. ``entries``: how many
    there are, since two that look alike (the same card laid twice) are no one view. ``rolled``: the
    dice of this turn were entered; ``on_card``: they led to a card space. ``places``: where
    ``turn`` may stand, if that is not known. ``sold``: the last entry did so, by auction.
    ``auctions``: the bank auctions deeds in this game.
    ``chips``: the amounts cards and deals ask most. ``offers`` wait for an answer.
    """

    edition: str
    short: bool
    seats: tuple[Seat, ...]
    tiles: tuple[Tile, ...]
    spots: tuple[Spot, ...]
    stock: Text
    turn: str
    turn_name: str
    landed: bool
    again: bool
    last: Text
    opened: OpenLanding | None
    debts: tuple[DebtView, ...]
    auction: AuctionView | None
    queue: tuple[tuple[int, str], ...]
    wanted: tuple[str, ...]
    wishes: tuple[Wish, ...]
    salary: Amount
    jail_fine: Amount
    kept: tuple[str, ...]
    pot: Amount | None
    pieces: tuple[str, ...]
    can_undo: bool
    can_redo: bool
    ended: Ending | None
    chips: tuple[Amount, ...] = ()
    board: bool = True
    extra: Extra = Extra()
    asked: Asked | None = None
    third_die: tuple[str, ...] = ()
    entries: int = 0
    rolled: bool = False
    on_card: bool = False
    places: tuple[tuple[int, Text], ...] = ()
    sold: Sold | None = None
    auctions: bool = False
    offers: tuple[OfferView, ...] = ()

    def seat(self, letter: str) -> Seat | None:
        """The seat of a letter."""
        return next((seat for seat in self.seats if seat.letter == letter), None)

    def tile(self, pos: int) -> Tile | None:
        """The deed at a position."""
        return next((tile for tile in self.tiles if tile.pos == pos), None)


USUAL_AMOUNTS = (10, 20, 50, 100, 150, 200)
"""Smallest units of money, in every game."""


def game_view(game: Game, now: int) -> GameView:
    """The table of ``game`` at play time ``now`` in ms."""
    rules, book = game.rules, game.book
    printed = rules.at(book)
    short = printed.short_money
    turn = book.get(TURN) or ""
    last = _last(game)
    return GameView(
        edition=printed.label,
        short=short,
        chips=tuple(Amount(n * printed.unit, short) for n in USUAL_AMOUNTS),
        seats=_seats(game, short),
        tiles=_tiles(game),
        spots=spots(game, turn),
        stock=stock_line(game),
        turn=turn,
        turn_name=rules.name(book, turn),
        landed=_landed(game),
        again=book.get(AGAIN) or False,
        last=spoken(sentence(rules, book, last), short) if last else Text(),
        opened=_opened(game, short),
        debts=debt_views(game),
        auction=auction_view(game),
        queue=tuple((pos, printed.deeds[pos].name) for pos in book.get(QUEUE) or ()),
        wanted=_wanted(game, now),
        wishes=tuple(
            Wish(one.number, rules.name(book, one.target), Amount(one.amount, short))
            for one in book.get(PAY_REQUESTS) or ()
        ),
        salary=Amount(rules.salary(book, turn, exact=False) if printed.spaces else 0, short),
        kept=tuple(printed.cards),
        jail_fine=Amount(rules.jail_fine(book, turn) if printed.spaces else 0, short),
        pot=Amount(book.held(POT, MONEY), short) if rules.option(book, "parking_pot") else None,
        pieces=tuple(printed.stock),
        can_undo=game.can_undo() is not None,
        can_redo=game.can_redo() is not None,
        ended=_ending(game, short),
        board=bool(printed.spaces),
        extra=rules.extra(book),
        asked=asked_now(game),
        third_die=tuple(dict.fromkeys(rules.third_die)),
        entries=len(book),
        rolled=book.get(ROLLED) or False,
        on_card=_on_card(game, turn),
        places=whereabouts(game, turn),
        sold=sold_view(game, last),
        auctions=rules.auctions_estate,
        offers=offer_views(game, now),
    )


def stock_line(game: Game) -> Text:
    """What the bank has to build with; of a box that never runs out only the scarce pieces."""
    return counted({piece: game.book.held(BANK, piece) for piece in game.rules.scarce})


def debt_views(game: Game) -> tuple[DebtView, ...]:
    """All open debts, oldest first."""
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    return tuple(
        DebtView(
            debt.number,
            debt.who,
            rules.name(book, debt.who),
            debt.to,
            rules.name(book, debt.to),
            Amount(debt.amount, short),
        )
        for debt in debts(book)
    )


def _landed(game: Game) -> bool:
    """Whether the player who is up has moved; looks back over one turn and no further."""
    for entry in islice(reversed(game.book.entries), LOOK_BACK):
        if game.is_void(entry.id) or entry.reason in ("undo", "redo"):
            continue
        begins = {line.what for line in entry.lines if isinstance(line, Mark)} & BEGINS
        mine = entry.detail.get("who") == game.book.get(TURN)
        if entry.reason in MOVES and mine and "turn" not in begins:
            return True
        if begins:
            return False
    return False


def _on_card(game: Game, who: str) -> bool:
    """Whether the dice or a card have led ``who`` to a card space in this turn."""
    book, spaces = game.book, game.rules.edition.spaces
    if not spaces or not book.get(ROLLED) or book.get(MOVED) != who:
        return False
    here = book.get(AT(who)) or 0
    return book.get(JAILED(who)) is None and spaces[here].kind in CARD_SPACES


def _last(game: Game) -> Entry | None:
    """The last thing booked; the trading unit's own notes aside."""
    recent = islice(reversed(game.book.entries), LOOK_BACK)
    return next((entry for entry in recent if not entry.reason.startswith(UNIT)), None)


def _seats(game: Game, short: bool) -> tuple[Seat, ...]:
    rules, book = game.rules, game.book
    out, turn = rules.out(book), book.get(TURN)
    ended = book.get(ENDED)
    ranks = {one.who: one.rank for one in ended.ranking} if ended else {}
    owed: dict[str, int] = {}
    for debt in debts(book):
        owed[debt.who] = owed.get(debt.who, 0) + debt.amount
    seats = []
    for who in rules.seats(book):
        gone = who in out
        jailed = book.get(JAILED(who)) is not None
        deeds = len(rules.deeds_of(book, who))
        owes = Amount(owed.get(who, 0), short)
        rank = ranks.get(who, len(rules.seats(book)) - out.index(who) if gone else 0)
        under = _under(game, who, deeds, jailed, owes)
        badge = rules.badge(book, who)
        if gone:
            under = Text("bankrupt · place {n}", (("n", rank),))
        seats.append(
            Seat(
                letter=who,
                name=rules.name(book, who),
                cash=Amount(rules.cash(book, who), short),
                under=under,
                current=who == turn and not ended,
                jailed=jailed,
                out=gone,
                owes=owes,
                rank=rank,
                deeds=deeds,
                cards=tuple(card for card in rules.edition.cards if book.held(who, card)),
                corner=_corner(rules.corner(book, who)),
                tag=spoken(badge.label, short),
                colour=badge.colour,
                last_try=last_try(rules, book, who),
            )
        )
    return tuple(seats)


def _corner(corner: Corner) -> HeldUp:
    return HeldUp(*(spoken(words, False) for words in (corner.within, corner.enter, corner.out)))


def _under(game: Game, who: str, deeds: int, jailed: bool, owes: Amount) -> Text:
    rules, book = game.rules, game.book
    pieces: dict[str, int] = {}
    for deed in rules.deeds_of(book, who):
        for piece, n in rules.pieces_on(book, deed.pos).items():
            pieces[piece] = pieces.get(piece, 0) + n
    badge = rules.badge(book, who).words
    parts = [Text("{n} deed", (("n", deeds),))] if deeds and not badge.template else []
    if owes.value:
        return Text("owes {amount}", (("amount", owes),))
    if jailed:
        return joined([*parts, spoken(rules.corner(book, who).within, False)])
    if badge.template:
        return spoken(badge, False)
    built = rules.in_short(pieces)
    if built is None:
        parts += [piece_count(piece, n) for piece, n in pieces.items()]
    elif built.template:
        parts.append(spoken(built, False))
    parts += [
        Text("{n} jail card", (("n", n),)) if card == "jail_card" else piece_count(card, n)
        for card in rules.edition.cards
        if (n := book.held(who, card))
    ]
    return joined(parts) if parts else Text("no deeds yet")


def _tiles(game: Game) -> tuple[Tile, ...]:
    """Every deed, kind by kind as they first come on the board, in board order."""
    rules, book = game.rules, game.book
    offer = book.get(PURCHASE)
    disputed = {item.pos for item in rules.edition.disputed}
    kinds: list[str] = []
    for deed in rules.at(book).deeds.values():
        if deed.kind not in kinds:
            kinds.append(deed.kind)
    order = sorted(rules.at(book).deeds.values(), key=lambda d: (kinds.index(d.kind), d.pos))
    places = {piece: place for place, piece in enumerate(rules.marks)}
    return tuple(
        _tile(game, deed, places, offer is not None and offer.pos == deed.pos, deed.pos in disputed)
        for deed in order
    )


def _tile(game: Game, deed: Deed, places: dict[str, int], on_offer: bool, disputed: bool) -> Tile:
    rules, book = game.rules, game.book
    return Tile(
        pos=deed.pos,
        name=deed.name,
        short=short_name(game, deed.pos),
        kind=deed.kind,
        group=deed.group,
        owner=rules.owner(book, deed.pos),
        buildings=tuple(
            (places[piece], n)
            for piece, n in rules.pieces_on(book, deed.pos).items()
            if piece in places
        ),
        landmarks=landmarks(game, deed.pos),
        mortgaged=rules.mortgaged(book, deed.pos),
        dice=bool(deed.factors),
        disputed=disputed,
        on_offer=on_offer,
    )


def _opened(game: Game, short: bool) -> OpenLanding | None:
    book = game.book
    offer = book.get(PURCHASE)
    rent = book.get(RENT)
    tax = book.get(TAX)
    task = book.get(TASK)
    printed = game.rules.at(book)
    if task:
        return OpenLanding(task.kind, task.who, BANK, task.pos, Amount(0, short))
    if offer:
        price = Amount(printed.deeds[offer.pos].price, short)
        return OpenLanding("buy", offer.who, BANK, offer.pos, price)
    if rent:
        return OpenLanding("rent", rent.who, rent.to, rent.deed, Amount(rent.amount, short))
    if tax:
        due = game.rules.tax(book, tax.who, printed.taxes[tax.pos], "", None)
        amount = Amount(due.amount, short)
        return OpenLanding("tax", tax.who, BANK, tax.pos, amount)
    return None


def _wanted(game: Game, now: int) -> tuple[str, ...]:
    """Pieces that more players claim than the bank has: each can be auctioned."""
    if not game.book.get(BUILD_CLAIMS):
        return ()
    pieces = game.rules.edition.stock
    return tuple(piece for piece in pieces if not refused(game, now, Auction(piece=piece)))


def _ending(game: Game, short: bool) -> Ending | None:
    ended = game.book.get(ENDED)
    if not ended:
        return None
    name = game.rules.name
    return Ending(
        ended.why,
        tuple(
            FinalPlace(one.rank, one.who, name(game.book, one.who), Amount(one.total, short))
            for one in ended.ranking
        ),
    )
