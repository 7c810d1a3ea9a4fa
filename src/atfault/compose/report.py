"""Case + Diagnosis → Report: what was decoded, in the contract's words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from atfault import lazy
from atfault.contained import contained
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Blame, Diagnosis, Finding
from atfault.model.report import (
    SCHEMA_ID,
    EnvironmentReport,
    ExceptionReport,
    FrameReport,
    LocalReport,
    ProcessReport,
    PythonReport,
    Report,
    ReportKind,
    SignalReport,
    ThreadReport,
    now,
)
from atfault.model.signals import code_name, signal_name
from atfault.model.stacks import NativeFrame, PyFrame, ThreadFrame, ThreadState
from atfault.model.state import ProcessState
from atfault.model.values import Variable
from atfault.report.excerpt import with_columns
from atfault.report.grouping import idle_pool
from atfault.report.headline import headline
from atfault.source import SourceReader
from atfault.version import __version__

if TYPE_CHECKING:
    from atfault.model.report_company import StartReport

HANG = "atfault.compose.hang"
"""Loaded where threads are known to wait."""
JOB = "atfault.compose.job"
"""Loaded where processes are ranks of one job."""
STARTED = "atfault.compose.started"
"""Loaded for what a program has started."""
NUMBA = "atfault.compose.numba"
"""Loaded for runs under `atfault numba`."""
CODE_FRAMES = 2000
"""Frames of one thread, at each end of its stack, that carry their source line."""
END_FRAMES = 10_000
"""Frames at each end of a thread's stack that are told; the middle of a deep recursion is not."""
MAX_PERIOD = 24
"""Frames in the longest round of a recursion, of which whole ones are left out."""
FRAMES_AT_LEAST = 1000
"""Innermost frames of a thread that are told where telling of all of them fails."""
CONTEXT_LINES = 2
MAX_MESSAGE = 4000
"""Characters of an exception's message."""
STATE_WORDS = {
    "R": "running",
    "S": "sleeping",
    "D": "uninterruptible sleep",
    "T": "stopped",
    "t": "stopped",
    "Z": "zombie",
    "X": "dead",
    "I": "idle",
}


def compose(
    case: Case,
    diagnosis: Diagnosis,
    source: SourceReader,
    *,
    kind: ReportKind,
    command: tuple[str, ...] | None = None,
    relatives: Mapping[int, SourceReader] | None = None,
) -> Report:
    """Build the report. Reads source lines through `source` and nothing else.

    relatives: what reads the source lines of each of the case's family, by pid: with that process's
    rights, and as it sees the files.
    """
    state = case.process
    losses: list[str] = []
    sources = _Sources(case, source, relatives or {}, losses)
    doings = _doings(case, losses)
    findings = tuple(_with_source(finding, sources) for finding in diagnosis.findings)
    report = Report(
        schema=SCHEMA_ID,
        kind=kind,
        created=now(),
        command=command,
        process=_process(state),
        signal=_signal(state),
        diagnosis=findings,
        not_checked=diagnosis.not_checked,
        threads=_threads(state, source, doings, losses),
        children=_family(case, findings, sources, doings, kind, losses),
        warnings=(),
        started=_started(state, sources),
        environment=_environment(state),
        exception=_exception(case),
        set_aside=diagnosis.set_aside,
    )
    with contained("finding the columns of the lines at fault", losses):
        report = with_columns(report)
    with contained("telling who waits for whom", losses):
        if doings is not None:
            report = report._replace(waits=doings.graph(), tasks=doings.tasks())
    with contained("telling what was seen over a time", losses):
        if doings is not None:
            report = report._replace(activity=doings.activity())
    with contained("telling where the ranks of the job are", losses):
        if not isinstance(case.job, Absent):
            report = report._replace(job=lazy.load(JOB).job_report(case.job))
    with contained("telling what Numba compiled", losses):
        if not isinstance(case.numba, Absent):
            report = report._replace(numba=lazy.load(NUMBA).numba_report(case.numba))
    with contained("making the headline", losses):
        termination = state.ending.termination
        sender = "" if isinstance(termination, Absent) else termination.sender
        report = report._replace(headline=headline(report, sender) + _lacking(state))
    # By now each part has been asked for that the report needs, and may have failed
    told = (*state.warnings, *diagnosis.warnings, *sources.warnings(), *losses)
    return report._replace(warnings=told)


