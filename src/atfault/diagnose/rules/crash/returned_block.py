"""use-after-free, told by where malloc had put a block that is not there any more."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.crash.holders import told_of_holders
from atfault.diagnose.crash.integers import held_words, integers_of, is_telling
from atfault.diagnose.crash.way import actor
from atfault.diagnose.facts import (
    PAGE,
    SIGSEGV,
    crash_pc,
    fault_address,
    is_accessible,
    mapping_above,
    mapping_at,
    mapping_below,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import size
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.process import FIRST_64K
from atfault.model.state import ProcessState, Returned

RECORD = 16
"""Bytes of malloc's own at the start of the pages of a large block."""
HEADER = 64
"""Of an object whose data follow: bytes (32), str (40 or 48), cffi's cdata (48)."""
MANY = 64
"""So many blocks of one size, beside each other."""
SMALLEST = 128 * 1024
ARENA = 1 << 26
"""Where malloc aligns a thread's arena to, it cuts off what lies above: its memory ends there, with
a hole that no block was in."""
FARTHEST = 1 << 34
"""A hole larger than that is no block's."""


@rule(
    "returned-block",
    causes=("use-after-free",),
    needs=(Need.FAULT_ADDRESS, Need.MAPPINGS),
    on=(SIGSEGV,),
    yields_to=(
        "changed-during-call",
        "refcount-corruption",
        "use-after-free",
        "use-after-unmap",
        "out-of-bounds",
        "far-index",
    ),
    partly=(Need.INTERPRETER,),
)
def returned_block(case: Case) -> Iterator[Finding]:
    """A pointer leads to where malloc puts large blocks, and nothing is mapped there.

    malloc has the kernel map a block of 128 KB or more by itself, 16 bytes into its first page, and
    free gives it back at once: whoever still has its address fails at the first access. The C
    library keeps the size of the largest block that was given back so, and how much such blocks
    had at once: the hole in the memory has the room of one of them, or of several.

    Typical: the address of a temporary (`(a + b).ctypes.data`, a field of a C structure that is set
    to `ffi.new(…)`), an extension that reads a buffer after it has released its owner, a
    reference to an element of a C++ vector that has grown since.

    What to do: keep the owner of the memory in a variable until native code is done with it.
    """
    state = case.process
    address = fault_address(state)
    if address is None or address == crash_pc(state) or mapping_at(state, address) is not None:
        return
    base = _base(state, address)
    room = 0 if base is None else _room(state, base)
    told = _given_back(room, state.returned) if room else ""
    if base is None or not told:  # stray pointers lead to such places, too
        yield from _inside(state, address)
        return
    is_loose = room < state.returned.total and not _blocks(room, state.returned)
    evidence = [
        f"{base:#x} lies {base % PAGE} bytes into a page, as the memory of a large block does, "
        "which malloc has the system map and free gives back",
        f"a hole of {size(room)} begins at that page, and {told}",
        held_words(state, base),
        *told_of_holders(state),
    ]
    verb = {"read": "read", "write": "wrote to"}.get(state.fault.tried.kind, "accessed")
    yield Finding.of(
        cause="use-after-free",
        summary=f"{actor(state)} {verb} memory that had been freed, and given back to the system",
        confidence="possible" if is_loose else "likely",
        evidence=evidence,
        advice=(
            "keep the owner of that memory (an array, bytes, what ffi.new returned) in a "
            "variable for as long as native code has its address",
        ),
    )


def _inside(state: ProcessState, address: int) -> Iterator[Finding]:
    """The access started from inside of a hole no larger than what such blocks leave: what grows by
    doubling, as a std::vector does, has given back less than twice the last one of them."""
    values = [value for _, value in state.fault.tried.registers] or [address]
    below, above = mapping_below(state, address), mapping_above(state, address)
    if below is None or above is None or any(_is_mapped(state, value) for value in values):
        return
    if any(one.buffer.low <= address < one.buffer.high for one in state.buffers):
        return  # the hole was an array's memory: use-after-unmap
    largest = max(2 * state.returned.largest, state.returned.total)
    start = below.end
    if start % ARENA == 0:
        start = max(start, above.start - largest)
    room = above.start - start
    is_start = any(start + PAGE <= value <= address and not value % 8 for value in values)
    if not is_start or not SMALLEST <= room <= largest:
        return
    block = state.returned.largest or state.returned.total
    verb = {"read": "read", "write": "wrote to"}.get(state.fault.tried.kind, "accessed")
    yield Finding.of(
        cause="use-after-free",
        summary=f"{actor(state)} {verb} what may be memory that had been freed, and given back to "
        "the system",
        confidence="possible",
        evidence=(
            f"{address:#x} lies in a hole of {size(above.start - below.end)} between what is "
            "mapped, and free had "
            f"given back {size(block)} of memory that malloc had the system map",
            held_words(state, address),
            *told_of_holders(state),
        ),
        advice=(
            "look for a pointer or reference into what has grown or was freed since, such as an "
            "element of a std::vector: keep an index, or a copy",
        ),
    )


def _is_mapped(state: ProcessState, value: int) -> bool:
    return is_accessible(mapping_at(state, value))


def _base(state: ProcessState, address: int) -> int | None:
    """The address that the access started from, in a register or a variable of the program's, where
    malloc may have put a large block."""
    values = [value for _, value in state.fault.tried.registers] or [address]
    if any(_is_mapped(state, value) for value in values):
        return None
    integers = integers_of(state.crashed).values()
    held = [one.value for one in integers if FIRST_64K <= one.value <= address and is_telling(one)]
    for value in (*values, *held):
        above = mapping_above(state, value)
        fits = RECORD <= value % PAGE <= RECORD + HEADER and value % 8 == 0
        if fits and above is not None and mapping_at(state, value) is None:
            start = value - value % PAGE
            if SMALLEST <= above.start - start < FARTHEST and value <= address < above.start:
                return value
    return None


def _given_back(room: int, returned: Returned) -> str:
    """What was given back that had that much room, in words; "" for nothing."""
    number = _blocks(room, returned)
    if number == 1:
        return "the largest block that was given back to the system had that very size"
    if number:
        return f"that is {number} times the size of the largest block that was given back"
    if room > returned.total:
        return ""
    had = "that very size" if room == returned.total else f"{size(returned.total)} or more"
    return f"what was given back to the system had {had}"


def _blocks(room: int, returned: Returned) -> int:
    """How many of the largest blocks fill a hole; 0 where they do not."""
    number, rest = divmod(room, returned.largest or room + 1)
    return number if not rest and number <= MANY else 0


def _room(state: ProcessState, base: int) -> int:
    """Bytes from the start of its page to the next mapping."""
    above = mapping_above(state, base)
    return 0 if above is None else above.start - (base - base % PAGE)
