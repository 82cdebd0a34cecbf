"""Single faults in a source file: where, and what stands there instead.

A fault is one a tired person could type: a comparison off by one, a condition turned round, a
statement left out, a cast forgotten, a German sentence that lost its message. Never in a
docstring, a type hint or a line for the log, never in a figure that only moves a pixel.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

Edit = tuple[int, int, str]
"""From here to there in the text stands this."""

_COMPARE: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
_ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}
_LOGS = {"log", "logging", "root"}
_HINTS = {"annotation", "returns", "decorator_list"}
_FIGURES_FROM = 10
"""A constant of this size or more at the top of a module is one somebody chose, not a rule."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the file (relative to the project), its line, and the edit."""

    path: str
    line: int
    edit: Edit

    def put_into(self, text: str) -> str:
        """``text``, with the fault in it."""
        start, end, new = self.edit
        return text[:start] + new + text[end:]


def faults(path: str, text: str) -> list[Fault]:
    """Every fault that can be made in the file ``path`` with this ``text``."""
    edits = {".py": _python, ".c": _c, ".po": _catalogue}[path[path.rindex(".") :]](text)
    drawn = path.startswith("companion/ui/") or path.endswith("_page.py")
    return [
        Fault(path, text.count("\n", 0, start) + 1, (start, end, new))
        for start, end, new in sorted(set(edits))
        if text[start:end] != new and not (drawn and text[start:end].isdigit())
    ]


class _Python:
    """Walks a module and collects the edits of its code."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        self.lines = text.splitlines(keepends=True)
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.edits: list[Edit] = []

    def at(self, line: int, column: int) -> int:
        """The place in the text of what ast calls line and (in bytes) column."""
        before = self.lines[line - 1].encode()[:column].decode()
        return self.starts[line - 1] + len(before)

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return (
            self.at(node.lineno, node.col_offset),
            self.at(node.end_lineno, node.end_col_offset),
        )

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """Another operator between two operands, brackets and line ends left as they are."""
        start, end = self.span(left)[1], self.span(right)[0]
        found = re.search(re.escape(old).replace(r"\ ", r"\s+"), self.text[start:end])
        if found:
            self.edits.append((start + found.start(), start + found.end(), new))

    def instead(self, node: ast.expr | ast.stmt, new: str) -> None:
        self.edits.append((*self.span(node), new))

    def walk(self, node: ast.AST, top: bool) -> None:
        """Collect the faults of ``node`` and below; ``top``: outside every function."""
        if _never_runs(node):
            return
        self.here(node, top)
        inside = top and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for name, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and name not in _HINTS:
                    self.walk(child, inside)

    def here(self, node: ast.AST, top: bool) -> None:
        match node:
            case ast.Compare():
                operands = [node.left, *node.comparators]
                for n, op in enumerate(node.ops):
                    self.between(operands[n], operands[n + 1], *_COMPARE[type(op)])
            case ast.BoolOp():
                old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                for left, right in zip(node.values, node.values[1:], strict=False):
                    self.between(left, right, old, new)
                for value in node.values:
                    self.instead(value, "True" if old == "and" else "False")
            case ast.BinOp() if type(node.op) in _ARITHMETIC:
                self.between(node.left, node.right, *_ARITHMETIC[type(node.op)])
            case ast.UnaryOp(op=ast.Not()):
                start, end = self.span(node.operand)
                self.instead(node, self.text[start:end])
            case ast.If() | ast.While() | ast.IfExp():
                for word in ("True", "False"):
                    if not (isinstance(node, ast.While) and word == "True"):
                        self.instead(node.test, word)
            case ast.Constant(value=bool()):
                self.instead(node, str(not node.value))
            case ast.Constant(value=int() as figure) if not top or figure < _FIGURES_FROM:
                self.instead(node, str(figure + 1))
            case ast.Call(func=ast.Name(id="min" | "max" | "any" | "all")):
                other = {"min": "max", "max": "min", "any": "all", "all": "any"}
                self.instead(node.func, other[self.text[slice(*self.span(node.func))]])
            case ast.Call(args=[first, second, *_]) if not isinstance(second, ast.Starred):
                one, two = (self.text[slice(*self.span(arg))] for arg in (first, second))
                edit = (self.span(first)[0], self.span(second)[1], f"{two}, {one}")
                self.edits.append(edit)
            case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Continue() | ast.Break():
                self.instead(node, "pass")
            case ast.AugAssign() if type(node.op) in _ARITHMETIC:
                old, new = _ARITHMETIC[type(node.op)]
                self.between(node.target, node.value, old + "=", new + "=")


def _never_runs(node: ast.AST) -> bool:
    """Docstrings, lines for the log, imports for hints, what a program is only told by."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            return name in _LOGS
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Import() | ast.ImportFrom():
            return True
        case ast.FunctionDef(name="__repr__") | ast.JoinedStr():
            return True  # of a text's own parts Python 3.11 does not say the place
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.Call(func=ast.Name(id="cast" | "TypeVar")):
            return True
    return False


