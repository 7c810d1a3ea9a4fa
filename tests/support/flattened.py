"""A record as its leaves, for tests that compare the whole of what was read.

RaisedFrame("run", Location("app.py", 7))   .function 'run'   .location.file 'app.py'   …
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def leaves(thing: Any, path: str = "") -> dict[str, str]:
    """Path → repr. Fields that are as ever are left out."""
    return dict(_leaves(thing, path))


def _leaves(thing: Any, path: str) -> Iterator[tuple[str, str]]:
    if hasattr(thing, "_fields"):
        fields = [name for name in thing._fields if not _is_default(thing, name)]
        yield from [(path, type(thing).__name__)] if not fields else []
        for name in fields:
            yield from _leaves(getattr(thing, name), f"{path}.{name}")
    elif isinstance(thing, tuple | list) and any(hasattr(one, "_fields") for one in thing):
        for index, one in enumerate(thing):
            yield from _leaves(one, f"{path}[{index}]")
    else:
        yield path, _shown(thing)


def _is_default(record: Any, name: str) -> bool:
    known = record._field_defaults
    return name in known and getattr(record, name) == known[name]


def _shown(thing: Any) -> str:
    text = repr(thing)
    return text if len(text) <= 120 else f"{text[:100]}… of {len(text)}"


def told(record: Any) -> list[str]:
    """A line a leaf."""
    return [f"{path.removeprefix('.')} = {text}" for path, text in leaves(record).items()]


def differences(before: dict[str, str], after: dict[str, str]) -> str:
    """What is otherwise, of leaves: "line → None"; an error, which is a leaf without a path."""
    if "" in after:
        return after[""]
    changed = [
        f"{path.removeprefix('.')} → {after.get(path, 'as ever')}"
        for path in dict.fromkeys([*before, *after])
        if before.get(path) != after.get(path)
    ]
    return "; ".join(changed[:MOST]) + (f"; and {len(changed) - MOST} more" * (len(changed) > MOST))


MOST = 4


def places(thing: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Of all that JSON holds, the whole itself left out."""
    steps = thing.items() if isinstance(thing, dict) else enumerate(thing)
    for step, one in steps:
        yield (*path, step)
        if isinstance(one, dict | list):
            yield from places(one, (*path, step))


def put(thing: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """JSON with another value in a place; MISSING takes away what is there."""
    if not path:
        return value
    changed = dict(thing) if isinstance(thing, dict) else list(thing)
    inner = put(changed[path[0]], path[1:], value)
    if inner is MISSING:
        del changed[path[0]]
    else:
        changed[path[0]] = inner
    return changed


MISSING = object()


def tampered(plain: Any, junk: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Each place of JSON, what is put there, and the JSON with it: "exceptions.0.type" → "a number"
    → JSON. Numbers are one more and one less, too."""
    found: dict[str, dict[str, Any]] = {}
    for path in places(plain):
        value = _at(plain, path)
        others = {**junk, "missing": MISSING}
        if type(value) is int:
            others |= {"one more": value + 1, "one less": value - 1, "below zero": -1}
        found[".".join(map(str, path))] = {
            what: put(plain, path, other)
            for what, other in others.items()
            if type(other) is not type(value) or other != value
        }
    return found


def _at(thing: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        thing = thing[step]
    return thing
