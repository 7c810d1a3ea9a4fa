"""The lists of the collector, read while the process runs on."""

from __future__ import annotations

import struct

import pytest

from atfault.cpython.sync.collected import collected_from
from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory

HEAD, STEP = 0x1000, 0x100


class Words(Memory):
    """Memory of a few words."""

    def __init__(self) -> None:
        self.words: dict[int, int] = {}

    def read(self, address: int, size: int) -> bytes:
        if address not in self.words:
            raise MemoryFault(address, size, "not mapped")
        words = [self.words.get(at, 0) for at in range(address, address + size, 8)]
        return struct.pack(f"<{len(words)}Q", *words)


def listed(count: int) -> tuple[Words, list[int]]:
    """A list of so many objects, and their links, the oldest first."""
    memory = Words()
    nodes = [HEAD + STEP * (number + 1) for number in range(count)]
    ring = [HEAD, *nodes]
    for index, node in enumerate(ring):
        memory.words[node] = ring[(index + 1) % len(ring)]
        memory.words[node + 8] = ring[index - 1]
    return memory, nodes


def found(memory: Memory) -> list[int]:
    return [node for node, _ in collected_from(memory, HEAD)]


def test_the_youngest_comes_first() -> None:
    memory, nodes = listed(5)
    assert found(memory) == nodes[::-1]


@pytest.mark.parametrize("gone", [0, 0xDEAD00])
def test_where_the_youngest_is_gone_the_others_are_found_from_the_oldest_on(gone: int) -> None:
    memory, nodes = listed(5)
    memory.words[nodes[4]] = gone  # it was freed, and its memory given to something else
    memory.words[nodes[4] + 8] = gone
    assert found(memory) == nodes[:4]
    del memory.words[nodes[4]]
    assert found(memory) == nodes[:4]


def test_what_is_no_list_has_no_objects() -> None:
    memory, nodes = listed(3)
    memory.words[nodes[0] + 8] = 0x30  # counts, as during a collection
    assert found(memory) == []
    assert found(Words()) == []
    assert found(listed(0)[0]) == []
