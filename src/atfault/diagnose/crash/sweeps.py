"""When a function failed that goes through memory from a start on: memset and its like."""

from __future__ import annotations

from atfault.arch import by_name
from atfault.diagnose.facts import (
    PAGE,
    accessible_run,
    native_frames,
    plain_name,
    register_values,
    runs_through_memory,
)
from atfault.model.state import ProcessState
from atfault.model.values import Buffer

COPIERS = ("memcpy", "memmove", "mempcpy", "strcpy", "stpcpy", "strncpy", "strcat")
SWEEP = 4 * PAGE
"""The C library copies large blocks from up to four pages in turn."""
TAIL = 512


def held_addresses(state: ProcessState) -> frozenset[int]:
    """What the registers hold that a function which runs through memory keeps its start in; empty
    when another function failed.

    The caller-saved registers belong to the function that failed. One that writes keeps its
    destination there; its source is in the second argument's and does not count. For one that
    reads, x86-64's rax (the destination, as memcpy returns it) does not count.
    """
    frames, arch = native_frames(state.crashed), by_name(state.arch)
    if arch is None or not frames or not runs_through_memory(frames[0]):
        return frozenset()
    wanted = set(arch.caller_saved)
    first, second = arch.arguments[:2]
    kind = state.fault.tried.kind
    if kind == "write":
        wanted.discard(second)
    elif kind == "read" and arch.syscall_result != first:
        wanted.discard(arch.syscall_result)
    if kind == "read" and plain_name(frames[0]).startswith(COPIERS):
        wanted.discard(first)  # where it copies to
    return frozenset(register_values(state, wanted))


def is_swept_to(state: ProcessState, address: int, buffer: Buffer) -> bool:
    """Whether a function that goes through memory from the start of the buffer can have failed at
    `address`: just outside of the memory there, or at the last bytes of what it was asked for, at
    which the C library looks first when it copies."""
    start, end = accessible_run(state, buffer.low)
    if start == end:
        return False
    if start - SWEEP <= address < start or end <= address < end + SWEEP:
        return True
    return any(0 < buffer.low + n - address <= TAIL for n in register_values(state))
