"""The top bar: game, play clock, panels, undo, menu; and the menu it opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.faces.views import ShellView, View
from companion.locale.i18n import LANGUAGES
from companion.ui.pages import MenuAction, PageSpec
from companion.ui.theme import theme
from companion.ui.widgets import BigButton, Confirm, Sheet, Tap
from companion.unit.unit import Phase

if TYPE_CHECKING:
    from companion.ui.host import Host


class PanelStatus(Tap, BoxLayout):
    """The panel's dot and word; a tap tells the whole sentence."""

    words = StringProperty("")
    dot = ColorProperty(theme.green)


class UndoButton(Tap, BoxLayout):
    """Undo or redo: takes no room while there is nothing to take back."""

    icon = StringProperty("")
    msgid = StringProperty("")
    on = BooleanProperty(False)
    tight = BooleanProperty(False)


class TopBar(BoxLayout):
    """Shows the ShellView; forwards undo, redo and the menu."""

    title = StringProperty("")
    clock_words = StringProperty("")
    has_panels = BooleanProperty(False)
    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)
    turn = StringProperty("")
    """The seat of the player who is up: its colour runs along the top of every page."""
    shell: Host = ObjectProperty(None, allownone=True)

    def show(self, view: View) -> None:
        """Draw the bar for ``view``."""
        bar = view.shell
        self.title = theme.tr(bar.title or "Trading unit")
        self.clock_words = theme.language.play_clock(bar.play_seconds)
        self.can_undo, self.can_redo = bar.can_undo, bar.can_redo
        self.has_panels = bool(bar.panels)
        over = getattr(view.game, "ended", None) is not None
        self.turn = "" if over else getattr(view.game, "turn", "")
        status = self.ids.status
        if any(not panel.ready for panel in bar.panels):
            status.words, status.dot = theme.tr("Panel: check"), theme.red
            if theme.portrait:
                self.clock_words = ""  # there is not room for both
        elif view.unit.phase is Phase.AUCTION:
            status.words, status.dot = theme.tr("Panel: light on"), theme.yellow
        else:
            status.words, status.dot = theme.tr("Panel ready"), theme.green

    def tell_panels(self) -> None:
        """Say in full how the panels are."""
        self.shell.tell(panel_sentence(self.shell.frontend.view.shell))


def panel_sentence(view: ShellView) -> str:
    """What is wrong with the panels and what to do, or that all is well."""
    broken = [
        theme.say(text)
        for panel in view.panels
        if not panel.ready
        for text in (panel.text, panel.remedy)
    ]
    return " ".join(filter(None, broken)) or theme.tr("All panels are ready.")


def panel_lost(before: ShellView, now: ShellView) -> bool:
    """Whether a panel that worked does no longer; one that never did is only marked in the bar."""
    worked = {panel.name for panel in before.panels if panel.ready}
    return any(panel.name in worked and not panel.ready for panel in now.panels)


class MenuSheet(Sheet):
    """The languages, the menu's pages, sound on or off, and the actions the program hands in."""

    def __init__(
        self, shell: Host, pages: Sequence[PageSpec], actions: Sequence[MenuAction]
    ) -> None:
        super().__init__(title=theme.tr("Menu"))
        self._shell = shell
        self.ids.languages.options = list(LANGUAGES.items())
        self.ids.languages.value = theme.language.code
        for spec in pages:
            self._entry(spec.icon, spec.msgid, partial(self._open, spec.id))
        muted = shell.frontend.settings.mute
        self._entry("sound" if muted else "mute", "Sound on" if muted else "Sound off", self._mute)
        for action in actions:
            self._entry(action.icon, action.msgid, partial(self._act, action))

    def speak(self, language: str) -> None:
        """Another language; the menu then speaks it."""
        fault = self._shell.frontend.change_setting("language", language)
        self._shell.apply(self._shell.frontend.settings)
        self._shell.open_menu()
        self._shell.tell(fault)

    def _entry(self, icon: str, msgid: str, act: Callable[[BigButton], object]) -> None:
        button = BigButton(icon=icon, text=theme.tr(msgid), size_max=15)
        button.bind(on_tap=act)
        self.ids.entries.add_widget(button)

    def _open(self, page_id: str, _button: BigButton) -> None:
        self._shell.open(page_id)

    def _mute(self, button: BigButton) -> None:
        self.close()
        self._shell.command("mute", button.press_id)

    def _act(self, action: MenuAction, _button: BigButton) -> None:
        self.close()
        if not action.question:
            action.act()
            return
        sheet = Confirm(
            title=theme.tr(action.msgid),
            question=theme.tr(action.question),
            yes=theme.tr(action.msgid),
        )
        sheet.bind(on_agreed=lambda _: action.act())
        self._shell.open_sheet(sheet)
