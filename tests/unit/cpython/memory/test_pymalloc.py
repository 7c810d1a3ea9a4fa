"""Pools of Python's allocator: which blocks are free, and what is no pool at all."""

from __future__ import annotations

import struct

import pytest

from atfault.cpython.memory.pymalloc import OVERHEAD, Pools, pool_size
from support.byte_memory import ByteMemory

START = 0x7F00_0000_0000
SIZE = 64


def pool(minor, *, free=(), used=4, fresh=6, szidx=SIZE // 16 - 1, last=None):
    """A pool of 64-byte blocks: numbers of the free ones in the order of the list; `fresh` blocks
    were ever handed out."""
    size = pool_size(minor)
    raw = bytearray(size)
    at = [START + OVERHEAD + SIZE * number for number in free]
    last = size - SIZE if last is None else last
    head = (used, at[0] if at else 0, 0, 0, 0, szidx, OVERHEAD + SIZE * fresh, last)
    struct.pack_into("<QQQQIIII", raw, 0, *head)
    for here, following in zip(at, [*at[1:], 0]):
        struct.pack_into("<Q", raw, here - START, following)
    return raw


def block(raw, number, minor=12, inside=0):
    return Pools(ByteMemory({START: bytes(raw)}), minor).block_at(
        START + OVERHEAD + SIZE * number + inside
    )


@pytest.mark.parametrize("minor", [8, 9, 10, 12, 14])
def test_blocks_on_the_list_are_free_and_the_others_are_not(minor):
    raw = pool(minor, free=(3, 1))
    assert [block(raw, number, minor).free for number in range(6)] == [
        False, True, False, True, False, False,
    ]  # fmt: skip


def test_any_address_in_a_block_leads_to_its_start():
    found = block(pool(12, free=(3, 1)), 2, inside=40)
    assert (found.start, found.size) == (START + OVERHEAD + 2 * SIZE, SIZE)


def test_blocks_never_handed_out_are_free():
    assert block(pool(12, free=(3, 1)), 7).free


def test_all_blocks_of_a_pool_without_users_are_free():
    assert block(pool(12, free=(), used=0), 2).free


def test_a_damaged_list_leaves_open_what_is_free():
    raw = pool(12, free=(3, 1))
    struct.pack_into("<Q", raw, OVERHEAD + 3 * SIZE, START + OVERHEAD + SIZE + 1)
    assert block(raw, 3).free
    other = block(raw, 2)
    assert other.free is None and other.broken_at == START + OVERHEAD + 3 * SIZE


def test_a_pool_whose_list_begins_nowhere_is_one_that_is_damaged():
    raw = pool(12, used=4)
    struct.pack_into("<d", raw, 8, 0.5)
    found = Pools(ByteMemory({START: bytes(raw)}), 12).pool_at(START + 8)
    assert found is not None and found.broken_at == START
    assert not Pools(ByteMemory({START: bytes(pool(12, used=6))}), 12).pool_at(START).broken_at


def test_a_list_that_runs_in_a_circle_ends():
    raw = pool(12, free=(3, 1))
    struct.pack_into("<Q", raw, OVERHEAD + SIZE, START + OVERHEAD + 3 * SIZE)
    assert block(raw, 2).free is None


@pytest.mark.parametrize(
    "wrong",
    [{"szidx": 40}, {"last": 100}, {"used": 3}, {"used": 5000}, {"fresh": 1000}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_page_whose_header_does_not_fit_is_no_pool(wrong):
    assert block(pool(12, free=(3, 1), **wrong), 2) is None


def test_the_header_and_the_rest_at_the_end_are_no_blocks():
    raw = pool(12, free=(3, 1))
    pools = Pools(ByteMemory({START: bytes(raw)}), 12)
    assert pools.block_at(START + 8) is None
    assert pools.block_at(START + pool_size(12) - 1) is None
    assert pools.block_at(START + pool_size(12)) is None
