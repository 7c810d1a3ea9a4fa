"""out-of-bounds: the failed access is explained by an array or buffer of the frames."""

from __future__ import annotations

from atfault.diagnose.bounds import IndexMatch, match_index, position, unit_of
from atfault.diagnose.facts import (
    PAGE,
    accessible_run,
    crash_pc,
    describe_frame,
    fault_address,
    in_own_frame,
    is_accessible,
    mapping_at,
    native_frames,
    plain_name,
    register_values,
    runs_through_memory,
)
from atfault.diagnose.integers import KnownInteger, integers_of
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import buffer_type, command_line, describe_buffer, listed, size
from atfault.model.absent import Absent
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from atfault.model.findings import Confidence
    from atfault.model.state import NamedBuffer, ProcessState
    from atfault.model.values import Buffer, Variable

POSSIBLE, LIKELY, CERTAIN = 1, 2, 3
CONFIDENCE: dict[int, Confidence] = {POSSIBLE: "possible", LIKELY: "likely", CERTAIN: "certain"}
SMALL_CONSTANT = 256
"""A number in the code below this proves nothing by itself: too many of them are about."""
ARITHMETIC = ("add", "sub", "mul", "div", "sqrt", "fma", "fnm")
MAX_BUFFERS = 2000
A_REGISTER = "a register"
ITEMS = ("list", "tuple")
MAX_LENGTH = 1 << 40
INTERMEDIATE = "an intermediate value"
"""As `cpython.operands` calls it."""


class Explanation(NamedTuple):
    """How well a buffer explains the failed access, and why."""

    level: int
    names: tuple[str, ...]
    buffer: Buffer
    reasons: tuple[str, ...]
    match: IndexMatch | None = None
    overclaim: str = ""
    """Set when the address lies inside what the object claims to be its memory: what is wrong."""


@rule("out-of-bounds", needs=(Need.FAULT_ADDRESS, Need.MAPPINGS, Need.BUFFERS))
def out_of_bounds(state: ProcessState) -> Iterator[Finding]:
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
    address = fault_address(state)
    if address is None or address == crash_pc(state):
        return
    explanations = _explanations(state, address)
    if not explanations:
        return
    level = max(explanation.level for explanation in explanations)
    best = [explanation for explanation in explanations if explanation.level == level]
    if len(best) > 1:
        overclaims = [explanation for explanation in best if explanation.overclaim]
        with_index = [explanation for explanation in best if explanation.match is not None]
        best = overclaims or with_index or best
    if len(best) > 1:
        level = min(level, LIKELY if level == CERTAIN else POSSIBLE)
    yield _finding(state, address, best, level)


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
        if explanation.overclaim:
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
    for value, known in _register_integers(state).items():
        integers.setdefault(value, known)
    found = []
    for names, buffer, is_argument in _distinct(state, buffers):
        if buffer.device != "cpu":
            continue
        if buffer.low <= address < buffer.high:
            explanation = _explain_claim(state, address, names, buffer, buffers)
        else:
            explanation = _explain_outside(state, address, names, buffer, integers)
            if is_argument and buffer.low < buffer.high:
                explanation = _with_count(state, address, names, buffer, explanation)
        if explanation is not None:
            found.append(explanation)
    return found


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
        if named.expression not in seen:
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


def _operands_of_call(state: ProcessState) -> tuple[Variable, ...]:
    """The arguments of the call that failed, with what else was on that frame's value stack."""
    crashed, (_, index) = state.crashed, _innermost_call(state)
    python = crashed.stack.frames[index].python if crashed is not None and index >= 0 else None
    return () if python is None else python.operands


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
    if buffer.owner is not None and not buffer.owner[0] <= address < buffer.owner[1]:
        owned = size(buffer.owner[1] - buffer.owner[0])
        text = f"{kind}, but the memory it is a view of has only {owned}"
        return Explanation(CERTAIN, names, buffer, (text,), overclaim=f"has only {owned}")
    for other in buffers:
        base = other.buffer
        if base.low < base.high and buffer.low <= base.low and base.high <= buffer.high:
            if base.low <= address < base.high or base.high - base.low == buffer.high - buffer.low:
                continue
            if accessible_run(state, base.low)[1] >= base.high:
                owned = size(base.high - base.low)
                text = (
                    f"{kind}, but it shares its memory with {other.expression}, which has {owned}"
                )
                return Explanation(LIKELY, names, buffer, (text,), overclaim=f"has only {owned}")
    end = accessible_run(state, buffer.low)[1]
    if end > buffer.low and address >= end:
        text = f"{kind}, but its memory ends after {size(end - buffer.low)}"
        return Explanation(LIKELY, names, buffer, (text,), overclaim="has less")
    return None


