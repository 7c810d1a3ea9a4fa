"""Reads across pieces, holes and files that are opened late."""

from __future__ import annotations

import struct

import pytest

from atfault.errors import MemoryFault
from atfault.snapshot.memory import MAX_READ, Piece, PiecewiseMemory

BASE = 0x7F00_0000_0000
FIRST = bytes(range(256)) * 16
SECOND = b"\xab" * 4096


def two_adjacent_and_one_apart() -> PiecewiseMemory:
    core = b"HEAD" + FIRST + SECOND + b"apart-string\0tail"
    return PiecewiseMemory(
        [
            Piece(BASE, BASE + 4096, 4, core),
            Piece(BASE + 4096, BASE + 8192, 4100, core),
            Piece(BASE + 0x10000, BASE + 0x10011, 8196, core),
        ]
    )


def test_numbers_of_every_width() -> None:
    memory = two_adjacent_and_one_apart()
    assert memory.u8(BASE + 7) == 7
    assert memory.u32(BASE) == 0x03020100
    assert memory.u64(BASE + 8) == 0x0F0E0D0C0B0A0908
    assert memory.i32(BASE + 4096) == struct.unpack("<i", b"\xab" * 4)[0]
    assert memory.i64(BASE + 4096) == struct.unpack("<q", b"\xab" * 8)[0]
    assert memory.u64s(BASE + 8, 2) == struct.unpack("<2Q", FIRST[8:24])


def test_a_read_across_two_pieces_is_one_read() -> None:
    memory = two_adjacent_and_one_apart()
    assert memory.read(BASE + 4092, 8) == FIRST[-4:] + SECOND[:4]
    assert memory.u64(BASE + 4092) == struct.unpack("<Q", FIRST[-4:] + SECOND[:4])[0]
    assert memory.u64s(BASE + 4092, 3) == struct.unpack("<3Q", FIRST[-4:] + SECOND[:20])


def test_a_read_into_a_hole_is_a_fault_at_the_holes_start() -> None:
    memory = two_adjacent_and_one_apart()
    with pytest.raises(MemoryFault) as caught:
        memory.read(BASE + 8190, 4)
    assert caught.value.address == BASE + 8192
    for address in (0, BASE - 1, BASE + 8192, BASE + 0x10011, 1 << 63):
        with pytest.raises(MemoryFault):
            memory.u8(address)


def test_read_upto_stops_at_the_hole() -> None:
    memory = two_adjacent_and_one_apart()
    assert memory.read_upto(BASE + 8190, 100) == b"\xab\xab"
    assert memory.read_upto(BASE + 8192, 100) == b""
    assert memory.read_upto(BASE + 4090, 10) == FIRST[-6:] + SECOND[:4]


def test_strings_end_at_their_nul_at_the_limit_or_in_a_fault() -> None:
    memory = two_adjacent_and_one_apart()
    assert memory.cstring(BASE + 0x10000) == b"apart-string"
    assert memory.cstring(BASE + 0x10000, 5) == b"apart"
    with pytest.raises(MemoryFault):
        memory.cstring(BASE + 0x1000D)
    with pytest.raises(MemoryFault):
        memory.cstring(12)


def test_addresses_wrap_at_64_bits() -> None:
    memory = two_adjacent_and_one_apart()
    assert memory.u8((1 << 64) + BASE + 7) == 7


@pytest.mark.parametrize("size", [-1, MAX_READ + 1, 1 << 62])
def test_absurd_sizes_are_faults(size: int) -> None:
    memory = two_adjacent_and_one_apart()
    memory.u8(BASE)
    with pytest.raises(MemoryFault):
        memory.read(BASE, size)


def test_nothing_is_read_of_zero_bytes() -> None:
    memory = two_adjacent_and_one_apart()
    memory.u8(BASE)
    assert memory.read(BASE, 0) == b""


def test_a_file_is_opened_once_and_only_when_needed() -> None:
    asked = []

    def resolve(number: int) -> tuple[bytes | None, int, str]:
        asked.append(number)
        return (b"contents of a file", 18, "") if number == 0 else (None, 0, "it is gone")

    memory = PiecewiseMemory(
        [Piece(BASE, BASE + 0x1000, 12, None, 0), Piece(BASE + 0x1000, BASE + 0x2000, 0, None, 1)],
        resolve,
    )
    assert asked == []
    assert memory.read(BASE, 4) == b"a fi"
    assert memory.read_upto(BASE + 2, 4096) == b"file"
    with pytest.raises(MemoryFault, match="past the end of the mapped file"):
        memory.u8(BASE + 6)
    for _ in range(2):
        with pytest.raises(MemoryFault, match="it is gone"):
            memory.u64(BASE + 0x1000)
    assert asked == [0, 1]


def test_a_closed_memory_faults() -> None:
    memory = two_adjacent_and_one_apart()
    memory.u8(BASE)
    memory.close()
    with pytest.raises(MemoryFault):
        memory.u8(BASE)


def test_a_fault_tells_what_the_snapshot_lacks_from_what_is_not_there() -> None:
    for why, lacking in (("not in the core", True), ("not mapped", False)):
        memory = PiecewiseMemory(
            [Piece(0x1000, 0x1004, 0, b"abcd")], explain=lambda _, why=why: why
        )
        for attempt in (memory.u8, memory.u64, memory.cstring):
            with pytest.raises(MemoryFault, match=why) as caught:
                attempt(0x2000)
            assert caught.value.lacking is lacking
