"""The common x86-64 instructions taken apart: those that reach memory in compiled code.

A crash needs one instruction decoded, and loading capstone for that costs more than reading a small
core. So the everyday forms are decoded here, and everything else is left to capstone (see
disassemble.py). What is answered here equals capstone's answer, text included:
tests/integration/test_instructions_vs_capstone.py holds that over the code of real libraries.

    f3 42 0f 10 44 b0 08        movss xmm0, dword ptr [rax + r14*4 + 8]
    │  │  └──┤  │  │  └─ displacement of 8 bits
    │  │     │  │  └─ SIB: scale 4, index r14 (with REX.X), base rax
    │  │     │  └─ ModRM: mod 1, reg 0 (xmm0), rm 4 (a SIB follows)
    │  │     └─ opcode 0f 10; with the prefix f3 the row "f3 0f 10" of instruction_tables.py
    │  └─ REX: W R X B; X set
    └─ prefix

VEX (c4, c5) and EVEX (62) prefixes pack the same fields, the map and a second source register; see
the Intel manual, volume 2, sections 2.1 to 2.7 and appendix A.
"""

from typing import NamedTuple

from atfault.native.instruction_tables import (
    evex_row,
    one_byte_row,
    sse_row,
    two_byte_row,
    vex_row,
)

MAX_LENGTH = 15
_MASK = 0xFFFF_FFFF_FFFF_FFFF


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
    """capstone's names of the instruction sets it belongs to, and others: "avx512", "sse2" …
    Empty for what was decoded here."""


_STRINGS = {0xA4: "movs", 0xA6: "cmps", 0xAA: "stos", 0xAC: "lods", 0xAE: "scas"}
_LOCKABLE = "add or adc sbb and sub xor inc dec not neg xchg xadd cmpxchg bts btr".split()
_PREFIX_BYTES = b"\x66\xf0\xf2\xf3\x64\x65"
_PREFIXES = ("np", "66", "f3", "f2")
_MAPS = ("", "0f", "0f38", "0f3a")
_SIZES = {"b": 1, "w": 2, "d": 4, "q": 8, "x": 16, "y": 32}
_PARTS = {"h": 2, "f": 4, "e": 8}
_POINTERS = {
    1: "byte", 2: "word", 4: "dword", 8: "qword", 16: "xmmword", 32: "ymmword", 64: "zmmword",
}  # fmt: skip
_PREDICATES = {0: "eq", 1: "lt", 2: "le", 4: "neq", 5: "nlt", 6: "nle"}
_SCALARS = (" E ", " Eb ", " Ey ", " Wb ", " Ww ", " Wd ", " Wq ")
_SEGMENTS = {0x64: "fs", 0x65: "gs"}
_OLD = "ax cx dx bx sp bp si di".split()
_OLD_BYTES = "al cl dl bl ah ch dh bh".split()


class _Form(NamedTuple):
    """An instruction's fields, whatever prefix they came in. `at` is where ModRM is."""

    code: bytes
    at: int
    address: int
    rex: int
    """W R X B in the bits 3 to 0."""
    has_rex: bool
    operand_size: int
    segment: str = ""
    second: int = 0
    """Number of the second source register (VEX.vvvv)."""
    width: int = 16
    """Bytes of a full vector."""
    high: int = 0
    """16 when EVEX names one of the upper sixteen registers in ModRM.reg."""
    is_vex: bool = False
    is_evex: bool = False


def decode(code: bytes, address: int) -> Instruction | None:
    """The instruction at the start of `code`; None when it is none of those known here."""
    try:
        return _legacy(code[:MAX_LENGTH], address)
    except IndexError:  # cut short
        return None


