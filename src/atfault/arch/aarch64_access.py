"""What memory an instruction of AArch64 accesses, by its word and the registers.

Loads and stores are regular (Arm Architecture Reference Manual, C4.1, "Loads and Stores"):

    31 30 29 28 27 26 25 24 23 22 21 20 … 16 15 … 12 11 10 9 … 5 4 … 0
    size   1  1  1  V  0  1  opc   imm12                    Rn     Rt     register, unsigned offset
    size   1  1  1  V  0  0  opc   0 imm9            .  .   Rn     Rt     register, 9 bits
    size   1  1  1  V  0  0  opc   1 Rm     option S 1  0   Rn     Rt     register + register
    opc    1  0  1  V  0  mode  L  imm7       Rt2           Rn     Rt     a pair
    size   0  0  1  0  0  0  o2 L o1 Rs     o0 Rt2          Rn     Rt     exclusive, ordered, cas
    0 Q    0  0  1  1  0  x  x  L  …                        Rn     Rt     structures of vectors

Read-modify-write counts as a write. Of vectors of no fixed length (SVE) the direction alone is
told; of gathers, copies of blocks (MOPS) and tags nothing is.
"""

from __future__ import annotations

from atfault.arch.base import Access
from atfault.model.process import Registers

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_SP, _PC, _ZERO = 31, 32, 31
_ZVA_BLOCK = 64
"""Bytes that `dc zva` clears: DCZID_EL0 tells them, and says 64 on every processor of servers."""
_STRUCTURES = {0: 4, 2: 4, 4: 3, 6: 3, 7: 1, 8: 2, 10: 2}
"""opcode of several structures → registers."""


def accesses_of(code: bytes, registers: Registers) -> tuple[Access, ...]:
    """Those of the instruction that `code` begins with."""
    if len(code) < 4:
        return ()
    word = int.from_bytes(code[:4], "little")
    if word & 0xFFFFFFE0 == 0xD50B7420:  # dc zva
        return (_at(registers, word & 31, 0, _ZVA_BLOCK, True, ~(_ZVA_BLOCK - 1)),)
    if word >> 25 & 0xF == 2 and word >> 29 in (5, 7):  # SVE, contiguous
        base = _named(registers, word >> 5 & 31)
        return (Access(None, 0, word >> 29 == 7, () if base is None else (base,)),)
    found = None
    if word >> 25 & 5 == 4:
        found = _load_or_store(word, registers)
    return () if found is None else (found,)


def _load_or_store(word: int, registers: Registers) -> Access | None:
    if word & 0x3A000000 == 0x38000000:
        return _register(word, registers)
    if word & 0x3A000000 == 0x28000000:
        return _pair(word, registers)
    if word & 0x3F000000 == 0x08000000:
        return _exclusive(word, registers)
    if word & 0x3B000000 == 0x18000000:
        return _literal(word, registers)
    if word & 0x3F200C00 == 0x19000000:  # ldapur, stlur
        return _at(registers, word >> 5 & 31, _imm9(word), 1 << (word >> 30), not word >> 22 & 3)
    if word & 0xBE000000 == 0x0C000000:
        return _structures(word, registers)
    return None


def _register(word: int, registers: Registers) -> Access | None:
    """ldr, str and their like, and what changes a word in one go (ldadd, swp)."""
    size, vector, opc, base = word >> 30, word >> 26 & 1, word >> 22 & 3, word >> 5 & 31
    if vector:
        if opc & 2 and size:
            return None
        scale = 4 if opc & 2 else size
        is_write = not opc & 1
    else:
        scale, is_write = size, opc == 0
    is_prefetch = not vector and size == 3 and opc == 2
    form = 0 if word >> 24 & 1 else word >> 21 & 1
    if not vector and size >= 2 and opc == 3 and not form:
        return None
    if word >> 24 & 1:
        return (
            None
            if is_prefetch
            else _at(registers, base, (word >> 10 & 0xFFF) << scale, 1 << scale, is_write)
        )
    kind = word >> 10 & 3
    if not form:
        if is_prefetch:
            return None
        return _at(registers, base, 0 if kind == 1 else _imm9(word), 1 << scale, is_write)
    if kind == 2:
        if is_prefetch or (not vector and size >= 2 and opc == 3):
            return None
        return _indexed(word, registers, scale, is_write)
    if vector:
        return None
    if kind & 1:  # ldraa, ldrab: the base is signed
        return _authenticated(word, registers) if size == 3 else None
    return _atomic(word, registers, size)


def _atomic(word: int, registers: Registers, size: int) -> Access | None:
    operation, base = word >> 12 & 15, word >> 5 & 31
    if operation < 9:
        return _at(registers, base, 0, 1 << size, True)
    if operation == 12:  # ldapr
        return _at(registers, base, 0, 1 << size, False)
    if size == 3 and operation in (9, 10, 11, 13):  # st64b and its like, ld64b
        return _at(registers, base, 0, 64, operation != 13)
    return None


