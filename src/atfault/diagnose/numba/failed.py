"""The failure of Numba's compiler that a case is about: which of the functions that failed for one
another it lies in, and the lines that led there."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.diagnose.exception.raised import own_lines_of
from atfault.model.case import Case
from atfault.model.exception import RaisedException
from atfault.model.findings import Advice, Blame, Edit, Finding
from atfault.model.numba import NumbaFailure
from atfault.model.stacks import Location
from atfault.stacks.mine import is_mine

MAX_BLAME = 8
_OF_A_LOOP = "__numba_parfor"
"""Functions that Numba makes of the bodies of parallel loops."""


class Failed(NamedTuple):
    """One exception of the compiler's."""

    error: RaisedException
    path: tuple[NumbaFailure, ...]
    """From the function that the program called to the innermost one of the program's own that
    failed."""

    @property
    def failure(self) -> NumbaFailure:
        """The one to explain."""
        return self.path[-1]


def failed(case: Case) -> Failed | None:
    """None for an exception that Numba's compiler did not raise."""
    for error in case.raised:
        if error.numba is not None:
            return Failed(error, _path(error.numba, case))
    return None


def _path(failure: NumbaFailure, case: Case) -> tuple[NumbaFailure, ...]:
    """The longest way inwards that ends in a function of the program's own. Where several were
    tried, and failed, in one of Numba's, the first."""
    best: tuple[NumbaFailure, ...] = ()
    for inner in failure.inner:
        way = _path(inner, case)
        if way[-1].function.name.startswith(_OF_A_LOOP):
            continue
        if is_mine(way[-1].function.file, case.process.python) and len(way) > len(best):
            best = way
    return (failure, *best)


def blame_of(one: Failed, case: Case) -> tuple[Blame, ...]:
    """The line that cannot be compiled, the calls that led to it, and the program's own lines."""
    found = []
    for failure in reversed(one.path):
        made = failure.function.file.startswith("<") and failure is not one.failure  # a jitclass's
        if not made and is_mine(failure.function.file, case.process.python):
            place = failure.location or Location(failure.function.file, failure.function.first_line)
            found.append(at(place, failure.function.name, case.raised_in))
    return (*found, *_own_places(one, case))[:MAX_BLAME]


def _own_places(one: Failed, case: Case) -> tuple[Blame, ...]:
    """The program's own lines of the traceback, with the expressions that they were at."""
    places = {(f.location.file, f.location.line): f.location for f in reversed(one.error.frames)}
    found = []
    for line in own_lines_of(one.error, case):
        place = places[line.file, line.line]
        found.append(
            line._replace(column=place.column, end_line=place.end_line, end_column=place.end_column)
        )
    return tuple(found)


def at(place: Location, function: str, thread: str) -> Blame:
    """A place as blame."""
    return Blame(
        place.file,
        place.line,
        function,
        thread,
        column=place.column,
        end_line=place.end_line,
        end_column=place.end_column,
    )


def call_first(one: Failed, case: Case) -> tuple[Blame, ...]:
    """For what is wrong with the arguments of a call: the line that calls comes first."""
    own = _own_places(one, case)
    outer = [failure for failure in one.path[:-1] if failure.location is not None]
    if outer and outer[-1].location is not None:
        lines = blame_of(one, case)
        return (*lines[1:], lines[0])[:MAX_BLAME]
    lines = blame_of(one, case)
    return (*own, *(line for line in lines if line[:2] not in {o[:2] for o in own}))[:MAX_BLAME]


def finding(
    one: Failed,
    case: Case,
    summary: str,
    evidence: Iterable[str],
    advice: Iterable[Advice | str],
    *,
    blame: tuple[Blame, ...] | None = None,
) -> Finding:
    """A certain finding on the failure."""
    return Finding.of(
        summary=summary,
        confidence="certain",
        blame=blame_of(one, case) if blame is None else blame,
        evidence=dict.fromkeys((*evidence, *_way(one))),
        advice=advice,
    )


def _way(one: Failed) -> Iterator[str]:
    """How the failing function was reached from the one that the program called."""
    functions = list(dict.fromkeys(failure.function for failure in one.path))
    if len(functions) > 1:
        names = " → ".join(function.name for function in functions)
        yield f"it was compiled for a call from another compiled function: {names}"


def replacing(place: Location | None, text: str) -> tuple[Edit, ...]:
    """The edit that puts `text` in the place of an expression; () where that is not known."""
    if place is None or place.line is None or place.column is None or place.end_column is None:
        return ()
    end = place.end_line or place.line
    return (Edit(place.file, place.line, place.column, end, place.end_column, text),)


def name_within(failure: NumbaFailure, name: str) -> Location | None:
    """Where a variable stands in the failing expression; None unless that is one place."""
    place = failure.location
    if place is None or place.line is None or place.column is None or not name:
        return None
    found = [
        (node.col_offset, node.end_col_offset)
        for node in ast.walk(parsed_expression(failure.expression))
        if isinstance(node, ast.Name) and node.id == name
    ]
    if len(found) != 1 or place.end_line != place.line:
        return None
    begin, end = found[0]
    column = place.column + begin
    return Location(place.file, place.line, column, place.line, column + (end or begin) - begin)


def parsed_expression(text: str) -> ast.AST:
    """The tree of an expression, whose columns are those in the text; an empty one where it cannot
    be parsed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])
