"""What `run` says of the program's children that died: while it goes on, and at its end.

Deaths and hangs are told by processes that the tracer forks, so what was reported already lies in a
file of memory, for the reports that come later: a line "PID SIGNAL REPORT" for
each death, 0 where there is none; of a hang the pid is 0.
"""

from __future__ import annotations

import os
from signal import SIGTERM

from atfault.folders import current_folder
from atfault.model.absent import Absent
from atfault.model.counts import counted
from atfault.model.family import ReportedDeath
from atfault.model.report import Report
from atfault.model.report_company import PlaceReport, ProgramReport
from atfault.model.waits import Place
from atfault.report.places import Places
from atfault.saved import amend
from atfault.snapshot.tracing.observer import Death

MAX_LINES = 6
"""Ways to die that are listed at the end."""
MAX_TOLD = 1 << 16


def with_end(report: Report, death: Death) -> Report:
    """The report on a child, with what is known of it at the end of the program."""
    started = report.started
    if started is not None and started.pid == death.program:
        started = started._replace(outcome=death.outcome)
    alike = tuple(pid for pid in death.alike if pid != report.process.pid)
    program = ProgramReport(death.program, death.exit_code) if death.program else None
    return report._replace(started=started, alike=alike, program=program)


def with_starter(report: Report, frames: tuple[Place, ...] | Absent) -> Report:
    """The report on a child, with where the main thread of the process is that started it."""
    started = report.started
    if started is None or isinstance(frames, Absent):
        return report
    places = tuple(PlaceReport(p.file, p.line, p.function, p.mine) for p in frames)
    return report._replace(started=started._replace(at_death=places))


def amend_saved(report: Report, death: Death) -> None:
    """Complete the report that was saved when the child died."""
    if death.number:
        try:
            amend(death.number, report)
        except OSError:
            pass  # it was complete as far as could be known then


def summary(deaths: tuple[Death, ...], reports: tuple[Report, ...]) -> list[str]:
    """The lines at the end of the program: which of its processes had died, and how often."""
    if not deaths:
        return []
    total = len(deaths) + sum(death.alike_count for death in deaths)
    noun = "one of its processes" if total == 1 else f"{total} of its processes"
    outcome = deaths[0].outcome
    lead = f"the program {outcome}; {noun} had died" if outcome else f"{noun} had died"
    if total == 1:
        return [f"atfault: {lead} ({_which(deaths[0], reports[0])})"]
    lines = [f"atfault: {lead}:"]
    for death, report in list(zip(deaths, reports))[:MAX_LINES]:
        times = f"{1 + death.alike_count} × " if death.alike_count else ""
        lines.append(f"atfault:   {times}{_which(death, report)}")
    if len(deaths) > MAX_LINES:
        more = counted(len(deaths) - MAX_LINES, "more way", "more ways")
        lines.append(f"atfault:   {more} to die: atfault list")
    return lines


def _which(death: Death, report: Report) -> str:
    """ "null-dereference at job.py:7, report 12"."""
    best = report.diagnosis[0]
    where = ""
    if best.blame:
        places = Places(report, current_folder())
        where = f" at {places.line(best.blame[0].file, best.blame[0].line)}"
    number = f", report {death.number}" if death.number else ""
    return f"{best.cause}{where}{number}"


def note_death(fd: int, pid: int, signal: int | None, report: int | None) -> None:
    """Add a death; report: the number that the report was saved under."""
    line = f"{pid} {signal or 0} {report or 0}\n"
    os.write(fd, line.encode())  # one write: nobody reads half a line


def note_hang(fd: int, is_to_end: bool = False) -> None:
    """Note that the program was said to hang, and whether it is ended for that."""
    note_death(fd, 0, SIGTERM if is_to_end else None, None)


def noted_deaths(fd: int) -> tuple[ReportedDeath, ...]:
    """The deaths so far, the first of them first; bounded."""
    return tuple(
        [ReportedDeath(pid, signal or None, report) for pid, signal, report in _noted(fd) if pid]
    )


def noted_hang(fd: int) -> bool:
    """Whether the program was said to hang."""
    return any(not pid for pid, _, _ in _noted(fd))


def noted_ending(fd: int) -> bool:
    """Whether it was ended for that: how it ended tells nothing then, as handlers may exit."""
    return any(signal and not pid for pid, signal, _ in _noted(fd))


def _noted(fd: int) -> list[tuple[int, ...]]:
    lines = os.pread(fd, MAX_TOLD, 0).decode("ascii").split("\n")[:-1]
    return [tuple(map(int, line.split())) for line in lines]