def _explain_outside(
    state: ProcessState,
    address: int,
    names: tuple[str, ...],
    buffer: Buffer,
    integers: Mapping[int, KnownInteger],
) -> Explanation | None:
    reasons = []
    level = 0
    match = match_index(buffer, address, integers, not _is_generated(state))
    if match is not None:
        strong = bool(match.known.name) or abs(match.known.value) >= SMALL_CONSTANT or match.support
        level = CERTAIN if strong else LIKELY
        reasons.append(_match_words(match))
    operands = () if isinstance(state.access, Absent) else state.access.registers
    base = next((name for name, value in operands if value == buffer.address), "")
    if base and buffer.address:
        level = CERTAIN
        reasons.append(f"the instruction computed the address from that of {names[0]} ({base})")
    if buffer.low in _held_addresses(state):
        level = CERTAIN
        reasons.append(f"the function that failed still held {names[0]}'s address as its argument")
    elif not level and _is_worked_on(state, buffer):
        level = LIKELY
        reasons.append(f"the compiled code was working on {names[0]}: a register holds its address")
    if buffer.kind in ITEMS:  # nothing runs through the items of a list by accident
        return Explanation(level, names, buffer, tuple(reasons), match) if level else None
    run = _runs_past(state, address, buffer)
    if run is not None:
        length = _length_beyond(state, address, buffer, integers)
        level = max(level, LIKELY if run <= PAGE or length else POSSIBLE)
        if length:
            reasons.append(
                f"{length} is more than the {size(buffer.high - buffer.low)} that it has"
            )
        where = "right after" if address >= buffer.high else "right before"
        reasons.append(f"it is the first address {where} the memory in which {names[0]} lies")
    if not level:
        return None
    return Explanation(level, names, buffer, tuple(reasons), match)


def _with_count(
    state: ProcessState,
    address: int,
    names: tuple[str, ...],
    buffer: Buffer,
    found: Explanation | None,
) -> Explanation | None:
    """`found`, made likely when the failing call was also given a number of elements that takes it
    from the start of the array past the end of the memory there, which is where it failed."""
    if (found is not None and found.level >= LIKELY) or buffer.kind in ITEMS:
        return found
    end = accessible_run(state, buffer.high - 1)[1]
    if not buffer.high <= end <= address < end + PAGE:
        return found
    item = max(buffer.itemsize, 1)
    has = (buffer.high - buffer.low) // item
    for variable in _operands_of_call(state):
        if isinstance(variable.value, Absent) or not isinstance(variable.value.number, int):
            continue
        number = variable.value.number
        if number * item > address - buffer.low and has < number <= MAX_LENGTH:
            reasons = (
                f"it is the first address after the memory in which {names[0]} lies",
                f"{variable.name} is {number}, and {names[0]} has {has} {unit_of(buffer)}s",
            )
            return Explanation(LIKELY, names, buffer, reasons)
    return found


def _match_words(match: IndexMatch) -> str:
    known = match.known
    if match.axis == -2:
        return f"{known.value} ({known.words}), as an offset in bytes, leads exactly there"
    return f"{known.value} ({known.words}), as an index, leads exactly there"


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
        if needed < known.value <= MAX_LENGTH and known.name and known.name != A_REGISTER:
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


def _is_worked_on(state: ProcessState, buffer: Buffer) -> bool:
    """Code compiled while the program ran holds the array's address in a register, and its
    instruction can be one for the array's elements."""
    if not _is_generated(state) or buffer.address not in register_values(state):
        return False
    return _fits_instruction(state, buffer)


def _held_addresses(state: ProcessState) -> frozenset[int]:
    """What the registers hold that a function which runs through memory keeps its start in; empty
    when another function failed.

    x86-64: the caller-saved registers belong to the function that failed. One that writes keeps its
    destination there; its source is in rsi (the second argument) and does not count. For one that
    reads, rax (the destination, as memcpy returns it) does not count.
    """
    frames = native_frames(state.crashed)
    if not frames or not runs_through_memory(frames[0]):
        return frozenset()
    rax, rdx, rcx, rsi, rdi = 0, 1, 2, 4, 5
    wanted = {rax, rdx, rcx, rsi, rdi, 8, 9, 10, 11}
    if not isinstance(state.access, Absent):
        wanted.discard({"write": rsi, "read": rax}.get(state.access.kind, -1))
    return frozenset(register_values(state, wanted))


def _register_integers(state: ProcessState) -> dict[int, KnownInteger]:
    """The crashed thread's registers as possible indices: compiled code keeps them there."""
    frames = native_frames(state.crashed)
    if not frames:
        return {}
    function = plain_name(frames[0]) or "the function that failed"
    found = {}
    for value in register_values(state):
        signed = value - (1 << 64) if value >> 63 else value
        found[signed] = KnownInteger(signed, A_REGISTER, function, 0)
    return found


