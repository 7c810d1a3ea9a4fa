"""Instructions taken apart: one with its operands, and many by their outlines."""

from __future__ import annotations

import os
import re
import sys
import sysconfig

import pytest

from atfault.formats.elf import ElfFile
from atfault.native import disassemble as module
from atfault.native.disassemble import (
    NO_DISASSEMBLER,
    Instruction,
    MemoryOperand,
    disassemble,
    outlines,
)

PC = 0x401000


def taken_apart(code: str) -> Instruction:
    found = disassemble(bytes.fromhex(code), PC)
    assert isinstance(found, Instruction)
    return found


def test_an_operand_in_memory_has_its_parts_and_its_place() -> None:
    found = taken_apart("f3420f1044b008")
    assert found.text == "movss xmm0, dword ptr [rax + r14*4 + 8]"
    assert (found.length, found.first_register, found.first_size) == (7, "xmm0", 16)
    assert found.memory == (MemoryOperand("", "rax", "r14", 4, 8, 4, 1),)
    assert taken_apart("64488b042528000000").memory[0][:5] == ("fs", "", "", 1, 0x28)
    assert [one.position for one in taken_apart("f348a5").memory] == [0, 1]
    assert taken_apart("8800").first_register == "" and taken_apart("c9").first_size == 0


def test_the_instruction_sets_are_told() -> None:
    assert "avx2" in taken_apart("c4e27d2800").groups


def test_bytes_that_are_no_instruction_are_said_so() -> None:
    assert disassemble(b"\x06", PC) == ""
    assert disassemble(b"", PC) == ""
    assert list(outlines(b"\x90\x06\x90", PC)) == [(PC, 1, "nop", "")]


def test_without_capstone_it_is_said_and_there_are_no_outlines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(*_: object, **__: object) -> None:
        raise ImportError("capstone")

    monkeypatch.setattr(module, "_engine", missing)
    assert disassemble(b"\x90", PC) == NO_DISASSEMBLER
    assert list(outlines(b"\x90", PC)) == []


def test_outlines_of_real_code_are_the_instructions_one_by_one() -> None:
    path = f"{sysconfig.get_config_var('LIBDIR')}/{sysconfig.get_config_var('LDLIBRARY')}"
    with open(path if os.path.exists(path) else sys.executable, "rb") as file:
        elf = ElfFile(file.read())
    text = elf.section(".text")
    assert text is not None
    code = elf.section_bytes(text)[: 1 << 14]
    found = list(outlines(code, PC))
    assert len(found) > 2000
    at = 0
    for one in found:
        whole = disassemble(code[at:], PC + at)
        assert isinstance(whole, Instruction)
        assert one.address == PC + at and one.length == whole.length
        assert f"{one.mnemonic} {one.operands}".strip() == whole.text
        assert len(whole.memory) == len(re.findall(r"\[", whole.text))
        at += one.length
