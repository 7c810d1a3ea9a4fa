"""A small core file of a snapshot: what the report needed, for atfault core, gdb and others.

    Elf64_Ehdr │ program headers │ notes                    │ pages
               │ NOTE, LOAD …    │ PRSTATUS of each thread, │ runs of neighbouring pages, in the
               │                 │ PRPSINFO, AUXV, FILE     │ order of their addresses

A mapping of which only some pages are at hand is split, as a PT_LOAD holds the beginning of its
range and nothing else:

    mapping   │░░░░░░│████│░░░│██│         LOAD filesz 0 │ LOAD 4 pages │ …

What is not in it was not needed, or is in the mapped file, which FILE names. A debugger looks for
the shared objects in the dynamic linker's list, so that is included, and so is the first page of
every object, which tells its build id.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Mapping, Sequence

from atfault.arch.base import CODE_SET, sets_behind
from atfault.errors import AccessError, MemoryFault
from atfault.formats.core_notes import (
    AT_PHDR,
    AT_PHNUM,
    NT_AUXV,
    NT_FILE,
    NT_PRPSINFO,
    NT_PRSTATUS,
    NT_WITHOUT_TEXT,
    OWN,
    PF_FORKNOEXEC,
)
from atfault.model.process import MemoryMapping, ProcessInfo
from atfault.snapshot.protocol import Memory, Snapshot
from atfault.snapshot.stand_in import StandIn
from atfault.whole_file import whole_file

PAGE = 4096
MAX_SEGMENTS = 65_000
"""e_phnum is a 16-bit number, and 0xffff has a meaning of its own."""
MAX_OBJECTS = 4096
_EHDR = struct.Struct("<16sHHIQQQIHHHHHH")
_PHDR = struct.Struct("<IIQQQQQQ")
_PRSTATUS_HEAD = struct.Struct("<iiihxxQQiiii64x")
_PRPSINFO = struct.Struct("<bcbbxxxxQIIiiii16s80s")
_IDENT = b"\x7fELF\x02\x01\x01" + bytes(9)
_ET_CORE, _PT_LOAD, _PT_DYNAMIC, _PT_NOTE = 4, 1, 2, 4
_DT_DEBUG = 21
_MAX_DYNAMIC = 512


def write_minicore(
    snapshot: Snapshot,
    path: str,
    registers: Mapping[int, bytes],
    pages: Mapping[int, bytes],
    stand_in: StandIn | None = None,
) -> None:
    """Write a core file that only its owner can read.

    stand_in: what there is of texts that were left out of the pages; None where none were.
    registers: thread → general register set as the kernel lays it out; the others are left out.
    pages: address → contents of a page. Raises AccessError when the file cannot be written.
    """
    segments = _segments(snapshot.mappings, pages)
    notes = _notes(snapshot, registers, stand_in)
    start = _EHDR.size + _PHDR.size * (len(segments) + 1)
    at = (start + len(notes) + PAGE - 1) & -PAGE
    headers = [_PHDR.pack(_PT_NOTE, 4, start, 0, 0, len(notes), 0, 4)]
    for low, high, flags, held in segments:
        size = high - low
        headers.append(_PHDR.pack(_PT_LOAD, flags, at, low, 0, size if held else 0, size, PAGE))
        at += size if held else 0
    head = _EHDR.pack(
        _IDENT,
        _ET_CORE,
        snapshot.arch.e_machine,
        1,
        0,
        _EHDR.size,
        0,
        0,
        _EHDR.size,
        _PHDR.size,
        len(headers),
        0,
        0,
        0,
    )
    begin = head + b"".join(headers) + notes
    begin += bytes(-len(begin) % PAGE)
    try:
        with whole_file(path) as file:
            file.write(begin)
            for low, high, _, held in segments:
                if held:
                    file.writelines([pages[page] for page in range(low, high, PAGE)])
    except OSError as error:
        raise AccessError(f"cannot write {path}: {error.strerror}") from None


def read_for_debuggers(snapshot: Snapshot) -> None:
    """Read, through the snapshot's memory, what debuggers need to find the shared objects."""
    memory = snapshot.memory
    for mapping in snapshot.mappings:
        if mapping.file_offset == 0 and mapping.readable and mapping.path.startswith(("/", "[v")):
            memory.read_upto(mapping.start, PAGE)
    try:
        _read_link_map(memory, snapshot.auxv)
    except MemoryFault:
        pass