def _lacking(state: ProcessState) -> str:
    """What is wrong with the input, for the headline: whatever is said rests on the rest."""
    found = (state.layout.contradiction, state.layout.lacking)
    return "".join(f"; {one}" for one in found if one)


def _exception(case: Case) -> ExceptionReport | None:
    if isinstance(case.exception, Absent):
        return None
    error = case.exception.error
    message = None if isinstance(error.message, Absent) else error.message[:MAX_MESSAGE]
    return ExceptionReport(error.type, message)


def _environment(state: ProcessState) -> EnvironmentReport:
    found = state.environment
    return EnvironmentReport(__version__, found.os, found.libc, dict(found.packages), found.host)


class _Sources:
    """What reads the source lines of the process and of each relative, once it is known whether the
    files are those that ran."""

    def __init__(
        self,
        case: Case,
        own: SourceReader,
        relatives: Mapping[int, SourceReader],
        losses: list[str],
    ) -> None:
        self._own = own
        self._relatives = relatives
        self._losses = losses
        with contained("comparing source files", losses):
            _verify(case.process, own)
        for member in case.family:
            reader = relatives.get(member.process.pid)
            if reader is not None:
                with contained("comparing source files", losses):
                    _verify(member, reader)

    def of(self, pid: int) -> SourceReader | None:
        """The reader for a relative."""
        return self._relatives.get(pid)

    def filled(self, blame: Blame) -> Blame:
        """The blame with its source lines, or with why there are none. It may be of a relative:
        whoever has run the file knows its text."""
        if blame.source or blame.line is None:
            return blame
        with contained("reading the lines at fault", self._losses) as failed:
            own = self._relatives.get(blame.pid or 0, self._own)
            readers = (own, self._own, *self._relatives.values())
            reader = next((one for one in readers if one.has_run(blame.file)), own)
            lines = reader.excerpt(blame.file, blame.line, CONTEXT_LINES, blame.function)
            why = "" if lines else reader.why(blame.file, blame.line)
            return blame._replace(source=lines, source_missing=why)
        return blame._replace(source_missing=failed.reason)

    def warnings(self) -> list[str]:
        """What the readers have to say."""
        readers = (self._own, *self._relatives.values())
        found = [text for one in readers for text in (*one.left_out(), *one.warnings)]
        return list(dict.fromkeys(found))


def _verify(state: ProcessState, source: SourceReader) -> None:
    """Before any line is shown: whether the files are those that ran."""
    known: set[int] = set()
    for thread in state.threads:
        frames = thread.stack.frames
        for frame in (*frames[:CODE_FRAMES], *frames[CODE_FRAMES:][-CODE_FRAMES:]):
            python = frame.python
            if python is not None and python.code.address not in known:
                known.add(python.code.address)
                source.verify(python.code)


def _started(state: ProcessState, sources: _Sources) -> StartReport | None:
    if isinstance(state.started, Absent):
        return None
    start: StartReport = lazy.load(STARTED).start_report(state.started, sources.filled)
    return start


def _doings(case: Case, losses: list[str]) -> Any:
    """hang.Doings, or None for most crashes, of which no more than the stacks is known."""
    waiting = case.process.waiting
    known = waiting.waits or waiting.holds or waiting.tasks or case.family
    if not known and isinstance(case.process.activity, Absent):
        return None
    with contained("finding out who waits for whom", losses):
        return lazy.load(HANG).Doings(case)
    return None


