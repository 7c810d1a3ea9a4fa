"""Opening a core file in the form that it has on disk: plain, or compressed as systemd does.

The form is told by the first bytes, never by the name:

    7f 45 4c 46        ELF, mapped as it stands
    1f 8b              gzip
    28 b5 2f fd        zstd
    fd 37 7a 58 5a 00  xz
    04 22 4d 18        lz4 frame
    ProblemType: Crash what apport keeps: one of these in base64

What is compressed goes through `compressed_core`, and so does what comes from a pipe: a core is
read here and there, so it has to be a file.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable
from typing import Literal

from atfault import lazy
from atfault.errors import AccessError, AtfaultError, FormatError, UnsupportedInput
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
STDIN = "-"
_HEAD = 512
_MAX_LAYERS = 2
"""apport's report, and the gzip stream in it."""


def form_of(head: bytes) -> bytes | None:
    """What a core is packed in, by how the file begins; None for none of ours. (zstd's parallel
    tool puts a frame of its own, to be passed over, in front of each.)"""
    if head.startswith(APPORT):
        return APPORT
    if head[1:4] == _SKIPPABLE and head[0] >> 4 == 5:
        return ZSTD
    return next((magic for magic in COMPRESSED if head.startswith(magic)), None)


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


def open_core_bytes(
    path: str, progress: Progress | None = None
) -> tuple[mmap.mmap, list[str], os.stat_result]:
    """Map the core at `path` into memory. Returns (mapping, warnings, what fstat says of the file).

    Raises AccessError (missing, no permission), FormatError (damaged stream, empty),
    UnsupportedInput (a directory, a device, a script …).
    """
    fd = _standard_input() if path == STDIN else _open(path)
    warnings: list[str] = []
    try:
        status = os.fstat(fd)
        size = status.st_size
        head = _read_head(fd, path)
        if not head:
            raise FormatError(
                f"{_name(path)} is empty: no core was written (disk full, or `ulimit -c` too "
                "small?)"
            )
        for _ in range(_MAX_LAYERS):
            if head[:4] == MAGIC:
                break
            expanded = _expanded(fd, size, head, path, warnings, progress)
            os.close(fd)
            fd = expanded
            size = os.fstat(fd).st_size
            head = _read_head(fd, path)
        if not size:
            raise FormatError(f"{path} holds nothing once unpacked: no core was written?")
        if size < HEADER_SIZE:
            raise FormatError(
                f"{_name(path)} ends inside its ELF header, after {size} bytes: cut off"
            )
        return _map(fd, path), warnings, status
    finally:
        os.close(fd)


def _expanded(
    fd: int, size: int, head: bytes, path: str, warnings: list[str], progress: Progress | None
) -> int:
    form = form_of(head)
    if form is None:
        raise UnsupportedInput(f"{_name(path)} is not a core file: {what_is_it(head)}")
    expand = lazy.load("atfault.snapshot.compressed_core:expand")
    expanded: int = expand(fd, size, form, _name(path), warnings, progress)
    return expanded


def _standard_input() -> int:
    """A descriptor of standard input, or of a file that holds all that came from it."""
    if os.isatty(0):
        raise UnsupportedInput("no core comes from a terminal: coredumpctl dump | atfault core -")
    if os.fstat(0).st_mode & 0o170000 == 0o100000:
        return os.dup(0)
    taken: int = lazy.load("atfault.snapshot.compressed_core:received")(0)
    return taken


def _name(path: str) -> str:
    return "standard input" if path == STDIN else path


def _read_head(fd: int, path: str) -> bytes:
    try:
        return os.pread(fd, _HEAD, 0)
    except OSError as error:
        raise AccessError(f"{path} cannot be read: {error.strerror}") from None


def _open(path: str) -> int:
    try:
        # O_NONBLOCK: a FIFO must not make us wait.
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        raise AccessError(_why_missing(path)) from None
    except PermissionError:
        raise AccessError(
            f"{path} may not be read by this user: run as its owner, or with sudo"
        ) from None
    except OSError as error:
        raise AccessError(f"{path} cannot be opened: {error.strerror}") from None
    except ValueError:
        raise AccessError(f"{path!r} is not a file name") from None
    kind = os.fstat(fd).st_mode & 0o170000
    if kind != 0o100000:
        os.close(fd)
        what = {0o040000: "a directory", 0o010000: "a pipe", 0o140000: "a socket"}
        raise UnsupportedInput(
            f"{path} is {what.get(kind, 'a device')}, not a core file: give the core file itself"
        )
    return fd


def _why_missing(path: str) -> str:
    try:
        target = os.readlink(path)
    except OSError:
        return f"{path or repr(path)}: no such file"
    return f"{path} is a link to {target}, which does not exist"


def _map(fd: int, path: str) -> mmap.mmap:
    try:
        return mmap.mmap(fd, 0, mmap.MAP_PRIVATE, mmap.PROT_READ)
    except (OSError, ValueError) as error:
        raise AccessError(f"{path} cannot be mapped into memory: {error}") from None
