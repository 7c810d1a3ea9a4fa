"""How many, in words."""

from __future__ import annotations


def article(noun: str) -> str:
    """ "an Account", "a list"."""
    return f"an {noun}" if noun[:1] in "AEIOUaeio" else f"a {noun}"


def counted(count: int, one: str, many: str = "") -> str:
    """(1, "row") → "1 row", (2000, "row") → "2,000 rows"; many: a plural that is not one + "s"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
