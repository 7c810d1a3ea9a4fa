"""A process whose threads sleep in system calls, made of bytes.

snapshot = asleep({WORD: mutex(owner=12)}, thread(11, FUTEX, WORD, 0x80, 2))
"""

from __future__ import annotations

import struct

from atfault.arch.x86_64 import X86_64
from atfault.model.absent import Absent
from atfault.model.process import Module, ProcessInfo, Registers, Thread
from atfault.model.stacks import NativeFrame, NativeStack
from support.byte_memory import ByteMemory

FUTEX, RESTART_SYSCALL = 202, 219
RESTART = (1 << 64) - 512
"""What the result register holds of a call that was interrupted."""
STACKS = 0x7F00_0000_0000
PTHREADS = 0x7E00_0000_0000
STACK_SIZE = 4096
TID_OFFSET = 0x2D0
PID = 11


def stack_of(tid):
    return STACKS + tid * 0x10000


def pthread_of(tid):
    """pthread_self() of a thread."""
    return PTHREADS + tid * 0x10000


def thread(tid, syscall, *args, result=RESTART, state="S"):
    general = [0] * 17
    general[0], general[7], general[16] = result, stack_of(tid), 0x40_0000
    args = (*args, *(0,) * (6 - len(args)))
    return Thread(tid, "", Registers(tuple(general), pthread_of(tid), syscall, args), state)


class Sleeping:
    """The parts of a snapshot that the decoders of waits read."""

    kind = "core"
    arch = X86_64
    signal = Absent("alive")
    process = ProcessInfo(PID)
    mappings = ()

    def __init__(self, memory, threads):
        self.threads = threads
        self.memory = memory


def asleep(words=None, *threads, stacks=None, code=b"", namespace=0):
    """words: address → bytes. stacks: tid → bytes at its stack pointer. namespace: how much lower
    the thread ids are that the process itself sees. code: what ends at the pc."""
    ranges = dict(words or {})
    for one in threads:
        pthread = bytearray(0x900)
        struct.pack_into("<I", pthread, TID_OFFSET, one.tid - namespace)
        ranges[pthread_of(one.tid)] = bytes(pthread)
        content = (stacks or {}).get(one.tid, b"")
        ranges[stack_of(one.tid)] = content.ljust(STACK_SIZE, b"\0")
    if code:
        ranges[0x40_0000 - 16] = code.rjust(16, b"\x90")
    return Sleeping(ByteMemory(ranges), threads)


def frames(*names, library="libc.so.6"):
    """Native frames with these names, innermost first, all in one library."""
    module = Module(f"/usr/lib/{library}", None, "", 0, 0, 1 << 47)
    return tuple(NativeFrame(0x1000, 0, 0, "cfi", module, symbol=name) for name in names)


def stack(*names, library="libc.so.6"):
    return NativeStack(frames(*names, library=library))


def mutex(*, lock=2, count=0, owner=0, nusers=1, kind=0):
    """pthread_mutex_t of glibc, 40 bytes."""
    return struct.pack("<IIIII", lock, count, owner, nusers, kind).ljust(40, b"\0")
