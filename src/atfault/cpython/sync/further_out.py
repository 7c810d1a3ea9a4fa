"""Waits that are ended further out on a stack: the waiting thread's own, or another one's.

    __call__()   cond.wait()                    a key that is being computed
    _cheapest()                                 comes back to that key
    __call__()   val = self.__func(*args)       computes it, and calls cond.notify_all() behind that

Of a thing that is ended once, an event or a result, any frame further out counts that has yet to
end it. Conditions and queues are used in turns: there it must be a function that runs a second time
further in, or one that is inside of a `with` whose end does so. Is there a call of the function
that waits with the same arguments, which has yet to end it, it is that one, of whatever thread.

Another thread that is inside of a `with` whose end does so has what is waited for: the lock of a
reader, made of a condition; a connection, taken from a queue. And a lock that names no owner, and
that nobody is seen to hold, is the one thread's that has taken it in an open function of a package.

Of calls of one function with the same arguments, which of them a wait inside of it is for:

    planner_0   seconds("codecs")   cond.wait()           waits until somebody has computed "codecs"
    planner_1   seconds("codecs")   val = self.__func()   computes it, and notifies behind that

A function that computes each value once waits, in a second call with the same arguments, for the
first one. Arguments are the same when they are one object, or plain values that are equal; one of
them has to be such a value, the key: all readers of a lock are called with the lock alone. The
first call is past the wait: who stands there, too, computes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from atfault.cpython.frames.frame_locals import argument_count
from atfault.cpython.sync.apart import WAITS_ALONE
from atfault.cpython.sync.calls_done import CallsDone, Done
from atfault.cpython.sync.inside import Inside
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.cpython.sync.task_reader import Asleep
from atfault.cpython.sync.unfinished import of_contextlib, to_leave, to_resume
from atfault.model.kinds import ResourceKind
from atfault.model.roles import module_file
from atfault.model.stacks import PyFrame
from atfault.model.waits import AsyncTask, Hold, TaskHold, Wait

_ONCE: tuple[ResourceKind, ...] = ("event", "future")
_IN_TURNS: tuple[ResourceKind, ...] = ("condition", "queue")
_GIVEN_BACK: tuple[ResourceKind, ...] = ("lock", "semaphore")
"""What a `with` of a package's, that is made of them, gives back at its end: a lock of readers."""
_MAX_FRAMES = 200
_MAX_TASKS = 1_000
_MAX_CALLS = 200
"""Of one function, that are compared with a wait in it."""
_MAX_PARTS = 50
_MAX_DEPTH = 3
_MAX_TEXT = 1_000


def with_further_out(world: World, waits: dict[int, Wait]) -> dict[int, Wait]:
    """The waits, with where the thread itself would end them."""
    done, calls = CallsDone(world), SameCalls(world)
    return {tid: _with_place(world, done, calls, tid, wait) for tid, wait in waits.items()}


def yet_to_end(world: World, waits: dict[int, Wait]) -> Iterator[Hold]:
    """The threads that have yet to call what would end the wait of another one: at the end of a
    `with` that they are inside of, or behind where they are. Each thread is gone through once,
    however many wait."""
    wanted: dict[tuple[int, str], Wait] = {}
    for wait in waits.values():
        if _may_be_ended(wait):
            for method in wait.ended_by:
                wanted.setdefault((wait.resource.address, method), wait)
    done = CallsDone(world)
    for view in world.views.values() if wanted else ():
        seen: set[int] = set()
        for at, frame in enumerate(view.going[:_MAX_FRAMES]):
            done.begin()
            left = [(one, line, line is None) for one, line in _as_left(world, done, frame)]
            behind = [(one, None, True) for one in done.yet_to_come(frame)]
            for number, (one, line, is_behind) in enumerate((*left, *behind)):
                found = wanted.get((one.of, one.method))
                if found is not None and number >= len(left) and found.resource.kind in _GIVEN_BACK:
                    continue  # it may have yet to take it, as who waits for it has
                if found is not None and one.of not in seen:
                    seen.add(one.of)
                    place = view.user_place(at, line)
                    yield Hold(view.tid, world.pid, found.resource, "suspected", place, is_behind)


