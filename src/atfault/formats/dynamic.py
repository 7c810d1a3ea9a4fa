"""The dynamic section: SONAME, needed libraries, and exported symbols by name.

Works on a file and on memory alike: `read(address, size)` is given ELF addresses plus `bias`. glibc
relocates the pointers in the dynamic section of a loaded object in place (elf/get-dynamic-info.h),
musl and the kernel's vdso do not; a pointer below `bias` is taken as not relocated.

DT_GNU_HASH (the only index of symbols by name that current linkers write):

    +----------+-----------+------------+-------------+
    | nbuckets | symoffset | bloom_size | bloom_shift |      4 × u32
    +----------+-----------+------------+-------------+
    | bloom filter, bloom_size × u64                  |
    | buckets, nbuckets × u32: first symbol of the chain, 0 for an empty one
    | chain, one u32 a symbol from symoffset on: its hash, bit 0 set at the end of the chain
"""

import struct
from collections.abc import Callable
from typing import NamedTuple

from atfault.errors import AtfaultError

DT_NULL, DT_NEEDED, DT_HASH, DT_STRTAB, DT_SYMTAB, DT_STRSZ = 0, 1, 4, 5, 6, 10
DT_SONAME, DT_GNU_HASH, DT_FLAGS_1 = 14, 0x6FFF_FEF5, 0x6FFF_FFFB
DT_RPATH, DT_RUNPATH = 15, 29
DT_PLTRELSZ, DT_RELA, DT_RELASZ, DT_JMPREL, DT_RELACOUNT = 2, 7, 8, 23, 0x6FFF_FFF9
STT_TLS = 6
STB_LOCAL, STB_WEAK = 0, 2
SHN_UNDEF, SHN_ABS = 0, 0xFFF1

_SYMBOL = struct.Struct("<IBBHQQ")
_MAX_ENTRIES = 512
_MAX_CHAIN = 4096
_MAX_SYMBOLS = 1 << 17
_RELOCATION = struct.Struct("<QQq")
"""Elf64_Rela: r_offset, r_info (the symbol's index in its upper half), r_addend."""
_MAX_NAME = 4096


class Symbol(NamedTuple):
    """One entry of a symbol table (Elf64_Sym)."""

    value: int
    """ELF address; for STT_TLS an offset in the TLS block."""
    size: int
    type: int
    binding: int
    section: int


