"""Objects that are damaged, freed, endless or none at all: an answer, in bounds, every time."""

from __future__ import annotations

import array
import collections
import ctypes
import datetime
import enum
import sys
import threading
import types

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atfault.cpython.memory.damaged import Inspector
from atfault.cpython.offsets import load
from atfault.cpython.values.objects import Limits
from atfault.cpython.values.type_objects import BrokenObject
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.values import Value
from support.parts import times
from support.proc_memory import ProcMemory
from support.this_process import here, reason_of, text_of

MAX_BYTES = 8 << 20
MAX_TEXT = 4000


class Overlay(ProcMemory):
    """This process's memory with some bytes changed, and an account of what is read."""

    def __init__(self) -> None:
        super().__init__()
        self.changed: dict[int, int] = {}
        self.ranges: list[tuple[int, int]] = []
        self.bytes_read = 0

    def read(self, address: int, size: int) -> bytes:
        if size > MAX_BYTES:
            raise AssertionError(f"{size} bytes at once")
        data = super().read(address, size)
        self.bytes_read += size
        if len(self.ranges) < 5000:
            self.ranges.append((address, size))
        hit = [at for at in self.changed if address <= at < address + size]
        if hit:
            patched = bytearray(data)
            for at in hit:
                patched[at - address] = self.changed[at]
            data = bytes(patched)
        return data

    def put(self, address: int, word: int) -> None:
        for index, byte in enumerate((word % (1 << 64)).to_bytes(8, "little")):
            self.changed[address + index] = byte


class Thing:
    def __init__(self) -> None:
        self.a, self.b, self.c = 1, "two", [3.0]


class Slotted:
    __slots__ = ("x",)

    def __init__(self) -> None:
        self.x = Thing()


class Color(enum.Enum):
    RED = 1


ZOO: list[object] = [
    12345678901234567890,
    1.5,
    "text",
    "t€xt",
    "x" * 5000,
    b"bytes",
    bytearray(b"bytes"),
    [1, [2, [3]]],
    (1, "b"),
    {"a": 1, "b": {"c": 2}},
    {i: str(i) for i in range(40)},
    {1, 2, 3},
    collections.OrderedDict(a=1, b=2),
    collections.deque(range(100)),
    range(10),
    slice(1, 2),
    Thing(),
    Slotted(),
    Color.RED,
    ValueError("bad"),
    Thing.__init__,
    Thing().__init__,
    len,
    sys,
    Thing,
    threading.RLock(),
    datetime.datetime(2024, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc),
    memoryview(b"abc"),
    array.array("d", [1, 2]),
    (ctypes.c_int * 3)(),
    types.SimpleNamespace(a=1),
    (n for n in [1]),
]


@pytest.mark.chance
@given(st.data())
@settings(max_examples=times("ATFAULT_FUZZ_CASES", few=150, many=1500))
def test_changed_bytes_anywhere_on_the_way(data: st.DataObject) -> None:
    thing = data.draw(st.sampled_from(ZOO))
    memory = Overlay()
    before = here(memory=memory).decode(id(thing))
    assert isinstance(before, Value)
    ranges = list(memory.ranges)
    for _ in range(data.draw(st.integers(1, 4))):
        address, size = data.draw(st.sampled_from(ranges))
        at = address + data.draw(st.integers(0, max(min(size, 96) - 1, 0)))
        if data.draw(st.booleans()):
            memory.changed[at] = data.draw(st.integers(0, 255))
        else:
            word = data.draw(
                st.sampled_from([0, 1, -1, 2**31, 2**40, 2**62, id(thing), id(ZOO), id(type)])
            )
            memory.put(at & ~7, word)
    memory.bytes_read = 0
    value = here(memory=memory).decode(id(thing))
    assert isinstance(value, Value | Absent)
    assert memory.bytes_read < MAX_BYTES
    assert isinstance(value, Absent) or len(value.text) < MAX_TEXT
    shown = value.reason if isinstance(value, Absent) else value.text
    assert shown.isprintable()


@given(st.binary(min_size=64, max_size=256), st.booleans())
@settings(max_examples=200)
def test_random_bytes_are_not_an_object(raw: bytes, starts_with_one: bool) -> None:
    if starts_with_one:
        raw = b"\x01" + bytes(7) + raw
    kept = ctypes.create_string_buffer(raw)
    decoder = here()
    assert decoder.check_header(ctypes.addressof(kept))
    assert isinstance(decoder.decode(ctypes.addressof(kept)), Absent)


