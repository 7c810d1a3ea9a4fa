"""The address space of a process as its mappings tell it, and as its end corrects them."""

from __future__ import annotations

from bisect import bisect_right

from atfault.contained import contained
from atfault.model.process import MemoryMapping, SignalInfo, mapping_holding
from atfault.model.state import Layout
from atfault.native.modules import ModuleMap
from atfault.snapshot.protocol import Snapshot

SIGBUS, BUS_ADRERR = 7, 2
PAGE_MASK = -4096


def layout_of(snapshot: Snapshot, modules: ModuleMap, losses: list[str]) -> Layout:
    """losses: takes what could not be told."""
    mappings = snapshot.mappings
    limits: tuple[tuple[int, int, int], ...] = ()
    with contained("finding where the stacks end", losses):
        limits = _stack_limits(snapshot)
    return Layout(
        _without_page(mappings, snapshot.signal),
        modules.modules,
        limits,
        sum([m.end - m.start for m in mappings if m.path != "[vsyscall]"]),
        snapshot.lacking,
        snapshot.contradiction,
    )


def _without_page(mappings: tuple[MemoryMapping, ...], signal: object) -> tuple[MemoryMapping, ...]:
    """The mappings, the page that a bus error found missing not to be accessed, where that is none
    of a file: of the kernel's [vvar] the last ones may be so, in which a loop ends that has gone
    through all libraries. As far as anybody can tell, so are those behind it."""
    if not isinstance(signal, SignalInfo) or (signal.number, signal.code) != (SIGBUS, BUS_ADRERR):
        return mappings
    address = signal.fault_address
    hit = None if address is None else mapping_holding(mappings, address)
    if address is None or hit is None or hit.path.startswith("/"):
        return mappings
    page = max(address & PAGE_MASK, hit.start)
    size = page - hit.start
    there = (hit._replace(end=page, dumped=min(hit.dumped, size)),) if size else ()
    lacking = hit._replace(
        start=page,
        dumped=max(0, hit.dumped - size),
        readable=False,
        writable=False,
        executable=False,
    )
    at = mappings.index(hit)
    return (*mappings[:at], *there, lacking, *mappings[at + 1 :])


def _stack_limits(snapshot: Snapshot) -> tuple[tuple[int, int, int], ...]:
    """(tid, low, high) of the mapping each stack lies in.

    After an overflow the stack pointer is below that mapping (in its guard): then the next one
    above counts, when the gap is no larger than a guard area. A function with a large array may be
    beyond the guard, in the stack of the next thread: what a thread keeps of itself lies at the
    upper end of its own.
    """
    mappings = snapshot.mappings
    starts = [m.start for m in mappings]
    limits = []
    own = _own_places(snapshot, starts)
    owned = set(own.values())
    for thread in snapshot.threads:
        sp = snapshot.arch.stack_pointer(thread.registers)
        if sp is None:
            continue
        index = bisect_right(starts, sp) - 1
        if index in owned and own.get(thread.tid, -1) > index:  # in another one's stack
            index = own[thread.tid]
        inside = index >= 0 and sp < mappings[index].end and mappings[index].writable
        if not inside:
            index += 1
            if index >= len(mappings) or mappings[index].start - sp > 1 << 20:
                continue
            if not mappings[index].writable:
                continue
        limits.append((thread.tid, mappings[index].start, mappings[index].end))
    return tuple(limits)


def _own_places(snapshot: Snapshot, starts: list[int]) -> dict[int, int]:
    """{thread: index of the mapping that its own data lies in}"""
    found = {}
    for thread in snapshot.threads:
        pointer = thread.registers.thread_pointer
        index = bisect_right(starts, pointer) - 1 if pointer is not None else -1
        if index >= 0 and pointer is not None and pointer < snapshot.mappings[index].end:
            found[thread.tid] = index
    return found
