"""What the C library left in memory before it called abort().

glibc (assert/assert.c, sysdeps/posix/libc_fatal.c) keeps the text of a failed assert() and of its
own checks ("double free or corruption (!prev)", "*** stack smashing detected ***: terminated") for
whoever looks at the core, in a mapping of its own that the variable __abort_msg points to:

    __abort_msg ──►  +0 u32 size   of the whole mapping
                     +4 char[]     the text, NUL-terminated, with the newline it was printed with

The variable is exported under GLIBC_PRIVATE by every glibc since 2.11. musl has nothing like it.
What a program prints to standard error itself (libstdc++'s "terminate called …", "pure virtual
method called") is not kept anywhere.
"""

from __future__ import annotations

from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.native.debug_files import open_elf
from atfault.native.modules import ModuleMap
from atfault.native.symbols import dynamic_symbol
from atfault.snapshot.protocol import Snapshot

MAX_TEXT = 8192
_VARIABLE = "__abort_msg"


def abort_message(snapshot: Snapshot, modules: ModuleMap) -> str | Absent:
    """The text, printable and without its closing newline, or why there is none."""
    libc = next((m for m in modules.modules if roles.is_libc(m.name)), None)
    if libc is None:
        return Absent("the program does not use glibc")
    if libc.file is None:
        return Absent(f"{libc.name} {libc.problem or 'is not on this machine'}")
    elf = open_elf(libc.file)
    value = dynamic_symbol(elf, _VARIABLE) if elf is not None else None
    if value is None:
        return Absent(f"{libc.name} has no {_VARIABLE}")
    memory = snapshot.memory
    try:
        message = memory.u64(libc.load_bias + value)
        if message == 0:
            return Absent("the C library left no message")
        size = memory.u32(message)
        if size <= 4:
            return Absent("the C library's message is damaged")
        raw = memory.cstring(message + 4, min(size - 4, MAX_TEXT))
    except MemoryFault as fault:
        return Absent(f"the C library's message cannot be read ({fault})")
    return printable_text(raw).rstrip()


def printable_text(raw: bytes) -> str:
    """Text from the target: invalid UTF-8 and control characters other than newline escaped."""
    text = raw.decode("utf-8", "backslashreplace").rstrip("\n")
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode()
        for char in text
    )
