"""What a phone may ask of the bank, by the level the table has set, and for whom alone."""

from __future__ import annotations

from msgspec import Struct, structs

from companion.core.book import BANK
from companion.core.errors import Refused
from companion.core.facts import RENT, TURN
from companion.core.game import Game
from companion.core.requests import Offer, Pay, Rent, Request
from companion.core.trade import offers
from companion.core.work import debts

LOOK, ANSWER, ACT, NEVER = "look", "answer", "act", "never"
LEVELS = (LOOK, ANSWER, ACT)
"""Look only; answer and bid, which is usual; act in the own turn."""

RIGHTS = {
    # what is asked of a player, or due to him
    "bid": ANSWER, "rent": ANSWER, "waive": ANSWER, "settle": ANSWER, "tax": ANSWER,
    "accept": ANSWER, "withdraw": ANSWER, "offer": ANSWER, "pay": ANSWER,
    "dodge": ANSWER, "pay_cards": ANSWER, "say_no": ANSWER, "concede": ANSWER,
    # what the table does for the player who is up
    "roll": ACT, "land": ACT, "goto": ACT, "salary": ACT, "roll_again": ACT, "end_turn": ACT,
    "leave_jail": ACT, "buy": ACT, "decline": ACT, "build": ACT, "sell": ACT, "mortgage": ACT,
    "lift": ACT, "want": ACT, "unwant": ACT, "ride": ACT, "void": ACT, "bonus": ACT, "spread": ACT,
    "jump": ACT, "gift": ACT, "role": ACT, "bank": ACT, "lay": ACT, "play": ACT, "flip": ACT,
    # what only the table does
    "jail": NEVER, "stand": NEVER, "fine": NEVER, "each_pays": NEVER, "pays_each": NEVER,
    "repairs": NEVER, "take": NEVER, "give_back": NEVER, "hand_over": NEVER, "place": NEVER,
    "clear": NEVER, "put": NEVER, "deal": NEVER, "auction": NEVER, "close": NEVER,
    "cancel": NEVER, "bankrupt": NEVER, "confirm": NEVER, "dismiss": NEVER, "correct": NEVER,
    "correct_payee": NEVER, "mend": NEVER, "option": NEVER, "rename": NEVER, "finish": NEVER,
    "count": NEVER, "undo": NEVER, "redo": NEVER, "press": NEVER, "advance": NEVER,
    "state": NEVER, "due": NEVER, "raise": NEVER, "allowed": NEVER, "standings": NEVER,
    "ledger": NEVER, "export": NEVER,
}  # fmt: skip
"""Every word of ``docs/requests.md``; one that is new is refused until it stands here."""
OF_THE_TURN = frozenset({"end_turn", "roll_again"})
"""Words that name nobody and are the player's who is up."""
OF_THE_RENT = {"rent": ("to", "who"), "waive": ("to",), "dodge": ("who",)}
OF_THE_OFFER = {"accept": ("b",), "withdraw": ("a", "b")}
"""Words about what is open, and which of its two sides may say them."""
RAISING = frozenset({"sell", "mortgage"})
"""Not in one's own turn alone, but whenever one owes."""


class Bound(Struct, frozen=True):
    """A request made the own one of ``seat``."""

    request: Request
    seat: str

    def check(self, game: Game) -> None:
        """Raises Refused where the turn, the rent or the offer is another's by now."""
        book, seat, word = game.book, self.seat, self.request.do
        owes = word in RAISING and any(debt.who == seat for debt in debts(book))
        if RIGHTS[word] == ACT and book.get(TURN) != seat and not owes:
            raise Refused("not_your_turn", "It is not your turn.", "Wait until you are up.")
        sides: tuple[object, ...]
        if word in OF_THE_RENT:
            rent = book.get(RENT)
            sides = tuple(getattr(rent, side, "") for side in OF_THE_RENT[word])
        elif word in OF_THE_OFFER:
            number = getattr(self.request, "offer", None)
            offer = next((one for one in offers(book) if one.number == number), None)
            sides = tuple(getattr(offer, side, "") for side in OF_THE_OFFER[word])
        else:
            return
        if seat not in sides:
            raise not_yours()


def not_yours() -> Refused:
    """What is said to who asks for another."""
    return Refused("not_yours", "That is not for your seat to do.", "Ask at the table.")


def may(word: str, level: str) -> bool:
    """Whether phones of ``level`` have this request at all."""
    right = RIGHTS.get(word, NEVER)
    return right in LEVELS and LEVELS.index(right) <= LEVELS.index(level)


def bound(request: Request, seat: str, level: str) -> Bound:
    """``request`` as seat ``seat``'s own: whom a phone names itself does not count.

    Raises Refused ``not_allowed`` where ``level`` does not have it, ``not_yours`` where it would
    take another's money.
    """
    if not may(request.do, level):
        raise Refused(
            "not_allowed", "Phones may not do that in this game.", "Do it on the table's screen."
        )
    if isinstance(request, Pay):
        if seat not in (request.source, request.target if request.source == BANK else ""):
            raise not_yours()
        return Bound(structs.replace(request, by=seat), seat)
    if isinstance(request, Offer):
        return Bound(structs.replace(request, a=seat), seat)
    if isinstance(request, Rent):  # the open one: no rent without a landing
        return Bound(Rent(id=request.id), seat)
    if any(field.name == "who" for field in structs.fields(request)):
        return Bound(structs.replace(request, who=seat), seat)
    if request.do in OF_THE_TURN | OF_THE_RENT.keys() | OF_THE_OFFER.keys():
        return Bound(request, seat)
    raise not_yours()
