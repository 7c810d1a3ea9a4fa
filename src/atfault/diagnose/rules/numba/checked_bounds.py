"""out-of-bounds, as `atfault numba --check-bounds` finds it."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import at
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Finding
from atfault.model.numba_run import BoundsHit

MAX_PLACES = 6


@rule("checked-bounds", family="exception", causes=("out-of-bounds",), plain_title=True)
def checked_bounds(case: Case) -> Iterator[Finding]:
    """Code that Numba compiled used an index that lies outside of its array.

    Compiled code checks no index: it reads or writes what lies there, and mostly goes on with a
    wrong result. Under `atfault numba --check-bounds` each index is checked, in parallel loops too,
    and each place where a check failed is told with array, axis, index and size.

    What to do: shorten the loop, or compare the index with the array's shape before it is used.
    """
    if isinstance(case.numba, Absent) or not case.numba.hits:
        return
    yield found_by_checks(case.numba.hits, case.raised_in)


def found_by_checks(hits: tuple[BoundsHit, ...], thread: str) -> Finding:
    """The finding on checks that failed, of which there is one at least."""
    return Finding.of(
        cause="out-of-bounds",
        summary=_words(hits[0]),
        confidence="certain",
        title="Out of bounds in code that Numba compiled",
        blame=tuple(at(hit.location, hit.function.name, thread) for hit in hits[:MAX_PLACES]),
        evidence=_evidence(hits),
        advice=("compare the index with the array's shape before it is used, or shorten the loop",),
    )


def _words(hit: BoundsHit) -> str:
    array = hit.array or "the array"
    if hit.axis is not None and hit.ndim != 1:
        if hit.axis:
            return (
                f"axis {hit.axis} of {array} has size {hit.size:,}; index {hit.position} was used"
            )
        return f"{array} has {counted(hit.size, 'row')}; row {hit.position} was used"
    return f"{array} has {counted(hit.size, 'element')}; index {hit.position} was used"


def _evidence(hits: tuple[BoundsHit, ...]) -> Iterator[str]:
    for hit in hits:
        file = hit.location.file.rpartition("/")[2]
        where = f"{file}:{hit.location.line}, in {hit.function.name}"
        yield f"{where}: {_words(hit)} ({counted(hit.times, 'time')})"
    yield "without the check the code reads or writes what lies there, and goes on"
