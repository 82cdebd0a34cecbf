"""Everything a panel says about its health can be said in German too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.locale import i18n
from companion.panels import gpio, screen, trouble

COMPANION = Path(gpio.__file__).parents[1]
FILES = (trouble.__file__, gpio.__file__, screen.__file__, COMPANION / "ui" / "speaker.py")
FIRST, SECOND = r'(?:Status\(\s*False,|trouble\()\s*((?:"[^"]*"\s*)+),', r'\s*((?:"[^"]*"\s*)+),?'


def sentences() -> list[str]:
    found = []
    for file in FILES:
        for match in re.finditer(FIRST + SECOND, Path(file).read_text(encoding="utf-8")):
            found += ["".join(re.findall(r'"([^"]*)"', group)) for group in match.groups()]
    return found


def test_all_sentences_are_found() -> None:
    assert len(sentences()) >= 24


@pytest.mark.parametrize("sentence", sorted(set(sentences())))
def test_a_sentence_has_a_german_form_with_the_same_facts(sentence: str) -> None:
    german = i18n.load("de").messages[sentence]
    assert german != sentence
    assert set(re.findall(r"{\w+}", german)) == set(re.findall(r"{\w+}", sentence))
