"""Whether a test in a loop is true, from the values that were read in the process.

    limit is not None and tries > limit       limit = None, tries = 1230
    ╰───── False ───╯                         so the whole is False, whatever becomes of `tries`

Only what Python's own numbers, strings, None and the lengths of containers decide is answered; all
else is not known.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

from atfault.decode.loops import Path, path_of

Lookup = Callable[[Path], "object"]

_COMPARISONS: dict[type[ast.cmpop], Callable[[object, object], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,  # type: ignore[dict-item]
    ast.LtE: operator.le,  # type: ignore[dict-item]
    ast.Gt: operator.gt,  # type: ignore[dict-item]
    ast.GtE: operator.ge,  # type: ignore[dict-item]
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
_SINGLE = (type(None), bool)
"""Types whose values `is` tells apart as `==` does."""


class Unclear(Exception):
    """The values do not decide it."""


class Sized:
    """A container of which only the length is known."""

    def __init__(self, length: int) -> None:
        self.length = length


def truth(test: ast.expr, lookup: Lookup) -> bool | None:
    """The truth of a test; None when the values do not decide it.

    lookup: the value of a variable; raises Unclear for one that is not known.
    """
    try:
        return _is_true(_value(test, lookup))
    except (Unclear, TypeError):
        return None


def _is_true(value: object) -> bool:
    return value.length > 0 if isinstance(value, Sized) else bool(value)


def _value(node: ast.expr, lookup: Lookup) -> object:
    """The value of an expression. Raises Unclear."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.BoolOp):
        return _of_parts(node, lookup)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return not _is_true(_value(node.operand, lookup))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _value(node.operand, lookup)
        if isinstance(number, int | float):
            return -number
        raise Unclear
    if isinstance(node, ast.Compare):
        return _compared(node, lookup)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
        container = _value(node.args[0], lookup) if len(node.args) == 1 else None
        if isinstance(container, str | bytes):
            return len(container)
        if isinstance(container, Sized):
            return container.length
        raise Unclear
    path = path_of(node)
    if path is None:
        raise Unclear
    return lookup(path)


def _of_parts(node: ast.BoolOp, lookup: Lookup) -> bool:
    """`and` and `or`: one part may decide, though others are not clear."""
    decides = isinstance(node.op, ast.Or)
    is_clear = True
    for part in node.values:
        known = truth(part, lookup)
        if known is decides:
            return decides
        is_clear = is_clear and known is not None
    if not is_clear:
        raise Unclear
    return not decides


def _compared(node: ast.Compare, lookup: Lookup) -> bool:
    left = _value(node.left, lookup)
    for op, other in zip(node.ops, node.comparators):
        right = _value(other, lookup)
        compare = _COMPARISONS.get(type(op))
        if compare is None:
            raise Unclear
        is_none = left is None or right is None
        if (isinstance(left, Sized) or isinstance(right, Sized)) and not is_none:
            raise Unclear
        if isinstance(op, ast.Is | ast.IsNot) and not (
            is_none or (isinstance(left, _SINGLE) and isinstance(right, _SINGLE))
        ):
            raise Unclear
        if not compare(left, right):
            return False
        left = right
    return True
