"""Fatal signals: the process is held at its signal until a helper has looked at it.

fatal signal → the process's other threads are stopped → registers → fork the helper
helper ends, or its time is up → the signal is delivered → the program dies by itself

Where the helper comes to no end (something it waits for never answers, or it is ended itself), a
second one looks at what needs neither files nor time: registers, mappings, the stack.

The fault behind a fault: programs whose handler re-raises the signal it was called for.

faulthandler, and many others, handle SIGSEGV by printing something, putting the previous action
back and raising the signal again. The process dies at the second delivery, inside raise(); what
tells the story is the first. Each thread's last handled fault is kept, and counts as the cause of a
later fatal signal only while its signal frame is still on the stack, above the stack pointer:

    stack of the thread, growing down
      crashing function
      ├ signal frame   ucontext: the 17 registers of the crash  ← must equal those remembered
      ├ handler
      └ raise()        ← stack pointer at the fatal signal

A handler that recovered (longjmp, a repaired page) has no such frame left. A handler during which
the signal stays blocked raises it in vain: it comes when the handler returns, and finds the
registers just as they were at the fault.

For cores, in which nothing of the first fault was kept but this frame: native/handled_fault.py.
"""

import os
import signal
import struct
import time
from collections.abc import Callable
from typing import NamedTuple

from atfault.arch import of_this_machine
from atfault.contained import TimeIsUp
from atfault.cpu_deadline import limit_parts
from atfault.errors import AtfaultError
from atfault.model.absent import Absent
from atfault.model.endings import Termination
from atfault.model.process import SignalInfo
from atfault.model.signals import signal_name
from atfault.snapshot import ptrace
from atfault.snapshot.live import (
    LiveSnapshot,
    StoppedThread,
    decode_siginfo,
    open_memory,
    process_info,
)
from atfault.snapshot.process_files import NoFiles
from atfault.snapshot.tracing import fatal_signals
from atfault.snapshot.tracing.deaths import Deaths, Fatal
from atfault.snapshot.tracing.family import Family
from atfault.snapshot.tracing.helpers import MAX_RESULT, Helpers, taken_result, write_all
from atfault.snapshot.tracing.observer import Observer
from atfault.snapshot.tracing.stopping import Stopped, slow_in_words, stop_threads

HELPER_SECONDS = 20.0
"""CPU time for the analysis of a crash, after which the report is made of what is known."""
WAITING_SECONDS = 300.0
"""How long the process is held for it, at most: something that never answers is waited for."""
PLAIN_SECONDS, PLAIN_WAITING_SECONDS = 10.0, 60.0
"""The same for the look that needs no files."""
NO_FILES = "was not looked for after the first look had come to no end"
TOO_LARGE = Absent(f"the analysis has come to more than {MAX_RESULT >> 20} MiB")
DYING_SECONDS = 5.0
"""Within which another thread's fatal signal is one that was on its way as well: several threads
that fail at once are reported one after the other, and the process is dying by then."""
_MAX_THREADS = 64
_SEARCHED = 256 << 10
_SI_CODE = struct.Struct("<i")


