"""What the picture of a table is made of: seats, deeds, spaces, debts, and the end."""

from __future__ import annotations

from msgspec import Struct

from companion.faces.money import Amount
from companion.faces.views import Text


class HeldUp(Struct, frozen=True):
    """Where a player may be held up: "in jail", and the words on the buttons into it and out."""

    within: Text = Text()
    enter: Text = Text()
    out: Text = Text()


class Seat(Struct, frozen=True):
    """A player; ``under`` is the line below the name, ``owes`` his debts together, 0 for none.

    ``rank`` is his place once the game has ended or he is out, else 0. ``cards``: kinds he keeps.
    ``tag``: what everybody must see of him in this game, in a word, ``colour`` its group's.
    ``last_try``: without a double he pays the fine and leaves jail now.
    """

    letter: str
    name: str
    cash: Amount
    under: Text
    current: bool
    jailed: bool
    out: bool
    owes: Amount
    rank: int
    deeds: int
    cards: tuple[str, ...]
    corner: HeldUp = HeldUp()
    tag: Text = Text()
    colour: str = ""
    last_try: bool = False


class Tile(Struct, frozen=True):
    """A deed as it lies on the table.

    ``short`` fits a small tile. ``owner`` a seat's letter or "". ``buildings`` are (place of the
    piece in the box, how many), ``landmarks`` what else stands there. ``dice``: its rent needs the
    dice. ``disputed``: sources of the printed figures differ, so the card should be looked at.
    """

    pos: int
    name: str
    short: str
    kind: str
    group: str
    owner: str
    buildings: tuple[tuple[int, int], ...]
    landmarks: tuple[str, ...]
    mortgaged: bool
    dice: bool
    disputed: bool
    on_offer: bool


class Spot(Struct, frozen=True):
    """A space without a deed; ``card``: one is drawn there. Of several the nearest one ahead.

    ``name`` as its board prints it, ``words`` what stands on the tile. ``behind``: the nearest one
    on the way back. ``unsure``: the dice may have led to another one of them.
    """

    pos: int
    kind: str
    name: Text
    words: Text
    card: bool
    behind: int = 0
    unsure: bool = False


class OpenLanding(Struct, frozen=True):
    """What the last landing left open: ``kind`` "buy", "rent", "tax" or what the space asks."""

    kind: str
    who: str
    to: str
    pos: int
    amount: Amount


class DebtView(Struct, frozen=True):
    """An open debt; ``to`` is a seat, "bank" or "pot", ``to_name`` how that is called."""

    number: int
    who: str
    who_name: str
    to: str
    to_name: str
    amount: Amount


class Wish(Struct, frozen=True):
    """Money a player's own device asks of the bank; the banker agrees or refuses."""

    number: int
    name: str
    amount: Amount


class FinalPlace(Struct, frozen=True):
    """One line of the final ranking; players may share a rank."""

    rank: int
    letter: str
    name: str
    total: Amount


class Ending(Struct, frozen=True):
    """Why the game ended and who came where, best first."""

    why: str
    places: tuple[FinalPlace, ...]
