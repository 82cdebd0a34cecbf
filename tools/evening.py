"""A City half-evening played through the real app on a virtual screen, in fast-forward.

``python -m tools.evening`` touches the real window with a real pointer, presses mock pins,
and leaves numbered pictures and a protocol in ``build/evening``. With ``--or-app`` it opens the
app instead where a screen is attached.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.faces.views import View
from companion.panels.panel import Key, Press, Status, nobody
from companion.session.clock import ManualClock
from companion.session.stepping import advance
from companion.unit.frame import Frame
from companion.unit.unit import HOUR_MS, Phase
from tools.xvfb import NoVirtualScreen, VirtualScreen, attached

OUT = Path("build/evening")
SEED = 3
ANSWER_S = 5.0
"""A touch that shows nothing after so long has been lost; a list waits 0.12 s for a drag."""

Step = Callable[[], bool]


class Recorder:
    """A panel that writes the protocol: every light and sound with its moment of play."""

    name = "protocol"
    debounce_ms = 0

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self.changed: Callable[[], None] = nobody
        self._tone_no: int | None = None
        self.lines: list[str] = []

    def open(self, press: Press) -> None:
        """The protocol has no keys."""

    def show(self, frame: Frame) -> None:
        """Note each new sound."""
        if self._tone_no is not None and frame.tone_no != self._tone_no and frame.tone != "none":
            self.note(f"sound  {frame.tone}")
        self._tone_no = frame.tone_no

    def status(self) -> Status:
        """Always ready."""
        return Status(True)

    def close(self) -> None:
        """Nothing to let go."""

    def note(self, text: str) -> None:
        """Add a line with the time of the evening."""
        ms = self._clock.now()
        clock = f"{ms // HOUR_MS}:{ms // 60_000 % 60:02d}:{ms // 1000 % 60:02d}.{ms % 1000:03d}"
        self.lines.append(f"{clock}  {text}")


class Evening:
    """The script, one step per drawn frame."""

    def __init__(self, screen: VirtualScreen, out: Path, data: Path) -> None:
        from companion.ui.start import Display, prepare

        prepare(data / "kivy", Display(size=(800, 480)))
        from gpiozero.pins.mock import MockFactory, MockPWMPin
        from kivy.clock import Clock
        from kivy.core.window import Window

        from companion import games
        from companion.app.wiring import Options, build
        from companion.ui.app import CompanionApp
        from companion.ui.pages import registry

        self._screen, self._out, self._window = screen, out, Window
        self._clock = ManualClock()
        self.protocol = Recorder(self._clock)
        self._pins = MockFactory(pin_class=MockPWMPin)
        self._parts = build(
            Options(data, panel="gpio", seed=SEED, lang="en"),
            clock=self._clock,
            threaded=False,
            extra_panels=(self.protocol,),
            pin_factory=self._pins,
        )
        self._session = self._parts.session
        self._session.subscribe(self._watch)
        self._phase, self._result = Phase.IDLE, 0
        self._session.open()
        # The touch gate asks how long ago a page changed: its clock goes on with every touch.
        self._gate = ManualClock()
        self.app = CompanionApp(self._parts.frontend, registry(games.pages()), now=self._gate.now)
        self._pictures = 0
        self._script = self._play()
        self._wait: Step = lambda: True
        self._frames = 0
        self._since = time.monotonic()
        self.fault: Exception | None = None
        Clock.schedule_interval(self._frame, 0)

    def run(self) -> None:
        """Play to the end. Raises what went wrong on the way."""
        self.app.run()
        self._session.close()
        self._session.step()
        self._parts.close_folder()
        (self._out / "protocol.txt").write_text(
            "\n".join(self.protocol.lines) + "\n", encoding="utf-8"
        )
        if self.fault is not None:
            raise self.fault

    def _frame(self, _dt: float) -> None:
        self._session.step()
        self._frames += 1
        try:
            if self._wait():
                self._wait, self._frames = next(self._script), 0
                self._since = time.monotonic()
            elif time.monotonic() - self._since > ANSWER_S:
                raise RuntimeError(
                    f"the screen did not answer after “{self.protocol.lines[-1]}”; "
                    "see the last picture"
                )
        except StopIteration:
            self.app.stop()
        except Exception as fault:
            self.fault = fault
            self.app.stop()

    def _watch(self, view: View) -> None:
        phase, result = view.unit.phase, view.unit.result
        if phase is Phase.SHOWN and self._phase is Phase.ROLLING:
            self.protocol.note(f"light  stops on {'railroad' if result == 4 else result}")
        elif phase is Phase.AUCTION and self._phase is not Phase.AUCTION:
            self.protocol.note("light  the ring pulses")
        elif phase is Phase.SOLD and self._phase is not Phase.SOLD:
            self.protocol.note("light  the ring goes out: the highest bid wins")
        self._phase, self._result = phase, result

    # -- the script: each yield hands over a question the frames ask until it is true

    def _play(self) -> Iterator[Step]:
        yield from self._drawn(3)
        advance(self._session, self._clock, 400)
        yield from self._picture("power-on")
        results: list[int] = []
        for number in range(6):
            yield from self._build(on_pins=number % 2 == 1)
            results.append(self._result)
            if number == 0 or (self._result == 4 and results.count(4) == 1):
                yield from self._picture("railroad" if self._result == 4 else "build")
            self._pass(45_000)
        if 4 not in results:
            raise RuntimeError("no railroad came up; choose another seed")
        yield from self._auction()
        yield from self._pause()
        self._pass(HOUR_MS - self._session.view.shell.play_seconds * 1000)
        self.protocol.note("an hour of play is over")
        yield from self._picture("hour")
        self._pass(60_000)
        yield from self._build(on_pins=True)
        yield from self._game()
        yield from self._german()

    def _build(self, on_pins: bool) -> Iterator[Step]:
        self.protocol.note(f"finger on Build ({'pin' if on_pins else 'screen'})")
        yield from self._press(Key.BUILD, on_pins, lambda: self._phase is Phase.ROLLING)
        self._pass(1_000)
        yield from self._drawn(2)

    def _auction(self) -> Iterator[Step]:
        self.protocol.note("finger on Auction (screen)")
        yield from self._press(Key.AUCTION, False, lambda: self._phase is Phase.AUCTION)
        self._pass(22_000)
        yield from self._picture("auction")
        self._pass(25_000)
        yield from self._picture("last-five")
        self._pass(3_000)
        yield from self._picture("sold")
        self._pass(5_000)

    def _pause(self) -> Iterator[Step]:
        self.protocol.note("finger on Auction (pin)")
        yield from self._press(Key.AUCTION, True, lambda: self._phase is Phase.AUCTION)
        self._pass(10_000)
        self.protocol.note("pause")
        self._parts.frontend.command("pause", "evening-pause")
        yield from self._drawn(2)
        self._pass(600_000)
        yield from self._picture("paused")
        self.protocol.note("goes on")
        self._parts.frontend.command("resume", "evening-resume")
        yield from self._drawn(2)
        self._pass(45_000)

    # -- a few turns of a game, every one of them by touches

    def _game(self) -> Iterator[Step]:
        """Setup, a purchase, the unit's number built, an auction won, a rent."""
        yield from self._tap("New game")
        yield from self._tap("City")
        yield from self._picture("setup")
        yield from self._tap(self._page().start_words)
        yield lambda: self._page_id() == "table"
        yield from self._tap("Old Town")
        yield from self._picture("landing")
        yield from self._tap("Buy for 1.4M")
        yield lambda: self._page_id() == "table"
        yield from self._tap("Unit")
        yield from self._build(on_pins=False)
        yield from self._place()
        yield from self._tap("End turn")
        yield from self._tap("Fortune Valley")
        yield from self._tap("Do not buy: auction")
        yield lambda: self._page_id() == "auction"
        yield from self._tap("10K", 2)
        yield from self._tap("+10K", 1)
        self._pass(20_000)
        yield from self._picture("bids")
        self._pass(31_000)
        yield lambda: self._page_id() == "table"
        yield from self._picture("won")
        yield from self._tap("End turn")
        yield from self._tap("Old Town")
        yield from self._picture("rent")
        yield from self._tap(self._page().usual)
        yield lambda: self._page_id() == "table"
        yield from self._picture("table")
        yield from self._tap("City")
        yield from self._picture("map")

    def _place(self) -> Iterator[Step]:
        """What the unit shows is put on Old Town: as many blocks as it says, or the railroad."""
        yield lambda: self._page_id() in ("build", "rails")
        yield from self._drawn(3)
        if self._page_id() == "rails":
            yield from self._tap("Old Town")
        else:
            for _ in range(self._result):
                yield from self._tap("Old Town residential_block +")
            yield from self._picture("build-sheet")
            yield from self._tap(self._page().yes_words)
        yield lambda: self._page_id() == "table"

    def _german(self) -> Iterator[Step]:
        for _ in range(2):
            yield from self._tap("Table")
            yield from self._tap("End turn")
        self._parts.frontend.change_setting("language", "de")
        yield from self._tap("Unit")
        yield from self._build(on_pins=False)
        yield from self._drawn(4)
        yield from self._picture("german")

    def _page(self) -> Any:
        return self.app.root.page

    def _page_id(self) -> str:
        return str(self.app.root.page_id)

    def _tap(self, name: str, place: int = 0) -> Iterator[Step]:
        """A finger on what is called ``name``, the ``place``-th of several from the top."""
        yield from self._drawn(3)
        yield from self._watched()
        self._gate.advance(1_000)
        yield lambda: len(self._named(name)) > place
        widget = self._named(name)[place]
        self.protocol.note(f"finger on {name} (screen)")
        x, y = widget.to_window(*widget.center)
        self._screen.down(int(x), int(self._window.height - y))
        yield lambda: bool(widget.pressed)
        self._gate.advance(60)
        self._screen.up()
        yield lambda: not widget.pressed
        yield from self._drawn(3)

    def _watched(self) -> Iterator[Step]:
        """What fills the screen for a moment has been seen."""
        from companion.ui.moment import LASTS_MS

        moments = self.app.root.moments
        if moments.shown is not None:
            yield lambda: moments.shown is None or moments.shown.enabled
            self._gate.advance(LASTS_MS)
            moments.tick()
            yield from self._drawn(3)

    def _named(self, name: str) -> list[Any]:
        """What can be touched and is called so, from the top of the screen down."""
        found = [
            widget
            for widget in self.app.root.walk()
            if hasattr(widget, "pressed")
            and widget.opacity
            and getattr(widget, "enabled", True)
            and name in (getattr(widget, part, "") for part in ("text", "says", "msgid", "title"))
        ]
        return sorted(found, key=lambda widget: -float(widget.to_window(*widget.center)[1]))

    def _press(self, key: Key, on_pins: bool, shown: Step) -> Iterator[Step]:
        self._gate.advance(1_000)
        if on_pins:
            pin = self._pin(key)
            pin.drive_low()
            self._pass(40)
            yield shown
            pin.drive_high()
        else:
            self._screen.down(*self._where(key))
            yield shown
            self._screen.up()
        yield from self._drawn(3)
        self._pass(40)

    def _where(self, key: Key) -> tuple[int, int]:
        for widget in self.app.root.walk():
            if getattr(widget, "icon", "") == key.value and hasattr(widget, "pressed"):
                x, y = widget.to_window(*widget.center)
                return int(x), int(self._window.height - y)
        raise RuntimeError(f"no {key} button on the screen")

    def _pin(self, key: Key) -> Any:
        from companion.panels import pins

        return self._pins.pin(pins.load()[key])

    def _pass(self, ms: int) -> None:
        advance(self._session, self._clock, ms)

    def _drawn(self, frames: int) -> Iterator[Step]:
        yield lambda: self._frames >= frames

    def _picture(self, name: str) -> Iterator[Step]:
        yield from self._drawn(3)
        self._pictures += 1
        path = self._out / f"{self._pictures:02d}-{name}.png"
        shot = Path(self._window.screenshot(name=str(path)))
        shot.replace(path)
        self.protocol.note(f"picture {path.name}")
        yield from self._drawn(1)


def play(out: Path = OUT) -> int:
    """Play the evening; returns the exit status."""
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("*.png"), out / "protocol.txt"):
        old.unlink(missing_ok=True)
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    try:
        with VirtualScreen() as screen, tempfile.TemporaryDirectory() as data:
            evening = Evening(screen, out, Path(data))
            evening.run()
    except NoVirtualScreen as fault:
        print(fault, file=sys.stderr)
        return 1
    print("\n".join(evening.protocol.lines))
    pictures = sorted(out.glob("*.png"))
    print(f"\n{len(pictures)} pictures and protocol.txt are in {out.resolve()}")
    return 0


def main() -> int:
    """The command line of this module."""
    if "--or-app" in sys.argv[1:]:
        if attached():
            from companion.__main__ import main as app

            return app([])
        print("No screen is attached, so a City evening is played on a virtual one.\n")
    return play()


if __name__ == "__main__":
    sys.exit(main())
