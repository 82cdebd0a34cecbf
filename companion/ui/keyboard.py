"""A keyboard of our own for names: the words stay on top, the letters are below them.

Works on a bare screen; a keyboard that is plugged in types into it as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.core.letters import drawn
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Sheet, Tap, Words

_ROWS = {
    "de": ("1234567890", "qwertzuiopü", "asdfghjklöä", "yxcvbnmß-"),
    "en": ("1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm-&"),
}
_SORTED_COLUMNS = 8
_ENTER, _ERASE = 13, 8


class WordSheet(Sheet):
    """Asks for a few words: ``title`` what they are for, ``text`` what is there already.

    ``on_words`` brings the words, never empty and at most ``longest`` letters; the sheet is
    closed then. ``extra`` names a further button, whose tap comes as ``on_other``. ``offers``
    says which words to offer for what is typed so far: one touch takes them. Where more
    ``follows``, a key (and an offer) leads on: ``on_next`` comes after ``on_words``.
    """

    text = StringProperty("")
    letter = StringProperty("")
    extra = StringProperty("")
    follows = BooleanProperty(False)
    longest = NumericProperty(20)
    capital = BooleanProperty(True)

    def __init__(
        self, offers: Callable[[str], Sequence[str]] = lambda _typed: (), **kwargs: Any
    ) -> None:
        self.register_event_type("on_words")
        self.register_event_type("on_other")
        self.register_event_type("on_next")
        self._untouched, self._offers = True, offers
        super().__init__(**kwargs)
        self._build()
        self._offer()
        theme.bind(portrait=self._build)
        theme.bind(portrait=self._offer)
        self.fbind("parent", self._listen)

    def on_words(self, words: str) -> None:
        """The words are to be used."""

    def on_next(self) -> None:
        """What follows is asked for."""

    def on_other(self) -> None:
        """The further button was tapped."""

    def press(self, key: str, *_: object) -> None:
        """A letter, " ", "shift" or "erase". The first letter typed replaces what was there."""
        if key == "shift":
            self.capital = not self.capital
            return
        if key == "erase":
            self.text = self.text[:-1]
        else:
            kept = "" if self._untouched else self.text
            letter = key.upper() if self.capital and key != "ß" else key
            self.text = (kept + letter).lstrip()[: int(self.longest)]
        self._untouched = False
        self.capital = not self.text or self.text[-1] in " -"
        self._offer()

    def _offer(self, *_: object) -> None:
        chips = self.ids.offers
        chips.clear_widgets()
        room = 4 if theme.portrait else 6
        for words in self._offers("" if self._untouched else self.text)[:room]:
            button = BigButton(text=words, size_max=16)
            button.bind(on_tap=lambda _, words=words: self.finish(words, self.follows))
            chips.add_widget(button)

    def finish(self, offered: str = "", leads_on: bool = False) -> None:
        """Hand the words over, typed or offered, and go on to what follows."""
        words = offered or self.text.strip()
        if words:
            self.close()
            self.dispatch("on_words", words)
            if leads_on:
                self.dispatch("on_next")

    def finish_extra(self) -> None:
        """The further button."""
        self.close()
        self.dispatch("on_other")

    def _listen(self, _sheet: WordSheet, parent: object) -> None:
        if parent is None:
            Window.unbind(on_key_down=self._typed)
        else:
            Window.bind(on_key_down=self._typed)

    def _typed(self, _window: Any, key: int, _scan: int, letter: str | None, *more: Any) -> bool:
        """Keys of a keyboard belong to this sheet as long as it is open."""
        if key == _ENTER:
            self.finish()
        elif key == _ERASE:
            self.press("erase")
        elif letter and drawn(letter) and key < 0x110000:
            modifiers = more[0] if more else []
            if "shift" in modifiers:
                self.capital = True
            self.press(letter)
        return True

    def _build(self, *_: object) -> None:
        keys = self.ids.letters
        keys.clear_widgets()
        rows: tuple[str, ...] = _ROWS[theme.language.code]
        if theme.portrait:
            letters = "".join(sorted("".join(rows), key=lambda c: (not c.isalpha(), c)))
            rows = tuple(
                letters[n : n + _SORTED_COLUMNS] for n in range(0, len(letters), _SORTED_COLUMNS)
            )
        for row in rows:
            line = BoxLayout(spacing=theme.u * 6)
            for key in row:
                button = LetterKey(key=key)
                button.capital = self.capital
                self.fbind("capital", button.setter("capital"))
                button.bind(on_tap=partial(self.press, key))
                line.add_widget(button)
            keys.add_widget(line)


class LetterKey(Tap, Words):
    """One letter, large or small; one label and no more, for there are forty of them."""

    key = StringProperty("")
    capital = BooleanProperty(False)


load_kv(Path(__file__).with_name("keyboard.kv"))
