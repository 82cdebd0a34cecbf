"""List the sentences of the program and what the catalogues lack.

    python tools/messages.py             every message and where it stands
    python tools/messages.py --missing   those without a German text, ready to paste

A message is a constant handed to one of the calls below, a value of a constant table whose name
is in TABLES, a ``tr("...")`` in a ``.kv`` file, or the ``text`` of a house rule, shared or a
game's own.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from companion.locale import i18n  # noqa: E402

CALLS = {
    "Text": (0,), "text": (0,), "Phrase": (0,), "tr": (0,), "Refused": (1, 2), "Status": (1, 2),
    "MenuAction": (1, 3), "PageSpec": (2,), "Seat": (), "_row": (0,), "_choice": (1,),
    "_stepper": (1,), "_toggle": (1,), "_entry": (1,), "msg": (0,), "Sentence": (0,),
    "EditionFault": (0,), "PinsFault": (0,),
}  # fmt: skip
"""Calls whose arguments at these places are messages."""
KEYWORDS = {"reason", "remedy", "sentence", "template", "msgid", "question"}
TABLES = {"SENTENCES", "MESSAGES", "WORDS", "LABELS"}
NOT_ON_SCREEN = {
    "cli/pipe.py",
    "cli/pipe_session.py",
    "__main__.py",
    "cli/doctor.py",
    "core/requests/parse.py",
}
"""Files that speak to programs or on a terminal only, in English."""
_KV = re.compile(r"""\btr\(\s*"((?:[^"\\]|\\.)*)"|msgid: "((?:[^"\\]|\\.)*)\"""")
_KV_SECOND = re.compile(r"""\btr\(\s*"(?:[^"\\]|\\.)*" if [^"]+ else "((?:[^"\\]|\\.)*)\"""")


def messages(package: Path = ROOT / "companion") -> dict[str, str]:
    """Every message id of ``package`` and the file it was first found in."""
    found: dict[str, str] = {}
    for path in sorted(package.rglob("*")):
        read = {".py": _of_python, ".kv": _of_kv}.get(path.suffix)
        if path.suffix == ".toml" and "games" in path.parts:
            read = _of_options if path.name == "options.toml" else _of_edition
        if read is not None and str(path.relative_to(package)) not in NOT_ON_SCREEN:
            for message in read(path.read_text(encoding="utf-8")):
                if message.strip(" {}") and re.search(r"[A-Za-z]{2}", _bare(message)):
                    found.setdefault(message, str(path.relative_to(package)))
    return found


def missing(language: i18n.Language) -> dict[str, str]:
    """Messages ``language`` has no text for."""
    known = language.messages.keys() | language.plurals.keys()
    return {text: place for text, place in messages().items() if text not in known}


def _bare(message: str) -> str:
    return re.sub(r"\{[^}]*\}", "", message)


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
        elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if getattr(target, "id", "").lstrip("_") in TABLES:
                for value in node.value.values:
                    yield from _constants(value)


def _constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _of_kv(source: str) -> Iterator[str]:
    for match in _KV.finditer(source):
        yield ast.literal_eval(f'"{match[1] or match[2] or ""}"')
    for match in _KV_SECOND.finditer(source):
        yield ast.literal_eval(f'"{match[1]}"')


def _of_options(source: str) -> Iterator[str]:
    for option in tomllib.loads(source).values():
        yield option["text"]


def _of_edition(source: str) -> Iterator[str]:
    for option in tomllib.loads(source).get("house_rule", {}).values():
        yield option["text"]


def main() -> None:
    """Print the list asked for."""
    if "--missing" in sys.argv[1:]:
        for text, place in sorted(missing(i18n.load("de")).items(), key=lambda item: item[1]):
            quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            print(f'# {place}\nmsgid "{quoted}"\nmsgstr ""\n')
    else:
        for text, place in messages().items():
            print(f"{place}: {text}")


if __name__ == "__main__":
    main()
