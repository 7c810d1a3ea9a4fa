"""Calls of one function with the same arguments: which of them a wait inside of it is for.

    planner_0   seconds("codecs")   cond.wait()           waits until somebody has computed "codecs"
    planner_1   seconds("codecs")   val = self.__func()   computes it, and notifies behind that

A function that computes each value once waits, in a second call with the same arguments, for the
first one. Arguments are the same when they are one object, or plain values that are equal; one of
them has to be such a value, the key: all readers of a lock are called with the lock alone. The
first call is past the wait: who stands there, too, computes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from atfault.cpython.frames.frame_locals import argument_count
from atfault.cpython.sync.sync_world import World
from atfault.model.stacks import PyFrame

_MAX_CALLS = 200
"""Of one function, that are compared with a wait in it."""
_MAX_PARTS = 50
_MAX_DEPTH = 3
_MAX_TEXT = 1_000


class SameCalls:
    """Those on the stacks of one process."""

    def __init__(self, world: World) -> None:
        self._world = world

    def of(self, tid: int, frame: PyFrame) -> Iterator[tuple[int, PyFrame]]:
        """(thread, frame) of the other calls, the innermost of the thread itself first."""
        asked = self._arguments(frame)
        found = self._by_code.get(frame.code.address, ())[:_MAX_CALLS]
        for other, one in sorted(found, key=lambda pair: pair[0] != tid):
            if one.lasti > frame.lasti and asked is not None:
                given = self._arguments(one)
                if given is not None and self._are_same(asked, given, 0):
                    yield other, one

    @cached_property
    def _by_code(self) -> dict[int, list[tuple[int, PyFrame]]]:
        found: dict[int, list[tuple[int, PyFrame]]] = {}
        for view in self._world.views.values():
            for frame in view.going:
                found.setdefault(frame.code.address, []).append((view.tid, frame))
        return found

    def _arguments(self, frame: PyFrame) -> list[int] | None:
        """Addresses; None where one is not known, as it was deleted, or where there are none."""
        runtime = self._world.runtime
        code = runtime.codes.get(frame.code.address)
        body = None if code is None else self._world.bytecode.body(code)
        if code is None or body is None:
            return None
        values = self._world.names.variables(frame)
        found = [values.get(name, 0) for name in body.variables[: argument_count(runtime, code)]]
        return found if all(found) and any(map(self._is_key, found)) else None

    def _is_key(self, address: int) -> bool:
        reader = self._world.reader
        kind = reader.type_name(address)
        return kind in ("str", "int") or (kind in ("tuple", "dict") and bool(reader.size(address)))

    def _are_same(self, some: list[int], others: list[int], depth: int) -> bool:
        return len(some) == len(others) and all(
            self._is_same(one, other, depth) for one, other in zip(some, others)
        )

    def _is_same(self, one: int, other: int, depth: int) -> bool:
        reader = self._world.reader
        if one == other:
            return True
        kind = reader.type_name(one)
        if depth > _MAX_DEPTH or kind != reader.type_name(other):
            return False
        if kind == "str":
            return reader.text(one, _MAX_TEXT) == reader.text(other, _MAX_TEXT)
        if kind in ("int", "float"):
            return reader.number(one) == reader.number(other)
        size = reader.size(one)
        if kind not in ("tuple", "list", "dict") or size != reader.size(other):
            return False
        return (
            size is not None
            and size <= _MAX_PARTS
            and self._are_same(self._parts(one, kind), self._parts(other, kind), depth + 1)
        )

    def _parts(self, address: int, kind: str) -> list[int]:
        if kind != "dict":
            return self._world.reader.items(address, _MAX_PARTS)
        pairs = self._world.reader.dict_items(address, _MAX_PARTS)
        return [part for pair in pairs for part in pair]
