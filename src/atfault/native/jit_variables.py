"""The variables of a frame of a JIT function: names, types, and what their locations lead to.

    image of the object ──relocate──► .debug_info ──► the function at the pc
                                              ├─ DW_TAG_formal_parameter, DW_TAG_variable
                                              ├─ DW_TAG_lexical_block around the pc …
                                              └─ DW_TAG_inlined_subroutine around the pc …

    a variable ──► its type, and by its location (list) at this pc its bytes

The image was copied before it was relocated, so the relocations of its debug sections are applied
first; one of unreasonable size is not looked at. Numba writes its own types into the types' names.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from atfault.errors import FormatError
from atfault.formats.dwarf_info import DebugInfo, Die, checked
from atfault.formats.dwarf_lists import expression_at, holds, ranges_of
from atfault.formats.dwarf_location import (
    OPTIMISED_OUT,
    FrameContext,
    Located,
    address_of,
    locate,
)
from atfault.formats.dwarf_names import At, Tag
from atfault.formats.elf import ElfFile
from atfault.formats.relocation import relocated
from atfault.native.jit import JitObject
from atfault_gdb.llvm_types import split_name

MAX_DEBUG_INFO = 1 << 20
"""Bytes of DWARF of one object: Numba writes some 2 KiB for each specialisation."""
MAX_VARIABLES = 400
MAX_DIES = 50_000
MAX_DEPTH = 32
"""Of blocks and inlined functions within each other."""
MAX_TYPE_DEPTH = 12
MAX_MEMBERS = 256


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
        self._info = DebugInfo(ElfFile(relocated(item.image(), MAX_DEBUG_INFO)))
        self._types: dict[int, DebugType] = {}
        self._dies = 0

    def at(self, pc: int, frame: FrameContext) -> tuple[FrameVariables, ...]:
        """The functions at `pc`, the innermost inlined one first; () when none is described.

        frame.frame_base is found here. Raises FormatError for damaged debug information.
        """
        try:
            with checked():
                return self._at(pc, frame)
        except FormatError as error:
            raise FormatError(f"its debug information is damaged ({error})") from None

    def _at(self, pc: int, frame: FrameContext) -> tuple[FrameVariables, ...]:
        function = self._function_at(pc)
        if function is None:
            return ()
        base = function.block(At.FRAME_BASE)
        if base is not None:
            frame = frame._replace(frame_base=address_of(base, frame))
        scopes: list[list[RawVariable]] = []
        names: list[str] = []
        self._walk(function, pc, frame, scopes, names, 0)
        return tuple(FrameVariables(n, tuple(v)) for n, v in reversed(list(zip(names, scopes))))

    # -- scopes ---------------------------------------------------------------------------------

    def _function_at(self, pc: int) -> Die | None:
        for header in self._info.headers:
            for die in self._info.unit(header).functions():
                if holds(ranges_of(die), pc):
                    return die
        return None

    def _children(self, die: Die) -> Iterator[Die]:
        for child in die.children():
            self._dies += 1
            if self._dies > MAX_DIES:
                raise FormatError("it does not end")
            yield child

    def _walk(
        self,
        scope: Die,
        pc: int,
        frame: FrameContext,
        scopes: list[list[RawVariable]],
        names: list[str],
        depth: int,
    ) -> None:
        """The variables of a scope, and of those within it that cover the pc."""
        if depth > MAX_DEPTH:
            raise FormatError("its blocks lie too deep within each other")
        if scope.tag != Tag.LEXICAL_BLOCK:
            scopes.append([])
            names.append(scope.described(At.NAME).text(At.NAME))
        own = scopes[-1]
        inner = []
        for die in self._children(scope):
            if die.tag in (Tag.VARIABLE, Tag.FORMAL_PARAMETER):
                if len(own) < MAX_VARIABLES:
                    own.append(self._variable(die, pc, frame))
            elif die.tag in (Tag.LEXICAL_BLOCK, Tag.INLINED_SUBROUTINE):
                inner.append(die)
        for die in inner:
            if holds(ranges_of(die), pc):
                self._walk(die, pc, frame, scopes, names, depth + 1)

    # -- variables ------------------------------------------------------------------------------

    def _variable(self, die: Die, pc: int, frame: FrameContext) -> RawVariable:
        of_type = die.described(At.TYPE).reference(At.TYPE)
        kind = DebugType("other", "", 0) if of_type is None else self._type(of_type, 0)
        return RawVariable(
            die.described(At.NAME).text(At.NAME),
            kind,
            self._located(die, kind, pc, frame),
            die.described(At.DECL_LINE).number(At.DECL_LINE) or 0,
            die.tag == Tag.FORMAL_PARAMETER,
        )

    def _located(self, die: Die, kind: DebugType, pc: int, frame: FrameContext) -> Located:
        try:
            if At.CONST_VALUE in die.abbrev.names:
                return _constant(die, kind.size)
            return locate(expression_at(die, pc), kind.size, frame)
        except FormatError as error:
            return Located(b"", ((0, kind.size),), None, str(error))

    # -- types ----------------------------------------------------------------------------------

    def _type(self, die: Die, depth: int) -> DebugType:
        known = self._types.get(die.offset)
        if known is None:
            known = self._read_type(die, depth)
            if depth == 0:
                self._types[die.offset] = known
        return known

    def _read_type(self, die: Die, depth: int) -> DebugType:
        name = die.text(At.NAME)
        size = _size(die, At.BYTE_SIZE)
        if depth > MAX_TYPE_DEPTH:
            return DebugType("other", name, size)
        if die.tag == Tag.BASE_TYPE:
            return DebugType("base", name, size, _size(die, At.ENCODING))
        element = None
        of_type = die.reference(At.TYPE) if die.tag in _OF_ANOTHER else None
        if of_type is not None:
            element = self._type(of_type, depth + 1)
        if die.tag == Tag.POINTER_TYPE:
            return DebugType("pointer", name, size or 8, element=element)
        if die.tag == Tag.ARRAY_TYPE:
            counts = [_size(one, At.COUNT) for one in self._children(die)]
            count = counts[0] if len(counts) == 1 else 0
            size = size or count * (element.size if element is not None else 0)
            return DebugType("array", name, size, element=element, length=count)
        if die.tag == Tag.STRUCTURE_TYPE:
            members = tuple(self._members(die, depth))
            layout = split_name(name)[1]
            size = max(size, layout.size if layout is not None else 0)
            return DebugType("struct", name, size, members=members)
        return element or DebugType("other", name, size)  # typedef, const …

    def _members(self, die: Die, depth: int) -> Iterator[tuple[str, int, DebugType]]:
        members = (one for one in self._children(die) if one.tag == Tag.MEMBER)
        for one in islice(members, MAX_MEMBERS):
            of_type, bits = one.reference(At.TYPE), _bits_before(one)
            if of_type is not None and bits % 8 == 0:
                yield one.text(At.NAME), bits // 8, self._type(of_type, depth + 1)


_OF_ANOTHER = (*(Tag.POINTER_TYPE, Tag.ARRAY_TYPE, Tag.TYPEDEF, Tag.CONST_TYPE, Tag.VOLATILE_TYPE),)


def _size(die: Die, name: At) -> int:
    value = die.number(name) or 0
    return value if 0 <= value < 1 << 40 else 0


def _bits_before(member: Die) -> int:
    """Where a member begins in its structure, in bits. The LLVM of Numba 0.60 calls each a field of
    bits whose size is not that of its type, as where Numba leaves out padding, and counts from the
    end of the unit that it lies in (DWARF 3, section 5.5.6)."""
    start = 8 * _size(member, At.DATA_MEMBER_LOCATION) + _size(member, At.DATA_BIT_OFFSET)
    before = member.number(At.BIT_OFFSET)
    if before is None:
        return start
    width = _size(member, At.BIT_SIZE)
    return (start + 8 * _size(member, At.BYTE_SIZE) - width - before) % (1 << 64)


def _constant(die: Die, size: int) -> Located:
    """DW_AT_const_value: a number, of a float too its bits, or a block of bytes."""
    value = die.number(At.CONST_VALUE)
    if value is not None and 0 < size <= 8:
        return Located((value & ((1 << 8 * size) - 1)).to_bytes(size, "little"))
    content = die.block(At.CONST_VALUE)
    if content is not None and len(content) >= size:
        return Located(content[:size])
    return Located(bytes(size), ((0, size),), None, OPTIMISED_OUT)
