"""The debug sections of an object that was not linked (ET_REL), relocated to where its code lies.

A JIT compiler announces its objects as they were before that: `.debug_info` has zeros where
addresses and offsets belong, and `.rela.debug_info` says what to put there:

    r_offset 0x2f   symbol 3 (its section), type 1 (R_X86_64_64)   r_addend 0x40
        → the 8 bytes at 0x2f are the section's address + 0x40
"""

from __future__ import annotations

import struct

from atfault.errors import FormatError
from atfault.formats.elf import ElfFile, Section

MAX_RELOCATIONS = 1 << 18
_RELA = struct.Struct("<QQq")
_SYMBOL = struct.Struct("<IBBHQQ")
_SHT_RELA = 4
_SHF_ALLOC = 2
_R_64, _R_32, _R_32S = 1, 10, 11
_WIDTHS = {_R_64: 8, _R_32: 4, _R_32S: 4}


def relocated(image: bytes, limit: int) -> bytes:
    """The image with the relocations of its debug sections applied.

    Raises FormatError where it has none, or more than `limit` bytes of them.
    """
    elf = ElfFile(image)
    sections = elf.sections
    debug = [s for s in sections if s.name.startswith(".debug_")]
    if sum(s.size for s in debug) > limit:
        raise FormatError(f"more than {limit >> 20} MiB of debug information")
    if not any(s.name == ".debug_info" and s.size for s in debug):
        raise FormatError("it was compiled without debug information")
    out = bytearray(image)
    for table in sections:
        if table.type != _SHT_RELA or table.info >= len(sections) or table.link >= len(sections):
            continue
        target = sections[table.info]
        if target.name.startswith(".debug_"):
            _relocate(elf, out, table, target)
    return bytes(out)


def _relocate(elf: ElfFile, out: bytearray, table: Section, target: Section) -> None:
    entries = elf.section_bytes(table, MAX_RELOCATIONS * _RELA.size)
    symbols = elf.section_bytes(elf.sections[table.link], MAX_RELOCATIONS * _SYMBOL.size)
    usable = len(entries) - len(entries) % _RELA.size
    for offset, info, addend in _RELA.iter_unpack(entries[:usable]):
        width = _WIDTHS.get(info & 0xFFFFFFFF)
        at = (info >> 32) * _SYMBOL.size
        if width is None or at + _SYMBOL.size > len(symbols) or offset + width > target.size:
            continue
        _, _, _, index, value, _ = _SYMBOL.unpack_from(symbols, at)
        if 0 < index < len(elf.sections):
            section = elf.sections[index]
            base = section.addr if section.flags & _SHF_ALLOC else 0
            # Relative to the section, as in any ET_REL file, unless the maker relocated it.
            if not base <= value < base + max(section.size, 1) or not base:
                value += base
        where = target.offset + offset
        if where + width <= len(out):
            result = (value + addend) & ((1 << 8 * width) - 1)
            out[where : where + width] = result.to_bytes(width, "little")