def test_no_address_at_all() -> None:
    decoder = here()
    assert reason_of(decoder.decode(0)) == "a NULL pointer"
    assert "not an address" in reason_of(decoder.decode(16))
    assert reason_of(decoder.decode(1 << 60)).endswith("cannot be read")
    assert decoder.check_header(1 << 60)


def test_a_type_pointer_that_leads_nowhere_is_named() -> None:
    memory = Overlay()
    thing = Thing()
    memory.put(id(thing) + 8, 0x1000_0000_0008)
    decoder = here(memory=memory)
    reason = reason_of(decoder.decode(id(thing)))
    assert reason == "not a Python object: its type pointer 0x100000000008 cannot be read"
    assert decoder.check_header(id(thing)) == "its type pointer 0x100000000008 cannot be read"


def test_an_object_in_the_place_of_a_type_is_named() -> None:
    memory = Overlay()
    thing, other = Thing(), Thing()
    memory.put(id(thing) + 8, id(other))
    decoder = here(memory=memory)
    reason = reason_of(decoder.decode(id(thing)))
    assert reason == f"not a Python object: its type pointer {id(other):#x} is not a type"


class Lacking(Overlay):
    """This process's memory, of which the snapshot lacks a part."""

    def __init__(self, start: int, size: int, *, mapped: bool = True) -> None:
        super().__init__()
        self.hole, self.mapped = range(start, start + size), mapped

    def read(self, address: int, size: int) -> bytes:
        if address < self.hole.stop and address + size > self.hole.start:
            raise MemoryFault(address, size, lacking=self.mapped)
        return super().read(address, size)


def test_memory_that_the_snapshot_lacks_proves_no_damage() -> None:
    number, items = 12345.5, [[1]]
    for place, size in ((id(float), 400), (id(type), 400)):
        decoder = here(memory=Lacking(place, size))
        assert decoder.check_header(id(number)) == ""
        reason = reason_of(decoder.decode(id(number)))
        assert reason == f"its type, at {id(float):#x}, is in memory that could not be read"
    decoder = here(memory=Lacking(id(number), 16))
    assert decoder.check_header(id(number)) == ""
    decoder = here(memory=Lacking(id(float), 400, mapped=False))
    assert decoder.check_header(id(number)) == f"its type pointer {id(float):#x} cannot be read"
    buffer = here().memory.u64(id(items) + 24)
    assert reason_of(here(memory=Lacking(buffer, 8)).decode(id(items))).startswith("a list: ")
    damaged = reason_of(here(memory=Lacking(buffer, 8, mapped=False)).decode(id(items)))
    assert damaged.startswith("a damaged list: ")


@pytest.mark.parametrize("count", [0, 0x7F12_3456_7890, 0xDDDD_DDDD_DDDD_DDDD, 0x5555_5555_5550])
def test_a_freed_object_is_told_by_its_reference_count(count: int) -> None:
    memory = Overlay()
    thing = Thing()
    memory.put(id(thing), count)
    assert "reference count" in here(memory=memory).check_header(id(thing))


def test_every_living_object_has_a_plausible_header() -> None:
    import gc

    decoder = here()
    for thing in gc.get_objects()[:20_000]:
        assert decoder.check_header(id(thing)) == "", type(thing)


@pytest.mark.parametrize("size", [-1, 1 << 40, 1 << 62])
@pytest.mark.parametrize("thing", [[1], (1,), b"x", bytearray(b"x"), collections.deque([1])])
def test_an_impossible_length_is_said(thing: object, size: int) -> None:
    memory = Overlay()
    memory.put(id(thing) + 16, size)
    decoder = here(memory=memory)
    value = decoder.decode(id(thing))
    if isinstance(thing, bytes | bytearray) and size == 1 << 40:
        assert isinstance(value, Absent | Value)
    else:
        assert "impossible" in reason_of(value)


def test_a_gigabyte_of_text_costs_no_more_than_a_little() -> None:
    memory = Overlay()
    huge = "x" * (1 << 20)
    memory.put(id(huge) + 16, 1 << 30)
    value = here(memory=memory).decode(id(huge))
    assert isinstance(value, Value)
    assert value.text.endswith("(1,073,741,824 characters)")
    assert memory.bytes_read < 8192


def test_deep_nesting_ends() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert text_of(nested) == "[[[[[… 1 item]]]]]"
    while nested:
        nested = nested.pop()  # type: ignore[assignment]


