"""The call frame instructions (DWARF 5, section 6.4.2): from an FDE to the rules at one pc.

Worked example, x86-64 (code align 1, data align -8), a function that saves rbx:

    CIE   0c 07 08    def_cfa rsp+8                        rows:  pc        CFA      rbx     ra
          90 01       offset r16 at cfa-8
    FDE   41          advance_loc 1     after push rbx            start     rsp+8            c-8
          0e 10       def_cfa_offset 16                           start+1   rsp+16   c-16    c-8
          83 02       offset r3 at cfa-16
"""

from typing import Any, NamedTuple, Protocol

from atfault.errors import FormatError
from atfault.formats.leb128 import sleb, uleb

Rules = dict[int, tuple[int, Any]]


class FdeLike(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def instructions(self) -> bytes: ...
    @property
    def instructions_address(self) -> int: ...
    @property
    def cie(self) -> Any: ...


# Kinds of register rule, with the type of their value.
UNDEFINED = 0
"""Not recoverable; on the return address: this is the outermost frame."""
SAME_VALUE = 1
OFFSET = 2
"""Saved at CFA + int."""
VAL_OFFSET = 3
"""Is CFA + int."""
REGISTER = 4
"""Kept in register int."""
EXPRESSION = 5
"""Saved at the address that the bytes compute."""
VAL_EXPRESSION = 6
"""Is what the bytes compute."""

MAX_REMEMBERED = 32


class Row(NamedTuple):
    """The unwind rules at one pc."""

    cfa_register: int
    """-1 when cfa_expression gives the CFA."""
    cfa_offset: int
    cfa_expression: bytes
    rules: Rules
    """DWARF register → (kind, value); a register that is not in it has no rule."""
    is_signed: bool = False
    """AArch64: the return address carries a signature (the pseudo-register RA_SIGN_STATE)."""


EMPTY_ROW = Row(-1, 0, b"", {})


def initial_row(instructions: bytes, code_align: int, data_align: int) -> Row:
    """The row that a CIE's initial instructions make."""
    program = _Program(instructions, 0, 0, code_align, data_align, 0, EMPTY_ROW)
    program.run(None)
    return program.row()


def row_for(fde: FdeLike, pc: int) -> Row:
    """The row in force at `pc` in the FDE. Raises FormatError for a malformed program."""
    cie = fde.cie
    program = _Program(
        fde.instructions,
        fde.instructions_address,
        fde.start,
        cie.code_align,
        cie.data_align,
        cie.fde_encoding,
        cie.initial,
    )
    program.run(pc)
    return program.row()


class _Program:
    __slots__ = (
        "_initial",
        "address",
        "code_align",
        "data",
        "data_align",
        "encoding",
        "expression",
        "is_signed",
        "location",
        "offset",
        "pos",
        "register",
        "rules",
        "stack",
    )

    def __init__(
        self,
        data: bytes,
        address: int,
        location: int,
        code_align: int,
        data_align: int,
        encoding: int,
        initial: Row,
    ) -> None:
        self.data = data
        self.address = address
        self.pos = 0
        self.location = location
        self.code_align = code_align
        self.data_align = data_align
        self.encoding = encoding
        self.register = initial.cfa_register
        self.offset = initial.cfa_offset
        self.expression = initial.cfa_expression
        self.rules: Rules = dict(initial.rules)
        self._initial = initial.rules
        self.is_signed = initial.is_signed
        self.stack: list[Row] = []

    def row(self) -> Row:
        return Row(self.register, self.offset, self.expression, self.rules, self.is_signed)

    def run(self, pc: int | None) -> None:
        """Execute until the location passes `pc`; all of it when pc is None."""
        try:
            self._run(pc)
        except IndexError:
            raise FormatError("call frame program is cut short") from None

    def _run(self, pc: int | None) -> None:
        data, size = self.data, len(self.data)
        while self.pos < size:
            op = data[self.pos]
            self.pos += 1
            high = op & 0xC0
            if high == 0x80:  # offset
                self._save(op & 0x3F, self._uleb() * self.data_align)
            elif high == 0x40:  # advance_loc
                if self._advance((op & 0x3F) * self.code_align, pc):
                    return
            elif high == 0xC0:
                self._restore(op & 0x3F)
            elif op == 0x0E:  # def_cfa_offset
                self._needs_register()
                self.offset = self._uleb()
            elif op == 0x00:
                pass
            elif op == 0x0A:
                self._remember()
            elif op == 0x0B:
                self._recall()
            elif 0x02 <= op <= 0x04:  # advance_loc1, 2, 4
                if self._advance(self._number(1 << (op - 2)) * self.code_align, pc):
                    return
            elif op == 0x01:
                if self._set_location(pc):
                    return
            elif op == 0x1D:  # MIPS_advance_loc8
                if self._advance(self._number(8) * self.code_align, pc):
                    return
            elif op in _CFA_OPS:
                self._define_cfa(op)
            else:
                self._rule(op)

    def _define_cfa(self, op: int) -> None:
        if op == 0x0F:  # def_cfa_expression
            self.register, self.offset, self.expression = -1, 0, self._block()
            return
        if op == 0x0D:  # def_cfa_register
            self._needs_register()
        elif op == 0x13:  # def_cfa_offset_sf
            self._needs_register()
            self.offset = self._sleb() * self.data_align
            return
        self.register = self._uleb()
        self.expression = b""
        if op == 0x0C:  # def_cfa
            self.offset = self._uleb()
        elif op == 0x12:  # def_cfa_sf
            self.offset = self._sleb() * self.data_align

    def _rule(self, op: int) -> None:
        if op == 0x2E:  # GNU_args_size: of the call's pushed arguments; no rule depends on it
            self._uleb()
            return
        if op in (0x2C, 0x2D):  # AARCH64_negate_ra_state_with_pc, AARCH64_negate_ra_state
            self.is_signed = not self.is_signed
            return
        if op not in _RULE_OPS:
            raise FormatError(f"call frame instruction {op:#x} is unknown")
        register = self._uleb()
        if op == 0x05:  # offset_extended
            self._save(register, self._uleb() * self.data_align)
        elif op == 0x06:  # restore_extended
            self._restore(register)
        elif op == 0x07:
            self.rules[register] = (UNDEFINED, 0)
        elif op == 0x08:
            self.rules[register] = (SAME_VALUE, 0)
        elif op == 0x09:
            self.rules[register] = (REGISTER, self._uleb())
        elif op == 0x10:
            self.rules[register] = (EXPRESSION, self._block())
        elif op == 0x11:  # offset_extended_sf
            self._save(register, self._sleb() * self.data_align)
        elif op == 0x14:
            self.rules[register] = (VAL_OFFSET, self._uleb() * self.data_align)
        elif op == 0x15:  # val_offset_sf
            self.rules[register] = (VAL_OFFSET, self._sleb() * self.data_align)
        elif op == 0x16:
            self.rules[register] = (VAL_EXPRESSION, self._block())
        else:  # 0x2f GNU_negative_offset_extended
            self._save(register, -self._uleb() * self.data_align)

    def _save(self, register: int, offset: int) -> None:
        self.rules[register] = (OFFSET, offset)

    def _restore(self, register: int) -> None:
        rule = self._initial.get(register)
        if rule is None:
            self.rules.pop(register, None)
        else:
            self.rules[register] = rule

    def _remember(self) -> None:
        if len(self.stack) >= MAX_REMEMBERED:
            raise FormatError("call frame program remembers too many states")
        self.stack.append(self.row()._replace(rules=dict(self.rules)))

    def _recall(self) -> None:
        if not self.stack:
            raise FormatError("call frame program restores a state that it did not remember")
        self.register, self.offset, self.expression, self.rules, self.is_signed = self.stack.pop()

    def _advance(self, delta: int, pc: int | None) -> bool:
        self.location += delta
        return pc is not None and self.location > pc

    def _set_location(self, pc: int | None) -> bool:
        form, base = self.encoding & 0x0F, self.encoding & 0x70
        width = {0x00: 8, 0x02: 2, 0x03: 4, 0x04: 8, 0x0A: 2, 0x0B: 4, 0x0C: 8}.get(form)
        if width is None or base not in (0x00, 0x10):
            raise FormatError(f"set_loc with pointer encoding {self.encoding:#x}")
        where = self.address + self.pos if base else 0
        self.location = (where + self._number(width, signed=form >= 8)) & 0xFFFF_FFFF_FFFF_FFFF
        return pc is not None and self.location > pc

    def _needs_register(self) -> None:
        if self.register < 0:
            raise FormatError("call frame program changes a CFA that is not register plus offset")

    def _number(self, width: int, signed: bool = False) -> int:
        chunk = self.data[self.pos : self.pos + width]
        if len(chunk) != width:
            raise IndexError
        self.pos += width
        return int.from_bytes(chunk, "little", signed=signed)

    def _uleb(self) -> int:
        value, self.pos = uleb(self.data, self.pos)
        return value

    def _sleb(self) -> int:
        value, self.pos = sleb(self.data, self.pos)
        return value

    def _block(self) -> bytes:
        length = self._uleb()
        chunk = self.data[self.pos : self.pos + length]
        if len(chunk) != length:
            raise IndexError
        self.pos += length
        return chunk


_CFA_OPS = frozenset((0x0C, 0x0D, 0x0F, 0x12, 0x13))
_RULE_OPS = frozenset((0x05, 0x06, 0x07, 0x08, 0x09, 0x10, 0x11, 0x14, 0x15, 0x16, 0x2F))
