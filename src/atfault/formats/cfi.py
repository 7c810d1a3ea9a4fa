"""Call frame information as the loader maps it: .eh_frame_hdr and .eh_frame (LSB 5, 10.6).

Everything is read straight from the target's memory, so addresses below are run-time addresses.

    .eh_frame_hdr                              .eh_frame: records, ended by a length of zero
    +0  01        version                      +0   length of what follows, 4 bytes
    +1  1b        encoding of eh_frame_ptr     +4   0: a CIE; else an FDE, its CIE that many bytes
    +2  03        encoding of fde_count             before this field
    +3  3b        encoding of the table        CIE: version, augmentation string, alignments,
    +4  ptr       eh_frame_ptr                      return address column, augmentation data,
    +8  n         fde_count                         initial instructions
    +12 n pairs   (start, FDE), each 4 bytes   FDE: start, size, augmentation data, instructions
                  relative to the header,
                  sorted by start
"""

import struct
from bisect import bisect_right
from typing import NamedTuple

from atfault.errors import FormatError, MemoryFault
from atfault.formats.cfi_program import Row, initial_row, row_for
from atfault.formats.dwarf_expression import Reader
from atfault.formats.leb128 import sleb, uleb

# DW_EH_PE_*: low four bits the format, next three the base, the top one "indirect".
PE_OMIT = 0xFF
PE_INDIRECT = 0x80
_FIXED = {
    0x00: struct.Struct("<Q"),
    0x02: struct.Struct("<H"),
    0x03: struct.Struct("<I"),
    0x04: struct.Struct("<Q"),
    0x08: struct.Struct("<q"),
    0x0A: struct.Struct("<h"),
    0x0B: struct.Struct("<i"),
    0x0C: struct.Struct("<q"),
}
_MASK = 0xFFFF_FFFF_FFFF_FFFF
_U32 = struct.Struct("<I")

MAX_RECORD = 1 << 20
"""Bytes of one CIE or FDE; the largest seen in real libraries is a few KiB."""
MAX_RECORDS = 4_000_000
MAX_LINEAR = 200_000
"""Records that a walk without a table looks at, about a second."""
MAX_SECTION = 1 << 28
_BLOCK = 512
"""Entries of the search table that are read at once, 4 KiB."""
_FIRST_READ = 80
"""Bytes read of an FDE before its length is known; most are shorter."""


class Cie(NamedTuple):
    """What the functions of one CIE have in common."""

    code_align: int
    data_align: int
    return_column: int
    fde_encoding: int
    has_augmentation_data: bool
    is_signal_frame: bool
    initial: Row
    """The row before an FDE's own instructions."""


class Fde(NamedTuple):
    """One function (or part of one): [start, end) and how its frames change inside it."""

    start: int
    end: int
    cie: Cie
    instructions: bytes
    instructions_address: int

    def row(self, pc: int) -> Row:
        """The rules at `pc`. Raises FormatError for a malformed program."""
        return row_for(self, pc)


class EhFrameHeader(NamedTuple):
    """The decoded .eh_frame_hdr; table is 0 when there is none that can be searched."""

    eh_frame: int
    entries: int
    table: int


def encoded_pointer(
    data: bytes, pos: int, encoding: int, address: int, memory: Reader, data_base: int = 0
) -> tuple[int, int]:
    """A DW_EH_PE pointer at data[pos:], which lies at run-time `address` → (value, position after).

    data_base: what "datarel" counts from; in .eh_frame_hdr its own start. Raises FormatError for
    an encoding with no meaning in a shared object, IndexError or FormatError past the end.
    """
    form, base = encoding & 0x0F, encoding & 0x70
    if base == 0x50:  # aligned: an absolute pointer at the next word boundary
        skip = -address % 8
        address, pos, form, base = address + skip, pos + skip, 0x00, 0x00
    if form == 0x01:
        value, pos = uleb(data, pos)
    elif form == 0x09:
        value, pos = sleb(data, pos)
    else:
        fixed = _FIXED.get(form)
        if fixed is None or pos + fixed.size > len(data):
            raise FormatError(f"bad pointer encoding {encoding:#x} or pointer cut short")
        value = fixed.unpack_from(data, pos)[0]
        pos += fixed.size
    if value == 0:  # a null pointer is null whatever it counts from
        return 0, pos
    if base == 0x10:
        value += address
    elif base == 0x30 and data_base:
        value += data_base
    elif base != 0x00:
        raise FormatError(f"pointer encoding {encoding:#x} counts from an unknown base")
    value &= _MASK
    if encoding & PE_INDIRECT:
        value = int.from_bytes(memory.read(value, 8), "little")
    return value, pos


