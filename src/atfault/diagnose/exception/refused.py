"""What is told of an argument that the guard refused: in the program's own names, where it has one
variable that fits."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.expressions import Scope, arguments, parsed
from atfault.model.buffers import ArrayFacts
from atfault.model.case import Case
from atfault.model.exception import RaisedException, RefusedArgument
from atfault.model.findings import Blame, Finding
from atfault.stacks.mine import is_mine

MAX_SHOWN = 4
"""Illegal values that are listed."""


class _Given(NamedTuple):
    """What the program's own innermost frame passed on, as it is."""

    arrays: tuple[tuple[str, ArrayFacts], ...]
    is_all: bool
    """Nothing else was passed that could be an array (no `x * 2`, whose value is not known), and
    torch alone lies between: what another library makes of them is not known."""


class _Name(NamedTuple):
    """What to call an argument: "labels", or "target of nll_loss()"."""

    text: str
    of: str = ""

    def at(self, place: tuple[int, ...]) -> str:
        """One element of it: "labels[3]"."""
        subscript = f"[{', '.join(map(str, place))}]" if place else ""
        return f"{self.text}{subscript}{self.of}"


def finding_of(error: RaisedException, refused: RefusedArgument, case: Case) -> Finding:
    """The finding of an error that the guard raised."""
    given = _given(error, case)
    name, array = _named(refused, given)
    whose = _owner(refused, given, name)
    return Finding.of(
        summary=_summary(refused, name, whose),
        confidence="certain",
        blame=_blame(error, refused, case),
        evidence=_evidence(refused, name, array, whose),
        advice=(f"follow {name.at(())} to where it was made",),
    )


def _given(error: RaisedException, case: Case) -> _Given:
    """Arrays among the arguments and indices, and those of the object that was called."""
    is_direct = True
    for frame in error.frames:
        if is_mine(frame.location.file, case.process.python):
            scope, passed, called = Scope(frame), [], []
            for node in parsed(frame)[0]:
                passed += arguments(node)
                if isinstance(node, ast.Subscript):
                    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                    passed += [node.value, *parts]
                if isinstance(node, ast.Call):
                    called.append(ast.unparse(node.func) + ".")
            names = {ast.unparse(one) for one in passed}
            arrays = [
                (name, array)
                for name, array in scope.arrays()
                if name in names or name.startswith(tuple(called))
            ]
            is_all = is_direct and all(_is_known(one, scope) for one in passed)
            return _Given(tuple(arrays), is_all)
        is_direct = is_direct and "/torch/" in frame.location.file
    return _Given((), False)


def _is_known(node: ast.expr, scope: Scope) -> bool:
    """Whether it is known what an expression stands for: a variable, a module, a number, a list
    of numbers."""
    if isinstance(node, (ast.Constant, ast.Slice)) or scope.number(node) is not None:
        return True
    if isinstance(node, (ast.List, ast.Tuple)):
        return all(_is_known(one, scope) for one in node.elts)
    return isinstance(node, (ast.Name, ast.Attribute))


def _named(refused: RefusedArgument, given: _Given) -> tuple[_Name, ArrayFacts]:
    """What the program calls the argument; else what torch does."""
    fitting = [(name, array) for name, array in given.arrays if _is_it(refused, array)]
    if len(fitting) == 1 and (given.is_all or _holds(refused, fitting[0][1])):
        return _Name(fitting[0][0]), fitting[0][1]
    return _Name(refused.argument, f" of {refused.function}()"), refused.array


def _is_it(refused: RefusedArgument, array: ArrayFacts) -> bool:
    told = refused.array
    if (array.shape, array.dtype, array.device) != (told.shape, told.dtype, told.device):
        return False
    known = [
        _element(array, place) == value
        for place, value in refused.bad
        if _element(array, place) is not None
    ]
    return all(known) and _spans(array, refused)


def _holds(refused: RefusedArgument, array: ArrayFacts) -> bool:
    """Whether an illegal value is known to lie there."""
    return any(_element(array, place) == value for place, value in refused.bad)


def _spans(array: ArrayFacts, refused: RefusedArgument) -> bool:
    """Whether all illegal values lie between its smallest and largest, where these are known."""
    low = array.least if array.low is None else array.low
    high = array.most if array.high is None else array.high
    if low is None or high is None or low != low:
        return True
    return all(low <= value <= high for _, value in refused.bad if not isinstance(value, str))


