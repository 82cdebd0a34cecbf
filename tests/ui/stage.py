"""A real window at any size with the real shell in it, a frontend that remembers, and fingers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from companion.faces.views import View
from companion.panels.panel import Key
from companion.session.clock import ManualClock
from companion.storage.settings import SettingFault, Settings, changed

SIZES = ((800, 480), (1280, 720), (480, 800))
"""The design's narrowest and widest shape, between which all others lie, and portrait."""
LANGUAGES = ("en", "de")


class StillFrontend:
    """A frontend showing what it is given; it remembers what it was asked."""

    def __init__(self, view: View | None = None, settings: Settings | None = None) -> None:
        self.view = view or View()
        self.settings = settings or Settings()
        self.touches: list[tuple[Key, bool, str]] = []
        self.commands: list[tuple[str, str]] = []
        self.asked: list[tuple[Any, str]] = []
        self.answers: list[Callable[[Any], None]] = []
        self._callbacks: list[Callable[[View], None]] = []

    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]:
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def touch(self, key: Key, down: bool, press_id: str) -> None:
        self.touches.append((key, down, press_id))

    def command(self, name: str, press_id: str) -> None:
        self.commands.append((name, press_id))

    def ask(self, request: Any, press_id: str, answer: Callable[[Any], None]) -> None:
        self.asked.append((request, press_id))
        self.answers.append(answer)

    def change_setting(self, name: str, value: object) -> str:
        try:
            self.settings = changed(self.settings, name, value)
        except SettingFault as fault:
            return str(fault)
        return ""

    def publish(self, **parts: object) -> None:
        """A new view with some parts replaced, as the session would send it."""
        self.view = replace(self.view, number=self.view.number + 1, **parts)  # type: ignore[arg-type]
        for callback in list(self._callbacks):
            callback(self.view)


class Stage:
    """The app on a window, drawn by hand: ``frames`` runs Kivy's loop, ``clock`` is the gate's."""

    def __init__(
        self, frontend: Any, size: tuple[int, int], pages: Sequence[Any] | None, **parts: Any
    ) -> None:
        from kivy.core.window import Window

        from companion import games
        from companion.ui.app import CompanionApp
        from companion.ui.pages import registry
        from companion.ui.screens import moneymoves

        moneymoves.LASTS_S = 0  # a test looks at what comes of it; only its own tests wait

        self.frontend = frontend
        self.clock = ManualClock(1_000_000)
        self.window = Window
        Window.rotation = 0
        Window.size = size
        self.app = CompanionApp(
            frontend,
            registry(games.pages()) if pages is None else pages,
            now=self.clock.now,
            **parts,
        )
        self.root = self.app.build()
        Window.add_widget(self.root)
        self.settle()
        self.clock.advance(1_000)

    def close(self) -> None:
        from kivy.lang import Builder

        from companion.ui import widgets

        self.app.on_stop()
        self.window.remove_widget(self.root)
        self.window.rotation = 0
        # What is gone is not laid out again with every window to come.
        for part in (self.root, *self.root._made.values()):
            for widget in part.walk(restrict=True):
                Builder.unbind_widget(widget.uid)
        widgets._WORDS.clear()

    def frames(self, count: int = 1) -> None:
        """Let Kivy lay out and draw."""
        from kivy.base import EventLoop

        self.root.moments.tick()
        if EventLoop.status != "started":
            EventLoop.start()
        for _ in range(count):
            EventLoop.idle()

    def settle(self) -> None:
        """Lay everything out without drawing it."""
        from kivy.clock import Clock
        from kivy.lang import Builder

        self.root.moments.tick()
        for _ in range(2):
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def resize(self, size: tuple[int, int]) -> None:
        self.window.size = size
        self.settle()
        assert tuple(self.window.size) == size, f"the window is {self.window.size}, not {size}"

    def find(self, **wanted: object) -> Any:
        """The one visible widget with these property values."""
        from tests.ui.layout import seen

        found = [
            widget
            for widget in seen(self.root)
            if all(getattr(widget, name, None) == value for name, value in wanted.items())
        ]
        assert len(found) == 1, f"{len(found)} widgets with {wanted}"
        return found[0]

    def button(self, text: str) -> Any:
        """The one visible thing to touch with this text, icon or name."""
        from tests.ui.layout import targets

        self.watch()
        found = [w for w in targets(self.root) if text in names(w)]
        assert len(found) == 1, f"{len(found)} buttons {text!r} among {self.names()}"
        return found[0]

    def names(self) -> list[str]:
        from tests.ui.layout import targets

        return ["/".join(sorted(names(w))) for w in targets(self.root)]

    def watch(self) -> None:
        """Look at the moment on the screen until it is over."""
        from companion.ui.moment import LASTS_MS

        moment = self.root.moments.shown
        if moment is not None and moment.enabled:
            self.clock.advance(LASTS_MS)
            self.settle()
            self.clock.advance(700)

    def finger(self, at: Any, device: str = "glass") -> Finger:
        """A finger on the middle of a widget or at window coordinates."""
        if hasattr(at, "center") and at is not self.root.sheet:
            self.watch()
        place = at.to_window(*at.center) if hasattr(at, "center") else at
        return Finger(self, place, device)

    def tap(self, at: Any) -> None:
        """Touch and lift, as a player would: the gate sees 60 ms between."""
        finger = self.finger(self.button(at) if isinstance(at, str) else at)
        finger.down()
        self.clock.advance(60)
        finger.up()
        self.settle()
        self.clock.advance(700)


