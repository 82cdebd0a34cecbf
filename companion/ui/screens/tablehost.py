"""What the sheets over the table ask of its page."""

from __future__ import annotations

from companion.session.commit import Answer
from companion.ui.bankpage import BankPage


class TableHost(BankPage):
    """The page its sheets lie on; ``table.TablePage`` is one."""

    def move_by_card(self, way: str) -> None:
        """The next tap on a space is where a card takes the player, "on" or "back"."""

    def next_player(self, press_id: str) -> None:
        """The turn is over."""

    def open_dice(self, in_jail: bool = False) -> None:
        """What the dice show; nobody has to enter it."""

    def open_transfer(self, source: str = "") -> None:
        """Money from one to another."""

    def rolled(self, answer: Answer) -> None:
        """The dice are entered: go where they lead."""
