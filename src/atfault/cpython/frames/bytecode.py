"""The instructions of code objects, with the names that they speak of.

    self.lock.acquire()      offset  name         argument
                                  0  LOAD_FAST    0          variables[0] is self
                                  2  LOAD_ATTR    2          names[1] is lock
                                 22  LOAD_ATTR    5          names[2] is acquire, as a method
                                 42  CALL         0

Specialized and instrumented forms have the name of the instruction that they stand for.

co_exceptiontable (Objects/exception_handling_notes.txt), 3.11 and later.

Four numbers an entry, each of 6-bit groups, the highest first, bit 6 set on all but the last group;
bit 7 marks the first byte of an entry:

    8a 0a 28 02    from unit 10, 10 units, handler at 40, 2 = depth 1, "lasti" 0

The handler finds `depth` words on the value stack, then, if "lasti" is set, the offset of the
instruction that failed, then the exception.

How high the value stack of a frame is at an instruction, told from the bytecode alone.

A running frame does not write down the top of its value stack (before 3.14), and above the top lie
stale words. But the compiler gives each instruction one height, whatever way leads to it:

    np.zeros(n)     offset  before
    LOAD_GLOBAL np      0        0
    LOAD_ATTR zeros     2        1      ← (3.8) what it puts there and takes away is in
    LOAD_FAST n         4        1        stack_effects.py, by instruction and argument
    CALL_FUNCTION 1     6        2      slots 0 and 1 are live: zeros, n

So execution is followed from the first instruction along all ways until the wanted one is reached.
Where two ways disagree (in a `finally` of 3.8, whose stack really has two heights) nothing is told.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from atfault.cpython.frames.code import Code
from atfault.cpython.frames.stack_effects import TABLES
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
_MAX_ENTRIES = 100_000
_CAN_BE_RESUMED = 0x20 | 0x80 | 0x200
"""Flags of the code of generators, coroutines and asynchronous generators."""
_MAX_STEPS = 100_000


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

    @property
    def leads_to(self) -> list[int]:
        """Offsets of what may run next, where it does not fail."""
        behind = [] if self.is_end else [self.following]
        return behind if self.target is None else [*behind, self.target]


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
        around = {
            (one.target, one.offset): one.following
            for one in self.instructions
            if one.target is not None and one.target <= lasti <= one.offset
        }
        # An `await` is SEND (to behind), YIELD_VALUE, RESUME, and a jump back to SEND, since 3.11.
        heads = {first for first, _ in around}
        sends = {
            (one.offset, one.target)
            for one in self.instructions
            if one.offset in heads and not one.name
        }
        return [loop for loop, behind in around.items() if (loop[0], behind) not in sends]

    def first_behind(self, lasti: int) -> int:
        """Offset of the first instruction that may run when one goes on behind that at `lasti`:
        those of a loop around it may run again."""
        loops = [first for first, last in self.loops_around(lasti) if lasti < last]
        return min((lasti + 1, *loops))

    def after(self, one: Instruction) -> list[int]:
        """Offsets of what may run next, also where it fails."""
        found = [target for start, end, target in self.handlers if start <= one.offset < end]
        return [*found, *one.leads_to]

    def stored_for_others(self) -> set[str]:
        """The attributes and global variables that it assigns to."""
        stores = [one for one in self.instructions if one.name in _FOR_OTHERS]
        return {name for one in stores for name in self.named(one)}


def ways(body: Body, start: int, wait: int = -1) -> set[int]:
    """Offsets that can be reached from there without passing the instruction at `wait`."""
    by_offset = {one.offset: one for one in body.instructions}
    todo, seen = [start], set[int]()
    while todo:
        one = by_offset.get(todo.pop())
        if one is None or one.offset in seen or one.offset <= wait < one.following:
            continue
        seen.add(one.offset)
        todo += one.leads_to
    return seen


def may_use(body: Body, lasti: int, variable: str) -> bool:
    """Whether a variable may be used behind the call at byte `lasti` before it is assigned anew:
    what a loop was given last lies in its variable until the next one comes."""
    if body.is_traced:
        return True
    by_offset = {one.offset: one for one in body.instructions}
    first = next((one for one in body.instructions if one.offset <= lasti < one.following), None)
    todo, seen = [] if first is None else body.after(first), set[int]()
    while todo:
        one = by_offset.get(todo.pop())
        if one is None or one.offset in seen:
            continue
        seen.add(one.offset)
        if "_FAST" in one.name and variable in body.named(one):
            if not one.name.startswith("STORE_") or variable not in body.stored(one):
                return True
            continue
        todo += body.after(one)
    return first is None


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
            todo += one.leads_to
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
        table = [entry[:3] for entry in exception_handlers(self._runtime, code)]
        return Body(
            instructions, self.names(code), variables, first_cell, table, code.flags, self._minor
        )

    def heights(self, code: Code, wanted: int = -1) -> dict[int, int]:
        """As `StackHeights.heights`. Raises MemoryFault, or ValueError."""
        key = (code.info.address, wanted)
        if key not in self._heights:
            raw = self._runtime.codes.bytecode(code, _MAX_CODE)
            handlers = exception_handlers(self._runtime, code)
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


class Entry(NamedTuple):
    """What covers [start, end); all three in code units."""

    start: int
    end: int
    target: int
    depth: int
    pushes_lasti: bool


def parse_exception_table(raw: bytes) -> list[Entry]:
    """The entries in order. A damaged table is cut where the damage begins."""
    entries: list[Entry] = []
    numbers: list[int] = []
    value = groups = 0
    for byte in raw:
        value = value << 6 | byte & 63
        groups += 1
        if groups > 6:
            break
        if byte & 64:
            continue
        numbers.append(value)
        value = groups = 0
        if len(numbers) == 4:
            start, length, target, depth = numbers
            entries.append(Entry(start, start + length, target, depth >> 1, bool(depth & 1)))
            numbers = []
            if len(entries) >= _MAX_ENTRIES:
                break
    return entries


def exception_handlers(runtime: PythonRuntime, code: Code) -> list[tuple[int, int, int, int]]:
    """(start, end, target, height of the value stack there) in bytes, of each entry; [] before
    3.11. Raises MemoryFault, or ValueError."""
    if runtime.version[1] <= 10:
        return []
    codes = runtime.codes
    return [
        (2 * entry.start, 2 * entry.end, 2 * entry.target, entry.depth + entry.pushes_lasti + 1)
        for entry in parse_exception_table(codes.bytes_at(codes.word(code, "co_exceptiontable")))
    ]


class StackHeights:
    """Heights in the bytecode of one minor version. caches: number → code units of inline cache."""

    def __init__(self, minor: int, caches: Mapping[int, int], extended: Iterable[int]) -> None:
        self._minor = minor
        effects, flow = TABLES[minor]
        self.effects = {number: effect for effect, all in effects.items() for number in all}
        self._forward = frozenset(flow["forward"])
        self._backward = frozenset(flow["backward"])
        self._absolute = frozenset(flow["absolute"])
        self.ends = frozenset(flow["end"])
        self._caches = caches
        self._extended = frozenset(extended)

    def heights(
        self,
        code: bytes,
        flags: int,
        handlers: Sequence[tuple[int, int, int, int]] = (),
        wanted: int = -1,
    ) -> dict[int, int]:
        """Offset → height of the stack before the instruction there, of all that are reached, or of
        `wanted` alone; those on which two ways disagree are left out.

        code: bytecode, specialized or not. flags: co_flags. handlers: (start, end, target, height)
        in bytes from the exception table, 3.11 and later.
        """
        first = 1 if 10 <= self._minor <= 12 and flags & _CAN_BE_RESUMED else 0
        found: dict[int, int] = {}
        disputed: set[int] = set()
        # The ordinary ways first: then what is left are handlers of exceptions.
        pending = [(0, first)]
        later = [(target, height) for _, _, target, height in reversed(handlers)]
        if self._minor <= 8:
            disputed = _finally_bodies(self.instructions(code, 0))
        steps = 0
        while (pending or later) and steps < _MAX_STEPS:
            start, height = pending.pop() if pending else later.pop()
            for offset, number, argument, following in self.instructions(code, start):
                steps += 1
                known = found.get(offset)
                if known is not None:
                    if known != height:
                        disputed.add(offset)
                    break
                found[offset] = height
                if offset == wanted and offset not in disputed:
                    return {offset: height}
                effect = self.effects.get(number)
                if effect is None:
                    break
                target = self.target(number, argument, following)
                if target is not None:
                    entry = (target, height + _change(effect, argument, True))
                    (later if effect[0] != effect[2] and effect[2] >= 4 else pending).append(entry)
                height += _change(effect, argument, False)
                if height < 0 or number in self.ends:
                    break
        return {offset: height for offset, height in found.items() if offset not in disputed}

    def target(self, number: int, argument: int, following: int) -> int | None:
        """Where the instruction jumps to, if it does; None for one that does not jump."""
        unit = 2 if self._minor >= 10 else 1
        if number in self._forward:
            return following + unit * argument
        if number in self._backward:
            return following - unit * argument
        if number in self._absolute:
            return unit * argument
        return None

    def instructions(self, code: bytes, start: int) -> Iterator[tuple[int, int, int, int]]:
        """(offset, number, argument, offset of the next one) from `start` on."""
        at, high = start, 0
        while 0 <= at < len(code) - 1:
            number, argument = code[at], code[at + 1] | high
            following = at + 2 + 2 * self._caches.get(number, 0)
            yield at, number, argument, following
            high = argument << 8 & 0xFFFFFFFF if number in self._extended else 0
            at = following


def _change(effect: tuple[int, int, int, int] | tuple[str, int], argument: int, jump: bool) -> int:
    """By how much an instruction changes the height."""
    if len(effect) == 4:
        base, step = effect[2:] if jump else effect[:2]
        return base + step * argument
    rule, base = effect
    if rule == "+bit0":
        return base + (argument & 1)
    if rule == "-bit0":
        return base - (argument & 1)
    if rule == "-bits":
        return base - bin(argument & 15).count("1")
    if rule == "slice":
        return -2 if argument == 3 else -1
    if rule == "format":
        return -1 if argument & 4 else 0
    return (argument & 0xFF) + (argument >> 8)


_BEGIN_FINALLY, _END_FINALLY, _SETUPS = 53, 88, (122, 143, 154)


def _finally_bodies(instructions: Iterator[tuple[int, int, int, int]]) -> set[int]:
    """3.8: offsets inside of `finally` bodies, and of what leaves a `with`: they are entered with
    one word on the stack or with six. Each SETUP_… has one END_FINALLY, so they pair up."""
    inside: set[int] = set()
    open_setups: list[int] = []
    for offset, number, _, _ in instructions:
        if open_setups:
            inside.add(offset)
        if number == _BEGIN_FINALLY:
            open_setups.append(0)
        elif open_setups and number in _SETUPS:
            open_setups[-1] += 1
        elif open_setups and number == _END_FINALLY:
            if open_setups[-1]:
                open_setups[-1] -= 1
            else:
                open_setups.pop()
    return inside