def _python(text: str) -> Iterator[Edit]:
    found = _Python(text)
    found.walk(ast.parse(text), top=True)
    yield from found.edits


_NO_CODE = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|^[ \t]*#(?:\\\n|[^\n])*",
    flags=re.S | re.M,
)
_C_TOKENS = (
    (r"(?<=[\w)\]] )<(?= )", "<="),
    (r"(?<=[\w)\]] )<=(?= )", "<"),
    (r"(?<=[\w)\]] )>(?= )", ">="),
    (r"(?<=[\w)\]] )>=(?= )", ">"),
    (r"==", "!="),
    (r"!=", "=="),
    (r"&&", "||"),
    (r"\|\|", "&&"),
    (r"(?<=[\w)\]] )\+(?= )", "-"),
    (r"(?<=[\w)\]] )-(?= )", "+"),
    (r"(?<=[\w)\]] )&(?= )", "|"),
    (r"(?<=[\w)\]] )\|(?= )", "&"),
    (r"!(?=[\w(])", ""),
    (r"(?<==)true\b|\btrue\b", "false"),
    (r"\bfalse\b", "true"),
    (r"\(u?int(?:8|16|32)_t\)(?=[\w(])", ""),
    (r"(?<=[ ;{}])(?:\+|-|\|)=(?= )", "="),
)
_C_STATEMENT = re.compile(
    r"^(?P<indent>[ \t]+)(?:[a-z_]\w*\([^;{}]*\)|[\w>.\[\]\-*]*(?:->|\.|\[|\*)[^;{}=]*\W?="
    r"[^;{}=][^;{}]*);",
    flags=re.M,
)
_C_TEST = re.compile(r"\b(?:if|while) \(")
_C_NUMBER = re.compile(r"(?<![\w.])(\d+)(?=[,;)\] ])")


def _c(text: str) -> Iterator[Edit]:
    code = _NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    for pattern, new in _C_TOKENS:
        for found in re.finditer(pattern, code):
            yield found.start(), found.end(), new
    for found in _C_STATEMENT.finditer(code):
        yield found.start() + len(found["indent"]), found.end(), ";"
    for found in _C_NUMBER.finditer(code):
        yield found.start(), found.end(), str(int(found[1]) + 1)
    for found in _C_TEST.finditer(code):
        end = _closing(code, found.end())
        for new in ("1", "0") if code.startswith("if", found.start()) else ("0",):
            yield found.end(), end, new


def _closing(code: str, start: int) -> int:
    """Where the bracket that was opened just before ``start`` is closed."""
    depth = 1
    for place in range(start, len(code)):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if not depth:
            return place
    return start


def _catalogue(text: str) -> Iterator[Edit]:
    """A message under another name: its sentence is in the file, and never shown."""
    for found in re.finditer(r'^msgid (?:""\n)?"(?=[^"])', text, flags=re.M):
        yield found.end(), found.end(), "X"
