"""Pickles of plain data are read, and nothing else of them is done."""

from __future__ import annotations

import copyreg
import io
import os
import pickle
import pickletools
import struct

import pytest

from atfault.errors import FormatError
from atfault.formats.plain_pickle import loads_plain

PLAIN = {
    "numbers": [0, 1, -1, 255, 65535, 1 << 31, -(1 << 40), 1 << 200, 2.5, True, False, None],
    "tuples": [(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)],
    "texts": ["", "é", "x" * 300],
    "nested": {"a": {"b": []}},
    1: "a number as key",
}
RAN: list[str] = []


def ran(name: str) -> None:
    RAN.append(name)


class Reduced:
    def __init__(self, function, *arguments):
        self.made = function, arguments

    def __reduce__(self):
        return self.made


class WithState:
    def __setstate__(self, state):
        ran("state")

    def __reduce__(self):
        return WithState, (), {"a": 1}


class New:
    def __new__(cls, *arguments):
        ran("new")
        return super().__new__(cls)

    def __getnewargs__(self):
        return (1,)


class Extension:
    def __init__(self):
        ran("extension")


class WithIds(pickle.Pickler):
    def persistent_id(self, value):
        return "whoever" if value == "me" else None


def with_id(protocol):
    out = io.BytesIO()
    WithIds(out, protocol).dump(["me"])
    return out.getvalue()


def with_extension():
    copyreg.add_extension(__name__, "Extension", 0x70)
    try:
        return pickle.dumps(Extension, 2)
    finally:
        copyreg.remove_extension(__name__, "Extension", 0x70)


def hostile():
    yield from (pickle.dumps(Reduced(os.system, "exit 1"), one) for one in range(6))
    yield from (pickle.dumps([Reduced(ran, "call"), {"entries": []}], one) for one in (2, 4))
    yield from (pickle.dumps(Reduced(eval, "1"), one) for one in (2, 5))
    yield pickle.dumps(WithState(), 2)
    yield pickle.dumps(New(), 2)
    yield pickle.dumps(New(), 4)
    yield with_id(0)
    yield with_id(2)
    yield with_extension()
    yield pickle.dumps(ran, 2)  # a name alone
    yield pickle.dumps(pickle.PickleBuffer(b"x"), 5, buffer_callback=lambda _: False)
    yield b"cos\nsystem\n(S'exit 1'\ntR."
    yield b"(S'exit 1'\nios\nsystem\n."
    yield b"\x80\x04\x8c\x02os\x8c\x06system\x93\x8c\x06exit 1\x85R."
    yield b"\x80\x02}(cbuiltins\nexit\nI1\nu."
    yield pickle.dumps({1, 2}, 4)


@pytest.mark.parametrize("data", list(hostile()))
def test_a_pickle_of_more_than_plain_data_is_refused_and_nothing_of_it_runs(data, monkeypatch):
    monkeypatch.setattr(os, "system", ran)
    RAN.clear()
    with pytest.raises(FormatError):
        loads_plain(data)
    assert RAN == []


def test_there_are_twenty_of_them_at_least():
    assert len(list(hostile())) >= 20


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_plain_data_is_read_as_pickle_reads_it(protocol):
    assert loads_plain(pickle.dumps(PLAIN, protocol)) == PLAIN


def test_what_is_shared_stays_shared():
    one = ["x"]
    first, second = loads_plain(pickle.dumps([one, one], 2))
    assert first is second


def test_every_cut_is_refused():
    data = pickle.dumps(PLAIN, 2)
    for end in range(len(data)):
        with pytest.raises(FormatError):
            loads_plain(data[:end])


@pytest.mark.parametrize(
    "data",
    [
        b"\x80\x02r\xff\xff\xff\xff.",  # remembers nothing, as number 2**32 - 1
        b"\x80\x02X\xff\xff\xff\xffa.",
        b"\x80\x04\x8d" + struct.pack("<Q", 1 << 60) + b"a.",
        b"\x80\x02\x8b" + struct.pack("<I", 1 << 30) + b"a.",
        b"\x80\x02(((((.",
        b"\x80\x02]]a]a",
        b"\x80\x02}(K\x01u.",
        b"\x80\x02K\x01K\x02.",
        b"\x80\x02})K\x01s.",
        b"\x80\x02h\x05.",
        b"",
    ],
)
def test_what_is_damaged_is_refused(data):
    with pytest.raises(FormatError):
        loads_plain(data)


def test_its_objects_are_counted():
    data = pickle.dumps([[]] * 3 + [[] for _ in range(20)], 2)
    assert len(loads_plain(data, most=40)) == 23
    with pytest.raises(FormatError, match="too many"):
        loads_plain(data, most=20)


MAKING = ("GLOBAL", "STACK_GLOBAL", "INST", "OBJ", "NEWOBJ", "NEWOBJ_EX", "REDUCE", "BUILD",
          "PERSID", "BINPERSID", "EXT1", "EXT2", "EXT4")  # fmt: skip


@pytest.mark.parametrize("name", MAKING)
def test_no_opcode_that_makes_or_calls_anything_is_known(name):
    opcode = next(one for one in pickletools.opcodes if one.name == name)
    with pytest.raises(FormatError, match="more than plain data"):
        loads_plain(b"\x80\x02)}" + opcode.code.encode("latin-1") + b"os\nsystem\n.")