def _read_link_map(memory: Memory, auxv: Mapping[int, int]) -> None:
    """Follow the executable's DT_DEBUG to the dynamic linker's list of objects.

    struct r_debug { int version; struct link_map *map; … }
    struct link_map { l_addr; char *l_name; Elf64_Dyn *l_ld; l_next; l_prev; … }
    """
    headers = auxv.get(AT_PHDR, 0)
    dynamic = bias = 0
    for index in range(min(auxv.get(AT_PHNUM, 0), 64)):
        kind, _, _, address, *_ = _PHDR.unpack(memory.read(headers + 56 * index, 56))
        if kind == 6:  # PT_PHDR tells where the file wanted its headers
            bias = headers - address
        if kind == _PT_DYNAMIC:
            dynamic = address
    if not dynamic:
        return
    debug = 0
    for index in range(_MAX_DYNAMIC):
        tag, value = memory.u64s(bias + dynamic + 16 * index, 2)
        if tag == _DT_DEBUG:
            debug = value
        if tag == 0:
            break
    entry = memory.u64(debug + 8) if debug else 0
    for _ in range(MAX_OBJECTS):
        if not entry:
            break
        _, name, table, following = memory.u64s(entry, 4)
        memory.cstring(name)
        memory.read_upto(table, 1)
        entry = following


def _segments(
    mappings: Sequence[MemoryMapping], pages: Mapping[int, bytes]
) -> list[tuple[int, int, int, bool]]:
    """(start, end, PF_* flags, whether its pages are at hand), sorted."""
    found: list[tuple[int, int, int, bool]] = []
    held = sorted(pages)
    at = 0
    for mapping in mappings:
        if mapping.start >> 63:
            continue  # [vsyscall]
        flags = mapping.readable << 2 | mapping.writable << 1 | int(mapping.executable)
        low = mapping.start
        while at < len(held) and held[at] < mapping.start:
            at += 1
        while at < len(held) and held[at] < mapping.end and len(found) < MAX_SEGMENTS:
            first = held[at]
            last = first
            while at < len(held) and held[at] == last and last < mapping.end:
                last += PAGE
                at += 1
            if low < first:
                found.append((low, first, flags, False))
            found.append((first, last, flags, True))
            low = last
        if low < mapping.end and len(found) < MAX_SEGMENTS:
            found.append((low, mapping.end, flags, False))
    return found


def _notes(snapshot: Snapshot, registers: Mapping[int, bytes], stand_in: StandIn | None) -> bytes:
    process = snapshot.process
    if stand_in is not None:
        process = process._replace(argv=stand_in.arguments)
    parts = []
    head = bytes(snapshot.arch.prstatus_regs_offset - _PRSTATUS_HEAD.size)
    for thread in snapshot.threads:
        raw = registers.get(thread.tid)
        if raw is not None:
            ppid = process.ppid or 0
            status = _PRSTATUS_HEAD.pack(0, 0, 0, 0, 0, 0, thread.tid, ppid, 0, 0)
            general = raw[: snapshot.arch.user_regs_size]
            parts.append(_note(NT_PRSTATUS, status + head + general + bytes(8)))
            if len(parts) == 1:
                parts.append(_note(NT_PRPSINFO, _process(process)))
            sets = sets_behind(raw, len(general))
            parts += [_note(kind, sets[kind], b"LINUX") for kind in sets if kind != CODE_SET]
    auxv = b"".join([struct.pack("<QQ", tag, value) for tag, value in snapshot.auxv.items()])
    parts.append(_note(NT_AUXV, auxv + bytes(16)))
    parts.append(_note(NT_FILE, _files(snapshot.mappings)))
    if stand_in is not None:
        parts.append(_note(NT_WITHOUT_TEXT, stand_in.encode(), OWN))
    return b"".join(parts)


def _process(process: ProcessInfo) -> bytes:
    uid = process.uid or 0
    name = os.fsencode(process.executable.rsplit("/", 1)[-1])[:15]
    arguments = os.fsencode(" ".join(process.argv))[:79]
    flags = PF_FORKNOEXEC if process.forked else 0
    return _PRPSINFO.pack(
        0, b"S", 0, 0, flags, uid, uid, process.pid, process.ppid or 0, 0, 0, name, arguments
    )


def _files(mappings: Sequence[MemoryMapping]) -> bytes:
    """NT_FILE: count, page size, (start, end, offset in pages) of each, then the names."""
    files = [mapping for mapping in mappings if mapping.path.startswith("/")]
    table = [struct.pack("<QQ", len(files), PAGE)]
    table += [struct.pack("<QQQ", m.start, m.end, m.file_offset // PAGE) for m in files]
    names = []
    for mapping in files:
        names.append(
            os.fsencode(mapping.path) + (b" (deleted)" if mapping.deleted else b"") + b"\0"
        )
    return b"".join(table + names)


def _note(kind: int, content: bytes, owner: bytes = b"CORE") -> bytes:
    """An ELF note, padded to 4 bytes."""
    name = owner + b"\0"
    return struct.pack("<III", len(name), len(content), kind) + _padded(name) + _padded(content)


def _padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % 4)
