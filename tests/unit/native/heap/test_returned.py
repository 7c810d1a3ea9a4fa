"""The size of the largest block that free gave back, in a made-up C library's data."""

from __future__ import annotations

import struct

import pytest

from atfault.model.process import MemoryMapping
from atfault.native.heap.returned import largest_returned
from support.byte_memory import ByteMemory

DATA = 0x7F00_0000_0000
K = 1024
USUAL = (2 * 3204 * K, 128 * K, 3204 * K, 8, 0)


class Windowed(ByteMemory):
    def read_upto(self, address, size):
        return self.read(address, min(size, len(self.ranges[address])))


def returned(*parameters, path="/lib/libc.so.6", writable=True, before=b"\0" * 24):
    data = before + struct.pack(f"<{len(parameters)}Q", *parameters)
    mapping = MemoryMapping(DATA, DATA + 8192, 0, True, writable, False, path)
    return largest_returned(Windowed({DATA: data}), (mapping,))


def test_the_size_from_which_on_blocks_are_mapped_is_that_of_the_largest():
    assert returned(*USUAL) == 3204 * K
    assert returned(*USUAL, path="/lib/x86_64-linux-gnu/libc-2.31.so") == 3204 * K
    other = struct.pack("<3Q", 1, 128 * K, 5)
    assert returned(*USUAL, before=other) == 3204 * K


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
    assert returned(*parameters) == 0


def test_only_the_data_of_the_c_library_count():
    assert returned(*USUAL, path="/lib/libm.so.6") == 0
    assert returned(*USUAL, writable=False) == 0
    assert returned(*USUAL, before=b"\0" * 20) == 0
