"""ELF files with symbol tables, made by hand."""

from __future__ import annotations

import struct

from atfault.formats.elf import ElfFile

FUNC, NOTYPE, OBJECT, IFUNC, FILE = 2, 0, 1, 10, 4
LOCAL, GLOBAL, WEAK = 0, 1, 2


def symbol(
    name_offset: int, value: int, size: int, kind: int = FUNC, binding: int = GLOBAL, shndx: int = 1
) -> bytes:
    return struct.pack("<IBBHQQ", name_offset, binding << 4 | kind, 0, shndx, value, size)


def symbol_file(
    symbols: list[tuple[str, int, int] | tuple[str, int, int, int, int]],
    *,
    section: str = ".symtab",
    extra: list[tuple[str, int, bytes]] | None = None,
    flags: int = 0,
) -> bytes:
    """An ELF file whose symbols are (name, value, size[, kind, binding]).

    Sections: null, `section`, .strtab, `extra` of (name, type, contents), .shstrtab.
    """
    strings = b"\0"
    table = symbol(0, 0, 0, NOTYPE, LOCAL, 0)
    for name, value, size, *rest in symbols:
        kind, binding = rest or (FUNC, GLOBAL)
        table += symbol(len(strings), value, size, kind, binding)
        strings += name.encode() + b"\0"
    is_dynamic = section == ".dynsym"
    parts = [(section, 11 if is_dynamic else 2, table), (".strtab", 3, strings), *(extra or [])]
    names = b"\0"
    image = bytearray(64)
    headers = [bytes(64)]
    for index, (name, kind, contents) in enumerate([*parts, (".shstrtab", 3, b"")]):
        at = len(names)
        names += name.encode() + b"\0"
        if name == ".shstrtab":
            contents = names
        fields = (at, kind, flags if index == 0 else 0, 0, len(image), len(contents))
        link = 2 if index == 0 else 0
        headers.append(struct.pack("<IIQQQQIIQQ", *fields, link, 0, 8, 24 if index == 0 else 0))
        image += contents + bytes(-len(contents) % 8)
    ident = b"\x7fELF\2\1\1" + bytes(9)
    sizes = (64, 56, 0, 64, len(headers), len(headers) - 1)
    image[:64] = ident + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 0, len(image), 0, *sizes)
    return bytes(image) + b"".join(headers)


def elf(data: bytes) -> ElfFile:
    return ElfFile(data)
