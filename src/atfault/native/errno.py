"""The errno of a thread, in its thread-local memory.

glibc's __errno_location adds an offset, which the dynamic loader left, to the thread pointer: the
architecture knows its few instructions. musl has it in struct pthread.
"""

from __future__ import annotations

import struct

from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.process import Thread
from atfault.native import musl
from atfault.native.debug_files import open_elf
from atfault.native.modules import ModuleMap
from atfault.native.symbols import dynamic_symbol
from atfault.snapshot.protocol import Snapshot

_MAX_ERRNO = 4095


def thread_errno(snapshot: Snapshot, modules: ModuleMap, thread: Thread) -> int | Absent:
    """What the last C function that failed in the thread left; 0 when none has."""
    pointer = thread.registers.thread_pointer
    if pointer and musl.is_thread(snapshot.memory, pointer, snapshot.arch):
        return snapshot.memory.u32(pointer + musl.fields(snapshot.arch).errno)
    libc = next((m for m in modules.modules if roles.is_libc(m.name)), None)
    if libc is None or libc.file is None or pointer is None:
        return Absent("the C library or the thread pointer is not known")
    elf = open_elf(libc.file)
    function = dynamic_symbol(elf, "__errno_location") if elf is not None else None
    if function is None:
        return Absent("the C library does not tell where errno is")
    memory = snapshot.memory
    try:
        start = libc.load_bias + function
        slot = snapshot.arch.errno_slot(memory.read(start, 24), start)
        if slot is None:
            return Absent("the C library keeps errno in a way that is not known")
        (offset,) = struct.unpack("<q", memory.read(slot, 8))
        whole = pointer + snapshot.arch.pthread_size + offset
        value = memory.u32(whole & 0xFFFF_FFFF_FFFF_FFFF)
    except MemoryFault as fault:
        return Absent(f"errno cannot be read ({fault})")
    return value if value <= _MAX_ERRNO else Absent("errno holds no error number")
