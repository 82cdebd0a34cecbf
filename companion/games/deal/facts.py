"""The facts only the card game notes; see ``companion.core.facts``."""

from __future__ import annotations

from companion.core.fact import Fact, Record


class Claim(Record, frozen=True):
    """What ``by`` wants of ``who`` with the card ``what``; ``noes`` cards have said no to it.

    ``takes`` and ``gives`` are cards, each as "card@colour"; ``group`` is the colour it lies in
    then.
    """

    number: int
    what: str
    by: str
    who: str
    amount: int = 0
    noes: int = 0
    takes: str = ""
    gives: str = ""
    group: str = ""

    @property
    def answers(self) -> str:
        """Whose answer is awaited."""
        return self.by if self.noes % 2 else self.who


class Received(Record, frozen=True):
    """``who`` was just given the card ``what``."""

    who: str
    what: str


CARDS_PLAYED = Fact("plays", int, "cards played in this turn")
JUST_RECEIVED = Fact("fresh", tuple[Received, ...], "cards given away in a swap")
CLAIMS = Fact("claims", tuple[Claim, ...], "what is still to be answered, in this order")
CLAIM_NO = Fact("claim_no", int, "the number of the last claim")