def _family(
    case: Case,
    diagnosis: tuple[Finding, ...],
    sources: _Sources,
    doings: Any,
    kind: ReportKind,
    losses: list[str],
) -> tuple[Report, ...]:
    """The relatives that were looked at together with the process, each with what was found that is
    about it in the first place."""
    found = []
    for member in case.family:
        pid = member.process.pid
        with contained(f"telling of process {pid}", losses):
            own = tuple([one for one in diagnosis if one.blame and one.blame[0].pid == pid])
            found.append(_member(member, case.process, sources, doings, kind, own))
    return tuple(found)


def _member(
    member: ProcessState,
    state: ProcessState,
    sources: _Sources,
    doings: Any,
    kind: ReportKind,
    own: tuple[Finding, ...],
) -> Report:
    """The report on a relative of the process `state`. own: what was found that is about it."""
    losses: list[str] = []
    together = f"looked at together with process {state.process.pid}"
    report = Report(
        schema=SCHEMA_ID,
        kind=kind,
        created=now(),
        command=None,
        process=_process(member)._replace(relation=lazy.load(HANG).relation_of(member, state)),
        signal=_signal(member),
        diagnosis=own or (Finding("unknown", together, "possible"),),
        not_checked=(),
        threads=_threads(member, sources.of(member.process.pid), doings, losses),
        children=(),
        warnings=(),
        headline=f"Process {member.process.pid}, as it was",
        tasks=lazy.load(HANG).tasks_of(member),
        activity=lazy.load(HANG).activity_of(member),
        environment=_environment(member),
    )
    return report._replace(warnings=(*member.warnings, *losses))


def _process(state: ProcessState) -> ProcessReport:
    process = state.process
    python = state.python
    exit_code = None
    if not isinstance(state.ending.termination, Absent):
        exit_code = state.ending.termination.exit_code
        if exit_code is None and state.ending.termination.signal is not None:
            exit_code = 128 + state.ending.termination.signal
    return ProcessReport(
        pid=process.pid,
        ppid=process.ppid,
        executable=process.executable or None,
        argv=process.argv or None,
        cwd=process.cwd,
        python=None
        if isinstance(python, Absent)
        else PythonReport(python.version_text, python.implementation, python.free_threaded),
        exit_code=exit_code,
        rank=None if process.rank is None else lazy.load(JOB).rank_report(process.rank),
    )


def _signal(state: ProcessState) -> SignalReport | None:
    signal = state.ending.signal
    if isinstance(signal, Absent):
        if isinstance(state.ending.termination, Absent) or state.ending.termination.signal is None:
            return None
        number = state.ending.termination.signal
        sender = state.ending.termination.sender_pid
        return SignalReport(number, signal_name(number), None, None, None, sender)
    return SignalReport(
        number=signal.number,
        name=signal_name(signal.number),
        code=signal.code,
        code_name=code_name(signal.number, signal.code) or None,
        address=None if signal.fault_address is None else hex(signal.fault_address),
        sender_pid=signal.sender_pid,
    )


def _with_source(finding: Finding, sources: _Sources) -> Finding:
    return finding._replace(blame=tuple(map(sources.filled, finding.blame)))


def _threads(
    state: ProcessState, source: SourceReader | None, doings: Any, losses: list[str]
) -> tuple[ThreadReport, ...]:
    pid = state.process.pid
    found = []
    for thread in state.threads:
        with contained(f"telling of thread {thread.thread.tid}", losses) as failed:
            told = _thread(thread, source, doings, pid)
            found.append(told._replace(idle_in=idle_pool(told)[0]))
        if failed.reason:  # without source lines, and what it waits for
            with contained(f"telling of thread {thread.thread.tid}", losses):
                inner = thread.stack._replace(
                    frames=thread.stack.frames[:FRAMES_AT_LEAST],
                    stop_reason=thread.stack.stop_reason or failed.reason,
                )
                found.append(_thread(thread._replace(stack=inner), None, None, pid))
    return tuple(found)


