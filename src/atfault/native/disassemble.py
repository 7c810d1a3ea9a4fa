"""Instructions taken apart, by capstone: those of x86-64 with their operands, others as text.

    f3 42 0f 10 44 b0 08        movss xmm0, dword ptr [rax + r14*4 + 8]

Importing capstone takes 40 ms of CPU, so that waits until an instruction is asked for.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from atfault import lazy

MAX_LENGTH = 15
NO_DISASSEMBLER = "capstone is not installed"


class MemoryOperand(NamedTuple):
    """segment:[base + index_register * scale + displacement]; names are "" where there is none."""

    segment: str
    base: str
    index_register: str
    scale: int
    displacement: int
    size: int
    """Bytes."""
    position: int
    """Among all operands: 0 is the first. capstone also tells read from write, but wrongly for most
    vector stores, so that is not used."""


class Instruction(NamedTuple):
    mnemonic: str
    text: str
    """Intel syntax, mnemonic included."""
    length: int
    memory: tuple[MemoryOperand, ...]
    first_register: str
    """The first operand, when it is a register; "" otherwise."""
    first_size: int
    """Bytes of the first operand, 0 when there is none."""
    groups: tuple[str, ...] = ()
    """capstone's names of the instruction sets it belongs to, and others: "avx512", "sse2" …"""


class Outline(NamedTuple):
    """An instruction among many; its operands are in the text alone."""

    address: int
    length: int
    mnemonic: str
    operands: str


def disassemble(code: bytes, address: int, arch: str = "x86-64") -> Instruction | str:
    """The instruction at the start of `code`. A string says why not: no capstone, or no
    instruction that it knows (""). arch: other than x86-64, mnemonic and text alone are told."""
    is_x86 = arch == "x86-64"
    try:
        engine = _engine(is_x86, arch)
    except (ImportError, OSError):
        return NO_DISASSEMBLER
    found = next(engine.disasm(code[:MAX_LENGTH], address, 1), None)
    if found is None or is_x86:
        return "" if found is None else _instruction(found)
    text = f"{found.mnemonic} {found.op_str}".strip()
    return Instruction(found.mnemonic, text, found.size, (), "", 0)


def outlines(code: bytes, address: int, arch: str = "x86-64") -> Iterator[Outline]:
    """All instructions from the start of `code`, up to one that capstone does not know; () without
    capstone. 4 µs each, where taking one apart takes 60."""
    try:
        engine = _engine(False, arch)
    except (ImportError, OSError):
        return iter(())
    return map(Outline._make, engine.disasm_lite(code, address))


@cache
def _engine(with_operands: bool = True, arch: str = "x86-64") -> Any:
    """A capstone.Cs. Raises ImportError, OSError."""
    capstone = lazy.load("capstone")
    if arch == "x86-64":
        engine = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
    else:
        engine = capstone.Cs(capstone.CS_ARCH_ARM64, capstone.CS_MODE_ARM)
    engine.detail = with_operands
    return engine


def _instruction(found: Any) -> Instruction:
    """Of a capstone.CsInsn."""

    def register(number: int) -> str:
        return str(found.reg_name(number)) if number else ""

    kinds = lazy.load("capstone.x86_const")
    operands = list(found.operands)
    first = operands[0] if operands else None
    memory = tuple(
        MemoryOperand(
            register(one.mem.segment),
            register(one.mem.base),
            register(one.mem.index),
            one.mem.scale,
            one.mem.disp,
            one.size,
            position,
        )
        for position, one in enumerate(operands)
        if one.type == kinds.X86_OP_MEM
    )
    return Instruction(
        found.mnemonic,
        f"{found.mnemonic} {found.op_str}".strip(),
        found.size,
        memory,
        register(first.reg) if first is not None and first.type == kinds.X86_OP_REG else "",
        first.size if first is not None else 0,
        tuple(found.group_name(number) for number in found.groups),
    )
