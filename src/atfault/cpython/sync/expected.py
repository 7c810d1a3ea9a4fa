"""Whether a wait of a task was meant to end: code of the program's own that would end it has run,
was handed on, or stands behind where others wait.

    main      tasks.append(create_task(worker(q)))    names worker, and has run
              await q.join()                          waits
    worker    … q.task_done()                         ends it: that was expected

    main      await self.stopped.wait()               waits
    stop      self.stopped.set()                      no code that has run names `stop`: whoever
                                                      imports this may call it, nobody here does

Functions are known by their names, from the frames that are on stacks: of those that wait, what
stands before the line where they do, or in a loop around that. Where a package has called a
function by its name, as `on_start` of one service, it may call those of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from atfault.cpython.sync.code_uses import METHODS, SPECIAL
from atfault.cpython.sync.enders import OwnFunction, may_end, own_functions
from atfault.cpython.sync.task_reader import TaskReader
from atfault.model.stacks import PyFrame
from atfault.model.waits import Resource, Wait

_MAX_FUNCTIONS = 3_000


class Expected:
    """The functions of a program's own that have run, or may yet."""

    def __init__(self, reader: TaskReader, handlers: Iterable[int]) -> None:
        self._world = reader.world
        self._reader = reader
        self._handlers = tuple(handlers)

    def ends(self, resource: Resource, operation: str) -> bool:
        """Whether one of them ends a wait for that."""
        wait = Wait(0, self._world.pid, resource, operation=operation)
        endings = set(wait.ended_by)
        return any(
            not endings.isdisjoint(names | SPECIAL) and may_end(self._world, one, wait)
            for one, names in self._functions
        )

    def calls(self, methods: set[str]) -> bool:
        """Whether one of them calls one of these methods, of whatever it is."""
        if not methods:
            return False
        for one, names in self._functions:
            body = self._world.bytecode.body(one.code) if not methods.isdisjoint(names) else None
            left = [] if body is None else [x for x in body.instructions if x.name in METHODS]
            if body is not None and any(not methods.isdisjoint(body.named(x)) for x in left):
                return True
        return False

    @cached_property
    def _functions(self) -> list[tuple[OwnFunction, set[str]]]:
        """Each with the names in what has run of it, or may."""
        own = own_functions(self._world, self._handlers)
        if own is None or len(own) > _MAX_FUNCTIONS:
            return []
        names = {name for there in self._on_stacks.values() for name in there} | self._called_back
        found: list[tuple[OwnFunction, set[str]]] = []
        left = own
        while left:
            fresh = [one for one in left if not one.is_named or _is_named(one, names)]
            if not fresh:
                break
            known = {one.code.info.address for one in fresh}
            left = [one for one in left if one.code.info.address not in known]
            for one in fresh:
                there = self._on_stacks.get(one.code.info.address)
                loaded = self._loaded(one) if there is None else there
                found.append((one, loaded))
                names |= loaded
        return found

    def _loaded(self, one: OwnFunction) -> set[str]:
        body = self._world.bytecode.body(one.code)
        if body is None:
            return set()
        return {
            name
            for each in body.instructions
            if "STORE_" not in each.name
            for name in body.named(each)
        }

    @cached_property
    def _on_stacks(self) -> dict[int, set[str]]:
        """Code of the functions that are on stacks → the names in what has run of them."""
        found: dict[int, set[str]] = {}
        for frame, _ in self._frames():
            code = self._world.runtime.codes.get(frame.code.address)
            body = None if code is None else self._world.bytecode.body(code)
            if body is None:
                continue
            end = max((frame.lasti, *[last for _, last in body.loops_around(frame.lasti)]))
            names = found.setdefault(frame.code.address, set())
            for one in body.instructions:
                if one.offset <= end and "STORE_" not in one.name:
                    names.update(body.named(one))
        return found

    @cached_property
    def _called_back(self) -> set[str]:
        """The names of the functions that others than the user's have called."""
        found = {frame.code.name for frame, is_called_back in self._frames() if is_called_back}
        return {name for name in found if not name.startswith(("__", "<"))}

    def _frames(self) -> Iterator[tuple[PyFrame, bool]]:
        """Of the user's own: one of each function and place; and whether code of others called
        that."""
        seen: set[tuple[int, int]] = set()
        chains = [view.frames for view in self._world.views.values()]
        for frames in (*chains, *[one.frames[::-1] for one in self._reader.asleep]):
            is_mine = [self._world.is_mine(frame) for frame in frames]
            for frame, is_own, is_owns in zip(frames, is_mine, (*is_mine[1:], True)):
                key = frame.code.address, frame.lasti
                if is_own and key not in seen:
                    seen.add(key)
                    yield frame, not is_owns


def _is_named(one: OwnFunction, names: set[str]) -> bool:
    """Whether a function is named: a special method by its class, what is made in a function with
    that."""
    info = one.code.info
    outer, _, name = (info.qualname or info.name).rpartition(".")
    if name in names:
        return True
    if name.startswith(("__", "<")):
        return outer.removesuffix(".<locals>").rpartition(".")[2] in names
    return False
