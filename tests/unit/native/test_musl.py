"""Locks of musl, from made-up memory: whose they are, and that nothing of glibc's is read in them."""

from __future__ import annotations

import struct

import pytest

from atfault.native import musl
from atfault.native.errno import thread_errno
from atfault.native.modules import ModuleMap
from atfault.native.native_wait import ThreadIds
from atfault.native.waits import native_waits
from support.byte_memory import ByteMemory
from support.sleeping import FUTEX, Sleeping, pthread_of, stack, stack_of, thread

WORD = 0x5555_0000_1000
WAIT, SHARED, LOCK_PI = 0x80, 0, 0x86
WAITERS, BUSY = 0x8000_0000, 16
SLEEPER = thread(12, 230)
SIZE = 0x200


def asleep(words, *threads, namespace=0, stacks=None):
    """As `sleeping.asleep`, of a process that runs on musl: all its threads in one ring."""
    ranges = dict(words)
    pointers = [pthread_of(one.tid) for one in threads]
    for index, one in enumerate(threads):
        own, before = pointers[index], pointers[index - 1]
        behind = pointers[(index + 1) % len(pointers)]
        head = struct.pack("<6Q", own, 0, before, behind, 0, 0)
        ranges[own] = (head + struct.pack("<3i", one.tid - namespace, 11, 2)).ljust(SIZE, b"\0")
        ranges[stack_of(one.tid)] = (stacks or {}).get(one.tid, b"").ljust(0x1000, b"\0")
    return Sleeping(ByteMemory(ranges), threads)


def wait_of(snapshot, *names, library="ld-musl-x86_64.so.1"):
    stacks = [stack(*(names or ("",)), library=library)] + [stack()] * (len(snapshot.threads) - 1)
    return native_waits(snapshot, stacks)[0]


def waits(value, operation=WAIT, at=WORD):
    return thread(11, FUTEX, at, operation, value)


def mutex(lock, kind=0, waiters=1, listed=True):
    """pthread_mutex_t at WORD: its lock is at WORD + 4."""
    link = WORD + 24 if listed else WORD
    links = struct.pack("<QQ", link + 8, 0)
    return struct.pack("<IIIIII", kind, lock, waiters, 0, 0, 0) + struct.pack(
        "<QQ", WORD + 40, 0
    ) if False else (
        struct.pack("<IIIIII", kind, lock, waiters, 0, 0, 0) + links + struct.pack("<Q", WORD + 32)
    )


def test_a_process_on_musl_says_so_by_the_ring_of_its_threads():
    one = waits(0)
    assert musl.is_used(asleep({}, one, SLEEPER))
    assert musl.is_used(asleep({}, one))
