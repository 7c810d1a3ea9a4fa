"""Stopping a live process for a moment: `with Stop(pid) as snapshot:`.

    seize every thread, ask each to stop, wait for the stops, look again for new threads
    registers of each → snapshot → (the caller reads) → detach every thread

Whatever happens in between, the process goes on: the block detaches when it is left, and the kernel
detaches by itself when we die. A thread that already was stopped by a signal (Ctrl-Z) stays so.
"""

from __future__ import annotations

import os
import time
from typing import Literal

from atfault.errors import AccessError
from atfault.snapshot import procfs, ptrace
from atfault.snapshot.live import LiveSnapshot, StoppedThread, open_memory

STOP_SECONDS = 0.5
"""How long threads may take to stop; one in a device driver's wait never does."""
_MAX_ROUNDS = 1000


class Stop:
    """A context manager that holds process `pid` still and gives its `LiveSnapshot`.

    Entering it raises AccessError when there is no such process or the system refuses, saying what
    allows it.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._states: dict[int, str] = {}
        self._signals: dict[int, int] = {}
        """Stopped threads → a signal that was about to be delivered, to hand back, or 0."""
        self._pending: set[int] = set()
        self._snapshot: LiveSnapshot | None = None
        self.began = 0.0
        """time.monotonic() before the first thread was stopped."""

    def __enter__(self) -> LiveSnapshot:
        if procfs.process_of(self.pid) != self.pid:
            raise AccessError(f"there is no process {self.pid}")
        memory_fd = open_memory(self.pid)
        try:
            warnings = self._stop_threads()
            snapshot = LiveSnapshot(
                self.pid, self._read_registers(), kind="live", memory_fd=memory_fd
            )
            self._snapshot = snapshot
            snapshot.warnings.extend(warnings)
            snapshot.prefetch_stacks()
        except BaseException:
            self.resume()
            os.close(memory_fd)
            raise
        return snapshot

    def __exit__(self, *exc_info: object) -> Literal[False]:
        self.resume()
        if self._snapshot is not None:
            self._snapshot.close()
        return False

    def resume(self) -> None:
        """Let the process go on; the snapshot keeps what it has read. May be called twice."""
        deadline = time.monotonic() + STOP_SECONDS
        while self._pending and time.monotonic() < deadline:
            # A thread can only be let go while it is stopped.
            if not self._collect():
                time.sleep(0.0002)
        dying = []
        while self._signals:
            tid, number = self._signals.popitem()
            try:
                ptrace.detach(tid, number)
            except OSError:
                dying.append(tid)
        if dying:
            self._bury(dying)

    def _bury(self, dying: list[int]) -> None:
        """Wait for threads that were killed while we held them: a dead thread stays with its tracer
        until that has waited for it, and keeps its whole process from ending for its parent."""
        found = procfs.stat(self.pid)
        if found is not None and found.ppid == os.getpid():
            dying = [tid for tid in dying if tid != self.pid]  # whoever started it waits for it
        deadline = time.monotonic() + STOP_SECONDS
        while dying and time.monotonic() < deadline:
            for tid in tuple(dying):
                try:
                    got, status = os.waitpid(tid, ptrace.WALL | os.WNOHANG)
                except ChildProcessError:
                    got, status = tid, 0
                if got and status & 0xFF != 0x7F:
                    dying.remove(tid)
            time.sleep(0.0002)

    def _stop_threads(self) -> list[str]:
        """Stop all threads, those made meanwhile too; warnings about those that did not."""
        self.began = time.monotonic()
        deadline = self.began + STOP_SECONDS
        known: set[int] = set()
        for _ in range(_MAX_ROUNDS):
            fresh = [tid for tid in procfs.threads(self.pid) if tid not in known]
            for tid in fresh:
                known.add(tid)
                self._ask(tid, is_first=not self._signals and not self._pending)
            while self._pending and time.monotonic() < deadline:
                if not self._collect():
                    time.sleep(0.0001)
            if not fresh or time.monotonic() >= deadline:
                break
        if not self._signals:
            raise AccessError(f"no thread of process {self.pid} could be stopped within 0.5 s")
        if self._pending:
            names = ", ".join(str(tid) for tid in sorted(self._pending)[:8])
            return [f"threads that did not stop in time are left out: {names}"]
        return []

    def _ask(self, tid: int, *, is_first: bool) -> None:
        found = procfs.stat(self.pid, tid)
        try:
            ptrace.seize(tid)
            self._states[tid] = found.state if found else ""
            self._pending.add(tid)
            ptrace.interrupt(tid)
        except ProcessLookupError:
            self._pending.discard(tid)  # it ended just now
        except OSError:
            self._pending.discard(tid)
        except AccessError:
            if is_first:
                raise

    def _collect(self) -> bool:
        """Take up stops that have happened; False when there were none."""
        progress = False
        for tid in tuple(self._pending):
            try:
                got, status = os.waitpid(tid, ptrace.WALL | os.WNOHANG)
            except ChildProcessError:
                self._pending.discard(tid)
                continue
            if got == 0:
                continue
            progress = True
            self._pending.discard(tid)
            if status & 0xFF == 0x7F:
                # A plain signal-delivery-stop came first: that signal is still to be delivered.
                self._signals[tid] = 0 if status >> 16 else status >> 8 & 0xFF
        return progress

    def _read_registers(self) -> list[StoppedThread]:
        threads = []
        for tid in sorted(self._signals, key=lambda tid: (tid != self.pid, tid)):
            try:
                registers = ptrace.general_registers(tid)
            except OSError:
                continue
            threads.append(StoppedThread(tid, registers, self._states.get(tid, "")))
        return threads
