"""From where to where the failed instruction had its pointer: the loads that led to it.

    mov  rbx, rdi                 the argument                 Load(self, 16, table)    ◄── last
    mov  rax, qword ptr [rbx + 16]    table                    Load(table, 0, player)
    mov  rdi, qword ptr [rax]         player                   Load(player, 0, 0x55949a973504)
    mov  rax, qword ptr [rdi]         its table of functions
    call qword ptr [rax + 16]     ← failed at 0x55949a973514

Instructions are followed backwards from the failure, over the jumps of the function, through copies
between registers, spills to the stack, and into the callers by the registers that a call passes. A
register that was overwritten since has the value that memory gives for it now, so what comes out
has to agree with what is known: the register that failed. A call ends the way, at
what it returned, and so does an instruction that computes.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from atfault.errors import MemoryFault
from atfault.model.holders import Load
from atfault.native.disassemble import Instruction, MemoryOperand, disassemble, outlines
from atfault.snapshot.protocol import Memory

MAX_CODE = 1 << 14
MAX_STEPS = 20_000
MAX_HOPS = 40
"""Copies, sums, loads and calls on one way."""
MAX_CALLERS = 8
MAX_FOUND = 4
_TELLING = 1 << 16
_MAX_LOCAL = 1 << 12
_MASK = (1 << 64) - 1
NUMBERS = {
    name: number
    for number, name in enumerate(
        "rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15".split()
    )
}
"""By DWARF number."""
_LOW = {f"e{name}": f"r{name}" for name in "ax bx cx dx si di bp sp".split()}
_LOW |= {f"r{number}d": f"r{number}" for number in range(8, 16)}
_LOST_IN_CALLS = frozenset("rax rcx rdx rsi rdi r8 r9 r10 r11".split())
_ARGUMENTS = frozenset("rdi rsi rdx rcx r8 r9 rbx rbp r12 r13 r14 r15".split())
"""What a function finds in its registers when it begins: arguments, and what it must preserve."""
_READS = ("cmp", "test", "push", "nop", "call", "ret", "ud2", "endbr64", "jmp", "comis", "ucomis")
_WIDENING = (
    "mul",
    "imul",
    "div",
    "idiv",
    "cdq",
    "cqo",
    "cdqe",
    "cwde",
    "cpuid",
    "rdtsc",
    "cmpxchg",
)
_STUB, _ENDBR = 16, b"\xf3\x0f\x1e\xfa"
"""Bytes of an entry of a table of jumps, and what it may begin with."""
_IMMEDIATE = re.compile(r"-?(?:0x[0-9a-f]+|\d+)$")


class Function(NamedTuple):
    """One function on the stack."""

    pc: int
    """Of the instruction that it was at; of a caller, behind its call."""
    start: int
    end: int
    stack: tuple[int, int]
    """[low, high) of its frame."""
    registers: Sequence[int | None]
    """By DWARF number, as the call left them; None where not known."""
    is_caller: bool = False


def loads_to(
    memory: Memory, functions: Sequence[Function], register: str, value: int
) -> tuple[Load, ...]:
    """The loads behind what `register` holds in functions[0], the last one first; () for none.

    functions: the innermost first.
    """
    tracer = _Tracer(memory, functions)
    found: list[tuple[Load, ...]] = []
    for _, loads in tracer.origins(0, register, value):
        if value >= _TELLING and not _is_checked(loads):
            continue
        if loads not in found:
            found.append(loads)
            if value >= _TELLING or len(found) >= MAX_FOUND:
                break
    if not found:
        return ()
    # Zeros and small numbers are everywhere: the loads have to be the same by all ways.
    common = found[0]
    for other in found[1:]:
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(common, other)))
        common = common[:same]
    return common


def _is_checked(loads: tuple[Load, ...]) -> bool:
    """Whether memory has said that the way led there; nothing tells what a call returned."""
    return bool(loads) and not loads[0].returned_by


def loads_of_target(memory: Memory, functions: Sequence[Function], target: int) -> tuple[Load, ...]:
    """The same for the address that the call in functions[0] led to."""
    tracer = _Tracer(memory, functions)
    return next((loads for loads in tracer.targets(target) if loads), ())


class _Spill(NamedTuple):
    """A place on the stack that a register was put away in."""

    base: str
    displacement: int


class Body:
    """The instructions of one function, and which may run before which."""

    def __init__(self, memory: Memory, function: Function) -> None:
        size = min(function.end - function.start, MAX_CODE)
        self._code = memory.read_upto(function.start, size)
        self._start = function.start
        self.outlines = tuple(outlines(self._code, function.start))
        self._taken_apart: dict[int, Instruction] = {}
        self.index = {one.address: number for number, one in enumerate(self.outlines)}
        self.jumps: dict[int, list[int]] = {}
        for number, one in enumerate(self.outlines):
            if one.mnemonic.startswith("j") and _IMMEDIATE.fullmatch(one.operands):
                to = self.index.get(int(one.operands, 0))
                if to is not None:
                    self.jumps.setdefault(to, []).append(number)

    def instruction(self, number: int) -> Instruction:
        known = self._taken_apart.get(number)
        if known is None:
            one = self.outlines[number]
            at = one.address - self._start
            found = disassemble(self._code[at : at + one.length], one.address)
            assert isinstance(found, Instruction)  # as it has an outline
            known = self._taken_apart[number] = found
        return known

    def hands_out(self, spill: _Spill) -> bool:
        """Whether the address of something on the stack is taken that may reach over this place: a
        function that is called may have written there."""
        addresses = (
            self.instruction(number).memory[0]
            for number, one in enumerate(self.outlines)
            if one.mnemonic == "lea"
        )
        return any(
            one.base == spill.base and 0 <= spill.displacement - one.displacement < _MAX_LOCAL
            for one in addresses
        )

    def before(self, number: int) -> Iterator[int]:
        """Which instructions may have run right before this one; -1 for the function's caller."""
        if number == 0:
            yield -1
        elif self.outlines[number - 1].mnemonic not in ("jmp", "ret", "ud2", "hlt"):
            yield number - 1
        yield from self.jumps.get(number, ())


