"""The integers that the frames of a thread hold: what an index or a length could have been."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from atfault.diagnose.facts import (
    PAGE,
    accessible_run,
    all_values,
    crash_frames,
    plain_name,
)
from atfault.model.stacks import ThreadFrame, ThreadState
from atfault.model.state import ProcessState
from atfault.model.values import Value, Variable, join_accessor

if TYPE_CHECKING:
    from atfault.model.buffers import ArrayIndex, FarNumber

MAX_INTEGERS = 512
MAX_FRAMES = 40
MAX_TOLD = 2
MADE_FOR_C = ("ctypes", "cffi")
"""Kinds of buffers whose values may be pointers."""
BOOLEANS = ("bool", "numpy.bool", "numpy.bool_")
TOO_LARGE = 1 << 20
"""An integer from here on is not in a program by chance. Counts, sizes, ports, flags and small
constants are: of a few hundred of them one nearly always equals any small number there is. For a
number to be an address by itself, it may not be round either (`_is_round`); an index need not mind,
as what has to fit is the address that it leads to."""


class KnownInteger(NamedTuple):
    """An integer that a frame holds."""

    value: int
    name: str
    """"row", "self.n", "sizes[1]"; "" for a number written in the code."""
    function: str
    frame_index: int
    """Index into the thread's frames from the point of failure on."""
    near: bool = True
    """Whether it is an argument of the call that failed, or is read or written on its line."""
    is_register: bool = False
    """Whether a register of the processor holds it, and no frame."""

    @property
    def is_named(self) -> bool:
        """Whether it is a variable's or an argument's value."""
        return bool(self.name) and not self.is_register

    @property
    def words(self) -> str:
        """ "row in paint", "a number on that line of main", "a number in main"."""
        if self.name:
            return f"{self.name} in {self.function}"
        return f"a number {'on that line of' if self.near else 'in'} {self.function}"

    def told(self, what: str) -> str:
        """ "row in paint holds `what`"; of a literal "5 is written on that line, in main"."""
        if self.near and not self.name:
            return f"{self.value} is written on that line, in {self.function}"
        return f"{self.words} {'holds' if self.name else 'is'} {what}"


def integers_of(thread: ThreadState | None) -> dict[int, KnownInteger]:
    """value → where it was found, of the integers that are evidence when they fit: an argument of
    the call that failed, a variable or literal on its line, or one that is `TOO_LARGE` to fit by
    chance. Innermost frame first; variables before arguments of calls, those before numbers in the
    code."""
    found: dict[int, KnownInteger] = {}
    frames = _frames_of(thread)
    line = _line_of_user(frames) if thread is not None and thread.crashed else -1
    for kind in (_variables, _operands, _constants, _arguments):
        for index, frame in enumerate(frames):
            for known in kind(frame, index, line):
                if len(found) >= MAX_INTEGERS:
                    return found
                if not known.near and abs(known.value) < TOO_LARGE:
                    continue
                if known.value not in found or (known.near and not found[known.value].near):
                    found[known.value] = known
    return found


def far_integers(state: ProcessState) -> dict[int, KnownInteger]:
    """value → where it was found, of the numbers in the crashed thread's arrays that are an index
    of none of them."""
    found: dict[int, KnownInteger] = {}
    for one in state.far_numbers:
        known = KnownInteger(one.value, one.name, _function_of(state, one), one.frame_index)
        found.setdefault(one.value, known)
    return found


def far_words(state: ProcessState) -> Iterator[str]:
    """Those numbers, in words: what may have led native code astray."""
    for one in state.far_numbers[:MAX_TOLD]:
        size = "less than any index" if one.value < 0 else "more than any array there has elements"
        yield f"{one.name} in {_function_of(state, one)} is {one.value}: {size}"


def named_index(state: ProcessState, one: "ArrayIndex") -> KnownInteger:
    """An element of an array that leads to the failed access."""
    return KnownInteger(one.value, one.name, _function_of(state, one), one.frame_index)


def _function_of(state: ProcessState, one: "ArrayIndex | FarNumber") -> str:
    for thread in state.threads:
        if thread.thread.tid == one.tid and one.frame_index < len(thread.stack.frames):
            frame = thread.stack.frames[one.frame_index]
            if frame.python is not None:
                return frame.python.code.name
            return "" if frame.native is None else plain_name(frame.native).partition("(")[0]
    return ""


def holder_of(thread: ThreadState | None, *numbers: int) -> KnownInteger | None:
    """Who holds one of `numbers`, the first that anybody does, where that is no coincidence."""
    integers = integers_of(thread)
    for number in numbers:
        known = integers.get(number)
        if known is not None and is_telling(known):
            return known
    return None


def held_words(state: ProcessState, address: int) -> str:
    """Who holds an address as a number, in words; "" for nobody."""
    known = holder_of(state.crashed, address)
    return "" if known is None else known.told("this very address")


