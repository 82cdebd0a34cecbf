"""The shell: top bar, rail, the current page and the sheets over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.faces.signs import signs
from companion.faces.views import Text, View
from companion.session.frontend import Frontend
from companion.storage.settings import Settings
from companion.ui.bar import MenuSheet, panel_lost, panel_sentence
from companion.ui.gate import Backlight, Gate
from companion.ui.moment import Moments
from companion.ui.pages import MenuAction, Page, PageSpec
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import Notice, Sheet, Tap
from companion.unit.unit import Phase

START_PAGE = "unit"
READ_S, READ_PER_S = 5, 12
"""A sentence stays so many seconds and one more for each so many letters."""


def is_waited_for(view: View) -> bool:
    """Whether somebody may be looking at the screen without touching it: it stays lit."""
    unit, bar = view.unit, view.shell
    return unit.phase is Phase.AUCTION or unit.offer_resume or bar.awaits or bool(bar.off_s)


def calls(before: View, now: View) -> bool:
    """Whether something happened that a dark screen lights up for: a key, a sound, a light."""
    return (
        now.shell.presses != before.shell.presses
        or now.unit.frame.tone_no != before.unit.frame.tone_no
        or now.unit.phase is not before.unit.phase
    )


def unheard(_tone: str) -> None:
    """No speaker."""


class RailItem(Tap, BoxLayout):
    """One page in the rail: icon and name, lit when it is the current one.

    ``figure`` takes the icon's place while it has something to count.
    """

    icon = StringProperty("")
    figure = StringProperty("")
    msgid = StringProperty("")
    current = BooleanProperty(False)


class Shell(Gate):
    """Everything on the screen: shows views, opens pages, sheets and notices."""

    page_id = StringProperty("")
    page: Page | None = ObjectProperty(None, allownone=True)
    frontend: Frontend = ObjectProperty(None)

    def __init__(
        self,
        frontend: Frontend,
        pages: Sequence[PageSpec],
        now: Callable[[], int],
        sound: Callable[[str], None] = unheard,
        actions: Sequence[MenuAction] = (),
        backlight: Backlight | None = None,
    ) -> None:
        self._specs = {spec.id: spec for spec in pages}
        self._actions = tuple(actions)
        self._made: dict[str, Page] = {}
        self._items: dict[str, RailItem] = {}
        self._sheets: list[Sheet] = []
        self._notice: Notice | None = None
        self._view = View(number=-1)
        self._behind: View | None = None
        self._applied: Settings | None = None
        self._told_enough = Clock.create_trigger(lambda _: self.tell(""), 0)
        self.moments = Moments(self, sound)
        super().__init__(now, backlight, frontend=frontend)

    def show(self, view: View) -> None:
        """Draw the newest view: the bars and the current page, nothing that is hidden."""
        self.apply(self.frontend.settings)
        self._behind = None
        self.keep_awake(is_waited_for(view))
        if calls(self._view, view):
            self.wake()
        if self.is_dark:
            self._behind = view
            return
        before, self._view = self._view, view
        theme.signs = signs({seat.letter: seat.name for seat in getattr(view.game, "seats", ())})
        self.ids.bar.show(view)
        self._show_rail(view)
        called = next((s.id for s in self._specs.values() if s.opens_by_itself(before, view)), "")
        shown = self.page
        if called:
            self.open(called)
        elif self.page is None or not self._specs[self.page_id].shown(view):
            self.open(self._first(view))
        else:
            self.page.show(view)
        if shown is not None and self.page is not shown:
            self.guard.came(self.now())
        self.moments.show(before, view)
        if view.shell.notice != before.shell.notice:
            self.say(view.shell.notice, stays=True)
        elif view.unit.why != before.unit.why and self.page_id != START_PAGE:
            self.say(view.unit.why)
        elif panel_lost(before.shell, view.shell):
            self.tell(panel_sentence(view.shell))
        if view.shell.menu_asked > before.shell.menu_asked and before.number >= 0:
            self.open_menu()

    def lit_again(self) -> None:
        """Draw what came while nobody could see it."""
        if self._behind is not None:
            self.show(self._behind)

    def apply(self, settings: Settings) -> None:
        """Take over settings at run time; the same ones again change nothing."""
        if settings is self._applied:
            return
        self._applied = settings
        theme.motion = settings.motion
        if Window.rotation != settings.rotation:
            Window.rotation = settings.rotation
            self.guard.lock(self.now())
        self.blank_after(settings.blank_min)
        self.shine_at(settings.brightness)
        if settings.language != theme.language.code:
            theme.speak(settings.language)
            if self.page is not None:
                self.ids.bar.show(self._view)
                self.page.show(self._view)
                self.say(self._view.shell.notice, stays=True)

    def task_page(self, task: object) -> PageSpec | None:
        """Where a player does what a space asks of him, None where no page is made for it."""
        pages = (spec for spec in self._specs.values() if spec.shown(self._view))
        return next((spec for spec in pages if spec.task and spec.task == task), None)

    def command(self, name: str, press_id: str) -> None:
        """Pass a command of the session on; its key then rests a moment."""
        self.guard.books(press_id, self.now())
        self.frontend.command(name, press_id)
        self.guard.booked(press_id, self.now())

    def open(self, page_id: str) -> Page:
        """Go to a page. KeyError for one that is not registered."""
        spec = self._specs[page_id]
        if self._view.game is not None:
            spec = self._fitting(spec) or spec
            page_id = spec.id
        self.close_sheets()
        if page_id not in self._made:
            self._made[page_id] = spec.make(self.frontend, self)
        page = self._made[page_id]
        if page is not self.page:
            if self.page is not None:
                self.page.leave()
            self.page, self.page_id = page, page_id
            self.ids.place.clear_widgets()
            self.ids.place.add_widget(page)
            self._mark_rail()
            page.show(self._view)
            self.guard.changed(self.now())
        else:
            page.show(self._view)
        return page

    @property
    def sheet(self) -> Widget | None:
        """What lies over the page: a moment, or the topmost open sheet."""
        return self.moments.shown or (self._sheets[-1] if self._sheets else None)

    def open_sheet(self, sheet: Sheet) -> None:
        """Lay ``sheet`` over the page; its ``close`` takes it away again."""
        sheet.close = lambda: self._close_sheet(sheet)
        self._sheets.append(sheet)
        self.add_widget(sheet)
        self.guard.changed(self.now())

    def close_sheets(self) -> None:
        """Take every open sheet away."""
        for sheet in reversed(self._sheets.copy()):
            self._close_sheet(sheet)

    def open_menu(self) -> None:
        """Open the menu in place of any other sheet."""
        self.close_sheets()
        pages = [s for s in self._specs.values() if s.placement(self._view) == "menu"]
        self.open_sheet(MenuSheet(self, pages, self._actions))

    def say(self, text: Text, stays: bool = False) -> None:
        """Show a face's sentence over the top bar; an empty one takes the last away."""
        self.tell(theme.say(text), stays)

    def tell(self, sentence: str, stays: bool = False) -> None:
        """Show a sentence already in the table's language; "" takes the last away.

        It goes by itself once it can have been read, unless it ``stays``: what the session has
        to say stays until the next touch that does something.
        """
        self._told_enough.cancel()
        if self._notice is not None:
            self.remove_widget(self._notice)
            self._notice = None
        if sentence:
            self._notice = Notice(text=theme.language.translated(sentence))
            self._notice.bind(on_tap=lambda _: self.tell(""))
            self.add_widget(self._notice)
            if not stays:
                self._told_enough.timeout = READ_S + len(sentence) / READ_PER_S
                self._told_enough()

    def rest(self) -> None:
        """The window goes: wait for nothing any more."""
        super().rest()
        self._told_enough.cancel()
        self.moments.end()

    @property
    def notice(self) -> str:
        """The sentence now shown, or ""."""
        return self._notice.text if self._notice is not None else ""

    def _close_sheet(self, sheet: Sheet) -> None:
        if sheet in self._sheets:
            self._sheets.remove(sheet)
            self.remove_widget(sheet)
            self.guard.changed(self.now())

    def _first(self, view: View) -> str:
        rail = [spec.id for spec in self._rail(view)]
        return START_PAGE if view.game is None and START_PAGE in rail else rail[0]

    def _rail(self, view: View) -> list[PageSpec]:
        return [s for s in self._specs.values() if s.placement(view) == "rail"]

    def _fitting(self, spec: PageSpec) -> PageSpec | None:
        """``spec`` where it makes sense now, else what takes its place, or None."""
        if spec.shown(self._view):
            return spec
        others = (s for s in self._specs.values() if s.replaces == spec.id)
        return next((other for other in others if other.shown(self._view)), None)

    def _show_rail(self, view: View) -> None:
        wanted = self._rail(view)
        if list(self._items) != [spec.id for spec in wanted]:
            self._lay_rail(wanted)
        for spec in wanted:
            item = self._items[spec.id]
            item.enabled = self._fitting(spec) is not None
            item.figure = spec.figure(view)

    def _lay_rail(self, wanted: Sequence[PageSpec]) -> None:
        self.ids.rail.clear_widgets()
        self._items = {}
        for spec in wanted:
            item = RailItem(icon=spec.icon, msgid=spec.msgid)
            item.bind(on_tap=lambda _, page_id=spec.id: self.open(page_id))
            self._items[spec.id] = item
            self.ids.rail.add_widget(item)
        self._mark_rail()

    def _mark_rail(self) -> None:
        spec = self._specs.get(self.page_id)
        lit = (spec.id, spec.parent) if spec else ()
        for page_id, item in self._items.items():
            item.current = page_id in lit


load_kv(Path(__file__).with_name("shell.kv"))
