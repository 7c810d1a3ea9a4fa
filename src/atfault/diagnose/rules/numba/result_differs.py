"""numba-result-differs: a call that gives one result compiled, and another one interpreted."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import at
from atfault.diagnose.rule import rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Blame, Finding
from atfault.model.numba_run import (
    CompiledFunction,
    Difference,
    DifferingCall,
    FrozenGlobal,
    NumbaRun,
    Reason,
)

MAX_OTHERS = 6
MAX_SHOWN = 60
MAX_BLAME = 8
IN_CODE = ("index", "division", "unset", "raised", "wrap", "uninitialised", "width", "whole",
           "overflow")  # fmt: skip
"""Reasons that are of a line; the others are of the function as a whole."""


@rule("numba-result-differs", family="exception", plain_title=True)
def numba_result_differs(case: Case) -> Iterator[Finding]:
    """A compiled function and the same function interpreted came to different results.

    Under `atfault numba --compare` each call of a compiled function from Python is run both ways on
    the same arguments, globals and random states. What the call returns, what it changes in its
    arguments, and what it raises is compared. Floating-point numbers count as the same within a
    relative difference of 1e-9 (float32: 1e-4), or 1e-13 (1e-6) of the largest one in sight, since
    sums are made in another order.

    Why is said where another run of the same call shows it: whole numbers wrap around at 64 bits;
    indices and divisions are not checked; a number is float32 in one and float64 in the other; an
    array is used before anything is written to it; an option (fastmath, parallel) changes the
    result; a global was given another value after the function was compiled.

    An operation whose numbers are others in the types that Numba has for it is underlined, where
    the function interpreted with these types comes to the compiled result.

    What to do: by the reason. Without one, take the function apart: the inner call that differs by
    itself is named where there is one.
    """
    if isinstance(case.numba, Absent) or case.numba.comparisons is None:
        return
    calls = case.numba.comparisons.differing
    if not calls:
        return
    calls = tuple(sorted(calls, key=_is_of_the_interpreted))
    first = calls[0]
    yield Finding.of(
        summary=_summary(first),
        confidence="certain" if first.alone and first.reasons else "likely",
        title="Compiled and interpreted results differ",
        blame=tuple(_blame(first, case.numba, case.raised_in))[:MAX_BLAME],
        evidence=_evidence(first, calls[1:], case.numba),
        advice=_advice(first),
    )


def _is_of_the_interpreted(call: DifferingCall) -> bool:
    """Whether it was the interpreted run whose numbers did not fit, and numpy has said so: others
    come first."""
    return bool(call.reasons) and all(
        one.reported or one.what == "overflow" for one in call.reasons
    )


def _summary(call: DifferingCall) -> str:
    difference = call.difference
    name = call.function.name
    if difference.what == "raised":
        if not difference.one:
            return f"{name} returned compiled, and raised {_short(difference.other)} interpreted"
        if not difference.other:
            return f"{name} raised {_short(difference.one)} compiled, and returned interpreted"
        return (
            f"{name} raised {_short(difference.one)} compiled, and {_short(difference.other)} "
            "interpreted"
        )
    subject = _subject(call)
    verb = {"shape": "has shape", "size": "has length"}.get(difference.what, "is")
    return f"{subject} {verb} {difference.one} compiled, and {difference.other} interpreted"


def _subject(call: DifferingCall) -> str:
    difference = call.difference
    where = difference.path
    if difference.position is not None:
        where += f"[{', '.join(map(str, difference.position))}]"
    if difference.argument is not None:
        names = [one.name for one in call.arguments]
        known = difference.argument < len(names)
        name = names[difference.argument] if known else f"argument {difference.argument + 1}"
        return f"{name}{where}, after {call.function.name},"
    return f"{_words(call)}{where}"


def _words(call: DifferingCall) -> str:
    """ "fact(25)"; "the result of blur" where the arguments are no short scalars."""
    texts = [
        "" if isinstance(one.value, Absent) else one.value.text
        for one in call.arguments
        if isinstance(one.value, Absent) or one.value.array is None
    ]
    inside = ", ".join(texts)
    if len(texts) == len(call.arguments) and all(texts) and len(inside) <= MAX_SHOWN:
        return f"{call.function.name}({inside})"
    return f"the result of {call.function.name}"


def _short(name: str) -> str:
    return name.rpartition(".")[2]


def _blame(call: DifferingCall, run: NumbaRun, thread: str) -> Iterator[Blame]:
    seen = set()
    for cached, value in _outdated(call, run):
        yield at(value.location, cached.function.name, thread)
    for one in call.reasons:
        if one.what == "fastmath" or one.frozen is not None:
            yield at(one.location, one.function, thread)
        if one.what in IN_CODE:
            key = (one.location.file, one.location.line)
            if key not in seen:
                seen.add(key)
                yield at(one.location, one.function or call.function.name, thread)
    if call.inner is not None:
        yield at(call.inner.location, call.inner.caller, thread)
    yield at(call.location, call.caller, thread)
    function = call.function
    if (function.file, function.first_line) not in seen:
        yield Blame(function.file, function.first_line, function.name, thread)


def _evidence(
    call: DifferingCall, others: tuple[DifferingCall, ...], run: NumbaRun
) -> Iterator[str]:
    for reason in call.reasons:
        yield _reason(reason, call)
    yield from _frozen(call, run)
    yield from _figures(call.difference)
    if call.inner is not None:
        inner = call.inner
        yield f"on the way, {_place(inner)} in {inner.caller}: {_summary(inner)}"
    yield f"it is {_which(call)}, {_place(call)}, in {call.caller}"
    for one, kind in zip(call.arguments, call.types):
        if not isinstance(one.value, Absent):
            yield f"{one.name} is {one.value.text}" + (f", for Numba {kind}" if kind else "")
    if not call.alone:
        yield "other threads ran meanwhile, which may have changed the arguments"
    for other in others[:MAX_OTHERS]:
        yield f"so does {other.function.name}, {_place(other)}: {_summary(other)}"
    if len(others) > MAX_OTHERS:
        yield f"and {len(others) - MAX_OTHERS} more functions"


def _which(call: DifferingCall) -> str:
    if not call.number:
        return f"a call of {call.function.name}"
    return f"call {call.number:,} of {call.function.name}"


def _place(call: DifferingCall) -> str:
    return f"{call.location.file.rpartition('/')[2]}:{call.location.line}"


def _figures(difference: Difference) -> Iterator[str]:
    if difference.size > 1:
        yield f"{difference.differing:,} of {counted(difference.size, 'element')} differ"


def _reason(reason: Reason, call: DifferingCall) -> str:
    where = f"{reason.location.file.rpartition('/')[2]}:{reason.location.line}"
    raised = _short(reason.error) + (f": {reason.text}" if reason.text else "")
    name = call.function.name
    if reason.what == "index":
        return f"{where}: interpreted, it raises {raised}; compiled code checks no index"
    if reason.what == "division":
        return f"{where}: interpreted, it raises {raised}; compiled, the division went on"
    if reason.what == "unset":
        return f"{where}: interpreted, it raises {raised}; compiled code takes what lies there"
    if reason.what == "raised":
        return f"{where}: interpreted, it raises {raised}"
    if reason.what == "wrap":
        if not reason.value:
            return "the two differ by what 64 bits do not hold: compiled whole numbers wrap around"
        what, kind = reason.name or "the result", reason.kind or "int64"
        bits = kind.lstrip("uint") or "64"
        return (
            f"{where}: {what} is {reason.value}, more than {kind} holds; compiled code keeps the "
            f"lowest {bits} bits"
        )
    if reason.what == "whole":
        return f"{where}: {reason.name} is {reason.value} interpreted; compiled it is {reason.kind}"
    if reason.what == "width" and reason.kind:
        return (
            f"{where}: {reason.name} is computed of {reason.python} interpreted, and of "
            f"{reason.numba} compiled"
            + (": interpreted, its overflow is warned of" if reason.reported else "")
        )
    if reason.what == "width":
        return f"{where}: {reason.name} is {reason.python} interpreted, and {reason.numba} compiled"
    if reason.what == "overflow":
        return (
            f"{where}: interpreted, numpy reports {reason.kind} there; compiled code computes with "
            "types of its own"
        )
    if reason.what == "uninitialised":
        what = f"{reason.name}, the array made there," if reason.name else "the array made there"
        return (
            f"{where}: {what} holds nothing yet (np.empty), and what it happens to hold decides "
            "the result"
        )
    if reason.frozen is not None:
        value = reason.frozen
        how = f", assigned in {reason.function}" if value.is_set else ""
        return (
            f"{where}: {value.of} was compiled with {reason.name} = {value.then}; it is "
            f"{value.now} now{how}"
        )
    if reason.what == "outdated":
        return f"compiled afresh, {name} comes to the interpreted result"
    its = f" of {reason.function}" if reason.function not in ("", name) else ""
    how = {
        "fastmath": f"without fastmath{its}",
        "parallel": "without parallel=True",
    }[reason.what]
    return f"compiled {how}, {name} comes to the interpreted result"


def _frozen(call: DifferingCall, run: NumbaRun) -> Iterator[str]:
    """Values that what was called was compiled with, where compiling it afresh helps."""
    for function, one in _outdated(call, run):
        file = one.location.file.rpartition("/")[2]
        yield (
            f"{file}:{one.location.line}: {function.function.name} was compiled with "
            f"{one.name} = {one.then}; it is {one.now} now"
        )
    if _is_outdated(call):
        for function in run.functions:
            yield from _stale(function)


def _is_outdated(call: DifferingCall) -> bool:
    """Whether the function compiled afresh comes to the interpreted result."""
    return any(one.what in ("outdated", "parallel") for one in call.reasons)


def _outdated(
    call: DifferingCall, run: NumbaRun
) -> Iterator[tuple[CompiledFunction, FrozenGlobal]]:
    for function in run.functions if _is_outdated(call) else ():
        for one in (*function.changed, *function.cached_globals):
            yield function, one


def _stale(function: CompiledFunction) -> Iterator[str]:
    names = [f"{one.name} ({one.file.rpartition('/')[2]})" for one in function.cached_files]
    if names:
        yield f"{function.function.name} came from the cache, and {listed(names)} changed since"


def _advice(call: DifferingCall) -> Iterator[str]:
    found = list(_by_reason(call))
    yield from found or ["call its parts by themselves, and compare those"]


def _by_reason(call: DifferingCall) -> Iterator[str]:
    kinds = {one.what for one in call.reasons}
    if "index" in kinds:
        yield "shorten the loop, or compare the index with the array's size"
    if "division" in kinds:
        yield "test the divisor, or leave error_model to Python's"
    if "unset" in kinds:
        yield "give the variable a value on every way there"
    if "wrap" in kinds:
        yield "use float64, or take remainders on the way: int64 is the largest there is"
    if "whole" in kinds:
        yield "make one of the numbers a float: 10.0 ** -n"
    if kinds & {"width", "overflow"}:
        yield "convert to one type where the number is made: np.float64(…), np.int64(…)"
    if "uninitialised" in kinds:
        yield "make it with np.zeros or np.full, or write each element before it is read"
    if "fastmath" in kinds:
        yield (
            "leave fastmath out, or name its flags without those that assume away NaN and infinity"
        )
    if "parallel" in kinds:
        yield "let no two iterations of a parallel loop write to the same element"
    if "outdated" in kinds:
        yield "pass what changes as an argument: globals are taken when it is compiled"
