"""What musl keeps of threads and locks, on 64 bits (src/internal/pthread_impl.h, 1.1.25 to 1.2.5):

    struct pthread     0 self   8 dtv   16 prev ⇄ 24 next   48 tid   52 errno   56 detach_state
    pthread_mutex_t    0 type   4 lock   8 waiters   24 prev ⇄ 32 next
                       lock: tid of the owner, or 16 (EBUSY) of a normal one, which has none
    pthread_rwlock_t   0 lock   4 waiters   8 shared
    sem_t              0 value  4 waiters   8 private          bit 31 of all: somebody waits
    pthread_cond_t     0 shared   8 seq or the last waiter, struct waiter   32 lock
    struct waiter      0 prev   8 next   16 state   20 barrier   24 notify
    FILE               48 zero   140 lock: tid | bit 30, somebody waits

All threads are in one ring, which no other C library has there: so a process says by its memory
alone that it runs on musl, stripped, linked statically and without its files at hand. struct waiter
lies on the waiter's own stack, and it is its barrier that it waits on.

Layouts of AArch64 begin lower, as there the thread pointer is at the end of struct pthread.
"""

from collections.abc import Iterable
from typing import NamedTuple

from atfault.arch.base import Architecture
from atfault.errors import MemoryFault
from atfault.model.kinds import ResourceKind
from atfault.snapshot.protocol import Memory, Snapshot

_WAITERS, _TID = 0x8000_0000, 0x3FFF_FFFF
_STREAM_WAITERS = 0x4000_0000
_WRITTEN = 0x7FFF_FFFF
"""The lock of a pthread_rwlock_t that a writer has."""
_NO_VALUE = (_WAITERS, 0xFFFF_FFFF)
"""What a semaphore holds while somebody waits: since 1.2.3, before."""
_TYPES, _KIND, _RECURSIVE, _ROBUST = 0x8F, 3, 1, 4
_PRIVATE = (0, 128)
_CONDITION_TAKEN = 2
_MAX_WAITERS = 4096
_BUSY = 16
_MAX_ERRNO = 4095
_MAX_ASKED = 64


class Fields(NamedTuple):
    """Offsets in struct pthread."""

    links: int
    tid: int

    @property
    def errno(self) -> int:
        return self.tid + 4

    @property
    def detach_state(self) -> int:
        return self.tid + 8


_X86_64, _AARCH64 = Fields(16, 48), Fields(8, 32)


class Lock(NamedTuple):
    """What a futex belongs to."""

    kind: ResourceKind
    address: int
    what: str
    owner: int = 0
    """Thread id as the process sees it; 0 for none."""
    readers: int | None = None


def fields(arch: Architecture) -> Fields:
    return _X86_64 if arch.link is None else _AARCH64


def is_thread(memory: Memory, pointer: int, arch: Architecture) -> bool:
    """Whether pthread_self() of a thread, `pointer`, is one of musl's: a link of the ring."""
    at = fields(arch)
    try:
        before, behind = memory.u64s(pointer + at.links, 2)
        return (
            memory.u64(pointer) == pointer
            and memory.u64(before + at.links + 8) == pointer
            and memory.u64(behind + at.links) == pointer
            and memory.u32(pointer + at.tid) != 0
            and memory.u32(pointer + at.errno) <= _MAX_ERRNO
        )
    except MemoryFault:
        return False


def is_used(snapshot: Snapshot) -> bool:
    """Whether the process runs on musl, by the first threads whose pointer is known."""
    pointers = [thread.registers.thread_pointer for thread in snapshot.threads]
    known = [pointer for pointer in pointers if pointer][:_MAX_ASKED]
    return any(is_thread(snapshot.memory, pointer, snapshot.arch) for pointer in known)


def joined(word: int, pointers: Iterable[int], arch: Architecture) -> int:
    """The thread, by its pointer, for whose end `word` is waited for; 0 for none."""
    pointer = word - fields(arch).detach_state
    return pointer if pointer in pointers else 0


