"""Debug information made by hand, for unit tests that need no compiler.

info = debug_info(
    abbrevs=abbrevs((1, Tag.COMPILE_UNIT, True, [(At.NAME, Form.STRING)]), …),
    info=unit(5, code(1) + b"x.c\\0" + …),
)
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

from atfault.formats.dwarf_forms import Form
from atfault.formats.dwarf_info import DebugInfo
from atfault.formats.elf import ElfFile
from support.cfi_builder import sleb, uleb
from support.elf_builder import elf_with_sections

Abbrev = tuple[int, int, bool, Sequence[tuple[int, ...]]]
"""(code, tag, has children, [(attribute, form), or with a third, its implicit constant])"""
END = b"\0"
"""Of a list of children, and of a table of abbreviations."""


def abbrevs(*kinds: Abbrev) -> bytes:
    """A table of .debug_abbrev."""
    out = b""
    for code, tag, has_children, attributes in kinds:
        out += uleb(code) + uleb(tag) + bytes([has_children])
        for name, form, *constant in attributes:
            out += uleb(name) + uleb(form) + (sleb(*constant) if constant else b"")
        out += b"\0\0"
    return out + END


def unit(
    version: int, entries: bytes, *, kind: int = 1, wide: bool = False, abbrevs_at: int = 0
) -> bytes:
    """A unit of .debug_info; wide: of 64-bit DWARF."""
    word = "<Q" if wide else "<I"
    table = struct.pack(word, abbrevs_at)
    if version >= 5:
        head = struct.pack("<HBB", version, kind, 8) + table
    else:
        head = struct.pack("<H", version) + table + b"\x08"
    return with_length(head + entries, wide)


def with_length(content: bytes, wide: bool = False) -> bytes:
    if wide:
        return b"\xff\xff\xff\xff" + struct.pack("<Q", len(content)) + content
    return struct.pack("<I", len(content)) + content


def first_entry(version: int, *, wide: bool = False) -> int:
    """Where a unit's entries begin, from its start."""
    return len(unit(version, b"", wide=wide))


def debug_info(supplement: DebugInfo | None = None, flags: int = 0, **sections: bytes) -> DebugInfo:
    """sections: by name, without its `.debug_`."""
    table = [(f".debug_{name}", 1, flags, content) for name, content in sections.items()]
    return DebugInfo(ElfFile(elf_with_sections(table)), supplement)


# -- tables of lines -----------------------------------------------------------------------------

LINE_BASE, LINE_RANGE, OPCODE_BASE = -5, 14, 13
OPERANDS = bytes([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])


def special(address: int, line: int) -> bytes:
    """The opcode that moves both and makes a row."""
    opcode = line - LINE_BASE + LINE_RANGE * address + OPCODE_BASE
    assert 0 <= line - LINE_BASE < LINE_RANGE and opcode < 256
    return bytes([opcode])


def set_address(address: int) -> bytes:
    return b"\0\x09\x02" + struct.pack("<Q", address)


def end_sequence(size: int = 0) -> bytes:
    """The end, `size` bytes further on."""
    return b"\x02" + uleb(size) + b"\0\x01\x01"


def line_table(
    version: int,
    program: bytes,
    *,
    folders: Iterable[str] = (),
    files: Iterable[tuple[str, int]] = (("x.c", 0),),
    wide: bool = False,
    unit_length: int = 1,
) -> bytes:
    """One table of .debug_line. files: (name, number of its folder); of version 5 both lists are
    whole, below that the folder 0 is where it was compiled, and files count from 1."""
    head = bytes([unit_length]) + (b"\x01" if version >= 4 else b"") + b"\x01"
    head += struct.pack("<bBB", LINE_BASE, LINE_RANGE, OPCODE_BASE) + OPERANDS
    if version >= 5:
        head += b"\x01" + uleb(1) + uleb(Form.STRING) + uleb(len(list(folders)))
        head += b"".join(name.encode() + b"\0" for name in folders)
        head += b"\x02" + uleb(1) + uleb(Form.STRING) + uleb(2) + uleb(Form.UDATA)
        head += uleb(len(list(files)))
        head += b"".join(name.encode() + b"\0" + uleb(folder) for name, folder in files)
    else:
        head += b"".join(name.encode() + b"\0" for name in folders) + b"\0"
        head += b"".join(n.encode() + b"\0" + uleb(f) + b"\0\0" for n, f in files) + b"\0"
    start = struct.pack("<H", version) + (b"\x08\x00" if version >= 5 else b"")
    size = struct.pack("<Q" if wide else "<I", len(head))
    return with_length(start + size + head + program, wide)
