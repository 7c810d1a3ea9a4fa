"""Thread pointers of a process that nobody stopped: the kernel tells them of stopped threads only.

thread state ── pthread_self() ──► struct pthread │ … │ tid, as the thread itself sees it
                                                        │ NSpid of /proc/TID/status
thread of the snapshot, by its id here ◄────────────────┘
"""

from __future__ import annotations

from atfault.cpython.runtime import PythonRuntime
from atfault.errors import MemoryFault
from atfault.model.process import Thread
from atfault.snapshot import procfs
from atfault.snapshot.protocol import Snapshot


def with_pointers(snapshot: Snapshot, runtime: PythonRuntime) -> tuple[Thread, ...]:
    """The threads of a process that nobody stopped, with their thread pointers, where a thread
    state tells which is whose: the C library keeps the kernel's id of a thread at its
    pthread_self(), as the thread itself sees it (in a container: not as we do)."""
    offset = snapshot.arch.pthread_tid_offset
    if not offset:
        return snapshot.threads
    pointers: dict[int, int] = {}
    for identity in runtime.identities:
        if identity.ident:
            try:
                pointers[snapshot.memory.u32(identity.ident + offset)] = identity.ident
            except MemoryFault:
                continue
    inner = _inner_ids(snapshot)
    found = []
    for thread in snapshot.threads:
        pointer = pointers.get(inner.get(thread.tid, thread.tid))
        found.append(thread._replace(registers=thread.registers._replace(thread_pointer=pointer)))
    return tuple(found)


def _inner_ids(snapshot: Snapshot) -> dict[int, int]:
    """Thread id here → in the process's own pid namespace; empty where that is ours."""
    pid = snapshot.process.pid
    if len(procfs.field(procfs.status(pid), b"NSpid").split()) < 2:
        return {}
    inner = {}
    for thread in snapshot.threads:
        words = procfs.field(procfs.status(thread.tid), b"NSpid").split()
        if words:
            inner[thread.tid] = int(words[-1])
    return inner
