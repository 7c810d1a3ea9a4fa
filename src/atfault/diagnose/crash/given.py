"""What the failing call was given: values, as far as the operands of its caller tell, the number of
bytes, as far as it still shows, and numbers that no size can be, where memory was refused.
"""

from __future__ import annotations

from atfault.arch import by_name
from atfault.diagnose.crash.integers import KnownInteger, holder_of, integers_of
from atfault.diagnose.facts import (
    called_through_ctypes,
    calling_frame,
    mapping_at,
    native_frames,
    plain_name,
    user_end,
)
from atfault.model.absent import Absent
from atfault.model.state import ProcessState
from atfault.model.values import Value

CONTAINERS = ("list", "tuple", "dict", "set", "frozenset")
_WITH_SIZE = {
    **dict.fromkeys(("memcpy", "memmove", "mempcpy", "memset", "memcmp", "memchr"), 2),
    **dict.fromkeys(("strncpy", "strncmp", "strncat", "wmemset", "wmemcpy"), 2),
    **dict.fromkeys(("strnlen", "bzero"), 1),
}
"""Function → which argument its size is, from 0."""
_MOST = 1 << 40
ENOMEM = 12
NEARLY_ALL = 0.5
"""Of a limit of memory: below that it was not the limit that refused a usual size."""


def given_values(state: ProcessState) -> list[tuple[str, Value]]:
    """Each value, by the name of a variable of the caller that holds it."""
    caller = calling_frame(state)
    values = () if caller is None else caller.values
    names = {value.address: one.name for one, value in values if one.kind != "operand"}
    return [
        (names.get(value.address, "") * (not is_none(value)) or one.name, value)
        for one, value in values
        if one.is_passed
    ]


def is_none(value: Value) -> bool:
    return value.type == "NoneType"


def empty_arguments(state: ProcessState) -> list[str]:
    """The arrays and lists without elements that the failing call was given."""
    return [name for name, value in given_values(state) if _has_no_elements(value)]


def _has_no_elements(value: Value) -> bool:
    if value.buffer is not None:
        return 0 in value.buffer.shape
    return value.type in CONTAINERS and not value.children and value.items is None


def given_size(state: ProcessState, least: int = 1) -> str:
    """ "memcpy was given a size of -300 bytes, …"; "" where it cannot be told, or is less than
    `least` and no negative one.

    The register may have been used for something else meanwhile. It counts where the failed access
    was computed from it, where a number of the user's is the same, or where it is below zero. Who
    gave it is not said: a function that ends with the call leaves no frame.
    """
    frames = [one for one in native_frames(state.crashed)[:4] if not one.is_inline]
    place = _WITH_SIZE.get(plain_name(frames[0])) if frames else None
    crashed, arch = state.crashed, by_name(state.arch)
    if place is None or crashed is None or arch is None:
        return ""
    number = arch.arguments[place]
    general = crashed.thread.registers.general
    value = general[number] if number < len(general) else None
    if not value or native_frames(crashed)[:1] != _innermost(state):
        return ""
    signed = value - (1 << 64) if value >> 63 else value
    given = f"{plain_name(frames[0])} was given a size of {signed} bytes"
    if signed < 0:
        return f"{given}: below zero, which it takes for a huge number" if signed > -_MOST else ""
    if not least <= value < arch.user_end or mapping_at(state, value) is not None:
        return ""  # an address: the register was used for something else
    known = holder_of(crashed, value)
    if known is not None:
        return f"{given}: {known.told('that number')}"
    used = state.fault.tried.registers
    return given if any(name == arch.register_names[number] for name, _ in used) else ""


def _innermost(state: ProcessState) -> tuple[object, ...]:
    """The frame whose registers are known: no handler may lie on top of it."""
    native = Absent("") if state.crashed is None else state.crashed.native
    return () if isinstance(native, Absent) else native.frames[:1]


def impossible_size(state: ProcessState) -> KnownInteger | None:
    """A number that the failed call was given which is negative, or more than any process can have
    in bytes; None for none, and where memory had nearly run out, so that any size was refused."""
    if _is_limit_reached(state):
        return None
    for known in integers_of(state.crashed).values():
        is_passed = known.near and not known.is_register
        if is_passed and (known.value < 0 or known.value >= user_end(state)):
            return known
    return None


def may_be_refused(state: ProcessState) -> bool:
    """Whether the thread was last refused memory, where little was left of a limit; and nobody gave
    ctypes a None to pass on, which is NULL as well."""
    caller = calling_frame(state)
    values = () if caller is None or not called_through_ctypes(state) else caller.values
    has_none = any(one.is_passed and value.type == "NoneType" for one, value in values)
    return state.fault.errno == ENOMEM and _is_limit_reached(state) and not has_none


def _is_limit_reached(state: ProcessState) -> bool:
    """Whether most of what the process may map was mapped, or may have been."""
    limits = state.surroundings.limits
    limit = None if isinstance(limits, Absent) else limits.address_space
    used = state.layout.mapped_bytes
    return limit is not None and (used is None or used > NEARLY_ALL * limit)


def size_words(known: KnownInteger) -> str:
    """ "number in work is -1: taken for a size, that is more than any process can have"."""
    return f"{known.told(str(known.value))}: taken for a size, it is more than a process can have"
