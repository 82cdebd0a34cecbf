"""What we say of ourselves, checked: who imports whom, sizes, and that documents can be found."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "companion"
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 70
EDITION_LINES_MAX = 300

MAY_IMPORT = {
    "core": {"core", "games.deal"},
    "unit": {"unit", "core.book", "core.fact", "core.values", "faces.views"},
    "sounds": {"sounds"},
    "faces": {"core", "faces", "unit", "games.city.permits"},
    "panels": {"unit.frame", "panels"},
    "locale": {"core.errors", "faces.views"},
    "games": {"core", "games", "unit.facts"},
    "storage": {"core", "faces.table", "games", "storage", "unit"},
    "session": {"core", "faces", "games", "panels", "session", "storage", "unit"},
    "ui": {"core", "faces", "games.city", "locale", "panels.panel", "session.commit", "sounds",
           "storage.library", "storage.settings", "ui", "unit"},
    "cli": {"__version__", "__main__", "app", "cli", "core", "faces", "games", "locale", "panels",
            "session", "sounds", "storage", "ui", "unit"},
    "app": {"__version__", "app", "core", "faces", "panels", "session", "sounds", "storage", "ui"},
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
)
DOCUMENTS = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not {".venv", "build", ".git", ".pytest_cache", "node_modules"} & set(path.parts)
)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}: relative import"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def ours(path: Path) -> Iterator[str]:
    for module in imports(path):
        if module.startswith("companion."):
            yield module.removeprefix("companion.")


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_imports_go_one_way(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    allowed = MAY_IMPORT[room]
    if room == "games" and not is_rule(path):
        allowed = allowed | (PAGES if path.stem.endswith("_page") else PAGES - {"ui"})
    for module in ours(path):
        fits = any(module == way or module.startswith(way + ".") for way in allowed)
        assert fits, f"{name(path)} imports {module}"


def is_rule(path: Path) -> bool:
    """Whether a module of a game belongs to its rules, not to what is shown of them."""
    shows = {"district", "blocks", "permits", "cardtable", "cardpicks", "pages"}
    return not path.stem.endswith("_page") and path.stem not in shows


@pytest.mark.parametrize("path", sorted((PACKAGE / "core").rglob("*.py")), ids=name)
def test_the_core_knows_no_world(path: Path) -> None:
    assert not {module.split(".")[0] for module in imports(path)} & NOT_IN_CORE
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float), f"{name(path)}:{node.lineno} has a float"
        if isinstance(node, ast.Name):
            assert node.id not in ("open", "float"), f"{name(path)}:{node.lineno} uses {node.id}"
        if isinstance(node, ast.BinOp):
            assert not isinstance(node.op, ast.Div), (
                f"{name(path)}:{node.lineno} divides to a float"
            )


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_hardware_and_screen_stay_where_they_belong(path: Path) -> None:
    if path.name in ("demo.py", "doctor.py"):
        return
    for module in imports(path):
        if path.stem.endswith("_page") and module.split(".")[0] == "kivy":
            continue
        home = HARDWARE.get(module.split(".")[0])
        place = path.relative_to(PACKAGE).as_posix()
        assert home is None or place.startswith(home), f"{name(path)} imports {module}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "panels").rglob("*.py")), ids=name)
def test_panels_load_without_their_libraries(path: Path) -> None:
    for node in tree(path).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            text = ast.unparse(node)
            assert "gpiozero" not in text and "serial" not in text.split()[1], (
                f"{name(path)}: {text}"
            )


@pytest.mark.parametrize("path", sorted((PACKAGE / "games").glob("*/*.py")), ids=name)
def test_games_never_build_on_each_other(path: Path) -> None:
    for module in ours(path):
        parts = module.split(".")
        assert parts[0] != "games" or parts[1] == path.parent.name, f"{name(path)} imports {module}"


@pytest.mark.parametrize(
    "path", [path for path in SOURCES if path.parent.name in ("core", "ui", "screens")], ids=name
)
def test_no_game_is_named_in_a_condition(path: Path) -> None:
    games = {"classic", "mega", "city", "anti", "deal"}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Compare):
            words = {
                part.value
                for part in ast.walk(node)
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            }
            found = {word for word in words if word.split("_")[0] in games - {"deal"}}
            assert not found, f"{name(path)}:{node.lineno} asks for {found}"


@pytest.mark.parametrize("path", PYTHON, ids=name)
def test_files_and_functions_stay_small(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= FILE_LINES_MAX, f"{name(path)} has {lines} lines"
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            assert length <= FUNCTION_LINES_MAX, f"{name(path)}: {node.name} has {length} lines"


@pytest.mark.parametrize(
    "path", sorted(path for path in (PACKAGE / "games").glob("*/*.py") if is_rule(path)), ids=name
)
def test_a_module_of_an_edition_stays_small(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= EDITION_LINES_MAX, f"{name(path)} has {lines} lines"


def test_no_two_widgets_share_a_name() -> None:
    # Kivy finds a rule by the name of the class alone: a namesake on another page gets it too.
    names: list[str] = []
    for path in [*(PACKAGE / "ui").rglob("*.py"), *(PACKAGE / "games").rglob("*_page.py")]:
        names += [node.name for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)]
    for path in sorted(PACKAGE.rglob("*.kv")):
        names += re.findall(r"^<(\w+)@", path.read_text(encoding="utf-8"), flags=re.M)
    public = [name for name in names if not name.startswith("_")]
    assert sorted(public) == sorted(set(public))


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_everything_public_says_what_it_is(path: Path) -> None:
    module = tree(path)
    assert ast.get_docstring(module) or not module.body, f"{name(path)} has no docstring"
    for node in ast.walk(module):
        if not isinstance(node, ast.ClassDef):
            continue
        if not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{name(path)}: class {node.name} has no docstring"
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{name(path)}: {node.name} has no docstring"


@pytest.mark.parametrize("path", PYTHON, ids=name)
def test_no_leftovers(path: Path) -> None:
    if path == Path(__file__):
        return
    text = path.read_text(encoding="utf-8")
    for word in ("TODO", "FIXME", "XXX", "pytest.skip", "pytest.mark.skip", "xfail", "../shared"):
        assert word not in text, f"{name(path)} contains {word}"


@pytest.mark.parametrize("path", sorted((ROOT / "tests").rglob("test_*.py")), ids=name)
def test_only_slow_cards_are_slept_for(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "time.sleep" not in text or "class Slow" in text, f"{name(path)} sleeps"


def links(path: Path) -> Iterator[Path]:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            yield (path.parent / target).resolve()


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in links(path):
        assert target.exists(), f"{name(path)} links to {target}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_document_has_one_title_and_names_nothing_private(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    without_code = re.sub(r"```.*?```", "", text, flags=re.S)
    assert len(re.findall(r"^# ", without_code, flags=re.M)) == 1, f"{name(path)}: titles"
    assert "/work/" not in text and "../shared" not in text


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
