"""What we say of ourselves, checked: who imports whom, sizes, and that documents can be found."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "companion"
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 70
EDITION_LINES_MAX = 300

MAY_IMPORT = {
    "core": {"core"},
    "unit": {"unit", "core.book", "core.fact", "core.values", "faces.views"},
    "sounds": {"sounds"},
    "faces": {"core", "faces", "unit"},
    "panels": {"core.errors", "unit.frame", "panels"},
    "locale": {"core.errors", "faces.views", "games"},
    "games": {"core", "games", "unit.facts"},
    "storage": {"core", "faces", "games", "storage", "unit"},
    "session": {"core", "faces", "games", "panels", "phones.switch", "session", "storage", "unit"},
    "phones": {"core", "faces", "locale", "phones", "session.commit", "storage"},
    "ui": {"core", "faces", "locale", "panels.panel", "phones", "session.commit",
           "session.frontend", "sounds", "storage.library", "storage.settings", "ui", "unit"},
    "cli": {"__version__", "__main__", "app", "cli", "core", "faces", "games", "locale", "panels",
            "phones.net", "session", "sounds", "storage", "ui", "unit"},
    "app": {"__version__", "app", "core", "faces", "games", "panels", "session", "sounds",
            "storage", "ui"},
    "__main__": {"__version__", "app", "cli", "core", "games", "panels", "storage"},
    "__init__": set(),
}  # fmt: skip
"""The direction of imports, room by room. ``app.wiring`` is the composition root."""

PAGES = {"faces", "ui", "unit"}
"""What a game's pictures (``GAME_PICTURES``) and pages (``*_page.py``) may import besides."""

NOT_IN_CORE = {
    "kivy", "gpiozero", "serial", "sqlite3", "time", "datetime", "random", "secrets", "threading",
    "asyncio", "queue", "os", "pathlib", "subprocess", "socket",
}  # fmt: skip
HARDWARE = {"gpiozero": "panels/gpio.py", "serial": "panels/", "kivy": "ui/"}

SOURCES = sorted(PACKAGE.rglob("*.py"))
PYTHON = (
    SOURCES
    + sorted((ROOT / "tests").rglob("*.py"))
    + sorted((ROOT / "benchmarks").rglob("*.py"))
    + sorted((ROOT / "hardware").rglob("*.py"))
    + sorted((ROOT / "tools").rglob("*.py"))
)
DOCUMENTS = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not {".venv", "build", ".git", ".pytest_cache", "node_modules"} & set(path.parts)
)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


Rule: TypeAlias = Callable[[Path], Iterable[str]]
"""What is wrong with a file; nothing if it keeps the rule."""


def holds(rule: Rule, paths: Iterable[Path]) -> None:
    """Every file keeps the rule, or all that do not are named at once."""
    wrong = [f"{name(path)}: {fault}" for path in paths for fault in rule(path)]
    assert not wrong, "\n".join(wrong)


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """The file's module, and everything in it."""
    return tuple(ast.walk(ast.parse(text(path))))


def tree(path: Path) -> ast.Module:
    module = nodes(path)[0]
    assert isinstance(module, ast.Module)
    return module


def imports(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def ours(path: Path) -> Iterator[str]:
    for module in imports(path):
        if module.startswith("companion."):
            yield module.removeprefix("companion.")


def test_imports_go_one_way() -> None:
    def rule(path: Path) -> Iterator[str]:
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        allowed = MAY_IMPORT[room]
        if room == "games" and not is_rule(path):
            page = path.stem == "pages" or path.stem.endswith("_page")
            allowed = allowed | (PAGES if page else PAGES - {"ui"})
        for module in ours(path):
            if not any(module == way or module.startswith(way + ".") for way in allowed):
                yield f"imports {module}"
        yield from (f"imports {module} relatively" for module in imports(path) if module[:1] == ".")

    holds(rule, SOURCES)


def test_no_import_goes_round() -> None:
    def module(path: Path) -> str:
        return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)

    known = {module(path) for path in SOURCES}
    graph = {
        one: {other for other in ours(path) if other in known and other != one}
        for path in SOURCES
        for one in [module(path)]
    }
    TopologicalSorter(graph).prepare()  # names the modules where one is found


def test_no_call_in_the_firmware_goes_round() -> None:
    sources = sorted((ROOT / "firmware").glob("*.c"))
    home = {
        function: path.stem
        for path in sources
        for function in re.findall(r"^(?!static)\w[\w ]* \**(\w+)\(", text(path), flags=re.M)
    }
    graph = {
        path.stem: {home.get(word, "") for word in re.findall(r"\b\w+(?=\()", text(path))}
        - {path.stem, ""}
        for path in sources
    }
    assert graph["panel"] >= {"host", "unit"}
    TopologicalSorter(graph).prepare()


def is_rule(path: Path) -> bool:
    """Whether a module of a game belongs to its rules, not to what is shown of them."""
    shows = {"district", "blocks", "cardtable", "cardpicks"}
    return path.stem != "pages" and not path.stem.endswith("_page") and path.stem not in shows


def test_the_core_knows_no_world() -> None:
    def rule(path: Path) -> Iterator[str]:
        for library in {module.split(".")[0] for module in imports(path)} & NOT_IN_CORE:
            yield f"imports {library}"
        for node in nodes(path):
            match node:
                case ast.Constant(value=float()):
                    yield f"{node.lineno} has a float"
                case ast.Name(id="open" | "float"):
                    yield f"{node.lineno} uses {node.id}"
                case ast.BinOp(op=ast.Div()):
                    yield f"{node.lineno} divides to a float"

    holds(rule, (PACKAGE / "core").rglob("*.py"))


