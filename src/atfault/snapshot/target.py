"""A live process before anything is done to it: may it be looked at, and what /proc tells.

Nothing here stops the process. A thread that sleeps in the kernel shows its stack pointer, program
counter and system call in /proc/PID/task/TID/syscall, which is enough to prime an analysis and, for
a thread in uninterruptible sleep, all there is.
"""

from __future__ import annotations

import errno
import os

from atfault.arch.base import Architecture
from atfault.errors import AccessError, UnsupportedInput
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping, Registers, SignalInfo, Thread
from atfault.snapshot import procfs, ptrace
from atfault.snapshot.live import (
    LiveSnapshot,
    _architecture,
    open_memory,
    process_info,
    readable_mappings,
)
from atfault.snapshot.machine import Machine
from atfault.snapshot.process_files import files_of_process
from atfault.snapshot.procfs import Mapped
from atfault.snapshot.protocol import Memory
from atfault.snapshot.stopper import Access

_CUT_SHORT = frozenset(
    ("write", "writev", "sendto", "sendmsg", "sendmmsg", "sendfile", "splice", "vmsplice")
    + ("semop", "semtimedop")
)
"""System calls that end early when their thread is stopped: having written a part (a file's never
sleep in a way that could be stopped), or with EINTR, handler or not (signal(7))."""
_FLAGS_OF_RECEIVING = {"recvfrom": 3, "recvmsg": 2}
"""The argument that says whether all must come: with MSG_WAITALL such a call ends early, too."""
_MSG_WAITALL = 0x100
READING = frozenset(("read", "readv", "recvfrom", "recvmsg", "accept", "accept4"))
_NO_SIGNAL = Absent("the process was not stopped by a signal")


class Target:
    """A process that may be read. Close it when done (it is a context manager).

    Raises AccessError when it is gone, has ended, or may not be looked at, saying what allows it;
    UnsupportedInput for one that is not a 64-bit program of a known architecture.
    """

    def __init__(
        self, pid: int, access: Access | None = None, machine: Machine | None = None
    ) -> None:
        """access: who opens and stops it, where that is not up to this process. machine: what is
        around it, where many are looked at."""
        check(pid)
        self.pid = pid
        self.access = access
        self.machine = machine or Machine()
        found = procfs.stat(pid)
        self._start_time = found.start_time if found else 0
        self.maps = b""
        """/proc/PID/maps, as it was read last."""
        self.mapped: list[Mapped] = []
        self.maps_warning = ""
        self.mappings: tuple[MemoryMapping, ...] = ()
        self._open()

    def _open(self) -> None:
        pid, access = self.pid, self.access
        self.arch: Architecture = _architecture_of(pid)
        self.memory_fd = _open_memory(pid) if access is None else access.open_memory(pid)
        self.auxv = procfs.auxv(pid)
        self.process = process_info(pid)
        self.files = files_of_process(pid)
        self._read_mappings()

    def has_changed_program(self) -> bool:
        """Whether it has executed another program since it was opened: its memory is a new one,
        which the open file does not show. (The auxiliary vector holds random addresses.)"""
        return procfs.auxv(self.pid) != self.auxv

    def reopen(self) -> None:
        """After it has executed another program. Raises as the constructor does."""
        self.close()
        check(self.pid)
        self._open()

    def _read_mappings(self) -> None:
        maps = procfs.read(f"/proc/{self.pid}/maps", 64 << 20)
        if maps != self.maps:
            self.maps = maps
            self.mapped, self.maps_warning = procfs.parse_maps(maps)
            self.mappings = tuple([m.mapping for m in self.mapped])
        self.readable = readable_mappings(self.pid, self.mapped, lambda: self.files)
        """What of them may be read."""

    def refresh(self) -> bool:
        """Look again at what is mapped; whether code was mapped or unmapped since."""
        before = _code_lines(self.maps)
        self._read_mappings()
        return _code_lines(self.maps) != before

    def is_gone(self) -> bool:
        """It has ended, or its pid now means another process."""
        found = procfs.stat(self.pid)
        return found is None or found.start_time != self._start_time

    def close(self) -> None:
        if self.memory_fd >= 0:
            os.close(self.memory_fd)
            self.memory_fd = -1

    def __enter__(self) -> Target:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()


class ProcessView(LiveSnapshot):
    """A snapshot of a target whose memory and threads were read by somebody else.

    Its memory file is the target's, and stays open when this is closed.
    """

    def __init__(self, target: Target, memory: Memory, threads: tuple[Thread, ...]) -> None:
        self.kind = "live"
        self.warnings = [target.maps_warning] if target.maps_warning else []
        self._pid = target.pid
        self._mapped = target.mapped
        self._files = target.files
        self._same_files = {}
        self.mappings = target.mappings
        self.memory = memory
        self.auxv = target.auxv
        self.process = target.process
        self.arch = target.arch
        self.machine = target.machine
        self.threads = threads
        self.signal: SignalInfo | Absent = _NO_SIGNAL

    def close(self) -> None:
        """Nothing to close."""