def parse_header(memory: Reader, address: int) -> EhFrameHeader:
    """Decode .eh_frame_hdr at `address`. Raises FormatError, MemoryFault."""
    data = memory.read_upto(address, 32)
    if len(data) < 8 or data[0] != 1:
        raise FormatError(f".eh_frame_hdr at {address:#x} is not one (version 1 expected)")
    try:
        start, pos = encoded_pointer(data, 4, data[1], address + 4, memory, address)
        if data[2] == PE_OMIT or data[3] == PE_OMIT:
            return EhFrameHeader(start, 0, 0)
        count, pos = encoded_pointer(data, pos, data[2], address + pos, memory, address)
    except IndexError:
        raise FormatError(f".eh_frame_hdr at {address:#x} is cut short") from None
    # Linkers write 0x3b alone: pairs of 4-byte offsets from the header.
    searchable = data[3] == 0x3B and 0 < count <= MAX_RECORDS
    return EhFrameHeader(start, count, address + pos if searchable else 0)


class FrameTable:
    """The call frame information of one module or JIT object.

    memory: what the section is read from. header: run-time address of .eh_frame_hdr, or 0.
    section, section_size: of .eh_frame, for an object without a header; a size of 0 means "up to
    its terminator". `find` raises MemoryFault where the section is not readable and FormatError
    where it is malformed.
    """

    def __init__(
        self, memory: Reader, header: int = 0, section: int = 0, section_size: int = 0
    ) -> None:
        self._memory = memory
        self._header_address = header
        self._section = section
        self._section_size = section_size or MAX_SECTION
        self._header: EhFrameHeader | None = None
        self._probes: dict[int, int] = {}
        self._blocks: dict[int, memoryview] = {}
        self._cies: dict[int, Cie] = {}
        self._fdes: dict[int, Fde] = {}
        self._linear: tuple[list[int], list[int]] | None = None

    def find(self, pc: int) -> Fde | None:
        """The FDE whose range holds `pc`, or None."""
        header = self._header
        if header is None:
            header = self._read_header()
        if header.table:
            address, starts = self._search(header, pc)
            is_sound = True
            if address:
                try:
                    fde = self._fde(address)
                    if fde.start <= pc < fde.end:
                        return fde
                except FormatError:
                    is_sound = False
            if is_sound and self._looks_sorted(starts):
                return None
        return self._find_linear(pc)

    def indexed(self) -> int:
        """How many FDEs the index has; 0 where there is none."""
        header = self._header or self._read_header()
        return header.entries if header.table else 0

    def _read_header(self) -> EhFrameHeader:
        header = EhFrameHeader(self._section, 0, 0)
        if self._header_address:
            try:
                header = parse_header(self._memory, self._header_address)
            except FormatError:
                if not self._section:
                    raise
        self._header = header
        return header

    def _search(self, header: EhFrameHeader, pc: int) -> tuple[int, memoryview]:
        """(address of the last FDE that starts at or before pc or 0, the starts in the part of the
        table that it is in), if the table is sorted."""
        base, table = self._header_address, header.table
        wanted = pc - base
        low, high = 0, header.entries
        probes = self._probes
        while high - low > _BLOCK:
            middle = (low + high) >> 1
            start = probes.get(middle)
            if start is None:
                raw = self._memory.read(table + 8 * middle, 4)
                start = probes[middle] = int.from_bytes(raw, "little", signed=True)
            if start <= wanted:
                low = middle
            else:
                high = middle
        block = self._blocks.get(low)
        if block is None:
            raw = self._memory.read(table + 8 * low, 8 * (high - low))
            block = self._blocks[low] = memoryview(raw).cast("i")
        starts = block[::2]
        index = bisect_right(starts, wanted) - 1
        return (base + block[2 * index + 1] if index >= 0 else 0), starts

    def _looks_sorted(self, starts: memoryview) -> bool:
        """Whether the table is sorted as far as it was looked at."""
        values = list(starts)
        probes = [start for _, start in sorted(self._probes.items())]
        return values == sorted(values) and probes == sorted(probes)

    def _find_linear(self, pc: int) -> Fde | None:
        """Walk all of .eh_frame once; for sections without a usable table."""
        if self._linear is None:
            self._linear = self._walk()
        starts, addresses = self._linear
        index = bisect_right(starts, pc) - 1
        # An FDE nested in or overlapping another is rare; look at a few neighbours.
        for i in range(index, max(index - 4, -1), -1):
            fde = self._fde(addresses[i])
            if fde.start <= pc < fde.end:
                return fde
        return None

    def _walk(self) -> tuple[list[int], list[int]]:
        header = self._header
        address = header.eh_frame if header is not None else self._section
        found: list[tuple[int, int]] = []
        end = address + self._section_size
        for _ in range(MAX_LINEAR):
            if not address or address + 4 > end:
                break
            try:
                length, body = self._length(address)
                if length == 0:
                    break
                if self._memory.read(body, 4) != b"\0\0\0\0":
                    found.append((self._fde(address).start, address))
            except (FormatError, MemoryFault):
                break
            address = body + length
        self._fdes.clear()
        found.sort()
        return [start for start, _ in found], [where for _, where in found]

    def _length(self, address: int) -> tuple[int, int]:
        """(length of the record at `address`, address of its body)."""
        length: int = _U32.unpack(self._memory.read(address, 4))[0]
        if length == 0xFFFF_FFFF:
            length = int.from_bytes(self._memory.read(address + 4, 8), "little")
            body = address + 12
        else:
            body = address + 4
        if length > MAX_RECORD:
            raise FormatError(f"call frame record of {length} bytes at {address:#x}")
        return length, body

    def _body(self, address: int) -> tuple[bytes, int]:
        """(the record at `address` after its length field, address of that)."""
        data = self._memory.read_upto(address, _FIRST_READ)
        if len(data) >= 4:
            length = _U32.unpack_from(data)[0]
            if 4 <= length <= len(data) - 4:
                return data[4 : 4 + length], address + 4
        length, body = self._length(address)
        if length < 4:
            raise FormatError(f"no call frame record at {address:#x}")
        return self._memory.read(body, length), body

    def _fde(self, address: int) -> Fde:
        fde = self._fdes.get(address)
        if fde is None:
            try:
                fde = self._fdes[address] = self._parse_fde(address)
            except IndexError:
                raise FormatError(f"FDE at {address:#x} is cut short") from None
        return fde

    def _parse_fde(self, address: int) -> Fde:
        data, body = self._body(address)
        back = _U32.unpack_from(data)[0]
        if back == 0:
            raise FormatError(f"a CIE where an FDE was expected, at {address:#x}")
        cie = self._cie(body - back)
        encoding = cie.fde_encoding
        start, pos = encoded_pointer(data, 4, encoding, body + 4, self._memory)
        size, pos = encoded_pointer(data, pos, encoding & 0x0F, body + pos, self._memory)
        if cie.has_augmentation_data:
            length, pos = uleb(data, pos)
            pos += length
        return Fde(start, start + size, cie, data[pos:], body + pos)

    def _cie(self, address: int) -> Cie:
        cie = self._cies.get(address)
        if cie is None:
            data, body = self._body(address)
            try:
                cie = self._cies[address] = parse_cie(data, body, self._memory)
            except IndexError:
                raise FormatError(f"CIE at {address:#x} is cut short") from None
        return cie


