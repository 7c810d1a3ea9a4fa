"""ELF files, 64-bit little-endian: headers, segments, sections, notes, build id, string tables.

An ELF file as `<elf.h>` (glibc, gABI chapter 4) lays it out:

    0     16      18        20       24     32     40     48     52        54 … 64
    +-----+-------+---------+--------+------+------+------+------+---------+------------------+
    |ident| e_type|e_machine|e_version|e_entry|e_phoff|e_shoff|flags|e_ehsize| sizes and counts |
    +-----+-------+---------+--------+------+------+------+------+---------+------------------+
    ident: 7f 45 4c 46, class (2 = 64 bit), data (1 = little-endian), version, OS ABI, padding

A core with more than 65,534 segments has e_phnum = 0xffff (PN_XNUM) and the true number in sh_info
of section header 0.

Everything is lazy: constructing an `ElfFile` unpacks the 64-byte header and no more. Every offset
and count is held against the size of the data before it is used.
"""

import os
import struct
import zlib
from collections.abc import Iterator
from mmap import mmap
from typing import NamedTuple

from atfault import lazy
from atfault.errors import FormatError, UnsupportedInput

Buffer = bytes | bytearray | memoryview | mmap

MAGIC = b"\x7fELF"
HEADER_SIZE = 64

ET_REL, ET_EXEC, ET_DYN, ET_CORE = 1, 2, 3, 4
PT_LOAD, PT_DYNAMIC, PT_INTERP, PT_NOTE, PT_PHDR, PT_TLS = 1, 2, 3, 4, 6, 7
PT_GNU_EH_FRAME = 0x6474_E550
PT_GNU_STACK = 0x6474_E551
PF_X, PF_W, PF_R = 1, 2, 4
PN_XNUM = 0xFFFF
SHN_XINDEX = 0xFFFF
SHT_SYMTAB, SHT_NOBITS, SHT_DYNSYM = 2, 8, 11
SHF_COMPRESSED = 0x800
NT_GNU_BUILD_ID = 3

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_PROGRAM_HEADER = struct.Struct("<IIQQQQQQ")
_SECTION_HEADER = struct.Struct("<IIQQQQIIQQ")
_NOTE_HEADER = struct.Struct("<III")
_COMPRESSION_HEADER = struct.Struct("<IIQQ")
_ELFCOMPRESS_ZLIB, _ELFCOMPRESS_ZSTD = 1, 2

# No real object comes near these; they bound the work on a damaged one.
_MAX_SEGMENTS = 1 << 20
_MAX_SECTIONS = 1 << 20
_MAX_NOTES = 1 << 20
_MAX_DECOMPRESSED = 1 << 30


class ProgramHeader(NamedTuple):
    """One segment; addresses, offsets and sizes in bytes, as in the file."""

    type: int
    flags: int
    offset: int
    vaddr: int
    paddr: int
    filesz: int
    memsz: int
    align: int


class Section(NamedTuple):
    """One section header; `name` is resolved through the section name table."""

    name: str
    type: int
    flags: int
    addr: int
    offset: int
    size: int
    link: int
    info: int
    addralign: int
    entsize: int


class Note(NamedTuple):
    """One note: where its payload lies, not the payload itself (register sets can be large)."""

    owner: bytes
    """The name without its NUL: b"CORE", b"GNU", b"LINUX"."""
    type: int
    offset: int
    """Of the payload, in the buffer the notes were read from."""
    size: int


class OpenFile:
    """An open file, closed with the last reference to it."""

    __slots__ = ("fd",)

    def __init__(self, fd: int) -> None:
        self.fd = fd

    def __del__(self) -> None:
        os.close(self.fd)


