"""rank-died: a rank of a job is gone, and the others wait for it."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang.ranks import (
    at_most,
    doubts_of,
    has_moved,
    lines_of,
    numbered,
    ranks_of,
    reasons,
    upper,
)
from atfault.diagnose.rule import ALIVE, rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.family import Relative
from atfault.model.findings import Finding
from atfault.model.job import Job
from atfault.model.signals import signal_name


@rule("rank-died", on=ALIVE, family="hang", leads=True)
def rank_died(case: Case) -> Iterator[Finding]:
    """A rank of a job has ended, or was never started, and the others are in communication and wait
    for it.

    Launchers end a job whose rank fails; a script that starts ranks by itself has to do that, or
    the others wait until a timeout of half an hour. What had failed first stands in the output of
    that rank.

    What to do: look at what the named rank had printed; run it under `atfault run`.
    """
    job = case.job
    if isinstance(job, Absent) or not job.missing or has_moved(job.ranks):
        return
    if not job.waiting or job.elsewhere:
        return
    name = numbered(job.missing)
    dead = _dead(case, job)
    ends = [_end(one) for one in dead] if len(dead) == len(job.missing) else []
    yield Finding.of(
        f"{name} of the job {'has' if len(job.missing) == 1 else 'have'} ended or never begun, and "
        f"{ranks_of(job.waiting)} wait for it",
        at_most(bool(ends)),
        (*(f"{one} is dead" for one in ends), *reasons(job)),
        (f"look at what {name} had printed, and run the job under atfault run",),
        blame=lines_of(job.groups[:1]),
        title=f"{upper(name)} of the job {'is' if len(job.missing) == 1 else 'are'}"
        " gone: the others wait",
        doubts=doubts_of(job, is_whole=False),
    )


def _dead(case: Case, job: Job) -> list[Relative]:
    """Children of the launcher that have ended."""
    launcher = next((one for one in case.processes if one.process.pid == job.launcher), None)
    if launcher is None or isinstance(launcher.waiting.relatives, Absent):
        return []
    found = launcher.waiting.relatives
    return [one for one in found if one.ppid == job.launcher and one.has_died]


def _end(one: Relative) -> str:
    """ "process 812 (exit status 3)"."""
    if one.signal:
        return f"process {one.pid} ({signal_name(one.signal)})"
    status = "" if one.exit_code is None else f" (exit status {one.exit_code})"
    return f"process {one.pid}{status}"
