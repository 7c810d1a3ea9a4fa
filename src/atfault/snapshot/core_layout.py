"""The address space of a core: its PT_LOAD segments joined with the table of mapped files.

One PT_LOAD is one mapping of the process; NT_FILE names the file behind it. Of a segment

    p_vaddr             p_vaddr + p_filesz                     p_vaddr + p_memsz
    |█ dumped, at p_offset █|░ not dumped: in the mapped file, if any ░|

Anonymous memory that was not dumped (MADV_DONTDUMP, coredump_filter) is unknown, not zero. So is
what a program may have written to of a file that it mapped, where the core was told to leave out
private memory (coredump_filter without bit 0): the kernel then dumps no such page, written or not.

gdb's gcore leaves mappings of which it dumps nothing out of the program headers; they are known
from NT_FILE alone, without permissions, which then come from the file's own program headers.
"""

from bisect import bisect_right
from typing import NamedTuple

from atfault.formats.core_notes import AT_EXECFN, AT_RANDOM, AT_SYSINFO_EHDR, FileMapping, text
from atfault.formats.elf import PF_R, PF_W, PF_X, PT_LOAD, ProgramHeader
from atfault.model.counts import counted
from atfault.model.process import MemoryMapping
from atfault.snapshot.memory import Buffer, Piece

_DELETED = b" (deleted)"
_VSYSCALL = 0xFFFF_FFFF_FF60_0000
_TOP = 1 << 64
_UNKNOWN_FLAGS = -1
_CUT_OFF = (
    "the core is cut off: {:,} KiB of memory that it promises are missing (disk full, or a limit "
    "on its size: ulimit -c unlimited)"
)
_DAMAGED = "the core is damaged: its segments overlap or wrap around"
_CUT_OFF_BRIEFLY = "the core is cut off: {} of its memory is missing"
_NO_PRIVATE_MEMORY_BRIEFLY = "the core holds no stack and no heap"
_NO_PRIVATE_MEMORY = (
    "the core holds none of the program's own memory, no stack and no heap: it was left out by "
    "/proc/PID/coredump_filter (0x33 is the kernel's default)"
)


class Layout(NamedTuple):
    """What a core says of the address space."""

    mappings: tuple[MemoryMapping, ...]
    pieces: list[Piece]
    """Sorted; `source` of an undumped one is an index into `sources`."""
    sources: list[str]
    """Paths of the files that undumped pages come from."""
    offsets: dict[int, int]
    """Start of a mapping of which something was dumped → its offset in the core."""
    raw_paths: dict[str, bytes]
    """Path as shown → its bytes, where they differ."""
    unprotected: list[int]
    """Indices of the mappings whose permissions the core does not hold."""
    problems: list[str]
    lacking: str = ""
    """What the whole is short of, as a clause for the report's headline; "" for nothing."""
    lacks_written: bool = False
    """Pages are missing that the program may have written to: see `without_written`."""
    contradiction: str = ""
    """Why not all of its segments can be as it says, as a clause; "" for nothing."""


def lay_out(
    segments: tuple[ProgramHeader, ...],
    files: tuple[FileMapping, ...],
    auxv: dict[int, int],
    data: Buffer,
) -> Layout:
    """Join the segments of a core with its file table; `data` is the core file's contents."""
    problems: list[str] = []
    by_start = sorted(files)
    loads, contradiction = _sorted_loads(segments, problems)
    gaps = _only_in_file_table(by_start, loads)
    if gaps:
        loads = sorted(loads + gaps)
    names = _PathNames()
    numbers: dict[str, int] = {}
    mappings: list[MemoryMapping] = []
    pieces: list[Piece] = []
    offsets: dict[int, int] = {}
    size = len(data)
    promised = missing = at = 0
    unprotected: list[int] = []
    private = held = 0
    is_partial = False
    for start, memsz, flags, offset, filesz in loads:
        end = start + memsz
        if flags == _UNKNOWN_FLAGS:
            unprotected.append(len(mappings))
            flags = PF_R | PF_X
        dumped = filesz
        promised += filesz
        if offset + filesz > size:
            dumped = max(size - offset, 0)
            missing += filesz - dumped
        if dumped:
            pieces.append(Piece(start, start + dumped, offset, data))
            offsets[start] = offset
        path, deleted, file_offset = "", False, 0
        while at < len(by_start) and by_start[at].end <= start:
            at += 1
        if at < len(by_start) and by_start[at].start <= start:
            file = by_start[at]
            path, deleted = names.shown(file.path)
            file_offset = file.offset + start - file.start
            rest_end = min(end, file.end)
            kept = filesz
            if dumped < filesz and _is_unmodified(flags, file_offset):
                kept = dumped
            if flags & PF_W and (start, end) != (file.start, file.end):
                is_partial = True
            if start + kept < rest_end:
                number = numbers.setdefault(path, len(numbers))
                pieces.append(Piece(start + kept, rest_end, file_offset + kept, None, number))
        elif flags & PF_W:
            private, held = private + memsz, held + filesz
        may = bool(flags & PF_R), bool(flags & PF_W), bool(flags & PF_X)
        mappings.append(MemoryMapping(start, end, file_offset, *may, path, deleted, dumped))
    lacking = ""
    if missing:
        problems.append(_CUT_OFF.format(missing >> 10))
        lacking = _CUT_OFF_BRIEFLY.format(_share(missing, promised))
    # gcore leaves the stack's segment out altogether; the kernel leaves it empty.
    lacks_private = not held and bool(private or auxv.get(AT_RANDOM))
    if lacks_private:
        problems.append(_NO_PRIVATE_MEMORY)
        lacking = lacking or _NO_PRIVATE_MEMORY_BRIEFLY
    _name_special(mappings, auxv)
    lacks = lacks_private or is_partial
    found, sources = tuple(mappings), list(numbers)
    return Layout(
        found,
        pieces,
        sources,
        offsets,
        names.raw,
        unprotected,
        problems,
        lacking,
        lacks,
        contradiction,
    )