class _Tracer:
    def __init__(self, memory: Memory, functions: Sequence[Function]) -> None:
        self._memory = memory
        self._functions = functions
        self._bodies: dict[int, Body] = {}
        self._left = MAX_STEPS

    def origins(
        self, depth: int, register: str, value: int | None
    ) -> Iterator[tuple[int | None, tuple[Load, ...]]]:
        """(value, hops) of a register at the place where functions[depth] is."""
        number = self._place(depth)
        if number is not None:
            yield from self._back(depth, number, register, frozenset(), value, 0)

    def targets(self, target: int) -> Iterator[tuple[Load, ...]]:
        """Loads of where the call or jump in functions[0] led to."""
        number = self._place(0)
        one = None if number is None else self._body(0).instruction(number)
        if one is None or number is None or one.mnemonic not in ("call", "jmp"):
            return
        operand = one.text.rpartition(" ")[2]
        if one.memory:
            found = self._loaded(0, number, one.memory[0], frozenset(), target, 0)
        elif operand in NUMBERS:
            found = self._back(0, number, operand, frozenset(), target, 0)
        else:
            return
        for _, loads in found:
            yield loads

    def _body(self, depth: int) -> Body:
        if depth not in self._bodies:
            self._bodies[depth] = Body(self._memory, self._functions[depth])
        return self._bodies[depth]

    def _place(self, depth: int) -> int | None:
        """Index of the instruction that failed, or of the call."""
        if depth >= len(self._functions):
            return None
        body, pc = self._body(depth), self._functions[depth].pc
        if not self._functions[depth].is_caller:
            return body.index.get(pc)
        for number, one in enumerate(body.outlines):
            if one.address + one.length == pc:
                return number
        return None

    def _known(self, depth: int, name: str, dirty: frozenset[str]) -> int | None:
        registers, number = self._functions[depth].registers, NUMBERS.get(name)
        if number is None or name in dirty or number >= len(registers):
            return None
        return registers[number]

    def _back(
        self,
        depth: int,
        number: int,
        wanted: str | _Spill,
        dirty: frozenset[str],
        value: int | None,
        hops: int,
    ) -> Iterator[tuple[int | None, tuple[Load, ...]]]:
        """(value, hops) of what is wanted, as the instruction `number` finds it.

        dirty: registers that were written to between there and where the function is now. value:
        what it must be; None where that is not known.
        """
        body = self._body(depth)
        work = [(number, dirty)]
        seen: set[tuple[int, frozenset[str]]] = set()
        while work:
            at, changed = work.pop()
            for before in body.before(at):
                self._left -= 1
                if self._left < 0 or (before, changed) in seen:
                    continue
                seen.add((before, changed))
                if before < 0:
                    yield from self._in_caller(depth, wanted, value, hops)
                    continue
                one = body.instruction(before)
                if _writes(one, wanted):
                    yield from self._made(depth, before, wanted, changed, value, hops)
                else:
                    work.append((before, changed | written(one)))

    def _in_caller(
        self, depth: int, wanted: str | _Spill, value: int | None, hops: int
    ) -> Iterator[tuple[int | None, tuple[Load, ...]]]:
        further = depth + 1
        if isinstance(wanted, _Spill) or wanted not in _ARGUMENTS:
            return
        if further >= min(len(self._functions), MAX_CALLERS):
            if value is not None:
                yield value, ()
            return
        number = self._place(further)
        if number is not None and wanted in _LOST_IN_CALLS and self._is_jumped_to(depth, number):
            number = None  # what it was given is not what the caller has passed
        own = self._known(further, wanted, frozenset())
        if own is not None and value is None and wanted not in _LOST_IN_CALLS:
            value = own
        is_found = False
        if number is not None:
            for found in self._back(further, number, wanted, frozenset(), value, hops):
                is_found = True
                yield found
        if not is_found and value is not None:
            yield value, ()

    def _is_jumped_to(self, depth: int, number: int) -> bool:
        """Whether the call `number` of the caller led to another function, which ended in a jump to
        this one (a tail call) and may have passed it anything: ctypes' field descriptors do so."""
        body, start = self._body(depth + 1), self._functions[depth].start
        one = body.instruction(number)
        operand, outline = one.text.rpartition(" ")[2], body.outlines[number]
        target: int | None = None
        if one.memory and one.memory[0].base == "rip":
            behind = outline.address + outline.length
            target = self._word((behind + one.memory[0].displacement) & _MASK)
        elif not one.memory and _IMMEDIATE.fullmatch(operand):
            target = int(operand, 0)
        elif operand in NUMBERS:
            target = self._known(depth + 1, operand, frozenset())
        return target is not None and start not in (target, self._behind_stub(target))

    def _behind_stub(self, address: int) -> int | None:
        """Where an entry of a table of jumps to other libraries leads."""
        code = self._memory.read_upto(address, _STUB).removeprefix(_ENDBR)
        one = disassemble(code, address + (_STUB - len(code)))
        if isinstance(one, str) or one.mnemonic.rpartition(" ")[2] != "jmp" or not one.memory:
            return None
        at = address + (_STUB - len(code)) + one.length + one.memory[0].displacement
        return self._word(at & _MASK) if one.memory[0].base == "rip" else None

    def _made(
        self,
        depth: int,
        at: int,
        wanted: str | _Spill,
        dirty: frozenset[str],
        value: int | None,
        hops: int,
    ) -> Iterator[tuple[int | None, tuple[Load, ...]]]:
        """What the instruction `at`, which wrote it, left there."""
        one = self._body(depth).instruction(at)
        changed = dirty | written(one)
        source = one.text.rpartition(", ")[2]
        end = [(value, ())] if value is not None else []
        hops += 1
        if hops > MAX_HOPS:
            yield from end
            return
        if one.mnemonic == "mov" and source in NUMBERS:
            known = value if value is not None else self._known(depth, source, changed)
            is_found = False
            for found in self._back(depth, at, source, changed, known, hops):
                is_found = True
                yield found
            if not is_found and known is not None:
                yield known, ()
            return
        if isinstance(wanted, _Spill):
            yield from end
            return
        if one.mnemonic == "call" and wanted == "rax" and value is not None:
            known = one.text.startswith("call 0x")
            yield (
                value,
                (Load(0, 0, value, returned_by=int(source.split()[-1], 0)),) if known else (),
            )
            return
        if one.mnemonic in ("add", "sub", "lea") and value is not None:
            yield from self._moved(depth, at, wanted, changed, value, hops)
            return
        is_load = one.mnemonic == "mov" and one.memory and _LOW.get(wanted, wanted) == wanted
        if is_load and one.memory[0].size == 8 and not one.memory[0].segment:
            yield from self._loaded(depth, at, one.memory[0], changed, value, hops)
            return
        yield from end

    def _moved(
        self,
        depth: int,
        at: int,
        wanted: str,
        dirty: frozenset[str],
        value: int,
        hops: int,
    ) -> Iterator[tuple[int | None, tuple[Load, ...]]]:
        """A pointer to something a number of bytes further on: its base is followed."""
        one = self._body(depth).instruction(at)
        source = one.text.rpartition(", ")[2]
        base, added = wanted, 0
        if one.mnemonic == "lea":
            operand = one.memory[0]
            base, added = operand.base, operand.displacement
            if operand.index_register or base not in NUMBERS:
                yield value, ()
                return
        elif _IMMEDIATE.match(source):
            added = int(source, 0) * (1 if one.mnemonic == "add" else -1)
        else:
            known = self._known(depth, source, dirty)
            if known is None:
                yield value, ()
                return
            added = known if one.mnemonic == "add" else -known
        before = (value - added) & _MASK
        is_found = False
        for _, found in self._back(depth, at, base, dirty, before, hops):
            is_found = True
            yield value, found
        if not is_found:
            yield value, ()

    def _loaded(
        self,
        depth: int,
        at: int,
        operand: MemoryOperand,
        dirty: frozenset[str],
        value: int | None,
        hops: int,
    ) -> Iterator[tuple[int | None, tuple[Load, ...]]]:
        if operand.base == "rip":
            load = self._body(depth).outlines[at]
            behind = load.address + load.length
            variable = (behind + operand.displacement) & _MASK
            found = self._word(variable)
            if found is not None and value in (None, found):
                yield found, (Load(variable, 0, found, is_variable=True),)
            return
        index = 0
        if operand.index_register:
            known = self._known(depth, operand.index_register, dirty)
            if known is None:
                return
            index = known * operand.scale
        base = self._known(depth, operand.base, dirty)
        low, high = self._functions[depth].stack
        if base is not None:
            address = (base + operand.displacement + index) & _MASK
            found = self._word(address)
            if found is None or value not in (None, found):
                return
            if low <= address < high and not operand.index_register:
                spill = _Spill(operand.base, operand.displacement)
                is_found = False
                if found < _TELLING and self._body(depth).hands_out(spill):
                    yield found, ()
                    return
                for one in self._back(depth, at, spill, dirty, found, hops):
                    is_found = True
                    yield one
                if not is_found:
                    yield found, ()
                return
        for holder, way in self._holders(depth, at, operand.base, dirty, base, hops):
            address = (holder + operand.displacement + index) & _MASK
            found = self._word(address)
            if found is None or value not in (None, found):
                continue
            yield found, (Load(holder, address - holder, found), *way)

    def _holders(
        self, depth: int, at: int, base: str, dirty: frozenset[str], known: int | None, hops: int
    ) -> Iterator[tuple[int, tuple[Load, ...]]]:
        is_found = False
        for holder, way in self._back(depth, at, base, dirty, known, hops):
            if holder is not None:
                is_found = True
                yield holder, way
        if not is_found and known is not None:
            yield known, ()

    def _word(self, address: int) -> int | None:
        try:
            return self._memory.u64(address)
        except MemoryFault:
            return None


