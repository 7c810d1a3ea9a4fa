"""The pipeline for an uncaught exception: what the probe handed over → diagnosis → report."""

from __future__ import annotations

from collections.abc import Sequence

from atfault.analyze.process import DEFAULT_OPTIONS
from atfault.compose.numba import not_compared
from atfault.compose.report import compose
from atfault.decode.exceptions.case import case_of
from atfault.diagnose.engine import diagnose
from atfault.model.absent import Absent
from atfault.model.case import NOT_KEPT, Case
from atfault.model.cleaning import without_secrets
from atfault.model.endings import Termination
from atfault.model.gpu import GpuCore
from atfault.model.hand_over import HandOver
from atfault.model.masked import mask_arguments, mask_source
from atfault.model.numba_run import NumbaRun
from atfault.model.printed import PrintedTail
from atfault.model.process import ProcessInfo
from atfault.model.report import Report, ReportKind
from atfault.model.state import Ending, KnownText, ProcessState
from atfault.options import Options
from atfault.snapshot.target_files import TargetFiles
from atfault.source import SourceReader


def analyze_numba(
    handed: HandOver | None,
    run: NumbaRun,
    process: ProcessInfo,
    termination: Termination,
    options: Options,
    *,
    command: tuple[str, ...] | None = None,
) -> Report:
    """What is to be said of a program that used Numba: why it failed, or what was compiled.

    handed: the exception that ended it.
    """
    source = _source(process, options)
    if options.mask_secrets:
        command = None if command is None else mask_arguments(command)
        process = process._replace(argv=mask_arguments(process.argv))
    if handed is None:
        case = Case(ProcessState(process, ending=Ending(Absent("no signal"), termination)))
    else:
        case = case_of(handed, process, termination, source)
    case = case._replace(numba=run)
    diagnosis = diagnose(case)
    kind: ReportKind = "snapshot" if diagnosis.findings[0].cause == "none" else "exception"
    report = compose(case, diagnosis, source, kind=kind, command=command)
    report = report._replace(warnings=(*report.warnings, *not_compared(run)))
    return without_secrets(report) if options.mask_secrets else report


def _source(
    process: ProcessInfo, options: Options, texts: tuple[KnownText, ...] = ()
) -> SourceReader:
    return SourceReader(
        TargetFiles(folders=(process.cwd,) if process.cwd else ()),
        texts,
        mask=mask_source if options.mask_secrets else None,
    )


def analyze_exception(
    handed: HandOver,
    process: ProcessInfo,
    termination: Termination,
    options: Options = DEFAULT_OPTIONS,
    *,
    command: tuple[str, ...] | None = None,
    always: bool = False,
    printed: PrintedTail | Absent = NOT_KEPT,
    cores: Sequence[GpuCore] = (),
) -> Report | None:
    """Explain how an exception came about that ended a process; None where there is nothing to say
    that its traceback does not, unless `always`."""
    source = _source(process, options, handed.texts)
    if options.mask_secrets:
        command = None if command is None else mask_arguments(command)
        process = process._replace(argv=mask_arguments(process.argv))
    case = case_of(handed, process, termination, source, printed, cores)
    diagnosis = diagnose(case)
    if diagnosis.findings[0].cause == "unknown" and not always:
        return None
    report = compose(case, diagnosis, source, kind="exception", command=command)
    return without_secrets(report) if options.mask_secrets else report
