"""index-out-of-range: native code of numpy or torch refused an index."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.exception.refused import finding_of
from atfault.diagnose.exception.torch_checks import refused_labels
from atfault.diagnose.expressions import (
    Index,
    Scope,
    arguments,
    is_raise,
    parsed,
    part_of_axis,
    subscripts,
    whole_of,
)
from atfault.diagnose.rule import rule
from atfault.diagnose.words import command_line
from atfault.model.absent import Absent
from atfault.model.buffers import ArrayFacts
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.exception import RaisedException, RaisedFrame
from atfault.model.findings import Advice, Blame, Confidence, Finding
from atfault.model.state import PythonInfo
from atfault.model.values import unraveled
from atfault.stacks.mine import is_mine

MAX_FRAMES = 12
"""Frames of the library that lie between the native code and the program's own line."""
_ON_AXIS = re.compile(
    r"index (-?\d{1,20}) is out of bounds for (?:axis|dimension) (\d{1,3}) with size (\d{1,20})"
)
_IN_ALL = re.compile(
    r"index (-?\d{1,20}) is out of bounds for size (\d{1,20})"
    r"|tried to access index (-?\d{1,20}) on a tensor of (\d{1,20}) elements"
)
_OF_ROWS = re.compile(
    r"Index \d{1,20} of input takes value (-?\d{1,20}) which is not in the valid range "
    r"\[0, (\d{1,20})\)"
)
_IN_DATA = re.compile(r"INDICES element is out of DATA bounds, id=(-?\d{1,20}) axis_dim=(\d{1,20})")
_COMPILED = re.compile(r"\bindex out of bounds: 0 <= \w{1,80} < (\d{1,18})L?\b")
_IN_KERNEL = re.compile(
    r"In function '([^'\n]{1,200})', file ([^\n]{1,1000}?), line (\d{1,7}), "
    r"tid=\[([\d, ]{1,40})\] ctaid=\[([\d, ]{1,40})\]: ([^\n]{0,500})"
)
_IN_NUMBA = re.compile(r"(?:index is out of bounds|((?:get|set|del)item) out of range)\Z")
"""Of arrays and of lists, in code that Numba compiled."""
_IN_SELF = re.compile(r"index out of range in self$")

_TARGET = re.compile(r"Target (-?\d{1,19}) is out of bounds")


class _Refused(NamedTuple):
    """What the message tells."""

    number: int | None
    axis: int | None
    """None: the array is indexed as if it were flat."""
    size: int | None
    only_positive: bool = False
    """Negative indices are refused as well, as torch does wherever it raises no IndexError of a
    subscript: gather, scatter, embedding."""
    on_any_axis: bool = False
    """It is not told which dimension is indexed."""


class _Guilty(NamedTuple):
    """The array, and where the index came from."""

    name: str
    array: ArrayFacts
    axis: int
    source: str
    """The expression of the index; "" when unknown."""
    indices: ArrayFacts | None
    """Of an index that is an array itself."""
    confidence: Confidence


@rule("index-out-of-range", family="exception", plain_title=True)
def index_out_of_range(case: Case) -> Iterator[Finding]:
    """Native code of numpy or torch refused an index, and the program did not catch the IndexError.

    The message of the library names the index at best, never the array, and for an embedding
    neither. The finding says which array it was, how large it is, which variable held the index,
    and of an index that is an array itself, which of its elements is too large or too small.

    What to do: follow the index to where it was made. Indices count from 0, so the number of rows
    is one too many; ids of an embedding must all be less than its number of rows.
    """
    for error in case.raised:
        told = error.refused if error.is_a("IndexError") else None
        told = told or refused_labels(error, case.process.python)
        if told is not None:
            yield finding_of(error, told, case)
            return
        compiled = (
            _of_inductor(error, case) or _of_numba_kernel(error) or _of_numba_code(error, case)
        )
        if compiled is not None:
            yield compiled._replace(blame=(*compiled.blame, *own_lines_of(error, case)))
            return
        refused = _refused(error)
        guilty = None if refused is None else _guilty(error, refused, case.process.python)
        if refused is not None and guilty is not None:
            yield _finding(own_lines_of(error, case), refused, guilty)
            return
        if not isinstance(case.given, Absent) and (found := _of_text(error, refused)) is not None:
            yield found._replace(blame=own_lines_of(error, case))
            return