def lock_of(
    memory: Memory, word: int, value: int, names: list[str], *, shared: bool
) -> Lock | None:
    """What the futex at `word` is, on which a function of musl's waits for as long as it holds
    `value`.

    names: of the functions that wait, as far as they are known. shared: the wait is one for what
    other processes may wake. None where the fields agree with nothing. Raises MemoryFault.
    """
    if "pthread_barrier_wait" in names:
        return Lock("barrier", word, "a barrier")
    if word & 7 == 4:
        return _mutex(memory, word, value) or _stream(memory, word, value)
    return _semaphore_or_rwlock(memory, word, value, shared)


def _semaphore_or_rwlock(memory: Memory, word: int, value: int, shared: bool) -> Lock | None:
    """Both begin alike; a semaphore says by its third word that it is private, a lock that it is
    not, and before 1.2.3 nothing else tells them apart."""
    waiters, third = memory.u32(word + 4), memory.u32(word + 8)
    if not value & _WAITERS or not 0 < waiters <= _MAX_WAITERS or third not in _PRIVATE:
        return None
    says_private = third == 128
    readers = value & _WRITTEN
    if value in _NO_VALUE and says_private is not shared:
        return Lock("semaphore", word, "a semaphore")
    if not readers or says_private is not shared:
        return None
    return Lock("rwlock", word, "a read-write lock", 0, None if readers == _WRITTEN else readers)


def _mutex(memory: Memory, word: int, value: int) -> Lock | None:
    """Of a normal one the lock says that it is taken; of others, by whom."""
    lock = mutex_around(memory, word)
    if lock is None or not value & _WAITERS or not 0 < memory.u32(word + 4) <= _MAX_WAITERS:
        return None
    if not lock.owner:
        return lock if value == _WAITERS | _BUSY else None
    return lock if _is_listed(memory, lock.address) else None


def _is_listed(memory: Memory, mutex: int) -> bool:
    """Whether it is in the list of those that a thread has, as all are that have an owner."""
    return memory.u64(memory.u64(mutex + 24)) == mutex + 32


def mutex_around(memory: Memory, word: int) -> Lock | None:
    """The mutex whose lock is at `word`; None where it cannot be one. Raises MemoryFault."""
    kind, held = memory.u32(word - 4), memory.u32(word)
    if kind & ~_TYPES:
        return None
    words = ["a"]
    if kind & _KIND == _RECURSIVE:
        words.append("recursive")
    if kind & _ROBUST:
        words.append("robust")
    owner = held & _TID if kind & 15 else 0
    return Lock("mutex", word - 4, " ".join([*words, "mutex"]), owner)


def _stream(memory: Memory, word: int, value: int) -> Lock | None:
    if value & (_WAITERS | _STREAM_WAITERS) != _STREAM_WAITERS or word & 7 != 4:
        return None
    if memory.u64(word - 140 + 48) or memory.u32(word) & ~_STREAM_WAITERS != value & _TID:
        return None
    return Lock("mutex", word, "a stdio stream's lock", value & _TID)


def condition_of(memory: Memory, word: int, stack: int, words: list[int]) -> int:
    """Address of the condition whose waiter's barrier is at `word`; 0 where it is none.

    stack: where the waiter's stack begins; words: what lies there, and in its registers.
    """
    node = word - 20
    if not stack <= node < stack + 8 * len(words) or memory.u32(word) != _CONDITION_TAKEN:
        return 0
    if memory.u32(node + 16) or memory.u64(node + 24):  # not WAITING: it was signalled
        return 0
    last = node
    for _ in range(_MAX_WAITERS):
        before = memory.u64(last)
        if not before:
            break
        if memory.u64(before + 8) != last:
            return 0
        last = before
    return next((one for one in words if _is_condition(memory, one, last)), 0)


def _is_condition(memory: Memory, address: int, last: int) -> bool:
    if address & 7 or not address:
        return False
    try:
        return memory.u64s(address, 2) == (0, last)
    except MemoryFault:
        return False
