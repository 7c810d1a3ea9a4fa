"""A record as lines, one for each record in it, for texts that are kept and read by people.

    threads.0 ThreadState: python_name 'MainThread', holds_gil True, crashed True
      stack StackTrace: merged True
        frames.0 ThreadFrame: kind 'native'

Fields that are as ever are left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

LONGEST = 100
BRIEFLY = {"Module": "path", "LocalFile": "name", "Absent": "reason"}
"""Records of which one field is told."""


def record_lines(thing: Any, name: str, depth: int = 0) -> Iterator[str]:
    before = f"{'  ' * depth}{name}"
    if not hasattr(thing, "_fields"):
        if not _holds_records(thing):
            yield f"{before} {_shown(thing)}"
            return
        for index, one in enumerate(thing):
            yield from record_lines(one, f"{name}.{index}", depth)
        return
    known = thing._field_defaults
    told = {
        field: getattr(thing, field)
        for field in thing._fields
        if field not in known or getattr(thing, field) != known[field]
    }
    inner = {field: value for field, value in told.items() if _holds_records(value)}
    plain = [f"{field} {_shown(value)}" for field, value in told.items() if field not in inner]
    yield f"{before} {type(thing).__name__}: {', '.join(plain)}"
    for field, value in inner.items():
        yield from record_lines(value, field, depth + 1)


def _holds_records(thing: Any) -> bool:
    if type(thing).__name__ in BRIEFLY or not isinstance(thing, tuple | list):
        return False
    return hasattr(thing, "_fields") or any(hasattr(one, "_fields") for one in thing)


def _shown(thing: Any) -> str:
    kind = type(thing).__name__
    if kind in BRIEFLY:
        return f"{kind} {os.path.basename(getattr(thing, BRIEFLY[kind]))}"
    text = hex(thing) if type(thing) is int and thing > 0xFFFF else repr(thing)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… of {len(text)}"