def _thread(
    thread: ThreadState, source: SourceReader | None, doings: Any, pid: int
) -> ThreadReport:
    tid = thread.thread.tid
    return ThreadReport(
        tid=tid,
        name=thread.name,
        crashed=thread.crashed,
        holds_gil=thread.holds_gil,
        state="crashed" if thread.crashed else STATE_WORDS.get(thread.thread.state, ""),
        waits_for=None if doings is None else doings.waits_for(pid, tid),
        holds=() if doings is None else doings.holds(pid, tid),
        frames=tuple(_frames(thread.stack.frames, source)),
        stop_reason=thread.stack.stop_reason,
        merged=thread.stack.merged,
    )


def _frames(frames: tuple[ThreadFrame, ...], source: SourceReader | None) -> Iterator[FrameReport]:
    """Those of a recursion without variables are one record; the middle of a very deep one is not
    told."""
    known: dict[tuple[object, ...], FrameReport] = {}
    last = len(frames) - CODE_FRAMES
    hidden = _middle(frames)
    for index, frame in enumerate(frames):
        if index in hidden:
            continue
        if hidden and index + 1 == hidden.start:
            yield _frame(frame, None)._replace(left_out=len(hidden))
            continue
        reader = source if index < CODE_FRAMES or index >= last else None
        python = frame.python
        if python is None or not isinstance(python.locals, Absent):
            yield _frame(frame, reader)
            continue
        key = id(python.code), id(python.location), frame.mine, reader is None
        told = known.get(key)
        if told is None:
            told = known[key] = _frame(frame, reader)
        yield told


def _middle(frames: tuple[ThreadFrame, ...]) -> range:
    """Which frames of a very deep stack are not told: whole rounds, so that the rest goes on as it
    did."""
    number = len(frames) - 2 * END_FRAMES
    if number <= 0:
        return range(0)
    places = [_place(frame) for frame in frames[END_FRAMES : END_FRAMES + 2 * MAX_PERIOD]]
    rounds = (p for p in range(1, MAX_PERIOD + 1) if places[:p] == places[p : 2 * p])
    return range(END_FRAMES, END_FRAMES + number - number % next(rounds, 1))


def _place(frame: ThreadFrame) -> object:
    if frame.python is not None:
        return frame.python.code.address, frame.python.location
    return frame.native and (frame.native.pc, frame.native.name)


def _frame(frame: ThreadFrame, source: SourceReader | None) -> FrameReport:
    if frame.python is not None:
        return _python_frame(frame.python, frame.mine, source)
    assert frame.native is not None
    return _native_frame(frame.native, frame.kind, frame.mine, source)


def _python_frame(frame: PyFrame, mine: bool, source: SourceReader | None) -> FrameReport:
    location = frame.location
    return FrameReport(
        kind="python",
        function=frame.code.name,
        file=location.file or None,
        line=location.line,
        column=location.column,
        module=None,
        address=None,
        inlined=False,
        trust="python",
        code=_code(source, location.file, location.line),
        mine=mine,
        locals=None if isinstance(frame.locals, Absent) else _locals(frame.locals),
        end_line=location.end_line,
        end_column=location.end_column,
        qualname=frame.code.qualname,
    )


def _native_frame(
    frame: NativeFrame, kind: str, mine: bool, source: SourceReader | None
) -> FrameReport:
    location = frame.location
    return FrameReport(
        kind=kind,
        function=frame.name or frame.symbol or "??",
        file=location.file if location else None,
        line=location.line if location else None,
        column=location.column if location else None,
        module=frame.module.path if frame.module else None,
        address=hex(frame.pc),
        inlined=frame.is_inline,
        trust=frame.trust,
        code=_code(source, location.file, location.line) if location else None,
        mine=mine,
        locals=_locals(frame.args) if frame.args else None,
        qualname=frame.symbol,
    )


def _code(source: SourceReader | None, file: str, line: int | None) -> str | None:
    return None if source is None or line is None else source.line(file, line)


def _locals(variables: tuple[Variable, ...]) -> tuple[LocalReport, ...]:
    return tuple(
        LocalReport(v.name, "", f"<{v.value.reason}>")
        if isinstance(v.value, Absent)
        else LocalReport(v.name, v.value.type, v.value.text)
        for v in variables
    )
