"""wild-pointer: an access to unmapped memory that nothing else explains."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from atfault.diagnose.blame import on_line
from atfault.diagnose.crash.bounds_words import bounds_advice, is_numba_code
from atfault.diagnose.crash.callbacks import dead_callback
from atfault.diagnose.crash.damage import no_address, written_by
from atfault.diagnose.crash.given import given_size, given_values
from atfault.diagnose.crash.holders import told_of_holders, told_of_hollow
from atfault.diagnose.crash.integers import (
    KnownInteger,
    far_words,
    holder_of,
    integers_of,
    is_telling,
)
from atfault.diagnose.crash.way import actor
from atfault.diagnose.facts import (
    SI_KERNEL,
    SIGSEGV,
    called_through_ctypes,
    calling_frame,
    crash_pc,
    describe_mapping,
    fault_address,
    is_accessible,
    is_fault,
    is_privileged,
    mapping_above,
    mapping_at,
    mapping_below,
    user_end,
)
from atfault.diagnose.rule import TELLING, Need, rule
from atfault.diagnose.words import as_text, describe_buffer, size
from atfault.model.case import Case
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.process import FIRST_64K
from atfault.model.state import ProcessState

NEAR = 1 << 30
LARGE_SIZE = 1 << 20
NEAR_NUMBER = 4096
LOW_32_BITS = 0xFFFF_FFFF
ARRAYS = ("numpy.ndarray", "torch.Tensor", "memoryview", "array.array")


@rule(
    "wild-pointer",
    causes=("wild-pointer", "out-of-bounds"),
    needs=(Need.SIGNAL, Need.MAPPINGS),
    on=(SIGSEGV,),
    yields_to=(
        TELLING,
        "null-dereference",
        "write-to-read-only",
        "overrun",
    ),
)
def wild_pointer(case: Case) -> Iterator[Finding]:
    """Native code followed a pointer to memory that is not mapped, and nothing better is known.

    The address belongs to no mapping of the process, it is not near NULL, and no array, buffer or
    stack of the crashed thread explains it. Typical origins: a pointer cut to 32 bits because a
    ctypes function has no `restype` or `argtypes`, a number used as a pointer, memory that was
    freed and given back, or memory overwritten earlier by something else. Where the failing call
    was given an array without elements, what it looks for in there is the cause: out-of-bounds.

    What to do: the finding names the line that made the native call and, where one of the variables
    there holds the address, which. With ctypes, declare `argtypes` and `restype` of every function
    that takes or returns a pointer.
    """
    state = case.process
    if not is_fault(state) or dead_callback(state):
        return
    address = fault_address(state)
    if address is None:
        if is_privileged(state):
            return
        if state.ending.code == SI_KERNEL:
            yield _impossible(state)
        return
    if address < FIRST_64K or address == crash_pc(state):
        return
    if is_accessible(mapping_at(state, address)):
        return
    kind = state.fault.tried.kind
    verb = {"read": "read from", "write": "wrote to"}.get(kind, "accessed")
    is_data = any(_as_data(value, user_end(state)) for _, value in state.fault.tried.registers)
    lines, written = written_by(state) if is_data else ((), "")
    empty = [] if is_data else _empty_arrays(state, address)
    yield Finding.of(
        cause="out-of-bounds" if empty else "wild-pointer",
        summary=f"{actor(state)} {verb} {address:#x}, which {_what_it_is(state, address)}"
        + (f": {empty[0]}, which it was given, has no elements" if empty else ""),
        confidence="likely",
        blame=lines,
        evidence=(*_evidence(state, address), written),
        advice=_advice(state),
    )


def _empty_arrays(state: ProcessState, address: int) -> list[str]:
    """The arrays without elements that the failing call was given, where nothing tells of another
    origin of the address."""
    if state.pointer.holders or is_numba_code(state):
        return []
    if called_through_ctypes(state) or holder_of(state.crashed, address) is not None:
        return []
    return [
        name
        for name, value in given_values(state)
        if value.buffer is not None and value.buffer.kind in ARRAYS and 0 in value.buffer.shape
    ]


def _advice(state: ProcessState) -> Iterator[Advice | str]:
    if is_numba_code(state):
        yield from bounds_advice(state)
        return
    by_ctypes = called_through_ctypes(state) or _uses_ctypes(state)
    address = fault_address(state)
    if not by_ctypes or address is None or _untruncated(state, address) is None:
        yield (
            f"check what is passed to the call{on_line(state)}: an index, a handle or address made "
            "by hand, something closed or freed before"
        )
    if by_ctypes:
        yield "with ctypes: declare argtypes and restype of each function that handles pointers"


def _uses_ctypes(state: ProcessState) -> bool:
    """Whether a ctypes object is at hand where native code was called."""
    caller = calling_frame(state)
    values = () if caller is None else caller.values
    return any(value.buffer is not None and value.buffer.kind == "ctypes" for _, value in values)


def _impossible(state: ProcessState) -> Finding:
    evidence = [
        "the kernel reports no address: the pointer was not a valid 64-bit address at all, "
        "as when text or floating-point numbers are taken for a pointer"
    ]
    advice: list[Advice | str] = []
    if is_numba_code(state):
        evidence.append("the function was compiled by Numba, which does not check bounds")
        advice.extend(bounds_advice(state))
    return Finding.of(
        summary=f"{actor(state)} used an address that no process can have",
        confidence="likely",
        evidence=(*evidence, *far_words(state)),
        advice=advice
        or ("look for memory that was overwritten, or a structure of the wrong layout",),
    )


def _what_it_is(state: ProcessState, address: int) -> str:
    if mapping_at(state, address) is None:
        return "is not memory of this process"
    return "may not be accessed"


def _evidence(state: ProcessState, address: int) -> Iterator[Evidence | str]:
    if address >= user_end(state):
        signed = address - (1 << 64)
        as_signed = f": as a number it is {signed}" if signed > -FIRST_64K else ""
        yield f"{address:#x} is beyond what a process can address{as_signed}"
        yield from _origin(state)
    else:
        yield _neighbours(state, address)
    yield from told_of_holders(state)
    yield from told_of_hollow(state)
    if is_numba_code(state):
        yield "the function was compiled by Numba, which does not check bounds"
    for named in state.buffers:
        if named.buffer.low <= address < named.buffer.high and named.buffer.device == "cpu":
            yield f"that is inside {describe_buffer(named.expression, named.buffer)}"
            break
    yield no_address(state)
    whole = _untruncated(state, address)
    if whole is not None:
        yield (
            f"it looks like the lower half of {whole:#x}, which is mapped: a 64-bit pointer cut to "
            "32 bits, as ctypes does to functions without argtypes and restype"
        )
    yield given_size(state, LARGE_SIZE)
    yield _number(state, address)
    yield from far_words(state)


def _number(state: ProcessState, address: int) -> str:
    """Which number of the program the address is, or was made from, in words; "" for none."""
    thread = state.crashed
    known = holder_of(thread, address, address - (1 << 64))
    if known is not None:
        return known.told("this very address")
    registers = state.fault.tried.registers
    for name, value in registers:
        known = holder_of(thread, value, value - (1 << 64)) if value >= FIRST_64K else None
        if known is not None:
            return f"{known.words} is what {name} holds, from which the address was computed"
    integers = integers_of(thread)
    for name, value in (("it", address), *registers):
        sum_of = _sum_of(integers, value, user_end(state))
        if sum_of:
            return f"{name} is {sum_of}"
    for known in filter(is_telling, integers.values()):
        value = known.value % (1 << 64)
        if known.name and value >= FIRST_64K and 0 < abs(address - value) < NEAR_NUMBER:
            side = "below" if value < address else "above"
            return f"{known.words} holds {value:#x}, {size(abs(address - value))} {side}"
    return ""


def _sum_of(integers: dict[int, KnownInteger], address: int, end: int) -> str:
    """Which two numbers of the program make the address, in words; "" for none."""
    for known in filter(is_telling, integers.values()):
        if known.value < FIRST_64K or known.value >= end:
            continue
        distance = address - known.value
        other = integers.get(distance)
        if other is not None and abs(distance) > 1 and is_telling(other):
            return f"{known.words} plus {other.words} ({distance})"
    return ""


def _origin(state: ProcessState) -> Iterator[str]:
    """The registers that an impossible address was computed from, and what they hold."""
    registers = state.fault.tried.registers
    if registers:
        listing = " and ".join(f"{name} = {value:#x}" for name, value in registers)
        yield f"it was computed from {listing}"
    for name, value in registers:
        data = _as_data(value, user_end(state))
        if data:
            yield f"{name} reads as {data} lies where a pointer should be"


def _as_data(value: int, end: int) -> str:
    """'the text "fold": text': what an impossible pointer is; "" for no data."""
    text = as_text(value)
    if value >= end and text:
        return f'the text "{text}": text'
    number = _as_float(value, end)
    return number and f"the number {number} (float64): such data"


def _as_float(value: int, end: int) -> str:
    """The floating-point number that the bits of an impossible pointer make, where it is one that
    people write: chance seldom makes one of few digits; "" for any other."""
    if value < end:
        return ""
    number = struct.unpack("<d", value.to_bytes(8, "little"))[0]
    text = f"{number:g}"
    is_plain = 1e-9 < abs(number) < 1e18 and float(text) == number
    return text if is_plain else ""


def _neighbours(state: ProcessState, address: int) -> str:
    below, above = mapping_below(state, address), mapping_above(state, address)
    at = mapping_at(state, address)
    if at is not None:
        return "the address lies in memory that is reserved but may not be accessed (a guard area)"
    parts = []
    if below is not None and address - below.end < NEAR:
        gap = address - below.end
        where = f"{size(gap)} past" if gap else "right behind"
        parts.append(f"{where} {describe_mapping(below)}")
    if above is not None and above.start - address < NEAR:
        parts.append(f"{size(above.start - address)} before {describe_mapping(above)}")
    if not parts:
        return "nothing is mapped anywhere near that address"
    return "nothing is mapped there: it is " + " and ".join(parts)


def _untruncated(state: ProcessState, address: int) -> int | None:
    """A mapped address that ends in the same 32 bits, when `address` looks like a 32-bit number
    (zero- or sign-extended): in the heap, or else in an array or buffer of the frames."""
    high = address >> 32
    if high not in (0, LOW_32_BITS):
        return None
    low = address & LOW_32_BITS
    for mapping in state.layout.mappings:
        if mapping.path == "[heap]" or (not mapping.path and mapping.writable):
            candidate = (mapping.start & ~LOW_32_BITS) | low
            for whole in (candidate, candidate + LOW_32_BITS + 1):
                if whole >> 32 and mapping.start <= whole < mapping.end:
                    return whole
    return None
