"""The DWARF expression machine (DWARF 5, section 2.5), as far as call frame information uses it.

Worked example: the rule by which a procedure linkage table finds its frame (16-byte stubs; after
the push at byte 11 of a stub the stack holds one word more):

    77 08          breg7 (rsp) 8          rsp+8
    80 00          breg16 (rip) 0         rsp+8, rip
    3f 1a          lit15, and             rsp+8, rip & 15
    3b 2a          lit11, ge              rsp+8, (rip & 15) >= 11
    33 24          lit3, shl              rsp+8, 0 or 8
    22             plus                   CFA
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from atfault.errors import FormatError
from atfault.formats.leb128 import sleb, uleb


class Reader(Protocol):
    """Readable memory; both raise MemoryFault or return less, see snapshot.protocol."""

    def read(self, address: int, size: int) -> bytes: ...
    def read_upto(self, address: int, size: int) -> bytes: ...


MAX_STEPS = 1000
"""Operations of one expression; real ones have about ten, a loop in hostile data has no end."""
MAX_DEPTH = 64
MASK = 0xFFFF_FFFF_FFFF_FFFF
_SIGN = 1 << 63


def _signed(value: int) -> int:
    return value - (1 << 64) if value & _SIGN else value


def evaluate(
    expression: bytes,
    registers: Sequence[int | None],
    memory: Reader,
    initial: int | None = None,
) -> int:
    """The value on top of the stack when `expression` ends.

    registers: by DWARF number, None where unknown. initial: pushed first (the CFA, for register
    rules). Raises FormatError for a malformed, unknown or endless expression and for one that needs
    an unknown register; MemoryFault for memory that is not there.
    """
    machine = Machine(expression, registers, memory, initial)
    try:
        machine.run()
        return machine.stack[-1] & MASK
    except IndexError:
        raise FormatError("DWARF expression is cut short or its stack runs empty") from None


class Machine:
    """A run of one expression; `dwarf_location` adds the operations that locations have."""

    __slots__ = ("data", "initial", "memory", "pos", "registers", "stack")

    def __init__(
        self,
        data: bytes,
        registers: Sequence[int | None],
        memory: Reader,
        initial: int | None,
    ) -> None:
        self.data = data
        self.pos = 0
        self.registers = registers
        self.memory = memory
        self.initial = initial
        self.stack: list[int] = [] if initial is None else [initial]

    def run(self) -> None:
        data, stack = self.data, self.stack
        size = len(data)
        for _ in range(MAX_STEPS):
            if self.pos >= size:
                return
            op = data[self.pos]
            self.pos += 1
            if 0x70 <= op <= 0x8F:
                self.push_register(op - 0x70, self.sleb())
            elif 0x30 <= op <= 0x4F:
                stack.append(op - 0x30)
            elif op in _BINARY:
                right, left = stack.pop(), stack.pop()
                stack.append(_BINARY[op](left, right) & MASK)
            elif op in _CONSTANT:
                length, signed = _CONSTANT[op]
                stack.append(int.from_bytes(self.take(length), "little", signed=signed) & MASK)
            elif op in _COMPARE:
                right, left = _signed(stack.pop()), _signed(stack.pop())
                stack.append(1 if _COMPARE[op](left, right) else 0)
            else:
                self.other(op)
            if len(stack) > MAX_DEPTH:
                raise FormatError("DWARF expression overflows its stack")
        raise FormatError(f"DWARF expression did not end within {MAX_STEPS} operations")

    def other(self, op: int) -> None:
        stack = self.stack
        if op == 0x06:  # deref
            stack.append(self.load(stack.pop(), 8))
        elif op == 0x94:  # deref_size
            stack.append(self.load(stack.pop(), self.take(1)[0]))
        elif op == 0x10:  # constu
            value, self.pos = uleb(self.data, self.pos)
            stack.append(value & MASK)
        elif op == 0x11:  # consts
            stack.append(self.sleb() & MASK)
        elif op == 0x23:  # plus_uconst
            value, self.pos = uleb(self.data, self.pos)
            stack.append((stack.pop() + value) & MASK)
        elif op == 0x92:  # bregx
            number, self.pos = uleb(self.data, self.pos)
            self.push_register(number, self.sleb())
        elif 0x50 <= op <= 0x6F:  # reg0 … reg31: a location in DWARF, its value in a CFI rule
            self.push_register(op - 0x50, 0)
        elif op == 0x2F:  # skip
            self._jump()
        elif op == 0x28:  # bra
            self._jump(bool(stack.pop()))
        elif op == 0x9C:  # call_frame_cfa
            if self.initial is None:
                raise FormatError("DWARF expression asks for the CFA before it is known")
            stack.append(self.initial)
        elif op != 0x96:  # nop
            self._arrange(op)

    def _arrange(self, op: int) -> None:
        """Operations on the stack alone."""
        stack = self.stack
        if op == 0x12:  # dup
            stack.append(stack[-1])
        elif op == 0x13:  # drop
            stack.pop()
        elif op == 0x14:  # over
            stack.append(stack[-2])
        elif op == 0x15:  # pick
            stack.append(stack[-1 - self.take(1)[0]])
        elif op == 0x16:  # swap
            stack[-1], stack[-2] = stack[-2], stack[-1]
        elif op == 0x17:  # rot: the top goes below the next two
            stack[-3], stack[-2], stack[-1] = stack[-1], stack[-3], stack[-2]
        elif op == 0x19:  # abs
            stack[-1] = abs(_signed(stack[-1])) & MASK
        elif op == 0x1F:  # neg
            stack[-1] = -stack[-1] & MASK
        elif op == 0x20:  # not
            stack[-1] = ~stack[-1] & MASK
        else:
            raise FormatError(f"DWARF operation {op:#x} has no meaning in call frame information")

    def take(self, length: int) -> bytes:
        chunk = self.data[self.pos : self.pos + length]
        if len(chunk) != length:
            raise FormatError("DWARF expression is cut short")
        self.pos += length
        return chunk

    def sleb(self) -> int:
        value, self.pos = sleb(self.data, self.pos)
        return value

    def _jump(self, taken: bool = True) -> None:
        offset = int.from_bytes(self.take(2), "little", signed=True)
        if taken:
            self.pos += offset
            if not 0 <= self.pos <= len(self.data):
                raise FormatError("DWARF expression jumps out of itself")

    def push_register(self, number: int, offset: int) -> None:
        value = self.registers[number] if number < len(self.registers) else None
        if value is None:
            raise FormatError(f"DWARF expression needs register {number}, which is unknown")
        self.stack.append((value + offset) & MASK)

    def load(self, address: int, size: int) -> int:
        if not 1 <= size <= 8:
            raise FormatError(f"DWARF expression loads {size} bytes")
        return int.from_bytes(self.memory.read(address, size), "little")


def _divide(left: int, right: int) -> int:
    left, right = _signed(left), _signed(right)
    if right == 0:
        raise FormatError("DWARF expression divides by zero")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _modulo(left: int, right: int) -> int:
    if right == 0:
        raise FormatError("DWARF expression divides by zero")
    return left % right


_BINARY: dict[int, Callable[[int, int], int]] = {
    0x1A: lambda left, right: left & right,
    0x1B: _divide,
    0x1C: lambda left, right: left - right,
    0x1D: _modulo,
    0x1E: lambda left, right: left * right,
    0x21: lambda left, right: left | right,
    0x22: lambda left, right: left + right,
    0x24: lambda left, right: left << right if right < 64 else 0,
    0x25: lambda left, right: left >> right if right < 64 else 0,
    0x26: lambda left, right: _signed(left) >> min(right, 63),
    0x27: lambda left, right: left ^ right,
}
_COMPARE: dict[int, Callable[[int, int], bool]] = {
    0x29: lambda left, right: left == right,
    0x2A: lambda left, right: left >= right,
    0x2B: lambda left, right: left > right,
    0x2C: lambda left, right: left <= right,
    0x2D: lambda left, right: left < right,
    0x2E: lambda left, right: left != right,
}
_CONSTANT = {
    0x03: (8, False),
    0x08: (1, False),
    0x09: (1, True),
    0x0A: (2, False),
    0x0B: (2, True),
    0x0C: (4, False),
    0x0D: (4, True),
    0x0E: (8, False),
    0x0F: (8, True),
}
