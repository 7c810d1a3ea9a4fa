"""The global interpreter lock: struct _gil_runtime_state (Include/internal/pycore_gil.h).

    last_holder   the thread state that took it last
    locked        1 held, 0 free, -1 not made yet
    mutex         a pthread_mutex_t that guards the two; its first word is 0 when nobody holds it
                  (glibc: the lock and a count; musl: the type, 0 for this one, and the lock)

One per process up to 3.11 (_PyRuntime.ceval.gil), one per interpreter from 3.12 on, which
subinterpreters mostly share (PyInterpreterState.ceval.gil points to it). last_holder says who holds
it only while it is locked, and both change together under the mutex.

Up to 3.11 the current thread state is another variable (_PyRuntime.gilstate.tstate_current):
PyThreadState_Swap(NULL) takes it away and leaves the lock as it is. From 3.12 on they go together.
"""

from collections.abc import Mapping
from typing import NamedTuple

from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory

Structs = Mapping[str, Mapping[str, int]]


class RawGil(NamedTuple):
    """What the lock itself says; holder is the address of a PyThreadState, 0 for nobody."""

    known: bool
    locked: bool | None = None
    holder: int = 0
    reason: str = ""
    no_current: bool = False
    """It is locked, but its holder has no current thread state."""


def read(memory: Memory, structs: Structs, minor: int, runtime: int, interpreter: int) -> RawGil:
    """The lock of `interpreter` (address of a PyInterpreterState), `runtime` being _PyRuntime."""
    fields = structs["gil_runtime_state"]
    try:
        if minor <= 11:
            gil = runtime + structs["_PyRuntimeState"]["gil"]
        else:
            gil = memory.u64(interpreter + structs["PyInterpreterState"]["gil"])
            if not gil:
                return RawGil(False, reason="the interpreter has not made its lock yet")
        locked = memory.i32(gil + fields["locked"])
        holder = memory.u64(gil + fields["last_holder"])
        in_change = memory.u64(gil + fields["mutex"])
        current = holder
        if minor <= 11:
            current = memory.u64(runtime + structs["_PyRuntimeState"]["tstate_current"])
    except MemoryFault as fault:
        return RawGil(False, reason=f"the lock cannot be read: {fault}")
    if locked == 0:
        return RawGil(True, False)
    if locked == -1:
        return RawGil(False, reason="the interpreter has not made its lock yet")
    if locked != 1:
        return RawGil(False, reason=f"its locked field is {locked}, which it can never be")
    if not holder:
        return RawGil(False, True, reason="it is locked, but names no holder")
    if in_change and current != holder:
        return RawGil(False, True, reason="it was just being handed over")
    return RawGil(True, True, holder, no_current=not current)
