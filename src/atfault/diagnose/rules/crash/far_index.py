"""out-of-bounds, told by an index that is in the frames, of memory that is not."""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.callbacks import dead_callback
from atfault.diagnose.facts import (
    MAX_USER_ADDRESS,
    SIGSEGV,
    describe_mapping,
    fault_address,
    is_accessible,
    mapping_at,
)
from atfault.diagnose.integers import KnownInteger, integers_of
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.way import actor
from atfault.diagnose.words import size
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.process import MemoryMapping
from atfault.model.state import ProcessState

FAR = 1 << 28
"""Bytes from mapped memory on from which such a coincidence is out of the question."""
SMALL = 256
WIDTHS = (1, 2, 4, 8)
RECORDS = (12, 16, 24, 32, 40, 48, 64)
"""Sizes of elements of which one field is accessed: of C++'s vectors, a vector itself has 24."""
ALIGNMENT = 8


class _Way(NamedTuple):
    """How an integer leads from mapped memory to the address."""

    known: KnownInteger
    width: int
    mapping: MemoryMapping
    base: int
    register: str
    """That holds the integer, and another one the base; "" when only the sum fits."""


@rule(
    "far-index",
    causes=("out-of-bounds",),
    needs=(Need.FAULT_ADDRESS, Need.MAPPINGS),
    on=(SIGSEGV,),
    yields_to=("out-of-bounds",),
    partly=(Need.INTERPRETER,),
)
def far_index(case: Case) -> Iterator[Finding]:
    """An index of the frames leads from memory that native code keeps for itself to the address.

    The array belongs to an extension module, so no variable shows it. But the instruction added up
    an address in good memory and an integer that a variable or an argument holds; or the distance
    from good memory is that integer times the width of the access, or times the size of a record
    of which it was a field, and so large that this is no accident.
    """
    state = case.process
    address = fault_address(state)
    if address is None or isinstance(state.fault.access, Absent) or address >= MAX_USER_ADDRESS:
        return
    if is_accessible(mapping_at(state, address)) or dead_callback(state) is not None:
        return
    way = _by_registers(state, address) or _by_distance(state, address)
    if way is None:
        return
    verb = "wrote" if state.fault.access.kind == "write" else "read"
    known = way.known
    times = "" if way.width == 1 else f" times {size(way.width)}"
    evidence = [
        f"{known.value} ({known.words}){times} leads there from {way.base:#x}, which lies in "
        f"{describe_mapping(way.mapping)}"
    ]
    if way.register:
        evidence.append(
            f"the instruction had it in {way.register}: {state.fault.access.instruction}"
        )
    evidence.append("the array belongs to native code: how long it is cannot be told")
    where = "far past its end" if known.value > 0 else "before its start"
    yield Finding(
        cause="out-of-bounds",
        summary=f"{actor(state)} {verb} element {known.value} of an array of its own, {where}",
        confidence="likely",
        evidence=tuple(Evidence(text) for text in evidence),
        advice=(Advice(f"check {known.name or 'the index'} against the size of what it indexes"),),
    )


def _by_registers(state: ProcessState, address: int) -> _Way | None:
    """A register with a known integer and one with an address, whose sum is the address."""
    assert not isinstance(state.fault.access, Absent)
    registers = state.fault.access.registers
    if len(registers) != 2:
        return None
    integers = integers_of(state.crashed)
    for (name, value), (_, base) in (registers, registers[::-1]):
        signed = value - (1 << 64) if value >> 63 else value
        known = integers.get(signed)
        mapping = mapping_at(state, base)
        if known is None or not known.name or abs(signed) < SMALL or mapping is None:
            continue
        if not mapping.writable or mapping.path.endswith("[stack]"):
            continue
        for width in WIDTHS:
            if base + signed * width == address:
                return _Way(known, width, mapping, base, name)
    return None


def _by_distance(state: ProcessState, address: int) -> _Way | None:
    """A known integer that, times the width of the access or of a record, is the distance from good
    memory."""
    assert not isinstance(state.fault.access, Absent)
    if state.fault.access.size not in WIDTHS:
        return None
    for width in (state.fault.access.size, *RECORDS):
        for known in integers_of(state.crashed).values():
            distance = known.value * width
            if not known.name or known.frame_index > 0 or abs(distance) < FAR:
                continue  # of the innermost frame of the user's alone
            base = address - distance
            mapping = mapping_at(state, base)
            if mapping is None or mapping.path.endswith("[stack]"):
                continue
            if mapping.writable and base % min(width, ALIGNMENT) == 0:
                return _Way(known, width, mapping, base, "")
    return None
