"""The timers of an asyncio event loop, and what they may end.

loop._scheduled   TimerHandle._callback(*_args)     what it does
                  Task.cancel                       ends that task's wait
                  _weakref_handle(…)                a package's own: leads to no task
"""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.cpython.sync.sync_world import World
from atfault.model.roles import is_package

EVENT_LOOP = "asyncio.events.AbstractEventLoop"
"""The base of all that are classes of Python's."""
_MAX_TIMERS = 1_000
_MAX_PARTS, _MAX_DEPTH, _MAX_HELD = 20, 3, 400
_ENDED = ("_asyncio.Task", "_asyncio.Future", "asyncio.tasks.Task", "asyncio.futures.Future")


class Timer(NamedTuple):
    """One that was not cancelled."""

    name: str
    """Of the function that it calls."""
    bound: int
    """What that is a method of; 0 for nothing."""
    keeps_house: bool
    """It calls a package's code, by which no task and no future is reached."""
    roots: tuple[int, ...] = ()
    """The function, and what it is given; () where that is not known: it may have been called
    just then."""


def timers_of(world: World, loop: int) -> Iterator[Timer]:
    """Those that a loop has, 1,000 at most."""
    reader = world.reader
    for handle in reader.items(reader.attribute(loop, "_scheduled"), _MAX_TIMERS):
        if reader.integer(reader.attribute(handle, "_cancelled")):
            continue
        callback = reader.attribute(handle, "_callback")
        bound = reader.bound_to(callback)
        code = world.code_of(callback)
        given = reader.items(reader.attribute(handle, "_args"), _MAX_PARTS)
        keeps_house = (
            code is not None
            and is_package(code.info.filename)
            and not any(_leads_to_task(world, one) for one in (bound, *given) if one)
        )
        roots = (callback, *given) if callback else ()
        yield Timer(reader.function_name(callback), bound, keeps_house, roots)


def _leads_to_task(world: World, address: int) -> bool:
    """Whether it is a task or future, or has one, in collections of collections as well: of
    aiolimiter a heap of (amount, number, future)."""
    reader = world.reader
    parts = {address, *list(reader.attributes(address).values())[:_MAX_PARTS]}
    level = parts - {address}
    for _ in range(_MAX_DEPTH):
        level = {one for part in level for one in _held(world, part)} - parts
        parts |= level
        if len(parts) > _MAX_HELD:
            break
    return any(reader.kind(one, _ENDED) for one in parts)


def _held(world: World, address: int) -> list[int]:
    """What the first places of a list, tuple, deque, set or dict hold."""
    values = [value for _, value in world.reader.dict_items(address, _MAX_PARTS)]
    return values or world.reader.items(address, _MAX_PARTS)
