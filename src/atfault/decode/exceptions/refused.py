"""The facts of an argument that the guard refused, from untrusted JSON → `RefusedArgument`."""

import re
from typing import Any

from atfault.model.buffers import ArrayFacts
from atfault.model.exception import RefusedArgument
from atfault.model.stacks import Location

MAX_BAD = 16
MAX_DIMENSIONS = 64
MAX_PLAIN = 500
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
    if whose == "" or not _is_name(whose) or extents is None or (dim or 0) >= max(len(extents), 1):
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
        plain=_plain(plain.get("plain")),
    )


def _plain(value: object) -> str | None:
    return value[:MAX_PLAIN] if isinstance(value, str) else None


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


# -- from the guard's own message, where it came as text (torch_guard/errors.py) ------------------

INDEX_GUARD, VALUE_GUARD = "atfault_probe.IndexGuardError", "atfault_probe.ValueGuardError"
BASES = {
    INDEX_GUARD: ("RuntimeError", "IndexError", "LookupError", "Exception"),
    VALUE_GUARD: ("RuntimeError", "ValueError", "Exception"),
}
_NUMBER = r"-?[\d.]{1,24}(?:e[+-]?\d{1,3})?"
_MESSAGE = re.compile(
    r"(?P<function>\w{1,64})\(\): (?P<told>[^\n]{1,2000}) \((?P<argument>\w{1,64}) is "
    r"(?P<dtype>\w{1,20})\[(?P<shape>[\d, ]{0,400})\](?: on (?P<device>[a-z]{1,20}(?::\d{1,3})?))?"
    r"(?:, (?P<whose>\w{1,64}) \[(?P<extents>[\d, ]{0,400})\])?\)"
    r"(?:; in the backward pass of (?P<file>[^\n]{1,1000}):(?P<line>\d{1,7}), "
    r"in (?P<of>\w{1,200}))?"
)
_LEGAL = re.compile(
    rf"; legal are (?P<low>{_NUMBER}) to (?P<high>{_NUMBER})(?:, and (?P<exempt>-?\d{{1,19}}) "
    rf"\(ignored\))?$|; legal is (?P<least>{_NUMBER}) or more$"
)


def refused_in_text(message: str) -> RefusedArgument | None:
    """The same from the message alone; None where it is not the guard's, or of no single values."""
    match = _MESSAGE.match(message)
    legal = None if match is None else _LEGAL.search(match["told"])
    if match is None or legal is None:
        return None
    argument = match["argument"]
    place = rf"\b{argument}(?:\[([\d, ]{{1,400}})\])? is ({_NUMBER}|nan|-?inf)(?=;)"
    bad = [
        [
            _numbers(found[1] or ""),
            found[2] if found[2].endswith(("nan", "inf")) else _read(found[2]),
        ]
        for found in re.finditer(place, match["told"])
    ]
    return refused_argument(
        {
            "function": match["function"],
            "argument": argument,
            "dtype": match["dtype"],
            "shape": _numbers(match["shape"]),
            "device": match["device"] or "cpu",
            "low": _read(legal["low"] or legal["least"]),
            "high": None if legal["high"] is None else _read(legal["high"]),
            "exempt": None if legal["exempt"] is None else int(legal["exempt"]),
            "bad": bad,
            "whose": match["whose"] or "",
            "extents": _numbers(match["extents"] or ""),
            "problem": "range",
            "forward": [match["file"], int(match["line"]), match["of"]] if match["line"] else None,
        }
    )


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part.strip().isdigit()]


def _read(text: str) -> int | float | None:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None
