"""What a thread waits for in the terms of the kernel and of the C library; the types of it."""

from bisect import bisect_right
from typing import Literal, NamedTuple

from atfault.errors import MemoryFault
from atfault.model.waits import FdUse, FileLock, ResourceKind
from atfault.native import musl
from atfault.snapshot.protocol import Snapshot

_PTHREAD_SIZE = 0x800
"""Bytes of struct pthread that are searched; it has 0x900 or more."""


class NativeWait(NamedTuple):
    """What one thread waits for, in the kernel's and the C library's terms.

    address: of the mutex, condition, semaphore …; 0 for what is no memory.
    """

    tid: int
    syscall: str
    """"" when it is in none (a spinning wait)."""
    kind: ResourceKind
    address: int = 0
    word: int = 0
    """Address of the futex word; 0 for other system calls."""
    owner: int | None = None
    """Kernel thread id, as in the snapshot, of the thread that owns it, where it names one that
    lives."""
    by_stacks: bool = False
    """Whether the owner is told by what is on the stacks: the word itself does not name it."""
    dead_owner: int = 0
    """Thread id that it names as its owner but that no thread has; 0 for none."""
    readers: int | None = None
    """As LockFacts.readers."""
    mutex: int = 0
    """Of a condition: the mutex that is taken again before the wait ends."""
    shared: bool = False
    """The futex is shared between processes."""
    fds: tuple[tuple[int, FdUse], ...] = ()
    child: int | None = None
    """Of wait4 and waitid: the pid, -1 for any child."""
    timeout: bool | None = None
    left: float | None = None
    """Seconds until its time is over, at most."""
    what: str = ""
    """For people: "a mutex", "the end of a thread", …"""
    in_kernel: Literal["call", "signal"] | None = None
    """As Resource.in_kernel."""
    signals: tuple[int, ...] = ()
    """Those that are waited for by name; () where that is any."""
    connects_to: str = ""
    """The address of a local socket that it asks for a connection; "" for anything else."""
    file_lock: FileLock | None = None
    """What it wants to lock; None for what is no lock of a file."""
    idle: str = ""
    """Library whose pool thread this is, waiting for work ("libgomp"); "" for all others."""


class ThreadIds:
    """Thread ids as the C library in the process sees them ↔ those of the snapshot.

    In a pid namespace the two differ: the library keeps its own in struct pthread (tid at 0x2d0 of
    glibc's on x86-64).
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.by_pointer: dict[int, int] = {}
        """Thread pointer (pthread_self) → tid."""
        self._from_inside: dict[int, int] = {}
        self.are_musls = musl.is_used(snapshot)
        """The library is musl, whose locks look different."""
        arch = snapshot.arch
        self.are_known = self.are_musls or arch.link is None or bool(arch.pthread_size)
        """It is one whose locks are known: where struct pthread lies below the thread pointer, its
        size is that of glibc's or musl's."""
        offset = snapshot.arch.pthread_tid_offset
        if self.are_musls:
            offset = musl.fields(snapshot.arch).tid
        for thread in snapshot.threads:
            pointer = thread.registers.thread_pointer
            if not pointer:
                continue
            self.by_pointer[pointer] = thread.tid
            try:
                inside = snapshot.memory.u32(pointer + offset) if offset else 0
            except MemoryFault:
                continue
            if inside:
                self._from_inside[inside] = thread.tid
        self._pointers = sorted(self.by_pointer)
        if len(self._from_inside) < len(snapshot.threads):
            # Another library's layout, or a thread that is being born: both are taken to be one.
            for thread in snapshot.threads:
                self._from_inside.setdefault(thread.tid, thread.tid)

    def around(self, address: int) -> int | None:
        """The thread in whose struct pthread (from its thread pointer on) `address` lies."""
        index = bisect_right(self._pointers, address) - 1
        if index < 0 or address - self._pointers[index] >= _PTHREAD_SIZE:
            return None
        return self.by_pointer[self._pointers[index]]

    def outside(self, inside: int) -> int | None:
        """The snapshot's tid of the thread that calls itself `inside`; None when none does."""
        return self._from_inside.get(inside)
