"""What the probe noted of a function that Numba could not compile → `NumbaFailure`.

Written by the program's own process (src/atfault_probe/numba/facts.py), and so read like all of its
hand-over: checked, bounded, masked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from atfault.decode.plain_fields import dicts_of, integer_of, list_of, text_of, texts_of
from atfault.model.numba import (
    NumbaDispatcher,
    NumbaFailure,
    NumbaFunction,
    NumbaOperand,
    NumbaOrigin,
    NumbaType,
    NumbaWhat,
    SimulatedAccess,
)
from atfault.model.stacks import Location

MAX_DEPTH = 6
MAX_LEVELS = 12
"""Functions that failed for one another."""
MAX_ITEMS = 32
MAX_NEAR = 800
MAX_PATH = 4096
MAX_NAME = 300
_KINDS = ("argument", "global", "constant", "expression", "implicit")

Mask = Callable[[str], str]


def read_failure(plain: Any, mask: Mask) -> NumbaFailure | None:
    """None for what is none. mask: hides secrets in texts."""
    return _Reader(mask).failure(plain, 0) if isinstance(plain, dict) else None


def read_dispatchers(plain: Any) -> tuple[NumbaDispatcher, ...]:
    """The compiled functions that a frame names."""
    entries = {"all": plain}
    return tuple(
        NumbaDispatcher(
            expression=text_of(one, "expression", MAX_NAME),
            function=read_function(one.get("function")),
            arguments=texts_of(one, "arguments", MAX_ITEMS),
            defaults=max(integer_of(one, "defaults") or 0, 0),
            vararg=one.get("vararg") is True,
            varkw=one.get("varkw") is True,
        )
        for one in dicts_of(entries, "all", MAX_ITEMS)
    )


def read_simulated(plain: Any) -> SimulatedAccess | None:
    """None for what is none."""
    if not isinstance(plain, dict):
        return None
    names = ("thread", "block", "shape", "index")
    numbers = [list_of(plain, name, MAX_ITEMS) for name in names]
    if any(type(one) is not int for many in numbers for one in many) or not all(numbers):
        return None
    thread, block, shape, position = map(tuple, numbers)
    return SimulatedAccess(thread, block, shape, position, plain.get("write") is True)


def read_containers(plain: Any) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """(expression, "list" or "set", types of its elements) of each."""
    found = []
    for one in plain[:MAX_ITEMS] if isinstance(plain, list) else []:
        if isinstance(one, list) and len(one) == 3 and all(type(each) is str for each in one[:2]):
            kinds = texts_of({"kinds": one[2]}, "kinds", MAX_ITEMS)
            kind = "set" if one[1] == "set" else "list"
            found.append((one[0][:MAX_NAME], kind, tuple(each[:MAX_NAME] for each in kinds)))
    return tuple(found)


class _Reader:
    """One hand-over's failures; `_left` bounds how many."""

    def __init__(self, mask: Mask) -> None:
        self._mask = mask
        self._left = MAX_LEVELS

    def failure(self, plain: dict[str, Any], depth: int) -> NumbaFailure | None:
        if depth > MAX_DEPTH or self._left <= 0:
            return None
        self._left -= 1
        function = read_function(plain.get("function"))
        what: Any = text_of(plain, "what", 20)
        file = function.file
        called = plain.get("called")
        inner = [self.failure(one, depth + 1) for one in dicts_of(plain, "inner", MAX_ITEMS)]
        known: tuple[NumbaWhat, ...] = get_args(NumbaWhat)
        return NumbaFailure(
            function=function,
            what=what if what in known else "other",
            location=location_of(plain, file),
            stage=text_of(plain, "stage", MAX_NAME),
            error=text_of(plain, "error", MAX_NAME),
            arguments=tuple(self._argument(one) for one in list_of(plain, "arguments", MAX_ITEMS)),
            operands=self._operands(plain, file),
            called=self._operand(called, file) if isinstance(called, dict) else None,
            callee=text_of(plain, "callee", MAX_NAME),
            attribute=text_of(plain, "attribute", MAX_NAME),
            variable=text_of(plain, "variable", MAX_NAME),
            name=text_of(plain, "name", MAX_NAME),
            value=text_of(plain, "value", MAX_NAME),
            said=self._mask(text_of(plain, "said", MAX_NAME)),
            known=plain.get("known") is True,
            unpacked_into=integer_of(plain, "count"),
            vararg=plain.get("vararg") is True,
            types=self._origins(plain, "types", file),
            near=texts_of(plain, "near", MAX_NEAR),
            dispatcher=next(iter(read_dispatchers([plain.get("dispatcher")])), None),
            given=self._types(list_of(plain, "given", MAX_ITEMS)),
            signatures=tuple(
                self._types(one)
                for one in list_of(plain, "signatures", MAX_ITEMS)
                if isinstance(one, list)
            ),
            convertible=tuple(
                tuple(fits is True for fits in one[:MAX_ITEMS])
                for one in list_of(plain, "convertible", MAX_ITEMS)
                if isinstance(one, list)
            ),
            inner=tuple(one for one in inner if one is not None),
        )

    def _argument(self, plain: Any) -> NumbaOperand:
        if not isinstance(plain, list) or len(plain) != 3 or not isinstance(plain[0], str):
            return NumbaOperand("argument")
        python = plain[2][:MAX_NAME] if isinstance(plain[2], str) else ""
        return NumbaOperand(
            "argument", plain[0][:MAX_NAME], self._type(plain[1], 0), python_type=python
        )

    def _operands(self, plain: dict[str, Any], file: str) -> tuple[NumbaOperand, ...]:
        return tuple(self._operand(one, file) for one in dicts_of(plain, "operands", MAX_ITEMS))

    def _operand(self, plain: dict[str, Any], file: str) -> NumbaOperand:
        return NumbaOperand(
            role=text_of(plain, "role", 20),
            name=text_of(plain, "name", MAX_NAME),
            type=self._type(plain.get("type"), 0),
            location=location_of(plain, file),
            origins=self._origins(plain, "origins", file),
            keyword=text_of(plain, "keyword", MAX_NAME),
        )

    def _origins(self, plain: dict[str, Any], key: str, file: str) -> tuple[NumbaOrigin, ...]:
        found = []
        for one in dicts_of(plain, key, MAX_ITEMS):
            kind: Any = text_of(one, "kind", 20)
            location = location_of(one, file)
            if kind in _KINDS and location is not None:
                name, type_ = text_of(one, "name", MAX_NAME), self._type(one.get("type"), 0)
                found.append(NumbaOrigin(kind, location, name, type_, integer_of(one, "index")))
        return tuple(found)

    def _types(self, plain: list[Any]) -> tuple[NumbaType, ...]:
        return tuple(self._type(one, 0) or NumbaType("?") for one in plain[:MAX_ITEMS])

    def _type(self, plain: Any, depth: int) -> NumbaType | None:
        return read_type(plain, self._mask, depth)


