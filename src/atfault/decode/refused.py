"""The facts of an argument that the guard refused, from untrusted JSON → `RefusedArgument`."""

import re
from typing import Any

from atfault.model.exception import RefusedArgument
from atfault.model.stacks import Location
from atfault.model.values import ArrayFacts

MAX_BAD = 16
MAX_DIMENSIONS = 64
PROBLEMS = ("range", "order", "sum", "count", "nonzero")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}$")
_DEVICE = re.compile(r"[a-z]{1,20}(?::\d{1,3})?$")
_MAX_NUMBER = 1 << 64


def refused_argument(plain: object) -> RefusedArgument | None:
    """None where it is no such thing, or does not hold together."""
    if not isinstance(plain, dict):
        return None
    function, argument = plain.get("function"), plain.get("argument")
    shape, problem = _shape(plain.get("shape")), plain.get("problem")
    dtype, device = plain.get("dtype"), plain.get("device")
    if not (_is_name(function) and _is_name(argument) and _is_name(dtype)) or shape is None:
        return None
    if problem not in PROBLEMS or not isinstance(device, str) or not _DEVICE.match(device):
        return None
    whose, extents = plain.get("whose"), _shape(plain.get("extents"))
    dim = _integer(plain.get("dim"))
    if not _is_name(whose) or extents is None or (dim or 0) >= max(len(extents), 1):
        whose, extents, dim = "", (), None
    forward, function_of_it = _place(plain.get("forward"))
    return RefusedArgument(
        function=str(function),
        argument=str(argument),
        array=ArrayFacts(shape, str(dtype), 0, device),
        bad=tuple(_bad(plain.get("bad"), len(shape))),
        bad_count=_integer(plain.get("bad_count")),
        low=_number(plain.get("low")),
        high=_number(plain.get("high")),
        exempt=_integer(plain.get("exempt")),
        whose=str(whose),
        extents=extents,
        dim=dim,
        problem=problem,
        needed=_integer(plain.get("needed")),
        there=_integer(plain.get("there")),
        seen=_pair(plain.get("seen")),
        forward=forward,
        forward_function=function_of_it,
    )


def _is_name(value: object) -> bool:
    return isinstance(value, str) and _NAME.match(value) is not None


def _integer(value: Any) -> int | None:
    return value if type(value) is int and -_MAX_NUMBER < value < _MAX_NUMBER else None


def _number(value: Any) -> int | float | None:
    return value if type(value) is float else _integer(value)


def _shape(value: object) -> tuple[int, ...] | None:
    if not isinstance(value, list) or len(value) > MAX_DIMENSIONS:
        return None
    known = tuple(size for size in map(_integer, value) if size is not None and size >= 0)
    return known if len(known) == len(value) else None


def _bad(value: object, dimensions: int) -> list[tuple[tuple[int, ...], int | float | str]]:
    found: list[tuple[tuple[int, ...], int | float | str]] = []
    for entry in value[:MAX_BAD] if isinstance(value, list) else ():
        if not isinstance(entry, list) or len(entry) != 2:
            continue
        place, number = _shape(entry[0]), entry[1]
        if type(number) is bool:
            number = int(number)
        if number not in ("nan", "inf", "-inf"):
            number = _number(number)
        if place is not None and len(place) <= dimensions and number is not None:
            found.append((place, number))
    return found


def _pair(value: object) -> tuple[int, int] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    low, high = map(_integer, value)
    return None if low is None or high is None else (low, high)


def _place(value: object) -> tuple[Location | None, str]:
    if not isinstance(value, list) or len(value) != 3:
        return None, ""
    file, line, function = value
    line = _integer(line)
    if not isinstance(file, str) or not isinstance(function, str) or line is None or line < 1:
        return None, ""
    return Location(file[:4096], line), function[:300]
