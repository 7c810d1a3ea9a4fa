"""How long a system call sleeps, from its arguments."""

from __future__ import annotations

import struct
import time

import pytest

from atfault.native.timeouts import timeout_of
from support.byte_memory import ByteMemory

SPAN = struct.pack("<qq", 2, 500_000_000)
MEMORY = ByteMemory({0x1000: SPAN})


@pytest.mark.parametrize(
    ("call", "args", "seconds"),
    [
        ("poll", (0, 1, 1500), 1.5),
        ("poll", (0, 1, 0xFFFF_FFFF), None),
        ("epoll_wait", (3, 0, 64, 0), 0.0),
        ("select", (0, 0, 0, 0, 0), None),
        ("pselect6", (0, 0, 0, 0, 0x1000, 0), 2.5),
        ("nanosleep", (0x1000, 0), 2.5),
        ("clock_nanosleep", (1, 0, 0x1000, 0), 2.5),
        ("futex", (0x9000, 0x80, 0, 0x1000), 2.5),
        ("futex", (0x9000, 0x80, 0, 0), None),
        ("futex", (0x9000, 0x80, 0, 0x8888), None),
        ("read", (3, 0, 10), None),
    ],
)
def test_the_arguments_tell_the_timeout(call, args, seconds):
    found = timeout_of(call, args, MEMORY)
    assert (None if found is None else found.seconds) == seconds


def test_a_deadline_is_counted_from_now_where_the_clock_is_ours():
    later = time.monotonic() + 7200
    memory = ByteMemory({0x1000: struct.pack("<qq", int(later), 0)})
    futex = ("futex", (0x9000, 0x189 & ~256, 0, 0x1000), memory)
    found = timeout_of(*futex)
    assert found is not None and 7100 < found.seconds <= 7200
    assert found.deadline == int(later)
    assert timeout_of(*futex, is_live=False) is None
    assert timeout_of("clock_nanosleep", (7, 1, 0x1000, 0), memory) is None  # another clock
