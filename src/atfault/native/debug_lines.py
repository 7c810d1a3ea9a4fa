"""Source lines and inlined functions at the addresses of a file, read from its DWARF.

    address ─► its unit (.debug_aranges, or the units' own ranges)
                 ├─► the row of the unit's line table: where the innermost function is
                 └─► the DW_TAG_subprogram around it, and in that one DW_TAG_inlined_subroutine
                     within the other: their names, and where each was called

        row                                    deep   ext.c:4:91
        inlined_subroutine deep  call 5:67     mid    ext.c:5:67
        inlined_subroutine mid   call 7:74     walk   ext.c:7:74
        subprogram walk

Only units that hold one of the addresses are read. What lies in a file of its own (.dwo) is not:
without it a line of what was inlined would look like one of the function around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atfault.errors import FormatError
from atfault.formats.dwarf_info import DebugInfo, Die, Unit, checked
from atfault.formats.dwarf_line import LineProgram, Row
from atfault.formats.dwarf_names import At, Tag
from atfault.formats.dwarf_ranges import holds, linked, ranges_of, units_of
from atfault.native.places import Place

MAX_DEPTH = 256
"""Of functions and blocks within each other."""
SPLIT = "its debug information lies in files of their own (.dwo), which are not read"
_SEARCHES: tuple[frozenset[int] | None, ...] = (
    frozenset(),
    frozenset((Tag.NAMESPACE, Tag.MODULE)),
    None,
)
"""Where a unit's functions are: at its top, as GCC puts them; within namespaces, too; anywhere."""


class DebugLines:
    """What the debug information of one file says of its code."""

    def __init__(self) -> None:
        self.places: dict[int, tuple[Place, ...]] = {}
        """Of the addresses that have any, the innermost inlined one first: what has been found."""
        self.problem = ""
        """Why some are missing, of the first that are."""
        self.is_split = False
        """Whether some are, as they lie in .dwo files."""

    def find(self, info: DebugInfo, addresses: Sequence[int]) -> None:
        """Fill `places`."""
        try:
            with checked():
                units = units_of(info, addresses)
        except FormatError as error:
            self.problem = str(error)
            return
        for offset, wanted in units.items():
            try:
                with checked():
                    unit = info.unit(info.header_holding(offset))
                    self.is_split = self.is_split or unit.is_split
                    self.places.update(_in_unit(unit, wanted))
            except FormatError as error:
                self.problem = self.problem or str(error)
        self.problem = self.problem or info.problem


def _in_unit(unit: Unit, addresses: list[int]) -> dict[int, tuple[Place, ...]]:
    if unit.is_split:
        raise FormatError(SPLIT)
    offset = unit.top.number(At.STMT_LIST)
    if offset is None:
        return {}
    program = LineProgram(unit.info, offset, unit.top.text(At.COMP_DIR))
    rows = program.rows(addresses)
    functions = _functions(unit, addresses)
    return {
        address: _places(program, rows.get(address), functions.get(address), address)
        for address in {**rows, **functions}
    }


def _functions(unit: Unit, addresses: Iterable[int]) -> dict[int, Die]:
    """The function around each of the addresses that has one."""
    found: dict[int, Die] = {}
    missing = set(addresses)
    for into in _SEARCHES:
        for die in unit.functions(into):
            ranges = linked(ranges_of(die))
            for address in [one for one in missing if holds(ranges, one)]:
                found[address] = die
                missing.discard(address)
            if not missing:
                return found
    return found


def _places(
    program: LineProgram, row: Row | None, function: Die | None, address: int
) -> tuple[Place, ...]:
    """Without a function (one of an assembler's, or with nothing inlined into it, as clang's
    -gline-tables-only leaves out), the row alone. Without a row (GCC, of what it thinks is never
    run), the functions, and lines where one was inlined into the other."""
    file, line, column = "", 0, 0
    if row is not None:
        file, line, column = program.file(row.file), row.line, row.column
    if function is None:
        return (("", file, line, column),)
    places: list[Place] = []
    for die in reversed(_inlined(function, address)):
        places.append((_name(die), file, line, column))
        file = program.file(die.number(At.CALL_FILE) or 0)
        line, column = die.number(At.CALL_LINE) or 0, die.number(At.CALL_COLUMN) or 0
    places.append((_name(function), file, line, column))
    return tuple(places)


def _inlined(function: Die, address: int) -> list[Die]:
    """What was inlined at the address, the outermost first."""
    found: list[Die] = []
    scope = function
    for _ in range(MAX_DEPTH):
        inner = next((one for one in scope.children() if _is_around(one, address)), None)
        if inner is None:
            return found
        scope = inner
        if scope.tag == Tag.INLINED_SUBROUTINE:
            found.append(scope)
    raise FormatError("functions inlined too deep within each other")


def _is_around(die: Die, address: int) -> bool:
    is_scope = die.tag in (Tag.LEXICAL_BLOCK, Tag.INLINED_SUBROUTINE)
    return is_scope and die.abbrev.has_code and holds(ranges_of(die), address)


def _name(die: Die) -> str:
    return die.described(At.NAME).text(At.NAME)
