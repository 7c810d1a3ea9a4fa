"""Thread pointers of a process that nobody stopped: the kernel tells them of stopped threads only.

thread state ── pthread_self() ──► struct pthread │ … │ tid, as the thread itself sees it
                                                        │ NSpid of /proc/TID/status
thread of the snapshot, by its id here ◄────────────────┘
"""

from __future__ import annotations

from atfault.cpython.runtime import PythonRuntime
from atfault.errors import MemoryFault
from atfault.model.process import Thread
from atfault.native import musl
from atfault.snapshot import procfs
from atfault.snapshot.protocol import Snapshot


def with_pointers(snapshot: Snapshot, runtime: PythonRuntime) -> tuple[Thread, ...]:
    """The threads of a process that nobody stopped, with their thread pointers, where a thread
    state tells which is whose: the C library keeps the kernel's id of a thread at its
    pthread_self(), as the thread itself sees it (in a container: not as we do)."""
    arch, memory = snapshot.arch, snapshot.memory
    pointers: dict[int, int] = {}
    for identity in runtime.identities:
        if identity.ident:
            is_musl = musl.is_thread(memory, identity.ident, arch)
            offset = musl.fields(arch).tid if is_musl else arch.pthread_tid_offset
            try:
                pointers[memory.u32(identity.ident + offset)] = identity.ident
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
    return {thread.tid: procfs.innermost_pid(thread.tid) for thread in snapshot.threads}
