"""Which variable a failed instruction had its pointer from, by the few instructions before it."""

from __future__ import annotations

import pytest

from atfault.model.state import FaultAccess
from atfault.native.pointer_way import Function, loads_to
from atfault.native.static_variables import pointer_variable
from support.byte_memory import ByteMemory
from support.states import MODULES

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
    names = "rax rdx rcx rbx rsi rdi".split()
    known = [value if name == register else None for name in names]
    function = Function(START + len(code), START, START + len(code) + 16, (0, 0), known)
    access = FaultAccess("read", value, 8, registers=((register, value),))
    one = pointer_variable(MODULE, access, loads_to(memory, [function], register, value))
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