def _legacy(code: bytes, address: int) -> Instruction | None:
    """Everything that starts with plain prefixes, an optional REX and one to three opcode bytes."""
    at = 0
    prefixes: list[int] = []
    while code[at] in _PREFIX_BYTES:
        prefixes.append(code[at])
        at += 1
    segments = [_SEGMENTS[byte] for byte in prefixes if byte in _SEGMENTS]
    repeats = ["f2" if byte == 0xF2 else "f3" for byte in prefixes if byte in (0xF2, 0xF3)]
    if len(set(prefixes)) < len(prefixes) or len(segments) > 1 or len(repeats) > 1:
        return None
    segment, repeat = "".join(segments), "".join(repeats)
    if code[at] in (0x62, 0xC4, 0xC5):
        if len(prefixes) > len(segments):
            return None
        return (_evex if code[at] == 0x62 else _vex)(code, at, address, segment)
    wide, locked = 0x66 in prefixes, 0xF0 in prefixes
    has_rex = code[at] & 0xF0 == 0x40
    rex = code[at] & 15 if has_rex else 0
    at += has_rex
    opcode = code[at]
    size = 8 if rex & 8 else 2 if wide else 4
    form = _Form(code, at + 1, address, rex, has_rex, size, segment)
    if opcode == 0x0F:
        return _two_bytes(form, locked, repeat, wide)
    if opcode & 0xFE in _STRINGS:
        return None if locked or segment else _string(form, opcode, repeat)
    if repeat:
        return None
    simple = None if wide or segment or locked else _implied(form, opcode)
    row = one_byte_row(opcode, _reg(form))
    return simple or (None if wide and "Eq" in row else _build(form, row, locked))


def _two_bytes(form: _Form, locked: bool, repeat: str, wide: bool) -> Instruction | None:
    code, at = form.code, form.at
    table, opcode = "0f", code[at]
    if opcode in (0x38, 0x3A):
        at += 1
        table, opcode = f"0f{opcode:02x}", code[at]
    form = form._replace(at=at + 1)
    if not locked and not (repeat and wide):
        row = sse_row(repeat or ("66" if wide else "np"), table, opcode, form.rex >> 3)
        if row:
            return _build(form, row)
    if repeat or table != "0f":
        return None
    return _build(form, two_byte_row(opcode, _reg(form)), locked)


def _vex(code: bytes, at: int, address: int, segment: str) -> Instruction | None:
    """c5 RvvvvLpp opcode, or c4 RXBmmmmm WvvvvLpp opcode; R, X, B and vvvv are inverted."""
    if code[at] == 0xC5:
        rex, number, last = (code[at + 1] ^ 0x80) >> 5 & 4, 1, code[at + 1]
        at += 2
    else:
        rex, number, last = (code[at + 1] ^ 0xE0) >> 5, code[at + 1] & 31, code[at + 2]
        rex |= last >> 4 & 8
        at += 3
    if not 1 <= number <= 3:
        return None
    row = vex_row(_PREFIXES[last & 3], _MAPS[number], code[at], rex >> 3)
    second = last >> 3 & 15 ^ 15
    if second and " H" not in row:
        return None
    size, width = 8 if rex & 8 else 4, 32 if last & 4 else 16
    if not _has_width(row, width):
        return None
    form = _Form(code, at + 1, address, rex, True, size, segment, second, width, is_vex=True)
    return _build(form, row)


def _evex(code: bytes, at: int, address: int, segment: str) -> Instruction | None:
    """62 RXBR'0mmm Wvvvv1pp zL'LbV'aaa opcode; no masking, no broadcast, no rounding."""
    first, second, third, opcode = code[at + 1 : at + 5].ljust(4, b"\0")
    number, length = first & 7, third >> 5 & 3
    if first & 8 or not second & 4 or third & 0x97 or length == 3 or not 1 <= number <= 3:
        return None
    w = second >> 7
    row = evex_row(_PREFIXES[second & 3], _MAPS[number], opcode, w)
    source = (second >> 3 & 15 ^ 15) | (third >> 3 & 1 ^ 1) << 4
    width = 16 << length
    if (source and " H" not in row) or not _has_width(row, width):
        return None
    rex = (first ^ 0xE0) >> 5 | w << 3
    if " K" in row and (rex & 4 or not first & 16):  # there are only eight mask registers
        return None
    form = _Form(
        code, at + 5, address, rex, True, 8 if w else 4, segment, source, width,
        0 if first & 16 else 16, is_vex=True, is_evex=True,
    )  # fmt: skip
    return _build(form, row)


def _has_width(row: str, width: int) -> bool:
    """Whether a VEX or EVEX instruction exists with vectors of `width` bytes."""
    if "broadcast" in row or "128 " in row:
        return width > 16 or row.startswith(("vbroadcastss", "vpbroadcast"))
    return width == 16 or not any(memory in f"{row} " for memory in _SCALARS)


def _reg(form: _Form) -> int:
    """ModRM.reg, which picks the instruction where an opcode stands for several."""
    return form.code[form.at] >> 3 & 7 if form.at < len(form.code) else 0


