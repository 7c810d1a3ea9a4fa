"""out-of-bounds: the failed access is explained by an array or buffer of the frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from atfault.diagnose.crash.bounds import (
    IndexMatch,
    is_chance,
    is_contiguous,
    match_index,
    match_neighbour,
    step_before,
    unit_of,
)
from atfault.diagnose.crash.bounds_words import (
    CERTAIN,
    ITEMS,
    LIKELY,
    POSSIBLE,
    Explanation,
    factor_words,
    finding,
    is_generated,
    match_words,
)
from atfault.diagnose.crash.callbacks import dead_callback
from atfault.diagnose.crash.changed import changed_blame, changed_evidence, changed_object
from atfault.diagnose.crash.integers import (
    MADE_FOR_C,
    KnownInteger,
    far_integers,
    integers_of,
    is_given,
    named_index,
)
from atfault.diagnose.crash.overruns import held_addresses, is_swept_to, overrun_of
from atfault.diagnose.facts import (
    ACCESSES,
    PAGE,
    accessible_run,
    all_values,
    crash_pc,
    fault_address,
    in_own_frame,
    is_accessible,
    is_at_stack_pointer,
    mapping_at,
    native_frames,
    plain_name,
    register_values,
    runs_through_memory,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import describe_buffer, size
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Evidence, Finding
from atfault.model.process import FIRST_64K
from atfault.model.state import NamedBuffer, ProcessState
from atfault.model.values import join_accessor

if TYPE_CHECKING:
    from atfault.model.buffers import Buffer

SMALL_CONSTANT = 256
"""A number in the code below this proves nothing by itself: too many of them are about."""
MAX_BUFFERS = 2000
LONG_STEP = 512
"""Bytes; whole steps of that length do not lead to an address by accident."""
MAX_LENGTH = 1 << 40
GATHERS = ("vgather", "vpgather", "vscatter", "vpscatter")
"""Their indices are in a register of vectors, which is not among those of the access."""
_OF_NAN = {-(1 << 31): KnownInteger(-(1 << 31), "", "", 0, near=False)}
"""What a conversion to int makes of it (CVTTSD2SI, "integer indefinite")."""
COUNTING = ("inc", "dec", "add", "sub", "imul", "adc", "sbb", "xadd", "neg")


@rule("out-of-bounds", needs=(Need.FAULT_ADDRESS, Need.MAPPINGS, Need.BUFFERS), on=ACCESSES)
def out_of_bounds(case: Case) -> Iterator[Finding]:
    """Native code went past the end (or before the start) of an array or buffer.

    The address of the failed access is held against every array, tensor and buffer that the frames'
    variables lead to. It is put down to one of them when something ties the two together:

    - an integer of the frames, used as an index, leads from the array to this very address;
    - the instruction computed the address from the array's own address;
    - the access is the first one past the memory that the array ends in, as when a loop or a
      `memset` runs past the end;
    - a view (`as_strided`, a tensor's `set_`) claims more memory than its base has.

    Mere nearness proves nothing and is not reported. When several arrays fit equally well, all are
    named and the confidence is lower.

    Compiled code does not check indices: not C, not Numba (unless asked to), not pointers made with
    ctypes. What to do: with Numba run once with `NUMBA_BOUNDSCHECK=1`, which turns the crash into
    an IndexError with the line; elsewhere check the index, the length or the strides on the line
    named.
    """
    state = case.process
    address = fault_address(state)
    if address is None or address == crash_pc(state) or dead_callback(state) is not None:
        return
    if address < FIRST_64K:
        return  # no array lies there: null-dereference
    if is_at_stack_pointer(state, address):
        return
    if address >> 63:
        address -= 1 << 64  # so far before the start that the sum is less than zero
    explanations = _explanations(state, address)
    if not explanations:
        return
    level = max(explanation.level for explanation in explanations)
    best = [explanation for explanation in explanations if explanation.level == level]
    if len(best) > 1:
        claims = [explanation for explanation in best if explanation.is_claim]
        with_index = [explanation for explanation in best if explanation.match is not None]
        best = claims or with_index or best
        best.sort(key=_is_far_fetched)
        owners = {explanation.buffer.owner for explanation in claims}
        starts = {explanation.buffer.address for explanation in best}
        if len(starts) == 1 or (len(owners) == 1 and None not in owners):
            best = best[:1]  # views of the same memory
    if len(best) > 1:
        level = min(level, LIKELY if level == CERTAIN else POSSIBLE)
    made, changed = finding(state, address, best, level), changed_object(state)
    if changed is not None and changed.expression in best[0].names:
        evidence = (*made.evidence, *map(Evidence, changed_evidence(changed)))
        made = made._replace(evidence=evidence, blame=changed_blame(state))
    yield made


def _is_far_fetched(explanation: Explanation) -> bool:
    """The index counts something else than the elements that the array has."""
    match, buffer = explanation.match, explanation.buffer
    return explanation.other_width or (
        match is not None and match.axis < 0 and not is_contiguous(buffer)
    )


def _explanations(state: ProcessState, address: int) -> list[Explanation]:
    """Explanations by buffers of the crashed thread; failing that, by those of other threads, where
    anything but a proof from the registers counts one step less."""
    crashed = state.crashed
    tid = crashed.thread.tid if crashed else None
    own = [named for named in state.buffers if named.tid == tid]
    found = _explain_all(state, address, own, own=True)
    if found:
        return found
    others = [named for named in state.buffers if named.tid != tid]
    lowered = []
    for explanation in _explain_all(state, address, others, own=False):
        if explanation.is_claim:
            lowered.append(explanation)
        elif explanation.level > POSSIBLE:
            lowered.append(explanation._replace(level=explanation.level - 1))
    return lowered


def _explain_all(
    state: ProcessState, address: int, buffers: list[NamedBuffer], *, own: bool
) -> list[Explanation]:
    integers: dict[int, KnownInteger] = {}
    tids = {named.tid for named in buffers}
    for thread in state.threads:
        if thread.thread.tid in tids or thread.crashed:
            for value, known in integers_of(thread).items():
                integers.setdefault(value, known)
    crowded = {one.value for one in state.indices if one.is_crowded} - integers.keys()
    in_arrays = (*(named_index(state, one) for one in state.indices), *far_integers(state).values())
    for held in in_arrays:
        before = integers.get(held.value)
        if before is None or not before.name:
            integers[held.value] = held
    for value, known in _register_integers(state).items():
        integers.setdefault(value, known)
    sparse = {value: known for value, known in integers.items() if value not in crowded}
    found = []
    emptied = changed_object(state)
    moved = {one.buffer.owner for one in buffers if _has_moved(one.buffer, address)}
    for names, buffer, is_argument in _distinct(state, buffers):
        if buffer.device != "cpu":
            continue
        if buffer.address < FIRST_64K:
            continue  # it has no memory, as a bytearray or array.array of no elements
        if (buffer.low, buffer.high) in moved:
            continue  # where a view still leads that was made before: use-after-unmap
        if emptied is not None and buffer.low == buffer.high:
            continue  # it was no empty one when the call began: changed-during-call
        if buffer.low <= address < buffer.high:
            explanation = _explain_claim(state, address, names, buffer, buffers)
        else:
            is_at_edge = bool(crowded) and _runs_past(state, address, buffer) is not None
            numbers = integers if is_at_edge else sparse
            explanation = _explain_outside(state, address, names, buffer, numbers)
            if (is_argument or _is_pointed_at(state, buffer)) and buffer.low < buffer.high:
                explanation = _with_count(state, address, names, buffer, explanation)
        if explanation is not None:
            found.append(explanation)
    return found


def _has_moved(buffer: Buffer, address: int) -> bool:
    """Whether the object that this is a view of was given other memory, and this was not."""
    is_inside = buffer.low <= address < buffer.high
    return is_inside and buffer.is_elsewhere


def _distinct(
    state: ProcessState, buffers: list[NamedBuffer]
) -> list[tuple[tuple[str, ...], Buffer, bool]]:
    """Each buffer once with all its names, those in the user's own frames first, variables before
    arguments of calls; and whether it is an argument of the call that failed."""
    innermost = _innermost_call(state)
    arguments = set()
    names: dict[tuple[object, ...], list[str]] = {}
    first: dict[tuple[object, ...], Buffer] = {}
    ordered = sorted(
        buffers[:MAX_BUFFERS],
        key=lambda named: (not in_own_frame(state, named), named.is_operand),
    )
    for named in ordered:
        buffer = named.buffer
        key = (buffer.address, buffer.low, buffer.high, buffer.shape, buffer.strides)
        first.setdefault(key, buffer)
        seen = names.setdefault(key, [])
        if named.expression not in seen and (not seen or in_own_frame(state, named)):
            seen.append(named.expression)
        if named.is_operand and (named.tid, named.frame_index) == innermost:
            arguments.add(key)
    return [(tuple(names[key]), buffer, key in arguments) for key, buffer in first.items()]


def _innermost_call(state: ProcessState) -> tuple[int, int]:
    """(tid, index) of the Python frame that called the code which failed; (0, -1) for none."""
    crashed = state.crashed
    if crashed is not None:
        for index, frame in enumerate(crashed.stack.frames):
            if frame.python is not None:
                return crashed.thread.tid, index
    return 0, -1


def _is_pointed_at(state: ProcessState, buffer: Buffer) -> bool:
    """Whether the failing call was given an address inside of the array."""
    return any(buffer.low <= number < buffer.high for _, number in _numbers_of_call(state))


def _numbers_of_call(state: ProcessState) -> list[tuple[str, int]]:
    """The arguments of the call that failed that are integers, with what else was on that frame's
    value stack; and what is in structures of C that it was given."""
    crashed, (_, index) = state.crashed, _innermost_call(state)
    python = crashed.stack.frames[index].python if crashed is not None and index >= 0 else None
    found: list[tuple[str, int]] = []
    for one in () if python is None else python.operands:
        parts = () if isinstance(one.value, Absent) else tuple(all_values(one.value))
        in_c = any(part.buffer and part.buffer.kind in MADE_FOR_C for _, part in parts[:2])
        for path, part in parts if in_c else parts[:1]:
            if isinstance(part.number, int):
                found.append((join_accessor(one.name, path), part.number))
    return found


def _explain_claim(
    state: ProcessState,
    address: int,
    names: tuple[str, ...],
    buffer: Buffer,
    buffers: list[NamedBuffer],
) -> Explanation | None:
    """The address lies inside what the object says is its memory: does it claim too much?"""
    if is_accessible(mapping_at(state, address)):
        return None
    kind = f"{names[0]} says that it spans {size(buffer.high - buffer.low)}"
    if _has_moved(buffer, address):
        return None  # its memory is another one now: use-after-unmap
    if buffer.owner is not None and not buffer.owner[0] <= address < buffer.owner[1]:
        owned = buffer.owner[1] - buffer.owner[0]
        owner = next((one for one in buffers if _fills(one.buffer, *buffer.owner)), None)
        whose = "the memory it is a view of"
        if owner is not None:
            whose = f"it is a view of {describe_buffer(owner.expression, owner.buffer)}, which"
        text = f"{kind}, but {whose} has only {size(owned)}"
        return Explanation(CERTAIN, names, buffer, (text,), is_claim=True, owned=owned)
    for other in buffers:
        base = other.buffer
        if base.low < base.high and buffer.low <= base.low and base.high <= buffer.high:
            if base.low <= address < base.high or base.high - base.low == buffer.high - buffer.low:
                continue
            if accessible_run(state, base.low)[1] >= base.high:
                owned = base.high - base.low
                text = (
                    f"{kind}, but it shares its memory with {other.expression}, "
                    f"which has {size(owned)}"
                )
                return Explanation(LIKELY, names, buffer, (text,), is_claim=True, owned=owned)
    end = accessible_run(state, buffer.low)[1]
    if end > buffer.low and address >= end:
        text = f"{kind}, but its memory ends after {size(end - buffer.low)}"
        damage = "if that was never its size, the description of the array was overwritten, too"
        return Explanation(LIKELY, names, buffer, (text, damage), is_claim=True)
    return None


def _fills(buffer: Buffer, low: int, high: int) -> bool:
    return (buffer.low, buffer.high) == (low, high) and not buffer.is_elsewhere


def _explain_outside(
    state: ProcessState,
    address: int,
    names: tuple[str, ...],
    buffer: Buffer,
    integers: Mapping[int, KnownInteger],
) -> Explanation | None:
    reasons: list[str] = []
    level = 0
    by_pointer = not is_generated(state)
    other_width = False
    match = match_index(buffer, address, integers, by_pointer)
    if match is None and by_pointer and buffer.kind not in ITEMS:
        other = _by_width_of_access(state, buffer)
        match = match_index(other, address, integers) if other is not None else None
        if match is not None and other is not None:
            buffer, other_width = other, True
    if match is not None and (is_chance(buffer, match) or _is_near_nothing(buffer, match)):
        match = None
    if match is not None:
        strong = bool(match.known.name) or abs(match.known.value) >= SMALL_CONSTANT or match.support
        # Where the program handed over the address itself, the index may have been made of that.
        level = CERTAIN if strong and not is_given(state, address) else LIKELY
        reasons += filter(None, (match_words(match), factor_words(state, match)))
    elif (match := match_neighbour(buffer, address, integers)) is not None:
        level = LIKELY
        reasons.append(match_words(match))
    elif (match := match_index(buffer, address, _OF_NAN, by_pointer)) is not None:
        level = LIKELY
        reasons.append(
            f"{match.value}, as an index, leads exactly there: C makes that of a NaN, and of any "
            "number that an int cannot hold"
        )
    elif (before := step_before(buffer, address)) is not None:
        level = LIKELY
        reasons.append(
            f"that is exactly {size(before)}, one step of it, in front: there an index of -1 leads "
            "where it does not mean the last one, as it does in Python"
        )
    operands = state.fault.tried.registers
    added_up = (*operands, *state.pointer.terms)
    base = next((name for name, value in added_up if value == buffer.address), "")
    if base and buffer.address:
        level = CERTAIN
        reasons.append(f"the instruction computed the address from that of {names[0]} ({base})")
    elif not level and is_generated(state) and (inside := _inside(state, buffer)):
        level = LIKELY
        reasons.append(f"the instruction computed the address from one in {names[0]} ({inside})")
    held = buffer.low in held_addresses(state) and is_swept_to(state, address, buffer)
    if held:
        level = CERTAIN
        reasons.append(f"the function that failed still held {names[0]}'s address as its argument")
    elif not level and _is_worked_on(state, buffer):
        level = LIKELY
        reasons.append(f"the compiled code was working on {names[0]}: a register holds its address")
    if buffer.kind in ITEMS:  # nothing runs through the items of a list by accident
        return Explanation(level, names, buffer, tuple(reasons), match) if level else None
    run = _runs_past(state, address, buffer)
    if run is not None and not (base or held) and is_given(state, address):
        return None
    if run is not None:
        length = _length_beyond(state, address, buffer, integers)
        if not level and not length and run > PAGE and overrun_of(state) is not None:
            return None  # other arrays lie as near to that edge: overrun
        level = max(level, LIKELY if run <= PAGE or length else POSSIBLE)
        if length:
            reasons.append(
                f"{length} is more than the {size(buffer.high - buffer.low)} that it has"
            )
        reasons.append(_edge_words(state, address, names[0], buffer))
    if not level:
        return None
    return Explanation(level, names, buffer, tuple(reasons), match, other_width)


def _is_near_nothing(buffer: Buffer, match: IndexMatch) -> bool:
    """Whether a small index leads from an array of no elements, whose address is anything (of one
    object, of its allocation, of a constant): no more than that the failed access was near it."""
    return buffer.low == buffer.high and abs(match.value) < SMALL_CONSTANT


def _by_width_of_access(state: ProcessState, buffer: Buffer) -> Buffer | None:
    """The array as elements of as many bytes as the failed instruction moved: native code may take
    it for one of another type. None when that is no other view of it."""
    width = state.fault.tried.size
    if width not in (1, 2, 4, 8) or width == buffer.itemsize or buffer.low >= buffer.high:
        return None
    number = (buffer.high - buffer.low) // width
    return buffer._replace(
        dtype="", itemsize=width, shape=(number,), strides=(width,), address=buffer.low
    )


def _with_count(
    state: ProcessState,
    address: int,
    names: tuple[str, ...],
    buffer: Buffer,
    found: Explanation | None,
) -> Explanation | None:
    """`found`, made likely when the failing call was also given a number of elements that takes it
    from the start of the array past the end of the memory there, which is where it failed. Where a
    register led there, as of a loop that counts, that number is told."""
    counted = found is not None and (found.match is None or found.match.known.is_register)
    if (found is not None and found.level >= LIKELY and not counted) or buffer.kind in ITEMS:
        return found
    end = accessible_run(state, buffer.high - 1)[1]
    if not buffer.high <= end <= address or is_given(state, address):
        return found
    if address >= end + PAGE:
        is_likely = found is not None and found.level >= LIKELY
        if is_likely:
            return found
        ways = (way(state, address, names, buffer) for way in (_with_steps, _with_rows))
        return next(filter(None, ways), found)
    item = max(buffer.itemsize, 1)
    has = (buffer.high - buffer.low) // item
    for name, number in _numbers_of_call(state):
        if is_accessible(mapping_at(state, number)):
            continue  # a pointer
        if number * item > address - buffer.low and has < number <= MAX_LENGTH:
            reason = f"{name} is {number}, and {names[0]} has {has} {unit_of(buffer)}s"
            if found is not None and found.level >= LIKELY:
                return found._replace(reasons=(*found.reasons, reason))
            edge = f"it is the first address after the memory in which {names[0]} lies"
            return Explanation(LIKELY, names, buffer, (edge, reason))
    return found


def _with_steps(
    state: ProcessState, address: int, names: tuple[str, ...], buffer: Buffer
) -> Explanation | None:
    """Likely, when the failing call was given an address inside of the array, and a number that,
    as a distance between elements, leads from there to the failed access in whole steps."""
    width = state.fault.tried.size
    numbers = _numbers_of_call(state)
    for pointer_name, pointer in numbers:
        if not width or not buffer.low <= pointer < buffer.high:
            continue
        # The longest step says most: a part of it fits as well.
        for name, number in sorted(numbers, key=lambda one: -one[1]):
            step = number * width
            if step >= LONG_STEP and (address - pointer) % step == 0 and address - pointer >= step:
                taken = (address - pointer) // step
                reasons = (
                    f"{pointer_name} is an address inside of {names[0]}, and {taken} steps of "
                    f"{number} elements of {size(width)} ({name}) lead from it exactly there",
                )
                return Explanation(LIKELY, names, buffer, reasons)
    return None


def _with_rows(
    state: ProcessState, address: int, names: tuple[str, ...], buffer: Buffer
) -> Explanation | None:
    """Likely, when whole rows of an array that the failing call was given, and hardly any elements,
    lead to the failed access, as where rows are counted for columns."""
    item = buffer.itemsize
    if len(buffer.shape) < 2 or not is_contiguous(buffer) or state.fault.tried.size != item:
        return None
    row, (at, rest) = buffer.strides[0], divmod(address - buffer.address, buffer.strides[0])
    is_few = not rest % item and (rest + item) * LONG_STEP <= row
    if not is_few or not buffer.shape[0] <= at < max(buffer.shape):
        return None
    reasons = (
        f"element [{at}, {rest // item}] of {names[0]} would lie exactly there, and it has "
        f"{buffer.shape[0]} rows: something counted on where those end, as where rows and columns "
        "change places",
    )
    return Explanation(LIKELY, names, buffer, reasons)


def _length_beyond(
    state: ProcessState, address: int, buffer: Buffer, integers: Mapping[int, KnownInteger]
) -> str:
    """A known length, in words, that would take a function running through memory from the start of
    the buffer to the address; "" without one. Sizes of the thread's other arrays count too."""
    frames = native_frames(state.crashed)
    if address < buffer.high or not frames or not runs_through_memory(frames[0]):
        return ""
    needed = address - buffer.low
    for known in integers.values():
        if needed < known.value <= MAX_LENGTH and known.is_named:
            return f"{known.name} ({known.value})"
    tid = state.crashed.thread.tid if state.crashed else None
    for named in state.buffers:
        length = named.buffer.high - named.buffer.low
        if needed < length and named.tid == tid and in_own_frame(state, named):
            return f"the size of {named.expression} ({length})"
    return ""


def _runs_past(state: ProcessState, address: int, buffer: Buffer) -> int | None:
    """Bytes between the buffer and the edge of the memory it lies in, when the address is on the
    first page beyond that edge; else None."""
    if buffer.low >= buffer.high:
        return None
    if address >= buffer.high:
        _, end = accessible_run(state, buffer.high - 1)
        if end >= buffer.high and end <= address < end + PAGE:
            return end - buffer.high
        return None
    start, end = accessible_run(state, buffer.low)
    if start < end and start - PAGE <= address < start:
        return buffer.low - start
    return None


def _edge_words(state: ProcessState, address: int, name: str, buffer: Buffer) -> str:
    start, end = accessible_run(state, buffer.low)
    after = address >= buffer.high
    gap = address - end if after else start - address - 1
    width = state.fault.tried.size or 1
    where = "after" if after else "before"
    if gap < width:
        return f"it is the first address right {where} the memory in which {name} lies"
    return f"it lies {size(gap)} {where} the memory in which {name} lies"


def _is_worked_on(state: ProcessState, buffer: Buffer) -> bool:
    """Code compiled while the program ran holds the array's address in a register, and its
    instruction can be one for the array's elements."""
    if not is_generated(state) or buffer.address not in register_values(state):
        return False
    return _fits_instruction(state, buffer) and not _is_based_elsewhere(state, buffer)


def _is_in(buffer: Buffer, addresses: list[int]) -> bool:
    return any(buffer.low <= address < buffer.high for address in addresses)


def _inside(state: ProcessState, buffer: Buffer) -> str:
    """The register of the instruction with an address in the array, as of a row; "" for none."""
    operands = state.fault.tried.registers
    return next((name for name, value in operands if buffer.low <= value < buffer.high), "")


def _is_based_elsewhere(state: ProcessState, buffer: Buffer) -> bool:
    """Whether the instruction began at an address in another array, or added an index, multiplied,
    to one in other good memory, which is where its array lies."""
    tried = state.fault.tried
    values = [value for _, value in tried.registers]
    if state.pointer.block is not None:
        return state.pointer.block[0] != buffer.low
    if any(_is_in(one.buffer, values) for one in state.buffers):
        return not _is_in(buffer, values)
    is_indexed = len(values) == 2 and tried.scale > 1
    if not is_indexed and not (values and tried.instruction.startswith(GATHERS)):
        return False
    mapping = mapping_at(state, values[0])
    return is_accessible(mapping) and mapping != mapping_at(state, buffer.low)


def _register_integers(state: ProcessState) -> dict[int, KnownInteger]:
    """The crashed thread's registers as possible indices: compiled code keeps them there."""
    frames = native_frames(state.crashed)
    if not frames:
        return {}
    function = plain_name(frames[0]) or "the function that failed"
    found = {}
    for value in register_values(state):
        signed = value - (1 << 64) if value >> 63 else value
        found[signed] = KnownInteger(signed, "a register", function, 0, is_register=True)
    return found


def _fits_instruction(state: ProcessState, buffer: Buffer) -> bool:
    """Whether the instruction can be one that handles the array's elements: a scalar or arithmetic
    floating-point instruction handles no integers, nor floats of another width; one that counts in
    memory handles no floats; and none handles a part of a float."""
    mnemonic = state.fault.tried.instruction.split(" ", 1)[0]
    if not mnemonic or not buffer.dtype:
        return True
    whole = {"float": buffer.itemsize, "complex": buffer.itemsize // 2}
    if (state.fault.tried.size or 16) < whole.get(buffer.dtype.rstrip("0123456789"), 0):
        return False
    if mnemonic in COUNTING:
        return not buffer.dtype.startswith(("float", "complex"))
    arithmetic = any(
        word in mnemonic for word in ("add", "sub", "mul", "div", "sqrt", "fma", "fnm")
    )
    for ending, bits in (("sd", "64"), ("ss", "32"), ("pd", "64"), ("ps", "32")):
        if mnemonic.endswith(ending) and (ending[0] == "s" or arithmetic):
            complex_bits = str(2 * int(bits))
            return buffer.dtype in (f"float{bits}", f"complex{complex_bits}")
    return True
