"""The records of the guarding allocator, read from made-up memory."""

from __future__ import annotations

import struct

import pytest

from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.blocks import GuardedBlock
from atfault.native.heap.guard import _block
from support.byte_memory import ByteMemory

VARIABLE, ENTRIES, REGION = 0x1000, 0x2000, 0x7000_0000
BLOCKS = ((REGION + 0x1F00, 256, 1), (REGION + 0x3800, 2048, 2), (REGION + 0x5FF0, 16, 1))


def memory(*, failure=0, failed=0, at=0, magic=b"ATFGUARD", count=3):
    head = struct.pack(
        "<8s9Q", magic, 2, REGION, REGION + 0x10000, 0, ENTRIES, count, failure, failed, at
    )
    table = b"".join(struct.pack("<4Q", *block, 7) for block in BLOCKS)
    return ByteMemory({VARIABLE: head, ENTRIES: table})


def test_an_access_right_behind_a_block_is_of_that_block():
    found = _block(memory(), VARIABLE, REGION + 0x2000)
    assert found == GuardedBlock(REGION + 0x1F00, 256, False, REGION + 0x2000, request=7)


def test_an_access_right_in_front_of_a_block_is_of_that_block():
    found = _block(memory(), VARIABLE, REGION + 0x5F80)
    assert isinstance(found, GuardedBlock) and found.address == REGION + 0x5FF0


def test_a_block_that_was_freed_is_told():
    found = _block(memory(), VARIABLE, REGION + 0x3900)
    assert found == GuardedBlock(REGION + 0x3800, 2048, True, REGION + 0x3900, request=7)


@pytest.mark.parametrize("address", (None, REGION - 1, REGION + 0x10000, 0))
def test_an_access_elsewhere_is_none_of_ours(address):
    assert isinstance(_block(memory(), VARIABLE, address), Absent)


def test_a_check_that_failed_names_its_block():
    found = _block(memory(failure=3, failed=BLOCKS[1][0], at=BLOCKS[1][0]), VARIABLE, None)
    assert isinstance(found, GuardedBlock)
    assert (found.kind, found.address, found.freed) == ("double free", BLOCKS[1][0], True)


def test_damaged_records_are_absent():
    assert isinstance(_block(memory(magic=b"NONSENSE"), VARIABLE, REGION), Absent)
    assert isinstance(_block(memory(count=1 << 40), VARIABLE, REGION), Absent)
    assert isinstance(_block(memory(failure=1), VARIABLE, REGION), Absent)
    with pytest.raises(MemoryFault):
        _block(memory(count=1000), VARIABLE, REGION + 0x9000)
