"""In what form a core lies on disk, told by its first bytes."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Literal

from atfault.errors import AtfaultError
from atfault.formats.core_notes import text
from atfault.formats.elf import (
    ET_CORE,
    ET_DYN,
    ET_EXEC,
    ET_REL,
    HEADER_SIZE,
    MAGIC,
    PT_INTERP,
    ElfFile,
)

Progress = Callable[[int, int], None]
"""(compressed bytes done, compressed bytes in all)"""

GZIP, ZSTD, XZ, LZ4 = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"\x04\x22\x4d\x18"
COMPRESSED = (GZIP, ZSTD, XZ, LZ4)
APPORT = b"ProblemType: Crash"
"""Begins what apport keeps in /var/crash, a core among other things."""
_SKIPPABLE = b"\x2a\x4d\x18"


def form_of(head: bytes) -> bytes | None:
    """What a core is packed in, by how the file begins; None for none of ours. (zstd's parallel
    tool puts a frame of its own, to be passed over, in front of each.)"""
    if head.startswith(APPORT):
        return APPORT
    if head[1:4] == _SKIPPABLE and head[0] >> 4 == 5:
        return ZSTD
    return next((magic for magic in COMPRESSED if head.startswith(magic)), None)


ElfKind = Literal["core", "executable", "library", "object"]
TITLES = {
    "core": "a core file",
    "executable": "an executable",
    "library": "a shared library",
    "object": "an object file",
}
"""An ELF file's kind, in words."""
_KINDS: dict[int, ElfKind] = {ET_CORE: "core", ET_EXEC: "executable", ET_REL: "object"}
HEAD = 4096
"""Bytes of an ELF file that tell its kind."""


def elf_kind(head: bytes) -> ElfKind | None:
    """What an ELF file is that begins so (HEAD bytes will do); None for what is none of these. A
    program may be made to lie anywhere, as libraries are: it then names who loads it."""
    if not head.startswith(MAGIC) or len(head) < HEADER_SIZE:
        return None
    number = int.from_bytes(head[16:18], "little" if head[5] == 1 else "big")  # e_type
    if number != ET_DYN:
        return _KINDS.get(number)
    try:
        loaded = any(segment.type == PT_INTERP for segment in ElfFile(head).segments)
    except AtfaultError:  # of another class, or damaged
        return "library"
    return "executable" if loaded else "library"


def what_to_do(kind: ElfKind, name: str) -> str:
    """For people who have given the wrong command such a file."""
    if kind == "core":
        return f"to explain it: atfault core {name}"
    if kind == "object":
        return "what failed as it was made stands in the log of the build: atfault explain LOG"
    if kind == "library":
        return "to explain why a module cannot be imported: atfault explain --module NAME"
    return f"to run it under watch: atfault run {name}; a core file of it: atfault core CORE {name}"


def what_is_it(head: bytes) -> str:
    """A guess for people at what a file that is no core is."""
    if head.startswith(b"#!"):
        return "it is a script"
    if head.startswith(b"MDMP"):
        return "it is a Windows minidump"
    if head[:4] in (b"\xfe\xed\xfa\xce", b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe"):
        return "it is a macOS binary"
    if head.startswith(b"PK\x03\x04"):
        return "it is a zip archive; unpack it first"
    if head[257:262] == b"ustar":
        return "it is a tar archive; unpack it first (tar xf)"
    if head.startswith(b"BZh"):
        return "it is compressed with bzip2; unpack it first (bunzip2)"
    if head.startswith(b"\x5d\x00\x00"):
        return "it is compressed with lzma; unpack it first (unlzma)"
    if head.startswith(b"\x02\x21\x4c\x18"):
        return "it is compressed with lz4's old format; unpack it first (unlz4)"
    if form_of(head) is not None:
        return "it is compressed; unpack it first"
    head = head[:HEADER_SIZE]
    if all(32 <= byte < 127 or byte in b"\t\r\n" for byte in head):
        return "it is a text file"
    return f"it begins with {head[:8].hex(' ')} instead of 7f 45 4c 46 (ELF)"


def stored_attributes(path: str) -> dict[str, str]:
    """What systemd-coredump keeps beside a core: {pid,uid,exe,comm,signal,…}."""
    found: dict[str, str] = {}
    try:
        for name in os.listxattr(path):
            if name.startswith("user.coredump."):
                found[name[14:]] = text(os.getxattr(path, name))
    except OSError:
        pass
    return found


def number(digits: str | None) -> int | None:
    """A number that somebody else has written; None for what is none."""
    return int(digits) if digits and digits.isdigit() and len(digits) < 12 else None
