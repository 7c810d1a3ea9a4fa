"""numba-argument-count: a compiled function is called with too few or too many arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.numba.calls import call_of
from atfault.diagnose.numba.failed import failed, finding
from atfault.diagnose.rule import rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException
from atfault.model.findings import Finding
from atfault.model.numba import NumbaDispatcher

_REFUSED = re.compile(
    r"(?:too many|not enough) arguments: expected (?:at least )?(\d{1,9}), got (\d{1,9})"
    r"|missing argument '(.{1,300})'"
)
"""What the dispatcher says (numba/_dispatcher.cpp)."""


@rule("numba-argument-count", family="exception", plain_title=True)
def numba_argument_count(case: Case) -> Iterator[Finding]:
    """A function compiled by Numba is called with too few, too many or unknown arguments.

    Its dispatcher is written in C and says how many arguments it got, but not which function it
    is, which of them are missing, or where it is defined. Of a call between two compiled functions
    Numba reports a failure to compile instead.

    What to do: pass the arguments that the finding names, by position or by name.
    """
    one = failed(case)
    if one is not None:
        failure = one.failure
        dispatcher = failure.dispatcher
        if failure.what != "call" or dispatcher is None or failure.vararg:
            return
        keywords = tuple(o.keyword for o in failure.operands if o.keyword)
        problem = problem_of(dispatcher, len(failure.operands) - len(keywords), keywords)
        if problem is not None:
            yield finding(
                one,
                case,
                _summary(dispatcher, problem),
                _evidence(dispatcher),
                _advice(dispatcher, problem, is_class=failure.stage == "native_lowering"),
            )
        return
    call = call_of(case)
    if call is None:
        yield from _by_a_pool(case)
        return
    if call.dispatcher.varkw:
        return
    if call.starred:
        problem = _said(call.error, call.dispatcher)
    else:
        problem = problem_of(call.dispatcher, len(call.arguments), call.keywords)
    if problem is not None:
        yield Finding.of(
            summary=_summary(call.dispatcher, problem),
            confidence="certain",
            blame=call.blame,
            evidence=_evidence(call.dispatcher),
            advice=_advice(call.dispatcher, problem),
        )


class _Problem(NamedTuple):
    given: int
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    """Keywords that it has no argument for."""


def _by_a_pool(case: Case) -> Iterator[Finding]:
    """A call that the program leaves to others (pool.map(f, values)), of the one function that its
    line names and the error fits."""
    for error in case.raised:
        found = {one.function: (one, _said(error, one)) for one in error.dispatchers}
        fitting = [(one, problem) for one, problem in found.values() if problem is not None]
        blame = own_lines_of(error, case)
        if len(fitting) == 1 and blame:
            (dispatcher, problem), line = fitting[0], blame[0]
            yield Finding.of(
                summary=_summary(dispatcher, problem),
                confidence="likely",
                blame=blame,
                evidence=(*_evidence(dispatcher), f"line {line.line} has others call it"),
                advice=_advice(dispatcher, problem),
            )
            return


def _said(error: RaisedException, dispatcher: NumbaDispatcher) -> _Problem | None:
    """Of a call whose arguments the dispatcher alone has counted; None for another function's."""
    said = "" if isinstance(error.message, Absent) else error.message
    match = _REFUSED.fullmatch(said)
    if match is None or error.type != "TypeError":
        return None
    if match[3]:
        return _Problem(0, (match[3],), ()) if match[3] in dispatcher.arguments else None
    least, most = len(dispatcher.arguments) - dispatcher.defaults, len(dispatcher.arguments)
    fits = int(match[1]) in (least, most)
    return problem_of(dispatcher, int(match[2]), ()) if fits else None


def problem_of(
    dispatcher: NumbaDispatcher, positional: int, keywords: tuple[str, ...]
) -> _Problem | None:
    """None when the call fits."""
    names = dispatcher.arguments
    taken = {*names[:positional], *keywords}
    needed = names[: len(names) - dispatcher.defaults]
    missing = tuple(name for name in needed if name not in taken)
    unknown = tuple(name for name in keywords if name not in names)
    too_many = positional > len(names) and not dispatcher.vararg
    if not missing and not unknown and not too_many:
        return None
    return _Problem(positional + len(keywords), missing, unknown)


def _summary(dispatcher: NumbaDispatcher, problem: _Problem) -> str:
    name = dispatcher.function.name
    if problem.unknown:
        return f"{name} has no argument {listed(problem.unknown)}"
    if problem.missing:
        return f"{name} is called without {listed(problem.missing)}"
    least, most = len(dispatcher.arguments) - dispatcher.defaults, len(dispatcher.arguments)
    takes = f"{most}" if least == most else f"{least} to {most}"
    return f"{name} takes {takes} arguments; {problem.given} were given"


def _evidence(dispatcher: NumbaDispatcher) -> Iterator[str]:
    function = dispatcher.function
    file = function.file.rpartition("/")[2]
    where = f", {file}:{function.first_line}" if function.first_line else ""
    yield f"it is {function.name}({', '.join(dispatcher.arguments)}){where}"


def _advice(
    dispatcher: NumbaDispatcher, problem: _Problem, *, is_class: bool = False
) -> Iterator[str]:
    """is_class: it is the constructor of a jitclass."""
    why = ": compiled code has no defaults of a jitclass's constructor" if is_class else ""
    if problem.missing:
        yield f"pass {listed(problem.missing)} too{why}"
    else:
        yield f"leave out what {dispatcher.function.name} does not take"
