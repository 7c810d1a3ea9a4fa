"""What is taken out of a report before anybody sees it: secrets in its sentences, and the values of
variables where that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atfault.model.findings import Finding
from atfault.model.report import ExceptionReport, Report, ThreadReport
from atfault.model.secret_texts import mask_text

if TYPE_CHECKING:  # few reports have them
    from atfault.model.stress import StressPhase, StressReport


def without_secrets(report: Report) -> Report:
    """The report with secrets masked in what its rules say. Values, source lines and command lines
    were masked where they were read; sentences quote messages of the program as well."""
    return report._replace(
        headline=mask_text(report.headline),
        diagnosis=tuple(map(_masked, report.diagnosis)),
        warnings=tuple(map(mask_text, report.warnings)),
        children=tuple(map(without_secrets, report.children)),
        again=tuple(map(without_secrets, report.again)),
        stress=None if report.stress is None else _masked_stress(report.stress),
        exception=None if report.exception is None else _masked_exception(report.exception),
    )


def _masked_exception(exception: ExceptionReport) -> ExceptionReport:
    message = exception.message
    return exception._replace(message=None if message is None else mask_text(message))


def _masked_stress(stress: StressReport) -> StressReport:
    """Failures quote exceptions and values."""
    return stress._replace(
        environments=tuple(
            one._replace(
                summary=mask_text(one.summary),
                phases=tuple(map(_masked_phase, one.phases)),
            )
            for one in stress.environments
        )
    )


def _masked_phase(phase: StressPhase) -> StressPhase:
    failures = (one._replace(text=mask_text(one.text)) for one in phase.failures)
    return phase._replace(failures=tuple(failures))


def _masked(finding: Finding) -> Finding:
    return finding._replace(
        summary=mask_text(finding.summary),
        evidence=tuple(one._replace(text=mask_text(one.text)) for one in finding.evidence),
        doubts=tuple(one._replace(text=mask_text(one.text)) for one in finding.doubts),
        advice=tuple(
            one._replace(text=mask_text(one.text), command=one.command and mask_text(one.command))
            for one in finding.advice
        ),
    )


def without_locals(report: Report) -> Report:
    """The report without the values of variables: those of the frames, and those that were seen to
    change, or not to, while the process was watched. What its findings name stays: without that
    they say nothing."""
    activity = report.activity
    if activity is not None:
        threads = tuple(one._replace(changed=(), fixed=()) for one in activity.threads)
        activity = activity._replace(threads=threads)
    return report._replace(
        threads=tuple(map(_without_values, report.threads)),
        activity=activity,
        children=tuple(map(without_locals, report.children)),
        again=tuple(map(without_locals, report.again)),
    )


def _without_values(thread: ThreadReport) -> ThreadReport:
    return thread._replace(frames=tuple(frame._replace(locals=None) for frame in thread.frames))
