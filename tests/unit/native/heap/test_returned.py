"""What free gave back, in a made-up C library's data."""

from __future__ import annotations

import struct

import pytest

from atfault.model.process import MemoryMapping
from atfault.model.state import Returned
from atfault.native.heap.returned import returned_blocks
from support.byte_memory import ByteMemory

DATA = 0x7F00_0000_0000
K = 1024
USUAL = (2 * 3204 * K, 128 * K, 3204 * K, 8, 0)


class Windowed(ByteMemory):
    def read_upto(self, address, size):
        return self.read(address, min(size, len(self.ranges[address])))


def returned(*parameters, path="/lib/libc.so.6", writable=True, before=b"\0" * 24, behind=b""):
    data = before + struct.pack(f"<{len(parameters)}Q", *parameters) + behind
    mapping = MemoryMapping(DATA, DATA + 8192, 0, True, writable, False, path)
    return returned_blocks(Windowed({DATA: data}), (mapping,))


def test_the_size_from_which_on_blocks_are_mapped_is_that_of_the_largest():
    assert returned(*USUAL) == Returned(3204 * K)
    assert returned(*USUAL, path="/lib/x86_64-linux-gnu/libc-2.31.so") == Returned(3204 * K)
    other = struct.pack("<3Q", 1, 128 * K, 5)
    assert returned(*USUAL, before=other) == Returned(3204 * K)


@pytest.mark.parametrize(
    "parameters",
    (
        (128 * K, 128 * K, 128 * K, 8, 0),
        (256 * K, 128 * K, 128 * K, 8, 0),
        (3204 * K, 128 * K, 3204 * K, 8, 0),
        (2 * 3204 * K, 128 * K, 3204 * K, 9, 0),
        (2 * 3204 * K, 128 * K, 3204 * K, 8, 1),
        (2 * 5001, 128 * K, 5001, 8, 0),
        (1 << 33, 128 * K, 1 << 32, 8, 0),
        USUAL[:4],
    ),
)
def test_what_is_unset_or_does_not_fit_tells_of_no_block(parameters):
    assert returned(*parameters) == Returned()


def test_only_the_data_of_the_c_library_count():
    assert returned(*USUAL, path="/lib/libm.so.6") == Returned()
    assert returned(*USUAL, writable=False) == Returned()
    assert returned(*USUAL, before=b"\0" * 20) == Returned()


@pytest.mark.parametrize("large_pages", (b"", b"\0" * 20))
def test_what_there_was_at_once_is_kept_behind(large_pages):
    counts = struct.pack("<4i", 1, 65536, 3, 0) + b"\0" * (len(large_pages) % 8)
    counts += struct.pack("<2Q", 8 * K, 40 * 1024 * K)
    untouched = (128 * K, 128 * K, 128 * K, 8, 0)
    assert returned(*untouched, behind=large_pages + counts) == Returned(0, (40 * 1024 - 8) * K)
    assert returned(*USUAL, behind=large_pages + counts).total == (40 * 1024 - 8) * K
    grown = counts[:-16] + struct.pack("<2Q", 8 * K, 4 * K)
    assert returned(*untouched, behind=large_pages + grown) == Returned()