def _of_text(error: RaisedException, refused: _Refused | None) -> Finding | None:
    """Of a traceback that somebody else printed no values are known: what its message says."""
    label = None if isinstance(error.message, Absent) else _TARGET.match(error.message)
    function = error.frames[0].function if error.frames else ""
    if label is not None:
        summary = f"{label[1]} was given as a label, and is none of the classes"
    elif refused is None:
        return None
    elif refused.number is None or refused.size is None:
        given_to = f"{function}()" if function else "an embedding"
        summary = f"an index given to {given_to} is outside of its table"
    else:
        along = "" if refused.axis is None else f" along axis {refused.axis}"
        elements = counted(refused.size, "element", "elements")
        summary = f"index {refused.number} is out of range: there are {elements}{along}"
    return Finding.of(
        summary=summary,
        confidence="likely",
        evidence=("the text names neither the array nor where the index came from",),
        advice=(
            "follow the index to where it was made, and compare it with the length",
            Advice(
                "under atfault the report names the array, and the index's variable",
                "atfault run …",
            ),
        ),
    )


def _of_inductor(error: RaisedException, case: Case) -> Finding | None:
    """What the check says that torch.compile puts into code of its own: the bound alone."""
    match = None if isinstance(error.message, Absent) else _COMPILED.search(error.message)
    if match is None or not error.is_a("RuntimeError"):
        return None
    command = command_line(case.process.process.argv)
    return Finding.of(
        summary=f"an index in code that torch.compile made is not within 0 to {int(match[1]) - 1}",
        confidence="likely",  # its text names no tensor
        evidence=("its own check tells neither the tensor nor the value",),
        advice=(
            Advice(
                "run it without the compiler, and let the guard name them",
                f"TORCH_COMPILE_DISABLE=1 atfault run --guard {command}".rstrip(),
            ),
        ),
    )


def _of_numba_kernel(error: RaisedException) -> Finding | None:
    """What a kernel of numba.cuda says that was compiled with debug=True: its own line."""
    match = None if isinstance(error.message, Absent) else _IN_KERNEL.match(error.message)
    if match is None or not error.is_a("IndexError"):
        return None
    kernel, file, line, thread, block, text = match.groups()
    return Finding.of(
        summary=f"an index in the kernel {kernel} is out of range",
        confidence="certain",
        blame=(Blame(file, int(line), kernel, ""),),
        evidence=(
            f"thread [{thread}] of block [{block}] (z, y, x) said: {text}",
            "the kernel was compiled with debug=True, and checks its indices itself",
        ),
        advice=("compare cuda.grid() with the array's shape before it is used",),
    )


def _of_numba_code(error: RaisedException, case: Case) -> Finding | None:
    """What compiled code says that checks its indices: a list's always, an array's when asked."""
    match = None if isinstance(error.message, Absent) else _IN_NUMBA.match(error.message)
    raised = bool(error.frames) and is_raise(error.frames[0])
    if match is None or raised or not error.is_a("IndexError"):
        return None
    command = command_line(case.process.process.argv)
    if match[1]:
        advice = Advice(
            "run it without the compiler once: Python names the line", "NUMBA_DISABLE_JIT=1 …"
        )
    else:
        advice = Advice(
            "let it say which array, index and line",
            f"atfault numba --check-bounds {command or '…'}",
        )
    return Finding.of(
        summary=f"an index of {'a list' if match[1] else 'an array'} is out of range, in code that "
        "Numba compiled",
        confidence="likely",
        evidence=(
            "compiled code has no traceback: its check tells neither the line nor the index",
        ),
        advice=(advice,),
    )