def is_telling(known: KnownInteger) -> bool:
    """Whether it is no coincidence that this very number is the address of something."""
    return known.near or (abs(known.value) >= TOO_LARGE and not _is_round(known.value))


def _is_round(value: int) -> bool:
    """Whether people, or programs, choose such numbers: 4096 * 1024, 3_000_000_000, 0xffffffff."""
    value = abs(value)
    if value == 0:
        return True
    if any((near & -near).bit_length() > near.bit_length() // 2 for near in (value, value + 1)):
        return True
    digits = str(value)
    return len(digits.rstrip("0")) <= len(digits) // 2


def _frames_of(thread: ThreadState | None) -> list[ThreadFrame]:
    """The frames that are asked for integers: the user's, native ones with known arguments, and the
    function of a library that the user's innermost line called (its arguments were given there).
    Other integers of libraries would match by accident."""
    found: list[ThreadFrame] = []
    callee: ThreadFrame | None = None
    in_library = True
    for frame in crash_frames(thread):
        if frame.python is not None and frame.mine and in_library:
            in_library = False
            found += [] if callee is None else [callee]
        if _holds_values(frame):
            found.append(frame)
        callee = frame if frame.python is not None else callee
    return found[:MAX_FRAMES]


def _line_of_user(frames: list[ThreadFrame]) -> int:
    """Index of the user's innermost Python frame; the number of frames without one."""
    for index, frame in enumerate(frames):
        if frame.python is not None and frame.mine:
            return index
    return len(frames)


def is_given(state: ProcessState, address: int) -> bool:
    """Whether the user's Python code holds a number that is `address`, or one up to a page below
    it, where the failed access could not have begun either: then nobody ran into `address` from
    memory beside it, the access was told to go there."""
    frames = [frame for frame in crash_frames(state.crashed) if frame.python is not None]
    for index, frame in enumerate([frame for frame in frames if frame.mine][:MAX_FRAMES]):
        for kind in (_variables, _operands, _constants):
            for known in kind(frame, index, index):
                if not max(0, address - PAGE) < known.value <= address:
                    continue
                start, end = accessible_run(state, known.value)
                if start == end:
                    return True
    return False


def _holds_values(frame: ThreadFrame) -> bool:
    if frame.python is not None:
        return frame.mine
    return frame.native is not None and bool(frame.native.args)


def _variables(frame: ThreadFrame, index: int, line: int) -> Iterator[KnownInteger]:
    if frame.python is not None:
        function = frame.python.code.name
        names = frame.python.line_names if index == line else ()
        variables = frame.python.variables if frame.mine else ()
        yield from _integers(variables, function, index, frozenset(names))
    else:
        assert frame.native is not None
        function = plain_name(frame.native)
        if frame.native.is_jit:
            function = function.partition("(")[0]
        args = frozenset(one.name for one in frame.native.args) if index <= line else frozenset()
        yield from _integers(frame.native.args, function, index, args)


def _integers(
    variables: Iterable[Variable], function: str, index: int, near: frozenset[str]
) -> Iterator[KnownInteger]:
    """The integers among the variables, and after those the ones inside of containers.

    near: variables and attributes of the line; what is in a container is near by its attributes.
    """
    known = [
        (variable.name, value)
        for variable in variables
        if isinstance(value := variable.value, Value)
    ]
    for nested in (False, True):
        for name, whole in known:
            for path, value in all_values(whole) if nested else (("", whole),):
                if isinstance(value.number, int) and value.type not in BOOLEANS:
                    is_near = name in near and _is_fetched(path, near)
                    label = join_accessor(name, path)
                    yield KnownInteger(value.number, label, function, index, is_near)


def _is_fetched(path: str, near: frozenset[str]) -> bool:
    """Whether a part of a variable is on the line: ".rows", ".grid.rows", but no item."""
    return not path or (path[0] == "." and near.issuperset(path[1:].split(".")))


def _operands(frame: ThreadFrame, index: int, line: int) -> Iterator[KnownInteger]:
    if frame.python is not None and frame.mine:
        operands = frame.python.operands
        near = frozenset(one.name for one in operands) if index == line else frozenset()
        yield from _integers(operands, frame.python.code.name, index, near)


def _constants(frame: ThreadFrame, index: int, line: int) -> Iterator[KnownInteger]:
    if frame.python is not None and frame.mine:
        name = frame.python.code.name
        near = frame.python.line_numbers if index == line else ()
        for number in near:
            yield KnownInteger(number, "", name, index)
        for number in frame.python.code.constants:
            yield KnownInteger(number, "", name, index, number in near)


def _arguments(frame: ThreadFrame, index: int, line: int) -> Iterator[KnownInteger]:
    """What the function of a library that the user's line called was given."""
    if frame.python is None or frame.mine:
        return
    given = [one for one in frame.python.variables if one.kind == "argument"]
    near = frozenset(one.name for one in given) if index < line else frozenset()
    yield from _integers(given, frame.python.code.name, index, near)
