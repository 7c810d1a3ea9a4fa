"""The instructions of code objects, with the names that they speak of.

    self.lock.acquire()      offset  name         argument
                                  0  LOAD_FAST    0          variables[0] is self
                                  2  LOAD_ATTR    2          names[1] is lock
                                 22  LOAD_ATTR    5          names[2] is acquire, as a method
                                 42  CALL         0

Specialized and instrumented forms have the name of the instruction that they stand for.
"""

from typing import Any, NamedTuple

from atfault.cpython.frames import exception_table
from atfault.cpython.frames.code import Code
from atfault.cpython.frames.value_stack import StackHeights
from atfault.cpython.opcodes import load
from atfault.cpython.runtime import PythonRuntime
from atfault.errors import MemoryFault

_MAX_CODE = 1 << 18
"""Bytes of bytecode that are looked at."""
_MAX_OF_LINE = 128
"""Instructions before one that are asked for their line."""

_FOR_OTHERS = ("STORE_ATTR", "STORE_GLOBAL", "STORE_NAME")

Expression = tuple[Any, ...]
"""What a piece of code stands for, as far as names tell: ("variable" | "global", name),
("const", index), ("int", value), ("attribute", of, name), ("item", of, key),
("result", offset of the call)."""


class Instruction(NamedTuple):
    offset: int
    name: str
    """"" for one that nobody asks about."""
    argument: int
    following: int
    """Offset of the next one."""
    target: int | None
    """Where it may jump to."""
    is_end: bool
    """Execution does not go on behind it."""


class Body(NamedTuple):
    """What one function does."""

    instructions: list[Instruction]
    names: list[str]
    """co_names: of attributes and global variables."""
    variables: list[str]
    """Of local variables, in the order of their slots; the cells follow up to 3.10."""
    first_cell: int
    """Slot from which LOAD_DEREF counts."""
    handlers: list[tuple[int, int, int]]
    """(start, end, target) in bytes, of what handles exceptions."""
    flags: int
    minor: int

    @property
    def is_traced(self) -> bool:
        """Whether other instructions stand in place of some, so that jumps are missing."""
        return any(one.name.startswith("INSTRUMENTED_") for one in self.instructions)

    def named(self, one: Instruction) -> list[str]:
        """The variables or the attribute that an instruction loads, assigns to or deletes."""
        name, argument, where = one.name, one.argument, self.variables
        if name.count("_FAST") == 2:
            indices = [argument >> 4, argument & 15]
        elif "_FAST" in name:
            indices = [argument]
        elif name.endswith("_DEREF"):
            indices = [argument + self.first_cell]
        elif name.endswith(("_NAME", "_GLOBAL", "_ATTR", "_METHOD")):
            shifted_since = {"LOAD_GLOBAL": 11, "LOAD_ATTR": 12}.get(name, 99)
            flags = 2 if name == "LOAD_SUPER_ATTR" else self.minor >= shifted_since
            indices, where = [argument >> flags], self.names
        else:
            return []
        return [where[index] if index < len(where) else "" for index in indices]

    def stored(self, one: Instruction) -> list[str]:
        """The variables among these that it assigns to, or deletes."""
        if one.name == "STORE_FAST_LOAD_FAST":
            return self.named(one)[:1]
        is_store = one.name.startswith(("STORE_", "DELETE_")) and not one.name.endswith("_ATTR")
        return self.named(one) if is_store or one.name == "LOAD_FAST_AND_CLEAR" else []

    def loops_around(self, lasti: int) -> list[tuple[int, int]]:
        """(first, last) offset of the loops that the instruction at `lasti` is in."""
        return [
            (one.target, one.offset)
            for one in self.instructions
            if one.target is not None and one.target <= lasti <= one.offset
        ]

    def first_behind(self, lasti: int) -> int:
        """Offset of the first instruction that may run when one goes on behind that at `lasti`:
        those of a loop around it may run again."""
        loops = [first for first, last in self.loops_around(lasti) if lasti < last]
        return min((lasti + 1, *loops))

    def stored_for_others(self) -> set[str]:
        """The attributes and global variables that it assigns to."""
        stores = [one for one in self.instructions if one.name in _FOR_OTHERS]
        return {name for one in stores for name in self.named(one)}


def silent_way(body: Body, lasti: int) -> bool:
    """Whether the function can have come to its instruction at byte `lasti` without a call."""
    by_offset = {one.offset: one for one in body.instructions}
    todo, seen = [0], set[int]()
    while todo:
        one = by_offset.get(todo.pop())
        if one is None or one.offset in seen:
            continue
        seen.add(one.offset)
        if not one.name.startswith("CALL"):
            todo += [one.following] * (not one.is_end)
            todo += [one.target] if one.target is not None else []
    return lasti in seen


