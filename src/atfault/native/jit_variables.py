"""The variables of a frame of a JIT function: names, types, and what their locations lead to.

    image of the object ──relocate──► .debug_info ──► the function at the pc
                                              ├─ DW_TAG_formal_parameter, DW_TAG_variable
                                              ├─ DW_TAG_lexical_block around the pc …
                                              └─ DW_TAG_inlined_subroutine around the pc …

    a variable ──► its type, and by its location (list) at this pc its bytes

The image was copied before it was relocated, so the relocations of its debug sections are applied
here first. pyelftools reads the DWARF: pure Python, so that a damaged image ends in an exception;
an image of unreasonable size is not looked at. It has names for all types, which Numba writes its
own types into, and leaves expressions as bytes, for `dwarf_location`.
"""

import io
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

from atfault import lazy
from atfault.errors import AtfaultError, FormatError
from atfault.formats.dwarf_location import (
    OPTIMISED_OUT,
    FrameContext,
    Located,
    address_of,
    locate,
)
from atfault.formats.elf import ElfFile, Section
from atfault.native.jit import JitObject
from atfault_gdb.llvm_types import split_name

MAX_DEBUG_INFO = 1 << 20
"""Bytes of DWARF of one object: Numba writes some 2 KiB for each specialisation."""
MAX_RELOCATIONS = 1 << 18
MAX_VARIABLES = 400
MAX_DIES = 50_000
MAX_DEPTH = 32
"""Of blocks and inlined functions within each other."""
MAX_TYPE_DEPTH = 12
MAX_MEMBERS = 256
_RELA = struct.Struct("<QQq")
_SYMBOL = struct.Struct("<IBBHQQ")
_SHT_RELA = 4
_SHF_ALLOC = 2
_R_64, _R_PC32, _R_32, _R_32S, _R_PC64 = 1, 2, 10, 11, 24
_WIDTHS = {_R_64: 8, _R_32: 4, _R_32S: 4}


class DebugType(NamedTuple):
    """A type as DWARF describes it."""

    kind: str
    """"base", "struct", "array", "pointer" or "other"."""
    name: str
    size: int
    """Bytes; 0 when unknown. With the padding that Numba's own DWARF leaves out."""
    encoding: int = 0
    """DW_ATE_* of a base type."""
    members: "tuple[tuple[str, int, DebugType], ...]" = ()
    """(name, offset in bytes, type) of a struct's members."""
    element: "DebugType | None" = None
    """What a pointer points to, and what an array is of."""
    length: int = 0
    """Elements of an array."""


class RawVariable(NamedTuple):
    """A variable of one frame."""

    name: str
    """As the source has it, or with `$2` behind it: one of several variables that the compiler
    made of it."""
    type: DebugType
    value: Located
    line: int
    """Where it is first assigned; 0 when unknown."""
    is_argument: bool


class FrameVariables(NamedTuple):
    """The variables of one function, which is or was inlined into the function of the frame."""

    function: str
    variables: tuple[RawVariable, ...]