def test_cycles_end() -> None:
    loop: list[object] = []
    loop += [loop, {"loop": loop}]
    thing = Thing()
    thing.a = thing  # type: ignore[assignment]
    assert text_of(loop) == "[…, {'loop': …}]"
    assert text_of(thing) == "Thing(a=…, b='two', c=[3.0])".replace("Thing", "Thing")


def test_wide_values_end() -> None:
    wide = [[[[list(range(50)) for _ in range(50)] for _ in range(50)]] for _ in range(50)]
    memory = Overlay()
    value = here(memory=memory, limits=Limits(nodes=100)).decode(id(wide))
    assert isinstance(value, Value)
    assert len(memory.ranges) < 1000


def test_the_budget_of_a_frame_is_whole_again_for_the_next() -> None:
    decoder = here(limits=Limits(frame_nodes=20))
    things = [[1, 2, 3, n] for n in range(20)]
    answers = [decoder.decode(id(thing)) for thing in things]
    assert isinstance(answers[0], Value)
    assert reason_of(answers[-1]) == "not decoded: the frame has too many values"
    decoder.begin_frame()
    assert isinstance(decoder.decode(id(things[-1])), Value)


def test_memory_that_ends_behind_a_small_object_is_no_obstacle() -> None:
    class Short(ProcMemory):
        def read(self, address: int, size: int) -> bytes:
            if address == id(number) and size > 32:
                raise MemoryFault(address, size)
            return super().read(address, size)

        def read_upto(self, address: int, size: int) -> bytes:
            return self.read(address, 32)

    number = 1234567
    value = here(memory=Short()).decode(id(number))
    assert isinstance(value, Value)
    assert value.number == 1234567


class NoTypes:
    """What reads types, where there are none left."""

    def at(self, address: int) -> None:
        raise BrokenObject("no type")

    of = at


def test_a_number_written_through_a_type_is_told_from_a_reused_block() -> None:
    kind = type("Kind", (), {})
    thing = kind()
    memory = Overlay()
    for at in range(id(kind) - 128, id(kind) + 256, 8):
        memory.put(at, 0x3FF0_0000_0000_0000)
    structs, _ = load(sys.version_info[1])
    runtime = types.SimpleNamespace(memory=memory, offsets=structs, version=sys.version_info[:3])
    inspector = Inspector(runtime, types.SimpleNamespace(types=NoTypes()), ())  # type: ignore
    found = inspector.describe(id(thing), "its type pointer is not a type")
    assert found.overwritten and not found.freed
    assert "1 as float64, over and over" in found.pattern
    assert found.data[0] <= id(kind) - 128 < id(kind) < found.data[1]
    memory.put(id(kind) - 16, 0x51)  # malloc's own record is whole
    assert not inspector.describe(id(thing), "its type pointer is not a type").overwritten


def test_the_object_in_the_next_block_is_not_what_a_damaged_one_is_part_of() -> None:
    numbers = [10**9 + n for n in range(2000)]  # blocks of 32 bytes, most of them neighbours
    starts = {id(number) for number in numbers}
    address = next(at for at in sorted(starts) if at + 32 in starts)
    memory = Overlay()
    memory.put(address + 8, address)
    structs, _ = load(sys.version_info[1])
    runtime = types.SimpleNamespace(memory=memory, offsets=structs, version=sys.version_info[:3])
    inspector = Inspector(runtime, types.SimpleNamespace(types=here().types), ())  # type: ignore
    found = inspector.describe(address, "its type pointer is not a type")
    assert not found.pattern.startswith("part of another object")


def test_what_was_let_go_of_is_known_by_its_count_however_that_is_worded() -> None:
    thing = [1, 2, 3]
    memory = Overlay()
    structs, _ = load(sys.version_info[1])
    runtime = types.SimpleNamespace(memory=memory, offsets=structs, version=sys.version_info[:3])
    inspector = Inspector(runtime, types.SimpleNamespace(types=here().types), ())  # type: ignore
    assert not inspector.is_dying(id(thing))
    memory.put(id(thing), 0)
    assert inspector.is_dying(id(thing))
    memory.put(id(thing), (1 << 64) - 1 if sys.version_info < (3, 14) else 0xFFFF_FFFF)
    assert not inspector.is_dying(id(thing))
    assert here().types.let_go(memory.read(id(thing), 16)) == -1
