"""numba-global: a global that was given another value after a function was compiled with it."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import at
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding

MAX_TOLD = 8


@rule(
    "frozen-global",
    family="exception",
    causes=("numba-global",),
    plain_title=True,
    yields_to=("checked-bounds", "numba-result-differs", "numba-stale-cache"),
)
def frozen_global(case: Case) -> Iterator[Finding]:
    """A compiled function goes on with the value that a global had when it was compiled.

    Under `atfault numba` the globals of each function (numbers, texts, tuples, arrays of up to a
    megabyte) are remembered when it is compiled, and compared at the end of the program. Whether
    the function was called after the change is not known, so it is `likely` at most.

    What to do: pass the value as an argument.
    """
    if isinstance(case.numba, Absent):
        return
    found = [(one, value) for one in case.numba.functions for value in one.changed]
    if not found:
        return
    function, first = found[0]
    name = function.function.name
    yield Finding.of(
        summary=f"{name} was compiled with {first.name} = {first.then}; it is {first.now} now",
        confidence="likely",
        title="A global changed after it was compiled in",
        blame=tuple(at(value.location, one.function.name, "") for one, value in found[:MAX_TOLD]),
        evidence=(
            "the values of globals are taken once, when a function is compiled",
            *(
                (
                    f"{one.function.name} has {value.name} = {value.then}, and the program "
                    f"{value.now}"
                )
                for one, value in found[1:MAX_TOLD]
            ),
        ),
        advice=(f"pass {first.name} to {name} as an argument",),
    )
