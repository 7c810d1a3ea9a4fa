"""What is said about an access outside of an array."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from atfault.diagnose.blame import on_line
from atfault.diagnose.crash.bounds import IndexMatch, is_contiguous, position
from atfault.diagnose.crash.given import given_size
from atfault.diagnose.crash.integers import TOO_LARGE, far_words, integers_of
from atfault.diagnose.facts import describe_frame, mapping_at, native_frames
from atfault.diagnose.second_look import run_again
from atfault.diagnose.words import buffer_type, describe_buffer, listed, size
from atfault.model.findings import Advice, Confidence, Finding
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState

if TYPE_CHECKING:
    from atfault.model.buffers import Buffer

POSSIBLE, LIKELY, CERTAIN = 1, 2, 3
CONFIDENCE: dict[int, Confidence] = {POSSIBLE: "possible", LIKELY: "likely", CERTAIN: "certain"}
INTERMEDIATE = "an intermediate value"
"""As `cpython.operands` calls it."""
ITEMS = ("list", "tuple")
MAX_FACTOR = 4096


class Explanation(NamedTuple):
    """How well a buffer explains the failed access, and why."""

    level: int
    names: tuple[str, ...]
    buffer: "Buffer"
    reasons: tuple[str, ...]
    match: IndexMatch | None = None
    other_width: bool = False
    """The array was taken for one whose elements are as wide as the access."""
    is_claim: bool = False
    """The address lies inside what the object claims to be its memory; there is less."""
    owned: int | None = None
    """Bytes of a claim that there are; None where no more is known than that they are fewer."""


def finding(
    state: ProcessState, address: int, explanations: list[Explanation], level: int
) -> Finding:
    first = explanations[0]
    evidence = [_distance(explanation, address) for explanation in explanations[:4]]
    if len(explanations) == 1:
        evidence.extend(first.reasons)
        others = [name for name in first.names[1:] if INTERMEDIATE not in name]
        if others:
            evidence.append(f"{first.names[0]} is also reached as {listed(others, 2)}")
        if first.match is None or first.match.known.is_register:
            evidence.extend(far_words(state))
    else:
        names = [explanation.names[0] for explanation in explanations]
        evidence.append(f"{listed(names)} fit equally well; which one it was cannot be told")
        evidence.extend(far_words(state))
    evidence.extend(_actor(state))
    return Finding.of(
        cause="out-of-bounds",
        summary=_summary(state, address, explanations),
        confidence=CONFIDENCE[level],
        evidence=evidence,
        advice=bounds_advice(state),
    )


def factor_words(state: ProcessState, match: IndexMatch) -> str:
    """Of which number that the call was given the index in a register is a multiple; "" for none.

    Code often multiplies an index by the length of a row, or by the fields of a record."""
    if not match.known.is_register:
        return ""
    for known in integers_of(state.crashed).values():
        factor, rest = divmod(match.value, known.value or 1)
        if known.near and abs(known.value) >= TOO_LARGE and not rest and 1 < factor <= MAX_FACTOR:
            return f"that is {factor} times {known.value} ({known.words})"
    return ""


def match_words(match: IndexMatch) -> str:
    known = match.known
    if match.delta:
        sign = "+" if match.delta > 0 else "-"
        sum_ = f"{known.value} ({known.words}) {sign} {abs(match.delta)}"
        return f"{sum_}, as an index, leads exactly there"
    if match.axis == -2:
        return f"{known.value} ({known.words}), as an offset in bytes, leads exactly there"
    return f"{known.value} ({known.words}), as an index, leads exactly there"


def _verb(state: ProcessState) -> str:
    kind = state.fault.tried.kind
    return {"read": "read", "write": "written"}.get(kind, "accessed")


def _summary(state: ProcessState, address: int, explanations: list[Explanation]) -> str:
    first = explanations[0]
    name, buffer = first.names[0], first.buffer
    if len(explanations) > 1:
        names = [explanation.names[0] for explanation in explanations]
        return f"memory next to one of {listed(names)} was {_verb(state)}"
    if first.is_claim and first.owned is None:
        return f"{name} says that it is {buffer_type(buffer)}, but its memory has less"
    if first.is_claim and first.owned is not None:
        return f"{name} is {buffer_type(buffer)}, but its memory has only {size(first.owned)}"
    match = first.match
    if match is not None and match.axis == -1:
        count = (buffer.high - buffer.low) // max(buffer.itemsize, 1)
        what = "has" if is_contiguous(buffer) else "spans"
        return f"{name} {what} {count} elements; element {match.value} was {_verb(state)}"
    wide = not buffer.dtype and buffer.itemsize > 1 and buffer.kind not in ITEMS
    if match is not None and match.axis == 0 and wide:
        has = f"{buffer.shape[0]} elements of {size(buffer.itemsize)}"
        return f"{name} has {has}; element {match.value} was {_verb(state)}"
    if match is not None and match.axis >= 0 and len(buffer.shape) >= 2:
        count = buffer.shape[match.axis]
        index = match.value
        if match.axis == 0:
            return f"{name} has {count} rows; row {index} was {_verb(state)}"
        if len(buffer.shape) == 2:
            return f"{name} has {count} columns; column {index} was {_verb(state)}"
        return f"{name} has {count} along axis {match.axis}; index {index} was {_verb(state)}"
    unit, which, count = position(buffer, address)
    if which < 0:
        if match is not None and match.axis >= 0:
            return f"{name} has {count} {unit}s; {unit} {match.value} was {_verb(state)}"
        return f"memory before the first {unit} of {name} was {_verb(state)}"
    if unit in ("row", "column"):  # another index may be outside, too: then it was another row
        where = f"memory where {unit} {which} would be"
        return f"{name} has {count} {unit}s; {where} was {_verb(state)}"
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
    if is_generated(state):
        compiler = (
            "compiled by Numba, which does not check bounds"
            if _is_numba(state)
            else ("compiled while the program ran, without checks of bounds")
        )
        yield f"it was reached in {describe_frame(frames[0])}, {compiler}"
    else:
        yield given_size(state)
        yield f"it was reached in {describe_frame(frames[0])}: native code does not check bounds"


def is_generated(state: ProcessState) -> bool:
    """The failing code was compiled while the program ran: it belongs to no file."""
    frames = native_frames(state.crashed)
    if not frames:
        return False
    if frames[0].is_jit:
        return True
    mapping = mapping_at(state, frames[0].pc)
    return mapping is not None and mapping.executable and not mapping.path


def _is_numba(state: ProcessState) -> bool:
    return any("/numba/" in module.path for module in state.layout.modules)


def is_numba_code(state: ProcessState) -> bool:
    """The failing code was compiled by Numba, as far as can be told."""
    return is_generated(state) and _is_numba(state)


def _takes_arrays(frame: NativeFrame) -> bool:
    """Whether a compiled function may index arrays, which Numba can check; it cannot check the
    pointers that one as "get(int64_2a, long)" is given (@cfunc)."""
    return not frame.is_jit or "(" not in frame.name or "rray" in frame.name


def bounds_advice(state: ProcessState) -> Iterator[Advice | str]:
    """What to do about an access out of bounds, or one that may be that."""
    frames = native_frames(state.crashed)
    if is_numba_code(state):
        if not frames or _takes_arrays(frames[0]):
            yield run_again(
                state.process.argv,
                "the same run with bounds checks (NUMBA_BOUNDSCHECK=1), which stop it at the index",
            )
        else:
            yield "check the index that it is given: Numba cannot check that of a pointer"
        if frames and frames[0].is_jit and frames[0].location is None:
            yield (
                "for the line inside of the compiled function: @njit(debug=True), without which "
                "Numba keeps none"
            )
    else:
        used = f" used{on_line(state)}" if on_line(state) else ""
        yield f"check the index, length or strides{used} against the array's size"
