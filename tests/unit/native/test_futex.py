"""What the word of a futex belongs to, from made-up memory."""

from __future__ import annotations

import struct

import pytest

from atfault.native.waits import native_waits
from support.sleeping import FUTEX, asleep, mutex, pthread_of, stack, stack_of, thread

WORD = 0x5555_0000_1000
WAIT, WAIT_BITSET, LOCK_PI, JOIN = 0x80, 0x189, 0x86, 0x109
SLEEPER = thread(12, 230)


def wait_of(snapshot, *names, library="libc.so.6"):
    stacks = [stack(*names, library=library)] + [stack()] * (len(snapshot.threads) - 1)
    return native_waits(snapshot, stacks)[0]


def test_a_mutex_names_its_owner():
    snapshot = asleep({WORD: mutex(owner=12)}, thread(11, FUTEX, WORD, WAIT, 2), SLEEPER)
    wait = wait_of(snapshot, "__lll_lock_wait", "pthread_mutex_lock")
    assert (wait.kind, wait.address, wait.owner, wait.timeout) == ("mutex", WORD, 12, False)


def test_a_mutex_is_told_by_its_contents_where_the_library_has_no_names():
    snapshot = asleep({WORD: mutex(owner=12)}, thread(11, FUTEX, WORD, WAIT, 2), SLEEPER)
    assert wait_of(snapshot, "", "").owner == 12


def test_a_word_that_merely_looks_like_a_taken_lock_has_no_owner():
    words = {WORD: mutex(owner=99, nusers=0)}
    snapshot = asleep(words, thread(11, FUTEX, WORD, WAIT, 2), SLEEPER)
    wait = wait_of(snapshot, "", "")
    assert (wait.kind, wait.owner, wait.dead_owner) == ("unknown", None, 0)


def test_an_owner_that_is_no_living_thread_is_said_to_be_gone():
    snapshot = asleep({WORD: mutex(owner=99)}, thread(11, FUTEX, WORD, WAIT, 2), SLEEPER)
    wait = wait_of(snapshot, "pthread_mutex_lock")
    assert (wait.kind, wait.owner, wait.dead_owner) == ("mutex", None, 99)


def test_a_mutex_that_was_just_released_has_no_owner():
    words = {WORD: mutex(lock=0, owner=12)}
    snapshot = asleep(words, thread(11, FUTEX, WORD, WAIT, 2), SLEEPER)
    assert wait_of(snapshot, "pthread_mutex_lock").owner is None


def test_thread_ids_of_a_pid_namespace_are_translated():
    snapshot = asleep(
        {WORD: mutex(owner=2)},
        thread(1011, FUTEX, WORD, WAIT, 2),
        thread(1012, 230),
        namespace=1010,
    )
    assert wait_of(snapshot, "pthread_mutex_lock").owner == 1012


def test_a_robust_mutex_keeps_the_owner_in_its_lock_word():
    words = {WORD: mutex(lock=0x8000_0000 | 12, kind=16)}
    snapshot = asleep(words, thread(11, FUTEX, WORD, 0, 0x8000_0000 | 12), SLEEPER)
    wait = wait_of(snapshot, "")
    assert (wait.kind, wait.owner, wait.what) == ("mutex", 12, "a robust mutex")


def test_a_priority_inheriting_mutex_is_owned_as_the_kernel_says():
    words = {WORD: mutex(lock=0x8000_0000 | 12, kind=32)}
    snapshot = asleep(words, thread(11, FUTEX, WORD, LOCK_PI, 0), SLEEPER)
    assert wait_of(snapshot, "").owner == 12


def test_a_timed_wait_is_said_to_end_by_itself():
    words = {WORD: mutex(owner=12)}
    snapshot = asleep(words, thread(11, FUTEX, WORD, WAIT_BITSET, 2, 0x7FFF_0000), SLEEPER)
    assert wait_of(snapshot, "pthread_mutex_clocklock").timeout is True


@pytest.mark.parametrize(("signals", "wrefs"), [(40, 36), (44, 36), (32, 28), (36, 28)])
def test_a_condition_and_its_mutex_are_found_on_the_waiters_stack(signals, wrefs):
    condition, guard = WORD, WORD + 0x100
    content = bytearray(48)
    struct.pack_into("<Q", content, 0, 8)
    struct.pack_into("<I", content, wrefs, 8)
    buffer = b"\x11" * 40 + struct.pack("<QQQI", 6, condition, guard, 0)
    snapshot = asleep(
        {condition: bytes(content), guard: mutex(lock=0)},
        thread(11, FUTEX, condition + signals, WAIT_BITSET, 0),
        stacks={11: buffer},
    )
    wait = wait_of(snapshot, "", "")
    assert (wait.kind, wait.address, wait.mutex) == ("native-condition", condition, guard)


