"""What the word of a futex belongs to: the C library's mutexes, conditions, semaphores, …

Layouts are glibc's for 64-bit (sysdeps/nptl/bits/struct_mutex.h, thread-shared-types.h):

    pthread_mutex_t    0 lock   4 count   8 owner (tid)   12 nusers   16 kind
    pthread_rwlock_t   0 readers   8 wrphase_futex   12 writers_futex   24 cur_writer   28 shared
    pthread_cond_t     0 wseq   … 36 wrefs   40 g_signals[2]      before 2.41
                       0 wseq   … 28 wrefs   32 g_signals[2]      since
    sem_t              0 value | nwaiters << 32   8 private
    pthread_barrier_t  0 in   4 current_round   8 count
    FILE's lock        0 lock   4 count   8 owner (struct pthread *)

pthread_join waits inside struct pthread of the other thread (its tid, which the kernel clears; from
2.42 on joinstate), with a futex that is not private because it is the kernel that wakes.

Names of functions say which it is where the library has them; the contents must agree, since
mistaking a word for a mutex would name an owner who has nothing to do with it. A condition's waiter
keeps {wseq, cond, mutex} on its stack, in case that it is cancelled: that ties word, condition and
mutex together without any name.
"""

from __future__ import annotations

from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.process import Thread
from atfault.model.stacks import NativeFrame
from atfault.native import musl
from atfault.native.native_wait import NativeWait, ThreadIds
from atfault.snapshot.protocol import Memory, Snapshot

_PRIVATE = 128
_COMMANDS = 0x7F
_WAIT, _LOCK_PI, _WAIT_BITSET, _WAIT_REQUEUE_PI, _LOCK_PI2 = 0, 6, 9, 11, 13
_TID = 0x3FFF_FFFF
_WAITERS = 0x8000_0000
_COND_SIGNALS = ((40, 36), (44, 36), (32, 28), (36, 28))
"""(offset of a g_signals element, offset of wrefs) of both layouts."""
_STACK_WORDS = 160
_KIND_MASK = 0x1FF
"""All bits that __kind of a mutex can have."""
_INNER_FRAMES = 7
_RECURSIVE, _ROBUST = 1, 16
_MAX_PID = 1 << 22
"""PID_MAX_LIMIT (include/linux/threads.h)."""


def futex_wait(
    snapshot: Snapshot,
    thread: Thread,
    frames: tuple[NativeFrame, ...],
    ids: ThreadIds,
    args: tuple[int, ...],
) -> NativeWait:
    """What `futex(args)` waits for. Raises MemoryFault."""
    word, operation, value = args[0], args[1] & 0xFFFF_FFFF, args[2] & 0xFFFF_FFFF
    wait = NativeWait(
        thread.tid,
        "futex",
        "unknown",
        address=word,
        word=word,
        shared=not operation & _PRIVATE,
        timeout=args[3] != 0,
        what="a futex",
    )
    command = operation & _COMMANDS
    memory = snapshot.memory
    if command in (_LOCK_PI, _LOCK_PI2):
        found = wait._replace(kind="mutex", what="a mutex")
        if ids.are_musls:
            lock = musl.mutex_around(memory, word)
            if lock is not None:
                found = found._replace(address=lock.address, what=lock.what)
        elif ids.are_known:
            found = _mutex(memory, wait)
        return _with_owner(found, memory.u32(word) & _TID, ids)
    if command not in (_WAIT, _WAIT_BITSET):
        return wait
    if ids.are_musls:
        return _of_musl(snapshot, thread, frames, ids, wait, value)
    if not ids.are_known:
        return wait._replace(what="a lock of the C library")
    if wait.shared and memory.u32(word) == value:
        joined = ids.around(word)
        if joined is not None and joined != thread.tid:
            return wait._replace(kind="thread", owner=joined, shared=False, what=f"thread {joined}")
    names = [frame.symbol for frame in frames[:_INNER_FRAMES]]
    return (
        _condition(snapshot, thread, wait)
        or _lock(memory, wait, names, value, ids)
        or _rwlock(memory, wait, names, ids)
        or _semaphore(memory, wait, names, value, command)
        or _barrier(memory, wait, names)
        or wait
    )


def _named(names: list[str], *parts: str) -> bool:
    return any(part in name for name in names for part in parts)


def _with_owner(wait: NativeWait, inside: int, ids: ThreadIds) -> NativeWait:
    """`inside`: the owner's thread id as the process sees it."""
    owner = ids.outside(inside) if inside else None
    return wait._replace(owner=owner, dead_owner=inside if inside and owner is None else 0)


def _of_musl(
    snapshot: Snapshot,
    thread: Thread,
    frames: tuple[NativeFrame, ...],
    ids: ThreadIds,
    wait: NativeWait,
    value: int,
) -> NativeWait:
    memory, word, arch = snapshot.memory, wait.word, snapshot.arch
    other = musl.joined(word, ids.by_pointer, arch)
    if other and ids.by_pointer[other] != thread.tid:
        tid = ids.by_pointer[other]
        return wait._replace(kind="thread", owner=tid, what=f"thread {tid}")
    sp = (arch.stack_pointer(thread.registers) or 0) & ~7
    held = [value for value in thread.registers.general if value is not None]
    words = [*memory.words(sp, _STACK_WORDS), *held]
    condition = musl.condition_of(memory, word, sp, words)
    if condition:
        return wait._replace(kind="native-condition", address=condition, what="a condition")
    names = [frame.symbol for frame in frames[:_INNER_FRAMES]]
    module = frames[0].module if frames else None
    if module is None or not roles.is_libc(module.name) or names[0] == "syscall":
        return wait  # somebody else's lock
    lock = musl.lock_of(memory, word, value, names, shared=wait.shared)
    if lock is None:
        return wait._replace(what="a lock of the C library")
    found = wait._replace(
        kind=lock.kind, address=lock.address, what=lock.what, readers=lock.readers
    )
    return _with_owner(found, lock.owner, ids)


