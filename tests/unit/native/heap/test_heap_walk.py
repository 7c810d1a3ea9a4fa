"""The walk over glibc's main heap, on made-up ones."""

from __future__ import annotations

import struct

import pytest

from atfault.model.absent import Absent
from atfault.model.blocks import DamagedChunk
from atfault.model.process import MemoryMapping
from atfault.native.heap.chunks import damaged_chunk
from support.byte_memory import ByteMemory

START = 0x5555_0000_0000


class Windowed(ByteMemory):
    def read_upto(self, address, size):
        for start, data in self.ranges.items():
            if start <= address < start + len(data):
                return bytes(data[address - start : address - start + size])
        return b""


def heap(*sizes, top=256):
    content = b"".join(struct.pack("<QQ", 0, size | 1).ljust(size, b"\0") for size in (*sizes, top))
    return bytearray(content)


def walk(content, *, size=None, path="[heap]"):
    end = START + (len(content) if size is None else size)
    mapping = MemoryMapping(START, end, 0, True, True, False, path)
    return damaged_chunk(Windowed({START: bytes(content)}), (mapping,))


def test_a_sound_heap_is_none():
    assert isinstance(walk(heap(656, 32, 4096, 2016)), Absent)


def test_the_block_before_the_first_damaged_record_is_named():
    content = heap(656, 2016, 32, 64)
    at = 656 + 2016
    content[at : at + 16] = b"A" * 16
    assert walk(content) == DamagedChunk(START + 656 + 16, START + at + 8, b"A" * 16)


@pytest.mark.parametrize("word", (0, 8, 24 | 1, 2016 | 7, 1 << 40 | 1, 2024 | 1))
def test_sizes_that_make_no_sense_are_damage(word):
    content = heap(656, 2016, 64)
    struct.pack_into("<Q", content, 656 + 8, word)
    found = walk(content)
    assert isinstance(found, DamagedChunk) and found.high == START + 656 + 8


def test_memory_that_somebody_else_took_ends_the_walk():
    content = heap(656, 2016)
    struct.pack_into("<Q", content, 656 + 8, 16 | 1)
    assert isinstance(walk(content), Absent)


@pytest.mark.parametrize("cut", (0, 8, 15, 656, 700))
def test_a_heap_cut_short_is_no_damage(cut):
    content = heap(656, 2016)
    found = walk(content[:cut], size=len(content))
    assert isinstance(found, Absent)


def test_what_is_no_heap_is_not_walked():
    assert isinstance(walk(heap(640), path=""), Absent)
    assert isinstance(walk(b"\xff" * 4096), Absent)


def test_the_heap_of_a_core_is_known_by_its_first_chunk():
    content = heap(0x290, 2016, 64)
    struct.pack_into("<Q", content, 0x290 + 2016 + 8, 0)
    assert isinstance(walk(content, path=""), DamagedChunk)
