"""What the registers of a failed access are the addresses of."""

from __future__ import annotations

import struct

import pytest

from atfault.decode.crash.pointer_way import made_array
from support.byte_memory import ByteMemory

AT = 0x5000


def record(data: int, size: int, count: int = 1) -> ByteMemory:
    """Numba's record of an array, and the array."""
    return ByteMemory({AT: struct.pack("<6Q", count, 0x7000, 0, data, size, 0) + bytes(1024)})


@pytest.mark.parametrize("behind", [48, 56, 64, 104])
def test_the_array_behind_its_record_is_found_wherever_its_alignment_puts_it(behind: int) -> None:
    memory = record(AT + behind, 768)
    assert made_array(memory, [3, AT + behind]) == (AT + behind, AT + behind + 768)


@pytest.mark.parametrize(
    "memory",
    [record(AT + 64, 768), record(AT + 48, 0), record(AT + 48, 768, count=0), ByteMemory({})],
    ids=["of another address", "no bytes", "nobody has it", "not mapped"],
)
def test_what_is_no_record_of_that_address_tells_of_no_array(memory: ByteMemory) -> None:
    assert made_array(memory, [AT + 48]) is None