def check(pid: int) -> None:
    """Raises AccessError when `pid` is no process that could be looked at."""
    if pid == os.getpid():
        raise AccessError("that is atfault itself")
    found = procfs.stat(pid)
    if found is None:
        if os.path.exists(f"/proc/{pid}"):
            raise AccessError(f"process {pid} belongs to another user and is hidden; use sudo")
        raise AccessError(f"there is no process {pid}")
    leader = procfs.process_of(pid)
    if leader not in (None, pid):
        raise AccessError(
            f"{pid} is a thread of process {leader} ({procfs.comm(leader or 0)}): "
            f"atfault attach {leader}"
        )
    if found.is_over and len(procfs.threads(pid)) <= 1:
        parent = f"{found.ppid} ({procfs.comm(found.ppid)})"
        raise AccessError(
            f"process {pid} ({found.comm}) has ended already; it is a zombie that its parent "
            f"{parent} has not waited for"
        )
    if not found.is_over and not procfs.read(f"/proc/{pid}/maps", 64):
        problem = _unreadable(pid)
        if problem:
            raise AccessError(problem)
        raise AccessError(f"{pid} ({found.comm}) is a kernel thread")


def _unreadable(pid: int) -> str:
    """Why /proc/PID/maps cannot be read; "" when it is simply empty."""
    try:
        with open(f"/proc/{pid}/maps", "rb") as file:
            file.read(1)
    except FileNotFoundError:
        return f"there is no process {pid}"
    except ProcessLookupError:
        return f"process {pid} has just ended"
    except OSError as error:
        return ptrace.why_refused(pid, error.errno or errno.EACCES)
    return ""


def _architecture_of(pid: int) -> Architecture:
    try:
        return _architecture(pid)
    except UnsupportedInput:
        problem = _unreadable(pid)
        if problem:
            raise AccessError(problem) from None
        raise


def _open_memory(pid: int) -> int:
    try:
        return open_memory(pid)
    except AccessError:
        raise AccessError(ptrace.why_refused(pid, errno.EACCES)) from None


def _code_lines(maps: bytes) -> list[bytes]:
    return [line for line in maps.split(b"\n") if b" r-xp " in line or b" rwxp " in line]


# Threads that nobody stopped


def threads_in_kernel(target: Target) -> tuple[Thread, ...]:
    """Every thread, with the registers that /proc shows of those that sleep."""
    return tuple(
        [thread_in_kernel(target.pid, tid, target.arch) for tid in procfs.threads(target.pid)]
    )


def thread_in_kernel(pid: int, tid: int, arch: Architecture) -> Thread:
    """A thread as /proc shows it, without stopping it."""
    found = procfs.stat(pid, tid)
    line = procfs.read(f"/proc/{pid}/task/{tid}/syscall", 512)
    registers = parse_syscall(line, arch)
    return Thread(tid, found.comm if found else "", registers, found.state if found else "")


def would_be_cut_short(thread: Thread, arch: Architecture) -> bool:
    """Whether a thread sleeps in a call that would end early were it stopped: a write to a pipe or
    socket part of which may have been done, a read that waits for all, a semaphore of System V."""
    call, arguments = thread.registers.syscall, thread.registers.syscall_args
    name = arch.syscall_names.get(call or -1)
    if thread.state != "S" or name is None:
        return False
    flags = _FLAGS_OF_RECEIVING.get(name)
    if flags is not None:
        return len(arguments) > flags and bool(arguments[flags] & _MSG_WAITALL)
    return name in _CUT_SHORT


def reads_closed(pid: int, thread: Thread, arch: Architecture) -> bool:
    """Whether a thread sleeps in a read of a descriptor that was closed meanwhile, which does not
    wake it: interrupted, it would begin its read anew, and that would fail."""
    call, arguments = thread.registers.syscall, thread.registers.syscall_args
    if thread.state != "S" or arch.syscall_names.get(call or 0) not in READING or not arguments:
        return False
    return is_closed(pid, arguments[0])


def is_closed(pid: int, fd: int) -> bool:
    """Whether the process has no such descriptor, where that can be seen."""
    try:
        os.lstat(f"/proc/{pid}/fd/{fd}")
    except FileNotFoundError:
        return os.path.exists(f"/proc/{pid}/fd")
    except OSError:
        pass
    return False


def parse_syscall(line: bytes, arch: Architecture) -> Registers:
    """/proc/PID/task/TID/syscall → registers; all unknown while the thread runs.

    202 0x7f12… 0x189 0x0 0x0 0x0 0xffffffff 0x7ffd…  0x7f34…     or "running",
    number    six arguments                  sp       pc          or "-1 sp pc"
    """
    general: list[int | None] = [None] * (arch.pc_number + 1)
    words = line.split()
    try:
        numbers = [int(word, 0) for word in words]
    except ValueError:
        numbers = []
    if len(numbers) not in (3, 9):
        return Registers(tuple(general))
    general[arch.sp], general[arch.pc_number] = numbers[-2], numbers[-1]
    if len(numbers) == 3:
        return Registers(tuple(general))
    return Registers(tuple(general), None, numbers[0], tuple(numbers[1:7]))