def with_given_back(
    world: World, waits: dict[int, Wait], asleep: Iterable[Asleep], tasks: tuple[AsyncTask, ...]
) -> tuple[AsyncTask, ...]:
    """The tasks, with what they give back that threads wait for to get from a queue, as they leave
    the `with` blocks that they are inside of. asleep: the frames of the tasks."""
    wanted = {
        (wait.resource.address, method): wait.resource
        for wait in waits.values()
        if wait.resource.kind == "queue" and wait.operation == "get" and _may_be_ended(wait)
        for method in wait.ended_by
    }
    done, found = CallsDone(world), dict[int, TaskHold]()
    for one in list(asleep)[:_MAX_TASKS] if wanted else ():
        done.begin()
        for frame in one.frames:
            for generator in to_resume(world, frame):
                for call in done.in_frame(generator, behind=generator.lasti):
                    resource = wanted.get((call.of, call.method))
                    if resource is not None:
                        place = world.place(generator, one.frames[::-1])
                        found[one.address] = TaskHold(resource, "suspected", place)
    return tuple(
        [
            one._replace(holds=(*one.holds, found[one.address])) if one.address in found else one
            for one in tasks
        ]
    )


def yet_to_release(world: World, waits: dict[int, Wait], holds: Iterable[Hold]) -> Iterator[Hold]:
    """The threads that are in functions of packages which have taken a plain lock (acquire() in a
    call, on every way to where the function is) that is waited for and that nobody is seen to hold;
    of each lock the one thread, none where there are several."""
    known = {hold.resource.key for hold in holds}
    wanted = {
        wait.resource.address: wait.resource
        for wait in waits.values()
        if wait.resource.kind == "lock" and wait.resource.shared is None and not wait.timeout
        if wait.resource.key not in known
    }
    inside, found = Inside(world), dict[int, dict[int, Hold]]()
    for view in world.views.values() if wanted else ():
        for at, one in inside.in_packages(view, view.going[:_MAX_FRAMES]):
            if one.lock in wanted:
                place = view.user_place(at, one.line)
                hold = Hold(view.tid, world.pid, wanted[one.lock], "suspected", place)
                found.setdefault(one.lock, {}).setdefault(view.tid, hold)
    yield from (hold for by in found.values() if len(by) == 1 for hold in by.values())


def _may_be_ended(wait: Wait) -> bool:
    """Whether it is for a thing of this process that another call of Python ends, and no job."""
    resource = wait.resource
    is_known = bool(resource.address) and resource.shared is None
    is_brought = resource.kind in (*_ONCE, *_IN_TURNS, *_GIVEN_BACK)
    return is_known and is_brought and not (wait.idle or wait.timeout)


def _with_place(world: World, done: CallsDone, calls: SameCalls, tid: int, wait: Wait) -> Wait:
    view = world.views.get(tid)
    if view is None or not _may_be_ended(wait):
        return wait
    frames = view.going[:_MAX_FRAMES]
    files = (module_file(frame.code.filename) for frame in frames)
    waiting = next((at for at, file in enumerate(files) if file not in WAITS_ALONE), len(frames))
    at = _outer_of(world, done, view, wait, waiting)
    for other, frame in calls.of(tid, frames[waiting]) if waiting < len(frames) else ():
        done.begin()
        if any(_ends(one, wait) for one in _left(world, done, frame, comes_back=True)):
            view, wait = world.views[other], wait._replace(target_tid=other)
            at = view.frames.index(frame)
            break
    return wait if at is None else wait._replace(further_out=view.user_place(at))


def _outer_of(
    world: World, done: CallsDone, view: ThreadView, wait: Wait, waiting: int
) -> int | None:
    """Index of the innermost frame, out of the function that waits, that would end the wait.
    waiting: index of that function's."""
    frames = view.going[:_MAX_FRAMES]
    inside = {frame.code.address for frame in frames[waiting : waiting + 1]}
    done.begin()
    for at, frame in enumerate(frames[waiting + 1 :], waiting + 1):
        is_given_back = wait.resource.kind in _GIVEN_BACK
        comes_back = wait.resource.kind in _ONCE or (
            frame.code.address in inside and not is_given_back
        )
        if any(_ends(one, wait) for one in _left(world, done, frame, comes_back=comes_back)):
            return at
        inside.add(frame.code.address)
    return None


def _ends(one: Done, wait: Wait) -> bool:
    return one.of == wait.resource.address and one.method in wait.ended_by


def _left(world: World, done: CallsDone, frame: PyFrame, *, comes_back: bool) -> Iterator[Done]:
    """What a frame has yet to call: at the ends of its `with` blocks alone where it does not come
    back to what is waited for."""
    yield from (one for one, _ in _as_left(world, done, frame))
    if comes_back:
        yield from done.in_frame(frame, behind=frame.lasti)


def _as_left(world: World, done: CallsDone, frame: PyFrame) -> Iterator[tuple[Done, int | None]]:
    """What is called as the `with` blocks are left that a frame is inside of, and the line of
    each."""
    for manager, line, _ in to_leave(world, frame):
        generator = of_contextlib(world, manager)
        if generator is not None:
            found = done.in_frame(generator, behind=generator.lasti)
        else:
            found = done.in_function(world.reader.method_of(manager, "__exit__"), manager)
        yield from ((one, line) for one in found)


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
