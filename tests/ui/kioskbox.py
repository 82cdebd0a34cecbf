"""The kiosk's app on a stage, with a computer that notes what it was told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.faces.views import View
from companion.storage.settings import Settings
from tests.ui.stage import Stage, stage
from tests.ui.views import BAR


class Box:
    """A computer and the light of its screen; it notes what it was told."""

    def __init__(self) -> None:
        self.orders: list[str] = []
        self.light: list[int] = []

    def switch_off(self) -> None:
        self.orders.append("off")

    def restart(self) -> None:
        self.orders.append("restart")

    def leave(self) -> None:
        self.orders.append("leave")

    def shine(self, percent: int) -> None:
        self.light.append(percent)


@contextmanager
def kiosk(view: View | None = None, settings: Settings | None = None) -> Iterator[Stage]:
    from companion.ui.kiosk import Kiosk

    box = Box()
    with stage(view or View(1, BAR), settings=settings, kiosk=Kiosk(box, box)) as made:
        made.box = box  # type: ignore[attr-defined]
        yield made


def orders(made: Stage) -> list[str]:
    return made.box.orders  # type: ignore[attr-defined]


def light(made: Stage) -> list[int]:
    return made.box.light  # type: ignore[attr-defined]
