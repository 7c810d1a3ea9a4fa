"""Plain values and what is computed of them, as Python does it, within bounds.

A number, a string, None, a tuple of these; an `Object` is known by its address alone. What may
differ raises `NotKnown`.
"""

from __future__ import annotations

import ast
import dataclasses
import operator
from collections.abc import Callable
from typing import Any

from atfault.decode.watch.moving import Moving, NotKnown

_MAX_TEXT = 200
MAX_BITS = 256
BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
COMPARE: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.eq,
    ast.IsNot: operator.ne,
}
UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
}
BUILTINS: dict[str, Callable[..., Any]] = {
    one.__name__: one for one in (abs, min, max, int, float, bool, round, divmod, sum, any, all)
}
MATH = frozenset(
    "sqrt exp log log2 log10 log1p expm1 sin cos tan asin acos atan atan2 sinh cosh tanh floor "
    "ceil trunc fabs fmod hypot isclose isfinite isinf isnan copysign pow nextafter ulp radians "
    "degrees".split()
)


@dataclasses.dataclass(frozen=True)
class Object:
    """An object that is no plain value."""

    at: int


class Opaque:
    """Something that was made meanwhile, or is too large, and is looked at by nobody."""


def as_plain(it: Any) -> Any:
    """A constant, an index or a key. Raises NotKnown for any other."""
    if it is None or isinstance(it, bool | int | float | str):
        return it
    raise NotKnown


def as_number(it: Any) -> Any:
    """Raises NotKnown for anything but a number."""
    if isinstance(it, bool | int | float | Moving):
        return it
    raise NotKnown


def bounded(it: Any) -> Any:
    """A value that does not grow for ever; Opaque for one that does, such as a sum."""
    is_long = isinstance(it, int) and it.bit_length() > MAX_BITS
    is_long |= isinstance(it, str) and len(it) > _MAX_TEXT
    return Opaque() if is_long or isinstance(it, complex) else it


def is_same(one: Any, other: Any) -> bool:
    """1, 1.0 and True are three values."""
    if isinstance(one, Moving) or isinstance(other, Moving):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    return type(one) is type(other) and (one == other or (one != one and other != other))


def compared(op: ast.cmpop, one: Any, other: Any) -> bool:
    is_order = not isinstance(op, ast.Eq | ast.NotEq | ast.Is | ast.IsNot)
    for part in (one, other):
        for inner in part if isinstance(part, tuple) else ():
            as_plain(inner)
        if not isinstance(part, tuple | Object | Moving):
            as_plain(part)
    if isinstance(one, Object) or isinstance(other, Object):
        # What `==` says of objects is their own affair; None is no object here.
        is_told = isinstance(op, ast.Is | ast.IsNot) or one is None or other is None
        if not is_told:
            raise NotKnown
    if is_order and not (isinstance(one, str) and isinstance(other, str)):
        one, other = as_number(one), as_number(other)
    return bool(COMPARE[type(op)](one, other))
