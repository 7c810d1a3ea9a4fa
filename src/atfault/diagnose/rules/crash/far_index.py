"""out-of-bounds, told by an index that is in the frames, of memory that is not."""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.blame import on_line
from atfault.diagnose.crash.bounds_words import bounds_advice, is_numba_code
from atfault.diagnose.crash.callbacks import dead_callback
from atfault.diagnose.crash.integers import (
    MADE_FOR_C,
    KnownInteger,
    far_integers,
    far_words,
    holder_of,
    integers_of,
)
from atfault.diagnose.crash.way import actor
from atfault.diagnose.facts import (
    PAGE,
    SIGSEGV,
    crash_frames,
    describe_mapping,
    fault_address,
    is_accessible,
    mapping_at,
    user_end,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import size
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.process import MemoryMapping
from atfault.model.state import ProcessState

FAR = 1 << 28
"""Bytes from mapped memory on from which such a coincidence is out of the question."""
SMALL = 256
LARGE = 1 << 32
"""An index beyond it that nothing is known of is garbage: memory that was overwritten, or freed."""
WIDTHS = (1, 2, 4, 8, 16, 32)
RECORDS = (12, 16, 24, 32, 40, 48, 64)
"""Sizes of elements of which one field is accessed: of C++'s vectors, a vector itself has 24."""
ALIGNMENT = 8
LARGEST_RECORD = 512
STEPS = 64
"""A record may have any size where the memory that it leads to is so many times smaller than what
one more word of the record would make of the distance."""


class _Way(NamedTuple):
    """How an integer leads from mapped memory to the address."""

    number: int
    known: KnownInteger | None
    """Where it comes from, where that is known."""
    width: int
    mapping: MemoryMapping
    base: int
    register: str = ""
    """That holds the integer, and another one the base; "" when only the sum fits."""
    pointer: KnownInteger | None = None
    """Who holds the base as an address."""


@rule(
    "far-index",
    causes=("out-of-bounds",),
    needs=(Need.FAULT_ADDRESS, Need.MAPPINGS),
    on=(SIGSEGV,),
    yields_to=("out-of-bounds", "use-after-free"),
    partly=(Need.INTERPRETER,),
)
def far_index(case: Case) -> Iterator[Finding]:
    """An index leads from memory that native code keeps for itself to the address.

    The array belongs to an extension module, so no variable shows it. But the instruction added up
    an address in good memory and an integer, which it multiplied as an index or which a variable,
    an argument or an element of an array holds, or that was added to the very address that a
    variable of the program holds; or the distance
    from good memory is that integer times the width of the access, or times the size of a record
    of which it was a field, and so large that this is no accident. So it is with a write that came
    from writable memory, and ends in what may only be read.
    """
    state = case.process
    address = fault_address(state)
    if address is None or isinstance(state.fault.access, Absent) or address >= user_end(state):
        return
    target = mapping_at(state, address)
    is_there = is_accessible(target)
    if dead_callback(state) is not None or (is_there and not _is_refused(state, target)):
        return
    multiplied = (
        _by_block(state, address) or _by_operands(state, address) or _by_registers(state, address)
    )
    way = multiplied
    if is_there:  # what may be read, other ways lead to as well
        way = multiplied if multiplied is not None and multiplied.mapping.writable else None
    elif multiplied is None or multiplied.known is None:
        way = _by_distance(state, address) or multiplied
    if way is None:
        return
    verb = "wrote" if state.fault.tried.kind == "write" else "read"
    known = way.known
    times = "" if way.width == 1 else f" times {size(way.width)}"
    what = f"{way.number}" + ("" if known is None else f" ({known.words})")
    evidence = [
        f"{what}{times} leads there from {way.base:#x}, which lies in "
        f"{describe_mapping(way.mapping)}"
    ]
    if way.register:
        evidence.append(
            f"the instruction had it in {way.register}: {state.fault.tried.instruction}"
        )
    if known is None:
        evidence.extend(far_words(state))
    if is_numba_code(state) and not way.mapping.writable:
        evidence.append("the array lies with the compiled code, as Numba copies global ones there")
    elif state.pointer.block is not None:
        length = state.pointer.block[1] - state.pointer.block[0]
        evidence.append(f"the compiled code made that array itself: it has {size(length)}")
    else:
        evidence.append("the array belongs to native code: how long it is cannot be told")
    far = "far " if abs(way.number) * way.width >= FAR else ""
    where = f"{far}past its end" if way.number > 0 else "before its start"
    what = "the index" if known is None or not known.name else known.name
    wrong = f"element {way.number} of an array of its own, {where}"
    if known is None and way.pointer is not None:
        side = "behind" if way.number > 0 else "in front of"
        far = size(abs(way.number) * way.width)
        wrong = f"{far} {side} the address in {way.pointer.words}, outside of what begins there"
        evidence.append(way.pointer.told(f"that very address, {way.base:#x}"))
    yield Finding.of(
        summary=f"{actor(state)} {verb} {wrong}",
        confidence="likely",
        evidence=evidence,
        advice=(
            *(bounds_advice(state) if is_numba_code(state) else ()),
            f"check {what} against the size of what it indexes{_on(state, known)}",
        ),
    )


def _is_refused(state: ProcessState, target: MemoryMapping | None) -> bool:
    """Whether it is a write to what may only be read: a loop that ran through writable memory fails
    at the first library behind that."""
    return target is not None and not target.writable and state.fault.tried.kind == "write"


def _on(state: ProcessState, known: KnownInteger | None) -> str:
    return "" if known is not None and known.name else on_line(state)


def _known(state: ProcessState) -> dict[int, KnownInteger]:
    return {**integers_of(state.crashed), **far_integers(state)}


def _by_block(state: ProcessState, address: int) -> _Way | None:
    """From the array that compiled code made itself, in whole steps of the access."""
    width, block = state.fault.tried.size, state.pointer.block
    mapping = None if block is None else mapping_at(state, block[0])
    if block is None or mapping is None or width not in WIDTHS or block[0] <= address < block[1]:
        return None
    number, rest = divmod(address - block[0], width)
    return None if rest else _Way(number, _known(state).get(number), width, mapping, block[0])


def _by_operands(state: ProcessState, address: int) -> _Way | None:
    """From where a pointer of ctypes or cffi leads that Python indexes in its innermost frame: both
    are operands there, and a negative index counts from no end."""
    python = [one.python for one in crash_frames(state.crashed) if one.python is not None][:1]
    bases, numbers = list[int](), list[int]()
    for one in python[0].operands if python else ():
        value = None if isinstance(one.value, Absent) else one.value
        if value is None or not isinstance(value.number, int):
            continue
        if value.buffer is not None and value.buffer.kind in MADE_FOR_C:
            bases.append(value.number)
        elif value.type == "int" and value.number:
            numbers.append(value.number)
    for base, number in itertools.product(bases, numbers):
        mapping = mapping_at(state, base)
        width, rest = divmod(address - base, number)
        if mapping is not None and not rest and 0 < width <= LARGEST_RECORD:
            return _Way(number, None, width, mapping, base, "", holder_of(state.crashed, base))
    return None


def _by_registers(state: ProcessState, address: int) -> _Way | None:
    """A register with an integer and one with an address, whose sum is the address; or nearly: a
    field of the element. The integer is one that is known, or was multiplied as an index, or the
    address is one that the program's variables hold: where the array begins."""
    access = state.fault.tried
    if len(access.registers) != 2:
        return None
    known = _known(state)
    (_, first), (_, second) = access.registers
    pairs = [(*access.registers[1], first, access.scale)]
    if access.scale == 1:
        pairs.append((*access.registers[0], second, 1))
    for name, value, base, scale in pairs:
        index = value - (1 << 64) if value >> 63 else value
        mapping = mapping_at(state, base)
        if abs(index) < SMALL or mapping is None or not is_accessible(mapping):
            continue
        if mapping.path.endswith("[stack]") or abs(address - base - index * scale) >= PAGE:
            continue
        held = known.get(index)
        is_named = held is not None and bool(held.name) and mapping.writable
        pointer = holder_of(state.crashed, base) if mapping.writable else None
        if is_named or ((scale > 1 or pointer is not None) and abs(index) <= LARGE):
            return _Way(index, held, scale, mapping, base, name, pointer)
    return None


def _by_distance(state: ProcessState, address: int) -> _Way | None:
    """A known integer that, times the width of the access or of a record, is the distance from good
    memory."""
    access = state.fault.tried
    if access.size not in WIDTHS:
        return None
    known = [
        *(one for one in integers_of(state.crashed).values() if one.name and one.frame_index <= 1),
        *far_integers(state).values(),
    ]  # 1: the user's innermost frame, where that called a function of a library
    of_index = (access.scale,) if access.scale > 1 else ()
    for width in (*of_index, access.size, *RECORDS):
        for one in known:
            base = address - one.value * width
            is_held = any(value == base for _, value in access.registers)
            mapping = mapping_at(state, base) if abs(one.value * width) >= FAR else None
            if mapping is None or mapping.path.endswith("[stack]"):
                continue
            if (mapping.writable or is_held) and base % min(width, ALIGNMENT) == 0:
                return _Way(one.value, one, width, mapping, base)
    if address % min(access.size, ALIGNMENT):
        return None
    ways = [way for one in known for way in _by_records(state, address, one)]
    return ways[0] if len({(way.number, way.width) for way in ways}) == 1 else None


def _by_records(state: ProcessState, address: int, known: KnownInteger) -> Iterator[_Way]:
    """The sizes of a record for which that integer is the distance from small, good memory."""
    step = abs(known.value) * ALIGNMENT
    for width in range(ALIGNMENT, LARGEST_RECORD + 1, ALIGNMENT) if step >= FAR else ():
        base = address - known.value * width
        mapping = mapping_at(state, base)
        if mapping is None or not mapping.writable or mapping.path.endswith("[stack]"):
            continue
        if (mapping.end - mapping.start) * STEPS <= step:
            yield _Way(known.value, known, width, mapping, base)
