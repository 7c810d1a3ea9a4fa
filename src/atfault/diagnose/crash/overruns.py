"""Accesses that went off the end of a stretch of memory, told by where they failed, and those of
functions that go through memory from a start on: memset and its like."""

from typing import TYPE_CHECKING, NamedTuple

from atfault.arch import by_name
from atfault.diagnose.crash.integers import is_given
from atfault.diagnose.facts import (
    PAGE,
    accessible_run,
    bare_symbol,
    crash_pc,
    crash_sp,
    fault_address,
    is_accessible,
    mapping_at,
    mapping_below,
    native_frames,
    plain_name,
    register_values,
    runs_through_memory,
)
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.process import FIRST_64K, MemoryMapping
from atfault.model.state import ProcessState

if TYPE_CHECKING:
    from atfault.model.buffers import Buffer

WIDEST_ACCESS = 64
COPIERS = ("memcpy", "memmove", "mempcpy", "strcpy", "stpcpy", "strncpy", "strcat")
SWEEP = 4 * PAGE
"""The C library copies large blocks from up to four pages in turn."""
TAIL = 512


class Overrun(NamedTuple):
    """An access right behind memory that may be used."""

    address: int
    edge: MemoryMapping
    """The memory that it ran through."""
    behind: MemoryMapping | None
    """What lies there; None where nothing does."""
    is_write: bool
    is_wrecked: bool
    """What Python knew of the thread was overwritten on the way."""


def overrun_of(state: ProcessState) -> Overrun | None:
    """The overrun that the failed access looks like; None where it looks like none."""
    address = fault_address(state)
    if address is None or address < FIRST_64K or address == crash_pc(state):
        return None
    if isinstance(state.fault.access, Absent):
        return None
    frames = native_frames(state.crashed)
    write = state.fault.access.kind == "write"
    mapping = mapping_at(state, address)
    edge = mapping_below(state, address + 1 if mapping is None else mapping.start)
    runs = bool(frames) and (runs_through_memory(frames[0]) or is_gone_through(state))
    if not (write or runs or _is_own_stack(state, edge) or state.far_numbers):
        return None
    if (
        edge is None
        or not (edge.writable if write else edge.readable)
        or not edge.end <= address < edge.end + WIDEST_ACCESS
    ):
        return None
    if is_given(state, address):
        return None
    wrecked = write and _is_wrecked(state)
    if mapping is not None and (
        mapping.writable
        or (not write and mapping.readable)
        or not (wrecked or _is_nobodys_target(mapping))
    ):
        return None
    return Overrun(address, edge, mapping, write, wrecked)


def is_gone_through(state: ProcessState) -> bool:
    """Whether Python goes through something by its __getitem__, until that raises IndexError: an
    extension's may never."""
    crashed = state.crashed
    values = (
        [one.value for frame in crashed.pythons[:1] for one in frame.operands] if crashed else []
    )
    return any(not isinstance(one, Absent) and one.type == "iterator" for one in values)


def _is_own_stack(state: ProcessState, memory: MemoryMapping | None) -> bool:
    """Whether memory is the crashed thread's stack: its frames are what ran through it."""
    sp = crash_sp(state)
    return memory is not None and sp is not None and memory.start <= sp < memory.end


def _is_wrecked(state: ProcessState) -> bool:
    """Whether what Python knew of the crashed thread has been overwritten: the thread is inside of
    the interpreter's eval function, but none of its Python frames can be found, or the innermost
    one holds something that is no object any more."""
    crashed = state.crashed
    if crashed is None:
        return False
    for frame in crashed.pythons[:1]:
        every = (*frame.variables, *frame.operands)
        return any(isinstance(one.value, Absent) and one.value.is_damaged for one in every)
    return any(bare_symbol(f).startswith("_PyEval_EvalFrame") for f in native_frames(crashed))


def _is_nobodys_target(mapping: MemoryMapping) -> bool:
    """A guard area, the headers of a library, or one of the system's own files (the C library maps
    its locales): nobody writes there on purpose. A data file mapped for reading may well be written
    by mistake."""
    if mapping.path.startswith(("/usr/lib/", "/usr/share/", "/lib/")):
        return True
    return not is_accessible(mapping) or roles.is_library(mapping.path)


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


def is_swept_to(state: ProcessState, address: int, buffer: "Buffer") -> bool:
    """Whether a function that goes through memory from the start of the buffer can have failed at
    `address`: just outside of the memory there, or at the last bytes of what it was asked for, at
    which the C library looks first when it copies."""
    start, end = accessible_run(state, buffer.low)
    if start == end:
        return False
    if start - SWEEP <= address < start or end <= address < end + SWEEP:
        return True
    return any(0 < buffer.low + n - address <= TAIL for n in register_values(state))
