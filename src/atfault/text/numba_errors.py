"""What Numba printed of a function that it could not compile: text → `NumbaFailure`.

    numba.core.errors.TypingError: Failed in nopython mode pipeline (step: nopython frontend)
    Failed in nopython mode pipeline (step: nopython frontend)       once more for each function
    No implementation of function Function(<built-in function add>) found for signature:
     >>> add(unicode_type, int64)                                    what failed, innermost first
    There are 20 candidate implementations: …                        indented; of no use to anybody
    During: typing of intrinsic-call at /src/label.py (10)           "[1] During: …" before 0.60
    File "label.py", line 10:
    def describe(values, label):
        <source elided>
        return text + steps
        ^                                                            below the line that failed
    During: resolving callee type: type(CPUDispatcher(<function describe at 0x7f…>))
    During: typing of call at /src/label.py (21)                     the next function outwards

As pasted into a report it may have lost its head or its end, and carry the margin of pytest ("E  ")
or of a launcher ("[rank0]: "). Columns and the types of other variables are in no message.
Source: numba/core/errors.py, typeinfer.py, types/functions.py; versions 0.50 to 0.68.
"""

import ntpath  # parts at / and \\ alike
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atfault.model.numba import (
    NumbaFailure,
    NumbaFunction,
    NumbaOperand,
    NumbaType,
)
from atfault.model.stacks import Location
from atfault.text.numba_messages import CALL, NOWHERE, UNKNOWN_FUNCTION, Level, read_message
from atfault.text.numba_source import FILE, excerpt, expression_of
from atfault.text.numba_types import read_type, split_types
from atfault.text.patterns import searched, until

MAX_LINES = 1000
"""Lines of one message that are read."""
MAX_LINE = 4000
MAX_LEVELS = 12
"""Functions that failed for one another."""
_ERRORS = (
    "TypingError|LoweringError|UnsupportedError|UnsupportedBytecodeError|CompilerError"
    "|NotDefinedError|UntypedAttributeError|ConstantInferenceError|LiteralTypingError"
    "|RequireLiteralValue|InternalError|NumbaTypeError|NumbaValueError|NumbaError|IRError"
)
_HEAD = re.compile(
    r"((?:E {1,12}|\[[\w.:\-]{1,40}\]:? ?|\(\w{1,40} pid=\d{1,9}[^)]{0,80}\) ?|\s{1,40})?)"
    rf"((?:numba\.[\w.]{{1,80}}\.)?(?:{_ERRORS})): ?(.*)"
)
_FAILED = r"Failed in \w{1,60} mode pipeline"
_PIPELINE = re.compile(
    rf"{_FAILED} \(step: .{{1,200}}\)"
    r"|- Resolution failure for (?:non-)?literal arguments:"
)
_OURS = re.compile(
    rf"{_FAILED}|of unsupported opcode|construct is not supported"
    r"|The compiler failed to analyze the bytecode|not supported yet\. Raised from"
)
"""What an error of these names without `numba` in front says where it is Numba's."""
_REFUSED = re.compile(
    r"TypeError: (?:No matching definition for argument type\(s\) (?P<given>.{1,2000})"
    r"|cannot reflect element of reflected container: (?P<nested>.{1,2000})"
    r"|can't unbox heterogeneous list: (?P<first>.{1,1000}) != (?P<other>.{1,1000}))"
)
_ENDS = re.compile(r"Traceback \(most recent call last\):|The above exception was the direct cause")
_PLACE = re.compile(
    rf"(?:\[\d{{1,3}}\] )?During: (?P<what>.{{1,2000}}) at (?P<file>\S{until(' at ')})"
    r" \((?P<line>\d{1,9})\)"
)
_RAISED = searched(r"Raised from (\S[^()]*) \((\d{1,9})\)")
_PASS = re.compile(r"(?:\[\d{1,3}\] )?During: Pass (\w{1,80})")
_OWN = re.compile(r"/numba(?:_cuda)?/")


class Told(NamedTuple):
    """One message of Numba's."""

    line: int
    """The number, from 1, of the line that says what failed."""
    error: str
    """The type of the exception."""
    message: str
    """Its first line."""
    failure: NumbaFailure


def numba_error_in(text: str) -> Told | None:
    """The last message of Numba's compiler in a text; None where there is none. Never fails."""
    lines = text.splitlines()
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at][:MAX_LINE]
        if "Error" not in line and "Require" not in line:
            continue
        found = _refused(lines, at, line) or _compiler(lines, at, line)
        if found is not None:
            return found
    return None


def _compiler(lines: Sequence[str], at: int, line: str) -> Told | None:
    head = _HEAD.fullmatch(line)
    if head is None or _is_inside(lines, at, head[1]):
        return None
    if not head[2].startswith("numba.") and not any(
        _OURS.search(one) for one in (head[3], *lines[at + 1 : at + 2])
    ):
        return None
    message = _message(lines, at, head)
    begin = next((n for n, line in enumerate(message) if not _says_nothing(line)), None)
    if begin is None:
        return None
    return Told(at + begin + 1, head[2], head[3], _failure(message, begin, head[2]))


