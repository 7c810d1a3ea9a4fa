"""Chunks of glibc's malloc: proven free, or not."""

from __future__ import annotations

import struct

from atfault.native.heap.chunks import is_chunk, is_free
from support.byte_memory import ByteMemory

MEM = 0x5555_0000_0010
SIZE = 64


def heap(*, first=0, own=SIZE | 1, behind=0, follower=SIZE | 1):
    """A chunk of 64 bytes and the next one; first: the first word of its memory."""
    words = [0, own, first, 0, 0, 0, 0, 0, behind, follower] + [0] * 8
    return ByteMemory({MEM - 16: struct.pack(f"<{len(words)}Q", *words)})


def test_a_chunk_in_use_is_not_free():
    memory = heap(first=0x7F00_0000_1234)
    assert is_chunk(memory, MEM) and not is_free(memory, MEM)


def test_the_next_chunk_tells_that_it_is_free():
    assert is_free(heap(first=1, behind=SIZE, follower=SIZE), MEM)


def test_sizes_that_disagree_prove_nothing():
    assert not is_free(heap(first=1, behind=SIZE + 16, follower=SIZE), MEM)


def test_the_last_chunk_of_a_threads_cache_is_free():
    assert is_free(heap(first=MEM >> 12), MEM)


def test_a_chunk_linked_to_another_of_its_size_is_free():
    other = MEM + SIZE
    assert is_free(heap(first=other ^ MEM >> 12), MEM)


def test_what_has_no_sizes_around_it_is_no_chunk():
    assert not is_chunk(heap(own=7), MEM)
    assert not is_chunk(heap(), MEM + 8)
    assert not is_free(ByteMemory({}), MEM)
