"""Who makes a static variable of a C++ function, whose guard another thread waits for.

    magnitude   colours() ◄─ __cxa_guard_acquire ─ futex(guard, 0x10100)    waits
    colour      colours() ◄─ Colours::Colours() ─ …                         makes it

The word of the guard says that somebody makes the variable, and not who (libsupc++/guard.cc). It is
made below the function that has it: of a single thread that function is on the stack further out.
"""

from __future__ import annotations

from collections.abc import Sequence

from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import Thread
from atfault.model.stacks import NativeFrame, NativeStack
from atfault.native.native_wait import NativeWait
from atfault.snapshot.protocol import Memory

_DONE, _PENDING = 0x1, 0x100
"""Bits of the guard: _GLIBCXX_GUARD_BIT, _GLIBCXX_GUARD_PENDING_BIT (cxxabi_tweaks.h, guard.cc)."""
_ACQUIRE = "__cxa_guard_acquire"
_INNER_FRAMES = 4


def with_makers(
    memory: Memory,
    threads: Sequence[Thread],
    stacks: Sequence[NativeStack | Absent],
    waits: Sequence[NativeWait | None],
) -> list[NativeWait | None]:
    """The waits, those for guards with who makes the variable, where that may be a single thread;
    all in the order of `threads`. It is not told as long as a stack is not whole."""
    inner = [_acquires(stack) for stack in stacks]
    if not any(inner):
        return list(waits)
    is_whole = all(not isinstance(one, Absent) and not one.stop_reason for one in stacks)
    within = [
        {_function(frame) for frame in getattr(stack, "frames", ())[at:]}
        for stack, at in zip(stacks, inner)
    ]
    found: list[NativeWait | None] = []
    for wait, stack, at in zip(waits, stacks, inner):
        if wait is not None and not isinstance(stack, Absent) and at and _is_made(memory, wait):
            caller = stack.frames[at - 1]
            named = f" in {caller.name or caller.symbol}" if caller.name or caller.symbol else ""
            wait = wait._replace(kind="mutex", what=f"the guard of a static variable{named}")
            makers = [
                one.tid for one, around in zip(threads, within) if _function(caller) in around
            ]
            if len(makers) == 1 and is_whole:
                wait = wait._replace(owner=makers[0], by_stacks=True)
        found.append(wait)
    return found


def _acquires(stack: NativeStack | Absent) -> int:
    """Index of the frame around the one that waits for a guard; 0 in no such wait."""
    frames = () if isinstance(stack, Absent) else stack.frames
    names = [frame.symbol for frame in frames[:_INNER_FRAMES]]
    at = names.index(_ACQUIRE) + 2 if _ACQUIRE in names else 0
    return at if at <= len(frames) else 0


def _is_made(memory: Memory, wait: NativeWait) -> bool:
    """Whether what it sleeps at is the guard of a variable that is being made."""
    try:
        word = memory.u32(wait.word) if wait.syscall == "futex" else 0
    except MemoryFault:
        return False
    return wait.kind == "unknown" and word & (_DONE | _PENDING) == _PENDING


def _function(frame: NativeFrame) -> tuple[int, str | int]:
    """What tells a function, which may be inlined, from others."""
    module = 0 if frame.module is None else frame.module.start
    return module, frame.symbol or frame.name or frame.function_start or frame.pc
