"""numba-object-mode: a function whose loops run in object mode (forceobj=True)."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Blame, Finding
from atfault.model.numba_run import CompiledFunction

MAX_BLAME = 8


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
