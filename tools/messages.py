"""What the program says, and what a catalogue lacks.

    python tools/messages.py             every message and where it stands
    python tools/messages.py --missing   those without a German text, ready to paste
    python tools/messages.py --update    write them all to companion/locale/messages.pot

A message is a constant handed to one of the calls below, a value of a constant table whose name
is in TABLES, a ``tr("...")`` in a ``.kv`` file, the ``title`` and ``text`` of a house rule, or,
where no rule of this kind finds it, a constant that stands in messages.pot already. A new one of
the last kind is added there by hand; it goes by itself when it stands in no source any more.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from companion.locale import i18n  # noqa: E402

PACKAGE = ROOT / "companion"
TEMPLATE = PACKAGE / "locale" / "messages.pot"
CALLS = {
    "Text": (0,), "text": (0,), "Phrase": (0,), "tr": (0,), "Refused": (1, 2), "trouble": (0, 1),
    "MenuAction": (1, 3), "PageSpec": (2,), "Seat": (), "_row": (1,), "_choice": (2,),
    "_stepper": (2,), "_toggle": (2,), "_group": (0,), "_entry": (1,), "msg": (0,),
    "Sentence": (0,),
    "Fault": (0,), "Broken": (0,), "EditionFault": (0,), "JournalFault": (0,), "NothingLeft": (0,),
    "PinsFault": (0,), "SettingFault": (0,),
}  # fmt: skip
"""Calls whose arguments at these places are messages."""
KEYWORDS = {"remedy", "sentence", "template", "msgid", "question"}
TABLES = {"LEVEL_WORDS", "SENTENCES", "MESSAGES", "WORDS", "LABELS", "tasks"}
NOT_ON_SCREEN = ("cli/pipe", "__main__", "cli/doctor", "core/requests/parse")
"""Files that speak to programs or on a terminal only, in English."""
_KV = re.compile(r"""\btr\(\s*"((?:[^"\\]|\\.)*)"|msgid: "((?:[^"\\]|\\.)*)\"""")
_KV_SECOND = re.compile(r"""\btr\(\s*"(?:[^"\\]|\\.)*" if [^"]+ else "((?:[^"\\]|\\.)*)\"""")


def messages() -> dict[str, str]:
    """Every message id of the program and the file it was first found in."""
    found: dict[str, str] = {}
    constants: dict[str, str] = {}
    for path in sorted(PACKAGE.rglob("*")):
        name = str(path.relative_to(PACKAGE))
        if path.suffix not in (".py", ".kv", ".toml"):
            continue
        source = path.read_text(encoding="utf-8")
        for message in () if name.startswith(NOT_ON_SCREEN) else _found(path, source):
            if re.search(r"[A-Za-z]{2}", re.sub(r"\{[^}]*\}", "", message)):
                found.setdefault(message, name)
        for constant in _all(path, source):
            constants.setdefault(constant, name)
    known = (message for message in template() if message in constants)
    return {**{message: constants[message] for message in known}, **found}


def template() -> list[str]:
    """The messages of messages.pot."""
    if not TEMPLATE.exists():
        return []
    with TEMPLATE.open("rb") as file:
        ids = (message.id for message in read_po(file) if message.id)
        return [one if isinstance(one, str) else one[0] for one in ids]


def missing(language: i18n.Language) -> dict[str, str]:
    """Messages ``language`` has no text for."""
    known = language.messages.keys() | language.plurals.keys()
    return {text: place for text, place in messages().items() if text not in known}


def _found(path: Path, source: str) -> Iterator[str]:
    if path.suffix == ".py":
        return _of_python(source)
    if path.suffix == ".kv":
        return _of_kv(source)
    return _of_games(path, source)


def _all(path: Path, source: str) -> Iterator[str]:
    """Every constant text of a file."""
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
                if node.value.replace("_", "").isalpha():
                    yield from _named(node.value)
    elif path.suffix == ".kv":
        for quoted in re.findall(r'"(?:[^"\\\n]|\\.)*"', source):
            yield ast.literal_eval(quoted)
    else:
        yield from _texts(tomllib.loads(source))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        yield from _named(value)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _named(str(key))
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def _named(key: str) -> Iterator[str]:
    """What the screens make of the name of a colour, a piece or a figure."""
    word = key.replace("_", " ")
    yield from (word, word.capitalize(), f"{{n}} {word}", f"{word.capitalize()} cost")


def _of_python(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            for place in CALLS.get(name, ()):
                if place < len(node.args):
                    yield from _constants(node.args[place])
            for keyword in node.keywords:
                if keyword.arg in KEYWORDS:
                    yield from _constants(keyword.value)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if getattr(target, "id", "").lstrip("_") in TABLES:
                for value in getattr(node.value, "values", getattr(node.value, "elts", ())):
                    yield from _constants(value)


def _constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Tuple):
        for part in node.elts:
            yield from _constants(part)
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _of_kv(source: str) -> Iterator[str]:
    for match in _KV.finditer(source):
        yield ast.literal_eval(f'"{match[1] or match[2] or ""}"')
    for match in _KV_SECOND.finditer(source):
        yield ast.literal_eval(f'"{match[1]}"')


def _of_games(path: Path, source: str) -> Iterator[str]:
    """The house rules of a game, or those games share."""
    if "games" in path.parts:
        data = tomllib.loads(source)
        rules = data if path.name == "options.toml" else data.get("house_rule", {})
        yield from (rule[key] for rule in rules.values() for key in ("title", "text"))


def main() -> None:
    """Print the list asked for, or write it."""
    if "--update" in sys.argv[1:]:
        catalog = Catalog(project="Companion")
        for text, place in sorted(messages().items(), key=lambda item: (item[1], item[0])):
            catalog.add(text, locations=[(place, 0)])
        with TEMPLATE.open("wb") as file:
            write_po(file, catalog, width=0, omit_header=True, include_lineno=False)
    elif "--missing" in sys.argv[1:]:
        for text, place in sorted(missing(i18n.load("de")).items(), key=lambda item: item[1]):
            quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            print(f'# {place}\nmsgid "{quoted}"\nmsgstr ""\n')
    else:
        for text, place in messages().items():
            print(f"{place}: {text}")


if __name__ == "__main__":
    main()
