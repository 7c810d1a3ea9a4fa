"""The text of Py_FatalError from machine code made by hand."""

from __future__ import annotations

import struct
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.arch.x86_64 import X86_64
from atfault.cpython import fatal
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping, Module
from atfault.model.stacks import NativeFrame, NativeStack
from support.byte_memory import ByteMemory

CODE, TEXT, FUNCTION = 0x1000, 0x8000, 0x8100
TARGET = CODE + 0x700


def lea(register: str, at: int, address: int) -> bytes:
    head = {"rdi": b"\x48\x8d\x3d", "rsi": b"\x48\x8d\x35"}[register]
    return head + struct.pack("<i", address - at - 7)


class Program:
    """Code at CODE, two strings, and a stack that says where the fatal function was called."""

    def __init__(self) -> None:
        self.code = bytearray(b"\x90" * 0x800)
        self.at = CODE + 0x200

    def add(self, instruction: bytes) -> None:
        offset = self.at - CODE
        self.code[offset : offset + len(instruction)] = instruction
        self.at += len(instruction)

    def call(self) -> None:
        self.add(b"\xe8" + struct.pack("<i", TARGET - self.at - 5))

    def message(self, symbol: str = "_Py_FatalErrorFunc") -> str | Absent:
        memory = ByteMemory(
            {
                CODE: bytes(self.code),
                TEXT: b"the text of %s\0".ljust(0x100, b"\0"),
                FUNCTION: b"function\0".ljust(0x100, b"\0"),
            }
        )
        mapping = MemoryMapping(CODE, CODE + 0x800, 0, True, False, True, "/lib/p.so")
        runtime: Any = SimpleNamespace(
            memory=memory,
            module=Module("/lib/p.so", None, "", 0, CODE, CODE + 0x1000),
            snapshot=SimpleNamespace(arch=X86_64, mappings=(mapping,)),
        )
        frames = (
            NativeFrame(TARGET + 4, 0x110, 0x100, "cfi", function_start=TARGET, symbol=symbol),
            NativeFrame(self.at, 0x120, 0x110, "cfi", symbol="caller"),
        )
        return fatal.fatal_message(runtime, NativeStack(frames))


@pytest.fixture
def program() -> Program:
    return Program()


def test_both_constants_before_the_call_are_read(program: Program) -> None:
    program.add(lea("rsi", program.at, TEXT))
    program.add(lea("rdi", program.at, FUNCTION))
    program.call()
    assert program.message() == "function: the text of %s"


def test_a_function_may_set_its_frame_pointer_in_between(program: Program) -> None:
    program.add(lea("rsi", program.at, TEXT))
    program.add(lea("rdi", program.at, FUNCTION))
    program.add(b"\x48\x89\xe5")
    program.call()
    assert program.message() == "function: the text of %s"


def test_values_of_a_format_are_left_open(program: Program) -> None:
    program.add(lea("rsi", program.at, TEXT))
    program.add(b"\x31\xc0")
    program.add(lea("rdi", program.at, FUNCTION))
    program.call()
    assert program.message("_Py_FatalErrorFormat") == "function: the text of …"


def test_constants_of_a_non_pie_program_are_read(program: Program) -> None:
    program.add(b"\xbe" + struct.pack("<I", TEXT))
    program.add(b"\x48\x89\xdf")
    program.call()
    assert program.message() == "the text of %s"


def test_a_text_that_came_from_a_variable_is_not_told(program: Program) -> None:
    program.add(b"\x48\x89\xc6")
    program.add(lea("rdi", program.at, FUNCTION))
    program.call()
    assert isinstance(program.message(), Absent)


@pytest.mark.parametrize("jump", ["short", "near", "conditional"])
def test_a_jump_between_constant_and_call_makes_the_text_uncertain(
    program: Program, jump: str
) -> None:
    program.add(lea("rsi", program.at, TEXT))
    middle = program.at
    program.add(lea("rdi", program.at, FUNCTION))
    program.call()
    if jump == "short":
        program.code[0x240:0x242] = b"\xeb" + struct.pack("<b", middle - CODE - 0x242)
    elif jump == "near":
        program.code[0x20:0x25] = b"\xe9" + struct.pack("<i", middle - CODE - 0x25)
    else:
        program.code[0x20:0x26] = b"\x0f\x84" + struct.pack("<i", middle - CODE - 0x26)
    assert isinstance(program.message(), Absent)


def test_bytes_of_a_call_are_no_jump(program: Program) -> None:
    program.add(b"\xe8\xeb\x05\x00\x00")  # its distance reads "jmp +5", to the lea
    program.add(b"\x48\x89\xdf")
    program.add(lea("rsi", program.at, TEXT))
    program.call()
    assert program.message() == "the text of %s"


def test_a_jump_to_the_first_constant_changes_nothing(program: Program) -> None:
    program.code[0x20:0x25] = b"\xe9" + struct.pack("<i", program.at - CODE - 0x25)
    program.add(lea("rsi", program.at, TEXT))
    program.add(lea("rdi", program.at, FUNCTION))
    program.call()
    assert program.message() == "function: the text of %s"


def test_a_stack_without_a_fatal_function_has_no_text(program: Program) -> None:
    program.call()
    assert program.message("abort") == Absent(fatal.NO_FATAL)
