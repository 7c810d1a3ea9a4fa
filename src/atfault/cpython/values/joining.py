"""The text of a value from those of its parts, within bounds."""

from __future__ import annotations

from collections.abc import Iterable

from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.model.absent import Absent
from atfault.model.values import Value


def text_limit(decoder: ValueDecoder, subject: Subject) -> int:
    """Characters for the whole text of `subject`: fewer the deeper it lies."""
    return max(decoder.limits.text >> subject.depth, 40)


def join(parts: Iterable[str], total: int, limit: int) -> str:
    """`a, b, … 7 more`: `parts` as far as `limit` characters allow; total: how many there are."""
    shown: list[str] = []
    length = 0
    for part in parts:
        if shown and length + len(part) > limit:
            break
        shown.append(part)
        length += len(part) + 2
    more = total - len(shown)
    if more > 0:
        shown.append(f"… {more:,} more" if shown else f"… {more:,} items")
    return ", ".join(shown)


def text_of(value: Value | Absent) -> str:
    if isinstance(value, Value):
        return value.text
    return "…" if value.reason == "…" else f"<{value.reason}>"
