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

KEEP_OWNER = (
    "keep the owner of that memory (an array, bytes, what ffi.new returned) in a variable for as "
    "long as native code has its address"
)
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
HUGE = 2 << 20
"""A huge page of x86-64 and of most ARM."""
NOT_KEPT = ("result", "beyond")
"""Kinds of what a pointer was read from: nothing that has it still, and no pointer, maybe."""
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
    had at once: the hole in the memory has the room of one of them, or of several. Once such a
    block was freed, others of its size come from the heap; free gives back the heap's end as well,
    and the C library keeps how far that had reached.

    Typical: the address of a temporary (`(a + b).ctypes.data`, a field of a C structure that is set
    to `ffi.new(…)`), an extension that reads a buffer after it has released its owner, a
    reference to an element of a C++ vector that has grown since.

    What to do: keep the owner of the memory in a variable until native code is done with it.
    """
    state = case.process
    address = fault_address(state)
    if address is None or address == crash_pc(state) or mapping_at(state, address) is not None:
        return
    fits = ((base, _given_back(state, base)) for base in _bases(state, address))
    base, told = next(((base, told) for base, told in fits if told), (0, ""))
    if not told:  # stray pointers lead to such places, too
        yield from _unused(state, address) or _inside(state, address)
        return
    room = _room(state, base)
    is_exact = room == state.returned.total or _blocks(room, state.returned)
    is_loose = not (is_exact or _aligned(room, base, state.returned))
    evidence = [
        f"{base:#x} lies {base % PAGE} bytes into a page, as the memory of a large block does, "
        "which malloc has the system map and free gives back",
        f"a hole of {size(room)} begins at that page, and {told}",
        held_words(state, base),
        *told_of_holders(state),
    ]
    yield Finding.of(
        cause="use-after-free",
        summary=f"{actor(state)} {_did(state)} memory that had been freed, and given back to the "
        "system",
        confidence="possible" if is_loose else "likely",
        evidence=evidence,
        advice=(KEEP_OWNER,),
    )


def _unused(state: ProcessState, address: int) -> tuple[Finding, ...]:
    """A pointer that somebody keeps leads to the free end of the heap, most of which was given
    back. One that is made as it is used, by a loop or an index, may as well have left its block,
    and so may one that is kept and moved: it fails right behind the heap."""
    low, high = state.returned.unused
    below = mapping_below(state, address)
    edge = 0 if below is None else below.end
    first = next(iter(state.pointer.holders), None)
    values = [value for _, value in state.fault.tried.registers]
    values += [address] if first is None else [address, first.load.value]
    starts = [
        value
        for value in values
        if low <= value <= address < high and not edge <= value < edge + PAGE
    ]
    start = next((value for value in starts if _is_kept(state, value)), None)
    if start is None:
        return ()
    return (
        Finding.of(
            cause="use-after-free",
            summary=f"{actor(state)} {_did(state)} memory that had been freed, and given back to "
            "the system",
            confidence="likely",
            evidence=(
                f"{start:#x}, where the access started from, is not in use: the heap is free from "
                f"{low:#x} on, and had reached up to {high:#x} before free gave back its end",
                held_words(state, start),
                *told_of_holders(state),
            ),
            advice=(KEEP_OWNER,),
        ),
    )


def _is_kept(state: ProcessState, value: int) -> bool:
    """Whether a variable holds that address, or memory that the failed pointer was read from."""
    first = next(iter(state.pointer.holders), None)
    is_read = first is not None and first.kind not in NOT_KEPT and first.load.value == value
    return is_read or bool(held_words(state, value))


def _did(state: ProcessState) -> str:
    return {"read": "read", "write": "wrote to"}.get(state.fault.tried.kind, "accessed")


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
    yield Finding.of(
        cause="use-after-free",
        summary=f"{actor(state)} {_did(state)} what may be memory that had been freed, and given "
        "back to the system",
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


def _bases(state: ProcessState, address: int) -> Iterator[int]:
    """Where the access may have started from (a register, a variable of the program's, the address
    itself), of these the places where malloc may have put a large block."""
    values = [value for _, value in state.fault.tried.registers] or [address]
    if any(_is_mapped(state, value) for value in values):
        return
    integers = integers_of(state.crashed).values()
    held = [one.value for one in integers if FIRST_64K <= one.value <= address and is_telling(one)]
    for value in (*values, *held, address):
        above = mapping_above(state, value)
        fits = RECORD <= value % PAGE <= RECORD + HEADER and value % 8 == 0
        if fits and above is not None and mapping_at(state, value) is None:
            start = value - value % PAGE
            if SMALLEST <= above.start - start < FARTHEST and value <= address < above.start:
                yield value


def _given_back(state: ProcessState, base: int) -> str:
    """What was given back that had the room from there on, in words; "" for nothing."""
    room, returned = _room(state, base), state.returned
    number = _blocks(room, returned)
    if number == 1:
        return "the largest block that was given back to the system had that very size"
    if number:
        return f"that is {number} times the size of the largest block that was given back"
    if room > returned.total:
        return _aligned(room, base, returned) or _among_others(state, base) or _moved(state, base)
    had = "that very size" if room == returned.total else f"{size(returned.total)} or more"
    return f"what was given back to the system had {had}"


def _among_others(state: ProcessState, base: int) -> str:
    """What lay behind a block may be unmapped as well, as an arena of Python's allocator (1 MB):
    then the hole is larger, and says something where the program kept that very address."""
    block = max(state.returned.largest, state.returned.total)
    if block < SMALLEST or not 0 < _room(state, base) - block < HUGE or not _is_kept(state, base):
        return ""
    return f"{size(block)} were given back: what lay behind may have been unmapped, too"


def _moved(state: ProcessState, base: int) -> str:
    """realloc has the kernel move a large block (mremap), and gives nothing back by it: all that is
    left is that the hole begins where the block did."""
    below, start = mapping_below(state, base), base - base % PAGE
    if base % PAGE != RECORD or below is None or below.end != start:
        return ""
    return "what is mapped ends there: a block that grew there may have been moved since"


def _aligned(room: int, base: int, returned: Returned) -> str:
    """From Linux 6.7 to 6.12 a mapping of 2 MB or more begins at a multiple of that, and leaves
    less than that free behind it (mm/huge_memory.c, thp_get_unmapped_area)."""
    known = (returned.largest, returned.total)
    block = next((one for one in known if one >= HUGE and 0 < room - one < HUGE), 0)
    if not block or base % HUGE >= PAGE:
        return ""
    return (
        f"{size(block)} were given back to the system; it begins blocks of that size at multiples "
        f"of {size(HUGE)}, which leaves up to as much behind them"
    )


def _blocks(room: int, returned: Returned) -> int:
    """How many of the largest blocks fill a hole; 0 where they do not."""
    number, rest = divmod(room, returned.largest or room + 1)
    return number if not rest and number <= MANY else 0


def _room(state: ProcessState, base: int) -> int:
    """Bytes from the start of its page to the next mapping."""
    above = mapping_above(state, base)
    return 0 if above is None else above.start - (base - base % PAGE)
