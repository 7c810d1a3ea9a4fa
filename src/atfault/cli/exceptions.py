"""What `run` does with the exceptions that the probe hands over when the program has ended."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence

from atfault.analyze.exception import analyze_exception
from atfault.contained import contained
from atfault.decode.exceptions.case import endings
from atfault.decode.exceptions.consequences import consequences_of, followers_of, told_apart
from atfault.decode.exceptions.uncaught import read_uncaught
from atfault.decode.exceptions.uncaught_text import read_printed
from atfault.errors import AtfaultError
from atfault.folders import current_folder
from atfault.model.absent import Absent
from atfault.model.endings import Termination
from atfault.model.exception import UncaughtException
from atfault.model.gpu import GpuCore
from atfault.model.hand_over import HandOver
from atfault.model.process import ProcessInfo
from atfault.model.report import Report
from atfault.model.report_company import ConsequenceReport
from atfault.options import Options
from atfault.snapshot.tracing.front import RunOutcome
from atfault.snapshot.tracing.probe_folder import ProbeFolder

MAX_EXPLAINED = 8
FAILED = 1
"""Exit status of an interpreter, and of a multiprocessing child, that an exception ended."""


def explain_exceptions(
    contents: Sequence[bytes],
    outcome: RunOutcome,
    options: Options,
    command: tuple[str, ...],
    cores: Sequence[GpuCore] = (),
) -> Report | None:
    """The report on the first of them of which there is something to say.

    contents: hand-overs, as the probe wrote them. Where there are none, the end of the program's
    standard error serves. cores: what a GPU left.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the user need not wait for the report
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    losses: list[str] = []
    handed = readable(contents, options, losses)
    if not handed and outcome.exit_code and not isinstance(outcome.printed, Absent):
        one = read_printed(outcome.printed.text.decode("utf-8", "replace"), options)
        handed = [] if one is None else [one]
    firsts, follows = told_apart(handed)
    for one in endings(firsts, outcome.pid, outcome.exit_code)[:MAX_EXPLAINED]:
        others = followers_of(one, follows)
        is_program = one.exception.pid in (outcome.pid, None)
        process = ProcessInfo(
            pid=one.exception.pid or outcome.pid,
            ppid=os.getpid() if is_program else None,
            argv=command if is_program else (),
            cwd=current_folder(),
        )
        code = outcome.exit_code if is_program else FAILED
        report = None
        with contained("explaining the exception", losses):
            report = analyze_exception(
                one,
                process,
                Termination(exit_code=code),
                options,
                command=command,
                always=bool(others),  # of several tracebacks, which one came first
                printed=outcome.printed,
                cores=cores,
            )
        if report is not None:
            warnings = (*report.warnings, *losses)
            followed = consequences_of(one.when, others)
            return report._replace(consequences=followed, warnings=warnings)
    return None


def readable(contents: Sequence[bytes], options: Options, losses: list[str]) -> list[HandOver]:
    """The hand-overs that are whole. losses: warnings of those at which the reading failed."""
    found = []
    for content in contents:
        try:
            with contained("reading a hand-over of the probe", losses):
                found.append(read_uncaught(content, options))
        except AtfaultError:
            continue  # damaged, or written by somebody else
    return found


def failed_in(probe: ProbeFolder, options: Options) -> tuple[UncaughtException, ...]:
    """What has ended threads and processes of a program that goes on, the oldest first."""
    return tuple([one.exception for one in readable(probe.hand_overs(), options, [])])


def consequences_in(contents: Sequence[bytes], options: Options) -> tuple[ConsequenceReport, ...]:
    """What other processes of the program say of one that a signal ended. contents: as above."""
    return consequences_of(None, told_apart(readable(contents, options, []))[1])