class ElfFile:
    """A view of one ELF file in `data` (bytes, mmap or memoryview); nothing is copied.

    file: what `data` is a map of, where large tables are better read than mapped.
    Also serves for the first page of an object in memory, as far as that page reaches.
    Raises FormatError for what is not ELF and UnsupportedInput for 32-bit or big-endian files.
    """

    __slots__ = (
        "_by_name",
        "_phentsize",
        "_phnum",
        "_sections",
        "_segments",
        "_shentsize",
        "_shnum",
        "_shstrndx",
        "data",
        "entry",
        "file",
        "flags",
        "machine",
        "phoff",
        "shoff",
        "size",
        "type",
    )

    def __init__(self, data: Buffer, file: OpenFile | None = None) -> None:
        self.data = data
        self.file = file
        self.size = len(data)
        ident = bytes(data[:16])
        if ident[:4] != MAGIC:
            raise FormatError("not an ELF file", 0)
        if self.size < HEADER_SIZE:
            raise FormatError(f"ELF header cut off after {self.size} of {HEADER_SIZE} bytes")
        if ident[4] != 2:
            raise UnsupportedInput("a 32-bit ELF file; only 64-bit ones are handled")
        if ident[5] != 1:
            raise UnsupportedInput("a big-endian ELF file; only little-endian ones are handled")
        (
            _,
            self.type,
            self.machine,
            _version,
            self.entry,
            self.phoff,
            self.shoff,
            self.flags,
            _ehsize,
            self._phentsize,
            self._phnum,
            self._shentsize,
            self._shnum,
            self._shstrndx,
        ) = _HEADER.unpack_from(data)
        self._segments: tuple[ProgramHeader, ...] | None = None
        self._sections: tuple[Section, ...] | None = None
        self._by_name: dict[str, Section] | None = None

    # ---- segments -----------------------------------------------------------------------------

    @property
    def segments(self) -> tuple[ProgramHeader, ...]:
        """The program headers, in file order. Raises FormatError when the table is cut off."""
        if self._segments is None:
            self._segments = self._read_segments()
        return self._segments

    def segment_count(self) -> int:
        """The number of program headers, PN_XNUM resolved."""
        if self._phnum != PN_XNUM:
            return int(self._phnum)
        if self.shoff == 0 or self.shoff + _SECTION_HEADER.size > self.size:
            raise FormatError(
                "65,535 or more segments, but section header 0 is missing", self.shoff
            )
        count: int = _SECTION_HEADER.unpack_from(self.data, self.shoff)[7]
        return count

    def _read_segments(self) -> tuple[ProgramHeader, ...]:
        count = self.segment_count()
        if count == 0:
            return ()
        if self._phentsize != _PROGRAM_HEADER.size:
            raise FormatError(f"program headers of {self._phentsize} bytes, expected 56", 54)
        length = count * _PROGRAM_HEADER.size
        if count > _MAX_SEGMENTS or self.phoff + length > self.size:
            raise FormatError(f"{count} program headers do not fit in the file", self.phoff)
        table = self.data[self.phoff : self.phoff + length]
        make = tuple.__new__  # a thousand of them are worth it
        return tuple([make(ProgramHeader, raw) for raw in _PROGRAM_HEADER.iter_unpack(table)])

    # ---- sections -----------------------------------------------------------------------------

    @property
    def sections(self) -> tuple[Section, ...]:
        """The section headers; () when there are none. Raises FormatError when cut off."""
        if self._sections is None:
            self._sections = self._read_sections()
        return self._sections

    def section(self, name: str) -> Section | None:
        """The first section of that name, or None."""
        if self._by_name is None:
            self._by_name = {}
            for section in self.sections:
                self._by_name.setdefault(section.name, section)
        return self._by_name.get(name)

    def _read_sections(self) -> tuple[Section, ...]:
        if self.shoff == 0:
            return ()
        if self._shentsize != _SECTION_HEADER.size:
            raise FormatError(f"section headers of {self._shentsize} bytes, expected 64", 58)
        if self.shoff + _SECTION_HEADER.size > self.size:
            raise FormatError("section headers lie past the end of the file", self.shoff)
        count, names_index = self._shnum, self._shstrndx
        first = _SECTION_HEADER.unpack_from(self.data, self.shoff)
        if count == 0:
            count = first[5]
        if names_index == SHN_XINDEX:
            names_index = first[6]
        length = count * _SECTION_HEADER.size
        if count > _MAX_SECTIONS or self.shoff + length > self.size:
            raise FormatError(f"{count} section headers do not fit in the file", self.shoff)
        raws = list(_SECTION_HEADER.iter_unpack(self.data[self.shoff : self.shoff + length]))
        names = b""
        if names_index < len(raws) and raws[names_index][1] != SHT_NOBITS:
            offset, size = raws[names_index][4], raws[names_index][5]
            names = bytes(self.data[offset : min(offset + size, self.size)])
        make = tuple.__new__
        return tuple([make(Section, (string_at(names, raw[0]), *raw[1:])) for raw in raws])

    def section_bytes(self, section: Section, limit: int = _MAX_DECOMPRESSED) -> bytes:
        """The contents of a section, decompressed when SHF_COMPRESSED; b"" for SHT_NOBITS.

        Raises FormatError when they are cut off or damaged, larger than `limit` bytes, or do not
        fit into memory.
        """
        if section.type == SHT_NOBITS:
            return b""
        end = section.offset + section.size
        if end > self.size:
            raise FormatError(f"section {section.name} is cut off", section.offset)
        if not section.flags & SHF_COMPRESSED:
            if section.size > limit:
                raise FormatError(f"section {section.name} of {section.size} bytes", section.offset)
            return bytes(self.data[section.offset : end])
        try:
            return self._decompressed(section, limit)
        except MemoryError:
            reason = f"section {section.name} unpacks to more than there is memory for"
            raise FormatError(reason, section.offset) from None

    def _decompressed(self, section: Section, limit: int) -> bytes:
        """Undo SHF_COMPRESSED: a 24-byte header (type, reserved, size, align), then the stream."""
        head = _COMPRESSION_HEADER.size
        if section.size < head:
            raise FormatError(f"section {section.name} is cut off", section.offset)
        kind, _, size, _ = _COMPRESSION_HEADER.unpack_from(self.data, section.offset)
        if size > limit:
            raise FormatError(f"section {section.name} of {size} bytes", section.offset)
        packed = bytes(self.data[section.offset + head : section.offset + section.size])
        if kind == _ELFCOMPRESS_ZLIB:
            try:
                out = zlib.decompressobj().decompress(packed, size + 1)
            except zlib.error as error:
                raise FormatError(f"section {section.name}: {error}", section.offset) from None
        elif kind == _ELFCOMPRESS_ZSTD:
            try:
                out = lazy.load("atfault.formats.zstd:decompress")(packed, size + 1)
            except FormatError as error:
                raise FormatError(f"section {section.name}: {error}", section.offset) from None
            except ImportError as how:
                raise FormatError(f"section {section.name} is packed with zstd: {how}") from None
        else:
            raise FormatError(f"section {section.name}: compression {kind}", section.offset)
        if len(out) != size:
            raise FormatError(f"section {section.name} is damaged", section.offset)
        return bytes(out)

    # ---- what is looked up most ---------------------------------------------------------------

    def notes(self) -> Iterator[Note]:
        """All notes of the PT_NOTE segments, or of the SHT_NOTE sections where there are none."""
        ranges = [(s.offset, s.filesz, s.align) for s in self.segments if s.type == PT_NOTE]
        if not ranges:
            ranges = [(s.offset, s.size, s.addralign) for s in self.sections if s.type == 7]
        for offset, size, align in ranges:
            yield from iter_notes(self.data, offset, size, align)

    def build_id(self) -> str:
        """Lower-case hex of NT_GNU_BUILD_ID; "" when there is none (or it lies past the data)."""
        try:
            for note in self.notes():
                if note.type == NT_GNU_BUILD_ID and note.owner == b"GNU":
                    return bytes(self.data[note.offset : note.offset + note.size]).hex()
        except FormatError:
            pass
        return ""

    def debuglink(self) -> tuple[str, int] | None:
        """(file name, CRC-32) of .gnu_debuglink, or None.

        The section is a NUL-terminated name, padded to 4 bytes, then the CRC.
        """
        section = self.section(".gnu_debuglink")
        if section is None or section.size > 4096:
            return None
        content = self.section_bytes(section)
        end = content.find(b"\0")
        crc_at = (end + 4) & ~3
        if end <= 0 or crc_at + 4 > len(content):
            return None
        crc: int = struct.unpack_from("<I", content, crc_at)[0]
        return content[:end].decode("utf-8", "backslashreplace"), crc

    def debugaltlink(self) -> tuple[str, str] | None:
        """(file name, build id) of .gnu_debugaltlink, where dwz puts the name of the file that
        several debug files share; None for none.

        The section is a NUL-terminated name, then the build id.
        """
        section = self.section(".gnu_debugaltlink")
        if section is None or section.size > 4096:
            return None
        name, _, build_id = self.section_bytes(section).partition(b"\0")
        return name.decode("utf-8", "backslashreplace"), build_id.hex()

    def file_offset(self, vaddr: int) -> int | None:
        """Offset in the file of the byte at ELF address `vaddr`; None when no segment holds it."""
        for segment in self.segments:
            if segment.type == PT_LOAD and 0 <= vaddr - segment.vaddr < segment.filesz:
                return segment.offset + vaddr - segment.vaddr
        return None

    def vaddr(self, file_offset: int) -> int | None:
        """ELF address of the byte at `file_offset`; None when no segment holds it."""
        for segment in self.segments:
            if segment.type == PT_LOAD and 0 <= file_offset - segment.offset < segment.filesz:
                return segment.vaddr + file_offset - segment.offset
        return None


