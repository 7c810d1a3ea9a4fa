"""Why a file that should be a shared library is none: by its first bytes and its size.

    empty                 0 bytes: a download or a copy that broke off
    pointer               "version https://git-lfs.github.com/spec/v1 …": what git keeps instead
    text                  a linker script ("GNU ld script"), a page of a web server, a note
    cut                   an ELF file whose segments reach past its end
    class, machine        an ELF file for 32 bits, or for another processor
    no-library            an ELF file that is an object file or a core

`e_machine` and the class of the ELF header (glibc's <elf.h>) are read of 32-bit and of big-endian
files as well, which `formats.elf` does not open.
"""

import struct
from typing import Literal, NamedTuple

from atfault.errors import AtfaultError
from atfault.formats.elf import ET_DYN, HEADER_SIZE, MAGIC, PT_LOAD, ElfFile

HEAD = 1 << 16
"""Bytes of the file's beginning that are enough."""
MACHINES = {
    3: "i386",
    8: "MIPS",
    20: "PowerPC",
    21: "PowerPC64",
    22: "s390x",
    40: "ARM",
    62: "x86-64",
    183: "AArch64",
    243: "RISC-V",
    258: "LoongArch",
}
OURS = {"x86_64": "x86-64", "aarch64": "AArch64"}
"""What os.uname() calls a processor → its name in MACHINES."""
POINTER = b"version https://git-lfs.github.com/spec/"
_TEXT = frozenset(range(32, 127)) | {9, 10, 13}

Kind = Literal[
    "library", "empty", "pointer", "text", "cut", "class", "machine", "no-library", "unknown"
]


class FileKind(NamedTuple):
    """What a file is."""

    kind: Kind
    machine: str = ""
    """Of an ELF file: what it is made for ("AArch64")."""
    detail: str = ""
    """"pointer": the size of what belongs there, in bytes; "text": its first line; "cut": how many
    bytes are missing."""


def file_kind(head: bytes, size: int, machine: str) -> FileKind:
    """Of a file of `size` bytes that begins with `head` (up to HEAD bytes of it).

    machine: the processor that it should be for, as in MACHINES.
    """
    if not size:
        return FileKind("empty")
    if not head.startswith(MAGIC):
        return _no_elf(head)
    if size < HEADER_SIZE or len(head) < HEADER_SIZE:
        return FileKind("cut", detail=str(HEADER_SIZE - size))
    order = "<" if head[5] == 1 else ">"
    kind, number = struct.unpack_from(f"{order}HH", head, 16)
    made_for = MACHINES.get(number, f"machine {number}")
    if made_for != machine:
        return FileKind("machine", made_for)
    if head[4] != 2:
        return FileKind("class", f"{made_for}, 32 bits")
    missing = _missing(head, size)
    if missing > 0:
        return FileKind("cut", made_for, str(missing))
    return FileKind("library" if kind == ET_DYN else "no-library", made_for)


def _missing(head: bytes, size: int) -> int:
    """How many bytes of the segments lie past the end of the file."""
    try:
        segments = ElfFile(head).segments
    except AtfaultError:
        return 0  # cut there, or damaged in another way
    return max((s.offset + s.filesz - size for s in segments if s.type == PT_LOAD), default=0)


def _no_elf(head: bytes) -> FileKind:
    if head.startswith(POINTER):
        sizes = [line[5:] for line in head[:1024].splitlines() if line.startswith(b"size ")]
        size = sizes[0].decode("ascii", "replace") if sizes else ""
        return FileKind("pointer", detail=size if size.isdigit() and len(size) < 20 else "")
    first = head[:512].split(b"\n", 1)[0]
    if first and all(byte in _TEXT for byte in head[:512]):
        return FileKind("text", detail=first[:80].decode("ascii").strip())
    return FileKind("unknown")
