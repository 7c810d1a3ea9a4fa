"""Where a variable is: DWARF location descriptions (DWARF 5, section 2.6).

An expression says where the whole value is, or piece by piece:

    91 20                 fbreg 32                      all of it in memory, at frame base + 32
    53                    reg3                          in rbx
    73 00 9f              breg3 0, stack_value          it is what rbx holds
    93 20 53 93 08 93 10  piece 32, reg3, piece 8, piece 16     bytes 32 to 40 in rbx, the rest gone

What the optimiser dropped, and what needs a register that is not known any more, is a gap in the
value and never a guess: an array of which the address and the length alone are left keeps these.
"""

from __future__ import annotations

from typing import NamedTuple

from atfault.errors import FormatError, MemoryFault
from atfault.formats.dwarf_expression import MASK, Machine, Reader
from atfault.formats.leb128 import uleb

MAX_SIZE = 1 << 16
"""Bytes of a value that are read."""
_WORD = 8

OPTIMISED_OUT = "optimised out"


class FrameContext(NamedTuple):
    """What the locations of one frame count from."""

    registers: tuple[int | None, ...]
    """By DWARF number, as the frame left them; None for those that are not known."""
    memory: Reader
    cfa: int | None = None
    frame_base: int | None = None
    vectors_from: int = 17
    """Registers from this number on have 128 bits."""


class Located(NamedTuple):
    """A value as far as it is there."""

    data: bytes
    """All of its bytes, zero where they are gone."""
    gaps: tuple[tuple[int, int], ...] = ()
    """[start, end) of the bytes that are gone, ascending."""
    address: int | None = None
    """Where all of it lies in memory; None when it does not."""
    reason: str = ""
    """Why the first of the gaps is there."""


def locate(expression: bytes, size: int, frame: FrameContext) -> Located:
    """The `size` bytes of a value that `expression` says the place of.

    Never raises for what the target holds: what cannot be had is a gap. An empty expression is one
    great gap. Raises FormatError for a size that no variable has.
    """
    if not 0 <= size <= MAX_SIZE:
        raise FormatError(f"a variable of {size:,} bytes")
    machine = _Locator(expression, size, frame)
    try:
        machine.run()
        machine.finish()
    except (FormatError, IndexError) as error:
        machine.give_up(str(error) if isinstance(error, FormatError) else "cut short")
    except MemoryFault as fault:
        machine.give_up(f"memory at {fault.address:#x} is not readable")
    return machine.found()


def address_of(expression: bytes, frame: FrameContext) -> int | None:
    """What DW_AT_frame_base leads to: an address, or what a register holds; None when unknown."""
    machine = _Locator(expression, _WORD, frame)
    try:
        machine.run()
    except (FormatError, IndexError, MemoryFault):
        return None
    if machine.unknown:
        return None
    if machine.register is not None:
        number = machine.register
        return frame.registers[number] if number < len(frame.registers) else None
    return machine.stack[-1] & MASK if machine.stack else None


