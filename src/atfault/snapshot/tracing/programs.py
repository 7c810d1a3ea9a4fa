"""What the tracer has to know of the files that its processes execute, asked once of each.

A script executes the same few programs thousands of times, and waits for us each time. One stat(2)
of /proc/PID/exe tells which file it is; its last change (st_ctime) moves with whatever is written
into it, and with each chmod and setcap.

What the file of a program says about ptrace: whether it traces others, has itself traced, or
looks whether it is.

The kernel tells a tracer of no system call that is about to fail, short of stopping it at each one,
and a seccomp filter that would (SECCOMP_RET_TRACE) can never be taken off again: without its tracer
it refuses the call for ever. So the file is asked, once: what it imports and contains.
"""

import os
import re
from typing import NamedTuple

from atfault.errors import AtfaultError
from atfault.formats.dynamic import DynamicSymbols
from atfault.formats.elf import PF_W, PF_X, PT_DYNAMIC, PT_LOAD, ElfFile, ProgramHeader
from atfault.snapshot import procfs
from atfault.snapshot.tracing import privileges

MAX_PROGRAMS = 256
"""Files that are remembered; the oldest is forgotten first."""


LEAK_CHECKERS = re.compile(r"lib(?:clang_rt\.)?(?P<kind>asan|hwasan|lsan)\b")
"""Runtime libraries whose leak check has a thread attach to all others."""
TRACER_PID = "TracerPid"
"""The field of /proc/PID/status that names the tracer: who reads it holds this word."""
_LOOKS = TRACER_PID.encode()
_LEAK_CHECK, _ASAN = b"LeakSanitizer has encountered a fatal error", b"ASAN_OPTIONS"
"""What the runtime says when it is traced, and where it reads what it is to do."""
_LONGEST = 64
_HEAD = 1 << 16
_CHUNK = 1 << 20
_MAX_READ = 1 << 24
_MAX_SCANNED = 1 << 25


class Traits(NamedTuple):
    """Of a program's file."""

    traces: bool = False
    """It calls ptrace."""
    leak_checker: str = ""
    """ "asan", "hwasan" or "lsan" where that is linked to it."""
    looks: bool = False
    """It holds the name of the field that tells of a tracer."""


def traits(fd: int) -> Traits:
    """Of the program in an open file. Never fails: of what cannot be read nothing is known."""
    try:
        return _traits(fd)
    except (OSError, AtfaultError):
        return Traits()


def _traits(fd: int) -> Traits:
    """Raises OSError, AtfaultError."""
    elf = ElfFile(os.pread(fd, _HEAD, 0))
    loaded = [one for one in elf.segments if one.type == PT_LOAD]

    def read(address: int, size: int) -> bytes:
        offset = elf.file_offset(address)
        content = b"" if offset is None or size > _MAX_READ else os.pread(fd, size, offset)
        if len(content) != size:
            raise AtfaultError(f"no {size} bytes at {address:#x}")
        return content

    entries = next((one for one in elf.segments if one.type == PT_DYNAMIC), None)
    if entries is None:
        return _by_constants(fd, loaded, Traits())
    raw = os.pread(fd, min(entries.filesz, _HEAD), entries.offset)
    symbols = DynamicSymbols(read, raw, 0)
    known = Traits(symbols.imports("ptrace"), _leak_checker(symbols))
    if symbols.lookup("Py_BytesMain") is not None:
        # An interpreter with all its modules in one file: some program may use them, few do.
        return known._replace(traces=False)
    return _by_constants(fd, loaded, known)


def _leak_checker(symbols: DynamicSymbols) -> str:
    """Of one that is a library, or exported."""
    for name in symbols.needed:
        found = LEAK_CHECKERS.match(name)
        if found is not None:
            return found["kind"]
    if symbols.lookup("__lsan_do_leak_check") is not None:
        return "asan" if symbols.lookup("__asan_init") is not None else "lsan"
    return "asan" if symbols.imports("__asan_init") else ""


def _by_constants(fd: int, loaded: list[ProgramHeader], known: Traits) -> Traits:
    """With what only its constants tell: a leak check that is linked statically has no symbols."""
    found = _held(fd, loaded, (_LOOKS, _LEAK_CHECK, _ASAN))
    kind = known.leak_checker
    if not kind and _LEAK_CHECK in found:
        kind = "asan" if _ASAN in found else "lsan"
    return known._replace(leak_checker=kind, looks=_LOOKS in found)


def _held(fd: int, loaded: list[ProgramHeader], words: tuple[bytes, ...]) -> set[bytes]:
    """Which of the words its constants hold. Older linkers put them beside the code."""
    fixed = [one for one in loaded if not one.flags & PF_W]
    constants = [one for one in fixed if not one.flags & PF_X] or fixed
    found: set[bytes] = set()
    left = _MAX_SCANNED
    for one in constants:
        offset, end = one.offset, one.offset + min(one.filesz, left)
        left -= end - offset
        before = b""
        while offset < end:
            part = os.pread(fd, min(_CHUNK, end - offset), offset)
            if not part:
                break
            found.update([word for word in words if word in before + part])
            before = part[-_LONGEST:]
            offset += len(part)
    return found


class Program(NamedTuple):
    """A file that was executed."""

    traits: Traits = Traits()
    """Of what is in it."""
    gives_rights: bool = True
    """Whoever executes it may get rights by that (set-user-id and the like)."""


UNKNOWN = Program()
"""A file that may not be looked at may give any rights."""


class Programs:
    """The files that were executed."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], Program] = {}

    def of(self, pid: int) -> Program:
        """What `pid` executes now. Never fails."""
        try:
            file = os.stat(f"/proc/{pid}/exe")
        except OSError:
            return UNKNOWN
        key = (file.st_dev, file.st_ino, file.st_ctime_ns)
        program = self._known.get(key)
        if program is None:
            if len(self._known) >= MAX_PROGRAMS:
                del self._known[next(iter(self._known))]
            given = privileges.are_given_by(pid, file)
            program = self._known[key] = Program(_traits_of(pid), given)
        return program


def _traits_of(pid: int) -> Traits:
    fd = procfs.open_program(pid)
    if fd is None:
        return Traits()
    try:
        return traits(fd)
    finally:
        os.close(fd)