def _refused(error: RaisedException) -> _Refused | None:
    """What the message says; None for an exception of another kind."""
    if isinstance(error.message, Absent) or not error.frames or is_raise(error.frames[0]):
        return None
    if not error.is_a("IndexError") and not error.is_a("RuntimeError"):
        return None
    match = _ON_AXIS.search(error.message)
    if match:
        only_positive = not error.is_a("IndexError")
        return _Refused(int(match[1]), int(match[2]), int(match[3]), only_positive)
    match = _IN_ALL.search(error.message)
    if match:
        return _Refused(int(match[1] or match[3]), None, int(match[2] or match[4]))
    match = _OF_ROWS.search(error.message)
    if match:
        return _Refused(int(match[1]), 0, int(match[2]), True)
    match = _IN_DATA.search(error.message)
    if match:
        return _Refused(int(match[1]), None, int(match[2]), True, True)
    return _Refused(None, None, None, True) if _IN_SELF.match(error.message) else None


def _guilty(
    error: RaisedException, refused: _Refused, python: PythonInfo | Absent
) -> _Guilty | None:
    """The array that fits what the message says; None unless there is exactly one."""
    found = _indexed(error.frames[0], refused)
    if found is not None:
        return found
    for frame in error.frames[:MAX_FRAMES]:
        found = _called(frame, refused)
        mine = is_mine(frame.location.file, python)
        if found is not None:
            return found if mine else _as_the_program_calls_it(found, frame, error, python)
        if mine:
            break  # what is further out only called this
    return None


def _as_the_program_calls_it(
    found: _Guilty, frame: RaisedFrame, error: RaisedException, python: PythonInfo | Absent
) -> _Guilty:
    """The same with the names that the program's own innermost frame has for the arrays, where it
    has exactly one; else with the function of the library whose argument it is."""
    own = (one for one in error.frames if is_mine(one.location.file, python))
    arrays = [] if (first := next(own, None)) is None else list(Scope(first).arrays())

    def named(name: str, array: ArrayFacts | None) -> str:
        names = [theirs for theirs, one in arrays if one == array]
        return names[0] if len(names) == 1 else f"{name} of {frame.function}()"

    return found._replace(
        name=named(found.name, found.array), source=named(found.source, found.indices)
    )


def _indexed(frame: RaisedFrame, refused: _Refused) -> _Guilty | None:
    """By a subscript: `grid[i, 2]`."""
    if refused.axis is None:
        return None
    candidates, exact = subscripts(frame)
    scope = Scope(frame)
    found: dict[str, _Guilty] = {}
    for index in candidates:
        one = _fitting(index, refused, refused.axis, scope, exact)
        if one is not None:
            found.setdefault(one.name, one)
    proven = [one for one in found.values() if one.confidence == "certain"]
    chosen = proven or list(found.values())
    return chosen[0] if len(chosen) == 1 else None


def _fitting(
    index: Index, refused: _Refused, axis: int, scope: Scope, exact: bool
) -> _Guilty | None:
    shape = index.array.shape
    if axis >= len(shape) or shape[axis] != refused.size:
        return None
    part = part_of_axis(index, axis)
    number = None if part is None else scope.number(part)
    indices = None if part is None or number is not None else scope.array(part)
    if number is not None and number != refused.number:
        return None
    matches = number is not None or _holds(indices, refused.number)
    confidence: Confidence = "certain" if exact or matches else "likely"
    source = "" if part is None else ast.unparse(part)
    return _Guilty(index.base, index.array, axis, source, indices, confidence)


def _holds(indices: ArrayFacts | None, number: int | None) -> bool:
    """Whether an index array holds that number, as far as its extremes tell."""
    return indices is not None and number is not None and number in (indices.low, indices.high)


