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

Debug information in files of its own (.dwo, .dwp), which drgn opens by itself.

    unit of libx.so   DW_AT_dwo_name "x.dwo", DW_AT_comp_dir "/build"
                      → x.dwo beside libx.so, /build/x.dwo, libx.so.dwp

The names are the target's. A pipe or a device there would be opened and waited for, and libdw knows
no root but ours. So drgn gets no file that names one which is none of this machine's regular files.

Opening an object's debug information: in itself, in a separate file, or in several.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from atfault.errors import AtfaultError, FormatError
from atfault.formats.dwarf_info import MAX_UNITS, DebugInfo, Die, Unit, checked
from atfault.formats.dwarf_line import LineProgram, Row
from atfault.formats.dwarf_lists import holds, linked, ranges_of, units_of
from atfault.formats.dwarf_names import At, Tag
from atfault.formats.elf import PT_LOAD, ElfFile
from atfault.formats.relocation import relocated
from atfault.model.process import TargetFile
from atfault.native.debug_files import open_elf
from atfault.native.places import Job, Place
from atfault.snapshot.target_files import MISSING, GivenFiles, LocalFile, TargetFiles

MAX_DEPTH = 256
"""Of functions and blocks within each other."""
SPLIT = "its debug information lies in files of their own (.dwo), which are not read"
_SEARCHES: tuple[frozenset[int] | None, ...] = (
    frozenset(),
    frozenset((Tag.NAMESPACE, Tag.MODULE)),
    None,
)
"""Where a unit's functions are: at its top, as GCC puts them; within namespaces, too; anywhere."""
MAX_IMAGE = 64 << 20
"""Bytes of debug information of an object that was made at run time."""


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


def why_not_followed(job: Job, files: TargetFiles) -> str:
    """Why drgn is not to read the job's file, as a clause; "" where it may.

    files: those of the target, whose rights this process has.
    """
    if job.file is None:
        return ""  # code made at run time
    try:
        info = debug_info(job.file, job.debug)
        names = _names(info) if info is not None else set()
    except AtfaultError as error:
        return str(error)
    if not names:
        return ""
    if not _is_our_root(files.root):
        return "its debug information lies in files of their own (.dwo), inside of another root"
    given = GivenFiles()
    for owner in (job.file.path, job.debug.path if job.debug is not None else job.file.path):
        beside = os.path.dirname(owner)
        places = [os.path.join(folder or beside, name) for name, folder in names]
        places += [os.path.join(beside, name) for name, _ in names]
        for place in (*places, owner + ".dwp"):
            found, why = given.find(place)
            if found is None and why != MISSING:
                return f"its debug information is said to lie in {place}, which {why}"
    return ""


def _is_our_root(root: str) -> bool:
    try:
        return os.path.samefile(root or "/", "/")
    except OSError:
        return False  # the process is gone, or not to be looked at with its own rights


def _names(info: DebugInfo) -> set[tuple[str, str]]:
    """(name of another file, folder that it is relative to) of all units. Raises FormatError."""
    found = set()
    with checked():
        if len(info.headers) >= MAX_UNITS:
            raise FormatError(f"more than {MAX_UNITS} units of debug information")
        for header in info.headers:
            if not header.is_readable:
                continue
            unit = Unit(info, header)
            if unit.is_split:
                name = unit.top.text(At.DWO_NAME) or unit.top.text(At.GNU_DWO_NAME)
                found.add((name, unit.top.text(At.COMP_DIR)))
    return found


def debug_info(file: TargetFile | None, debug: LocalFile | None) -> DebugInfo | None:
    """The debug information of an object: in itself, or in a separate file; None where it cannot
    be opened. Raises FormatError."""
    owner = debug or file
    own = open_elf(file) if file is not None else None
    elf = open_elf(owner) if owner is not None else None
    if own is None or elf is None or owner is None:
        return None
    if _first_address(elf) != _first_address(own):
        raise FormatError("its debug file is for another place in memory")
    link = elf.debugaltlink()
    if link is None:
        return DebugInfo(elf)
    name, build_id = link
    common = owner.beside(name)
    shared = open_elf(common) if common is not None else None
    if shared is None or shared.build_id() != build_id:
        raise FormatError(f"its debug information is partly in {name}, which is not here")
    return DebugInfo(elf, DebugInfo(shared))


def image_info(image: bytes) -> DebugInfo:
    """The same of an object that a JIT compiler made. Raises FormatError, UnsupportedInput."""
    return DebugInfo(ElfFile(relocated(image, MAX_IMAGE)))


def _first_address(elf: ElfFile) -> int:
    return min((one.vaddr for one in elf.segments if one.type == PT_LOAD), default=0)