def _string(form: _Form, opcode: int, repeat: str) -> Instruction | None:
    """movs, stos and so on, with their implied operands."""
    size = form.operand_size if opcode & 1 else 1
    name = _STRINGS[opcode & 0xFE]
    if repeat and name in ("cmps", "scas"):
        prefix = "repne " if repeat == "f2" else "repe "
    elif repeat == "f2":
        return None
    else:
        prefix = "rep " if repeat else ""
    register = _register(0, size, False)
    places = {
        "movs": ("rdi", "rsi"), "cmps": ("rsi", "rdi"), "stos": ("rdi", register),
        "lods": (register, "rsi"), "scas": (register, "rdi"),
    }[name]  # fmt: skip
    memory = tuple(
        MemoryOperand("", place, "", 1, 0, size, position)
        for position, place in enumerate(places)
        if place != register
    )
    texts = [o if o == register else f"{_POINTERS[size]} ptr [{o}]" for o in places]
    mnemonic = f"{prefix}{name}{'bwdq'[size.bit_length() - 1]}"
    first = register if places[0] == register else ""
    return Instruction(mnemonic, f"{mnemonic} {', '.join(texts)}", form.at, memory, first, size)


def _implied(form: _Form, opcode: int) -> Instruction | None:
    """What reaches the stack alone: push and pop of a register, a relative call, ret, leave."""
    if 0x50 <= opcode < 0x60:
        name = "pop" if opcode & 8 else "push"
        register = _register(opcode & 7 | (form.rex & 1) << 3, 8, True)
        return Instruction(name, f"{name} {register}", form.at, (), register, 8)
    if form.has_rex:
        return None
    if opcode == 0xE8:
        end = form.at + 4
        target = form.address + end + _signed(form.code, form.at, 4)
        return Instruction("call", f"call {_number(target & _MASK)}", end, (), "", 8)
    if opcode in (0xC3, 0xC9):
        name = "ret" if opcode == 0xC3 else "leave"
        return Instruction(name, name, form.at, (), "", 0)
    return None


def _build(form: _Form, row: str, locked: bool = False) -> Instruction | None:
    """The instruction that a row of the tables describes, its operands read from `form`."""
    if not row:
        return None
    name, *letters = row.split()
    modrm = form.code[form.at]
    target = letters[0]
    if modrm >= 0xC0 and not (target[0] == "E" and len(letters) == 1):
        return None  # reaches no memory
    if locked and (name not in _LOCKABLE or target[0] != "E" or modrm >= 0xC0):
        return None
    end = form.at + 1
    place: tuple[str, str, int, int] | None = None
    if modrm < 0xC0:
        place, end = _memory(form, _memory_size(form, letters))
    texts: list[str] = []
    memory: tuple[MemoryOperand, ...] = ()
    for letter in letters:
        kind, size = letter[0], _size_of(form, letter)
        if kind in "EW" and place is not None:
            memory = (MemoryOperand(form.segment, *place, size, len(texts)),)
            texts.append(_memory_text(memory[0]))
        elif kind == "P":
            predicate = _PREDICATES.get(form.code[end], "")
            if not predicate:
                return None
            name = name.replace("?", predicate)
            end += 1
        elif kind in "IUS":
            length = min(form.operand_size, 4) if kind == "I" else 1
            value = _signed(form.code, end, length)
            end += length
            texts.append(_immediate(name, value, kind, _size_of(form, target)))
        elif kind != "H" or form.is_vex:
            texts.append(_register_text(form, kind, size, modrm))
    first = "" if memory and memory[0].position == 0 else texts[0]
    name = f"lock {name}" if locked else name
    text = f"{name} {', '.join(texts)}"
    return Instruction(name, text, end, memory, first, _size_of(form, target))


def _register_text(form: _Form, kind: str, size: int, modrm: int) -> str:
    """Name of a register operand, or of a shift's implied count."""
    reg = modrm >> 3 & 7 | (form.rex & 4) << 1
    if kind == "G":
        return _register(reg, size, form.has_rex)
    if kind == "V":
        return _vector(reg | form.high, size)
    if kind == "H":
        return _vector(form.second, size)
    if kind == "K":
        return f"k{modrm >> 3 & 7}"
    if kind == "E":
        return _register(modrm & 7 | (form.rex & 1) << 3, size, form.has_rex)
    return "cl" if kind == "C" else "1"


