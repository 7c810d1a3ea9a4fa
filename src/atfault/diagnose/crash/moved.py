"""Pointers of C that were kept beside an array which has moved since: `realloc` put it elsewhere as
it grew, and the pointer still leads to where it was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.crash.integers import TOO_LARGE
from atfault.diagnose.facts import all_values, crash_frames
from atfault.model.absent import Absent
from atfault.model.process import FIRST_64K
from atfault.model.state import NamedBuffer, ProcessState
from atfault.model.values import Value, join_accessor

FEWEST = 256
"""Smaller lengths are equal by chance."""
_ROOT = re.compile(r"[^.\[]*")


class LeftBehind(NamedTuple):
    """A pointer that is told the length of an array, and leads to other memory."""

    pointer: str
    """The expression that names it: "self.c.samples"."""
    address: int
    """Where it leads."""
    array: NamedBuffer
    length: str
    """What holds as many as the array has elements, or bytes: "self.c.count"."""


class _Number(NamedTuple):
    name: str
    root: str
    """The variable that holds it; "" of what is passed in a call: that is of any."""
    value: int
    is_pointer: bool


def left_behind(state: ProcessState, address: int) -> LeftBehind | None:
    """The pointer from which an access of that length reaches `address`.

    Not where anything leads to the array's memory of today, as with one array for what goes in and
    another for what comes out; nor where the pointer is of another array that is alive.
    """
    for numbers in _numbers(state):
        for array in state.buffers:
            name = _root(array.expression)
            beside = [one for one in numbers if one.root in ("", name)]
            values = {one.value for one in beside}
            low, extent = array.buffer.low, array.buffer.high - array.buffer.low
            if array.is_operand or low in values or not _is_of_its_own(array):
                continue
            items = extent // max(array.buffer.itemsize, 1)
            length = next((one for one in beside if one.value in (items, extent)), None)
            if length is None or items < FEWEST or f".{array.expression}" == length.name:
                continue
            for one in beside:
                is_behind = one.is_pointer and one.value <= address < one.value + extent
                if is_behind and not _is_in_any(state, one.value):
                    return LeftBehind(one.name, one.value, array, length.name)
    return None


def _numbers(state: ProcessState) -> Iterator[list[_Number]]:
    """Those that the variables of each of the user's frames hold."""
    for frame in crash_frames(state.crashed):
        if frame.python is None or not frame.mine:
            continue
        found = []
        for variable in (*frame.python.variables, *frame.python.operands):
            value = variable.value
            if not isinstance(value, Absent):
                root = "" if variable.kind == "operand" else variable.name
                found += list(_within(variable.name, root, value))
        yield found


def _within(name: str, root: str, value: Value) -> Iterator[_Number]:
    for path, one in all_values(value):
        number = one.number
        if type(number) is int and number >= FEWEST:
            is_pointer = bool(one.pointer_at) or number >= TOO_LARGE
            yield _Number(
                join_accessor(name, path), root, number, is_pointer and number >= FIRST_64K
            )


def _root(expression: str) -> str:
    found = _ROOT.match(expression)
    return "" if found is None else found.group()


def _is_of_its_own(array: NamedBuffer) -> bool:
    """Whether it has its memory by itself: a view moves with what it is a view of."""
    return array.buffer.owner is None and array.buffer.device == "cpu"


def _is_in_any(state: ProcessState, address: int) -> bool:
    return any(one.buffer.low <= address < one.buffer.high for one in state.buffers)
