"""The call of a compiled function that a TypeError came from, by the source of its line."""

from __future__ import annotations

import ast
from typing import NamedTuple

from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.expressions import parsed
from atfault.diagnose.numba.failed import Failed, at, parsed_expression
from atfault.model.case import Case
from atfault.model.exception import RaisedException, RaisedFrame
from atfault.model.findings import Blame
from atfault.model.numba import NumbaDispatcher
from atfault.model.stacks import Location
from atfault.stacks.mine import is_mine


class Call(NamedTuple):
    """A call in the program's own code."""

    error: RaisedException
    dispatcher: NumbaDispatcher
    node: ast.Call
    frame: RaisedFrame
    blame: tuple[Blame, ...]

    @property
    def arguments(self) -> list[ast.expr]:
        """Those by position."""
        return self.node.args

    @property
    def keywords(self) -> tuple[str, ...]:
        """The names of the others."""
        return tuple(one.arg for one in self.node.keywords if one.arg)

    @property
    def starred(self) -> bool:
        """Whether there are * or ** in it: then nobody knows how many arguments there are."""
        return any(isinstance(one, ast.Starred) for one in self.node.args) or any(
            one.arg is None for one in self.node.keywords
        )


def call_of(case: Case) -> Call | None:
    """The call of a compiled function that raised a TypeError itself: nothing but the calling line
    is in its traceback. None where there is none, or where the line has several."""
    for error in case.raised:
        if error.type != "TypeError" or not error.frames or not error.dispatchers:
            continue
        frame = error.frames[0]
        known = {one.expression: one for one in error.dispatchers}
        nodes, _ = parsed(frame)
        calls = [
            (node, known[ast.unparse(node.func)])
            for node in nodes
            if isinstance(node, ast.Call) and ast.unparse(node.func) in known
        ]
        if len(calls) == 1:
            node, dispatcher = calls[0]
            lines = own_lines_of(error, case)
            if is_mine(frame.location.file, case.process.python):  # and no pool's, that calls it
                lines = (at(frame.location, frame.function, case.raised_in), *lines[1:])
            return Call(error, dispatcher, node, frame, lines)
    return None


class Argument(NamedTuple):
    """One argument of a call, by position."""

    text: str
    location: Location | None
    """None where its columns are not known."""


def arguments_of(one: Failed, case: Case) -> list[Argument]:
    """Those of the call that a failure is about; [] when it is not known."""
    failure = one.failure
    text, place = failure.expression, failure.location
    if failure.what != "call":
        python = case.process.python
        own = (frame for frame in one.error.frames if is_mine(frame.location.file, python))
        frame = next(own, None)
        if frame is None:
            return []
        text, place = frame.expression or frame.code, frame.location
        if not frame.expression:
            place = Location(place.file, place.line)
    tree = parsed_expression(text)
    call = next((node for node in ast.walk(tree) if isinstance(node, ast.Call)), None)
    arguments = [] if call is None else call.args
    return [Argument(ast.unparse(node), place_of(node, place)) for node in arguments]


def place_of(node: ast.expr, place: Location | None) -> Location | None:
    """The place of a part of the expression that stands at `place`; None unless on one line."""
    if place is None or place.line is None or place.column is None or node.end_col_offset is None:
        return None
    if place.end_line != place.line:
        return None
    begin, end = place.column + node.col_offset, place.column + node.end_col_offset
    return Location(place.file, place.line, begin, place.line, end)
