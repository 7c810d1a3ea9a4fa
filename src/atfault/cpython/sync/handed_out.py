"""What a package hands out by `with`, or `async with`, such as the connections of its pool, and to
whom.

    order   async with pool.acquire():        is inside of a PoolAcquireContext of `pool`
    price       async with pool.acquire():    enters a second one of `pool`, and waits
    asyncpg         PoolAcquireContext.__aenter__
    asyncio             Queue.get             of pool._queue

What is waited for there, the pool's own queue or condition, is kept by those who are inside of such
contexts, as a semaphore is. Two contexts are of the same source when they are of one class, and an
attribute of both is the same object; two functions of contextlib, when they are the same method of
the same object.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from atfault.cpython.sync.loop_timers import EVENT_LOOP
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.unfinished import of_contextlib, to_leave
from atfault.model.roles import is_package
from atfault.model.stacks import PyFrame
from atfault.model.waits import Resource


class Source(NamedTuple):
    """Whatever hands out."""

    kind: int
    """Address of the context's class, or of the function's code."""
    of: int
    """Address of what it belongs to."""


class Given(NamedTuple):
    """A frame is inside of such a context."""

    source: Source
    frame: PyFrame
    line: int | None
    """Of the `async with`."""


class HandedOut(NamedTuple):
    """A task has what another one asks for."""

    task: int
    """Its address."""
    resource: Resource
    """What that one waits for."""
    frame: PyFrame
    line: int | None


def handed_out(
    world: World, chains: Mapping[int, Sequence[PyFrame]], wanted: Mapping[int, Resource]
) -> Iterator[HandedOut]:
    """chains: the frames of tasks, by their addresses, outermost first; wanted: what those of them
    wait for that wait for a queue, event or condition."""
    asking: dict[Source, Resource] = {}
    for at, resource in wanted.items():
        source = asked(world, reversed(chains[at]), resource.address)
        if source is not None:
            asking[source] = resource
    for at, frames in chains.items() if asking else ():
        for found, frame, line in given(world, frames):
            if found in asking:
                yield HandedOut(at, asking[found], frame, line)


def asked(world: World, frames: Iterable[PyFrame], wanted: int) -> Source | None:
    """The source of the context that is being entered, which waits for the object at `wanted` of
    its own; frames: innermost first."""
    inner: PyFrame | None = None
    for frame in frames:
        if frame.code.name in ("__aenter__", "__enter__"):
            context = world.names.variables(frame).get("self", 0)
            found = [*_sources(world, context), *_running(world, inner)]
            for source in found:
                if wanted in world.reader.attributes(source.of).values():
                    return source
        inner = frame
    return None


def _running(world: World, frame: PyFrame | None) -> Iterator[Source]:
    """Of the function of contextlib that is being entered, and so runs."""
    owner = 0 if frame is None else world.names.variables(frame).get("self", 0)
    if frame is not None and owner and is_package(frame.code.filename):
        yield Source(frame.code.address, owner)


def given(world: World, frames: Sequence[PyFrame]) -> Iterator[Given]:
    """The contexts that the user's frames are inside of."""
    for frame in filter(world.is_mine, frames):
        for manager, line, _ in to_leave(world, frame):
            for source in _sources(world, manager):
                yield Given(source, frame, line)


def _sources(world: World, manager: int) -> Iterator[Source]:
    reader = world.reader
    function = of_contextlib(world, manager)
    if function is not None:
        owner = world.names.variables(function).get("self", 0)
        if owner:
            yield Source(function.code.address, owner)
        return
    info = reader.type(manager)
    if info is None or not info.from_class_statement or not _is_of_package(world, manager):
        return
    for value in reader.attributes(manager).values():
        of = reader.type(value)
        if of is not None and of.from_class_statement and not reader.is_a(value, EVENT_LOOP):
            yield Source(info.address, value)


def _is_of_package(world: World, manager: int) -> bool:
    code = world.code_of(world.reader.method_of(manager, "__aenter__"))
    return code is not None and is_package(code.info.filename)