def _element(array: ArrayFacts, place: tuple[int, ...]) -> int | float | str | None:
    """The element that lies there, NaN and infinity as text; None where that was not told."""
    flat = 0
    for extent, index in zip(array.shape, place):
        flat = flat * extent + index
    if array.least is not None and array.most is not None and array.low is None:
        value = array.least if flat == array.least_at else array.most
        known = flat in (array.least_at, array.most_at)
        if not known:
            return None
        return value if abs(value) < float("inf") else str(value)
    if flat == array.low_at:
        return array.low
    if flat == array.high_at:
        return array.high
    return array.first[flat] if flat < len(array.first) else None


def _owner(refused: RefusedArgument, given: _Given, name: _Name) -> str:
    """What the program calls the argument that sets the bound; "" where there is none."""
    if not refused.whose:
        return ""
    fitting = [
        other
        for other, array in given.arrays
        if array.shape == refused.extents
        and array.device == refused.array.device
        and other != name.text
    ]
    if len(fitting) == 1 and given.is_all:
        return fitting[0]
    return f"{refused.whose} of {refused.function}()"


def _summary(refused: RefusedArgument, name: _Name, whose: str) -> str:
    if refused.problem == "count":
        return f"{name.at(())} asks for {refused.needed} elements, and {whose} has {refused.there}"
    if refused.problem == "nonzero":
        return f"{name.at(())} is 0, and must not be"
    if not refused.bad:
        return f"{name.at(())} holds values that are out of range; {_legal(refused)}"
    place, value = refused.bad[0]
    first = name.at(place)
    if refused.problem == "order":
        return f"{first} is {value}, less than the one before it"
    if refused.problem == "sum":
        return f"{first} sums to 0: nothing can be drawn from it"
    return f"{first} is {_number(value)}; {_legal(refused)}"


def _legal(refused: RefusedArgument) -> str:
    low, high = refused.low, refused.high
    if refused.whose and high is not None and high < (low or 0):
        return "there is nothing to index"
    if low is None and high is None:
        return "only finite numbers are legal"
    if high is None:
        return f"legal is {_number(low)} or more"
    return f"legal are {_number(low)} to {_number(high)}"


def _evidence(
    refused: RefusedArgument, name: _Name, array: ArrayFacts, whose: str
) -> Iterator[str]:
    device = "" if array.device == "cpu" else f" on {array.device}"
    size = 1
    for extent in array.shape:
        size *= extent
    count = ""
    if refused.bad_count is not None and refused.problem == "range":
        are = "is" if refused.bad_count == 1 else "are"
        count = f"; {refused.bad_count:,} of its {size:,} values {are} out of range"
    yield f"{name.at(())} is {array.dtype}{_extents(array.shape)}{device}{count}"
    if whose and refused.dim is not None and refused.dim < len(refused.extents):
        there = refused.extents[refused.dim]
        yield f"{whose} is {_extents(refused.extents)}: {there:,} along dimension {refused.dim}"
    elif whose:
        yield f"{whose} is {_extents(refused.extents)}"
    others = refused.bad[1:MAX_SHOWN] if refused.problem == "range" else ()
    if others:
        yield ", ".join(f"{name.at(at)} is {_number(value)}" for at, value in others)
    if refused.plain is not None:
        words = refused.plain or "nothing: there it is not checked"
        yield f"of the same call on the CPU torch says {words}"
    if refused.exempt is not None:
        yield f"{refused.exempt} is legal, too: it is ignored"
    values = {value for _, value in refused.bad}
    if isinstance(refused.high, int) and refused.high >= 0 and values == {refused.high + 1}:
        yield f"they count from 0: the last one is {refused.high}"


def _blame(error: RaisedException, refused: RefusedArgument, case: Case) -> tuple[Blame, ...]:
    """In a backward pass the call of the forward one comes first."""
    lines = own_lines_of(error, case)
    place = refused.forward
    if place is None or not is_mine(place.file, case.process.python):
        return lines
    return (Blame(place.file, place.line, refused.forward_function, case.raised_in), *lines)


def _number(value: int | float | str | None) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _extents(shape: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, shape))}]"