def names(widget: Any) -> set[str]:
    """What a target may be called by in a test."""
    found = {str(getattr(widget, name, "")) for name in ("text", "says", "icon", "msgid")}
    return found - {""}


class Finger:
    """A real Kivy motion event, in pixels of the window as the user sees it."""

    _count = 0

    def __init__(self, stage: Stage, place: tuple[float, float], device: str) -> None:
        from kivy.input.motionevent import MotionEvent

        class Event(MotionEvent):
            def depack(self, args: Any) -> None:
                self.sx, self.sy = args
                self.profile = ["pos"]
                super().depack(args)

        Finger._count += 1
        self._stage = stage
        self._event = Event(device, Finger._count, self._raw(place), is_touch=True, type_id="touch")

    def down(self) -> Finger:
        self._send("begin")
        return self

    def move(self, place: tuple[float, float]) -> Finger:
        self._event.move(self._raw(place))
        self._send("update")
        return self

    def up(self) -> Finger:
        self._event.update_time_end()
        self._send("end")
        return self

    def _send(self, kind: str) -> None:
        from kivy.base import EventLoop

        EventLoop.post_dispatch_input(kind, self._event)

    def _raw(self, place: tuple[float, float]) -> tuple[float, float]:
        """Where the touch glass, which does not turn with the picture, sees the finger."""
        width, height = self._stage.window.size
        x, y = place[0] / (width - 1), place[1] / (height - 1)
        return {0: (x, y), 90: (1 - y, x), 180: (1 - x, 1 - y), 270: (y, 1 - x)}[
            self._stage.window.rotation
        ]


@contextmanager
def stage(
    view: View | None = None,
    *,
    settings: Settings | None = None,
    size: tuple[int, int] = (800, 480),
    pages: Sequence[Any] | None = None,
    frontend: Any = None,
    **parts: Any,
) -> Iterator[Stage]:
    """The app on a window of ``size``, gone again at the end; ``parts`` are the app's own."""
    made = Stage(frontend or StillFrontend(view, settings), size, pages, **parts)
    try:
        yield made
    finally:
        made.close()


def misfits(made: Stage, sizes: Sequence[tuple[int, int]] = SIZES) -> list[str]:
    """What is wrong with the screen as it stands, at every size.

    German is the longer language; the others are looked at as the design is drawn. The screen has
    that size before and afterwards.
    """
    from companion.ui.theme import theme
    from tests.ui.layout import problems
    from tests.ui.pixels import pale_words

    root = made.root
    found = pale_words(made) + problems(root)
    if theme.language.code == "de":
        for size in sizes[1:]:
            made.resize(size)
            found += [f"{size}: {fault}" for fault in problems(root)]
        made.resize(SIZES[0])
    return found


def everywhere(
    views: Mapping[str, View],
    prepare: Callable[[Stage], None] = lambda _stage: None,
    *,
    pages: Sequence[Any] | None = None,
    sizes: Sequence[tuple[int, int]] = SIZES,
    settings: Settings | None = None,
) -> list[str]:
    """Every view in both languages at every size, and once turned: what is wrong with them.

    ``prepare`` opens the page or sheet to look at. One shell is kept per view and language and
    resized, so a screen costs about a tenth of a second.
    """
    from tests.ui.layout import problems

    found: list[str] = []
    for name, view in views.items():
        for language in LANGUAGES:
            frontend = StillFrontend(view, replace(settings or Settings(), language=language))
            with stage(frontend=frontend, size=sizes[0], pages=pages) as made:
                prepare(made)
                found += [f"{name} {language} {fault}" for fault in misfits(made, sizes)]
                frontend.change_setting("rotation", 90)
                made.root.apply(frontend.settings)
                made.resize((480, 800))
                found += [f"{name} {language} turned: {p}" for p in problems(made.root)]
    return found
