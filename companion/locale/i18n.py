"""Sentences, numbers and money in the language of the table.

Catalogues are ordinary gettext ``.po`` files, read as they are: no build step to forget, and a
translator sees a change at the next start. English texts are their own message ids; the English
catalogue only holds plural forms.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources

from companion.core.errors import Sentence
from companion.faces.views import Amount, Text

LANGUAGES = {"de": "Deutsch", "en": "English"}
"""Every language there is a catalogue for, by its own name."""

_SEPARATORS = {"de": (".", ","), "en": (",", ".")}
_SHORT = {
    "de": ((1_000_000, " Mio."), (1_000, " Tsd.")),
    "en": ((1_000_000, "M"), (1_000, "K")),
}


_TWO_STOPS = re.compile(r"\.\.(?=\s|$)")
"""An amount such as "37 Mio." ends a sentence by itself."""


class CatalogueFault(ValueError):
    """A ``.po`` file that cannot be read: file, line and what was expected."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language: ``code``, its messages, and the forms of those that count something."""

    code: str
    messages: dict[str, str] = field(default_factory=dict)
    plurals: dict[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def point(self) -> str:
        """What stands between whole and part: . or ,"""
        return _SEPARATORS[self.code][1]

    def tr(self, msgid: str, **facts: object) -> str:
        """``msgid`` in this language, its {named} fields filled in.

        A message with plural forms takes the one for the fact ``n``. An unknown message stays
        English rather than vanish.
        """
        if not msgid:
            return ""
        if msgid in self.plurals and isinstance(facts.get("n"), int):
            template = self.plurals[msgid][0 if facts["n"] == 1 else 1]
        else:
            template = self.messages.get(msgid, msgid)
        if not facts:
            return template
        filled = template.format(**{name: self._fact(value) for name, value in facts.items()})
        return _TWO_STOPS.sub(".", filled)

    def say(self, text: Text) -> str:
        """A face's sentence in this language."""
        return self.tr(text.template, **dict(text.facts))

    def number(self, value: int) -> str:
        """A whole number in groups of three: 1,240 or 1.240."""
        return f"{value:,}".replace(",", _SEPARATORS[self.code][0])

    def money(self, value: int, short: bool = False) -> str:
        """An amount in whole units; ``short`` writes 1.5M, 500K or 1,5 Mio., 500 Tsd."""
        sign, size = ("-" if value < 0 else ""), abs(value)
        if short:
            for unit, name in _SHORT[self.code]:
                if size >= unit and size * 100 % unit == 0:
                    whole, rest = divmod(size * 100 // unit, 100)
                    tail = f"{_SEPARATORS[self.code][1]}{rest:02d}".rstrip("0") if rest else ""
                    return f"{sign}{self.number(whole)}{tail}{name}"
        return sign + self.number(size)

    def amount(self, amount: Amount) -> str:
        """An amount the way its edition writes money."""
        return self.money(amount.value, amount.short)

    def play_clock(self, seconds: int) -> str:
        """Play time as hours and minutes, 1:12: seconds would redraw an idle table."""
        hours, minute = divmod(seconds // 60, 60)
        return f"{hours}:{minute:02d}"

    def _fact(self, value: object) -> str:
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, Amount):
            return self.amount(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.number(value)
        return self.turned(str(value) if not isinstance(value, str) else value)

    def turned(self, sentence: str) -> str:
        """A Sentence in this language; any other string as it is."""
        if isinstance(sentence, Sentence):
            return self.tr(sentence.template, **sentence.facts)
        return sentence


def load(code: str) -> Language:
    """The catalogue of ``code``: ``de.po`` and every ``de_*.po`` beside it.

    Raises CatalogueFault for a broken file, KeyError for a language there is none of.
    """
    if code not in LANGUAGES:
        raise KeyError(code)
    messages: dict[str, str] = {}
    plurals: dict[str, tuple[str, str]] = {}
    folder = resources.files("companion.locale")
    for file in folder.iterdir():
        if file.name.endswith(".po") and file.name.split(".")[0].split("_")[0] == code:
            _read(file.name, file.read_text(encoding="utf-8"), messages, plurals)
    return Language(code, messages, plurals)


def _read(
    name: str, text: str, messages: dict[str, str], plurals: dict[str, tuple[str, str]]
) -> None:
    for entry in _entries(name, text):
        msgid = entry["msgid"]
        if "msgid_plural" in entry:
            forms = (entry["msgstr[0]"], entry["msgstr[1]"])
            plurals[msgid] = plurals[entry["msgid_plural"]] = forms
        elif msgid and entry["msgstr"]:
            messages[msgid] = entry["msgstr"]


def _entries(name: str, text: str) -> Iterator[dict[str, str]]:
    """The messages of a ``.po`` file: blocks of keyword and quoted strings, blank line between."""
    entry: dict[str, str] = {}
    key = ""
    for number, raw in enumerate([*text.splitlines(), ""], start=1):
        line = raw.strip()
        if line.startswith("#"):
            continue
        if not line:
            if entry:
                yield entry
            entry, key = {}, ""
            continue
        word, _, rest = line.partition(" ")
        if not word.startswith('"'):
            key, line = word, rest.strip()
            entry[key] = ""
        try:
            # A quoted string of a .po is one of JSON too, and that reader is the quick one.
            entry[key] += json.loads(line)
        except (KeyError, TypeError, ValueError) as fault:
            raise CatalogueFault(
                f'{name}, line {number}: expected a keyword and a "quoted text", found {raw!r}'
            ) from fault
