"""Whether files on this machine are those that the target had mapped.

A core names files as the crashed process saw them. On this machine such a file may have been
replaced by an upgrade, or may be gone. A mapped ELF object is accepted only
when its header, as the core dumped it, says that it is the same object:

    build ids in both        they must be equal, and the segments must lie at the same places
    a build id in neither    the first page, ELF header and segments must be equal; a file that was
                             changed after the core was written is accepted with the doubt said
    nothing was dumped       it cannot be told: accepted, with the doubt said
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from atfault.errors import AtfaultError, FormatError
from atfault.formats.elf import (
    NT_GNU_BUILD_ID,
    PF_R,
    PT_LOAD,
    PT_NOTE,
    ElfFile,
    OpenFile,
    ProgramHeader,
    iter_notes,
)
from atfault.model.process import TargetFile

Reader = Callable[[int, int], bytes]

_MAX_NOTE_BYTES = 1 << 16
_MAX_PROGRAM_HEADERS = 512
PAGE = 4096


class ImageIdentity(NamedTuple):
    """What tells one build of an ELF object from another, from its first page and its notes."""

    build_id: str
    """Lower-case hex; "" when it has none, or its notes could not be read."""
    layout: tuple[tuple[int, int, int, int], ...]
    """(offset, vaddr, filesz, memsz) of each PT_LOAD."""
    machine: int
    entry: int
    is_in_page: bool = False
    """Whether all of this was in the first page, so that an equal page means an equal identity."""


def image_identity(read: Reader) -> ImageIdentity | None:
    """Identity of the object of which `read(file_offset, size)` gives up to `size` bytes.

    None when the bytes at offset 0 are not those of a 64-bit ELF object.
    """
    head = read(0, PAGE)
    elf = _leading_part(head, read)
    if elf is None:
        return None
    segments = elf.segments
    layout = tuple([(s.offset, s.vaddr, s.filesz, s.memsz) for s in segments if s.type == PT_LOAD])
    build_id = ""
    is_in_page = elf.data == head
    for segment in segments:
        if segment.type == PT_NOTE and not build_id:
            size = min(segment.filesz, _MAX_NOTE_BYTES)
            end = segment.offset + size
            is_in_page = is_in_page and end <= len(head)
            notes = head[segment.offset : end] if end <= len(head) else read(segment.offset, size)
            build_id = build_id_in(notes, segment.align)
    is_in_page = is_in_page and bool(build_id)
    return ImageIdentity(build_id, layout, elf.machine, elf.entry, is_in_page)


def leading_segments(head: bytes, read: Reader) -> tuple[ProgramHeader, ...] | None:
    """Program headers of the object whose first page is `head`; None when it is not ELF.

    Usually they follow the ELF header; patchelf moves them behind everything else, where
    `read(file_offset, size)` has to find them.
    """
    elf = _leading_part(head, read)
    return None if elf is None else elf.segments


_last: tuple[bytes, ElfFile | None] = b"", None
"""The first page that was read last: that of each object is asked for twice in a row, to find the
object and to tell whether the file here is the same."""


def _leading_part(head: bytes, read: Reader) -> ElfFile | None:
    """ELF header and program headers, as in leading_segments; its `data` is `head` itself when both
    were in it."""
    global _last
    if head == _last[0]:
        return _last[1]
    try:
        elf = ElfFile(head)
        count = elf.segment_count()
        size = 56 * count
        if elf.phoff + size > len(head):
            if count > _MAX_PROGRAM_HEADERS:
                return None
            table = read(elf.phoff, size)
            elf = ElfFile(head[:32] + (64).to_bytes(8, "little") + head[40:64] + table)
        _ = elf.segments  # raises where they are damaged
        if elf.data is head:
            _last = head, elf
        return elf
    except AtfaultError:
        return None


def segment_flags(file: TargetFile, offset: int) -> int:
    """p_flags of the PT_LOAD that maps the page at `offset` of an ELF file; PF_R if none does."""
    with _opened(file) as read:
        for segment in leading_segments(read(0, PAGE), read) or ():
            first, end = segment.offset & -PAGE, segment.offset + segment.filesz
            if segment.type == PT_LOAD and first <= offset < end:
                return segment.flags
    return PF_R


_build_ids: dict[tuple[bytes, int], str] = {}
"""By notes and alignment. As with `_last`, each object is asked for twice in a row."""
_MAX_BUILD_IDS = 16


def build_id_in(notes: bytes, align: int) -> str:
    """The GNU build id among the notes of one PT_NOTE segment, in hex; "" when there is none."""
    found = _build_ids.get((notes, align))
    if found is None:
        if len(_build_ids) >= _MAX_BUILD_IDS:
            _build_ids.clear()
        found = _build_ids[notes, align] = _read_build_id(notes, align)
    return found


def _read_build_id(notes: bytes, align: int) -> str:
    try:
        for note in iter_notes(notes, 0, len(notes), align):
            if note.type == NT_GNU_BUILD_ID and note.owner == b"GNU":
                return notes[note.offset : note.offset + note.size].hex()
    except FormatError:
        pass
    return ""


def compare_identity(ours: ImageIdentity | None, target: ImageIdentity) -> str:
    """Why a file of identity `ours` is not the target's object; "" when it is."""
    if ours is None:
        return "is no longer an ELF file"
    if ours.build_id != target.build_id and ours.build_id and target.build_id:
        return f"has changed: build id {ours.build_id[:12]}… instead of {target.build_id[:12]}…"
    if target.build_id and not ours.build_id:
        return f"has changed: no build id instead of {target.build_id[:12]}…"
    if ours.layout != target.layout or ours.machine != target.machine:
        return "has changed: its segments lie elsewhere"
    if not ours.build_id and ours.entry != target.entry:
        return "has changed: its entry point differs"
    return ""


def file_identity(file: TargetFile) -> ImageIdentity | None:
    """Identity of a file on this machine; None when it cannot be read or is not ELF."""
    with _opened(file) as read:
        return image_identity(read)


def begins_with(file: TargetFile, page: bytes) -> bool:
    """Whether a file on this machine can be read and begins with these bytes."""
    with _opened(file) as read:
        return bool(page) and read(0, len(page)) == page


@contextmanager
def _opened(file: TargetFile) -> Iterator[Reader]:
    """What reads the file: nothing, where it cannot be opened."""
    try:
        opened = OpenFile(file.open())
    except OSError:
        yield lambda offset, size: b""
        return

    def read(offset: int, size: int) -> bytes:
        try:
            return os.pread(opened.fd, size, offset)
        except OSError:
            return b""

    yield read
