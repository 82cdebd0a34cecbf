"""A request that cannot be done, in words a player can act on."""

from __future__ import annotations

from collections.abc import Mapping


class Sentence(str):
    """An English sentence that remembers its template and facts, so that a screen can translate it.

    Everywhere else it is a plain string. ``str()`` of it, or of a fault that holds it, keeps the
    template; joining it to others forgets it.
    """

    template: str
    facts: Mapping[str, object]

    def __new__(cls, template: str, **facts: object) -> Sentence:
        made = super().__new__(cls, template.format(**facts))
        made.template, made.facts = template, facts
        return made

    def __str__(self) -> str:
        return self


class Refused(Exception):
    """A request was understood and refused; nothing has changed.

    ``code`` is a stable machine word (``"not_enough_cash"``); ``reason`` says what is wrong
    and ``remedy`` what to do, both English templates with ``{named}`` fields from ``facts``,
    so that a catalogue can translate the template before the fields are filled in.
    """

    def __init__(self, code: str, reason: str, remedy: str = "", **facts: object) -> None:
        self.code = code
        self.reason_template = reason
        self.remedy_template = remedy
        self.facts: Mapping[str, object] = facts
        super().__init__(self.reason)

    @property
    def reason(self) -> str:
        """What is wrong, in English."""
        return self.reason_template.format(**self.facts)

    @property
    def remedy(self) -> str:
        """What to do about it, in English; empty where nothing can be done."""
        return self.remedy_template.format(**self.facts)

    @property
    def sentence(self) -> Sentence:
        """Both in one."""
        reason = Sentence(self.reason_template, **self.facts)
        remedy = Sentence(self.remedy_template, **self.facts)
        return Sentence("{reason} {remedy}", reason=reason, remedy=remedy) if remedy else reason


class Fault(Exception):
    """Something outside the bank that cannot be used, in one sentence for the user.

    Made of a template and its facts, or of a Sentence; ``sentence`` is what a screen translates.
    """

    def __init__(self, template: str, **facts: object) -> None:
        given = isinstance(template, Sentence)
        self.sentence = template if given else Sentence(template, **facts)
        super().__init__(self.sentence)


class Corrupt(Exception):
    """Stored data does not hold together (a sum is off, a before does not match)."""


class EditionFault(Fault, ValueError):
    """An edition file is wrong: which file, which key, and what it should be."""
