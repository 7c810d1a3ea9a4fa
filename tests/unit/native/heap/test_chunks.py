"""Chunks of glibc's malloc: proven free, or not.

What free gave back, in a made-up C library's data.
"""

from __future__ import annotations

import struct

import pytest

from atfault.model.process import MemoryMapping
from atfault.model.state import Returned
from atfault.native.heap.chunks import chunk_around, is_chunk, is_free, linked_by, returned_blocks
from support.byte_memory import ByteMemory
from support.states import HEAP, mapping

MEM = 0x5555_0000_0010
SIZE = 64
DATA = 0x7F00_0000_0000
K = 1024
USUAL = (2 * 3204 * K, 128 * K, 3204 * K, 8, 0)


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


def test_a_chunk_of_a_fastbin_is_linked_to_the_record_of_another():
    """lief-project/LIEF#1148: hundreds of symbols of a file that nothing keeps."""
    record = MEM + SIZE - 16
    assert is_free(heap(first=record ^ MEM >> 12), MEM)
    far = MEM + SIZE
    elsewhere = heap(first=(far - 16 + 32) ^ MEM >> 12)
    assert not is_free(elsewhere, MEM)


def linked(memory, word):
    return linked_by(memory, [mapping(MEM - 16, 144, "rw-", "[heap]")], word)


def test_a_mixed_link_that_is_taken_for_a_pointer_tells_the_chunk_it_was_read_from():
    """h3_outline_around_the_world of tests/real: cells whose polygons were freed."""
    link = MEM + SIZE ^ MEM >> 12
    assert linked(heap(first=link), link) == MEM
    assert linked(heap(first=MEM >> 12), MEM >> 12) == MEM, "the last of its list"
    assert not linked(heap(first=link), link + 16)
    assert not linked(heap(first=0x5555_1234_5678), 0x5555_1234_5678), "of a chunk in use"


def test_a_mixed_link_that_stands_in_a_chunk_in_use_too_tells_nothing():
    link = MEM + SIZE ^ MEM >> 12
    memory = heap(first=link)
    memory.put(MEM + SIZE, struct.pack("<Q", link))  # what malloc gave out, and nobody filled
    assert not linked(memory, link)


def test_what_has_no_sizes_around_it_is_no_chunk():
    assert not is_chunk(heap(own=7), MEM)
    assert not is_chunk(heap(), MEM + 8)
    assert not is_free(ByteMemory({}), MEM)


def test_the_chunk_around_an_address_is_found_from_the_start_of_the_heap():
    sizes = (64, 96, 2048, 128)
    data, starts = b"", []
    for size in sizes:
        starts.append(HEAP + len(data) + 16)
        data += struct.pack("<QQ", 0, size | 1) + b"\x11" * (size - 16)
    memory = ByteMemory({HEAP: data})
    mappings = [mapping(HEAP, len(data), "rw-", "[heap]")]
    for start, size in zip(starts, sizes):
        assert chunk_around(memory, mappings, start) == start
        assert chunk_around(memory, mappings, start + size - 17) == start


def test_what_lies_in_no_heap_that_can_be_walked_stays_as_it_is():
    mappings = [mapping(HEAP, 4096, "rw-")]
    assert chunk_around(ByteMemory({HEAP: b"\x07" * 4096}), mappings, HEAP + 512) == HEAP + 512
    assert chunk_around(ByteMemory({}), mappings, HEAP + 512) == HEAP + 512
    assert chunk_around(ByteMemory({}), [], HEAP + 512) == HEAP + 512


class Windowed(ByteMemory):
    def read_upto(self, address, size):
        return self.read(address, min(size, len(self.ranges[address])))


def returned(*parameters, path="/lib/libc.so.6", writable=True, before=b"\0" * 24, behind=b""):
    data = before + struct.pack(f"<{len(parameters)}Q", *parameters) + behind
    mapping = MemoryMapping(DATA, DATA + 8192, 0, True, writable, False, path)
    return returned_blocks(Windowed({DATA: data}), (mapping,))


def unused(*, top=HEAP + 64 * K, system=256 * K, most=512 * K, heap=("[heap]", 256 * K, 0)):
    """What is known of the free end of a heap of 256 KB, in one or two mappings."""
    record = struct.pack("<Q", top).ljust(2088, b"\0") + struct.pack("<2Q", system, most)
    data = struct.pack("<8Q", 0, 0, 0, *USUAL) + record
    path, first, second = heap
    mappings = [mapping(HEAP, first, "rw-", path), mapping(HEAP + first, second, "rw-", path)]
    mappings.append(MemoryMapping(DATA, DATA + 8192, 0, True, True, False, "/lib/libc.so.6"))
    begins = struct.pack("<2Q", 0, 0x291)
    return returned_blocks(Windowed({HEAP: begins, DATA: data}), mappings).unused


def test_how_far_the_heap_had_reached_is_kept_by_malloc():
    assert unused() == (HEAP + 64 * K + 16, HEAP + 512 * K)
    assert unused(most=256 * K) == (0, 0), "it never was larger"
    assert unused(system=128 * K) == unused(top=HEAP + 256 * K) == (0, 0), "of another heap"


@pytest.mark.parametrize("path", ("[heap]", ""))
def test_a_heap_in_which_numpy_asked_for_huge_pages_is_one(path):
    assert unused(heap=(path, 128 * K, 128 * K)) == (HEAP + 64 * K + 16, HEAP + 512 * K)


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


@pytest.mark.parametrize(
    "parameters",
    (
        (128 * K, 128 * K, 128 * K, 8, 2),  # MALLOC_ARENA_MAX=2
        (64 * K, 128 * K, 128 * K, 8, 0),  # MALLOC_TRIM_THRESHOLD_=65536, as Dask has it
        (128 * K, 64 * K, 128 * K, 8, 0),
        (128 * K, 128 * K, 100_000, 8, 0),
    ),
)
def test_what_the_environment_set_is_known_by_the_counts_behind(parameters):
    counts = struct.pack("<4i2Q", 1, 65536, 3, 1, 8 * K, 4 * 1024 * K)
    assert returned(*parameters, behind=counts) == Returned(0, (4 * 1024 - 8) * K)
    assert returned(*parameters) == Returned()
    grown = (2 * 3204 * K, 128 * K, 3204 * K, 8, 2)
    assert returned(*grown, behind=counts).largest == 3204 * K


@pytest.mark.parametrize("large_pages", (b"", b"\0" * 20))
def test_what_there_was_at_once_is_kept_behind(large_pages):
    counts = struct.pack("<4i", 1, 65536, 3, 0) + b"\0" * (len(large_pages) % 8)
    counts += struct.pack("<2Q", 8 * K, 40 * 1024 * K)
    untouched = (128 * K, 128 * K, 128 * K, 8, 0)
    assert returned(*untouched, behind=large_pages + counts) == Returned(0, (40 * 1024 - 8) * K)
    assert returned(*USUAL, behind=large_pages + counts).total == (40 * 1024 - 8) * K
    grown = counts[:-16] + struct.pack("<2Q", 8 * K, 4 * K)
    assert returned(*untouched, behind=large_pages + grown) == Returned()
