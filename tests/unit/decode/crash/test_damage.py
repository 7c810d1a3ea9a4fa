"""What the failed instruction proves about an object that may be damaged."""

from __future__ import annotations

import gc
import struct
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.memory.damaged import Inspector
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode.crash.damage import _Search, counted_link
from atfault.model.damage import DamagedObject
from atfault.model.state import FaultAccess
from support.proc_memory import ProcMemory
from support.this_process import here


@pytest.mark.parametrize(
    ("kind", "instruction", "proves"),
    [
        ("write", "mov qword ptr [rax], rcx", True),
        ("write", "str x1, [x0]", True),
        ("write", "add qword ptr [rax], 1", False),
        ("read", "mov rax, qword ptr [rdx]", False),
    ],
)
def test_a_freed_object_is_taken_from_the_collectors_list_by_a_store_alone(
    kind: str, instruction: str, proves: bool
) -> None:
    search: Any = object.__new__(_Search)
    search.access = FaultAccess(kind, 0, 8, instruction)
    freed = DamagedObject(0x7F0010, "no count", (), "a free block", True)
    assert search._is_proof(freed, "link", True, True) is proves


HEAD = 16


class Lowered(ProcMemory):
    """This process's memory, with another word at one place."""

    at = word = 0

    def read(self, address, size):
        data = bytearray(super().read(address, size))
        for index, byte in enumerate(struct.pack("<Q", self.word)):
            if self.at and address <= self.at + index < address + size:
                data[self.at + index - address] = byte
        return bytes(data)


class Account:
    pass


@pytest.fixture
def things():
    gc.collect()
    gc.disable()
    yield [Account() for _ in range(4)]
    gc.enable()


def searched(things, by, hand=None):
    memory = Lowered()
    following = memory.u64(id(things[1]) - HEAD)
    memory.at, memory.word = id(things[1]) - HEAD, following - by
    runtime = SimpleNamespace(
        memory=memory, offsets=here().structs, builtins=int, version=tuple(sys.version_info[:3])
    )
    reader = ObjectReader(runtime)
    inspector = Inspector(runtime, reader, memory.mappings())
    return counted_link(reader, inspector, [hand or id(things[0]) - HEAD])


@pytest.mark.parametrize("by", [1, 2, 4])
def test_a_link_that_was_lowered_is_found(things, by):
    found = searched(things, by)
    assert (found.address, found.lowered) == (id(things[1]) - HEAD, by)
    assert found.type.endswith("Account") or found.type == "dict"


def test_sound_lists_and_what_is_no_list_tell_nothing(things):
    assert searched(things, 0) is None
    assert searched(things, 2, id("text")) is None
    assert searched(things, 2, 0x8) is None


def test_where_no_object_follows_there_it_is_another_damage(things):
    assert searched(things, 0x1000_0000_0002) is None