def _memory_size(form: _Form, letters: list[str]) -> int:
    """Bytes of the memory operand among these."""
    return next((_size_of(form, letter) for letter in letters if letter[0] in "EW"), 0)


def _size_of(form: _Form, letter: str) -> int:
    """Bytes of one operand."""
    kind, part = letter[0], letter[1:]
    if kind in "VH":
        return form.width
    if kind == "K":
        return 2
    if kind == "W" and part not in _SIZES:
        if part == "t":
            return 8 if form.width == 16 else form.width
        return form.width // _PARTS.get(part, 1)
    if part == "y":
        return 8 if form.rex & 8 else 4
    return _SIZES[part] if part else form.operand_size


def _memory(form: _Form, size: int) -> tuple[tuple[str, str, int, int], int]:
    """((base, index, scale, displacement), offset of what follows) of ModRM and SIB.

    mod 0: no displacement (rm 5: rip + 32 bits)   1: 8 bits   2: 32 bits
    rm 4: a SIB byte, scale index base, follows (index 4: none; base 5 with mod 0: 32 bits)
    """
    code, at = form.code, form.at
    mod, rm = code[at] >> 6, code[at] & 7
    at += 1
    index, scale = "", 1
    if rm == 4:
        sib = code[at]
        at += 1
        number = sib >> 3 & 7 | (form.rex & 2) << 2
        index, scale = ("", 1) if number == 4 else (_register(number, 8, True), 1 << (sib >> 6))
        if number == 4 and sib != 0x24 and (sib != 0x25 or mod):
            raise IndexError  # an encoding of its own, which no compiler chooses
        rm = sib & 7
        base = "" if rm == 5 and mod == 0 else _register(rm | (form.rex & 1) << 3, 8, True)
    else:
        base = "rip" if rm == 5 and mod == 0 else _register(rm | (form.rex & 1) << 3, 8, True)
    displacement = 0
    if mod == 1:
        displacement = _signed(code, at, 1) * (size if form.is_evex else 1)
        at += 1
    elif mod == 2 or (rm == 5 and mod == 0):
        displacement = _signed(code, at, 4)
        at += 4
    return (base, index, scale, displacement), at


def _signed(code: bytes, at: int, size: int) -> int:
    """A little-endian two's-complement number. Raises IndexError when cut short."""
    data = code[at : at + size]
    if len(data) < size:
        raise IndexError
    return int.from_bytes(data, "little", signed=True)


def _register(number: int, size: int, has_rex: bool) -> str:
    """Name of a general register by its number and width in bytes."""
    if number >= 8:
        return f"r{number}{('', 'b', 'w', '', 'd')[size % 8]}"
    if size == 1:
        return f"{_OLD[number]}l" if has_rex and number >= 4 else _OLD_BYTES[number]
    return ("e" if size == 4 else "r" if size == 8 else "") + _OLD[number]


def _vector(number: int, size: int) -> str:
    return f"{'x' if size == 16 else 'y' if size == 32 else 'z'}mm{number}"


def _number(value: int) -> str:
    return str(value) if 0 <= value <= 9 else hex(value)


def _immediate(name: str, value: int, kind: str, size: int) -> str:
    """As capstone writes it: with a sign where it was extended to `size` bytes, except for logic
    and moves."""
    if kind == "U":
        return _number(value & 0xFF)
    is_extended = size > 1 if kind == "S" else size == 8
    if is_extended and name not in ("and", "or", "xor", "mov"):
        return _number(value) if value >= 0 else f"-{_number(-value)}"
    return _number(value & ((1 << 8 * size) - 1))


def _memory_text(operand: MemoryOperand) -> str:
    parts = [operand.base] if operand.base else []
    if operand.index_register:
        scale = f"*{operand.scale}" if operand.scale > 1 else ""
        parts.append(operand.index_register + scale)
    inside = " + ".join(parts)
    displacement = operand.displacement
    if not inside:
        inside = _number(displacement & _MASK)
    elif displacement:
        inside += f" {'-' if displacement < 0 else '+'} {_number(abs(displacement))}"
    segment = f"{operand.segment}:" if operand.segment else ""
    return f"{_POINTERS[operand.size]} ptr {segment}[{inside}]"
