"""Cases that are nearly the same: one fact of a case left out, or otherwise.

What the rules say of them is kept with the findings (support/findings_kept.py). So each condition
of a rule meets cases in which it alone does not hold, though nobody wrote them down.
"""

from __future__ import annotations

import random
import zlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from atfault.diagnose import engine
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.state import PARTS, ProcessState

MANY = frozenset(("MemoryMapping", "Module", "Registers", "SourceLine"))
"""Records of which a case has many that decide nothing."""
INDICES = frozenset(("GpuError.at",))
"""Fields that say where in a tuple something else is: any other number would be no case."""
DEPTH = 12


class Change(NamedTuple):
    """path: names of fields and numbers of items, from the case to what is put there."""

    path: tuple[str | int, ...]
    value: Any


def near_misses(case: Case, name: str, number: int) -> Iterator[tuple[str, Case]]:
    """Up to `number` of them, each of another field, drawn by the name of a test; with what was
    changed: "Wait.timeout: True"."""
    found: dict[str, list[Change]] = defaultdict(list)
    for what, change in _changes(case, (), DEPTH):
        found[what].append(change)
    chance = random.Random(zlib.crc32(name.encode()))
    for what in chance.sample(sorted(found), min(number, len(found))):
        change = chance.choice(found[what])
        yield what, _changed(case, change.path, change.value)


def verdict(case: Case, rules: Any = None) -> str:
    """Cause, confidence and line of the first finding, and the causes of the others."""
    best, *others = engine.diagnose(case, rules).findings
    line = f" line {best.blame[0].line}" if best.blame else ""
    rest = "".join(f", {one.cause}" for one in others)
    return f"{best.cause} {best.confidence}{line}{rest}"


def _changes(thing: Any, path: tuple[str | int, ...], depth: int) -> Iterator[tuple[str, Change]]:
    if depth == 0 or type(thing).__name__ in MANY or isinstance(thing, Absent):
        return
    kind = type(thing).__name__
    if isinstance(thing, ProcessState):
        for name in PARTS:
            yield from _changes(getattr(thing, name), (*path, name), depth - 1)
    elif hasattr(thing, "_fields"):
        for name in thing._fields:
            value, here = getattr(thing, name), (*path, name)
            if f"{kind}.{name}" not in INDICES:
                for what, changed in _other_values(value, thing._field_defaults.get(name)):
                    yield f"{kind}.{name}: {what}", Change(here, changed)
            yield from _changes(value, here, depth - 1)
    elif isinstance(thing, tuple):
        for index, one in enumerate(thing):
            yield from _changes(one, (*path, index), depth - 1)


def _other_values(value: Any, default: Any) -> Iterator[tuple[str, Any]]:
    """What a field may be instead."""
    if isinstance(value, bool):
        yield str(not value), not value
        return
    if isinstance(value, int):
        yield "one more", value + 1
        yield "one less", value - 1
    elif isinstance(value, tuple) and not hasattr(value, "_fields"):
        records = all(hasattr(one, "_fields") for one in value)
        may_be_empty = default == ()  # others hold one at least
        for index in range(len(value) if records and (may_be_empty or len(value) > 1) else 0):
            yield "one is missing", (*value[:index], *value[index + 1 :])
    if default is not None and value != default:
        yield "unknown", default


def _changed(thing: Any, path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    step, *rest = path
    if isinstance(step, int):
        inner = _changed(thing[step], tuple(rest), value)
        return (*thing[:step], inner, *thing[step + 1 :])
    inner = _changed(getattr(thing, step), tuple(rest), value)
    if isinstance(thing, ProcessState):
        return thing.with_parts(**{step: inner})
    return thing._replace(**{step: inner})
