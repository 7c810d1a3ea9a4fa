"""What a trivial member function returns, found by following its few instructions.

    _ZNKSt13runtime_error4whatEv          _ZNKSt9bad_alloc4whatEv
        endbr64                               lea rax, [rip + 0xf2ce7]
        mov rdi, [rdi + 8]                    ret
        …

Only moves between registers and reads of memory are followed, so what comes out is what the
function would have returned, or None at the first instruction of any other kind. Nothing is run.
"""

from __future__ import annotations

import struct

from atfault.arch.base import Architecture
from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory

MAX_STEPS = 96
_MASK = (1 << 64) - 1
_RAX, _RSP, _RBP, _RDI = 0, 4, 5, 7
_STACK_TOP = 1 << 62
"""Where the imagined stack begins: an address that no process has."""


class _Unknown(Exception):
    """An instruction or a value that is not followed."""


def returned_pointer(memory: Memory, function: int, this: int, arch: Architecture) -> int | None:
    """The pointer that `function(this)` returns; None when it cannot be told."""
    try:
        if arch.link is not None:
            return _of_words(memory, function, this)
        return _Machine(memory, function, this).run()
    except (_Unknown, MemoryFault, struct.error, IndexError):
        return None


def _of_words(memory: Memory, function: int, this: int) -> int | None:
    """As returned_pointer, for AArch64: functions without a frame of their own.

    adrp, add, mov between registers; ldr from memory; b to another function; ret
    """
    values: list[int | None] = [None] * 32
    values[0], pc = this, function
    for _ in range(MAX_STEPS):
        word = memory.u32(pc)
        target, source = word & 31, word >> 5 & 31
        if word == 0xD65F03C0:  # ret
            return values[0]
        if word >> 26 == 0x05:
            pc = pc + ((word & 0x3FFFFFF ^ 1 << 25) - (1 << 25)) * 4 & _MASK
            continue
        if word & 0x9F000000 == 0x90000000:
            pages = (word >> 5 & 0x7FFFF) << 2 | word >> 29 & 3
            values[target] = (pc & ~0xFFF) + ((pages ^ 1 << 20) - (1 << 20) << 12) & _MASK
        elif word & 0xFFC00000 == 0x91000000:
            values[target] = _sum(values[source], word >> 10 & 0xFFF)
        elif word & 0xFFE0FFE0 == 0xAA0003E0:
            values[target] = values[word >> 16 & 31]
        elif word & 0xFFC00000 == 0xF9400000:
            values[target] = memory.u64(_sum(values[source], (word >> 10 & 0xFFF) * 8))
        elif word not in (0xD503201F, 0xD503245F):  # nop, bti c
            return None
        values[31] = None  # the stack pointer, or zero
        pc += 4
    return None


def _sum(value: int | None, offset: int) -> int:
    if value is None:
        raise _Unknown
    return value + offset & _MASK