def parse_cie(data: bytes, address: int, memory: Reader) -> Cie:
    """Decode a CIE from its id field on. Raises FormatError, IndexError where it is cut short."""
    if data[:4] != b"\0\0\0\0":
        raise FormatError(f"an FDE where a CIE was expected, at {address:#x}")
    version = data[4]
    if version not in (1, 3, 4):
        raise FormatError(f"CIE version {version} at {address:#x}")
    nul = data.index(b"\0", 5) if b"\0" in data[5:] else len(data)
    augmentation = data[5:nul].decode("latin-1")
    pos = nul + 1
    if augmentation.startswith("eh"):  # GCC 2: one more pointer
        pos += 8
        augmentation = augmentation[2:]
    if version == 4:
        pos += 2  # address size, segment selector size
    code_align, pos = uleb(data, pos)
    data_align, pos = sleb(data, pos)
    if version == 1:
        return_column, pos = data[pos], pos + 1
    else:
        return_column, pos = uleb(data, pos)
    encoding = 0x00
    is_signal_frame = False
    if augmentation.startswith("z"):
        length, pos = uleb(data, pos)
        after = pos + length
        for letter in augmentation[1:]:
            if letter == "R":
                encoding, pos = data[pos], pos + 1
            elif letter == "L":
                pos += 1
            elif letter == "P":
                # Only its size matters; never follow its pointer.
                form = data[pos] & ~PE_INDIRECT
                _, pos = encoded_pointer(data, pos + 1, form, address + pos + 1, memory, 1)
            elif letter == "S":
                is_signal_frame = True
            elif letter not in "BG":
                break  # unknown: skip the rest by the given length
        pos = after
    elif augmentation:
        raise FormatError(f"CIE augmentation {augmentation!r} at {address:#x} is unknown")
    return Cie(
        code_align,
        data_align,
        return_column,
        encoding,
        augmentation.startswith("z"),
        is_signal_frame,
        initial_row(data[pos:], code_align, data_align),
    )
