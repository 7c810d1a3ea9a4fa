"""Locks of musl, from made-up memory: whose they are, and that none of glibc's is seen in them."""

from __future__ import annotations

import struct

import pytest

from atfault.arch.aarch64 import AARCH64
from atfault.model.process import Registers
from atfault.native import musl
from atfault.native.errno import thread_errno
from atfault.native.native_wait import ThreadIds
from atfault.native.waits import native_waits
from support.byte_memory import ByteMemory
from support.sleeping import FUTEX, Sleeping, pthread_of, stack, stack_of, thread
from support.sleeping import asleep as on_glibc
from support.sleeping import mutex as mutex_of_glibc

WORD = 0x5555_0000_1000
WAIT, SHARED, LOCK_PI = 0x80, 0, 0x86
WAITERS, BUSY, PRIVATE = 0x8000_0000, 16, 128
NORMAL, RECURSIVE, ROBUST = 0, 1, 4
SLEEPER = thread(12, 230)
ERRNO = 11
LIBRARY = "ld-musl-x86_64.so.1"


def pthread(own, before, behind, tid):
    head = struct.pack("<6Q", own, 0, before, behind, 0, 0)
    return (head + struct.pack("<3i", tid, ERRNO, 2)).ljust(0x200, b"\0")


def asleep(words, *threads, namespace=0, stacks=None):
    """As that of `support.sleeping`, of a process that runs on musl: its threads are in a ring."""
    ranges = dict(words)
    pointers = [pthread_of(one.tid) for one in threads]
    for index, one in enumerate(threads):
        behind = pointers[(index + 1) % len(pointers)]
        inside = one.tid - namespace
        ranges[pointers[index]] = pthread(pointers[index], pointers[index - 1], behind, inside)
        ranges[stack_of(one.tid)] = (stacks or {}).get(one.tid, b"").ljust(0x1000, b"\0")
    return Sleeping(ByteMemory(ranges), threads)


def waiter(value, operation=WAIT, at=WORD):
    return thread(11, FUTEX, at, operation, value)


def wait_of(snapshot, *names, library=LIBRARY):
    stacks = [stack(*(names or ("",)), library=library)] + [stack()] * (len(snapshot.threads) - 1)
    return native_waits(snapshot, stacks)[0]


def mutex(lock, kind=NORMAL, waiters=1, back=WORD + 32):
    """A pthread_mutex_t for WORD. back: what the one before it in the list of its owner leads to:
    itself, or, where the memory only looks like a mutex, something else."""
    before = WORD + 40
    words = struct.pack("<6I3Q", kind, lock, waiters, 0, 0, 0, before, 0, back)
    return {WORD: words}


def test_a_process_says_by_the_ring_of_its_threads_that_it_runs_on_musl():
    assert musl.is_used(asleep({}, SLEEPER))
    assert musl.is_used(asleep({}, SLEEPER, waiter(0)))
    assert not musl.is_used(on_glibc({}, SLEEPER, waiter(0)))


def test_a_ring_that_does_not_lead_back_is_none():
    snapshot = asleep({}, SLEEPER)
    own = pthread_of(12)
    broken = {own: pthread(own, own + 64, own, 12)}
    assert not musl.is_used(Sleeping(ByteMemory(broken), snapshot.threads))


def test_thread_ids_are_those_of_the_processs_own_namespace():
    snapshot = asleep({}, thread(1011, 230), thread(1012, 230), namespace=1010)
    assert ThreadIds(snapshot).outside(2) == 1012


def test_errno_lies_in_the_thread():
    snapshot = asleep({}, SLEEPER)
    assert thread_errno(snapshot, None, snapshot.threads[0]) == ERRNO


@pytest.mark.parametrize(("kind", "what"), [(RECURSIVE, "a recursive mutex"), (2, "a mutex")])
def test_a_mutex_that_keeps_its_owner_names_it(kind, what):
    words = mutex(WAITERS | 12, kind)
    wait = wait_of(asleep(words, waiter(WAITERS | 12, at=WORD + 4), SLEEPER))
    assert (wait.kind, wait.address, wait.owner, wait.what) == ("mutex", WORD, 12, what)


def test_a_normal_mutex_has_no_owner_even_where_a_thread_has_the_number_of_its_mark():
    words = mutex(WAITERS | BUSY)
    snapshot = asleep(words, waiter(WAITERS | BUSY, at=WORD + 4), thread(BUSY, 230))
    wait = wait_of(snapshot, "pthread_mutex_lock")
    assert (wait.kind, wait.owner, wait.dead_owner) == ("mutex", None, 0)


def test_words_that_merely_look_like_a_mutex_name_nobody():
    words = mutex(WAITERS | 12, RECURSIVE, back=WORD)
    wait = wait_of(asleep(words, waiter(WAITERS | 12, at=WORD + 4), SLEEPER))
    assert (wait.kind, wait.owner, wait.dead_owner) == ("unknown", None, 0)
    assert wait.what == "a lock of the C library"