# pthread_cond_wait


def _condition(snapshot: Snapshot, thread: Thread, wait: NativeWait) -> NativeWait | None:
    """The struct _condvar_cleanup_buffer of the waiter:

    sp …| 0 wseq | 8 cond | 16 mutex | 24 private |…
    """
    memory = snapshot.memory
    sp = snapshot.arch.stack_pointer(thread.registers)
    if sp is None:
        return None
    stack = memory.read_upto(sp & ~7, 8 * _STACK_WORDS)
    words = memoryview(stack[: len(stack) & ~7]).cast("Q").tolist()
    for signals, wrefs in _COND_SIGNALS:
        candidate = wait.word - signals
        at = 0
        while candidate in words[at + 1 : -1]:
            at = words.index(candidate, at + 1)
            wseq, _, mutex = words[at - 1 : at + 2]
            if _is_mutex(memory, mutex) and _is_condition(memory, candidate, wseq, wrefs):
                return wait._replace(
                    kind="native-condition", address=candidate, mutex=mutex, what="a condition"
                )
    return None


def _is_condition(memory: Memory, address: int, wseq: int, wrefs: int) -> bool:
    try:
        return memory.u32(address + wrefs) >> 3 > 0 and wseq < memory.u64(address)
    except MemoryFault:
        return False


# Mutexes and other locks that are 0 free, 1 taken, 2 taken with waiters


def _is_mutex(memory: Memory, address: int) -> bool:
    """Whether the words at `address` can be a pthread_mutex_t at all."""
    if not address or address & 3:
        return False
    try:
        return memory.u32(address + 16) & ~_KIND_MASK == 0
    except MemoryFault:
        return False


def _lock(
    memory: Memory, wait: NativeWait, names: list[str], value: int, ids: ThreadIds
) -> NativeWait | None:
    word = wait.word
    named = _named(names, "pthread_mutex", "mtx_lock")
    if value & _WAITERS and value & _TID and _is_mutex(memory, word):
        if memory.u32(word + 16) & _ROBUST:  # the lock word itself is the owner's tid
            return _with_owner(_mutex(memory, wait), memory.u32(word) & _TID, ids)
        return None
    if value != 2:
        return None
    if _is_mutex(memory, word):
        owner = memory.u32(word + 8)
        living = ids.outside(owner) is not None and memory.u32(word + 12) > 0
        if named or living:
            found = _mutex(memory, wait)
            # Without a waiter's mark the owner is whoever had it last.
            taken = memory.u32(word) != 0
            return _with_owner(found, owner, ids) if taken else found
    if named or _named(names, "rwlock", "sem_", "barrier"):
        return None
    pointer = memory.u64(word + 8)
    if pointer in ids.by_pointer:
        return wait._replace(
            kind="mutex", owner=ids.by_pointer[pointer], what="a stdio stream's lock"
        )
    if _named(names, "lll_lock_wait"):
        return wait._replace(kind="mutex", what="a lock inside the C library")
    return None


def _mutex(memory: Memory, wait: NativeWait) -> NativeWait:
    kind = memory.u32(wait.word + 16)
    words = ["a"]
    if kind & 3 == _RECURSIVE:
        words.append("recursive")
    if kind & _ROBUST:
        words.append("robust")
    return wait._replace(kind="mutex", what=" ".join([*words, "mutex"]))


# pthread_rwlock_t


def _rwlock(
    memory: Memory, wait: NativeWait, names: list[str], ids: ThreadIds
) -> NativeWait | None:
    if not _named(names, "rwlock_"):
        return None
    wants_write = _named(names, "wrlock")
    for offset in (12, 8) if wants_write else (8, 0):
        base = wait.word - offset
        readers, writer = memory.u32(base), memory.u32(base + 24)
        # bits of readers: 0 write phase, 1 a writer has it or waits, 2 readers wait; 3… how many
        is_gone = writer != 0 and ids.outside(writer) is None
        if memory.u32(base + 28) > 1 or (is_gone and not _is_written(readers, writer)):
            continue
        if not writer and not readers >> 3:
            continue
        found = wait._replace(kind="rwlock", address=base, what="a read-write lock")
        if wants_write and not writer and readers >> 3:
            found = found._replace(readers=readers >> 3)
        return _with_owner(found, writer, ids)
    return wait._replace(kind="rwlock", what="a read-write lock")


def _is_written(readers: int, writer: int) -> bool:
    """Whether a writer has a lock, which may then be a thread that has ended."""
    return readers & 3 == 3 and writer < _MAX_PID


# sem_t, pthread_barrier_t


def _semaphore(
    memory: Memory, wait: NativeWait, names: list[str], value: int, command: int
) -> NativeWait | None:
    """Waiters sleep while the value is 0, with FUTEX_WAIT_BITSET on the lower half."""
    if value != 0 or command != _WAIT_BITSET or wait.word & 7:
        return None
    content = memory.u64(wait.word)
    is_one = content >> 32 > 0 and memory.u32(wait.word + 8) in (0, _PRIVATE)
    if is_one or _named(names, "sem_wait", "sem_timedwait", "sem_clockwait"):
        return wait._replace(kind="semaphore", what="a semaphore")
    return None


def _barrier(memory: Memory, wait: NativeWait, names: list[str]) -> NativeWait | None:
    if not _named(names, "pthread_barrier_wait"):
        return None
    return wait._replace(kind="barrier", address=wait.word - 4, what="a barrier")