class _Held(NamedTuple):
    """A process that is stopped while its helper works."""

    pid: int
    tid: int
    """The thread that took the signal."""
    signal: int
    siginfo: bytes
    termination: Termination
    others: Stopped
    threads: list[StoppedThread]
    """That one first."""


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
        dying = self._dying.get(pid)
        if pid in self.held or (dying is not None and time.monotonic() < dying + DYING_SECONDS):
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
        crashed = StoppedThread(tid, registers, floating=floating)
        held = _Held(pid, tid, number, raw, termination, Stopped(pid), [crashed])
        self.held[pid] = held
        try:
            self._hold(held)
        except (OSError, AtfaultError) as error:
            self._deaths.explain(pid, Absent(str(error)))
            self._release(held)
        return True

    def _hold(self, held: _Held) -> None:
        """Stop the process's other threads and fork a helper that looks at it."""
        stop_threads(held.others, (held.tid,), self._on_event)
        for tid, _ in held.others.ends:
            self.first_faults.forget(tid)
        for tid in held.others.statuses:
            try:
                held.threads.append(StoppedThread(tid, ptrace.general_registers(tid)))
            except OSError:
                continue
        self._look(held)

    def _look(self, held: _Held, failed: str = "") -> None:
        """Fork a helper that looks at the process. failed: why a first one came to no end; then it
        is looked at plainly. Raises OSError, AtfaultError."""
        memory_fd = open_memory(held.pid)
        result_fd = -1
        try:
            result_fd = os.memfd_create("atfault-analysis")

            def explain() -> bytes:
                if failed:
                    return self._plain_look(held, memory_fd, failed)
                return self._complete_look(held, memory_fd)

            seconds = PLAIN_WAITING_SECONDS if failed else WAITING_SECONDS
            began = time.monotonic()

            def on_end(status: int) -> None:
                is_late = time.monotonic() - began >= seconds
                late = f"the analysis took longer than {seconds:.0f} s" if is_late else ""
                self._on_helper_end(held, status, result_fd, late=late, before=failed)

            self._helpers.start(lambda: _leave(result_fd, explain), on_end, seconds)
        except OSError:
            if result_fd >= 0:
                os.close(result_fd)
            raise
        finally:
            os.close(memory_fd)

    def _complete_look(self, held: _Held, memory_fd: int) -> bytes:
        """In the helper."""
        limit_parts(HELPER_SECONDS)
        snapshot = LiveSnapshot(
            held.pid,
            held.threads,
            kind="traced",
            memory_fd=memory_fd,
            siginfo=held.siginfo,
            signal_tid=held.tid,
        )
        snapshot.warnings.extend(slow_in_words(held.others.slow))
        if held.termination.after:
            ended_by = signal_name(held.signal)
            snapshot.warnings.append(
                f"{ended_by} ended it while it handled another signal: {held.termination.after}"
            )
        with snapshot:
            return self._observer.analyze(snapshot, held.termination)

    def _plain_look(self, held: _Held, memory_fd: int, failed: str) -> bytes:
        """In the helper: at the thread that took the signal alone."""
        limit_parts(PLAIN_SECONDS)
        with LiveSnapshot(
            held.pid,
            held.threads[:1],
            kind="traced",
            memory_fd=memory_fd,
            siginfo=held.siginfo,
            signal_tid=held.tid,
            files=NoFiles(NO_FILES),
        ) as snapshot:
            return self._observer.analyze_plainly(snapshot, held.termination, failed)

    def _on_helper_end(
        self, held: _Held, status: int, result_fd: int, *, late: str, before: str
    ) -> None:
        """late: why it was ended. before: why the look before it came to no end."""
        content = taken_result(result_fd)
        result = TOO_LARGE if content is None else _result(content, status, late)
        if isinstance(result, Absent) and before:
            result = Absent(f"{before}; once more, without files and values: {result.reason}")
        elif isinstance(result, Absent) and held.pid in self.held:
            try:
                self._look(held, result.reason)
                return
            except (OSError, AtfaultError):
                pass  # it was killed meanwhile
        self._deaths.explain(held.pid, result)
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
            is_heard_of = fatal_signals.let_die(held.pid, held.tid, held.signal)
            held.others.release()
            if not is_heard_of:
                held.others.ends.append((held.pid, held.signal))
        ends, held.others.ends = held.others.ends, []
        for tid, status in ends:
            self._on_end(tid, status)


def _leave(result_fd: int, work: Callable[[], bytes]) -> int:
    """In the helper: leave what `work` returns in `result_fd`; 0 when it is complete."""
    try:
        write_all(result_fd, b"+" + work())
    except TimeIsUp as error:
        write_all(result_fd, f"-{error}".encode())
        return 1
    except BaseException as error:
        write_all(result_fd, f"-{type(error).__name__}: {error}".encode(errors="replace"))
        return 1
    return 0


def _result(content: bytes, status: int, late: str) -> bytes | Absent:
    """What a helper left that ended with this waitpid status. late: why it was ended."""
    if content[:1] == b"+" and status == 0:
        return content[1:]
    if content[:1] == b"-":
        reason = content[1:500].decode(errors="replace")
        return Absent(f"the analysis failed: {reason}")
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return Absent(late or "the analysis was killed, as where memory runs out")
    return Absent(f"the analysis ended with wait status {status:#x}")


class FirstFault(NamedTuple):
    """A fault whose handler was about to run."""

    siginfo: bytes
    registers: bytes


class FirstFaults:
    """The last handled fault of each thread, of at most 64 threads."""

    def __init__(self) -> None:
        self._by_thread: dict[int, FirstFault] = {}

    def __bool__(self) -> bool:
        return bool(self._by_thread)

    def remember(self, tid: int, siginfo: bytes) -> None:
        """Called at the delivery of a handled fault. One that software sent from inside the handler
        of another (handlers in a chain) does not replace that."""
        known = self._by_thread
        try:
            registers = ptrace.general_registers(tid)
            if _SI_CODE.unpack_from(siginfo, 8)[0] <= 0 and self.cause_of(tid, registers):
                return
        except OSError:
            return
        if not signal_frame(registers):
            return
        known.pop(tid, None)
        if len(known) >= _MAX_THREADS:
            del known[next(iter(known))]
        known[tid] = FirstFault(siginfo, registers)

    def forget(self, tid: int) -> None:
        self._by_thread.pop(tid, None)

    def cause_of(self, tid: int, registers: bytes) -> FirstFault | None:
        """The fault in whose handler the stopped thread is now, given its present registers."""
        first = self._by_thread.get(tid)
        if first is None:
            return None
        frame = signal_frame(first.registers)
        if frame == signal_frame(registers):
            return first
        arch = of_this_machine()
        stack_pointer = arch.decode_user_regs(registers).general[arch.sp] or 0
        return first if frame in _read_stack(tid, stack_pointer) else None


def signal_frame(registers: bytes) -> bytes:
    """What the kernel's signal frame holds of these registers (struct user_regs_struct)."""
    return of_this_machine().signal_frame_registers(registers)


def _read_stack(tid: int, stack_pointer: int) -> bytes:
    if stack_pointer >> 63:
        return b""
    try:
        memory_fd = os.open(f"/proc/{tid}/mem", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.pread(memory_fd, _SEARCHED, stack_pointer)
    except OSError:
        return b""
    finally:
        os.close(memory_fd)
