"""What atfault's guarding allocator (again/guard.c) knows of the access that failed.

    atfault_guard   +0 char[8] "ATFGUARD"   +8 u64 version (2)
                    +16 region   +24 its end   +32 next free address
                    +40 entries ──► { u64 address, u64 size, u64 state, u64 request } × count,
                                    by address
                    +48 count
                    +56 failure  +64 block  +72 where      of a check that failed before abort()
    state           1 live, 2 freed
    request         which one it was that asked for it: the same in each run

The object file of the allocator is known by its name, which holds NAME.
"""

from __future__ import annotations

import struct

from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.blocks import GuardedBlock
from atfault.native.debug_files import open_elf
from atfault.native.modules import ModuleMap
from atfault.native.symbols import dynamic_symbol
from atfault.snapshot.protocol import Memory, Snapshot

NAME = "atfault-guard"
NOT_GUARDED = "the program did not run with guarded blocks"
_VARIABLE = "atfault_guard"
_HEAD = struct.Struct("<8s9Q")
_ENTRY = struct.Struct("<4Q")
_MAX_ENTRIES = 1 << 22
_FREED = 2
_FAILURES = {1: "damaged", 2: "damaged", 3: "double free", 4: "not a block"}


def guarded_block(
    snapshot: Snapshot, modules: ModuleMap, address: int | None
) -> GuardedBlock | Absent:
    """The block that was misused: the one that `address` (of a fault) lies in or beside, or the one
    whose check failed."""
    module = next((m for m in modules.modules if NAME in m.name), None)
    if module is None:
        return Absent(NOT_GUARDED)
    elf = open_elf(module.file) if module.file else None
    value = dynamic_symbol(elf, _VARIABLE) if elf is not None else None
    if value is None:
        return Absent(f"{module.name} is not on this machine any more")
    try:
        return _block(snapshot.memory, module.load_bias + value, address)
    except MemoryFault as fault:
        return Absent(f"the records of the guarding allocator cannot be read ({fault})")


def _block(memory: Memory, variable: int, address: int | None) -> GuardedBlock | Absent:
    head = _HEAD.unpack(memory.read(variable, _HEAD.size))
    magic, version, region, end, _, entries, count, failure, failed, at = head
    if magic != b"ATFGUARD" or version != 2 or count > _MAX_ENTRIES:
        return Absent("the records of the guarding allocator are damaged")
    table = _Table(memory, entries, count)
    if failure in _FAILURES:
        index = table.last_at_or_below(failed)
        if index < 0:
            return Absent("a pointer was freed that was never given out")
        start, size, state, request = table.entry(index)
        kind = _FAILURES[failure]
        return GuardedBlock(start, size, state == _FREED, at, kind, request)
    if address is None or not region <= address < end:
        return Absent("the failed access is not near a guarded block")
    nearest = table.nearest(address)
    if nearest is None:
        return Absent("no block had been guarded yet")
    start, size, state, request = nearest
    return GuardedBlock(start, size, state == _FREED, address, request=request)


class _Table:
    """The entries, which lie in the order of their addresses."""

    def __init__(self, memory: Memory, address: int, count: int) -> None:
        self._memory = memory
        self._address = address
        self._count = count

    def entry(self, index: int) -> tuple[int, int, int, int]:
        """(address, size, state, request)."""
        raw = self._memory.read(self._address + index * _ENTRY.size, _ENTRY.size)
        found: tuple[int, int, int, int] = _ENTRY.unpack(raw)
        return found

    def last_at_or_below(self, address: int) -> int:
        """Index of the last entry that starts at or below `address`; -1 when there is none."""
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            if self.entry(middle)[0] <= address:
                low = middle + 1
            else:
                high = middle
        return low - 1

    def nearest(self, address: int) -> tuple[int, int, int, int] | None:
        """The entry that `address` lies in, or else the one that is less far away."""
        index = self.last_at_or_below(address)
        below = self.entry(index) if index >= 0 else None
        above = self.entry(index + 1) if index + 1 < self._count else None
        if below is None or above is None:
            return below or above
        behind = address - (below[0] + below[1])
        return below if behind <= above[0] - address else above
