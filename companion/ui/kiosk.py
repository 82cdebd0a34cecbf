"""The kiosk: switching off and leaving, on a computer that shows nothing else."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Protocol

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.faces.views import View
from companion.settings import PIN_LONGEST
from companion.ui.corners import HOLD_S, SIDE, Corners
from companion.ui.gate import Backlight
from companion.ui.pages import MenuAction
from companion.ui.pinlock import PinLock
from companion.ui.shell import Shell
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Sheet

_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "erase", "0", "enter")


class Box(Protocol):
    """The computer, as far as the players may command it. Every method returns at once."""

    def switch_off(self) -> None:
        """Switch it off."""

    def restart(self) -> None:
        """Start it again."""

    def leave(self) -> None:
        """Give its login or desktop back."""


class PinSheet(Sheet):
    """Asks for the PIN on keys of its own; the digits are shown as dots. ``on_opened`` comes
    with the right one."""

    dots = StringProperty("")
    sentence = StringProperty("")
    wrong = BooleanProperty(False)

    def __init__(self, lock: PinLock, shell: Shell) -> None:
        self.register_event_type("on_opened")
        self._lock = lock
        self._shell = shell
        self._typed = ""
        super().__init__(title=theme.tr("Leave the kiosk"))
        for key in _KEYS:
            icon = {"erase": "erase", "enter": "check"}.get(key, "")
            kind = "usual" if key == "enter" else "plain"
            text = "" if icon else key
            button = BigButton(text=text, icon=icon, kind=kind, size_max=24, icon_pad=14)
            button.bind(on_tap=partial(self._press, key))
            self.ids.pad.add_widget(button)

    def on_opened(self) -> None:
        """The PIN was right; the sheet is already closed."""

    def _press(self, key: str, *_: object) -> None:
        if key == "enter":
            self._try()
        elif key == "erase":
            self._typed = self._typed[:-1]
        elif len(self._typed) < PIN_LONGEST:
            self._typed += key
        self.dots = "•" * len(self._typed)

    def _try(self) -> None:
        typed, self._typed = self._typed, ""
        if not typed:
            return
        now, pin = self._shell.now(), self._shell.desk.settings.pin
        waited = self._lock.wait_ms(now)
        if self._lock.opens(typed, pin, now):
            self.close()
            self.dispatch("on_opened")
            return
        seconds = -(-self._lock.wait_ms(now) // 1000)
        self.wrong = True
        if waited:
            self.sentence = theme.tr("Not yet: the next try counts in {n} s.", n=seconds)
        elif seconds:
            self.sentence = theme.tr("That is not the PIN. Next try in {n} s.", n=seconds)
        else:
            self.sentence = theme.tr("That is not the PIN.")


class OffSheet(Sheet):
    """Counts down to switching off; a touch anywhere says no."""

    seconds = NumericProperty(0)

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        super().__init__(title=theme.tr("Switch off?"))

    def on_touch_down(self, touch: Any) -> bool:
        """Everything on this sheet is the same button."""
        self._shell.desk.command("stay", touch.ud.get("press_id", ""))
        return True


class Kiosk:
    """What the app adds in the kiosk, ``box`` being its computer and ``backlight`` its screen's."""

    def __init__(self, box: Box, backlight: Backlight) -> None:
        self.backlight = backlight
        self._box = box
        self._lock = PinLock()
        self._corners = Corners()
        self._shell: Shell | None = None
        self._fingers: dict[object, Any] = {}
        self._held_long = Clock.create_trigger(self._show_way_out, HOLD_S)
        self._off: OffSheet | None = None

    @property
    def actions(self) -> tuple[MenuAction, ...]:
        """The menu's entries."""
        return (
            MenuAction(
                "power",
                "Switch off",
                self._box.switch_off,
                "The computer switches itself off. Everything is saved, and the game lies here "
                "again the next time.",
            ),
            MenuAction(
                "restart",
                "Restart",
                self._box.restart,
                "The computer starts again. That takes about a minute; the game then lies here "
                "again.",
            ),
            MenuAction("lock", "Leave the kiosk", self.ask_pin),
        )

    def begin(self, shell: Shell) -> None:
        """Watch over ``shell``: nobody closes the window, and two fingers find the way out."""
        self._shell = shell
        Window.bind(
            on_request_close=self._stay, on_touch_down=self._finger, on_touch_move=self._finger,
            on_touch_up=self._lifted,
        )  # fmt: skip

    def end(self) -> None:
        """The window goes."""
        self._held_long.cancel()
        Window.unbind(
            on_request_close=self._stay, on_touch_down=self._finger, on_touch_move=self._finger,
            on_touch_up=self._lifted,
        )  # fmt: skip

    def show(self, view: View) -> None:
        """Ask whether to switch off while the session counts down."""
        assert self._shell is not None
        if view.shell.off_s:
            if self._off is None or self._off.parent is None:
                self._off = OffSheet(self._shell)
                self._shell.open_sheet(self._off)
            self._off.seconds = view.shell.off_s
        elif self._off is not None:
            self._off.close()
            self._off = None

    def ask_pin(self) -> None:
        """Let somebody out who knows the PIN."""
        assert self._shell is not None
        sheet = PinSheet(self._lock, self._shell)
        sheet.bind(on_opened=lambda _: self._box.leave())
        self._shell.open_sheet(sheet)

    def _stay(self, *_: object, **__: object) -> bool:
        return True

    def _finger(self, window: Any, touch: Any) -> None:
        self._fingers[touch.uid] = touch
        self._corners.down(touch.uid, touch.pos, window.size, SIDE * theme.u)
        self._look()

    def _lifted(self, _window: Any, touch: Any) -> None:
        self._fingers.pop(touch.uid, None)
        self._corners.up(touch.uid)
        self._look()

    def _look(self) -> None:
        if not self._corners.both:
            self._held_long.cancel()
        elif not self._held_long.is_triggered:
            self._held_long()

    def _show_way_out(self, *_: object) -> None:
        assert self._shell is not None
        for touch in self._fingers.values():
            # What lies in the corners must not fire when the fingers are lifted.
            for held in touch.grab_list:
                if hasattr(held(), "pressed"):
                    held().pressed = False
        self._shell.close_sheets()
        self.ask_pin()


load_kv(Path(__file__).with_name("kiosk.kv"))
