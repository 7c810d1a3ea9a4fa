"""What `run` has reported on, for the reports that come later: children, and a hang.

Deaths and hangs are told by processes that the tracer forks, so what they share lies in a file of
memory: a line "PID SIGNAL REPORT" for each death, 0 where there is none; of a hang the pid is 0.
"""

from __future__ import annotations

import os

from atfault.model.family import ReportedDeath

MAX_BYTES = 1 << 16


def note_death(fd: int, pid: int, signal: int | None, report: int | None) -> None:
    """Add a death; report: the number that the report was saved under."""
    line = f"{pid} {signal or 0} {report or 0}\n"
    os.write(fd, line.encode())  # one write: nobody reads half a line


def note_hang(fd: int) -> None:
    """Note that the program was said to hang."""
    note_death(fd, 0, None, None)


def noted_deaths(fd: int) -> tuple[ReportedDeath, ...]:
    """The deaths so far, the first of them first; bounded."""
    return tuple(
        [ReportedDeath(pid, signal or None, report) for pid, signal, report in _noted(fd) if pid]
    )


def noted_hang(fd: int) -> bool:
    """Whether the program was said to hang."""
    return any(not pid for pid, _, _ in _noted(fd))


def _noted(fd: int) -> list[tuple[int, ...]]:
    lines = os.pread(fd, MAX_BYTES, 0).decode("ascii").split("\n")[:-1]
    return [tuple(map(int, line.split())) for line in lines]
