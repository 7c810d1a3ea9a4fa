"""The report, field for field as the contract's JSON (schema atfault.report/1).

Extend it, never break it: a field may be added (with a default), none renamed or removed.
"""

from __future__ import annotations

from atfault.model.findings import Finding, NotChecked
from atfault.model.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    ReportKind = Literal["crash", "hang", "killed", "exception", "snapshot", "stress", "text"]

SCHEMA_ID = "atfault.report/1"


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


class ThreadReport(NamedTuple):
    tid: int
    name: str
    crashed: bool
    holds_gil: bool | None
    state: str
    waits_for: dict[str, Any] | None
    holds: tuple[dict[str, Any], ...]
    frames: tuple[FrameReport, ...]
    """frames[0] is the innermost."""
    stop_reason: str
    idle_in: str = ""
    """Name of the library whose pool this thread idles in ("OpenBLAS"); "" for all others."""
    merged: bool = True
    """False: native and Python frames could not be tied together; native first, then Python."""


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
    children: tuple[Report, ...]
    warnings: tuple[str, ...]
    headline: str = ""
    """The first line of the text report: "Segmentation fault in thread …"."""