class _Machine:
    """Sixteen registers, an imagined stack, and the target's memory, read only."""

    def __init__(self, memory: Memory, function: int, this: int) -> None:
        self.memory = memory
        self.pc = function
        self.registers: list[int | None] = [None] * 16
        self.registers[_RDI] = this
        self.registers[_RSP] = _STACK_TOP
        self.registers[_RBP] = 0
        self.stack: dict[int, int | None] = {}
        self.calls: list[int] = []

    def run(self) -> int | None:
        for _ in range(MAX_STEPS):
            code = self.memory.read_upto(self.pc, 16)
            if self._step(code + bytes(16 - len(code))):
                return self.registers[_RAX]
        return None

    def _step(self, code: bytes) -> bool:
        """One instruction; true when the function returned."""
        if code.startswith((b"\xf3\x0f\x1e\xfa", b"\x0f\x1f\x00")):  # endbr64, nop
            self.pc += 4 if code[0] == 0xF3 else 3
            return False
        position = 0
        if code[0] == 0xF2 and code[1] in (0xE8, 0xFF, 0xC3):  # bnd
            position = 1
        rex = 0
        if code[position] & 0xF0 == 0x40:
            rex = code[position]
            position += 1
        opcode = code[position]
        at = position + 1
        if opcode in (0x8B, 0x89, 0x8D):
            self._move(opcode, rex, code, at)
        elif 0x50 <= opcode <= 0x57:
            self._push(self.registers[opcode - 0x50 + (rex & 1) * 8])
            self.pc += at
        elif 0x58 <= opcode <= 0x5F:
            self.registers[opcode - 0x58 + (rex & 1) * 8] = self._pop()
            self.pc += at
        elif opcode in (0x83, 0x81, 0x05):
            self._add(opcode, rex, code, at)
        elif opcode in (0xE8, 0xE9, 0xEB):
            self._jump(opcode, code, at)
        elif opcode == 0xFF and code[at] == 0x25:  # jmp [rip + x]: through the PLT
            slot = self.pc + at + 5 + struct.unpack_from("<i", code, at + 1)[0]
            self.pc = self.memory.u64(slot)
        elif opcode == 0xC9:  # leave
            self.registers[_RSP] = self.registers[_RBP]
            self.registers[_RBP] = self._pop()
            self.pc += at
        elif opcode == 0x90:
            self.pc += at
        elif opcode == 0xC3:
            if not self.calls:
                return True
            self.pc = self.calls.pop()
            if self._pop() != self.pc:
                raise _Unknown
        else:
            raise _Unknown
        return False

    def _push(self, value: int | None) -> None:
        self.registers[_RSP] = self._known(_RSP) - 8
        self.stack[self._known(_RSP)] = value

    def _pop(self) -> int | None:
        top = self._known(_RSP)
        if top not in self.stack:
            raise _Unknown
        self.registers[_RSP] = top + 8
        return self.stack[top]

    def _known(self, register: int) -> int:
        value = self.registers[register]
        if value is None:
            raise _Unknown
        return value

    def _load(self, address: int) -> int | None:
        if address in self.stack:
            return self.stack[address]
        if abs(address - _STACK_TOP) < 1 << 20:
            raise _Unknown
        return self.memory.u64(address)

    def _move(self, opcode: int, rex: int, code: bytes, at: int) -> None:
        """mov reg, r/m | mov r/m, reg | lea reg, m; 64 bits only."""
        if not rex & 8:
            raise _Unknown
        modrm = code[at]
        register = (modrm >> 3 & 7) + (rex & 4) * 2
        if modrm >> 6 == 3:
            other = (modrm & 7) + (rex & 1) * 8
            source, target = (register, other) if opcode == 0x89 else (other, register)
            if opcode == 0x8D:
                raise _Unknown
            self.registers[target] = self.registers[source]
            self.pc += at + 1
            return
        address, length = self._address(modrm, rex, code, at)
        self.pc += length
        if opcode == 0x8D:
            self.registers[register] = address
        elif opcode == 0x8B:
            self.registers[register] = self._load(address)
        elif abs(address - _STACK_TOP) < 1 << 20:
            self.stack[address] = self.registers[register]
        else:
            raise _Unknown  # it changes memory: no mere accessor

    def _address(self, modrm: int, rex: int, code: bytes, at: int) -> tuple[int, int]:
        """(address of a ModRM memory operand, length of the instruction)."""
        mode, base = modrm >> 6, modrm & 7
        end = at + 1
        if base == 4:
            sib = code[end]
            end += 1
            if sib >> 3 & 7 != 4 or rex & 2 or (sib & 7 == 5 and mode == 0):
                raise _Unknown  # an index
            base = sib & 7
        elif base == 5 and mode == 0:
            return (self.pc + end + 4 + struct.unpack_from("<i", code, end)[0]) & _MASK, end + 4
        address = self._known(base + (rex & 1) * 8)
        if mode == 1:
            address += struct.unpack_from("<b", code, end)[0]
            end += 1
        elif mode == 2:
            address += struct.unpack_from("<i", code, end)[0]
            end += 4
        return address & _MASK, end

    def _add(self, opcode: int, rex: int, code: bytes, at: int) -> None:
        """add/sub reg, imm; 64 bits only."""
        if not rex & 8:
            raise _Unknown
        register, sign = _RAX, 1
        if opcode != 0x05:
            modrm = code[at]
            if modrm >> 6 != 3 or modrm >> 3 & 7 not in (0, 5):
                raise _Unknown
            sign = 1 if modrm >> 3 & 7 == 0 else -1
            register = (modrm & 7) + (rex & 1) * 8
            at += 1
        if opcode == 0x83:
            amount, at = struct.unpack_from("<b", code, at)[0], at + 1
        else:
            amount, at = struct.unpack_from("<i", code, at)[0], at + 4
        self.registers[register] = (self._known(register) + sign * amount) & _MASK
        self.pc += at

    def _jump(self, opcode: int, code: bytes, at: int) -> None:
        if opcode == 0xEB:
            self.pc += at + 1 + struct.unpack_from("<b", code, at)[0]
            return
        back = self.pc + at + 4
        if opcode == 0xE8:
            if len(self.calls) >= 8:
                raise _Unknown
            self.calls.append(back)
            self._push(back)
        self.pc = back + struct.unpack_from("<i", code, at)[0]
