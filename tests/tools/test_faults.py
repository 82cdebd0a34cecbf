"""The faults that ``make mutants`` makes are faults of the program, in every kind of file."""

from __future__ import annotations

import runpy
from pathlib import Path

FAULTS = runpy.run_path(str(Path(__file__).resolve().parents[2] / "tools" / "faults.py"))["faults"]

PYTHON = '''"""Not 1 < 2 here."""

def late(at: int | None, log: Log) -> bool:
    """True or False."""
    log.info("at %d", 7 < 8)
    return at is not None and at > 3
'''
C = """/* 1 < 2 */
#define LATE 3
void late(int at)
{
    if ((int16_t)(at - LATE) > 0)
        say("a < b");
}
"""
CATALOGUE = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "late"\nmsgstr "spät"\n'


def lines_with_one(path: str, text: str) -> set[str]:
    """The lines that ``path`` gets, each by a fault of its own."""
    before = text.split("\n")
    made = (fault.put_into(text).split("\n") for fault in FAULTS(path, text))
    return {line.strip() for lines in made for line in lines if line not in before}


def test_python_is_changed_where_it_runs_and_nowhere_else() -> None:
    assert lines_with_one("companion/late.py", PYTHON) == {
        "return at is not None or at > 3",
        "return at is None and at > 3",
        "return at is not None and at >= 3",
        "return at is not None and at > 4",
        "return True and at > 3",
        "return at is not None and True",
    }


def test_a_measure_of_a_drawing_is_left_alone() -> None:
    assert "return at is not None and at > 4" not in lines_with_one("companion/ui/late.py", PYTHON)


def test_c_is_changed_outside_comments_texts_and_macros() -> None:
    assert lines_with_one("firmware/late.c", C) == {
        "if ((at - LATE) > 0)",
        "if ((int16_t)(at + LATE) > 0)",
        "if ((int16_t)(at - LATE) >= 0)",
        "if ((int16_t)(at - LATE) > 1)",
        "if (0)",
        "if (1)",
        ";",
    }


def test_a_catalogue_loses_a_sentence_never_its_head() -> None:
    assert lines_with_one("companion/locale/de.po", CATALOGUE) == {'msgid "Xlate"'}