class Fetched(NamedTuple):
    """What one line of source fetches before one of its instructions."""

    names: tuple[str, ...]
    """Variables and attributes."""
    constants: tuple[int, ...]
    """Indices into co_consts."""
    numbers: tuple[int, ...]
    """Small integers that are part of the instructions themselves (3.14)."""


class Disassembler:
    """Knows the instructions of CPython 3.minor."""

    def __init__(self, minor: int) -> None:
        numbers, units = load(minor)
        self._names = {number: name for name, found in numbers.items() for number in found}
        caches = {number: count for count, found in units.items() for number in found}
        self.heights = StackHeights(minor, caches, numbers["EXTENDED_ARG"])

    def instructions(self, raw: bytes) -> list[Instruction]:
        """raw: bytecode, specialized or not."""
        heights, names = self.heights, self._names
        return [
            Instruction(
                offset,
                names.get(number, ""),
                argument,
                following,
                heights.target(number, argument, following),
                number in heights.ends,
            )
            for offset, number, argument, following in heights.instructions(raw, 0)
        ]


class Bytecode:
    """Reads code objects of one process; the results are kept."""

    def __init__(self, runtime: PythonRuntime) -> None:
        self._runtime = runtime
        self._minor = runtime.version[1]
        self._disassembler = Disassembler(self._minor)
        self._bodies: dict[int, Body | None] = {}
        self._names: dict[int, list[str]] = {}
        self._heights: dict[tuple[int, int], dict[int, int]] = {}

    def names(self, code: Code) -> list[str]:
        """co_names; [] when they cannot be read."""
        known = self._names.get(code.info.address)
        if known is None:
            try:
                known = self._runtime.codes.names_used(code)
            except (MemoryFault, ValueError):
                known = []
            self._names[code.info.address] = known
        return known

    def body(self, code: Code) -> Body | None:
        """None for code that cannot be read."""
        at = code.info.address
        if at not in self._bodies:
            try:
                self._bodies[at] = self._read(code)
            except (MemoryFault, ValueError):
                self._bodies[at] = None
        return self._bodies[at]

    def _read(self, code: Code) -> Body:
        codes = self._runtime.codes
        if self._minor >= 11:
            variables, first_cell = codes.names_at(codes.word(code, "co_localsplusnames")), 0
        else:
            variables = codes.names_at(codes.word(code, "co_varnames"))
            first_cell = len(variables)
            for field in ("co_cellvars", "co_freevars"):
                variables = variables + codes.names_at(codes.word(code, field))
        instructions = self._disassembler.instructions(codes.bytecode(code, _MAX_CODE))
        table = [entry[:3] for entry in exception_table.handlers(self._runtime, code)]
        return Body(
            instructions, self.names(code), variables, first_cell, table, code.flags, self._minor
        )

    def heights(self, code: Code, wanted: int = -1) -> dict[int, int]:
        """As `StackHeights.heights`. Raises MemoryFault, or ValueError."""
        key = (code.info.address, wanted)
        if key not in self._heights:
            raw = self._runtime.codes.bytecode(code, _MAX_CODE)
            handlers = exception_table.handlers(self._runtime, code)
            found = self._disassembler.heights.heights(raw, code.flags, handlers, wanted)
            self._heights[key] = found
        return self._heights[key]

    def fetched(self, code: Code, lasti: int) -> Fetched:
        """What the instruction at byte `lasti`, and those of its line before it, fetch. Raises
        MemoryFault, or ValueError."""
        codes, body = self._runtime.codes, self.body(code)
        here = codes.location(code, lasti)
        if here.line is None or body is None:
            return Fetched((), (), ())
        names: list[str] = []
        constants, numbers = [], []
        before = [one for one in body.instructions if one.offset <= lasti]
        for one in before[-_MAX_OF_LINE:]:
            line = codes.location(code, one.offset).line
            if line is None or not here.line <= line <= (here.end_line or here.line):
                continue
            if one.name == "LOAD_CONST":
                constants.append(one.argument)
            elif one.name == "LOAD_SMALL_INT":
                numbers.append(one.argument)
            elif "LOAD_" in one.name:
                names += body.named(one)[one.name.startswith("STORE_") :]
        return Fetched(tuple(filter(None, names)), tuple(constants), tuple(numbers))
