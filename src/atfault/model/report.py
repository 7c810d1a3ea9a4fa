"""The report, field for field as the contract's JSON (schema atfault.report/1).

Extend it, never break it: a field may be added (with a default), none renamed or removed.
"""

import time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from atfault.model.findings import Finding, NotChecked, SetAside

if TYPE_CHECKING:  # few reports have these
    from atfault.model.report_company import (
        ConsequenceReport,
        JobReport,
        ProgramReport,
        RankReport,
        StartReport,
    )
    from atfault.model.report_numba import NumbaReport
    from atfault.model.report_waits import ActivityReport, TaskReport, WaitGraph
    from atfault.model.stress import StressReport

ReportKind = Literal["crash", "hang", "killed", "exception", "snapshot", "stress", "text"]

SCHEMA_ID = "atfault.report/1"


def now() -> str:
    """RFC 3339, UTC, to the second: `created` of what is made now."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


class PythonReport(NamedTuple):
    version: str
    implementation: str
    free_threaded: bool


class ProcessReport(NamedTuple):
    pid: int | None
    ppid: int | None
    executable: str | None
    argv: tuple[str, ...] | None
    cwd: str | None
    python: PythonReport | None
    exit_code: int | None
    relation: str = ""
    """To the process that the report is about, in words: "multiprocessing worker"; "" for that."""
    rank: "RankReport | None" = None
    """None: of no such job, or not known."""


class SignalReport(NamedTuple):
    number: int
    name: str
    code: int | None
    code_name: str | None
    address: str | None
    """"0x…" or None."""
    sender_pid: int | None


class LocalReport(NamedTuple):
    name: str
    type: str
    value: str


class FrameReport(NamedTuple):
    kind: str
    function: str
    file: str | None
    line: int | None
    column: int | None
    module: str | None
    address: str | None
    inlined: bool
    trust: str
    code: str | None
    """The source line's text, stripped; None when the file could not be read."""
    mine: bool
    locals: tuple[LocalReport, ...] | None
    end_line: int | None = None
    end_column: int | None = None
    qualname: str = ""
    """Python: the qualified name (3.11+, else the name); native: the linkage name; "" unknown."""
    left_out: int = 0
    """Frames that are not told between this one and the next outer one, of a very deep stack."""


class ThreadReport(NamedTuple):
    tid: int
    name: str
    crashed: bool
    holds_gil: bool | None
    state: str
    waits_for: dict[str, Any] | None
    """{kind, key, name, detail, file, line, function, exact, timeout, held_by: [{tid, pid, name}],
    others: [name, …]}: others are alternatives, any of which would wake it too."""
    holds: tuple[dict[str, Any], ...]
    """{kind, key, name, detail, file, line, function, proof} each; file and line: where taken."""
    frames: tuple[FrameReport, ...]
    """frames[0] is the innermost."""
    stop_reason: str
    idle_in: str = ""
    """Name of the library whose pool this thread idles in ("OpenBLAS"); "" for all others."""
    merged: bool = True
    """False: native and Python frames could not be tied together; native first, then Python."""


class ExceptionReport(NamedTuple):
    """The exception that nobody caught."""

    type: str
    """With its module unless it is a builtin."""
    message: str | None
    """None where nobody knows it: asking for it would have called code of the program's."""


class EnvironmentReport(NamedTuple):
    """What the process ran in, and what made the report."""

    atfault: str
    """Its version."""
    os: str
    """"Debian GNU/Linux 12 (bookworm), Linux 6.1.0-18-amd64"; "" when unknown."""
    libc: str
    """"glibc 2.36 (Debian GLIBC 2.36-9+deb12u9)"; "" when unknown."""
    packages: dict[str, str]
    """Name → version of the packages with native code on the stacks."""
    host: str = ""
    """The name of the machine; "" when unknown."""


class Report(NamedTuple):
    schema: str
    kind: ReportKind
    created: str
    """RFC 3339, UTC."""
    command: tuple[str, ...] | None
    process: ProcessReport
    signal: SignalReport | None
    diagnosis: tuple[Finding, ...]
    not_checked: tuple[NotChecked, ...]
    threads: tuple[ThreadReport, ...]
    children: "tuple[Report, ...]"
    warnings: tuple[str, ...]
    headline: str = ""
    """The first line of the text report: "Segmentation fault in thread …"."""
    waits: "WaitGraph | None" = None
    """None where nothing is known to wait."""
    tasks: "tuple[TaskReport, ...]" = ()
    activity: "ActivityReport | None" = None
    """None when the process was not watched."""
    started: "StartReport | None" = None
    """Of a process that the program started; None for others, and where it is unknown."""
    alike: tuple[int, ...] = ()
    """Pids of more processes of the program that died in the same way."""
    stress: "StressReport | None" = None
    """Of a report of kind "stress"."""
    again: "tuple[Report, ...]" = ()
    """Of further runs of the same command under stricter settings (`run --again`), which
    process.relation names."""
    environment: EnvironmentReport | None = None
    """None in reports of versions that did not look."""
    program: "ProgramReport | None" = None
    """Of a process that a program under `run` has started: how that program ended."""
    numba: "NumbaReport | None" = None
    """What Numba compiled, of a run under `atfault numba`; None for others."""
    consequences: "tuple[ConsequenceReport, ...]" = ()
    """What failed in other processes of the run because of this."""
    exception: ExceptionReport | None = None
    """Of a report of kind "exception", and of a text that holds one."""
    set_aside: tuple[SetAside, ...] = ()
    """What rules found and is not told, and why."""
    job: "JobReport | None" = None
    """None where no two of the processes are ranks of one job."""