def _share(missing: int, promised: int) -> str:
    """ "94 %", never "0 %" nor "100 %" of what is there in part."""
    percent = missing * 100 // promised
    if percent < 1:
        return "less than 1 %"
    return "all" if missing == promised else f"{percent} %"


def without_written(layout: Layout) -> Layout:
    """The layout without those pages of files that the program may have written to, for a core
    that holds no private memory, or a part of a mapping alone (`attach --save`)."""
    writable = {mapping.start for mapping in layout.mappings if mapping.writable}
    kept = [piece for piece in layout.pieces if piece.buffer or piece.start not in writable]
    return layout._replace(pieces=kept)


def _sorted_loads(
    segments: tuple[ProgramHeader, ...], problems: list[str]
) -> tuple[list[tuple[int, int, int, int, int]], str]:
    """((vaddr, memsz, flags, offset, filesz) of each PT_LOAD, by address, disjoint, filesz ≤ memsz;
    a clause where they are not so in the core).

    Of segments that overlap, which no kernel writes, the part already taken is cut off the later.
    """
    found = []
    damaged = 0
    for kind, flags, offset, vaddr, _, filesz, memsz, _ in segments:
        if kind != PT_LOAD:
            continue
        if vaddr + memsz > _TOP:
            damaged += 1
        elif memsz:
            found.append((vaddr, memsz, flags, offset, min(filesz, memsz)))
    found.sort()
    loads = []
    taken = 0
    for vaddr, memsz, flags, offset, filesz in found:
        overlap = taken - vaddr
        if overlap > 0:
            damaged += 1
            if overlap >= memsz:
                continue
            vaddr, memsz, offset = taken, memsz - overlap, offset + overlap
            filesz = max(filesz - overlap, 0)
        loads.append((vaddr, memsz, flags, offset, filesz))
        taken = vaddr + memsz
    if damaged:
        how_many = counted(damaged, "segment overlaps", "segments overlap")
        wrap = "wraps" if damaged == 1 else "wrap"
        problems.append(f"of the core, {how_many} others or {wrap} around")
    return loads, _DAMAGED if damaged else ""


def _is_unmodified(flags: int, file_offset: int) -> bool:
    """Whether pages that the core promises but lacks (it is cut off) are as in the mapped file.

    Code and the headers in front of it are; read-only data need not be, for the dynamic linker
    writes to it before it is made read-only (relro).
    """
    return not flags & PF_W and (bool(flags & PF_X) or file_offset == 0)


def _only_in_file_table(
    files: list[FileMapping], loads: list[tuple[int, int, int, int, int]]
) -> list[tuple[int, int, int, int, int]]:
    """The ranges of `files` that no segment covers, in the form of `_sorted_loads`."""
    gaps = []
    ends = 0
    position = 0
    for file in files:
        start = max(file.start, ends)
        while start < file.end <= _TOP:
            while position < len(loads) and loads[position][0] + loads[position][1] <= start:
                position += 1
            if position < len(loads) and loads[position][0] <= start:
                start = loads[position][0] + loads[position][1]
                continue
            end = file.end if position >= len(loads) else min(file.end, loads[position][0])
            gaps.append((start, end - start, _UNKNOWN_FLAGS, 0, 0))
            start = end
        ends = max(ends, file.end)
    return gaps


class _PathNames:
    """Paths of NT_FILE as text; each distinct one is decoded once."""

    def __init__(self) -> None:
        self.raw: dict[str, bytes] = {}
        self._known: dict[bytes, tuple[str, bool]] = {}

    def shown(self, raw: bytes) -> tuple[str, bool]:
        """(path with control characters escaped, whether the kernel says it was deleted)."""
        known = self._known.get(raw)
        if known is None:
            deleted = raw.endswith(_DELETED)
            name = raw[: -len(_DELETED)] if deleted else raw
            path = text(name)
            if path.encode() != name:
                self.raw[path] = name
            known = self._known[raw] = path, deleted
        return known


def _name_special(mappings: list[MemoryMapping], auxv: dict[int, int]) -> None:
    """Give the kernel's own names to the mappings that the auxiliary vector points at."""
    starts = [mapping.start for mapping in mappings]
    stack = auxv.get(AT_EXECFN) or auxv.get(AT_RANDOM, 0)
    wanted = (
        (stack, "[stack]"),
        (auxv.get(AT_SYSINFO_EHDR, 0), "[vdso]"),
        (_VSYSCALL, "[vsyscall]"),
    )
    for address, name in wanted:
        index = bisect_right(starts, address) - 1
        if index < 0:
            continue
        mapping = mappings[index]
        if address < mapping.end and not mapping.path:
            mappings[index] = mapping._replace(path=name)