def _authenticated(word: int, registers: Registers) -> Access:
    offset = (word >> 12 & 0x1FF) - (0x200 if word >> 22 & 1 else 0)
    found = _at(registers, word >> 5 & 31, offset * 8, 8, False)
    # The signature is above the 48 bits that nearly all processes have.
    return found if found.address is None else found._replace(address=found.address & (1 << 48) - 1)


def _indexed(word: int, registers: Registers, scale: int, is_write: bool) -> Access | None:
    option, number = word >> 13 & 7, word >> 16 & 31
    if not option & 2:
        return None
    base = _named(registers, word >> 5 & 31)
    shift = scale if word >> 12 & 1 else 0
    if number == _ZERO:
        return _at(registers, word >> 5 & 31, 0, 1 << scale, is_write)
    whole = registers.general[number]
    if base is None or whole is None:
        known = () if base is None else (base,)
        return Access(None, 1 << scale, is_write, known, 1 << shift)
    name, value = f"x{number}", whole
    if option in (2, 6):  # uxtw, sxtw
        name, value = f"w{number}", whole & 0xFFFF_FFFF
        if option == 6 and value >> 31:
            value -= 1 << 32
    address = (base[1] + (value << shift)) & _MASK
    shown = value & (0xFFFF_FFFF if name[0] == "w" else _MASK)
    return Access(address, 1 << scale, is_write, (base, (name, shown)), 1 << shift)


def _pair(word: int, registers: Registers) -> Access | None:
    opc, vector, load = word >> 30, word >> 26 & 1, word >> 22 & 1
    if opc == 3 or (opc == 1 and not vector and (not load or word >> 23 & 3 == 0)):
        return None  # not given out, or with tags
    scale = 2 + opc if vector else 2 + (opc >> 1)
    offset = word >> 15 & 0x7F
    offset = (offset - 128 if offset >> 6 else offset) << scale
    after = word >> 23 & 3 == 1
    return _at(registers, word >> 5 & 31, 0 if after else offset, 2 << scale, not load)


def _exclusive(word: int, registers: Registers) -> Access | None:
    size, ordered, load, pair = word >> 30, word >> 23 & 1, word >> 22 & 1, word >> 21 & 1
    base = word >> 5 & 31
    if pair and ordered:  # cas
        return _at(registers, base, 0, 1 << size, True)
    if pair:
        if size < 2:  # casp
            return _at(registers, base, 0, 8 << size, True)
        return _at(registers, base, 0, 2 << size, not load)
    return _at(registers, base, 0, 1 << size, not load)


def _literal(word: int, registers: Registers) -> Access | None:
    opc, vector = word >> 30, word >> 26 & 1
    pc = registers.general[_PC]
    if opc == 3 or pc is None:
        return None
    size = 4 << opc if vector else (4, 8, 4)[opc]
    offset = word >> 5 & 0x7FFFF
    offset = (offset - (1 << 19) if offset >> 18 else offset) * 4
    return Access((pc + offset) & _MASK, size, False, ())


def _structures(word: int, registers: Registers) -> Access | None:
    """ld1 … ld4, st1 … st4, of whole registers or of one lane."""
    whole = 16 if word >> 30 & 1 else 8
    load = word >> 22 & 1
    if not word >> 24 & 1:
        count = _STRUCTURES.get(word >> 12 & 15, 0)
        if not count or word >> 21 & 1 or (not word >> 23 & 1 and word >> 16 & 31):
            return None
        return _at(registers, word >> 5 & 31, 0, count * whole, not load)
    opcode = word >> 13 & 7
    lanes = ((opcode & 1) << 1 | word >> 21 & 1) + 1
    size = word >> 10 & 3
    kind = opcode >> 1
    if kind == 3:
        if not load or word >> 12 & 1:
            return None
        width = 1 << size
    else:
        width = (1, 2, 8 if size & 1 else 4)[kind]
    return _at(registers, word >> 5 & 31, 0, lanes * width, not load)


def _imm9(word: int) -> int:
    offset = word >> 12 & 0x1FF
    return offset - 0x200 if offset >> 8 else offset


def _at(
    registers: Registers, base: int, offset: int, size: int, is_write: bool, mask: int = _MASK
) -> Access:
    """The access at base + offset."""
    named = _named(registers, base) if mask == _MASK else _general(registers, base)
    if named is None:
        return Access(None, size, is_write, ())
    return Access((named[1] + offset) & mask & _MASK, size, is_write, (named,))


def _named(registers: Registers, number: int) -> tuple[str, int] | None:
    """A base register, of which 31 is sp; None where its value is not known."""
    value = registers.general[number]
    return None if value is None else ("sp" if number == _SP else f"x{number}", value)


def _general(registers: Registers, number: int) -> tuple[str, int] | None:
    """As _named, where 31 stands for zero."""
    return ("xzr", 0) if number == _ZERO else _named(registers, number)
