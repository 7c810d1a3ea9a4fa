"""What a call leads to: whether one frame can have called another, and whether a function prints.

caller  … e8 rel32        call T      T is the callee's function:            yes
        return address ─►             T is a PLT stub, its slot holds it:    yes
                                      T jumps into it (a tail call, a part   yes
                                      that the compiler moved elsewhere)
                                      T jumps to a computed address          perhaps: yes
        … ff /2           indirect    perhaps: yes
                                      else                                   no
"""

from __future__ import annotations

from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.native.code_map import CodeMap
from atfault.native.modules import ModuleMap, try_symbols

_WRITERS = (
    "write writev printf fprintf vprintf vfprintf dprintf vdprintf puts fputs fwrite perror syslog"
    " vsyslog __printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk __dprintf_chk __vdprintf_chk"
    " __syslog_chk __vsyslog_chk"
).split()
"""Functions of the C library; those of C++ streams are seen by what they call."""
_MAX_CALLS = 256
"""Of one function, that are followed to what they lead to."""
MAX_HOPS = 8
"""Jumps from function to function, PLT stubs among them, that are followed from one call."""
MAX_TARGETS = 64
MAX_FUNCTION = 1 << 18
MAX_REST = 64
"""Bytes of a function behind the part that has unwind information."""
_STUB_SIZE = 16


def may_call(code_map: CodeMap, return_address: int, callee_pc: int) -> bool:
    """False when the call before `return_address` cannot have led to the code at `callee_pc`."""
    key = (return_address, callee_pc)
    known = code_map.possible_calls.get(key)
    if known is None:
        known = code_map.possible_calls[key] = _may_call(code_map, return_address, callee_pc)
    return known


def _may_call(code_map: CodeMap, return_address: int, callee_pc: int) -> bool:
    code = code_map.memory.read_upto(return_address - 8, 8)
    if len(code) < 8:
        return True
    target = code_map.arch.direct_call_target(code, return_address)
    if target is None:
        return True
    callee = code_map.function_range(callee_pc)
    seen: set[int] = set()
    wave = {target}
    for _ in range(MAX_HOPS):
        following: set[int] = set()
        for address in wave:
            if len(seen) >= MAX_TARGETS:
                return True
            seen.add(address)
            if _leads_on(code_map, address, callee, callee_pc, following):
                return True
        wave = following - seen
        if not wave:
            return False
    return True  # where it leads further on is not known


def entered(code_map: CodeMap, return_address: int, callee_pc: int) -> int:
    """Start of the function by which the call before `return_address` entered the module of
    `callee_pc`, where that describes none of its own; 0 where it is not known."""
    code = code_map.memory.read_upto(return_address - 8, 8)
    target = code_map.arch.direct_call_target(code, return_address) if len(code) == 8 else None
    for _ in range(MAX_HOPS):
        if target is None or code_map.share_undescribed(target, callee_pc):
            return target or 0
        stub = code_map.memory.read_upto(target, _STUB_SIZE)
        found = code_map.arch.jumps(stub, target)
        if found.computed or len(found.slots) != 1:
            return 0
        try:
            target = code_map.memory.u64(min(found.slots))
        except MemoryFault:
            return 0
    return 0


def _leads_on(
    code_map: CodeMap,
    address: int,
    callee: tuple[int, int] | None,
    callee_pc: int,
    following: set[int],
) -> bool:
    """Whether code at `address` is the callee, or may jump there in a way that cannot be followed;
    where it can, its targets go to `following`."""
    own = code_map.function_range(address)
    if own is None:
        # Without unwind information: the callee itself, or code that may jump anywhere.
        if code_map.share_undescribed(address, address):
            # A library of which that is true of all: it calls what is its own.
            return code_map.share_undescribed(address, callee_pc)
        return callee is not None or _may_be_one_function(code_map, address, callee_pc)
    if own[0] <= callee_pc < own[1]:
        return True
    # A function may have unwind information in part: clone3 has none from its system call on.
    is_rest = callee is None and own[1] <= callee_pc < own[1] + MAX_REST
    if is_rest and _may_be_one_function(code_map, own[1], callee_pc):
        return True
    size = min(own[1] - own[0], MAX_FUNCTION)
    start = own[0]
    if address != start and own[1] - address > _STUB_SIZE and _is_stub_table(code_map, address):
        start, size = address, _STUB_SIZE
    elif address != start and _is_stub_table(code_map, address):
        start, size = address, min(_STUB_SIZE, own[1] - address)
    found = code_map.arch.jumps(code_map.memory.read_upto(start, size), start)
    if found.computed:
        return True
    targets = set(found.targets)
    for slot in found.slots:
        try:
            targets.add(code_map.memory.u64(slot))
        except MemoryFault:
            continue
    for target in targets:
        if callee is not None and callee[0] <= target < callee[1]:
            return True
        if not own[0] <= target < own[1] and code_map.is_code(target):
            following.add(target)
    return False


def _may_be_one_function(code_map: CodeMap, start: int, pc: int) -> bool:
    """Whether a function that begins at `start` may reach as far as `pc`: not when another one
    begins in between, as far as that is marked. Neither has unwind information."""
    if not 0 <= pc - start <= MAX_FUNCTION:
        return False
    mark, alignment = code_map.arch.function_mark, code_map.arch.function_alignment
    code = code_map.memory.read_upto(start, pc - start + 1)
    at = code.find(mark, 1) if mark else -1
    while at >= 0:
        if (start + at) % alignment == 0:
            return False
        at = code.find(mark, at + 1)
    return True


def _is_stub_table(code_map: CodeMap, address: int) -> bool:
    """A PLT's one FDE covers all of its stubs, which jump through slots within 16 bytes."""
    code = code_map.memory.read_upto(address, _STUB_SIZE)
    return bool(code_map.arch.jumps(code, address).slots)


class Writers:
    """Which functions of a process print: those of the C library, and what calls one of them."""

    def __init__(self, code_map: CodeMap, modules: ModuleMap) -> None:
        self._code_map = code_map
        self._writers = {
            address
            for module in modules.modules
            if roles.is_libc(module.name)
            for address in try_symbols(code_map.memory, module, tuple(_WRITERS))
            if address
        }

    def __call__(self, address: int) -> bool:
        """Whether the function at `address`, or behind the stub there, writes."""
        places = {address, *self._behind(address)}
        return any(self._is_writer(place) or self._calls_one(place) for place in places)

    def _is_writer(self, address: int) -> bool:
        return address in self._writers or not self._writers.isdisjoint(self._behind(address))

    def _calls_one(self, address: int) -> bool:
        own = self._code_map.function_range(address)
        if own is None or not own[0] <= address < own[1]:
            return False
        size = min(own[1] - address, MAX_FUNCTION)
        code = self._code_map.memory.read_upto(address, size)
        targets: set[int] = set()
        at = code.find(b"\xe8")
        while 0 <= at <= len(code) - 5 and len(targets) < _MAX_CALLS:
            target = self._code_map.arch.direct_call_target(code[: at + 5], address + at + 5)
            if target is not None and self._code_map.is_code(target):
                targets.add(target)
            at = code.find(b"\xe8", at + 1)
        return any(self._is_writer(target) for target in targets)

    def _behind(self, address: int) -> list[int]:
        """What the slot holds that a stub at `address` jumps through."""
        memory, arch = self._code_map.memory, self._code_map.arch
        slots = arch.jumps(memory.read_upto(address, _STUB_SIZE), address).slots
        found = []
        for slot in slots:
            try:
                found.append(memory.u64(slot))
            except MemoryFault:
                continue
        return found
