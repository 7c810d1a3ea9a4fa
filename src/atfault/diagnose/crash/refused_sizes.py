"""Numbers that no size can be, where memory was asked for and refused."""

from __future__ import annotations

from atfault.diagnose.crash.integers import KnownInteger, integers_of
from atfault.diagnose.facts import called_through_ctypes, calling_frame, user_end
from atfault.model.absent import Absent
from atfault.model.state import ProcessState

ENOMEM = 12
NEARLY_ALL = 0.5
"""Of a limit of memory: below that it was not the limit that refused a usual size."""


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
