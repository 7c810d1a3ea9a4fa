"""data-race inside the interpreter: threads at the same line, and no GIL to keep them apart."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import own_lines, who_were
from atfault.diagnose.crash.without_gil import at_same_line
from atfault.diagnose.facts import (
    MISUSES,
    describe_frame,
    native_frames,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import command_line, file_line
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding

MAX_NAMED = 4


@rule(
    "race-without-gil",
    causes=("data-race",),
    needs=(Need.SIGNAL, Need.NATIVE_STACK),
    on=MISUSES,
)
def race_without_gil(case: Case) -> Iterator[Finding]:
    """The interpreter crashed, in a Python without the GIL, while other threads ran the same line.

    In a free-threaded Python, lists and dicts guard themselves, but an iterator, a generator and
    many an object of the standard library do not: two threads that use one at the same time can
    damage it, and the interpreter crashes over it (a NULL pointer, a wrong reference count, a
    damaged heap), now or later.

    It is likely at most: the same picture arises where the threads have nothing in common but the
    line.

    What to do: give each thread an iterator or generator of its own, or hold one lock round each
    use. With the GIL (`PYTHON_GIL=1`) such a crash does not come again, which is a test of it.
    """
    state = case.process
    found = at_same_line(state)
    if found is None or state.crashed is None:
        return
    frame, others = found
    where = file_line(frame.location.file, frame.location.line)
    evidence = [f"{who_were(others, MAX_NAMED)} at {where}, too, and no GIL keeps them apart"]
    natives = native_frames(state.crashed)
    if not isinstance(state.abort.python_fatal, Absent):
        evidence.append(f"Python ended the process itself: {state.abort.python_fatal.strip()}")
    elif natives:
        evidence.append(f"it failed in {describe_frame(natives[0])}, in Python's own code")
    command = command_line(state.process.argv)
    lines = own_lines(state.crashed)
    shared = [one for one in lines if (one.file, one.line) == tuple(frame.location[:2])]
    yield Finding.of(
        summary=f"{len(others) + 1} threads ran {where} at once, without the GIL",
        confidence="likely",
        blame=(*shared, *(one for one in lines if one not in shared)),
        evidence=evidence,
        advice=(
            "see what these threads share there: give each an iterator, a generator, an object "
            "of its own, or hold one lock round each use",
            Advice(
                "see whether it crashes with the GIL, too",
                f"PYTHON_GIL=1 {command}" if command else None,
            ),
        ),
    )
