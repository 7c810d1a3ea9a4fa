"""Fatal signals: the process is held at its signal until a helper has looked at it.

fatal signal → the process's other threads are stopped → registers → fork the helper
helper ends, or its time is up → the signal is delivered → the program dies by itself
"""

import os
import signal
import time
from collections.abc import Callable
from typing import NamedTuple

from atfault.cpu_deadline import limit_parts
from atfault.errors import AtfaultError
from atfault.model.absent import Absent
from atfault.model.process import SignalInfo, Termination
from atfault.model.signals import signal_name
from atfault.snapshot import ptrace
from atfault.snapshot.live import (
    LiveSnapshot,
    StoppedThread,
    decode_siginfo,
    open_memory,
    process_info,
)
from atfault.snapshot.tracing import fatal_signals
from atfault.snapshot.tracing.deaths import Deaths, Family, Fatal
from atfault.snapshot.tracing.first_fault import FirstFaults
from atfault.snapshot.tracing.helpers import Helpers, write_all
from atfault.snapshot.tracing.observer import Observer
from atfault.snapshot.tracing.stopping import Stopped, slow_in_words, stop_threads

HELPER_SECONDS = 20.0
"""CPU time for the analysis of a crash, after which the report is made of what is known."""
WAITING_SECONDS = 300.0
"""How long the process is held for it, at most: something that never answers is waited for."""
MAX_RESULT = 1 << 28
DYING_SECONDS = 5.0
"""Within which another thread's fatal signal is one that was on its way as well: several threads
that fail at once are reported one after the other, and the process is dying by then."""


class _Held(NamedTuple):
    """A process that is stopped while its helper works."""

    pid: int
    tid: int
    signal: int
    others: Stopped


class Crashes:
    """The processes that are held at a fatal signal."""

    def __init__(
        self,
        family: Family,
        observer: Observer,
        helpers: Helpers,
        deaths: Deaths,
        on_event: Callable[[int, int], None],
        on_end: Callable[[int, int], object],
    ) -> None:
        self._family = family
        self._observer = observer
        self._helpers = helpers
        self._deaths = deaths
        self._on_event = on_event
        self._on_end = on_end
        self.first_faults = FirstFaults()
        self.held: dict[int, _Held] = {}
        self._dying: dict[int, float] = {}
        """Processes that were let go to die of their signal → when."""

    def on_fatal(self, tid: int, pid: int, info: SignalInfo, raw: bytes) -> bool:
        """Thread `tid` of `pid` is about to get a signal that ends it. True when the process is
        held for its analysis; otherwise the caller delivers the signal."""
        if pid in self.held or time.monotonic() < self._dying.get(pid, 0.0) + DYING_SECONDS:
            return False
        family = self._family
        is_main = pid == family.main
        family.living.add(pid)  # its death may be reported before its parent's fork is
        number = info.number
        try:
            registers = ptrace.general_registers(tid)
            floating = ptrace.floating_registers(tid)
            first = self.first_faults.cause_of(tid, registers)
        except OSError:
            return False
        after = ""
        if first is not None:
            handled = decode_siginfo(first.siginfo, tid)
            if handled.code > 0 or handled.number == number:  # a fault, or one that was sent on
                raw, registers, floating = first.siginfo, first.registers, b""
                info = handled
            else:
                after = fatal_signals.in_words(handled, pid)
        broken, ends_pipeline = None, False
        if number == fatal_signals.SIGPIPE:
            broken = fatal_signals.broken_pipe(pid, registers)
            ends_pipeline = fatal_signals.is_end_of_pipeline(pid, broken, registers)
        expected = fatal_signals.is_expected(
            info,
            pid,
            frozenset(family.parents),
            is_main=is_main,
            was_asked=self._deaths.was_asked(pid),
            ends_pipeline=ends_pipeline,
        )
        sender = fatal_signals.sender_in_words(info, pid)
        termination = Termination(None, number, sender, info.sender_pid, broken=broken, after=after)
        fatal = Fatal(process_info(pid), info, termination, expected)
        if not self._deaths.expect(pid, tid, fatal, registers):
            return False
        held = _Held(pid, tid, number, Stopped(pid))
        self.held[pid] = held
        try:
            self._hold(held, StoppedThread(tid, registers, floating=floating), raw, termination)
        except (OSError, AtfaultError) as error:
            self._deaths.explain(pid, Absent(str(error)))
            self._release(held)
        return True

    def _hold(
        self, held: _Held, crashed: StoppedThread, raw: bytes, termination: Termination
    ) -> None:
        """Stop the process's other threads and fork a helper that looks at it."""
        pid, others = held.pid, held.others
        memory_fd = open_memory(pid)
        try:
            stop_threads(others, (crashed.tid,), self._on_event)
            for tid, _ in others.ends:
                self.first_faults.forget(tid)
            threads = [crashed]
            for tid in others.statuses:
                try:
                    threads.append(StoppedThread(tid, ptrace.general_registers(tid)))
                except OSError:
                    continue
            result_fd = os.memfd_create("atfault-analysis")

            def explain() -> bytes:
                limit_parts(HELPER_SECONDS)
                snapshot = LiveSnapshot(
                    pid,
                    threads,
                    kind="traced",
                    memory_fd=memory_fd,
                    siginfo=raw,
                    signal_tid=crashed.tid,
                )
                snapshot.warnings.extend(slow_in_words(others.slow))
                if termination.after:
                    ended_by = signal_name(held.signal)
                    snapshot.warnings.append(
                        f"{ended_by} ended it while it handled another signal: {termination.after}"
                    )
                with snapshot:
                    return self._observer.analyze(snapshot, termination)

            def on_end(status: int) -> None:
                self._on_helper_end(held, status, result_fd)

            try:
                self._helpers.start(lambda: _leave(result_fd, explain), on_end, WAITING_SECONDS)
            except OSError:
                os.close(result_fd)
                raise
        finally:
            os.close(memory_fd)

    def _on_helper_end(self, held: _Held, status: int, result_fd: int) -> None:
        content = os.pread(result_fd, MAX_RESULT, 0)
        os.close(result_fd)
        self._deaths.explain(held.pid, _result(content, status))
        self._release(held)

    def release_all(self) -> None:
        """Nobody wants to know any more: let them die."""
        for held in list(self.held.values()):
            self._release(held)

    def _release(self, held: _Held) -> None:
        """Deliver the fatal signal. It wakes the other threads, unless it is not fatal at all."""
        self.held.pop(held.pid, None)
        self._dying[held.pid] = time.monotonic()
        if held.pid in self._family.living:
            ptrace.resume(ptrace.PTRACE_CONT, held.tid, 0, held.signal)
            held.others.release()
        ends, held.others.ends = held.others.ends, []
        for tid, status in ends:
            self._on_end(tid, status)


def _leave(result_fd: int, work: Callable[[], bytes]) -> int:
    """In the helper: leave what `work` returns in `result_fd`; 0 when it is complete."""
    try:
        write_all(result_fd, b"+" + work())
    except BaseException as error:
        write_all(result_fd, f"-{type(error).__name__}: {error}".encode(errors="replace"))
        return 1
    return 0


def _result(content: bytes, status: int) -> bytes | Absent:
    """What a helper left that ended with this waitpid status."""
    if content[:1] == b"+" and status == 0:
        return content[1:]
    if content[:1] == b"-":
        reason = content[1:500].decode(errors="replace")
        return Absent(f"the analysis failed: {reason}")
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return Absent(f"the analysis took longer than {WAITING_SECONDS:.0f} s, or was killed")
    return Absent(f"the analysis ended with wait status {status:#x}")
