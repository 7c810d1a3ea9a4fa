"""Cases that are nearly the same: one fact of a case left out, or otherwise.

What the rules say of them is kept with the findings (support/findings_kept.py). So each condition
of a rule meets cases in which it alone does not hold, though nobody wrote them down.
"""

from __future__ import annotations

import random
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from atfault.diagnose import engine
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.state import PARTS, ProcessState

MANY = frozenset(("MemoryMapping", "Module", "Registers", "SourceLine"))
"""Records of which a case has many that decide nothing."""
NO_CASE = frozenset(("GpuError.at", "NativeFrame.is_signal_frame"))
"""Fields that fit others, which say where in a tuple something is, or that a stack goes on behind
a signal: with any other value it would be no case."""
NOTHING = frozenset(
    "ArrayFacts.itemsize Buffer.itemsize CodeInfo.address CodeInfo.first_line Environment.host"
    " GilState.reason Layout.stack_limits Location.column Location.end_column Location.end_line"
    " NativeFrame.cfa NativeFrame.function_start NativeFrame.is_inline NativeFrame.name"
    " NativeFrame.pc NativeFrame.sp NativeFrame.symbol Place.frame_index PyFrame.address"
    " PyFrame.is_entry PyFrame.lasti PythonInfo.ending PythonInfo.frozen RaisedException.left_out"
    " RaisedFrame.first_line Resource.pid SignalInfo.sender_uid SignalInfo.tid"
    " Surroundings.caught_signals ThreadState.fails_here ThreadState.has_lost_state"
    " ThreadState.interpreter ThreadState.is_detached ThreadState.python_name"
    " UncaughtException.thread Value.address Value.pointer_at Wait.idles Wait.pid".split()
)
"""Fields that decide nothing, or as good as nothing: of 5,000 changes of theirs six made a
difference."""
NEVER_EMPTY = frozenset(("NativeStack.frames",))
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
    """Of the first finding cause, confidence, lines, how many of its reasons are of each kind, what
    makes it doubtful; of the others cause and confidence."""
    best, *others = engine.diagnose(case, rules).findings
    lines = "".join(f" line {one.line}" for one in best.blame)
    reasons = Counter(one.kind for one in best.evidence)
    told = "".join(f", {count} {kind}" for kind, count in reasons.items())
    doubts = "".join(f", doubt {one.kind}" for one in best.doubts)
    rest = "".join(f"; {one.cause} {one.confidence}" for one in others)
    return f"{best.cause} {best.confidence}{lines}{told}{doubts}{rest}"


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
            if f"{kind}.{name}" not in NO_CASE | NOTHING:
                default = thing._field_defaults.get(name)
                default = None if f"{kind}.{name}" in NEVER_EMPTY else default
                for what, changed in _other_values(value, default):
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
        if value:  # most numbers are sizes, addresses and places
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
