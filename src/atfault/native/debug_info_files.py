"""Opening an object's debug information: in itself, in a separate file, or in several."""

from __future__ import annotations

from atfault.errors import FormatError
from atfault.formats.dwarf_info import DebugInfo
from atfault.formats.elf import PT_LOAD, ElfFile
from atfault.formats.relocation import relocated
from atfault.model.process import TargetFile
from atfault.native.debug_files import open_elf
from atfault.snapshot.target_files import LocalFile

MAX_IMAGE = 64 << 20
"""Bytes of debug information of an object that was made at run time."""


def debug_info(file: TargetFile | None, debug: LocalFile | None) -> DebugInfo | None:
    """The debug information of an object: in itself, or in a separate file; None where it cannot
    be opened. Raises FormatError."""
    owner = debug or file
    own = open_elf(file) if file is not None else None
    elf = open_elf(owner) if owner is not None else None
    if own is None or elf is None or owner is None:
        return None
    if _first_address(elf) != _first_address(own):
        raise FormatError("its debug file is for another place in memory")
    link = elf.debugaltlink()
    if link is None:
        return DebugInfo(elf)
    name, build_id = link
    common = owner.beside(name)
    shared = open_elf(common) if common is not None else None
    if shared is None or shared.build_id() != build_id:
        raise FormatError(f"its debug information is partly in {name}, which is not here")
    return DebugInfo(elf, DebugInfo(shared))


def image_info(image: bytes) -> DebugInfo:
    """The same of an object that a JIT compiler made. Raises FormatError, UnsupportedInput."""
    return DebugInfo(ElfFile(relocated(image, MAX_IMAGE)))


def _first_address(elf: ElfFile) -> int:
    return min((one.vaddr for one in elf.segments if one.type == PT_LOAD), default=0)
