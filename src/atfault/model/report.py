"""The report, field for field as the contract's JSON (schema atfault.report/1).

Extend it, never break it: a field may be added (with a default), none renamed or removed.
"""

import time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from atfault.model.findings import Blame, Finding, NotChecked, SetAside
from atfault.model.places import PlaceReport

if TYPE_CHECKING:  # few reports have these
    from atfault.model.report_numba import NumbaReport
    from atfault.model.report_waits import ActivityReport, TaskReport, WaitGraph
    from atfault.model.start import Role
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


class RankReport(NamedTuple):
    """Which process of a job of several it is, as its launcher counts."""

    rank: int
    local_rank: int | None
    world_size: int | None
    """None where the launcher does not tell."""


class ConsequenceReport(NamedTuple):
    """A process of the same run that failed because another had."""

    pid: int | None
    rank: RankReport | None
    kind: str
    """"peer-gone", "watchdog", "launcher", "worker-died" or "told-to-end"."""
    error: str
    """The type of its exception."""
    message: str
    """The line of its text that says so."""
    seconds: float | None
    """After the failure that the report is about; None when that is not known."""


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
    rank: RankReport | None = None
    """None: of no such job, or not known."""


class RankGroupReport(NamedTuple):
    """Ranks of a job that are in one place."""

    ranks: str
    """"0-4,6,7"."""
    place: str
    """"all_reduce at train.py:27"; file names without folders."""
    stack: tuple[PlaceReport, ...]
    """Of one of them: the Python frames of its telling thread, stack[0] the innermost."""
    pids: tuple[int, ...]
    """Theirs, in the order of the ranks; that of a worker where it tells more; () where a text, or
    a file, tells of them."""

    @property
    def number(self) -> int:
        """Of ranks."""
        spans = [one.partition("-") for one in self.ranks.split(",")]
        return sum(int(last or first) - int(first) + 1 for first, _, last in spans)


class JobReport(NamedTuple):
    """The processes that belong together as ranks of one job."""

    world: int | None
    """How many there are, on all machines; None where that is not known."""
    groups: tuple[RankGroupReport, ...]
    """The largest first."""
    odd: tuple[int, ...]
    """The few that are not where most are."""
    missing: tuple[int, ...]
    """Of the ranks that are to be on this machine, those that were not seen."""


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


class StartReport(NamedTuple):
    """Who started the process, and where."""

    pid: int
    how: str
    """What it was started as: "multiprocessing.Pool worker"; "" when unknown."""
    line: Blame | None
    """The user's own line that did, the innermost; None when none is known."""
    places: tuple[PlaceReport, ...]
    """Of the thread that started it; places[0] is the innermost."""
    at_death: tuple[PlaceReport, ...] = ()
    """Where the main thread of process `pid` was when this one died; empty when unknown."""
    outcome: str = ""
    """What became of process `pid`, where that is known: "ended with exit status 1"."""
    role: "Role" = ""
    above_pid: int | None = None
    """The process whose `line` is, where the thread that started it runs none of the user's: that
    process had started `pid`, or whoever did."""


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


class ProgramReport(NamedTuple):
    """How the program under `run` ended, of a report on another of its processes."""

    pid: int
    exit_code: int
    """As a shell has it: 128 + N when signal N ended it."""


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
    started: StartReport | None = None
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
    program: ProgramReport | None = None
    """Of a process that a program under `run` has started: how that program ended."""
    numba: "NumbaReport | None" = None
    """What Numba compiled, of a run under `atfault numba`; None for others."""
    consequences: tuple[ConsequenceReport, ...] = ()
    """What failed in other processes of the run because of this."""
    exception: ExceptionReport | None = None
    """Of a report of kind "exception", and of a text that holds one."""
    set_aside: tuple[SetAside, ...] = ()
    """What rules found and is not told, and why."""
    job: JobReport | None = None
    """None where no two of the processes are ranks of one job."""
