"""Pictures of the trading unit that tests look at, with the longest names a table may have."""

from __future__ import annotations

from companion.faces.views import PanelView, ShellView, Text, UnitView, View
from companion.unit.frame import Frame
from companion.unit.unit import Phase

BAR = ShellView(
    title="City", play_seconds=4_323, can_undo=True, can_redo=True,
    panels=(PanelView("gpio", True),),
)  # fmt: skip
BROKEN = PanelView(
    "gpio", False,
    Text("Pin GPIO{pin} is in use by another program. Close it and press the button again.",
         (("pin", 17),)),
)  # fmt: skip


def auction(**parts: object) -> UnitView:
    """An auction with 28 of 50 seconds left."""
    usual: dict[str, object] = {
        "seconds": 28, "left_ms": 28_000, "total_ms": 50_000, "frame": Frame(ring=255),
    }  # fmt: skip
    return UnitView(phase=Phase.AUCTION, **{**usual, **parts})  # type: ignore[arg-type]


UNIT_VIEWS = {
    "power-on": View(),
    "rolling": View(1, BAR, UnitView(Phase.ROLLING, frame=Frame(marks=(0, 0, 255, 0)))),
    "result": View(1, BAR, UnitView(Phase.SHOWN, 2, player="Maximiliane",
                                    frame=Frame(marks=(0, 255, 0, 0)))),
    "again": View(1, BAR, UnitView(Phase.SHOWN, 4, player="Maximiliane",
                                   why=Text("Build was pressed already this turn."),
                                   frame=Frame(marks=(0, 0, 0, 255)))),
    "auction": View(1, BAR, auction(subject="Harbor Heights and Old Town")),
    "three figures": View(1, BAR, auction(seconds=180, left_ms=180_000, total_ms=180_000)),
    "paused": View(1, BAR, auction(paused=True)),
    "offer": View(1, ShellView(play_seconds=480), auction(paused=True, offer_resume=True,
                                                          seconds=27, left_ms=27_000)),
    "sold": View(1, BAR, UnitView(Phase.SOLD)),
    "paused idle": View(1, BAR, UnitView(paused=True)),
    "panel lost": View(1, ShellView("Mega", 36_000, panels=(BROKEN,), can_undo=True,
                                    notice=BROKEN.text), UnitView()),
}  # fmt: skip
