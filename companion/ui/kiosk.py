"""The kiosk: switching off and leaving, on a computer that shows nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import NumericProperty, StringProperty

from companion.faces.views import View
from companion.storage.settings import PIN_LONGEST
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
    """Asks for a PIN on keys of its own; ``clear`` shows the digits, else they are dots.

    ``check`` is given what was typed and answers "" to accept it, else one sentence; then
    ``on_accepted`` comes.
    """

    dots = StringProperty("")
    hint = StringProperty("")
    sentence = StringProperty("")

    def __init__(self, check: Callable[[str], str], clear: bool = False, **kwargs: object) -> None:
        self.register_event_type("on_accepted")
        self._check = check
        self._clear = clear
        self._typed = ""
        super().__init__(**kwargs)
        for key in _KEYS:
            icon = {"erase": "erase", "enter": "check"}.get(key, "")
            kind = "usual" if key == "enter" else "plain"
            text = "" if icon else key
            button = BigButton(text=text, icon=icon, kind=kind, size_max=24, icon_pad=14)
            button.bind(on_tap=partial(self._press, key))
            self.ids.pad.add_widget(button)

    def on_accepted(self) -> None:
        """The PIN was accepted; the sheet is already closed."""

    def _press(self, key: str, *_: object) -> None:
        if key == "enter":
            self._try()
        elif key == "erase":
            self._typed = self._typed[:-1]
        elif len(self._typed) < PIN_LONGEST:
            self._typed += key
        self.dots = self._typed if self._clear else "•" * len(self._typed)

    def _try(self) -> None:
        typed, self._typed = self._typed, ""
        if not typed:
            return
        self.sentence = self._check(typed)
        if not self.sentence:
            self.close()
            self.dispatch("on_accepted")


class WaySheet(Sheet):
    """Whoever knows the PIN may leave, or choose another one."""

    def __init__(self, kiosk: Kiosk) -> None:
        self.kiosk = kiosk
        super().__init__(title=theme.tr("Leave the kiosk"))


class OffSheet(Sheet):
    """Counts down to switching off; a touch anywhere says no."""

    seconds = NumericProperty(0)

    def __init__(self) -> None:
        super().__init__(title=theme.tr("Switch off?"))

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing under it is touched; that a touch says no, wherever it is, is the kiosk's."""
        return True


class Kiosk:
    """What the app adds in the kiosk, ``box`` being its computer and ``backlight`` its screen's.

    Of use from ``begin`` on, when there is a shell to add it to.
    """

    _shell: Shell

    def __init__(self, box: Box, backlight: Backlight) -> None:
        self.backlight = backlight
        self._box = box
        self._lock = PinLock()
        self._corners = Corners()
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
            on_request_close=self._stay, on_touch_down=self._down, on_touch_move=self._finger,
            on_touch_up=self._lifted,
        )  # fmt: skip

    def end(self) -> None:
        """The window goes."""
        self._held_long.cancel()
        Window.unbind(
            on_request_close=self._stay, on_touch_down=self._down, on_touch_move=self._finger,
            on_touch_up=self._lifted,
        )  # fmt: skip

    def show(self, view: View) -> None:
        """Ask whether to switch off while the session counts down."""
        if view.shell.off_s:
            if self._off is None or self._off.parent is None:
                self._off = OffSheet()
                # The menu that the same hold has opened on the way.
                self._shell.close_sheets()
                self._shell.open_sheet(self._off)
            self._off.seconds = view.shell.off_s
        elif self._off is not None:
            self._off.close()
            self._off = None

    def ask_pin(self) -> None:
        """Ask for the PIN, which opens the way out."""
        sheet = PinSheet(
            self._check,
            title=theme.tr("Leave the kiosk"),
            hint=theme.tr("The game stays as it is."),
        )
        sheet.bind(on_accepted=lambda _: self._shell.open_sheet(WaySheet(self)))
        self._shell.open_sheet(sheet)

    def leave(self) -> None:
        """Give the computer's login or desktop back."""
        self._box.leave()

    def ask_new_pin(self) -> None:
        """Let somebody choose another PIN, in clear: nobody can mistype what he reads."""
        hint = theme.tr("4 to 8 digits")
        self._shell.open_sheet(
            PinSheet(self._take, clear=True, title=theme.tr("Another PIN"), hint=hint)
        )

    def _check(self, typed: str) -> str:
        """What is wrong with ``typed`` as the PIN that there is."""
        now = self._shell.now()
        waited = self._lock.wait_ms(now)
        if self._lock.opens(typed, self._shell.frontend.settings.pin, now):
            return ""
        seconds = -(-self._lock.wait_ms(now) // 1000)
        if waited:
            return theme.tr("Not yet: the next try counts in {n} s.", n=seconds)
        if seconds:
            return theme.tr("That is not the PIN. Next try in {n} s.", n=seconds)
        return theme.tr("That is not the PIN.")

    def _take(self, typed: str) -> str:
        """What is wrong with ``typed`` as a new PIN."""
        frontend = self._shell.frontend
        fault = frontend.change_setting("pin", typed)
        if frontend.settings.pin != typed:
            return theme.tr("A PIN has 4 to 8 digits.")
        # It counts; that it could not be written is worth knowing all the same.
        self._shell.tell(fault or theme.tr("The new PIN counts from now on."))
        return ""

    def _stay(self, *_: object, **__: object) -> bool:
        return True

    def _down(self, window: Any, touch: Any) -> None:
        if self._off is not None and self._shell is not None:
            # Before anything that may lie above the question, such as a sentence.
            self._shell.frontend.command("stay", f"stay-{touch.uid}")
        self._finger(window, touch)

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
        for touch in self._fingers.values():
            # What lies in the corners must not fire when the fingers are lifted.
            for held in touch.grab_list:
                if hasattr(held(), "pressed"):
                    held().pressed = False
        self._shell.close_sheets()
        self.ask_pin()


load_kv(Path(__file__).with_name("kiosk.kv"))
