"""Numbers in words."""

from __future__ import annotations

UNLIMITED = -1
_UNITS = (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10))


def in_bytes(number: int) -> str:
    """ "64 MiB", "1.5 GiB"; "unlimited" for -1."""
    if number == UNLIMITED:
        return "unlimited"
    for unit, size in _UNITS:
        if number >= size:
            return (
                f"{number / size:,.3g} {unit}"
                if number < 1000 * size
                else f"{number // size:,} {unit}"
            )
    return f"{number} bytes" if number else "0"
