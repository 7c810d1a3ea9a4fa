"""Runs the checks."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from atfault.contained import contained
from atfault.doctor.check import Check
from atfault.doctor.checks import CHECKS
from atfault.doctor.subject import Subject
from atfault.model.doctor import CheckReport, DoctorReport, Verdict
from atfault.version import __version__

MAX_VERDICTS = 60
"""Of one check."""
WORKERS = 4
FIRST = ("native-modules", "tracing")
"""They fork, which is done before there are threads."""


def examine(subject: Subject, checks: Iterable[Check] = CHECKS) -> DoctorReport:
    """What all checks that are about such a subject say. A check that fails says so."""
    chosen = [one for one in checks if subject.kind in one.about]
    early = {one.id: _verdicts(one, subject) for one in chosen if one.id in FIRST}
    with ThreadPoolExecutor(WORKERS) as pool:
        later: dict[str, Future[list[Verdict]]] = {
            one.id: pool.submit(_verdicts, one, subject) for one in chosen if one.id not in early
        }
        found = [
            CheckReport(one.id, one.title, one.group, verdict)
            for one in chosen
            for verdict in (early[one.id] if one.id in early else later[one.id].result())
        ]
    return DoctorReport(
        created=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        atfault=__version__,
        subject=subject.words,
        python=subject.home.executable,
        checks=tuple(found),
    )


def _verdicts(one: Check, subject: Subject) -> list[Verdict]:
    told: list[str] = []
    with contained("the check", told):
        return list(_bounded(one(subject.machine, subject)))
    return [Verdict("unknown", text) for text in told]


def _bounded(verdicts: Iterator[Verdict]) -> Iterator[Verdict]:
    for number, verdict in enumerate(verdicts):
        if number >= MAX_VERDICTS:
            break
        yield verdict
