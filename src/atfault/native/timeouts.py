"""How long a system call sleeps at most, from its arguments.

    futex(word, FUTEX_WAIT_BITSET, value, {deadline})    pthread_cond_timedwait, sem_clockwait
    poll(fds, n, ms)   epoll_wait(fd, events, n, ms)     counted from when the call began
    clock_nanosleep(clock, TIMER_ABSTIME, {deadline})    time.sleep from 3.11 on

Sources: futex(2), clock_nanosleep(2), and the manual pages of the others.
"""

import struct
import time
from collections.abc import Sequence
from typing import NamedTuple

from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory

_WAIT, _LOCK_PI, _COMMANDS, _REALTIME = 0, 6, 0x7F, 256
_ABSOLUTE = 1
_MILLISECONDS = {"poll": 2, "epoll_wait": 3, "epoll_pwait": 3}
"""Call → which argument tells them."""
_SPANS = {
    "nanosleep": (0, 1e9),
    "ppoll": (2, 1e9),
    "select": (4, 1e6),
    "pselect6": (4, 1e9),
    "epoll_pwait2": (3, 1e9),
    "rt_sigtimedwait": (2, 1e9),
    "semtimedop": (3, 1e9),
}
"""Call → (argument with the address of seconds and a fraction, fractions in a second)."""


class Timeout(NamedTuple):
    """Of one system call."""

    seconds: float
    """Until the deadline, where there is one; else from the call's beginning."""
    deadline: float | None
    """By its clock; None for a call that counts from its beginning."""
    is_lock: bool = False
    """Whether it is for a lock or a condition (futex), as is who wants the GIL."""


def timeout_of(
    call: str, args: Sequence[int], memory: Memory, *, is_live: bool = True
) -> Timeout | None:
    """None for a call without a timeout, or with one that cannot be told.

    is_live: the process lives on this machine, so the clocks are ours.
    """
    args = (*args, 0, 0, 0, 0, 0, 0)
    try:
        if call in _MILLISECONDS:
            ms = args[_MILLISECONDS[call]] & 0xFFFF_FFFF
            return None if ms >> 31 else Timeout(ms / 1000, None)
        if call in _SPANS:
            index, unit = _SPANS[call]
            return Timeout(_span(memory, args[index], unit), None) if args[index] else None
        if call == "clock_nanosleep":
            span = _span(memory, args[2], 1e9)
            return _until(span, args[0], is_live) if args[1] & _ABSOLUTE else Timeout(span, None)
        if call == "futex" and args[3]:
            span = _span(memory, args[3], 1e9)
            if args[1] & _COMMANDS == _WAIT:
                return Timeout(span, None, True)
            is_real = args[1] & _REALTIME or args[1] & _COMMANDS == _LOCK_PI
            clock = time.CLOCK_REALTIME if is_real else time.CLOCK_MONOTONIC
            found = _until(span, clock, is_live)
            return found and found._replace(is_lock=True)
    except MemoryFault:
        pass
    return None


def _until(deadline: float, clock: int, is_live: bool) -> Timeout | None:
    if not is_live or clock not in (time.CLOCK_REALTIME, time.CLOCK_MONOTONIC):
        return None
    return Timeout(max(deadline - time.clock_gettime(clock), 0.0), deadline)


def _span(memory: Memory, address: int, unit: float) -> float:
    """struct timespec or timeval. Raises MemoryFault."""
    seconds, fraction = struct.unpack("<qq", memory.read(address, 16))
    return float(seconds) + float(fraction) / unit