def _fits_instruction(state: ProcessState, buffer: Buffer) -> bool:
    """Whether the instruction can be one that handles the array's elements: a scalar or arithmetic
    floating-point instruction handles no integers, nor floats of another width."""
    if isinstance(state.access, Absent) or not state.access.instruction or not buffer.dtype:
        return True
    mnemonic = state.access.instruction.split(" ", 1)[0]
    arithmetic = any(
        word in mnemonic for word in ("add", "sub", "mul", "div", "sqrt", "fma", "fnm")
    )
    for ending, bits in (("sd", "64"), ("ss", "32"), ("pd", "64"), ("ps", "32")):
        if mnemonic.endswith(ending) and (ending[0] == "s" or arithmetic):
            complex_bits = str(2 * int(bits))
            return buffer.dtype in (f"float{bits}", f"complex{complex_bits}")
    return True


def _finding(
    state: ProcessState, address: int, explanations: list[Explanation], level: int
) -> Finding:
    first = explanations[0]
    evidence = [_distance(explanation, address) for explanation in explanations[:4]]
    if len(explanations) == 1:
        evidence.extend(first.reasons)
        others = [name for name in first.names[1:] if name != INTERMEDIATE]
        if others:
            evidence.append(f"{first.names[0]} is also reached as {listed(others)}")
    else:
        names = [explanation.names[0] for explanation in explanations]
        evidence.append(f"{listed(names)} fit equally well; which one it was cannot be told")
    evidence.extend(_actor(state))
    return Finding(
        cause="out-of-bounds",
        summary=_summary(state, address, explanations),
        confidence=CONFIDENCE[level],
        evidence=tuple(Evidence(text) for text in evidence),
        advice=tuple(_advice(state)),
    )


def _verb(state: ProcessState) -> str:
    kind = "" if isinstance(state.access, Absent) else state.access.kind
    return {"read": "read", "write": "written"}.get(kind, "accessed")


def _summary(state: ProcessState, address: int, explanations: list[Explanation]) -> str:
    first = explanations[0]
    name, buffer = first.names[0], first.buffer
    if len(explanations) > 1:
        names = [explanation.names[0] for explanation in explanations]
        return f"memory next to one of {listed(names)} was {_verb(state)}"
    if first.overclaim:
        return f"{name} is {buffer_type(buffer)}, but its memory {first.overclaim}"
    match = first.match
    if match is not None and match.axis == -1:
        count = (buffer.high - buffer.low) // max(buffer.itemsize, 1)
        return f"{name} has {count} elements; element {match.known.value} was {_verb(state)}"
    if match is not None and match.axis >= 0 and len(buffer.shape) >= 2:
        count = buffer.shape[match.axis]
        index = match.known.value
        if match.axis == 0:
            return f"{name} has {count} rows; row {index} was {_verb(state)}"
        if len(buffer.shape) == 2:
            return f"{name} has {count} columns; column {index} was {_verb(state)}"
        return f"{name} has {count} along axis {match.axis}; index {index} was {_verb(state)}"
    unit, which, count = position(buffer, address)
    if which < 0:
        if match is not None and match.axis >= 0:
            return f"{name} has {count} {unit}s; {unit} {match.known.value} was {_verb(state)}"
        return f"memory before the first {unit} of {name} was {_verb(state)}"
    return f"{name} has {count} {unit}s; {unit} {which} was {_verb(state)}"


def _distance(explanation: Explanation, address: int) -> str:
    buffer = explanation.buffer
    what = describe_buffer(explanation.names[0], buffer)
    if buffer.low <= address < buffer.high:
        return f"the address lies {size(address - buffer.low)} into {what}"
    if address >= buffer.high:
        distance = address - buffer.high
        if distance == 0:
            return f"the address is the first one past the end of {what}"
        return f"the address lies {size(distance)} past the end of {what}"
    return f"the address lies {size(buffer.low - address)} before the start of {what}"


def _actor(state: ProcessState) -> Iterator[str]:
    frames = native_frames(state.crashed)
    if not frames:
        return
    if _is_generated(state):
        compiler = (
            "compiled by Numba, which does not check bounds"
            if _is_numba(state)
            else ("compiled while the program ran, without checks of bounds")
        )
        yield f"it was reached in {describe_frame(frames[0])}, {compiler}"
    else:
        yield f"it was reached in {describe_frame(frames[0])}: native code does not check bounds"


def _is_generated(state: ProcessState) -> bool:
    """The failing code was compiled while the program ran: it belongs to no file."""
    frames = native_frames(state.crashed)
    if not frames:
        return False
    if frames[0].is_jit:
        return True
    mapping = mapping_at(state, frames[0].pc)
    return mapping is not None and mapping.executable and not mapping.path


def _is_numba(state: ProcessState) -> bool:
    return any("/numba/" in module.path for module in state.modules)


def _advice(state: ProcessState) -> Iterator[Advice]:
    if _is_generated(state) and _is_numba(state):
        command = command_line(state.process.argv)
        yield Advice(
            "run once with Numba's bounds checks, which turn the crash into an IndexError",
            f"NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(mktemp -d) {command}" if command else None,
        )
    else:
        yield Advice(
            "check the index, length or strides used on that line against the array's size"
        )
