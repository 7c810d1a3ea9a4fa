"""Which variable a failed instruction had its pointer from, by the few instructions before it."""

from __future__ import annotations

import pytest

from atfault.model.state import FaultAccess
from atfault.native.pointer_variable import pointer_variable
from support.byte_memory import ByteMemory
from support.states import MODULES, native

MODULE = MODULES["extension"]._replace(file=None)
START = MODULE.start + 0x1000
TABLE, SLOT, OTHER = MODULE.start + 0x4040, MODULE.start + 0x3FE0, MODULE.start + 0x4080


def load(register: int, target: int, at: int) -> bytes:
    """mov r64, qword ptr [rip + …], as the instruction at byte `at`."""
    away = target - (START + at + 7)
    return bytes((0x48, 0x8B, 5 | register << 3)) + away.to_bytes(4, "little", signed=True)


def found(code: bytes, *, held: int = 0, register: str = "rax", value: int = 0):
    words = {TABLE: held, SLOT: TABLE, OTHER: 7}
    memory = ByteMemory(
        {
            START: code + bytes(16),
            **{at: word.to_bytes(8, "little") for at, word in words.items()},
        }
    )
    frame = native("make", "extension", pc=START + len(code))._replace(
        function_start=START, module=MODULE
    )
    access = FaultAccess("read", value, 8, registers=((register, value),))
    one = pointer_variable(memory, frame, access)
    return None if one is None else (one.address, one.value)


ADD = bytes.fromhex("4805e8020000")  # add rax, 0x2e8
CALL = bytes.fromhex("e800000000")


def test_the_variable_that_was_loaded_last():
    assert found(load(0, TABLE, 0)) == (TABLE, 0)


def test_what_was_added_to_it():
    assert found(load(0, TABLE, 0) + ADD, value=0x2E8) == (TABLE, 0)


def test_one_whose_address_was_loaded_first():
    assert found(load(0, SLOT, 0) + bytes.fromhex("488b00")) == (TABLE, 0)


def test_a_copy_in_another_register():
    code = load(0, TABLE, 0) + bytes.fromhex("4889c3")  # mov rbx, rax
    assert found(code, register="rbx") == (TABLE, 0)
    assert found(code + CALL, register="rbx") == (TABLE, 0)


@pytest.mark.parametrize(
    "rest",
    [
        CALL,  # may have changed rax
        bytes.fromhex("31c0"),  # xor eax, eax
        bytes.fromhex("488b4708"),  # mov rax, qword ptr [rdi + 8]
    ],
)
def test_a_register_that_was_used_for_something_else(rest):
    assert found(load(0, TABLE, 0) + rest) is None


def test_memory_and_register_have_to_agree():
    assert found(load(0, TABLE, 0), held=0x1000) is None
    assert found(load(0, TABLE, 0), held=0x1000, value=0x1000) == (TABLE, 0x1000)


def test_code_that_cannot_be_read_says_nothing():
    frame = native("make", "extension", pc=START + 8)._replace(function_start=START, module=MODULE)
    access = FaultAccess("read", 0, 8, registers=(("rax", 0),))
    assert pointer_variable(ByteMemory({}), frame, access) is None
    assert pointer_variable(ByteMemory({}), frame._replace(function_start=0), access) is None


def test_code_that_loads_no_variable_is_not_taken_apart(monkeypatch):
    def taken_apart(*_: object) -> None:
        raise AssertionError("capstone was asked")

    monkeypatch.setattr("atfault.native.pointer_variable.disassemble", taken_apart)
    assert found(bytes.fromhex("62a1fd00efc0")) is None  # vpxorq xmm16, xmm16, xmm16
