"""rank-died: a rank of a job is gone, and the others wait for it."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang.ranks import (
    at_most,
    doing,
    doubts_of,
    found_in,
    has_moved,
    lines_of,
    ranks_of,
    reasons,
    upper,
)
from atfault.diagnose.rule import ALIVE, rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.family import Relative
from atfault.model.findings import Blame, Finding
from atfault.model.job import Job
from atfault.model.rank_numbers import numbered
from atfault.model.signals import signal_name
from atfault.text.ends import consequence_kind

MAX_DEAD = 4
SLACK = 30.0
"""Seconds: clocks of machines differ, and a report is made some time after the death."""


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
    if isinstance(job, Absent):
        return
    if job.dead:
        yield _of_dead(job)
        return
    if not job.missing or has_moved(job.ranks):
        return
    if not job.waiting or job.elsewhere:
        return
    name = numbered(job.missing)
    dead = _dead(case, job)
    ends = [_end(one) for one in dead] if len(dead) == len(job.missing) else []
    if job.is_collected:
        if len(job.waiting) > len(job.missing):
            yield _of_unseen(job, name)
        return
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


def _of_dead(job: Job) -> Finding:
    """Of several that have died, the first one is the reason, and those that say of themselves that
    another one went are not."""
    dead = job.dead
    own = [one for one in dead if not consequence_kind("", one.ended)] or list(dead)
    first, found = own[0], own[0].found
    together = [one for one in own[1:] if not (first.at and one.at > first.at + SLACK)]
    lines = lines_of([[first]])
    if found is not None and found.file:
        lines = (Blame(found.file, found.line, found.function, f"rank {first.rank}"),)
    after = [one for one in dead if one is not first]
    others = f"; {ranks_of(after)} died, too" if after else ""
    others += f"; {ranks_of(job.waiting)} {doing(job.waiting)}" if job.waiting else ""
    return Finding.of(
        f"{ranks_of([first])} {doing([first])}{others}",
        at_most(not together),
        (
            *(f"rank {one.rank} {doing([one])}" for one in dead[:MAX_DEAD]),
            *found_in([first]),
        ),
        (f"look at what rank {first.rank} had printed, and run the job under atfault run",),
        blame=lines,
        title=f"{upper(ranks_of([first]))} died{' first' if after else ''}: "
        f"{first.ended or 'its output tells of what'}",
        doubts=doubts_of(job, is_whole=False) if job.waiting else (),
    )


def _of_unseen(job: Job, name: str) -> Finding:
    """Of ranks that have left nothing, while all others wait."""
    has = "has" if len(job.missing) == 1 else "have"
    lead = f"{job.meeting}: " if job.meeting else ""
    return Finding.of(
        f"{lead}{name} {has} left nothing here, and {ranks_of(job.waiting)} "
        f"{doing(job.waiting)}, as if for {'it' if has == 'has' else 'them'}",
        "possible",
        reasons(job),
        (f"look whether {name} {'is' if has == 'has' else 'are'} alive, and what they do",),
        blame=lines_of(job.groups[:1]),
        title=f"{upper(name)} {has} left nothing, and all others wait",
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
