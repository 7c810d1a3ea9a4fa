"""Locks that extension modules build of a C lock, and that remember their owner.

    FastRLock (h5py, lxml, cupy …)     { header, _real_lock ──► sem_t, _owner, _count, … }
    io.BufferedReader, BufferedWriter  { header, …, lock ──► sem_t, owner, … }

    sem_t 0x55d1…10  ◄── the word that a thread sleeps at, and that an object has to which its stack
                         leads: self, or the runtime that self has (lupa)
    0x7f94…80        ◄── another word of that object: threading.get_ident() of a thread that lives

Each is made of PyThread_allocate_lock() and PyThread_get_thread_ident() (Python/thread_pthread.h):
an address and a thread pointer, neither of which is met by chance. Which member is which need not
be known.
"""

import struct
from collections.abc import Collection

from atfault.cpython.sync.locks import LockState
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.errors import MemoryFault

_STACK = 16 * 1024
"""Bytes of the C stack that are searched for the object."""
_MAX_SIZE = 512
"""Bytes of an object that are."""
_MAX_STEPS = 3
"""From the stack to the object."""
_MAX_OBJECTS = 1_000
_WORD = struct.Struct("<Q")


def lock_at(world: World, view: ThreadView, locks: Collection[int]) -> LockState | None:
    """The object whose lock the thread waits for, where it names a living thread as its owner.

    locks: what may be the address of the C lock: that of the futex word, of a sem_t, and that of
    the byte at which the thread is parked, of a PyMutex."""
    known = world.locks.known_at(locks)
    if known is not None or world.searches_left <= 0:
        return known
    world.searches_left -= 1
    memory = world.runtime.memory
    wanted = [_WORD.pack(lock) for lock in locks]
    todo, seen = _on_stack(world, view), set[int]()
    for _ in range(_MAX_STEPS):
        found: dict[int, None] = {}
        for address in todo:
            try:
                content = memory.read_upto(address, _MAX_SIZE)
            except MemoryFault:
                continue
            members = _members(world, address, content)
            if members and any(one in content for one in wanted):
                state = _owned(world, address, members, locks)
                if state is not None:
                    return world.locks.learn(state, locks)
            found.update(dict.fromkeys(members))
        seen.update(todo)
        todo = [one for one in found if one not in seen and _may_be_object(one)][:_MAX_OBJECTS]
    return None


def _on_stack(world: World, view: ThreadView) -> list[int]:
    """What the C stack of the thread refers to, from its innermost frame outward."""
    snapshot = world.runtime.snapshot
    thread = next((one for one in snapshot.threads if one.tid == view.tid), None)
    sp = None if thread is None else snapshot.arch.stack_pointer(thread.registers)
    if sp is None:
        return []
    words = world.runtime.memory.words(sp & ~7, _STACK // 8)
    return [word for word in dict.fromkeys(words) if _may_be_object(word)]


def _may_be_object(word: int) -> bool:
    return word > 4096 and not word & 7


def _members(world: World, address: int, content: bytes) -> set[int]:
    """The words of an object that an extension module has made; () for anything else."""
    info = world.reader.type(address)
    header = world.reader.structs["PyObject"]["sizeof"]
    if info is None or not header < info.basicsize <= _MAX_SIZE or info.from_class_statement:
        return set()
    return {at for (at,) in _WORD.iter_unpack(content[header : info.basicsize & ~7])}


def _owned(
    world: World, address: int, members: set[int], locks: Collection[int]
) -> LockState | None:
    info = world.reader.type(address)
    owners = [word for word in members if world.tid_of(word) is not None]
    if info is None or members.isdisjoint(locks) or len(owners) != 1:
        return None
    return LockState(address, "rlock", info.name, True, owners[0], 1)
