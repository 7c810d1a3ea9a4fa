"""Symbol look-up through the dynamic section, over tables made by hand."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.errors import MemoryFault
from atfault.formats.dynamic import DynamicSymbols, gnu_hash, sysv_hash

BIAS = 0x7F00_0000_0000
NAMES = [b"alpha", b"beta", b"gamma", b"delta", b"epsilon"]


class Tables:
    """An image with .dynsym, .dynstr and both hash tables, at ELF address 0 + offsets."""

    def __init__(self, relocated: bool, gnu: bool = True) -> None:
        strings = b"\0libx.so.1\0libc.so.6\0"
        offsets = []
        # GNU hash wants the symbols of a bucket side by side.
        self.names = sorted(NAMES, key=lambda name: gnu_hash(name) % 2) if gnu else NAMES
        for name in self.names:
            offsets.append(len(strings))
            strings += name + b"\0"
        symbols = bytes(24)
        for index, at in enumerate(offsets):
            symbols += struct.pack("<IBBHQQ", at, 0x12, 0, 7, 0x1000 + 16 * index, 16)
        self.symbols_at, self.strings_at, self.hash_at = 0x100, 0x300, 0x400
        table = self._gnu_hash() if gnu else self._sysv_hash()
        image = bytearray(0x800)
        for at, content in (
            (self.symbols_at, symbols),
            (self.strings_at, strings),
            (self.hash_at, table),
        ):
            image[at : at + len(content)] = content
        self.image = bytes(image)
        base = BIAS if relocated else 0
        entries = [
            (1, strings.index(b"libc")),
            (14, 1),
            (5, base + self.strings_at),
            (6, base + self.symbols_at),
            (10, len(strings)),
            (0x6FFFFEF5 if gnu else 4, base + self.hash_at),
            (0, 0),
        ]
        self.entries = b"".join(struct.pack("<QQ", *entry) for entry in entries)

    def _gnu_hash(self) -> bytes:
        hashes = [gnu_hash(name) for name in self.names]
        bloom = 0
        for value in hashes:
            bloom |= 1 << (value & 63) | 1 << ((value >> 6) & 63)
        buckets = [0, 0]
        chain = []
        for index, value in enumerate(hashes):
            bucket = value % 2
            if not buckets[bucket]:
                buckets[bucket] = index + 1
            last = index + 1 == len(hashes) or hashes[index + 1] % 2 != bucket
            chain.append(value & ~1 | last)
        return struct.pack("<4IQ2I", 2, 1, 1, 6, bloom, *buckets) + struct.pack(
            f"<{len(chain)}I", *chain
        )

    def _sysv_hash(self) -> bytes:
        buckets = [0, 0]
        chain = [0] * (len(self.names) + 1)
        for index, name in enumerate(self.names, 1):
            bucket = sysv_hash(name) % 2
            chain[index], buckets[bucket] = buckets[bucket], index
        return struct.pack(f"<{4 + len(chain)}I", 2, len(chain), *buckets, *chain)

    def read(self, address: int, size: int) -> bytes:
        at = address - BIAS
        if at < 0 or at + size > len(self.image) or size < 0:
            raise MemoryFault(address, size)
        return self.image[at : at + size]


@pytest.mark.parametrize("gnu", [True, False], ids=["gnu", "sysv"])
@pytest.mark.parametrize("relocated", [True, False], ids=["relocated", "as-in-file"])
def test_every_symbol_is_found_and_no_other(gnu: bool, relocated: bool) -> None:
    tables = Tables(relocated, gnu)
    dynamic = DynamicSymbols(tables.read, tables.entries, BIAS)
    for index, name in enumerate(tables.names):
        found = dynamic.lookup(name.decode())
        assert found is not None and found.value == 0x1000 + 16 * index
    assert dynamic.lookup("zeta") is None
    assert dynamic.lookup("alph") is None
    assert dynamic.lookup("alphabet") is None


def test_soname_and_needed_libraries() -> None:
    tables = Tables(relocated=True)
    dynamic = DynamicSymbols(tables.read, tables.entries, BIAS)
    assert dynamic.soname == "libx.so.1"
    assert dynamic.needed == ("libc.so.6",)


def test_an_object_without_tables_has_no_symbols() -> None:
    dynamic = DynamicSymbols(Tables(True).read, b"", BIAS)
    assert dynamic.lookup("alpha") is None
    assert dynamic.soname == ""


def test_known_hash_values() -> None:
    assert gnu_hash(b"") == 0x1505
    assert gnu_hash(b"printf") == 0x156B2BB8
    assert sysv_hash(b"printf") == 0x077905A6


@given(
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 0x7FF), st.integers(0, 255)), min_size=1, max_size=20),
    st.lists(st.tuples(st.integers(0, 111), st.integers(0, 255)), max_size=3),
)
def test_damaged_tables_end_the_look_up(
    gnu: bool, changes: list[tuple[int, int]], entry_changes: list[tuple[int, int]]
) -> None:
    tables = Tables(True, gnu)
    image, entries = bytearray(tables.image), bytearray(tables.entries)
    for at, value in changes:
        image[at] = value
    for at, value in entry_changes:
        entries[at] = value
    tables.image = bytes(image)
    dynamic = DynamicSymbols(tables.read, bytes(entries), BIAS)
    for name in (*NAMES, b"zeta"):
        dynamic.lookup(name.decode())
    _ = dynamic.soname, dynamic.needed
