"""References of this very process: sound ones are passed, broken ones are found and named."""

from __future__ import annotations

import collections
import struct
import sys
from types import SimpleNamespace

import pytest

from atfault.cpython.memory.damaged import Inspector
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.reachable import (
    Reachable,
    Root,
    accessor_of,
)
from support.proc_memory import ProcMemory
from support.this_process import here

FREED_WORDS = (0x7F12_3456_7890, 0)


class Overlay(ProcMemory):
    """This process's memory, with other words at some addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.words: dict[int, int] = {}

    def read(self, address, size):
        data = bytearray(super().read(address, size))
        for at, word in self.words.items():
            for index, byte in enumerate(struct.pack("<Q", word)):
                if address <= at + index < address + size:
                    data[at + index - address] = byte
        return bytes(data)

    def destroy(self, thing) -> None:
        self.words.update(zip((id(thing), id(thing) + 8), FREED_WORDS))


class Account:
    def __init__(self, owner):
        self.owner = owner


def setup():
    memory = Overlay()
    runtime = SimpleNamespace(
        memory=memory, offsets=here().structs, builtins=int, version=tuple(sys.version_info[:3])
    )
    reader = ObjectReader(runtime)
    inspector = Inspector(runtime, reader, memory.mappings())
    return memory, reader, inspector


def broken_in(thing, destroyed):
    memory, reader, inspector = setup()
    memory.destroy(destroyed)
    walk = Reachable(reader, inspector.problem)
    walk.walk([Root("thing", id(thing), 1, 0)])
    return [(found.root.name + found.path, found.address) for found in walk.broken]


@pytest.mark.parametrize(
    ("wrap", "expression"),
    [
        (lambda item: [0, item], "thing[1]"),
        (lambda item: (0, item), "thing[1]"),
        (lambda item: {"key": item}, "thing['key']"),
        (lambda item: {7: item}, "thing[7]"),
        (lambda item: {item}, "thing (element)"),
        (lambda item: collections.deque([0, item]), "thing[1]"),
        (lambda item: Account(item), "thing.owner"),
        (lambda item: [{"a": Account([item])}], "thing[0]['a'].owner[0]"),
    ],
)
def test_a_broken_reference_is_named(wrap, expression):
    item = Account("ann")
    assert broken_in(wrap(item), item) == [(expression, id(item))]


def test_a_variable_itself_may_be_broken():
    item = Account("ann")
    assert broken_in(item, item) == [("thing", id(item))]


def test_sound_objects_are_not_complained_of():
    _, reader, inspector = setup()
    walk = Reachable(reader, inspector.problem)
    walk.walk(Root(name, id(value), 1, 0) for name, value in globals().items())
    assert walk.broken == [] and len(walk.names) > 20


def test_endless_and_long_containers_are_bounded():
    ring: list = []
    ring.append(ring)
    _, reader, inspector = setup()
    walk = Reachable(reader, inspector.problem, budget=100)
    walk.walk([Root("ring", id(ring), 1, 0), Root("long", id([object()] * 9000), 1, 0)])
    assert not walk.broken


def test_how_an_object_holds_another_is_told():
    _, reader, _ = setup()
    item = Account("ann")
    items = [None, item]
    assert accessor_of(reader, id(items), id(item)) == "[1]"
    assert accessor_of(reader, id(items), id(items)) is None


def test_what_lies_there_is_described():
    memory, _, inspector = setup()
    item = Account("ann")
    memory.words.update({id(item): 0xDDDD_DDDD_DDDD_DDDD, id(item) + 8: 0xDDDD_DDDD_DDDD_DDDD})
    found = inspector.describe(id(item), inspector.problem(id(item)))
    assert found.freed and "PYTHONMALLOC=debug" in found.pattern
    assert found.words[0] == 0xDDDD_DDDD_DDDD_DDDD


def test_the_type_left_behind_is_told():
    memory, _, inspector = setup()
    item = Account("ann")
    memory.words[id(item)] = 0
    found = inspector.describe(id(item), inspector.problem(id(item)))
    assert found.problem == "its reference count is 0"
    assert found.type_name.endswith("Account") and found.freed


def test_a_count_lowered_below_nothing_is_said_as_such():
    memory, _, inspector = setup()
    item = Account("ann")
    memory.words[id(item)] = (1 << 64) - 1 if sys.version_info < (3, 14) else (1 << 32) - 1
    assert inspector.problem(id(item)) == "its reference count is -1"


def test_an_object_in_a_block_that_is_not_its_own_has_lost_its_memory():
    _, reader, inspector = setup()
    item = Account("ann")
    copy = bytes(64)
    assert inspector.problem(id(item)) == ""
    if inspector._pools.block_at(id(copy)) is None:
        pytest.skip("this process does not use Python's allocator")
    memory = reader.memory
    # The header of an Account in the middle of a bytes object.
    inside = id(copy) + 40
    memory.words.update({inside: 1, inside + 8: id(Account)})
    problem = inspector.problem(inside)
    assert problem in ("its memory belongs to something else now", "its memory has been freed")
    assert "bytes" in inspector.describe(inside, problem).pattern