class _Locator(Machine):
    """Runs an expression, and copies each piece of the value as its place is known."""

    __slots__ = (
        *("address", "bits", "data_out", "frame", "gaps", "literal", "reason", "register"),
        *("is_value", "offset", "pieces", "size", "unknown"),
    )

    def __init__(self, expression: bytes, size: int, frame: FrameContext) -> None:
        super().__init__(expression, frame.registers, frame.memory, None)
        self.frame = frame
        self.size = size
        self.offset = 0
        self.bits = 0
        """Of the byte before `offset` that are described, where not all are."""
        self.pieces = 0
        self.data_out = bytearray(size)
        self.gaps: list[tuple[int, int]] = []
        self.address: int | None = None
        self.reason = ""
        self._start_piece()

    def _start_piece(self) -> None:
        self.stack.clear()
        self.register: int | None = None
        self.literal: bytes | None = None
        self.is_value = False
        self.unknown = ""

    def found(self) -> Located:
        whole = not self.gaps and self.pieces <= 1
        address = self.address if whole else None
        return Located(bytes(self.data_out), tuple(self.gaps), address, self.reason)

    def give_up(self, why: str) -> None:
        """The rest is gone."""
        self._lose(self.size - self.offset, why)

    def finish(self) -> None:
        """At the end of the expression: a value without pieces, or what no piece covers."""
        if self.pieces == 0:
            self._copy(self.size)
        elif self.offset < self.size:
            self._lose(self.size - self.offset, OPTIMISED_OUT)

    # -- the operations that only locations have ------------------------------------------------

    def other(self, op: int) -> None:
        if 0x50 <= op <= 0x6F:  # reg0 … reg31
            self.register = op - 0x50
        elif op == 0x90:  # regx
            self.register = self._uleb()
        elif op == 0x91:  # fbreg
            self._push(self.frame.frame_base, self.sleb(), "its frame's base is not known")
        elif op == 0x9C:  # call_frame_cfa
            self._push(self.frame.cfa, 0, "its frame's address is not known")
        elif op == 0x9F:  # stack_value
            self.is_value = True
        elif op == 0x9E:  # implicit_value
            self.literal = self.take(self._uleb())
        elif op == 0x93:  # piece
            self._end_piece(self._uleb())
        elif op == 0x9D:  # bit_piece
            self._end_bits(self._uleb(), self._uleb())
        elif op in (0xA3, 0xF3):  # entry_value
            raise FormatError("only known as the function was entered")
        else:
            super().other(op)

    def push_register(self, number: int, offset: int) -> None:
        value = self.registers[number] if number < len(self.registers) else None
        self._push(value, offset, "was in a register that the call may have changed")

    def load(self, address: int, size: int) -> int:
        return 0 if self.unknown else super().load(address, size)

    def _push(self, value: int | None, offset: int, why: str) -> None:
        if value is None:
            self.unknown = self.unknown or why
            value = 0
        self.stack.append((value + offset) & MASK)

    def _uleb(self) -> int:
        value, self.pos = uleb(self.data, self.pos)
        return value

    # -- pieces ---------------------------------------------------------------------------------

    def _end_bits(self, bits: int, start: int) -> None:
        """A piece of so many bits. LLVM tells of an i1 as of one bit, and of 7 or 63 that are not
        there behind it: the low bits of one byte are that byte, then."""
        if self.bits and not (self.bits + bits) % 8 and self._is_empty():
            size, self.bits = (self.bits + bits) // 8 - 1, 0
            self._end_piece(size)
        elif not self.bits and not start and bits < 8:
            self._end_piece(1)
            self.data_out[self.offset - 1] &= (1 << bits) - 1
            self.bits = bits
        elif not self.bits and not start and bits % 8 == 0:
            self._end_piece(bits // 8)
        else:
            raise FormatError("a piece that is no whole bytes")

    def _is_empty(self) -> bool:
        return self.register is None and self.literal is None and not self.stack

    def _end_piece(self, size: int) -> None:
        if self.bits:
            raise FormatError("a piece that is no whole bytes")
        self.pieces += 1
        self._copy(min(size, self.size - self.offset))
        self._start_piece()

    def _copy(self, size: int) -> None:
        """The next `size` bytes of the value, from where the expression has led."""
        if size <= 0:
            return
        if self.register is not None:
            self._copy_register(self.register, size)
        elif self.unknown:
            self._lose(size, self.unknown)
        elif self.literal is not None:
            self._take_over(self.literal, size)
        elif not self.stack:
            self._lose(size, OPTIMISED_OUT)
        elif self.is_value:
            self._take_over((self.stack[-1] & MASK).to_bytes(_WORD, "little"), size)
        else:
            self._copy_memory(self.stack[-1] & MASK, size)

    def _copy_register(self, number: int, size: int) -> None:
        value = self.registers[number] if number < len(self.registers) else None
        if value is None:
            known = number < len(self.registers)
            why = "that the call may have changed" if known else "that is not in the snapshot"
            self._lose(size, f"was in a register {why}")
        else:
            width = _WORD if number < self.frame.vectors_from else 2 * _WORD
            self._take_over(value.to_bytes(width, "little"), size)

    def _copy_memory(self, address: int, size: int) -> None:
        try:
            content = self.memory.read(address, size)
        except MemoryFault as fault:
            self._lose(size, f"memory at {fault.address:#x} is not readable")
            return
        if self.offset == 0 and size == self.size:
            self.address = address
        self._take_over(content, size)

    def _take_over(self, content: bytes, size: int) -> None:
        if len(content) < size:
            self._lose(size, "its place is smaller than it is")
            return
        self.data_out[self.offset : self.offset + size] = content[:size]
        self.offset += size

    def _lose(self, size: int, why: str) -> None:
        if size > 0:
            self.gaps.append((self.offset, self.offset + size))
            self.offset += size
            self.reason = self.reason or why