def _called(frame: RaisedFrame, refused: _Refused) -> _Guilty | None:
    """By a call: `np.take(table, ids)`, `torch.embedding(weight, ids)`."""
    nodes, exact = parsed(frame)
    scope = Scope(frame)
    found: dict[tuple[str, str], _Guilty] = {}
    for node in nodes:
        given = [(ast.unparse(one), scope.array(one)) for one in arguments(node)]
        arrays = {name: array for name, array in given if array is not None}
        inner = [whole_of(one) for one in arguments(node)]
        named = {ast.unparse(one): scope.array(one) for one in inner}
        sources = {name: array for name, array in named.items() if array is not None}
        for name, array in arrays.items():
            for one in _pairs(name, array, {**sources, **arrays}, refused, exact):
                found.setdefault((one.name, one.source), one)
    chosen = list(found.values())
    return chosen[0] if len(chosen) == 1 else None


def _pairs(
    name: str,
    array: ArrayFacts,
    arrays: dict[str, ArrayFacts],
    refused: _Refused,
    exact: bool,
) -> Iterator[_Guilty]:
    """The array with each of the others that may be its indices."""
    for source, indices in arrays.items():
        if source == name or indices.low is None or indices.high is None:
            continue
        for axis in _axes(array, refused):
            size = array.shape[axis]
            fits = refused.number is None or _holds(indices, refused.number)
            outside = indices.high >= size or indices.low < (0 if refused.only_positive else -size)
            if fits and outside:
                confidence: Confidence = "certain" if exact else "likely"
                yield _Guilty(name, array, axis, source, indices, confidence)


def _axes(array: ArrayFacts, refused: _Refused) -> Iterator[int]:
    if refused.size is None:
        if len(array.shape) == 2:  # the table of an embedding
            yield 0
    elif refused.on_any_axis:
        if array.shape.count(refused.size) == 1:
            yield array.shape.index(refused.size)
    elif refused.axis is not None:
        if refused.axis < len(array.shape) and array.shape[refused.axis] == refused.size:
            yield refused.axis
    elif array.shape == (refused.size,):
        yield 0


def _finding(blame: tuple[Blame, ...], refused: _Refused, guilty: _Guilty) -> Finding:
    size = guilty.array.shape[guilty.axis]
    number, place = _offender(refused, guilty, size)
    is_row = guilty.axis == 0 and len(guilty.array.shape) > 1
    noun = ("row" if is_row else "element") + ("" if size == 1 else "s")
    along = "" if is_row or len(guilty.array.shape) == 1 else f" along axis {guilty.axis}"
    used = f"row {number}" if is_row else f"index {number}"
    summary = f"{guilty.name} has {size:,} {noun}{along}; {used} was used"
    low = 0 if refused.only_positive else -size
    legal = f"legal are {low} to {size - 1}" if size else "it is empty: no index is legal"
    evidence = [f"{guilty.name} is {_shown(guilty.array)}; {legal}"]
    if guilty.indices is not None and guilty.source:
        where = "" if place is None else f"; {guilty.source}{place} is {number}"
        reach = f"from {guilty.indices.low} to {guilty.indices.high}"
        evidence.append(f"{guilty.source} is {_shown(guilty.indices)}, {reach}{where}")
    elif guilty.source and guilty.source != str(number):
        evidence.append(f"the index is {guilty.source} = {number}")
    if size and number == size:
        evidence.append(f"indices count from 0: the last one is {size - 1}")
    return Finding.of(
        summary=summary,
        confidence=guilty.confidence,
        blame=blame,
        evidence=evidence,
        advice=("follow the index to where it was made, and compare it with the length",),
    )


def _offender(refused: _Refused, guilty: _Guilty, size: int) -> tuple[int | None, str | None]:
    """(the index that was refused, its place in the array of indices: "[3]")."""
    indices = guilty.indices
    if indices is None or indices.low is None or indices.high is None:
        return refused.number, None
    number = refused.number
    if number is None:
        number = indices.high if indices.high >= size else indices.low
    at = indices.high_at if number == indices.high else indices.low_at
    place = None if at is None else unraveled(at, indices.shape)
    return number, f"[{', '.join(map(str, place))}]" if place else None


def _shown(array: ArrayFacts) -> str:
    device = "" if array.device == "cpu" else f" on {array.device}"
    return f"{array.dtype}[{', '.join(map(str, array.shape))}]{device}"
