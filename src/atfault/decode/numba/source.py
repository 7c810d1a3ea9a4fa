"""The source text of what Numba could not compile."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atfault.decode.numba.syntax import syntax_at
from atfault.model.numba import (
    NumbaDispatcher,
    NumbaFailure,
    NumbaFunction,
    NumbaOperand,
    NumbaOrigin,
)
from atfault.model.stacks import CodeInfo, Location
from atfault.source import SourceReader

MAX_EXPRESSION = 2000
MAX_LINES = 20
MAX_SEARCHED = 5000
"""Lines of a file in which a text is looked for."""


def text_at(place: Location | None, source: SourceReader) -> str:
    """The source between the columns of a place; "" when it is not known."""
    if place is None or place.line is None or place.column is None:
        return ""
    end = place.end_line
    if place.end_column is None or end is None or not 0 <= end - place.line <= MAX_LINES:
        return ""
    lines = []
    for number in range(place.line, end + 1):
        raw = source.raw_line(place.file, number)
        if raw is None:
            return ""
        lines.append(raw.encode("utf-8", "surrogateescape"))
    lines[-1] = lines[-1][: place.end_column - 1]
    lines[0] = lines[0][place.column - 1 :]
    return b"\n".join(lines).decode("utf-8", "backslashreplace")[:MAX_EXPRESSION]


def failure_with_source(failure: NumbaFailure, source: SourceReader) -> NumbaFailure:
    """The failure with the text of its expressions, where the file is the one that ran."""
    function = failure.function
    code = CodeInfo(0, function.name, function.qualname, function.file, function.first_line)
    if function.first_line:  # else it is known by a printed message alone
        source.verify(code)
    called = failure.called
    place = _of_literal(failure, source) or _at_definition(failure, source)
    failure = failure._replace(location=place, syntax=_syntax(failure, place, source))
    return failure._replace(
        expression=text_at(failure.location, source) or failure.expression,
        operands=tuple(_operand(one, source) for one in failure.operands),
        called=None if called is None else _operand(called, source),
        types=tuple(_origin(one, source) for one in failure.types),
        inner=tuple(failure_with_source(one, source) for one in failure.inner),
    )


def _syntax(failure: NumbaFailure, place: Location | None, source: SourceReader) -> str:
    if place is None or failure.what not in ("opcode", "construct", "getattr", "other"):
        return ""
    return syntax_at(source.text(place.file) or "", place, failure.attribute)


def dispatcher_with_source(one: NumbaDispatcher, source: SourceReader) -> NumbaDispatcher:
    """The same with the line of its `def`, where the file is the one that ran."""
    function = one.function
    code = CodeInfo(0, function.name, function.qualname, function.file, function.first_line)
    source.verify(code)
    return one._replace(function=function._replace(first_line=_definition(function, source)))


def _at_definition(failure: NumbaFailure, source: SourceReader) -> Location | None:
    """The line of `def` for one that is said to be of the decorator above it."""
    place, function = failure.location, failure.function
    if place is None or place.column is not None or place.line != function.first_line:
        return place
    return Location(place.file, _definition(function, source))


def _of_literal(failure: NumbaFailure, source: SourceReader) -> Location | None:
    """Where the text that Numba refused stands, as a literal or as the name of an argument: from
    the decorator to the `def`, else at the one place of the file that has it."""
    file, first = failure.function.file, failure.function.first_line
    if (
        failure.what not in ("refused", "other")
        or failure.callee not in ("decorate", "callback")
        or failure.location is None
    ):
        return None
    begin = failure.location.line or first
    below = _definition(failure.function._replace(first_line=begin), source)
    near = range(begin, max(below, begin) + 1)
    for text in failure.near:
        quoted, named = rf"(['\"]){re.escape(text)}\1", rf"\b{re.escape(text)}(?=\s*=[^=])"
        for lines, words in ((near, f"{quoted}|{named}"), (range(1, MAX_SEARCHED), quoted)):
            found = list(_matches(file, lines, re.compile(words), source))
            if len(found) == 1:
                return found[0]
            if found:
                break
    return None


def _matches(
    file: str, lines: range, words: re.Pattern[str], source: SourceReader
) -> Iterator[Location]:
    for line in lines:
        raw = source.raw_line(file, line)
        if raw is None:
            return
        for match in words.finditer(raw):
            begin, end = (len(raw[:at].encode()) + 1 for at in match.span())
            yield Location(file, line, begin, line, end)


def _definition(function: NumbaFunction, source: SourceReader) -> int:
    first = function.first_line
    for line in range(first, first + MAX_LINES):
        text = source.line(function.file, line)
        if text is None:
            break
        if text.startswith(("def ", "async def ")):
            return line
    return first


def _operand(operand: NumbaOperand, source: SourceReader) -> NumbaOperand:
    return operand._replace(
        expression=text_at(operand.location, source) or operand.expression,
        origins=tuple(_origin(one, source) for one in operand.origins),
    )


def _origin(origin: NumbaOrigin, source: SourceReader) -> NumbaOrigin:
    """Of an origin without columns its whole line, where that is one statement."""
    text = text_at(origin.location, source) or origin.expression
    line = origin.location.line
    if not text and line is not None and origin.kind != "argument":
        text = source.line(origin.location.file, line) or ""
    return origin._replace(expression=text)
