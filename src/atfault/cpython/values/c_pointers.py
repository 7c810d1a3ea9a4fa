"""The pointers in structures of C that Python objects hold, and in what those lead to; and the
integers that a reader tells with them.

    context ─┬─ .count
             ├─ .label ───────────► a text            "context.label"
             └─ .frame ─► Frame ─┬─ .data ─► NULL     "context.frame.contents.data"
                                 └─ .next ─► …

Nearer ones come first: lists and trees have no end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeVar

from atfault.cpython.values.type_objects import BrokenObject
from atfault.errors import MemoryFault
from atfault.model.values import Value

MAX_POINTERS = MAX_NUMBERS = 64
MAX_DEPTH = 8
"""Of structures and arrays inside each other."""
_MAX_STEPS = 200
"""Structures that are looked into."""
_DAMAGE = (MemoryFault, BrokenObject, ValueError, IndexError, OverflowError)
Type = TypeVar("Type")


def pointer(type_name: str, title: str, at: int, target: int) -> Value:
    """One that lies at `at` and leads to `target`."""
    where = f"{target:#x}" if target else "NULL"
    return Value(type_name, f"{title} to {where}", number=target, pointer_at=at)


def pointers_in(
    type_: Type,
    at: int,
    inside: Callable[[Type, int, str], Iterator[tuple[str, Value, Type | None]]],
    behind: str,
) -> tuple[tuple[str, Value], ...]:
    """(accessor, value) of the pointers in the data of that type at `at`.

    inside(type, address, accessor) yields (accessor, value, type of what it leads to, if that is
    to be looked into) of each pointer, and of integers. behind: what Python says to get there:
    ".contents".
    Memory that cannot be read ends a structure, and raises nothing.
    """
    todo = deque([(type_, at, "")])
    seen = {at}
    found: list[tuple[str, Value]] = []
    pointers = numbers = 0
    for _ in range(_MAX_STEPS):
        if not todo or pointers >= MAX_POINTERS:
            break
        kind, place, prefix = todo.popleft()
        try:
            for accessor, value, target in inside(kind, place, prefix):
                is_pointer = value.pointer_at != 0
                has_room = pointers < MAX_POINTERS if is_pointer else numbers < MAX_NUMBERS
                if accessor and has_room:  # without one it is the pointer itself
                    found.append((accessor, value))
                    pointers += is_pointer
                    numbers += not is_pointer
                if target is not None and value.number and value.number not in seen:
                    seen.add(int(value.number))
                    todo.append((target, int(value.number), accessor + behind))
        except _DAMAGE:
            continue
    return tuple(found)
