"""One child process: started under the tracer, watched while it works, its outcome read.

    parent ── front ─┬─ child      python …/atfault_probe/stressing/child.py JOB
                     └─ tracer     explains a crash into crash.json, a hang into hang.json

The files of a job lie in a folder of its own: job.json (what to do), progress (mapped by both, see
atfault_probe.stressing.progress), result.json, log (what the target printed).

What becomes of the crash or hang of a child: a report in the child's folder.

The tracer calls these methods in processes of its own, so files are the way back.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import struct
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

import atfault_probe
from atfault.analyze.live import look_into
from atfault.analyze.process import analyze, analyze_core, analyze_plainly, report_on
from atfault.decode.faulthandler import parse, state_from_dump
from atfault.errors import AtfaultError
from atfault.folders import current_folder
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.endings import Termination
from atfault.model.process import ProcessInfo
from atfault.model.report import Report
from atfault.model.state import Ending, GilState, ProcessState
from atfault.options import Options
from atfault.report.json import dump_lines, dumps, loads
from atfault.saved import load_file
from atfault.snapshot import procfs, ptrace
from atfault.snapshot.protocol import Snapshot
from atfault.snapshot.target import Target
from atfault.snapshot.tracing.fallback import Fallback
from atfault.snapshot.tracing.front import RunOutcome, run_traced
from atfault.snapshot.tracing.launch import Start
from atfault.snapshot.tracing.observer import Death
from atfault.snapshot.tracing.privileges import LostPrivileges
from atfault.snapshot.tracing.unwatched import LetGo
from atfault.source import SourceReader
from atfault.stress.plan import Plan

POLL_SECONDS = 0.005
TICK_SECONDS = 0.1
IMPORT_SECONDS = 120.0
"""What a target may take to be imported and set up, at least, before it is taken to hang."""
EXPLAIN_SECONDS = 30.0
"""How long a hang may take to be explained."""
END_SECONDS = 10.0
MAX_LOG = 1 << 20
STARTING, IMPORTING, SETTING_UP, CALLING, CHECKING, DONE = range(6)
_HEAD = 5
CRASH, HANG = "crash.json", "hang.json"
WATCH_SECONDS = 1.0
"""How long a child that hangs is watched before it is looked at."""


class Job(NamedTuple):
    """What one child is to do."""

    mode: str
    run: int
    calls: int
    """Of each thread in a round."""
    seconds: float
    max_rounds: int = 1 << 30
    compare: bool = True
    """Results with the reference."""


class ChildEnd(NamedTuple):
    """How a child has ended."""

    result: dict[str, Any] | None
    """What it wrote; None when it did not get so far."""
    about: dict[str, Any]
    """Its target and environment, of a first child; {} otherwise."""
    crash: Report | None
    hang: Report | None
    hung: bool
    exit_code: int
    signal: int
    stage: int
    rounds: int
    """Those that were ended."""
    calls: int
    seconds: float
    log: str
    """The end of what the target printed."""


class Progress(NamedTuple):
    """What the mapped file says at a moment."""

    stage: int
    pid: int
    rounds: int
    failures: int
    failed_rounds: int
    calls: int


def run_child(
    plan: Plan,
    python: str,
    folder: str,
    job: Job,
    slow: float = 0.0,
    tick: Callable[[Progress], None] | None = None,
) -> ChildEnd:
    """Run one job to its end. folder: where the reference is kept, shared by all jobs.

    slow: seconds that a call is known to take when nothing else runs. tick: called about ten
    times a second. Raises OSError when no process can be made.
    """
    with tempfile.TemporaryDirectory(prefix=f"{job.mode}-", dir=folder) as own:
        argv = _prepare(plan, python, folder, own, job)
        began = time.monotonic()
        front = os.fork()
        if front == 0:
            _be_front(argv, own, plan.options)
        watch = _Watch(plan, own, front, slow * plan.threads * 10)
        try:
            status = watch.until_end(tick)
        except BaseException:
            watch.kill()
            raise
        return _end_of(own, status, watch, time.monotonic() - began)


def _prepare(plan: Plan, python: str, folder: str, own: str, job: Job) -> list[str]:
    """Write the job; the command that does it."""
    plain = {
        "target": plan.target,
        "setup": plan.setup,
        "mode": job.mode,
        "threads": plan.threads,
        "calls": job.calls,
        "seed": plan.seed,
        "run": job.run,
        "seconds": job.seconds,
        "max_rounds": job.max_rounds,
        "compare": job.compare,
        "max_seconds": min(1.0, plan.budget / 10),
        "close": plan.close,
        "reference": os.path.join(folder, "reference"),
        "progress": os.path.join(own, "progress"),
        "result": os.path.join(own, "result.json"),
        "about": os.path.join(own, "about.json") if job.mode == "reference" else None,
    }
    path = os.path.join(own, "job.json")
    with open(path, "w", encoding="ascii") as file:
        json.dump(plain, file)
    with open(os.path.join(own, "progress"), "wb") as progress:
        progress.write(bytes(8 * (_HEAD + plan.threads)))
    script = os.path.join(os.path.dirname(atfault_probe.__file__), "stressing", "child.py")
    if "PYTHONHASHSEED" in os.environ:
        return [python, script, path]
    # Sets and dictionaries of texts keep their order from child to child.
    return ["env", f"PYTHONHASHSEED={plan.seed % 4294967295}", python, script, path]


def _be_front(argv: list[str], own: str, options: Options) -> NoReturn:
    """The forked process that starts the child and its tracer."""
    code = 1
    try:
        os.setpgid(0, 0)  # Ctrl-C is the parent's to deal with
        ptrace.die_with_parent()
        _redirect(own)
        shown = tuple(argv[(argv[0] == "env" and 2) or 0 :])
        observer = ChildObserver(own, options, shown)
        with Fallback() as fallback:

            def untraced(reason: str, start: Start) -> Start:
                return fallback.prepare(start)

            outcome = run_traced(argv, observer, untraced=untraced)
            if outcome.refusal and outcome.signal:
                observer.died_untraced(outcome, fallback)
        with open(os.path.join(own, "outcome.json"), "w", encoding="utf-8") as file:
            json.dump(outcome._asdict(), file)
        code = 0
    except BaseException as error:
        with open(os.path.join(own, "log"), "a", encoding="utf-8") as file:
            file.write(f"{type(error).__name__}: {error}\n")
    finally:
        os._exit(code)


def _redirect(own: str) -> None:
    null = os.open(os.devnull, os.O_RDONLY)
    log = os.open(os.path.join(own, "log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for source, target in ((null, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    os.close(null)
    os.close(log)


class _Watch:
    """Waits for the front, and sees whether calls still end."""

    def __init__(self, plan: Plan, own: str, front: int, patience: float) -> None:
        self._own = own
        self._front = front
        self._timeout = max(plan.timeout, patience)
        self._size = _HEAD + plan.threads
        self.hung = False
        self.progress = Progress(0, 0, 0, 0, 0, 0)
        self._moved = time.monotonic()

    def until_end(self, tick: Callable[[Progress], None] | None) -> int:
        """The front's wait status."""
        next_tick = time.monotonic()
        pause = 0.001
        while True:
            pid, status = os.waitpid(self._front, os.WNOHANG)
            now = time.monotonic()
            if pid:
                self._look(now)
                return status
            if now >= next_tick:
                next_tick = now + TICK_SECONDS
                self._look(now)
                if tick is not None:
                    tick(self.progress)
                if now - self._moved > self._limit() and not self._is_held():
                    self._explain_hang()
                    self._end_child()
            time.sleep(pause)
            pause = min(pause * 1.3, POLL_SECONDS)

    def kill(self) -> None:
        """The user has had enough."""
        self._look(time.monotonic())
        for pid, number in ((self.progress.pid, signal.SIGKILL), (self._front, signal.SIGKILL)):
            try:
                if pid:
                    os.kill(pid, number)
            except ProcessLookupError:
                continue
        os.waitpid(self._front, 0)
        self._end_group()

    def _look(self, now: float) -> None:
        try:
            with open(os.path.join(self._own, "progress"), "rb") as file:
                slots = struct.unpack(f"={self._size}Q", file.read(8 * self._size))
        except (OSError, struct.error):
            return
        stage, pid, rounds, failures, failed = slots[:_HEAD]
        found = Progress(stage, pid, rounds, failures, failed, sum(slots[_HEAD:]))
        if found != self.progress:
            self.progress, self._moved = found, now

    def _limit(self) -> float:
        if self.progress.stage in (STARTING, IMPORTING, SETTING_UP, CHECKING):
            return max(self._timeout, IMPORT_SECONDS)
        return self._timeout

    def _is_held(self) -> bool:
        """It has crashed, and the tracer is looking at it."""
        found = procfs.stat(self.progress.pid) if self.progress.pid else None
        return found is not None and found.state in "tZ"

    def _explain_hang(self) -> None:
        """Have the tracer look at it, which SIGQUIT asks for."""
        self.hung = True
        if not self.progress.pid:
            return
        try:
            os.kill(self.progress.pid, signal.SIGQUIT)
        except ProcessLookupError:
            return
        deadline = time.monotonic() + EXPLAIN_SECONDS
        path = os.path.join(self._own, HANG)
        while time.monotonic() < deadline and not os.path.exists(path):
            if os.waitid(os.P_PID, self._front, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                return
            time.sleep(0.02)

    def _end_child(self) -> None:
        """End a child that hangs, and its front if that does not follow."""
        try:
            os.kill(self.progress.pid or self._front, signal.SIGKILL)
        except ProcessLookupError:
            pass
        deadline = time.monotonic() + END_SECONDS
        while time.monotonic() < deadline:
            if os.waitid(os.P_PID, self._front, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                return
            time.sleep(0.01)
        self._end_group()

    def _end_group(self) -> None:
        """Whatever the target has started and left behind."""
        try:
            os.killpg(self._front, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    end_group = _end_group


def _end_of(own: str, status: int, watch: _Watch, seconds: float) -> ChildEnd:
    watch.end_group()
    outcome = _json(os.path.join(own, "outcome.json")) or {}
    number = outcome.get("signal", 0)
    found = watch.progress
    return ChildEnd(
        result=_json(os.path.join(own, "result.json")),
        about=_json(os.path.join(own, "about.json")) or {},
        crash=None if watch.hung else _report(os.path.join(own, CRASH)),
        hang=_report(os.path.join(own, HANG)),
        hung=watch.hung,
        exit_code=outcome.get("exit_code", 1),
        signal=number,
        stage=found.stage,
        rounds=found.rounds,
        calls=found.calls,
        seconds=seconds,
        log=_tail(os.path.join(own, "log")),
    )


def _json(path: str) -> dict[str, Any] | None:
    """What the child left in a file; None when it did not."""
    try:
        with open(path, encoding="utf-8") as file:
            plain = json.load(file)
    except (OSError, ValueError):
        return None
    return plain if isinstance(plain, dict) else None


def _report(path: str) -> Report | None:
    try:
        if os.path.getsize(path) == 0:
            return None
        return load_file(path)
    except (OSError, AtfaultError):
        return None


def _tail(path: str) -> str:
    try:
        with open(path, "rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - MAX_LOG))
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""


class ChildObserver:
    """The tracer's observer of one child."""

    hang_seconds: float = 0.0

    def __init__(self, folder: str, options: Options, command: tuple[str, ...]) -> None:
        self._folder = folder
        self._options = options
        self._command = command

    def analyze(self, snapshot: Snapshot, termination: Termination) -> bytes:
        gc.disable()
        report = analyze(snapshot, self._options, termination=termination)
        return dumps(report).encode("utf-8", "surrogatepass")

    def analyze_plainly(self, snapshot: Snapshot, termination: Termination, why: str) -> bytes:
        report = analyze_plainly(snapshot, self._options, termination=termination, why=why)
        return dumps(report).encode("utf-8", "surrogatepass")

    def child_died(self, death: Death) -> None:
        """Told when all has ended."""

    def ended(
        self,
        main: Death | None,
        children: tuple[Death, ...],
        left_out: dict[int, int],
        unsure: tuple[Death, ...] = (),
    ) -> None:
        reports = tuple([self._report(child) for child in children])
        if main is not None:
            self._write(CRASH, self._report(main)._replace(children=reports))
        elif reports:
            self._write(CRASH, reports[0]._replace(children=reports[1:]))

    def wait_for_hang(self, target: Target, has_told: bool) -> tuple[object, bool]:
        raise NotImplementedError  # hang_seconds is 0: the parent looks at the calls instead

    def explain(self, target: Target, seen: Any, is_to_end: bool = False) -> None:
        """Asked for by the parent, with SIGQUIT, when no call ends any more."""
        look = look_into(target, self._options, WATCH_SECONDS, command=self._command)
        self._write(HANG, look.report)

    def privileges_lost(self, lost: LostPrivileges) -> None:
        """Of no interest to a callable."""

    def let_go(self, one: LetGo, is_all: bool) -> None:
        """The callable is stressed on; what it dies of is not seen any more."""

    def cannot_explain(self, reason: str) -> None:
        with open(os.path.join(self._folder, HANG), "w", encoding="utf-8"):
            pass  # nothing more is to be waited for

    def died_untraced(self, outcome: RunOutcome, fallback: Fallback) -> None:
        """The system forbade tracing: explain what the child has left."""
        warning = f"the process could not be watched: {outcome.refusal}"
        core = fallback.core_file(outcome.pid) if outcome.dumped_core else None
        if core is not None:
            report = analyze_core(core, None, self._options)
        else:
            process = ProcessInfo(outcome.pid, os.getpid(), "", self._command, current_folder())
            termination = Termination(None, outcome.signal)
            report = _composed(state_from_dump(parse(fallback.text()), process, termination))
        self._write(CRASH, report._replace(warnings=(warning, *report.warnings)))

    def _report(self, death: Death) -> Report:
        if isinstance(death.analysis, Absent):
            return _composed(_state_of(death, death.analysis))
        return loads(death.analysis.decode("utf-8", "surrogatepass"))

    def _write(self, name: str, report: Report) -> None:
        draft = os.path.join(self._folder, name + ".draft")
        try:
            with open(draft, "w", encoding="utf-8") as file:
                file.writelines(dump_lines(report._replace(command=self._command)))
            os.replace(draft, os.path.join(self._folder, name))
        except OSError:
            pass  # the parent is gone, and its folder with it


def _state_of(death: Death, absent: Absent) -> ProcessState:
    """What is known of a process that was gone before anybody could look at it."""
    return ProcessState(
        process=death.process,
        arch=os.uname().machine,
        kind="traced",
        ending=Ending(death.signal, death.termination),
        python=absent,
        gil=GilState(known=False, reason=absent.reason),
        warnings=(f"the process could not be looked at: {absent.reason}",),
    )


def _composed(state: ProcessState) -> Report:
    return report_on(Case(state), SourceReader())
