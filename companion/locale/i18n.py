"""Sentences, numbers and money in the language of the table.

Catalogues are ordinary gettext ``.po`` files, read as they are: no build step to forget, and a
translator sees a change at the next start. English texts are their own message ids; the English
catalogue only holds plural forms. The header of ``XX.po`` here says how the language counts and
writes numbers (``X-Number: 1.234,5``) and large sums (``X-Short: 1 Mio., 1 Tsd.``); a game's own
sentences are in ``XX.po`` of its folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from gettext import c2py
from pathlib import Path

from msgspec import Struct

from companion import games
from companion.core.errors import Sentence
from companion.faces.views import Amount, Text

_HERE = Path(__file__).parent


def _header(path: Path) -> Mapping[str, str]:
    """What a catalogue says of itself in its first entry, field by field."""
    first = next(iter(_entries(path.name, path.read_text(encoding="utf-8"))), {})
    lines = (line.partition(": ") for line in first.get("msgstr", "").splitlines())
    return {name: value for name, _, value in lines}


_TWO_STOPS = re.compile(r"\.\.(?=\s|$)")
"""An amount such as "37 Mio." ends a sentence by itself."""


class CatalogueFault(ValueError):
    """A ``.po`` file that cannot be read: file, line and what was expected."""


class Language(Struct, frozen=True):
    """One language: its messages, the forms of those that count something, and which one ``form``
    says is for a number; what stands between ``thousands``, before a part (``point``), and after an
    amount in ``short``.
    """

    code: str
    thousands: str
    point: str
    short: tuple[tuple[int, str], ...]
    form: Callable[[int], int]
    messages: dict[str, str] = {}
    plurals: dict[str, tuple[str, ...]] = {}

    def tr(self, msgid: str, **facts: object) -> str:
        """``msgid`` in this language, its {named} fields filled in.

        A message with plural forms takes the one for the fact ``n``. An unknown message stays
        English rather than vanish.
        """
        if not msgid:
            return ""
        n = facts.get("n")
        if msgid in self.plurals and isinstance(n, int):
            template = self.plurals[msgid][self.form(abs(n))]
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
        return f"{value:,}".replace(",", self.thousands)

    def money(self, value: int, short: bool = False) -> str:
        """An amount in whole units; ``short`` writes 1.5M, 500K or 1,5 Mio., 500 Tsd."""
        sign, size = ("-" if value < 0 else ""), abs(value)
        if short:
            for unit, name in self.short:
                if size >= unit and size * 100 % unit == 0:
                    whole, rest = divmod(size * 100 // unit, 100)
                    tail = f"{self.point}{rest:02d}".rstrip("0") if rest else ""
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
        return self.translated(str(value) if not isinstance(value, str) else value)

    def translated(self, sentence: str) -> str:
        """A Sentence in this language; any other string as it is."""
        if isinstance(sentence, Sentence):
            return self.tr(sentence.template, **sentence.facts)
        return sentence


def load(code: str) -> Language:
    """The catalogue of ``code``: the one all games share and that of every game's folder.

    Raises CatalogueFault for a broken file, KeyError for a language there is none of.
    """
    if code not in LANGUAGES:
        raise KeyError(code)
    return _load(code, games.folders())


@cache
def _load(code: str, folders: tuple[Path, ...]) -> Language:
    shared = _HERE / f"{code}.po"
    about = _header(shared)
    one, point = re.findall(r"\D", about["X-Number"])
    million, thousand = (amount.removeprefix("1") for amount in about["X-Short"].split(", "))
    language = Language(
        code,
        one,
        point,
        ((1_000_000, million), (1_000, thousand)),
        c2py(about["Plural-Forms"].partition("plural=")[2].rstrip(";")),
    )
    for path in (shared, *(folder / f"{code}.po" for folder in folders)):
        if path.is_file():
            _read(path, language)
    return language


def _read(path: Path, language: Language) -> None:
    for entry in _entries(path.name, path.read_text(encoding="utf-8")):
        msgid = entry["msgid"]
        if "msgid_plural" in entry:
            forms = tuple(text for key, text in entry.items() if key.startswith("msgstr["))
            language.plurals[msgid] = language.plurals[entry["msgid_plural"]] = forms
        elif msgid and entry["msgstr"]:
            language.messages[msgid] = entry["msgstr"]


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


LANGUAGES = {path.stem: _header(path)["X-Name"] for path in sorted(_HERE.glob("*.po"))}
"""Every language there is a catalogue for, by its own name."""
