"""A page that the front and the tracer share: two one-way notes without locks.

offset 16·n   signal n was delivered to the program:  u64 sender pid | u64 CLOCK_MONOTONIC ns
offset 2048   u64 peak resident bytes of the ended program, 0 until it is known
"""

from __future__ import annotations

import mmap
import struct
import time

_NOTE = struct.Struct("<QQ")
_PEAK = 2048
_U64 = struct.Struct("<Q")


class Mailbox:
    """Make it before forking."""

    def __init__(self) -> None:
        self._page = mmap.mmap(-1, 4096)

    def note_signal(self, number: int, sender: int) -> None:
        """By the tracer: `sender`'s signal has reached the program itself."""
        _NOTE.pack_into(self._page, 16 * number, sender, time.monotonic_ns())

    def has_reached(self, number: int, sender: int, since_ns: int) -> bool:
        """By the front: whether the program has got this signal of `sender` since that time."""
        noted, when = _NOTE.unpack_from(self._page, 16 * number)
        return bool(noted == sender and when >= since_ns)

    def leave_peak_rss(self, size: int) -> None:
        """By the front, which waits for the program."""
        _U64.pack_into(self._page, _PEAK, size)

    def peak_rss(self, timeout: float) -> int | None:
        """By the tracer: peak resident bytes; None when the front does not say in time (s)."""
        deadline = time.monotonic() + timeout
        while True:
            size: int = _U64.unpack_from(self._page, _PEAK)[0]
            if size:
                return size
            if time.monotonic() > deadline:
                return None
            time.sleep(0.002)