class DynamicSymbols:
    """Exported symbols of one object, looked up by name through its hash table.

    read(address, size) returns exactly `size` bytes or raises an AtfaultError.
    entries: the bytes of PT_DYNAMIC: pairs of u64 (tag, value), ending with DT_NULL.
    """

    def __init__(self, read: Callable[[int, int], bytes], entries: bytes, bias: int) -> None:
        self._read = read
        self.bias = bias
        self.tags: dict[int, int] = {}
        self._needed: list[int] = []
        usable = min(len(entries) & ~15, 16 * _MAX_ENTRIES)
        for tag, value in struct.iter_unpack("<QQ", entries[:usable]):
            if tag == DT_NULL:
                break
            if tag == DT_NEEDED:
                self._needed.append(value)
            self.tags.setdefault(tag, value)

    @property
    def soname(self) -> str:
        """DT_SONAME; "" when there is none or it cannot be read."""
        offset = self.tags.get(DT_SONAME)
        return "" if offset is None else self._string(offset).decode("utf-8", "backslashreplace")

    @property
    def needed(self) -> tuple[str, ...]:
        """DT_NEEDED, in order."""
        names = [self._string(offset) for offset in self._needed]
        return tuple([name.decode("utf-8", "backslashreplace") for name in names])

    @property
    def rpath(self) -> str:
        """DT_RPATH: folders, separated by colons; "" when there is none."""
        return self.string(self.tags.get(DT_RPATH, 0)) if DT_RPATH in self.tags else ""

    @property
    def runpath(self) -> str:
        """DT_RUNPATH; "" when there is none."""
        return self.string(self.tags.get(DT_RUNPATH, 0)) if DT_RUNPATH in self.tags else ""

    def string(self, offset: int) -> str:
        """The string at `offset` of DT_STRTAB; "" when it cannot be read."""
        return self._string(offset).decode("utf-8", "backslashreplace")

    def slots(self) -> dict[int, int]:
        """Run-time address of each word that the loader fills with a symbol's address → index of
        that symbol; {} where it cannot be read."""
        found: dict[int, int] = {}
        relative = _RELOCATION.size * self.tags.get(DT_RELACOUNT, 0)  # those come first
        for table, length, skipped in ((DT_JMPREL, DT_PLTRELSZ, 0), (DT_RELA, DT_RELASZ, relative)):
            size = min(self.tags.get(length, 0) - skipped, _RELOCATION.size * _MAX_SYMBOLS)
            if size <= 0 or table not in self.tags:
                continue
            try:
                data = self._read(self._pointer(table) + skipped, size)
            except AtfaultError:
                continue
            for offset, info, _ in _RELOCATION.iter_unpack(
                data[: len(data) // _RELOCATION.size * _RELOCATION.size]
            ):
                if info >> 32:
                    found[offset + self.bias] = info >> 32
        return found

    def symbol_name(self, index: int) -> str:
        """The name of symbol number `index`; "" when it cannot be read."""
        try:
            at = self._pointer(DT_SYMTAB) + _SYMBOL.size * index
            return self.string(self._u32(at))
        except AtfaultError:
            return ""

    def find(self, name: str) -> Symbol | None:
        """The defined symbol of that name; None when there is none. Raises what `read` raises."""
        wanted = name.encode()
        if DT_GNU_HASH in self.tags:
            return self._lookup_gnu(wanted)
        return self._lookup_sysv(wanted) if DT_HASH in self.tags else None

    def lookup(self, name: str) -> Symbol | None:
        """The same; None, too, where the tables are damaged."""
        try:
            return self.find(name)
        except AtfaultError:
            return None

    def imports(self, name: str) -> bool:
        """Whether it refers to a symbol of that name that others are to define. Never fails."""
        wanted = name.encode() + b"\0"
        symbols, strings = self._pointer(DT_SYMTAB), self._pointer(DT_STRTAB)
        try:
            table = self._read(strings, self.tags.get(DT_STRSZ, 0))
            at = table.find(wanted)
            if at < 0:
                return False
            entries = self._read(symbols + _SYMBOL.size, _SYMBOL.size * self._undefined_count())
        except (AtfaultError, struct.error):
            return False
        offsets = set()
        while at >= 0:
            offsets.add(at)
            at = table.find(wanted, at + 1)
        return any(
            name in offsets and section == SHN_UNDEF and not value
            for name, _, _, section, value, _ in _SYMBOL.iter_unpack(entries)
        )

    def _undefined_count(self) -> int:
        """Symbols, after the first, among which are all that are not defined here. Linkers put the
        strings behind the symbols; where one does not, DT_GNU_HASH says where the defined begin."""
        symbols, strings = self._pointer(DT_SYMTAB), self._pointer(DT_STRTAB)
        if strings > symbols:
            count = (strings - symbols) // _SYMBOL.size
        elif DT_GNU_HASH in self.tags:
            count = self._u32(self._pointer(DT_GNU_HASH) + 4)
        else:
            count = self._u32(self._pointer(DT_HASH) + 4)
        return min(max(count - 1, 0), _MAX_SYMBOLS)

    def address_of(self, name: str) -> int | None:
        """Run-time address of the defined, non-TLS symbol of that name, or None. Raises as `find`
        does."""
        symbol = self.find(name)
        if symbol is None or symbol.type == STT_TLS:
            return None
        return symbol.value if symbol.section == SHN_ABS else symbol.value + self.bias

    def _pointer(self, tag: int) -> int:
        value = self.tags.get(tag, 0)
        return value if value >= self.bias else value + self.bias

    def _u32(self, address: int) -> int:
        value: int = struct.unpack("<I", self._read(address, 4))[0]
        return value

    def _lookup_gnu(self, wanted: bytes) -> Symbol | None:
        table = self._pointer(DT_GNU_HASH)
        buckets, first, bloom_size, shift = struct.unpack("<4I", self._read(table, 16))
        if not buckets or not bloom_size:
            return None
        hashed = gnu_hash(wanted)
        word_at = table + 16 + 8 * ((hashed >> 6) % bloom_size)
        word = int.from_bytes(self._read(word_at, 8), "little")
        if not (word >> (hashed & 63)) & (word >> ((hashed >> (shift & 31)) & 63)) & 1:
            return None
        buckets_at = table + 16 + 8 * bloom_size
        index = self._u32(buckets_at + 4 * (hashed % buckets))
        if index < first:
            return None
        chain_at = buckets_at + 4 * buckets
        for at in range(index, index + _MAX_CHAIN):
            entry = self._u32(chain_at + 4 * (at - first))
            if (entry | 1) == (hashed | 1):
                symbol = self._symbol(at, wanted)
                if symbol is not None:
                    return symbol
            if entry & 1:
                break
        return None

    def _lookup_sysv(self, wanted: bytes) -> Symbol | None:
        """DT_HASH: nbucket, nchain, buckets, chains, all u32."""
        table = self._pointer(DT_HASH)
        buckets, count = struct.unpack("<2I", self._read(table, 8))
        if not buckets:
            return None
        index = self._u32(table + 8 + 4 * (sysv_hash(wanted) % buckets))
        for _ in range(_MAX_CHAIN):
            if not 0 < index < count:
                break
            symbol = self._symbol(index, wanted)
            if symbol is not None:
                return symbol
            index = self._u32(table + 8 + 4 * (buckets + index))
        return None

    def _symbol(self, index: int, wanted: bytes) -> Symbol | None:
        """Symbol `index` if it is defined and called `wanted`."""
        raw = self._read(self._pointer(DT_SYMTAB) + _SYMBOL.size * index, _SYMBOL.size)
        name, info, _other, section, value, size = _SYMBOL.unpack(raw)
        if section == SHN_UNDEF:
            return None
        if self._read(self._pointer(DT_STRTAB) + name, len(wanted) + 1) != wanted + b"\0":
            return None
        return Symbol(value, size, info & 15, info >> 4, section)

    def _string(self, offset: int) -> bytes:
        """The string at `offset` of DT_STRTAB; b"" when it cannot be read."""
        size = min(self.tags.get(DT_STRSZ, 0) - offset, _MAX_NAME)
        if size <= 0:
            return b""
        try:
            return self._read(self._pointer(DT_STRTAB) + offset, size).split(b"\0", 1)[0]
        except AtfaultError:
            return b""


def gnu_hash(name: bytes) -> int:
    """The hash function of DT_GNU_HASH: h·33 + c from 5381, 32 bits."""
    value = 5381
    for char in name:
        value = (value * 33 + char) & 0xFFFF_FFFF
    return value


def sysv_hash(name: bytes) -> int:
    """The hash function of DT_HASH (gABI chapter 5)."""
    value = 0
    for char in name:
        value = (value << 4) + char
        high = value & 0xF000_0000
        value = (value ^ (high >> 24)) & ~high & 0xFFFF_FFFF
    return value