def read_type(plain: Any, mask: Mask, depth: int = 0) -> NumbaType | None:
    """None for what is none."""
    if not isinstance(plain, dict) or depth > MAX_DEPTH:
        return None
    parts = [read_type(one, mask, depth + 1) for one in list_of(plain, "d", MAX_ITEMS)]
    return NumbaType(
        name=mask(text_of(plain, "n", MAX_NAME)) or "?",
        kind=text_of(plain, "k", 60),
        parts=tuple(one for one in parts if one is not None),
        ndim=integer_of(plain, "ndim"),
        layout=text_of(plain, "layout", 1),
        readonly=plain.get("readonly") is True,
        aligned=plain.get("aligned") is not False,
        length=integer_of(plain, "count"),
        value=mask(text_of(plain, "v", MAX_NAME)),
    )


def read_function(plain: Any) -> NumbaFunction:
    """One without a name for what is none."""
    plain = plain if isinstance(plain, dict) else {}
    name = text_of(plain, "name", MAX_NAME) or "?"
    return NumbaFunction(
        name=name,
        qualname=text_of(plain, "qualname", MAX_NAME) or name,
        file=text_of(plain, "file", MAX_PATH),
        first_line=max(integer_of(plain, "first_line") or 0, 0),
    )


def location_of(plain: dict[str, Any], file: str) -> Location | None:
    """[line, end line, column, end column], columns in bytes from 0."""
    place = list_of(plain, "place", 4)
    numbers = [part if type(part) is int and 0 <= part < 1 << 31 else None for part in place]
    line, end, column, end_column = (*numbers, None, None, None, None)[:4]
    if not line:
        return None
    if column is None or end_column is None or end is None or end < line:
        return Location(file, line)
    return Location(file, line, column + 1, end, end_column + 1)