def test_hardware_and_screen_stay_where_they_belong() -> None:
    def rule(path: Path) -> Iterator[str]:
        place = path.relative_to(PACKAGE).as_posix()
        for module in imports(path):
            library = module.split(".")[0]
            page = path.stem.endswith("_page") and library == "kivy"
            if not place.startswith(HARDWARE.get(library, "")) and not page:
                yield f"imports {module}"

    holds(rule, (path for path in SOURCES if path.name != "doctor.py"))


def test_panels_load_without_their_libraries() -> None:
    def rule(path: Path) -> Iterator[str]:
        for node in tree(path).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                line = ast.unparse(node)
                if "gpiozero" in line or "serial" in line.split()[1]:
                    yield line

    holds(rule, (PACKAGE / "panels").rglob("*.py"))


def test_games_never_build_on_each_other() -> None:
    def rule(path: Path) -> Iterator[str]:
        for module in ours(path):
            parts = module.split(".")
            if parts[0] == "games" and parts[1:2] != [path.parent.name]:
                yield f"imports {module}"

    holds(rule, (PACKAGE / "games").glob("*/*.py"))


def test_no_game_is_named_in_a_condition() -> None:
    games = {"classic", "mega", "city", "anti"}

    def rule(path: Path) -> Iterator[str]:
        for node in nodes(path):
            if isinstance(node, ast.Compare):
                for part in ast.walk(node):
                    word = part.value if isinstance(part, ast.Constant) else None
                    if isinstance(word, str) and word.split("_")[0] in games:
                        yield f"{node.lineno} asks for {word}"

    rooms = ("core", "ui", "screens")
    holds(rule, (path for path in SOURCES if path.parent.name in rooms))


def test_files_and_functions_stay_small() -> None:
    def rule(path: Path) -> Iterator[str]:
        most = FILE_LINES_MAX
        if path.parent.parent == PACKAGE / "games" and is_rule(path):
            most = EDITION_LINES_MAX
        if (lines := text(path).count("\n")) > most:
            yield f"{lines} lines"
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or 0) - node.lineno + 1
                if length > FUNCTION_LINES_MAX:
                    yield f"{node.name} has {length} lines"

    holds(rule, PYTHON)


def test_no_two_widgets_share_a_name() -> None:
    # Kivy finds a rule by the name of the class alone: a namesake on another page gets it too.
    names: list[str] = []
    for path in [*(PACKAGE / "ui").rglob("*.py"), *(PACKAGE / "games").rglob("*_page.py")]:
        names += [node.name for node in nodes(path) if isinstance(node, ast.ClassDef)]
    for path in sorted(PACKAGE.rglob("*.kv")):
        names += re.findall(r"^<(\w+)@", text(path), flags=re.M)
    public = [name for name in names if not name.startswith("_")]
    assert sorted(public) == sorted(set(public))


def test_everything_public_says_what_it_is() -> None:
    def rule(path: Path) -> Iterator[str]:
        module = tree(path)
        if module.body and not ast.get_docstring(module):
            yield "the module has no docstring"
        classes = [node for node in nodes(path) if isinstance(node, ast.ClassDef)]
        functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
        for node in (*classes, *functions):
            if not node.name.startswith("_") and not ast.get_docstring(node):
                yield f"{node.name} has no docstring"

    holds(rule, SOURCES)


def test_no_leftovers() -> None:
    words = ("TODO", "FIXME", "XXX", "pytest.skip", "pytest.mark.skip", "xfail", "../shared")

    def rule(path: Path) -> Iterator[str]:
        yield from (f"contains {word}" for word in words if word in text(path))

    holds(rule, (path for path in PYTHON if path != Path(__file__)))


def test_only_slow_cards_are_slept_for() -> None:
    def rule(path: Path) -> Iterator[str]:
        if "time.sleep" in text(path) and "class Slow" not in text(path):
            yield "sleeps"

    holds(rule, (ROOT / "tests").rglob("test_*.py"))


def links(path: Path) -> Iterator[Path]:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text(path)):
        if "://" not in target and not target.startswith("mailto:"):
            yield (path.parent / target).resolve()


def test_every_link_leads_somewhere() -> None:
    def rule(path: Path) -> Iterator[str]:
        yield from (f"links to {target}" for target in links(path) if not target.exists())

    holds(rule, DOCUMENTS)


def test_every_document_has_one_title_and_names_nothing_private() -> None:
    def rule(path: Path) -> Iterator[str]:
        without_code = re.sub(r"```.*?```", "", text(path), flags=re.S)
        if (titles := len(re.findall(r"^# ", without_code, flags=re.M))) != 1:
            yield f"{titles} titles"
        yield from (f"names {word}" for word in ("/work/", "../shared") if word in text(path))

    holds(rule, DOCUMENTS)


def test_every_document_can_be_reached_from_the_readme() -> None:
    seen = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        path = waiting.pop()
        if path in seen or path.suffix != ".md":
            continue
        seen.add(path)
        waiting += [target for target in links(path) if target.exists()]
    assert set(DOCUMENTS) - seen == set()