def _writes(one: Instruction, wanted: str | _Spill) -> bool:
    if isinstance(wanted, _Spill):
        return bool(
            one.memory
            and one.memory[0].position == 0
            and one.memory[0].base == wanted.base
            and one.memory[0].displacement == wanted.displacement
            and not one.memory[0].index_register
            and not one.mnemonic.startswith(_READS)
        )
    return wanted in written(one)


def written(one: Instruction) -> frozenset[str]:
    """The general registers that an instruction changes."""
    name = one.mnemonic
    if name == "call":
        return _LOST_IN_CALLS
    if name in ("push", "pop", "leave"):
        extra = {"rsp", "rbp"} if name == "leave" else {"rsp"}
        return frozenset(extra | ({one.first_register} if name == "pop" else set()))
    if name.startswith(_READS) or name.startswith("j"):
        return frozenset()
    found = set()
    if name.startswith(_WIDENING):
        found |= {"rax", "rdx"}
    if name.startswith(("rep", "movs", "stos", "lods", "scas", "cmps")) and name != "movsxd":
        found |= {"rdi", "rsi", "rcx"} if not one.first_register else set()
    if name.startswith(("xchg", "xadd", "cmpxchg")):
        last = one.text.rpartition(", ")[2]
        found.add(_full(last))
    if one.first_register:
        found.add(_full(one.first_register))
    return frozenset(found & NUMBERS.keys())


def _full(name: str) -> str:
    """The 64-bit register that `name` is a part of."""
    if name in _LOW:
        return _LOW[name]
    if name.startswith("r") and name.endswith(("b", "w", "d")) and name[1:-1].isdigit():
        return name[:-1]
    short = {"al": "rax", "ah": "rax", "ax": "rax", "bl": "rbx", "bh": "rbx", "bx": "rbx"}
    short |= {"cl": "rcx", "ch": "rcx", "cx": "rcx", "dl": "rdx", "dh": "rdx", "dx": "rdx"}
    short |= {"sil": "rsi", "si": "rsi", "dil": "rdi", "di": "rdi", "bpl": "rbp", "bp": "rbp"}
    return short.get(name, name)
