"""Every fact the bank's book may hold; those of one game stand in its own ``facts`` module.

Keys and fields are the format of a saved game: both stay for good. docs/journal.md lists them.
"""

from __future__ import annotations

from companion.core.fact import Fact, Facts, Record


class Landing(Record, frozen=True):
    """``who`` stands on the space at ``pos``."""

    who: str
    pos: int


class OpenRent(Record, frozen=True):
    """``who`` owes ``to`` the rent of ``deed``, worked out with ``dice`` and ``times``."""

    who: str
    to: str
    deed: int
    amount: int
    dice: int | None
    times: int


class Task(Record, frozen=True):
    """What the space at ``pos`` obliges ``who`` to; ``kind`` such as "planning"."""

    kind: str
    who: str
    pos: int


class FurtherMove(Record, frozen=True):
    """A further move of ``who`` that the dice give; ``kind`` is the face of the die."""

    kind: str
    who: str


class HighBid(Record, frozen=True):
    """The highest bid."""

    who: str
    amount: int


class TimedBid(Record, frozen=True):
    """A bid, ``at`` play time in ms."""

    who: str
    amount: int
    at: int


class BuildClaim(Record, frozen=True):
    """``who`` would build on ``deed`` as soon as there are pieces."""

    who: str
    deed: int


class PayRequest(Record, frozen=True):
    """``by`` asks the bank to pay ``amount`` to ``target``."""

    number: int
    by: str
    target: str
    amount: int


class Gives(Record, frozen=True):
    """What one side of an offer gives: money, deeds by position, (card, how many)."""

    cash: int
    deeds: tuple[int, ...]
    cards: tuple[tuple[str, int], ...]


class SeenDeed(Record, frozen=True):
    """A deed as it was when an offer was made."""

    pos: int
    owner: str
    mortgaged: bool


class OpenOffer(Record, frozen=True):
    """``a`` offers ``b`` a deal until play time ``ends`` in ms, 0 for ever.

    ``lift``: mortgages paid off with it. ``settles``: it settles the debts between both.
    """

    number: int
    a: str
    b: str
    a_gives: Gives
    b_gives: Gives
    lift: tuple[int, ...]
    settles: bool
    ends: int
    seen: tuple[SeenDeed, ...]


class Correction(Record, frozen=True):
    """A card of this table says ``value``; ``pos`` -1 is a figure of the rules."""

    pos: int
    field: str
    value: int | str


class Rank(Record, frozen=True):
    """A place in the ranking, and what ``who`` was worth."""

    rank: int
    who: str
    total: int


class Ended(Record, frozen=True):
    """Why the game ended, and the ranking, best first."""

    why: str
    ranking: tuple[Rank, ...]


class RenewedAuction(Record, frozen=True):
    """The auction noted with ``noted_opened`` and ``noted_ends`` runs from ``opened`` to ``ends``.

    All are play times in ms.
    """

    noted_opened: int
    noted_ends: int
    opened: int
    ends: int


class Debt(Record, frozen=True):
    """An open debt; ``deed``: handed over when it is paid (an auction won beyond the cash)."""

    number: int
    who: str
    to: str
    amount: int
    why: str
    deed: int = -1


class AuctionLot(Record, frozen=True):
    """What an auction is about: one ``deed`` (position) or one ``piece`` several want."""

    deed: int = -1
    piece: str = ""
    first: int = 0
    step: int = 1
    opened: int = 0
    ends: int = 0
    cap: int = 0
    bidders: tuple[str, ...] = ()


# --- the table -----------------------------------------------------------------------------

EDITION = Fact("edition", str, "the printing that is played")
PLAYERS = Fact("players", tuple[str, ...], "the seats in playing order")
NAME = Facts("name:{who}", str, "a player's name")
OPTION: Facts[bool | int | str] = Facts("option:{name}", bool | int | str, "a house rule")
CORRECTIONS = Fact("cards", tuple[Correction, ...], "what cards of this table say")
LIMIT = Fact("limit", int, "the play time in ms at which the game ends")
BANKRUPT = Fact("out", tuple[str, ...], "who is bankrupt, first one first")
FINAL = Fact("final", str, "why the game ends once the final count is thrown")
ENDED = Fact("ended", Ended, "the end of the game")

# --- the turn ------------------------------------------------------------------------------

TURN = Fact("turn", str, "whose turn it is")
TURN_NO = Fact("turn_no", int, "which turn to build in it is, from 1")
AT = Facts("at:{who}", int, "the space a player stands on")
UNSURE = Facts(
    "unsure:{who}",
    int,
    "a player came from this space to one of several of a kind; -1: from where nobody knows",
)
JAILED = Facts("jail:{who}", int, "a player is in jail and has rolled so often there")
ROLLED = Fact("rolled", bool, "the dice of this turn are rolled")
AGAIN = Fact("again", bool, "a double was rolled: once more")
DOUBLES = Fact("doubles", int, "doubles in a row in this turn")
FREED = Fact("freed", str, "who left jail by a double, or when this turn was over")
MOVED = Fact("moved", str, "who was up when a token last arrived in this turn")

# --- what a landing leaves open --------------------------------------------------------------

PURCHASE = Fact("offer_buy", Landing, "a deed is on offer to who landed on it")
RENT = Fact("rent", OpenRent, "a rent nobody has taken yet")
TAX = Fact("tax", Landing, "a tax that is not yet paid")
TASK = Fact("task", Task, "what a space asks for")
FURTHER_MOVE = Fact("bonus", FurtherMove, "a further move is still to be made")

# --- money and deeds -------------------------------------------------------------------------

DEBTS = Fact("debts", tuple[Debt, ...], "open debts, oldest first")
DEBT_NO = Fact("debt_no", int, "the number of the last debt")
PAY_REQUESTS = Fact("wishes", tuple[PayRequest, ...], "payments the banker has to confirm")
PAY_REQUEST_NO = Fact("wish_no", int, "the number of the last of these payments")
MORTGAGE: Facts[bool | int] = Facts(
    "mortgage:{deed}", bool | int, "a deed is mortgaged: true, or the sum it was mortgaged for"
)
BUILD_CLAIMS = Fact("wants", tuple[BuildClaim, ...], "who would build where, oldest claim first")
OFFERS = Fact("offers", tuple[OpenOffer, ...], "offers that wait for an answer, oldest first")
OFFER_NO = Fact("offer_no", int, "the number of the last offer")

# --- auctions --------------------------------------------------------------------------------

AUCTION = Fact("auction", AuctionLot, "the running auction")
HIGH_BID = Fact("bid", HighBid, "the highest bid of the running auction")
BIDS = Fact("bids", tuple[TimedBid, ...], "all bids of the running auction, oldest first")
QUEUE = Fact("queue", tuple[int, ...], "deeds the bank still has to auction, next one first")

# --- deadlines an undo brought back after their time -------------------------------------------

RENEWED_AUCTION = Fact("clock.auction", RenewedAuction, "the auction runs anew")
VOID_LIMIT = Fact("clock.limit", int, "the time limit that counts no longer")
ENDLESS_OFFERS = Fact("clock.offers", tuple[int, ...], "offers that wait without a deadline")
