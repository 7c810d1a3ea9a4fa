"""use-after-unmap: a live object's memory is no longer mapped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atfault.diagnose.crash.integers import integers_of, is_telling
from atfault.diagnose.facts import (
    PAGE,
    SEGV_MAPERR,
    SI_KERNEL,
    SIGSEGV,
    accessible_run,
    all_values,
    crash_frames,
    crash_pc,
    fault_address,
    in_own_frame,
    is_accessible,
    mapping_above,
    mapping_at,
    mapping_below,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import describe_buffer, listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Confidence, Evidence, Finding
from atfault.model.process import FIRST_64K
from atfault.model.state import NamedBuffer, ProcessState
from atfault.model.values import join_accessor

if TYPE_CHECKING:
    from atfault.model.buffers import Buffer

NEIGHBOURHOOD = 1 << 40
"""Mappings lie in a few clusters; a pointer this far from all of them was never mapped."""
CLOSE = 1 << 32
MAX_MAPPED = 1 << 24
"""Bytes behind a pointer that are taken for those of what it leads to."""
OF_PYTHON = (
    *("", "numpy.ndarray", "torch.Tensor", "bytes", "bytearray", "memoryview", "array.array"),
    "mmap.mmap",
)
"""Whose memory was memory once. All others, as those of ctypes, may have been made for any number
taken for an address."""


@rule("use-after-unmap", needs=(Need.FAULT_ADDRESS, Need.MAPPINGS, Need.BUFFERS), on=(SIGSEGV,))
def use_after_unmap(case: Case) -> Iterator[Finding]:
    """A live array or buffer points into memory that is no longer mapped.

    The failed access lies inside an array that the program still holds, and nothing is mapped where
    the array has its memory. It was unmapped while the array was in use: an `mmap` was closed, a
    shared-memory block was closed or freed, a C library took back memory that it had lent.

    So it is, likely, where a pointer of C (ctypes, cffi) leads to what was the start of a mapping.

    Python keeps an `mmap` open while a `memoryview` exports it, but it cannot know of a pointer
    that went through ctypes, an integer address or `__array_interface__`.

    What to do: keep the owner of the memory (the `mmap`, the `SharedMemory`, the library's handle)
    alive and open as long as any array looks into it, or copy the array first.
    """
    state = case.process
    address = fault_address(state)
    if address is None or address < FIRST_64K or address == crash_pc(state):
        return
    if mapping_at(state, address) is not None:
        return
    if state.ending.code not in (None, SEGV_MAPERR, SI_KERNEL):
        return
    closed = _closed_owners(state)
    stale = [named for named in state.buffers if _is_stale(state, named, address, bool(closed))]
    if not stale:
        yield from _of_a_pointer(state, address)
        return
    crashed = state.crashed
    tid = crashed.thread.tid if crashed else None
    stale.sort(key=lambda named: (named.tid != tid, not in_own_frame(state, named)))
    first = stale[0]
    names = list(dict.fromkeys(named.expression for named in stale))
    evidence = [f"the address lies inside {describe_buffer(first.expression, first.buffer)}"]
    moved = first.buffer.is_elsewhere
    gone = moved or (bool(closed) and bool(first.buffer.base_kind))
    confidence = _confidence(first, first.tid == tid, gone)
    proven = confidence == "certain"
    evidence.append(
        f"nothing is mapped at that place{' any more' if proven else ''}, although the object "
        f"{'still ' if proven else ''}exists"
    )
    if closed:
        evidence.append(f"{listed(closed)} had been closed")
    if moved and first.buffer.owner is not None:
        evidence.append(
            f"the object that it is a view of has its memory elsewhere now, at "
            f"{first.buffer.owner[0]:#x}: it was resized, or given other memory"
        )
    if len(names) > 1:
        evidence.append(
            f"{listed(names[1:])} {'looks' if len(names) == 2 else 'look'} into the same memory"
        )
    yield Finding.of(
        summary=f"{first.expression} points into memory that "
        + ("has been unmapped" if proven else "is not mapped, or not any more"),
        confidence=confidence,
        evidence=evidence,
        advice=(
            f"make {first.expression} anew after its owner was resized, or copy it before"
            if moved
            else "do not close or free that memory (mmap, shared memory, file, malloc) while "
            f"{first.expression} is in use, or copy it first",
        ),
    )


def _of_a_pointer(state: ProcessState, address: int) -> Iterator[Finding]:
    """Of an address behind a pointer of C that leads to where a mapping begins, and to nothing.
    Those to large blocks of malloc() are told by what that keeps of them (`returned_block`)."""
    for name, at in _pointers(state):
        is_behind = at <= address < at + MAX_MAPPED and at % PAGE == 0
        if not is_behind or mapping_at(state, at) is not None or _is_sum(state, at):
            continue
        if _is_near(state, at, CLOSE):
            yield Finding.of(
                summary=f"{name} points into memory that is not mapped, or not any more",
                confidence="likely",
                evidence=(
                    f"{name} is {at:#x}, where nothing is mapped, and other memory of the process "
                    "lies about there",
                    Evidence(
                        "that is the start of a page, where mappings begin: it was unmapped while "
                        "the pointer was kept",
                        kind="inferred",
                    ),
                ),
                advice=(
                    f"keep the object that has the memory alive for as long as {name} is in use: "
                    "a pointer of C does not",
                ),
            )
            return


def _pointers(state: ProcessState) -> Iterator[tuple[str, int]]:
    """The pointers of C (ctypes, cffi) in variables of the crashed thread's Python frames."""
    for frame in crash_frames(state.crashed):
        for variable in () if frame.python is None else frame.python.variables:
            value = variable.value
            if isinstance(value, Absent):
                continue
            for path, one in all_values(value):
                if one.pointer_at and isinstance(one.number, int):
                    yield join_accessor(variable.name, path), one.number


def _is_stale(state: ProcessState, named: NamedBuffer, address: int, closed: bool) -> bool:
    buffer = named.buffer
    if buffer.device != "cpu" or not buffer.low <= address < buffer.high:
        return False
    owner = buffer.owner
    if owner is not None and not owner[0] <= address < owner[1] and buffer.overlaps(owner):
        return False
    if any(_is_part_of(buffer, other.buffer) for other in state.buffers):
        return False
    start, end = accessible_run(state, buffer.low)
    if start != end:
        return False
    if closed:
        return True
    # Far from everything else there was never any memory, so that none was unmapped.
    if not _is_from_address(named):
        return _is_near(state, buffer.low, NEIGHBOURHOOD)
    if buffer.is_elsewhere:
        return True
    return _is_near(state, buffer.low, CLOSE) and _looks_mapped(state, buffer)


def _is_part_of(buffer: Buffer, other: Buffer) -> bool:
    """Whether it is a row, say, of a view that reaches from the memory of their common owner to far
    beyond that: then there never was any memory."""
    return (
        buffer.is_elsewhere
        and other.owner == buffer.owner
        and not other.is_elsewhere
        and other.low <= buffer.low
        and buffer.high <= other.high
    )


def _is_from_address(named: NamedBuffer) -> bool:
    return named.buffer.kind not in OF_PYTHON or named.buffer.base_kind not in OF_PYTHON


def _looks_mapped(state: ProcessState, buffer: Buffer) -> bool:
    """Whether an object made for an address has a sign that there was a mapping: a page begins
    there, or it has a page or more for itself."""
    low, high = buffer.owner or (buffer.low, buffer.high)
    if low % PAGE and high - low < PAGE:
        return False
    return not _is_sum(state, low)


def _is_sum(state: ProcessState, address: int) -> bool:
    """Whether a number of the program's may have been added to where other memory is."""
    known = integers_of(state.crashed)
    bases = {value for value, one in known.items() if is_telling(one)}
    bases.update(other.buffer.low for other in state.buffers)
    found = (base for base in bases if is_accessible(mapping_at(state, base)))
    return any(address - base in known for base in found)


def _is_near(state: ProcessState, low: int, reach: int) -> bool:
    """Whether other memory lies about there, so that this may have been some too."""
    below, above = mapping_below(state, low), mapping_above(state, low)
    return (below is not None and low - below.end < reach) or (
        above is not None and above.start - low < reach
    )


def _confidence(named: NamedBuffer, own_thread: bool, gone: bool) -> Confidence:
    """That the memory was mapped once is proven by its owner, which was closed or has moved. Where
    there is none, what the array says of itself may have been made up or overwritten."""
    return "certain" if gone and own_thread and not _is_from_address(named) else "likely"


def _closed_owners(state: ProcessState) -> list[str]:
    """Variables of the crashed thread's frames that hold a closed mmap or shared-memory block."""
    names = []
    for frame in crash_frames(state.crashed):
        for variable in () if frame.python is None else frame.python.variables:
            value = variable.value
            if isinstance(value, Absent) or not value.type.endswith((".mmap", ".SharedMemory")):
                continue
            if value.is_closed or any(part.is_closed for _, part in value.children):
                names.append(variable.name)
    return list(dict.fromkeys(names))
