"""Whether a program grows: what looks at it then (memory_growth.py) is loaded when it has grown, as
most never do.

    every 50 ms, rising to 0.5 s    /proc/PID/statm: one small read, while memory does not grow
    each time it has grown          the frames of the thread that runs, read without stopping it
    by 24 MB and one part in 24
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from atfault import lazy
from atfault.snapshot import procfs
from atfault.snapshot.tracing.lent import Lender

if TYPE_CHECKING:
    from atfault.decode.watch.memory_growth import GrowthWatch

QUICK, SLOW = 0.05, 0.5
"""Seconds between two looks at how large the process is."""
STEP = 24 << 20
PART = 24
FREE_LOOKS, SHARE = 12, 150
"""After the first looks, they take one part in so many of the time at the most."""
_PAGE = os.sysconf("SC_PAGESIZE")


def resident(pid: int) -> int | None:
    """Resident bytes of a process; None when it is gone."""
    words = procfs.read(f"/proc/{pid}/statm", 128).split()
    return int(words[1]) * _PAGE if len(words) > 1 else None


def watch_growth(pid: int, access: Lender | None, fd: int) -> None:
    """Until the process ends; what was found so far is in `fd` at any time."""
    began = time.monotonic()
    watch: GrowthWatch | None = None
    interval = QUICK
    last = 0
    not_before = 0.0
    try:
        while (size := resident(pid)) is not None and procfs.lives(pid):
            now = time.monotonic()
            if size - last >= max(STEP, last // PART) and now >= not_before:
                if watch is None:
                    watch = lazy.load("atfault.decode.watch.memory_growth:GrowthWatch")(pid, access)
                else:
                    watch.look(size - last, size, now - began)
                    watch.store(fd)
                last, interval = size, QUICK
                if watch.growth().looks >= FREE_LOOKS:
                    not_before = now + (time.monotonic() - now) * SHARE
            else:
                last = min(last, size) or size
                interval = min(interval * 1.1, SLOW)
            time.sleep(interval)
    finally:
        if watch is not None:
            watch.close()
