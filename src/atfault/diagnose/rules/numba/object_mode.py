"""numba-object-mode: loops that run in object mode (forceobj=True), or come to a block of it."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import at
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Blame, Finding
from atfault.model.numba_run import CompiledFunction
from atfault.model.stacks import Location

MAX_BLAME = 8
MANY = 1000


@rule(
    "object-mode-loops",
    family="exception",
    causes=("numba-object-mode",),
    plain_title=True,
    yields_to=(
        *("checked-bounds", "numba-result-differs", "numba-stale-cache", "parallel-race"),
        *("numba-recompilation", "numba-not-parallel"),
    ),
)
def object_mode_loops(case: Case) -> Iterator[Finding]:
    """A function was compiled in object mode, and its loops with it: no faster than Python's.

    With `forceobj=True` each value is a Python object. Loops that need none are taken out and
    compiled all the same (unless `looplift=False`); one that uses an instance, a dict or another
    thing that Numba has no type for is not. The decorator comes first, then the loops.

    What to do: put the loop into a function of its own with `@njit`, which is given arrays and
    numbers alone.
    """
    if isinstance(case.numba, Absent):
        return
    found = [one for one in case.numba.functions if slow_lines(one)]
    if not found:
        return
    function = found[0].function
    lines = (function.first_line, *slow_lines(found[0]))
    yield Finding.of(
        summary=f"the loops of {function.name} run in object mode, as fast as Python's",
        confidence="likely",
        title="Loops in object mode",
        blame=tuple(Blame(function.file, one, function.name, "") for one in lines[:MAX_BLAME]),
        evidence=[
            f"{one.function.name} was compiled with forceobj=True, and none of its loops was "
            "taken out and compiled"
            for one in found[:MAX_BLAME]
        ],
        advice=(
            "put the loop into a function of its own with @njit, given arrays and numbers alone",
        ),
    )


def slow_lines(one: CompiledFunction) -> list[int]:
    """Of the loops of a function in object mode, where none was taken out."""
    slow = [each for each in one.overloads if each.object_mode and not each.lifted]
    return sorted({loop.line for each in slow for loop in each.loops if loop.line})


@rule(
    "object-mode-blocks",
    family="exception",
    causes=("numba-object-mode",),
    plain_title=True,
    yields_to=(
        *("checked-bounds", "objmode-misfit", "numba-result-differs", "numba-stale-cache"),
        *("parallel-race", "numba-recompilation", "numba-not-parallel"),
    ),
)
def object_mode_blocks(case: Case) -> Iterator[Finding]:
    """A `with objmode(…)` stands in a loop of compiled code, and ran for each of its rounds.

    Each time the thread takes the interpreter's lock, makes objects of what goes in, runs Python's
    code, and takes the results apart. Under `atfault numba` it is counted how often; it is told
    from a thousand times on.

    What to do: compute it for all rounds before the loop, in one block or outside, as an array.
    """
    if isinstance(case.numba, Absent):
        return
    found = [
        (times, place, one) for one in case.numba.functions for place, times in hot_blocks(one)
    ]
    if not found:
        return
    found.sort(key=lambda entry: -entry[0])
    times, _, first = found[0]
    yield Finding.of(
        summary=f"the objmode block of {first.function.name}, in a loop, ran {times:,} times, as "
        "slow as Python",
        confidence="likely",
        title="Object mode in a loop",
        blame=tuple(at(place, one.function.name, "") for _, place, one in found[:MAX_BLAME]),
        evidence=(
            "each time the thread takes the lock of the interpreter (the GIL), makes objects of "
            "what goes in, and runs Python's code",
        ),
        advice=(
            "compute it for all rounds before the loop, as an array; or write it in compiled code",
        ),
    )


def hot_blocks(one: CompiledFunction) -> list[tuple[Location, int]]:
    """objmode blocks in loops that ran often."""
    return [(place, times) for place, times in one.blocks if times >= MANY]
