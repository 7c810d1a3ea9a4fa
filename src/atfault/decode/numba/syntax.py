"""Which construct of Python stands at a place of the source, by its syntax tree."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

from atfault.model.stacks import Location

MAX_TEXT = 2_000_000
_EXPRESSIONS = (
    ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.ListComp, ast.Await, ast.Yield, ast.YieldFrom,
    ast.NamedExpr, ast.Starred, ast.Lambda, ast.JoinedStr, ast.Set,
)  # fmt: skip
_STATEMENTS = (
    ast.Delete, ast.AsyncFor, ast.AsyncWith, ast.AsyncFunctionDef, ast.With, ast.Try, ast.ClassDef,
    ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.Raise, ast.Assert, ast.AnnAssign,
    ast.Match, *([ast.TryStar] if hasattr(ast, "TryStar") else []),
)  # fmt: skip
_COMPREHENSIONS = ("SetComp", "DictComp", "GeneratorExp", "ListComp")


def syntax_at(text: str, place: Location, attribute: str = "") -> str:
    """The name of the class of the innermost node of `ast` at a place that is a construct of its
    own: "SetComp", "Match", "With"; "" for none, and where there are several in a line that is all
    that is known.

    attribute: that is looked up there; where the source looks it up itself, nothing is told, else
    the comprehension that Python makes it of.
    """
    if place.line is None:
        return ""
    found: list[tuple[int, str]] = []
    for node in ast.walk(_parsed(text)):
        named = isinstance(node, ast.Attribute) and node.attr == attribute
        if named and _covers(node, Location(place.file, place.line)):
            return ""
        size = _size_at(node, place)
        if size is not None:
            found.append((size, type(node).__name__))
    if attribute:
        found = [one for one in found if one[1] in _COMPREHENSIONS]
    if place.column is None and len({name for _, name in found}) > 1:
        return ""
    return min(found)[1] if found else ""


def _size_at(node: ast.AST, place: Location) -> int | None:
    """How much of the source a construct takes, where it holds the place; of a compound statement
    its head alone counts."""
    if isinstance(node, ast.Match):
        heads: Iterator[ast.AST] = iter((node.subject, *(case.pattern for case in node.cases)))
        if any(_covers(one, place) for one in heads) or node.lineno == place.line:
            return _size(node)
        return None
    if isinstance(node, _STATEMENTS):
        body = getattr(node, "body", None)
        last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
        return _size(node) if node.lineno <= (place.line or 0) <= max(last, node.lineno) else None
    return _size(node) if isinstance(node, _EXPRESSIONS) and _covers(node, place) else None


def _covers(node: ast.AST, place: Location) -> bool:
    line, end = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0) or 0
    if place.line is None or not line <= place.line <= end:
        return False
    if place.column is None:
        return True
    begin = (line, getattr(node, "col_offset", 0) + 1)
    stop = (end, (getattr(node, "end_col_offset", 0) or 0) + 1)
    last = (place.end_line or place.line, place.end_column or place.column)
    return begin <= (place.line, place.column) and last <= stop


def _size(node: ast.AST) -> int:
    lines = (getattr(node, "end_lineno", 0) or 0) - getattr(node, "lineno", 0)
    columns = (getattr(node, "end_col_offset", 0) or 0) - getattr(node, "col_offset", 0)
    return lines * 10_000 + columns


def _parsed(text: str) -> ast.AST:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text[:MAX_TEXT])
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])
