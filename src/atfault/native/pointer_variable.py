"""Which variable of its library the failed instruction had its pointer from.

    mov  rax, qword ptr [rip + 0x2ea9]     rax ← the variable at …+0x4040: PyArray_API, which is 0
    add  rax, 0x2e8                        compiled without optimization
    mov  rdx, qword ptr [rax]              ← failed at 0x2e8

    mov  rax, qword ptr [rip + 0x2fd1]     a variable of another file of the library: its address
    mov  rax, qword ptr [rax]              comes from the table of addresses first

    mov  rax, qword ptr [0x2e8]            optimized: nothing in the file sets the variable, so the
    ud2                                    compiler put in what it is, 0

The function is decoded from its start to the failure, in the order of its bytes; jumps are not
followed. What comes out has to agree with the memory and with the register as they are.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from atfault.errors import MemoryFault
from atfault.model.process import Module
from atfault.model.stacks import NativeFrame
from atfault.model.state import FaultAccess, PointerVariable
from atfault.native.api_tables import only_table_in
from atfault.native.debug_files import open_elf
from atfault.native.disassemble import disassemble
from atfault.native.instructions import Instruction, decode
from atfault.native.symbols import variable_at
from atfault.snapshot.protocol import Memory

_MAX_CODE = 1 << 13
_MAX_FILE = 64 << 20
_ABSOLUTE = r"(?<!:)\[(0x[0-9a-f]{1,4}|0)\]"
_WIDE = r"r(?:[abcd]x|[sd]i|[bs]p|8|9|1[0-5])$"
_LOADED = rb"[\x48-\x4f]\x8b[\x05\x0d\x15\x1d\x25\x2d\x35\x3d]"
"""mov r64, qword ptr [rip + …], by which every variable is reached."""
_LOW = {f"e{name}": f"r{name}" for name in "ax bx cx dx si di bp sp".split()}
_LOW |= {f"r{number}d": f"r{number}" for number in range(8, 16)}
_LOST_IN_CALLS = ("rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11")
_MASK = (1 << 64) - 1


class _Value(NamedTuple):
    """What a register holds: what the variable does, and something on top of that."""

    variable: int
    added: int = 0


def pointer_variable(
    memory: Memory, frame: NativeFrame, access: FaultAccess
) -> PointerVariable | None:
    """The variable; None where the pointer came from elsewhere, or that cannot be told."""
    module, start = frame.module, frame.function_start
    if module is None or frame.is_jit:
        return None
    if not access.registers:
        return _never_set(module, access)
    if not start or not 0 < frame.pc - start <= _MAX_CODE:
        return None
    code = memory.read_upto(start, frame.pc - start)
    if len(code) < frame.pc - start:
        return None
    known = _followed(memory, code, start)
    for register, value in access.registers:
        held = known.get(register)
        if held is None or not module.start <= held.variable < module.end:
            continue
        try:
            pointer = memory.u64(held.variable)
        except MemoryFault:
            continue
        if (pointer + held.added) & _MASK == value:
            return PointerVariable(_name(module, held.variable), held.variable, pointer, module)
    return None


def _never_set(module: Module, access: FaultAccess) -> PointerVariable | None:
    """The variable of an access to a small address that is part of the instruction, in an extension
    module: the compiler had found that nothing in the file sets a static pointer, and so it is 0.
    """
    operand = re.search(_ABSOLUTE, access.instruction)
    if operand is None or int(operand[1], 16) != access.address or ".so" not in module.name:
        return None
    try:
        data = b"" if module.file is None else module.file.read_upto(_MAX_FILE)
    except OSError:
        data = b""
    if b"\0PyInit_" not in data:
        return None
    return PointerVariable(only_table_in(data), 0, 0, module)


def _name(module: Module, address: int) -> str:
    elf = open_elf(module.file) if module.file is not None else None
    return variable_at(elf, address - module.load_bias) if elf is not None else ""


def _followed(memory: Memory, code: bytes, start: int) -> dict[str, _Value]:
    """Register → what it holds behind the last instruction, of those that a variable is in."""
    known: dict[str, _Value] = {}
    if not re.search(_LOADED, code):  # nothing to follow, as in most functions
        return known
    at = 0
    while at < len(code):
        one = decode(code[at:], start + at) or disassemble(code[at:], start + at)
        if isinstance(one, str) or not one.length:
            return {}
        at += one.length
        _step(memory, known, one, start + at)
    return known


def _step(memory: Memory, known: dict[str, _Value], one: Instruction, following: int) -> None:
    if one.mnemonic == "call":
        for lost in _LOST_IN_CALLS:
            known.pop(lost, None)
        return
    target = one.first_register
    if not target or one.mnemonic in ("cmp", "test", "push", "jmp"):
        return
    made = _made(memory, known, one, following)
    known.pop(_LOW.get(target, target), None)
    if made is not None and re.match(_WIDE, target):
        known[target] = made


def _made(
    memory: Memory, known: dict[str, _Value], one: Instruction, following: int
) -> _Value | None:
    """What the instruction leaves in its first register."""
    target, last = one.first_register, one.text.rpartition(", ")[2]
    if one.mnemonic == "mov" and one.memory:
        operand = one.memory[0]
        if operand.size != 8 or operand.index_register or operand.segment:
            return None
        if operand.base == "rip":
            return _Value((following + operand.displacement) & _MASK)
        through = known.get(operand.base)
        if through is None or through.added or operand.displacement:
            return None
        try:
            return _Value(memory.u64(through.variable))
        except MemoryFault:
            return None
    if one.mnemonic == "mov":
        return known.get(last)
    held = known.get(target)
    if (
        one.mnemonic in ("add", "sub")
        and held is not None
        and re.fullmatch(r"-?(0x)?[\da-f]+", last)
    ):
        amount = int(last, 16) if "x" in last else int(last)
        return held._replace(added=held.added + (amount if one.mnemonic == "add" else -amount))
    return None