def _says_nothing(line: str) -> bool:
    return not line.strip() or _PIPELINE.fullmatch(line.strip()) is not None


def _is_inside(lines: Sequence[str], at: int, margin: str) -> bool:
    """Whether the line is one of a candidate's that a longer message lists."""
    above = next((one for one in reversed(lines[max(at - 3, 0) : at]) if one.strip()), "")
    return bool(margin) and "raised a specific error" in above


def _message(lines: Sequence[str], at: int, head: re.Match[str]) -> list[str]:
    """The message's lines, without the margin."""
    margin = head[1].rstrip()
    found = [head[3]]
    for line in lines[at + 1 : at + MAX_LINES]:
        line = line[:MAX_LINE]
        if margin:
            line = line[len(head[1]) :] if line.startswith(margin) else line
        elif head[1] and line.startswith(head[1]):
            line = line[len(head[1]) :]
        if _ENDS.match(line):
            break
        found.append(line.rstrip())
    return found


def _failure(message: list[str], begin: int, error: str) -> NumbaFailure:
    """begin: the line that says what failed."""
    said = [line for line in message[begin:] if line.strip()]
    levels = list(_levels(message))
    stage = next((match[1] for line in message if (match := _PASS.match(line))), "")
    known = error if error.startswith("numba.") else f"numba.core.errors.{error}"
    failure = read_message(said, levels)._replace(stage=stage, error=known)
    failure = _at(levels[0] if levels else Level("", Location("", None), "", ""), failure)
    for outer in levels[1:MAX_LEVELS]:
        if outer.what.startswith(CALL):
            call = NumbaFailure(NOWHERE, "call", stage=stage, error=known, inner=(failure,))
            failure = _at(outer, call)
    return failure


def _levels(message: list[str]) -> Iterator[Level]:
    """The places, the innermost first; not those in Numba's own code. What a list of candidates
    says stands further in."""
    seen: set[tuple[str, int | None]] = set()
    for at, line in enumerate(message):
        place = _PLACE.fullmatch(line)
        file = FILE.fullmatch(line)
        raised = _RAISED.search(line)
        if place is not None:
            what, location = place["what"], Location(place["file"], int(place["line"]))
        elif file is not None:
            what, location = "", Location(file[1], int(file[2]))
        elif raised is not None and at < 2:
            what, location = "", Location(raised[1], int(raised[2]))
        else:
            continue
        key = (ntpath.basename(location.file), location.line)
        if key in seen or _OWN.search(location.file) or location.file.startswith("<"):
            continue
        seen.add(key)
        name, code = excerpt(message, at if file is not None else _next_file(message, at))
        whole = _during(message[at:], key)
        if whole is not None:
            what, location = what or whole["what"], location._replace(file=whole["file"])
        yield Level(what, location, name, code)


def _during(message: list[str], key: tuple[str, int | None]) -> re.Match[str] | None:
    """The first "During:" line of a place: it has the whole path."""
    for line in message:
        match = _PLACE.fullmatch(line)
        if match and (ntpath.basename(match["file"]), int(match["line"])) == key:
            return match
    return None


def _next_file(message: list[str], at: int) -> int:
    return next(
        (n for n in range(at + 1, min(at + 4, len(message))) if FILE.fullmatch(message[n])), -1
    )


def _at(level: Level, failure: NumbaFailure) -> NumbaFailure:
    """The failure at a place, with what the source line there has of it."""
    name = level.function or UNKNOWN_FUNCTION
    source = expression_of(level.code, failure.what, failure.callee or failure.attribute)
    operands, called = failure.operands, failure.called
    if len(source.operands) == len(operands):
        operands = tuple(
            one._replace(expression=text) for one, text in zip(operands, source.operands)
        )
    if called is not None and source.called:
        called = called._replace(expression=source.called)
    return failure._replace(
        function=NumbaFunction(name, name, level.location.file, 0),
        location=level.location if level.location.file else None,
        expression=source.text,
        arguments=operands if failure.what == "argument" else (),
        operands=operands,
        called=called,
        given=tuple(one.type for one in operands if one.type) if failure.signatures else (),
    )


def _refused(lines: Sequence[str], at: int, line: str) -> Told | None:
    """A call that the dispatcher refuses: it is written in C, and names no function."""
    match = _REFUSED.fullmatch(line.strip())
    if match is None:
        return None
    error, _, message = line.strip().partition(": ")
    if match["given"]:
        given = tuple(map(read_type, split_types(match["given"])))
        failure = NumbaFailure(NOWHERE, "signature", error=error, given=given)
        return Told(at + 1, error, message, failure)
    kind = read_type(match["nested"] or "")
    if match["first"]:
        parts = (read_type(match["first"]), read_type(match["other"]))
        kind = NumbaType(f"list({match['first']}, {match['other']})", "LiteralList", parts)
    one = NumbaOperand("argument", type=kind)
    failure = NumbaFailure(NOWHERE, "argument", error=error, arguments=(one,), operands=(one,))
    return Told(at + 1, error, message, failure)