def test_what_would_be_a_mutex_of_glibc_names_nobody():
    words = {WORD: mutex_of_glibc(owner=12)}
    wait = wait_of(asleep(words, waiter(2), SLEEPER), "pthread_mutex_lock")
    assert (wait.kind, wait.owner) == ("unknown", None)


@pytest.mark.parametrize(("size", "kind"), [(0, "unknown"), (0x740, "mutex")])
def test_locks_are_glibcs_only_where_its_threads_are_known_to_be(size, kind):
    general = [None] * 33
    general[31], general[32] = stack_of(11), 0x40_0000
    args = (WORD, WAIT, 2, 0, 0, 0)
    sleeps = thread(11, 98)._replace(registers=Registers(tuple(general), pthread_of(11), 98, args))
    snapshot = on_glibc({WORD: mutex_of_glibc(owner=12)}, sleeps, SLEEPER)
    snapshot.arch = AARCH64._replace(pthread_size=size)
    wait = wait_of(snapshot, "pthread_mutex_lock", library="libc.so.6")
    assert wait.kind == kind
    assert wait.what == "a mutex" if size else wait.what == "a lock of the C library"


def test_a_priority_inheriting_mutex_is_owned_as_the_kernel_says():
    words = mutex(WAITERS | 12, 8)
    wait = wait_of(asleep(words, waiter(0, LOCK_PI, WORD + 4), SLEEPER))
    assert (wait.kind, wait.address, wait.owner) == ("mutex", WORD, 12)


@pytest.mark.parametrize("value", [WAITERS, 0xFFFF_FFFF])
@pytest.mark.parametrize(("private", "operation"), [(PRIVATE, WAIT), (0, SHARED)])
def test_a_semaphore_is_known_by_its_own_word_for_whether_it_is_private(value, private, operation):
    words = {WORD: struct.pack("<4I", value, 1, private, 0)}
    assert wait_of(asleep(words, waiter(value, operation))).kind == "semaphore"


@pytest.mark.parametrize(("value", "readers"), [(0xFFFF_FFFF, None), (WAITERS | 3, 3)])
@pytest.mark.parametrize(("shared", "operation"), [(0, WAIT), (PRIVATE, SHARED)])
def test_a_read_write_lock_has_no_owner(value, readers, shared, operation):
    words = {WORD: struct.pack("<4I", value, 1, shared, 0)}
    wait = wait_of(asleep(words, waiter(value, operation), thread(3, 230)))
    assert (wait.kind, wait.owner, wait.readers) == ("rwlock", None, readers)


def test_a_stdio_streams_lock_names_its_owner():
    held = 0x4000_0000 | 12
    stream = bytes(140) + struct.pack("<I", held)
    snapshot = asleep({WORD: stream}, waiter(held, at=WORD + 140), SLEEPER)
    wait = wait_of(snapshot)
    assert (wait.kind, wait.owner, wait.what) == ("mutex", 12, "a stdio stream's lock")


def test_a_join_leads_to_the_joined_thread():
    wait = wait_of(asleep({}, waiter(2, at=pthread_of(12) + 56), SLEEPER))
    assert (wait.kind, wait.owner) == ("thread", 12)


def condition_stack(state=0, condition=WORD):
    """A waiter's stack: struct waiter 64 bytes up, and where its function keeps the condition."""
    node = struct.pack("<QQIIQ", 0, 0, state, 2, 0)
    return struct.pack("<Q", condition).ljust(64, b"\0") + node


def test_a_condition_is_found_by_the_list_of_its_waiters():
    node = stack_of(11) + 64
    words = {WORD: struct.pack("<6Q", 0, node, 0, 0, 0, node)}
    asked = waiter(2, at=node + 20)
    wait = wait_of(asleep(words, asked, stacks={11: condition_stack()}))
    assert (wait.kind, wait.address) == ("native-condition", WORD)
    gone = wait_of(asleep(words, asked, stacks={11: condition_stack(state=1)}))
    assert gone.kind == "unknown"
    other = {WORD: struct.pack("<6Q", 0, node + 8, 0, 0, 0, node)}
    assert wait_of(asleep(other, asked, stacks={11: condition_stack()})).kind == "unknown"


@pytest.mark.parametrize(("names", "library"), [(("syscall",), LIBRARY), (("park",), "other.so")])
def test_a_futex_that_the_library_does_not_wait_at_is_none_of_its_locks(names, library):
    words = {WORD: struct.pack("<4I", WAITERS, 1, PRIVATE, 0)}
    assert wait_of(asleep(words, waiter(WAITERS)), *names, library=library).kind == "unknown"