def iter_notes(data: Buffer, offset: int, size: int, align: int = 4) -> Iterator[Note]:
    """The notes in `data[offset : offset + size]`.

        +--------+--------+------+----------------+------------------+
        | namesz | descsz | type | name (padded)  | payload (padded) |
        +--------+--------+------+----------------+------------------+
          4 bytes  4        4      to 4 (or 8)      to 4 (or 8)

    Padding is to 4 bytes, to 8 only in segments aligned to 8 (.note.gnu.property). A note that is
    cut off ends the iteration with FormatError, after those before it.
    """
    pad = 7 if align == 8 else 3
    end = min(offset + size, len(data))
    cut_off = end < offset + size
    position = offset
    for _ in range(_MAX_NOTES):
        if position + 12 > end:
            break
        namesz, descsz, kind = _NOTE_HEADER.unpack_from(data, position)
        payload = position + 12 + namesz
        payload = offset + ((payload - offset + pad) & ~pad)
        if payload + descsz > end:
            raise FormatError("a note is cut off", position)
        owner = bytes(data[position + 12 : position + 12 + min(namesz, 64)]).rstrip(b"\0")
        yield Note(owner, kind, payload, descsz)
        position = offset + ((payload + descsz - offset + pad) & ~pad)
    if cut_off:
        raise FormatError("the notes are cut off", end)


def string_at(table: bytes, index: int) -> str:
    """The NUL-terminated string at `index` of a string table; "" when out of range."""
    if index >= len(table):
        return ""
    end = table.find(b"\0", index, index + 65536)
    if end < 0:
        end = min(len(table), index + 65536)
    return table[index:end].decode("utf-8", "backslashreplace")
