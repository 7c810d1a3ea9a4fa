"""The errno of a thread, in its thread-local memory.

glibc's __errno_location says where that is (csu/errno-loc.c), in the same two instructions since it
has thread-local storage:

    [f3 0f 1e fa]            endbr64, in some builds
    48 8b 05 79 b7 1a 00     mov rax, [rip + 0x1ab779]    the offset, from the dynamic loader
    64 48 03 04 25 0…        add rax, fs:[0]              the thread pointer
"""

from __future__ import annotations

import struct

from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.process import Thread
from atfault.native.debug_files import open_elf
from atfault.native.modules import ModuleMap
from atfault.native.symbols import dynamic_symbol
from atfault.snapshot.protocol import Snapshot

_ENDBR = b"\xf3\x0f\x1e\xfa"
_MOV = b"\x48\x8b\x05"
_ADD = b"\x64\x48\x03\x04\x25\0\0\0\0"
_MAX_ERRNO = 4095


def thread_errno(snapshot: Snapshot, modules: ModuleMap, thread: Thread) -> int | Absent:
    """What the last C function that failed in the thread left; 0 when none has."""
    libc = next((m for m in modules.modules if roles.is_libc(m.name)), None)
    pointer = thread.registers.thread_pointer
    if libc is None or libc.file is None or pointer is None:
        return Absent("the C library or the thread pointer is not known")
    elf = open_elf(libc.file)
    function = dynamic_symbol(elf, "__errno_location") if elf is not None else None
    if function is None:
        return Absent("the C library does not tell where errno is")
    memory = snapshot.memory
    try:
        start = libc.load_bias + function
        code = memory.read(start, 24)
        at = len(_ENDBR) if code.startswith(_ENDBR) else 0
        if code[at : at + 3] != _MOV or code[at + 7 : at + 16] != _ADD:
            return Absent("the C library keeps errno in a way that is not known")
        (distance,) = struct.unpack_from("<i", code, at + 3)
        (offset,) = struct.unpack("<q", memory.read(start + at + 7 + distance, 8))
        value = memory.u32((pointer + offset) & 0xFFFF_FFFF_FFFF_FFFF)
    except MemoryFault as fault:
        return Absent(f"errno cannot be read ({fault})")
    return value if value <= _MAX_ERRNO else Absent("errno holds no error number")