class JitVariables:
    """The debug information of one JIT object."""

    def __init__(self, item: JitObject) -> None:
        """Raises FormatError when there is none that can be read, MemoryFault."""
        image = relocated(item.image())
        self._readers = _Readers()
        try:
            elf = self._readers.elf_file(io.BytesIO(image))
            self._dwarf = elf.get_dwarf_info(relocate_dwarf_sections=False, follow_links=False)
        except Exception as error:
            raise FormatError(f"its debug information is damaged ({error})") from None
        self._types: dict[int, DebugType] = {}
        self._dies = 0

    def at(self, pc: int, frame: FrameContext) -> tuple[FrameVariables, ...]:
        """The functions at `pc`, the innermost inlined one first; () when none is described.

        frame.frame_base is found here. Raises FormatError for damaged debug information.
        """
        try:
            return self._at(pc, frame)
        except AtfaultError:
            raise
        except Exception as error:  # of pyelftools, whatever the bytes make it stumble over
            raise FormatError(f"its debug information is damaged ({error!r:.80})") from None

    def _at(self, pc: int, frame: FrameContext) -> tuple[FrameVariables, ...]:
        function = self._function_at(pc)
        if function is None:
            return ()
        base = function.attributes.get("DW_AT_frame_base")
        if base is not None and isinstance(base.value, (list, bytes, bytearray)):
            frame = frame._replace(frame_base=address_of(bytes(base.value), frame))
        scopes: list[list[RawVariable]] = []
        names: list[str] = []
        self._walk(function, pc, frame, scopes, names, 0)
        return tuple(FrameVariables(n, tuple(v)) for n, v in reversed(list(zip(names, scopes))))

    # -- scopes ---------------------------------------------------------------------------------

    def _function_at(self, pc: int) -> Any:
        for unit in self._dwarf.iter_CUs():
            for die in self._children(unit.get_top_DIE()):
                if die.tag == "DW_TAG_subprogram" and self._covers(die, pc):
                    return die
        return None

    def _children(self, die: Any) -> Iterator[Any]:
        for child in die.iter_children():
            self._dies += 1
            if self._dies > MAX_DIES:
                raise FormatError("its debug information does not end")
            yield child

    def _walk(
        self,
        scope: Any,
        pc: int,
        frame: FrameContext,
        scopes: list[list[RawVariable]],
        names: list[str],
        depth: int,
    ) -> None:
        """The variables of a scope, and of those within it that cover the pc."""
        if depth > MAX_DEPTH:
            raise FormatError("its blocks lie too deep within each other")
        if scope.tag != "DW_TAG_lexical_block":
            scopes.append([])
            names.append(_text(self._attribute(scope, "DW_AT_name")))
        own = scopes[-1]
        inner = []
        for die in self._children(scope):
            if die.tag in ("DW_TAG_variable", "DW_TAG_formal_parameter"):
                if len(own) < MAX_VARIABLES:
                    own.append(self._variable(die, pc, frame))
            elif die.tag in ("DW_TAG_lexical_block", "DW_TAG_inlined_subroutine"):
                inner.append(die)
        for die in inner:
            if self._covers(die, pc):
                self._walk(die, pc, frame, scopes, names, depth + 1)

    def _covers(self, die: Any, pc: int) -> bool:
        """By DW_AT_low_pc and DW_AT_high_pc, or DW_AT_ranges."""
        attributes = die.attributes
        low = attributes.get("DW_AT_low_pc")
        high = attributes.get("DW_AT_high_pc")
        if low is not None and high is not None:
            end = high.value if high.form == "DW_FORM_addr" else low.value + high.value
            return bool(low.value <= pc < end)
        ranges = attributes.get("DW_AT_ranges")
        lists = self._dwarf.range_lists() if ranges is not None else None
        if lists is None:
            return False
        base = self._unit_base(die)
        for entry in lists.get_range_list_at_offset(ranges.value, die.cu):
            if not hasattr(entry, "begin_offset"):
                base = entry.base_address
                continue
            offset = 0 if getattr(entry, "is_absolute", False) else base
            if offset + entry.begin_offset <= pc < offset + entry.end_offset:
                return True
        return False

    def _unit_base(self, die: Any) -> int:
        low = die.cu.get_top_DIE().attributes.get("DW_AT_low_pc")
        return low.value if low is not None else 0

    def _attribute(self, die: Any, name: str) -> Any:
        """The attribute of the DIE or of what it is an instance of; None when neither has it."""
        for _ in range(4):
            found = die.attributes.get(name)
            if found is not None:
                return found
            for link in ("DW_AT_abstract_origin", "DW_AT_specification"):
                if link in die.attributes:
                    die = die.get_DIE_from_attribute(link)
                    break
            else:
                return None
        return None

    # -- variables ------------------------------------------------------------------------------

    def _variable(self, die: Any, pc: int, frame: FrameContext) -> RawVariable:
        origin = die
        for _ in range(4):
            if "DW_AT_type" in origin.attributes:
                break
            if "DW_AT_abstract_origin" in origin.attributes:
                origin = origin.get_DIE_from_attribute("DW_AT_abstract_origin")
        kind = DebugType("other", "", 0)
        if "DW_AT_type" in origin.attributes:
            kind = self._type(origin.get_DIE_from_attribute("DW_AT_type"), 0)
        line = self._attribute(die, "DW_AT_decl_line")
        return RawVariable(
            _text(self._attribute(die, "DW_AT_name")),
            kind,
            self._located(die, kind, pc, frame),
            line.value if line is not None and isinstance(line.value, int) else 0,
            die.tag == "DW_TAG_formal_parameter",
        )

    def _located(self, die: Any, kind: DebugType, pc: int, frame: FrameContext) -> Located:
        constant = die.attributes.get("DW_AT_const_value")
        try:
            if constant is not None:
                return _constant(constant.value, kind.size)
            return locate(self._expression(die, pc), kind.size, frame)
        except FormatError as error:
            return Located(b"", ((0, kind.size),), None, str(error))

    def _expression(self, die: Any, pc: int) -> bytes:
        """The location at `pc`; b"" where there is none."""
        attribute = die.attributes.get("DW_AT_location")
        if attribute is None:
            return b""
        parser = self._readers.location_parser(self._dwarf.location_lists())
        if not parser.attribute_has_location(attribute, die.cu["version"]):
            return b""
        found = parser.parse_from_attribute(attribute, die.cu["version"], die)
        if not isinstance(found, list):
            return bytes(found.loc_expr)
        base = self._unit_base(die)
        for entry in found:
            if not hasattr(entry, "loc_expr"):
                base = getattr(entry, "base_address", base)
                continue
            offset = 0 if entry.is_absolute else base
            if offset + entry.begin_offset <= pc < offset + entry.end_offset:
                return bytes(entry.loc_expr)
        return b""

    # -- types ----------------------------------------------------------------------------------

    def _type(self, die: Any, depth: int) -> DebugType:
        known = self._types.get(die.offset)
        if known is None:
            known = self._read_type(die, depth)
            if depth == 0:
                self._types[die.offset] = known
        return known

    def _read_type(self, die: Any, depth: int) -> DebugType:
        name = _text(die.attributes.get("DW_AT_name"))
        size = _number(die.attributes.get("DW_AT_byte_size"))
        if depth > MAX_TYPE_DEPTH:
            return DebugType("other", name, size)
        if die.tag == "DW_TAG_base_type":
            encoding = _number(die.attributes.get("DW_AT_encoding"))
            return DebugType("base", name, size, encoding)
        element = None
        if die.tag in _OF_ANOTHER and "DW_AT_type" in die.attributes:
            element = self._type(die.get_DIE_from_attribute("DW_AT_type"), depth + 1)
        if die.tag == "DW_TAG_pointer_type":
            return DebugType("pointer", name, size or 8, element=element)
        if die.tag == "DW_TAG_array_type":
            counts = [_number(one.attributes.get("DW_AT_count")) for one in self._children(die)]
            count = counts[0] if len(counts) == 1 else 0
            size = size or count * (element.size if element is not None else 0)
            return DebugType("array", name, size, element=element, length=count)
        if die.tag == "DW_TAG_structure_type":
            members: list[tuple[str, int, DebugType]] = []
            for child in self._children(die):
                if child.tag != "DW_TAG_member" or len(members) >= MAX_MEMBERS:
                    continue
                kind = self._type(child.get_DIE_from_attribute("DW_AT_type"), depth + 1)
                at = _number(child.attributes.get("DW_AT_data_member_location"))
                members.append((_text(child.attributes.get("DW_AT_name")), at, kind))
            layout = split_name(name)[1]
            size = max(size, layout.size if layout is not None else 0)
            return DebugType("struct", name, size, members=tuple(members))
        if element is not None and die.tag != "DW_TAG_subroutine_type":
            return element  # typedef, const …
        return DebugType("other", name, size)


