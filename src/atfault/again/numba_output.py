"""What Numba's bounds check prints to standard output (NUMBA_FULL_TRACEBACKS=1).

debug: IndexError: index -5 is out of bounds for axis 1 with size 7
"""

import re
from typing import NamedTuple

MAX_FOUND = 20
_BOUNDS = re.compile(
    r"debug: IndexError: index (-?\d+) is out of bounds for (?:axis (\d+) with )?size (-?\d+)"
)


class OutOfBounds(NamedTuple):
    """What Numba says of a failed bounds check."""

    position: int
    """Its low 32 bits, as a signed number: Numba prints no more."""
    axis: int | None
    size: int


def failed_bounds(text: str) -> tuple[OutOfBounds, ...]:
    """The failed bounds checks that Numba printed to standard output."""
    return tuple(
        OutOfBounds(int(match[1]), int(match[2]) if match[2] else None, int(match[3]))
        for match in list(_BOUNDS.finditer(text))[-MAX_FOUND:]
    )
