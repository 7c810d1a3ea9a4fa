"""What entries of .debug_info are made of (DWARF 5, section 7.5.3): .debug_abbrev.

02                 code 2, by which entries name it
2e 01              DW_TAG_subprogram, with children
03 08              DW_AT_name, DW_FORM_string
3b 21 07           DW_AT_decl_line, DW_FORM_implicit_const 7
00 00              its end
00                 the end of the table
"""

from __future__ import annotations

from typing import NamedTuple

from atfault.errors import FormatError
from atfault.formats.dwarf_forms import Form, size_of
from atfault.formats.dwarf_names import At
from atfault.formats.leb128 import sleb, uleb

MAX_ATTRIBUTES = 1 << 10
MAX_CODES = 1 << 20


class Spec(NamedTuple):
    """One attribute of a kind of entry."""

    name: int
    """DW_AT_*."""
    form: int
    size: int
    """Bytes, or the kind of a form that has no fixed size (negative)."""
    constant: int
    """The value of DW_FORM_implicit_const."""


class Abbrev(NamedTuple):
    """A kind of entry."""

    tag: int
    has_children: bool
    specs: tuple[Spec, ...]
    names: frozenset[int]
    size: int
    """Bytes of all its attributes; -1 where that depends on what is stored."""
    steps: tuple[int, ...]
    """To pass over its attributes: sizes added up, and between them kinds without a fixed size."""
    has_code: bool
    """Whether it says where its code lies."""
    sibling: tuple[int, ...] | None
    """The steps to the value of its DW_AT_sibling; None where it has none."""


class AbbrevTable:
    """The table at an offset, read as far as it is asked for."""

    def __init__(
        self, data: bytes, offset: int, offset_size: int, reference_size: int | None = None
    ) -> None:
        """data: .debug_abbrev. reference_size: of DW_FORM_ref_addr, where that is another one."""
        self._data = data
        self._pos = offset
        self._offset_size = offset_size
        self._reference_size = reference_size or offset_size
        self.known: dict[int, Abbrev] = {}
        """By code; those that `find` was asked for are among them."""
        self._is_whole = False

    def find(self, code: int) -> Abbrev:
        """Raises FormatError where there is none, or the table is damaged."""
        known = self.known
        try:
            while code not in known and not self._is_whole:
                self._read_one()
        except IndexError:
            raise FormatError("the table of DWARF abbreviations is cut short") from None
        if code not in known:
            raise FormatError(f"no DWARF abbreviation {code}")
        return known[code]

    def _read_one(self) -> None:
        data = self._data
        code, pos = uleb(data, self._pos)
        if not code or len(self.known) >= MAX_CODES:
            self._is_whole = True
            return
        tag, pos = uleb(data, pos)
        has_children = bool(data[pos])
        pos += 1
        specs: list[Spec] = []
        while True:
            name, pos = uleb(data, pos)
            form, pos = uleb(data, pos)
            constant = 0
            if form == Form.IMPLICIT_CONST:
                constant, pos = sleb(data, pos)
            if not name and not form:
                break
            width = self._reference_size if form == Form.REF_ADDR else self._offset_size
            specs.append(Spec(name, form, size_of(form, width), constant))
            if len(specs) > MAX_ATTRIBUTES:
                raise FormatError("a DWARF abbreviation does not end")
        self._pos = pos
        # The first of a code counts, as for other readers.
        self.known.setdefault(code, _abbrev(tag, has_children, tuple(specs)))


def _abbrev(tag: int, has_children: bool, specs: tuple[Spec, ...]) -> Abbrev:
    steps = _steps(specs)
    size = steps[0] if len(steps) == 1 and steps[0] >= 0 else -1 if steps else 0
    names = [spec.name for spec in specs]
    sibling = None
    if At.SIBLING in names:
        at = names.index(At.SIBLING)
        sibling = _steps(specs[:at]) if specs[at].form == Form.REF4 else None
    has_code = At.LOW_PC in names or At.RANGES in names
    return Abbrev(tag, has_children, specs, frozenset(names), size, steps, has_code, sibling)


def _steps(specs: tuple[Spec, ...]) -> tuple[int, ...]:
    steps: list[int] = []
    for spec in specs:
        if spec.size >= 0 and steps and steps[-1] >= 0:
            steps[-1] += spec.size
        else:
            steps.append(spec.size)
    return tuple(steps)
