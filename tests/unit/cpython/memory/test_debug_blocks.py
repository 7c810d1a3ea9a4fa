"""The damaged block of PYTHONMALLOC=debug, found on a made-up stack."""

from __future__ import annotations

import struct

import pytest

from atfault.cpython.memory.pymalloc import damaged_block
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping, Registers, Thread
from atfault.model.stacks import NativeFrame, NativeStack
from support.byte_memory import ByteMemory

HEAP, STACK = 0x7F00_0000_0000, 0x7FFF_0000_0000
P = HEAP + 64
SIZE = 61


def block(*, size=SIZE, api=b"o", front=b"\xfd" * 7, tail=b"\xfd" * 8):
    content = struct.pack(">Q", size) + api + front + b"d" * SIZE + tail
    return b"\0" * (64 - 16) + content + b"\0" * 64


def find(heap, words=(1, P, 2), registers=()):
    stack = struct.pack(f"<{len(words)}Q", *words)
    memory = ByteMemory({HEAP: heap, STACK: stack + bytes(64)})
    frame = NativeFrame(pc=1, sp=STACK, cfa=STACK + len(stack), trust="cfi")
    general = [0] * 17
    for number, value in registers:
        general[number] = value
    thread = Thread(1, "t", Registers(tuple(general)))
    mappings = (
        MemoryMapping(HEAP, HEAP + len(heap), 0, True, True, False),
        MemoryMapping(STACK, STACK + 4096, 0, True, True, False),
    )
    return damaged_block(memory, thread, NativeStack((frame,)), mappings, (3, 12))


def test_the_overwritten_tail_is_found():
    found = find(block(tail=b"AB" + b"\xfd" * 6))
    assert (found.address, found.size, found.api) == (P, SIZE, "o")
    assert (found.first, found.last, found.found) == (P + SIZE, P + SIZE + 1, b"AB")
    assert found.behind


def test_damage_in_front_is_found():
    found = find(block(front=b"\xfd" * 6 + b"X"))
    assert (found.first, found.last, found.behind) == (P - 1, P - 1, False)


def test_a_pointer_in_a_register_is_found_as_well():
    assert find(block(tail=b"A" * 8), words=(1, 2), registers=((12, P),)).address == P


@pytest.mark.parametrize(
    "heap",
    (
        block(),
        block(api=b"?", tail=b"A" * 8),
        block(size=1 << 50, tail=b"A" * 8),
        block(front=b"A" * 7, tail=b"A" * 8),
        block(front=b"A" * 7),
    ),
    ids=("whole", "no header", "impossible size", "both ends", "nothing left to know it by"),
)
def test_what_is_no_damaged_block_is_not_taken_for_one(heap):
    assert isinstance(find(heap), Absent)


def test_a_block_that_ends_outside_of_memory_is_none():
    assert isinstance(find(block(size=1 << 20, tail=b"A" * 8)), Absent)