def test_a_stale_pointer_to_a_condition_without_waiters_is_not_believed():
    buffer = b"\x11" * 40 + struct.pack("<QQQI", 6, WORD, WORD + 0x100, 0)
    snapshot = asleep(
        {WORD: bytes(48), WORD + 0x100: mutex()},
        thread(11, FUTEX, WORD + 40, WAIT_BITSET, 1),
        stacks={11: buffer},
    )
    assert wait_of(snapshot, "").kind == "unknown"


@pytest.mark.parametrize("offset", [0x2D0, 0x628])
def test_a_join_leads_to_the_thread_in_whose_structure_the_word_lies(offset):
    word = pthread_of(12) + offset
    joiner = thread(11, FUTEX, word, JOIN, 12 if offset == 0x2D0 else 0)
    wait = wait_of(asleep({}, joiner, SLEEPER), "")
    assert (wait.kind, wait.owner) == ("thread", 12)


def test_a_private_futex_in_another_threads_structure_is_no_join():
    waiter = thread(11, FUTEX, pthread_of(12) + 0x2D0, WAIT_BITSET, 12)
    assert wait_of(asleep({}, waiter, SLEEPER), "").kind == "unknown"


def test_a_semaphore_is_known_by_its_waiters():
    words = {WORD: struct.pack("<IIII", 0, 3, 0, 0)}
    wait = wait_of(asleep(words, thread(11, FUTEX, WORD, WAIT_BITSET, 0)), "")
    assert (wait.kind, wait.address) == ("semaphore", WORD)


def test_a_read_write_lock_names_its_writer():
    content = struct.pack("<IIIIIIII", 2, 0, 3, 1, 0, 0, 12, 0).ljust(56, b"\0")
    waiter = thread(11, FUTEX, WORD + 8, WAIT_BITSET, 3)
    wait = wait_of(asleep({WORD: content}, waiter, SLEEPER), "pthread_rwlock_rdlock")
    assert (wait.kind, wait.address, wait.owner) == ("rwlock", WORD, 12)


def test_a_read_write_lock_may_name_a_writer_that_has_ended():
    waiter = thread(11, FUTEX, WORD + 8, WAIT_BITSET, 3)
    for readers, gone in ((1 << 3 | 3, 99), (0, 0)):  # else some other word was taken for the lock
        content = struct.pack("<IIIIIIII", readers, 0, 3, 1, 0, 0, 99, 0).ljust(56, b"\0")
        wait = wait_of(asleep({WORD: content}, waiter, SLEEPER), "pthread_rwlock_rdlock")
        assert (wait.kind, wait.owner, wait.dead_owner) == ("rwlock", None, gone)


def test_a_read_write_lock_counts_the_readers_that_keep_a_writer_out():
    content = struct.pack("<IIIIIIII", 2 << 3 | 2, 0, 0, 3, 0, 0, 0, 0).ljust(56, b"\0")
    waiter = thread(11, FUTEX, WORD + 12, WAIT_BITSET, 3)
    wait = wait_of(asleep({WORD: content}, waiter, SLEEPER), "pthread_rwlock_wrlock")
    assert (wait.address, wait.owner, wait.readers) == (WORD, None, 2)


def test_a_barrier_is_known_by_its_function():
    content = struct.pack("<IIII", 2, 0, 3, 0)
    waiter = thread(11, FUTEX, WORD + 4, WAIT, 0)
    wait = wait_of(asleep({WORD: content}, waiter), "pthread_barrier_wait")
    assert (wait.kind, wait.address) == ("barrier", WORD)


def test_the_lock_of_a_stdio_stream_is_owned_by_a_thread_structure():
    content = struct.pack("<IIQ", 2, 1, pthread_of(12)).ljust(32, b"\1")
    waiter = thread(11, FUTEX, WORD, WAIT, 2)
    wait = wait_of(asleep({WORD: content}, waiter, SLEEPER), "__lll_lock_wait_private")
    assert (wait.kind, wait.owner) == ("mutex", 12)


@pytest.mark.parametrize("word", [0, 4, (1 << 64) - 8, WORD])
def test_a_word_that_cannot_be_read_is_never_an_error(word):
    for operation in (WAIT, WAIT_BITSET, LOCK_PI, JOIN, 0x0B, 0xFFFF):
        for value in (0, 2, 0x8000_000C):
            snapshot = asleep({}, thread(11, FUTEX, word, operation, value), SLEEPER)
            wait = wait_of(snapshot, "pthread_rwlock_wrlock", "pthread_barrier_wait")
            assert wait is None or wait.owner is None


def test_a_stack_that_cannot_be_read_leaves_the_futex_unnamed():
    waiter = thread(11, FUTEX, WORD, WAIT_BITSET, 0)
    snapshot = asleep({WORD: bytes(64)}, waiter)
    del snapshot.memory.ranges[stack_of(11)]
    assert wait_of(snapshot, "").kind == "unknown"
