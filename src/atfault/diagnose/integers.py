"""The integers that the frames of a thread hold: what an index or a length could have been."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.diagnose.facts import PAGE, accessible_run, all_values, crash_frames
from atfault.model.absent import Absent
from atfault.model.stacks import ThreadFrame, ThreadState
from atfault.model.state import ProcessState
from atfault.model.values import Value, Variable, join_accessor

MAX_INTEGERS = 512
MAX_FRAMES = 40


class KnownInteger(NamedTuple):
    """An integer that a frame holds."""

    value: int
    name: str
    """"row", "self.n", "sizes[1]"; "" for a number written in the code."""
    function: str
    frame_index: int
    """Index into the thread's frames from the point of failure on."""

    @property
    def words(self) -> str:
        """ "row in paint", "a number in main"."""
        return f"{self.name or 'a number'} in {self.function}"


def integers_of(thread: ThreadState | None) -> dict[int, KnownInteger]:
    """value → where it was found, innermost frame first; variables before arguments of calls, those
    before numbers in the code."""
    found: dict[int, KnownInteger] = {}
    frames = [frame for frame in crash_frames(thread) if _holds_values(frame)][:MAX_FRAMES]
    for kind in (_variables, _operands, _constants):
        for index, frame in enumerate(frames):
            for known in kind(frame, index):
                if len(found) >= MAX_INTEGERS:
                    return found
                found.setdefault(known.value, known)
    return found


def is_given(state: ProcessState, address: int) -> bool:
    """Whether the user's Python code holds a number that is `address`, or one up to a page below
    it, where the failed access could not have begun either: then nobody ran into `address` from
    memory beside it, the access was told to go there."""
    frames = [frame for frame in crash_frames(state.crashed) if frame.python is not None]
    for index, frame in enumerate([frame for frame in frames if frame.mine][:MAX_FRAMES]):
        for kind in (_variables, _operands, _constants):
            for known in kind(frame, index):
                if not max(0, address - PAGE) < known.value <= address:
                    continue
                start, end = accessible_run(state, known.value)
                if start == end:
                    return True
    return False


def _holds_values(frame: ThreadFrame) -> bool:
    """Only frames of the user's and native ones with known arguments: a library's own integers
    would match by accident."""
    if frame.python is not None:
        return frame.mine
    return frame.native is not None and bool(frame.native.args)


def _variables(frame: ThreadFrame, index: int) -> Iterator[KnownInteger]:
    if frame.python is not None:
        function = frame.python.code.name
        variables = () if isinstance(frame.python.locals, Absent) else frame.python.locals
    else:
        assert frame.native is not None
        function = frame.native.name or frame.native.symbol
        variables = frame.native.args
    yield from _integers(variables, function, index)


def _integers(variables: Iterable[Variable], function: str, index: int) -> Iterator[KnownInteger]:
    """The integers among the variables, and after those the ones inside of containers."""
    known = [
        (variable.name, value)
        for variable in variables
        if isinstance(value := variable.value, Value)
    ]
    for nested in (False, True):
        for name, whole in known:
            for path, value in all_values(whole) if nested else (("", whole),):
                if isinstance(value.number, int) and not isinstance(value.number, bool):
                    label = join_accessor(name, path)
                    yield KnownInteger(value.number, label, function, index)


def _operands(frame: ThreadFrame, index: int) -> Iterator[KnownInteger]:
    if frame.python is not None:
        yield from _integers(frame.python.operands, frame.python.code.name, index)


def _constants(frame: ThreadFrame, index: int) -> Iterator[KnownInteger]:
    if frame.python is not None:
        for number in frame.python.code.constants:
            yield KnownInteger(number, "", frame.python.code.name, index)
