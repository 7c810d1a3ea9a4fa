"""The pipeline: snapshot → process state → diagnosis → report."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from atfault.compose.report import compose
from atfault.decode.state import decode, decode_plainly
from atfault.diagnose.engine import diagnose
from atfault.diagnose.facts import ended_by_another
from atfault.diagnose.rules import rules_for
from atfault.model.absent import Absent
from atfault.model.case import NOT_KEPT, Case
from atfault.model.cleaning import without_secrets
from atfault.model.findings import Diagnosis
from atfault.model.masked import mask_arguments, mask_source
from atfault.model.report import Report, ReportKind
from atfault.model.signals import CRASHES
from atfault.model.state import ProcessState
from atfault.options import Options
from atfault.snapshot.core import open_core
from atfault.snapshot.protocol import Snapshot
from atfault.snapshot.target_files import TargetFiles
from atfault.source import SourceReader

if TYPE_CHECKING:
    from atfault.model.endings import Termination
    from atfault.model.printed import PrintedTail
    from atfault.model.start import Start

DEFAULT_OPTIONS = Options()
NOT_UNDER_RUN = Absent("only known of a program under `run`")
NOT_WATCHED = Absent("the process was not watched over a time")
NOT_STARTED_BY_US = Absent("only known of the children of a program under `atfault run`")


def analyze(
    snapshot: Snapshot,
    options: Options = DEFAULT_OPTIONS,
    *,
    termination: Termination | None = None,
    command: tuple[str, ...] | None = None,
    taken: float | None = None,
    started: Start | Absent = NOT_STARTED_BY_US,
    printed: PrintedTail | Absent = NOT_KEPT,
) -> Report:
    """Explain the process in `snapshot`. Raises NoProcessState when there is none in it.

    started: where the program started it. printed: the tail of standard error.
    taken: when the snapshot was taken (seconds since the epoch), where that is in the past: source
    files that are newer earn a warning.
    """
    state = decode(snapshot, options, termination).with_parts(started=started)
    masked = mask_arguments(command or ()) if options.mask_secrets else command or ()
    case = Case(state, printed=printed, command=masked)
    return explain(case, snapshot, options, command=command, taken=taken)


def analyze_plainly(
    snapshot: Snapshot,
    options: Options = DEFAULT_OPTIONS,
    *,
    why: str,
    termination: Termination | None = None,
    command: tuple[str, ...] | None = None,
    printed: PrintedTail | Absent = NOT_KEPT,
) -> Report:
    """As `analyze`, by what needs neither files nor time (see `decode_plainly`), where that came to
    no end, as `why` says. Raises NoProcessState."""
    state = decode_plainly(snapshot, options, termination, why)
    masked = mask_arguments(command or ()) if options.mask_secrets else command or ()
    case = Case(state, printed=printed, command=masked)
    source = SourceReader(snapshot.files, mask=mask_source if options.mask_secrets else None)
    return report_on(case, source, command=command, mask_secrets=options.mask_secrets)


def explain(
    case: Case,
    snapshot: Snapshot,
    options: Options = DEFAULT_OPTIONS,
    *,
    command: tuple[str, ...] | None = None,
    taken: float | None = None,
    relatives: Mapping[int, SourceReader] | None = None,
) -> Report:
    """The report on a case whose process was decoded from `snapshot`, which is still open.

    relatives: as `compose` has them.
    """
    if command is not None and options.mask_secrets:
        command = mask_arguments(command)
    rules_for(case)  # imports them, while a child process reads the source lines
    return report_on(
        case,
        source_of(case.process, snapshot.files, options, taken=taken),
        command=command,
        mask_secrets=options.mask_secrets,
        relatives=relatives,
    )


def source_of(
    state: ProcessState, files: TargetFiles, options: Options, *, taken: float | None = None
) -> SourceReader:
    """What reads the source lines of a process."""
    return SourceReader(
        files,
        state.texts,
        taken=taken,
        started=None if state.kind == "core" else _started(state.process.pid),
        mask=mask_source if options.mask_secrets else None,
    )


def report_on(
    case: Case,
    source: SourceReader,
    *,
    command: tuple[str, ...] | None = None,
    mask_secrets: bool = True,
    relatives: Mapping[int, SourceReader] | None = None,
) -> Report:
    """The report on any case; source lines are read through `source`, and `relatives`.
    mask_secrets: in what the rules say (values, source and command lines were masked where they
    were read)."""
    diagnosis = diagnose(case)
    kind = kind_of(case.process)
    if kind == "snapshot":
        kind = _kind_of_living(case.process, diagnosis)
    elif kind == "killed" and diagnosis.findings[0].family == "hang":
        kind = "hang"  # that somebody ended
    report = compose(
        case,
        diagnosis,
        source,
        kind=kind,
        command=command,
        relatives=relatives,
    )
    return without_secrets(report) if mask_secrets else report


def _kind_of_living(state: ProcessState, diagnosis: Diagnosis) -> ReportKind:
    """ "hang" for what was watched because it seemed to hang, or has the look of it."""
    stuck = diagnosis.findings[0].family == "hang"
    return "hang" if stuck or not isinstance(state.activity, Absent) else "snapshot"


def analyze_core(
    path: str, executable: str | None = None, options: Options = DEFAULT_OPTIONS
) -> Report:
    """Explain a core file; executable overrides the one that the core names.

    Raises InputError when the file cannot be read, NoProcessState when there is nothing in it.
    """
    with open_core(path, executable, options.sysroot) as snapshot:
        return analyze(snapshot, options, taken=written(path))


def _started(pid: int) -> float | None:
    """When a process that still exists was started (seconds since the epoch), to 10 ms; None when
    that cannot be told. /proc/PID/stat counts clock ticks since boot (field 22)."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        ticks = int(fields[19]) / os.sysconf("SC_CLK_TCK")
        return time.time() - time.clock_gettime(time.CLOCK_BOOTTIME) + ticks
    except (OSError, ValueError, IndexError):
        return None


def written(path: str) -> float | None:
    """When a core file was written."""
    try:
        return os.stat(path).st_mtime
    except OSError:
        return None


def kind_of(state: ProcessState) -> ReportKind:
    """ "crash" when the process did it itself, "killed" when the signal came from outside."""
    signal, termination = state.ending.signal, state.ending.termination
    if isinstance(signal, Absent):
        if isinstance(termination, Absent):
            return "snapshot"
        if termination.signal is None:
            return "crash" if termination.exit_code else "snapshot"
        return "crash" if termination.signal in CRASHES else "killed"
    is_killed = ended_by_another(state) or signal.number not in CRASHES
    return "killed" if is_killed else "crash"
