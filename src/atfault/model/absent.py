"""A value that is missing says why: `Absent(reason)` instead of None."""

from __future__ import annotations

from typing import NamedTuple


class Absent(NamedTuple):
    """Stands in for a value that could not be had; false in a condition.

    reason: one clause for the user, e.g. "the core holds no NT_SIGINFO note".
    """

    reason: str

    def __bool__(self) -> bool:
        return False
