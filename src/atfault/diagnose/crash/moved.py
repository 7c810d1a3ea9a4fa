"""Pointers of C that were kept beside an array which has moved since: `realloc` put it elsewhere as
it grew, and the pointer still leads to where it was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.crash.integers import TOO_LARGE
from atfault.diagnose.facts import all_values, crash_frames
from atfault.model.process import FIRST_64K
from atfault.model.stacks import ThreadFrame
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
    for index, frame in _frames(state):
        numbers = list(_numbers(frame))
        for array in _arrays(state, index):
            name = _root(array.expression)
            beside = [one for one in numbers if one.root in ("", name)]
            values = {one.value for one in beside}
            low, extent = array.buffer.low, array.buffer.high - array.buffer.low
            if low in values:
                continue
            items = extent // max(array.buffer.itemsize, 1)
            length = next((one for one in beside if one.value in (items, extent)), None)
            if length is None or items < FEWEST:
                continue
            for one in beside:
                is_behind = one.is_pointer and one.value <= address < one.value + extent
                if is_behind and not _is_in_any(state, one.value):
                    return LeftBehind(one.name, one.value, array, length.name)
    return None


def _frames(state: ProcessState) -> Iterator[tuple[int, ThreadFrame]]:
    """The user's, of Python, with the place of each on its thread's stack."""
    frames = crash_frames(state.crashed)
    above = 0 if state.crashed is None else len(state.crashed.stack.frames) - len(frames)
    for index, frame in enumerate(frames, above):
        if frame.python is not None and frame.mine:
            yield index, frame


def _arrays(state: ProcessState, index: int) -> Iterator[NamedBuffer]:
    """Those that have their memory by themselves (a view moves with what it is of), and that the
    variables of a frame lead to: elsewhere the same name is another's."""
    tid = 0 if state.crashed is None else state.crashed.thread.tid
    for one in state.buffers:
        is_own = one.buffer.owner is None and one.buffer.device == "cpu" and not one.is_operand
        if is_own and (one.tid, one.frame_index) == (tid, index):
            yield one


def _numbers(frame: ThreadFrame) -> Iterator[_Number]:
    """Those that its variables hold, and what it passes in a call."""
    for variable, value in () if frame.python is None else frame.python.values:
        root = "" if variable.kind == "operand" else variable.name
        yield from _within(variable.name, root, value)


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


def _is_in_any(state: ProcessState, address: int) -> bool:
    return any(one.buffer.low <= address < one.buffer.high for one in state.buffers)
