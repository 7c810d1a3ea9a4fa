"""The tracer: follows a program, its threads and its children, and looks when one of them dies.

It is a process of its own beside the program (see atfault.snapshot.front), so that a stopped
terminal job, a slow analysis or its own death never hold the program up:

    shell ── front ─┬─ program ── children …       front   waits, hands signals on, job control
                    └─ tracer ── helper            tracer  this module: one thread, one wait loop
                                                   helper  forked for a crash: reads and explains

    fatal signal → the process's other threads are stopped → registers → fork the helper
    helper ends, or its time is up → the signal is delivered → the program dies by itself → report

A stop costs the program a round trip to this process, so the loop keeps no state for threads:
whatever it needs to know of one it asks /proc at the moment of a fatal signal.
"""

from __future__ import annotations

import os
import signal
import time

from atfault.errors import AtfaultError
from atfault.model.absent import Absent
from atfault.model.process import ProcessInfo, SignalInfo, Termination
from atfault.model.record import NamedTuple
from atfault.snapshot import fatal_signals, procfs, ptrace
from atfault.snapshot.first_fault import FirstFaults
from atfault.snapshot.live import (
    LiveSnapshot,
    StoppedThread,
    decode_siginfo,
    open_memory,
    process_info,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn, Protocol

    from atfault.snapshot.mailbox import Mailbox
    from atfault.snapshot.oom import OomWatch
    from atfault.snapshot.protocol import Snapshot
    from atfault.snapshot.target import Target
else:
    Protocol = object

HELPER_SECONDS = 20.0
"""How long a crashed process is held for its analysis, at most."""
STOP_SECONDS = 0.2
"""How long its other threads may take to stop; one in a device driver's wait never does."""
MAX_CHILD_REPORTS = 3
"""Children explained in one run; the others are counted (a hundred workers die alike)."""
MAX_RESULT = 1 << 28
END_SECONDS = 5.0
"""What a program that is ended for hanging has to clean up, between SIGTERM and SIGKILL."""
SPINS = 200
"""How often to look for the next event before sleeping, while threads come and go, given a second
CPU to do it on: waking an idle CPU costs a multiple of the whole stop (some 0.2 ms in all)."""

# waitpid statuses of the events that every new thread causes.
_STOPPED = 0x7F
_NEW_THREAD = ptrace.EVENT_CLONE << 16 | signal.SIGTRAP << 8 | _STOPPED
_TRAPPED = ptrace.EVENT_STOP << 16 | signal.SIGTRAP << 8 | _STOPPED


class Death(NamedTuple):
    """A process of the program that was ended by a signal."""

    process: ProcessInfo
    signal: SignalInfo | Absent
    termination: Termination
    analysis: bytes | Absent
    """What `Observer.analyze` returned; Absent when there was nothing to look at any more."""
    is_main: bool


class Observer(Protocol):
    """What `run` does with a crash. All methods run in processes beside the program."""

    hang_seconds: float
    """Explain the program when it makes no progress for so long; 0: do not watch it."""
    hang_kill: bool
    """End it then."""

    def watch(self, target: Target, has_told: bool) -> bytes:
        """Returns when the program makes no progress, with what was seen of it; has_told: not
        before it has made some. Raises AtfaultError when it is no longer the same program."""

    def look(self, snapshot: Snapshot, seen: bytes) -> bytes:
        """Look at a process that is held for it. seen: what `watch` returned, or nothing."""

    def looked(self, result: bytes | Absent, asked: bool) -> None:
        """What `look` returned (called in a process of its own). asked: by SIGQUIT."""

    def analyze(self, snapshot: Snapshot, termination: Termination) -> bytes:
        """Look at a process stopped at its fatal signal; the result comes back in a Death."""

    def child_died(self, death: Death) -> None:
        """A child has died while the program goes on (called in a process of its own)."""

    def ended(
        self, main: Death | None, children: tuple[Death, ...], left_out: dict[int, int]
    ) -> None:
        """The program has ended; by a signal, if `main` is given.

        children: those that `child_died` was called for. left_out: signal number → how many more.
        """


class _Held(NamedTuple):
    """A process that is stopped while its helper works."""

    pid: int
    tid: int
    signal: int
    helper: int
    result_fd: int
    deadline: float
    others: dict[int, int]
    """Stopped threads besides tid → their waitpid status."""
    is_look: bool = False
    """It is alive and goes on, instead of dying of `signal`."""


class _Fatal(NamedTuple):
    """What was seen when a process was about to die."""

    process: ProcessInfo
    signal: SignalInfo | Absent
    termination: Termination
    expected: bool


class Tracer:
    """Traces `program.pid`, which waits to be let go, until it ends."""

    def __init__(
        self, program: ProcessInfo, observer: Observer, mailbox: Mailbox, oom: OomWatch
    ) -> None:
        self._program = program
        self._main = program.pid
        self._observer = observer
        self._mailbox = mailbox
        self._oom = oom
        self._parents = {program.pid: os.getppid()}
        self._watched = {program.pid}
        self._first_faults = FirstFaults()
        self._held: dict[int, _Held] = {}
        self._fatal: dict[int, _Fatal] = {}
        self._analysis: dict[int, bytes | Absent] = {}
        self._deaths: list[Death] = []
        self._reporters: set[int] = set()
        self._left_out: dict[int, int] = {}
        self._children_analysed = 0
        self._main_death: Death | None = None
        self._main_ended = False
        self._watcher = 0
        self._watch_fd = -1
        self._has_told = False
        self._is_being_ended = False

    def attach(self) -> None:
        """Raises AccessError when the system refuses."""
        ptrace.seize(self._main, ptrace.FOLLOW)

    def run(self) -> None:
        """Until the program has ended; its descendants then go on untraced, when we exit."""
        signal.signal(signal.SIGALRM, self._end_overdue_helpers)
        if self._observer.hang_seconds:
            self._start_watch(None)  # the program itself is yet to be executed
        try:
            self._loop()
        except ChildProcessError:
            pass
        self._observer.ended(self._main_death, tuple(self._deaths), self._left_out)

    def _loop(self) -> None:
        wait, resume, watched = os.waitpid, ptrace.resume, self._watched
        wall, cont = ptrace.WALL, ptrace.PTRACE_CONT
        look = wall | os.WNOHANG
        patience = range(SPINS if len(os.sched_getaffinity(0)) > 1 else 0)
        nothing = range(0)
        spins = nothing
        while True:
            for _ in spins:
                tid, status = wait(-1, look)
                if tid:
                    break
            else:
                tid, status = wait(-1, wall)
            if status == _NEW_THREAD or status == _TRAPPED:  # noqa: SIM109 (hot)
                resume(cont, tid, 0, 0)
                spins = patience
                continue
            spins = nothing
            if status & 0xFF == _STOPPED:
                self._on_stop(tid, status)
            elif tid in watched:
                self._on_end(tid, status)
                if self._main_ended and not self._held and not self._reporters:
                    return
            else:
                spins = patience
                if self._first_faults:
                    self._first_faults.forget(tid)

    def _on_stop(self, tid: int, status: int) -> None:
        event, number = status >> 16, status >> 8 & 0xFF
        if event:
            self._note_fork(tid, event)
            self._resume_event(tid, event, number)
        elif number in fatal_signals.FREQUENT:
            ptrace.resume(ptrace.PTRACE_CONT, tid, 0, number)
        else:
            self._on_signal(tid, number)

    def _resume_event(self, tid: int, event: int, number: int) -> None:
        """After a group-stop (Ctrl-Z) a thread must be left stopped, yet able to hear SIGCONT."""
        stays = event == ptrace.EVENT_STOP and number != signal.SIGTRAP
        ptrace.resume(ptrace.PTRACE_LISTEN if stays else ptrace.PTRACE_CONT, tid, 0, 0)

    def _note_fork(self, tid: int, event: int) -> None:
        if event not in (ptrace.EVENT_FORK, ptrace.EVENT_VFORK):
            return
        try:
            child = ptrace.event_message(tid)
        except OSError:
            return
        self._parents[child] = tid
        self._watched.add(child)

    # A signal that may be fatal

    def _on_signal(self, tid: int, number: int) -> None:
        try:
            raw = ptrace.signal_info(tid)
            info = decode_siginfo(raw, tid)
        except (OSError, AtfaultError):
            ptrace.resume(ptrace.PTRACE_CONT, tid, 0, number)
            return
        status = procfs.status(tid)
        if info.sender_pid is not None and procfs.number(status, b"Tgid") == self._main:
            self._mailbox.note_signal(number, info.sender_pid)
        if number in fatal_signals.HARMLESS or fatal_signals.is_handled(status, number):
            if number in fatal_signals.CRASHES:
                self._first_faults.remember(tid, raw)
        elif self._on_fatal(tid, info, raw, status):
            return
        ptrace.resume(ptrace.PTRACE_CONT, tid, 0, number)

    def _on_fatal(self, tid: int, info: SignalInfo, raw: bytes, status: bytes) -> bool:
        """True when the process is held for its analysis; otherwise the caller resumes it."""
        pid = procfs.number(status, b"Tgid") or tid
        is_main = pid == self._main
        if pid in self._held:
            return False
        if info.number == signal.SIGQUIT and info.sender_pid != pid:
            if not is_main and info.code != fatal_signals.SI_KERNEL:
                return False
            # Ctrl-\ goes to the whole process group: the others must not die of the question.
            if not is_main or not self._look(pid, tid, b""):
                ptrace.resume(ptrace.PTRACE_CONT, tid, 0, 0)
            return True
        self._watched.add(pid)  # its death may be reported before its parent's fork is
        number = info.number
        try:
            registers = ptrace.general_registers(tid)
            first = self._first_faults.cause_of(tid, registers)
        except OSError:
            return False
        if first is not None:
            raw, registers = first.siginfo, first.registers
            info = decode_siginfo(raw, tid)
        expected = fatal_signals.is_expected(info, pid, frozenset(self._parents), is_main=is_main)
        sender = fatal_signals.sender_in_words(info, pid)
        termination = Termination(None, number, sender, info.sender_pid)
        self._fatal[pid] = _Fatal(process_info(pid), info, termination, expected)
        if expected or (not is_main and self._children_analysed >= MAX_CHILD_REPORTS):
            return False
        self._children_analysed += not is_main
        try:
            self._hold(pid, StoppedThread(tid, registers), number, raw)
        except (OSError, AtfaultError) as error:
            self._analysis[pid] = Absent(str(error))
            held = self._held.pop(pid, None)
            if held is None:
                return False
            self._release(held)
        return True

    def _hold(self, pid: int, crashed: StoppedThread, number: int, raw: bytes) -> None:
        """Stop the process's other threads and fork a helper that looks at it."""

        def explain(threads: list[StoppedThread], memory_fd: int, warnings: list[str]) -> bytes:
            snapshot = LiveSnapshot(
                pid,
                threads,
                kind="traced",
                memory_fd=memory_fd,
                siginfo=raw,
                signal_tid=crashed.tid,
            )
            snapshot.warnings.extend(warnings)
            with snapshot:
                return self._observer.analyze(snapshot, self._fatal[pid].termination)

        self._hold_for(pid, [crashed], number, explain)

    def _look(self, pid: int, tid: int, seen: bytes) -> bool:
        """Hold a living process and have it explained; False when that cannot be done.

        tid: a thread that is stopped already, as it got SIGQUIT; 0 for none.
        """

        def explain(threads: list[StoppedThread], memory_fd: int, warnings: list[str]) -> bytes:
            threads.sort(key=lambda thread: (thread.tid != pid, thread.tid))
            snapshot = LiveSnapshot(pid, threads, kind="live", memory_fd=memory_fd)
            snapshot.warnings.extend(warnings)
            with snapshot:
                return self._observer.look(snapshot, seen)

        if pid in self._held:
            return False
        try:
            first = [StoppedThread(tid, ptrace.general_registers(tid))] if tid else []
            self._hold_for(pid, first, 0, explain)
        except (OSError, AtfaultError):
            held = self._held.pop(pid, None)
            if held is None:
                return False
            self._release(held)
        return True

    def _hold_for(
        self,
        pid: int,
        first: list[StoppedThread],
        number: int,
        explain: Callable[[list[StoppedThread], int, list[str]], bytes],
    ) -> None:
        """Stop all threads besides `first` and fork a helper that runs `explain`."""
        memory_fd = open_memory(pid)
        tid = first[0].tid if first else 0
        try:
            others, warnings = self._stop_others(pid, tid)
            result_fd = os.memfd_create("atfault-analysis")
            deadline = time.monotonic() + HELPER_SECONDS
            # Known before the rest: should that fail, the caller releases what was stopped.
            held = _Held(pid, tid, number, 0, result_fd, deadline, others, number == 0)
            self._held[pid] = held
            threads = list(first)
            for other in others:
                try:
                    threads.append(StoppedThread(other, ptrace.general_registers(other)))
                except OSError:
                    continue
            helper = os.fork()
            if helper == 0:
                self._help(lambda: explain(threads, memory_fd, warnings), result_fd)
            self._held[pid] = held._replace(helper=helper)
            self._watched.add(helper)
            self._arm_timer()
        finally:
            os.close(memory_fd)

    def _stop_others(self, pid: int, tid: int) -> tuple[dict[int, int], list[str]]:
        """Stop all threads of `pid` but `tid`: (stopped thread → waitpid status, warnings)."""
        stopped: dict[int, int] = {}
        asked: set[int] = {tid}
        pending: set[int] = set()
        deadline = time.monotonic() + STOP_SECONDS
        while True:
            for other in procfs.threads(pid):
                if other not in asked:
                    asked.add(other)
                    try:
                        ptrace.interrupt(other)
                        pending.add(other)
                    except OSError:
                        continue
            if not pending:
                return stopped, []
            progress = False
            for other in tuple(pending):
                got, status = _poll(other)
                if got is None:
                    continue
                progress = True
                pending.discard(other)
                if status & 0xFF == _STOPPED:
                    stopped[other] = status
                    self._note_fork(other, status >> 16)
                elif got:
                    self._first_faults.forget(other)
            if not progress:
                if time.monotonic() > deadline:
                    names = ", ".join(str(other) for other in sorted(pending)[:8])
                    return stopped, [f"threads that did not stop in time are left out: {names}"]
                time.sleep(0.0002)

    def _help(self, explain: Callable[[], bytes], result_fd: int) -> NoReturn:
        """The helper: analyse, leave the result in result_fd, exit with 0 when it is complete."""
        code = 1
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
            _write_all(result_fd, b"+" + explain())
            code = 0
        except BaseException as error:
            _write_all(result_fd, f"-{type(error).__name__}: {error}".encode(errors="replace"))
        finally:
            os._exit(code)

    def _release(self, held: _Held) -> None:
        """Deliver the fatal signal. It wakes the other threads, unless it is not fatal at all."""
        ptrace.resume(ptrace.PTRACE_CONT, held.tid, 0, held.signal)
        for tid, status in held.others.items():
            event, number = status >> 16, status >> 8 & 0xFF
            if event:
                self._resume_event(tid, event, number)
            else:
                ptrace.resume(ptrace.PTRACE_CONT, tid, 0, number)

    def _arm_timer(self) -> None:
        deadlines = [held.deadline for held in self._held.values()]
        if deadlines:
            left = max(min(deadlines) - time.monotonic(), 0.001)
            signal.setitimer(signal.ITIMER_REAL, left)

    def _end_overdue_helpers(self, *_: object) -> None:
        """SIGALRM. Only kills: the helper's end then comes through the loop like any other."""
        now = time.monotonic()
        late = [held for held in self._held.values() if held.helper and held.deadline <= now]
        for held in late:
            os.kill(held.helper, signal.SIGKILL)
        waiting = [h.deadline for h in self._held.values() if h.helper and h.deadline > now]
        if waiting:
            signal.setitimer(signal.ITIMER_REAL, max(min(waiting) - now, 0.001))

    # An end

    def _on_end(self, pid: int, status: int) -> None:
        self._watched.discard(pid)
        for held in self._held.values():
            if held.helper == pid:
                self._on_helper_end(held, status)
                return
        if pid in self._reporters:
            self._reporters.discard(pid)
            return
        if pid == self._watcher:
            self._on_watch_end(status)
            return
        if pid == self._main:
            self._main_ended = True
        if os.WIFSIGNALED(status):
            self._on_death(pid, os.WTERMSIG(status))
        self._fatal.pop(pid, None)
        self._analysis.pop(pid, None)
        if pid != self._main:
            self._parents.pop(pid, None)

    def _on_helper_end(self, held: _Held, status: int) -> None:
        content = os.pread(held.result_fd, MAX_RESULT, 0)
        os.close(held.result_fd)
        del self._held[held.pid]
        if content[:1] == b"+" and status == 0:
            self._analysis[held.pid] = content[1:]
        elif content[:1] == b"-":
            reason = content[1:500].decode(errors="replace")
            self._analysis[held.pid] = Absent(f"the analysis failed: {reason}")
        elif os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
            self._analysis[held.pid] = Absent(
                f"the analysis took longer than {HELPER_SECONDS:.0f} s, or was killed"
            )
        else:
            self._analysis[held.pid] = Absent(f"the analysis ended with wait status {status:#x}")
        if held.is_look:
            self._tell(held)
        if held.pid in self._watched:
            self._release(held)
        else:
            # It was killed while it was held; that death has been dealt with.
            self._analysis.pop(held.pid, None)
        self._arm_timer()

    def _on_death(self, pid: int, number: int) -> None:
        is_main = pid == self._main
        fatal = self._fatal.get(pid)
        if fatal is not None and fatal.termination.signal != number:
            fatal = None
        if (fatal is not None and fatal.expected) or (is_main and self._is_being_ended):
            return
        if fatal is None:
            fatal = self._unseen(pid, number)
            if not is_main and fatal.termination.oom is None:
                return  # SIGKILL names no sender: most likely its own program ended it
        analysis = self._analysis.get(pid)
        # The first to crash are those that were held, which is why they are not the first to die.
        counted_only = analysis is None and number != fatal_signals.SIGKILL
        if not is_main and (counted_only or len(self._deaths) >= 2 * MAX_CHILD_REPORTS):
            self._left_out[number] = self._left_out.get(number, 0) + 1
            return
        if analysis is None:
            analysis = Absent("it was gone at once")
        death = Death(fatal.process, fatal.signal, fatal.termination, analysis, is_main)
        if is_main:
            self._main_death = death
            return
        self._report_child(death)
        self._deaths.append(death)

    def _unseen(self, pid: int, number: int) -> _Fatal:
        """A death without a stop before it: SIGKILL, above all."""
        process = self._program if pid == self._main else ProcessInfo(pid, self._parents.get(pid))
        oom = None
        if number == fatal_signals.SIGKILL:
            peak = self._mailbox.peak_rss(0.2) if pid == self._main else None
            oom = self._oom.evidence(pid, peak)
        unknown = Absent("nobody sees the siginfo of SIGKILL")
        return _Fatal(process, unknown, Termination(None, number, oom=oom), False)

    def _report_child(self, death: Death) -> None:
        self._beside(lambda: self._observer.child_died(death))

    def _beside(self, work: Callable[[], None]) -> None:
        """In a process of its own, since the program and its children go on."""
        try:
            reporter = os.fork()
        except OSError:
            return
        if reporter == 0:
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
                work()
            finally:
                os._exit(0)
        self._reporters.add(reporter)
        self._watched.add(reporter)

    # A hang

    def _start_watch(self, target: Target | None) -> None:
        """Watch the program from a process beside it, which ends when there is something to do."""
        fd = os.memfd_create("atfault-watch")
        try:
            watcher = os.fork()
        except OSError:
            os.close(fd)
            return
        if watcher == 0:
            self._watch(target, fd)
        self._watcher, self._watch_fd = watcher, fd
        self._watched.add(watcher)

    def _watch(self, target: Target | None, fd: int) -> NoReturn:
        """The watcher: 0 the program hangs, 2 it should be looked up anew."""
        code = 2
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
            ptrace.die_with_parent()
            if target is None:
                time.sleep(self._observer.hang_seconds / 4)
            else:
                _write_all(fd, self._observer.watch(target, self._has_told))
                code = 0
        except AtfaultError:
            time.sleep(self._observer.hang_seconds / 4)
        finally:
            os._exit(code)

    def _on_watch_end(self, status: int) -> None:
        from atfault.snapshot.target import Target

        seen = os.pread(self._watch_fd, MAX_RESULT, 0)
        os.close(self._watch_fd)
        self._watcher, self._watch_fd = 0, -1
        if self._main_ended or self._is_being_ended:
            return
        if status == 0:
            self._has_told = True
            if self._look(self._main, 0, seen):
                return
        try:
            with Target(self._main) as target:
                self._start_watch(target)
        except (OSError, AtfaultError):
            self._start_watch(None)

    def _tell(self, held: _Held) -> None:
        """Hand on what was found of a living process."""
        result = self._analysis.pop(held.pid, Absent("it was gone at once"))
        asked = held.tid != 0
        ends = self._observer.hang_kill and not asked
        self._is_being_ended = self._is_being_ended or ends

        def tell() -> None:
            try:
                self._observer.looked(result, asked)
            finally:
                if ends:
                    _end(held.pid)

        self._beside(tell)
        if not asked and not ends:
            self._start_watch(None)


def _poll(tid: int) -> tuple[int | None, int]:
    """waitpid of one thread without waiting: (None, 0) while nothing is known, (tid, status), or
    (0, 0) when it is gone."""
    try:
        got, status = os.waitpid(tid, ptrace.WALL | os.WNOHANG)
    except ChildProcessError:
        return 0, 0
    return (got or None), status


def _end(pid: int) -> None:
    """SIGTERM, and SIGKILL when that has not helped after END_SECONDS."""
    found = procfs.stat(pid)
    try:
        os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + END_SECONDS
        while time.monotonic() < deadline:
            now = procfs.stat(pid)
            if now is None or found is None or now.start_time != found.start_time:
                return
            if now.state in "ZX":
                return
            time.sleep(0.05)
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _write_all(fd: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(fd, view) :]
