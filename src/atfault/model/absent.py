"""A value that is missing says why: `Absent(reason)` instead of None."""

from typing import NamedTuple


class Absent(NamedTuple):
    """Stands in for a value that could not be had; false in a condition.

    reason: one clause for the user, e.g. "the core holds no NT_SIGINFO note".
    """

    reason: str
    is_damaged: bool = False
    """Of an object: what should be there was overwritten, or never was one."""

    def __bool__(self) -> bool:
        return False