_OF_ANOTHER = (
    *("DW_TAG_pointer_type", "DW_TAG_array_type", "DW_TAG_typedef", "DW_TAG_const_type"),
    *("DW_TAG_volatile_type",),
)


class _Readers:
    """The parts of pyelftools that are used."""

    def __init__(self) -> None:
        self.elf_file = lazy.load("elftools.elf.elffile:ELFFile")
        self.location_parser = lazy.load("elftools.dwarf.locationlists:LocationParser")


def _text(attribute: Any) -> str:
    value = attribute.value if attribute is not None else b""
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else ""


def _number(attribute: Any) -> int:
    value = attribute.value if attribute is not None else 0
    return value if isinstance(value, int) and 0 <= value < 1 << 40 else 0


def _constant(value: Any, size: int) -> Located:
    """DW_AT_const_value: a number, of a float too its bits, or a block of bytes."""
    if isinstance(value, int) and 0 < size <= 8:
        return Located((value & ((1 << 8 * size) - 1)).to_bytes(size, "little"))
    if isinstance(value, (bytes, bytearray, list)) and len(value) >= size:
        return Located(bytes(value)[:size])
    return Located(bytes(size), ((0, size),), None, OPTIMISED_OUT)


# -- relocation ----------------------------------------------------------------------------------


def relocated(image: bytes) -> bytes:
    """The image with the relocations of its debug sections applied. Raises FormatError."""
    elf = ElfFile(image)
    sections = elf.sections
    debug = [s for s in sections if s.name.startswith(".debug_")]
    if sum(s.size for s in debug) > MAX_DEBUG_INFO:
        raise FormatError(f"more than {MAX_DEBUG_INFO >> 20} MiB of debug information")
    if not any(s.name == ".debug_info" and s.size for s in debug):
        raise FormatError("it was compiled without debug information")
    out = bytearray(image)
    for table in sections:
        if table.type != _SHT_RELA or table.info >= len(sections) or table.link >= len(sections):
            continue
        target = sections[table.info]
        if target.name.startswith(".debug_"):
            _relocate(elf, out, table, target)
    return bytes(out)


def _relocate(elf: ElfFile, out: bytearray, table: Section, target: Section) -> None:
    entries = elf.section_bytes(table, MAX_RELOCATIONS * _RELA.size)
    symbols = elf.section_bytes(elf.sections[table.link], MAX_RELOCATIONS * _SYMBOL.size)
    usable = len(entries) - len(entries) % _RELA.size
    for offset, info, addend in _RELA.iter_unpack(entries[:usable]):
        width = _WIDTHS.get(info & 0xFFFFFFFF)
        at = (info >> 32) * _SYMBOL.size
        if width is None or at + _SYMBOL.size > len(symbols) or offset + width > target.size:
            continue
        _, _, _, index, value, _ = _SYMBOL.unpack_from(symbols, at)
        if 0 < index < len(elf.sections):
            section = elf.sections[index]
            base = section.addr if section.flags & _SHF_ALLOC else 0
            # Relative to the section, as in any ET_REL file, unless the maker relocated it.
            if not base <= value < base + max(section.size, 1) or not base:
                value += base
        where = target.offset + offset
        if where + width <= len(out):
            result = (value + addend) & ((1 << 8 * width) - 1)
            out[where : where + width] = result.to_bytes(width, "little")
