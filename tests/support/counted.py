"""Work that is counted, since a clock tells of the machine as much as of the program."""

from __future__ import annotations

import sys
from collections.abc import Callable

GROWTH = 5.5
"""At most, where there is four times as much to do: linear, with room for a logarithm."""


def calls(work: Callable[[], object]) -> int:
    """Of functions, of C's too, in this thread while `work` runs."""
    count = 0

    def counted(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count
