"""What a frame has yet to do as it goes on, and what goes on only when it does: asked by all who
look for what its end would bring.

    with ledger(), pool.acquire():     leave both; go on with the suspended function of ledger()
    ExitStack.__exit__                 leave what its stack has not left yet
    for row in rows():                 go on with rows, which is suspended, and has its own blocks
    begun = [hook(), hook()]           nobody else has these generators: they are the thread's own

The first three are read from the frame's own blocks and value stack (`to_leave`, `to_resume`). The
last one is counted: whoever has all references to a suspended generator goes on with it, or nobody
does (`Owners`). Others may be gone on with by anybody who knows them, as by a scheduler.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from atfault.cpython.frames.generators import read_generator
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.theirs_alone import GENERATORS, TheirsAlone, words_of_frames
from atfault.cpython.values.iterators import drawn_from
from atfault.cpython.values.reachable import led_to
from atfault.model.roles import is_package, module_file
from atfault.model.stacks import PyFrame

_MAX_MANAGERS = 300
"""That one `with` leads to."""
_MAX_CALLBACKS = 200
_MAX_DRIVEN = 100
_MAX_FRAMES = 200
_MAX_OWNERS = 50
"""Threads of which is asked what they alone have."""
_GENERATOR_OF = {
    "contextlib._GeneratorContextManager": "gen",
    "contextlib._AsyncGeneratorContextManager": "gen",
    "contextlib.closing": "thing",
    "contextlib.aclosing": "thing",
}
_STACKS = ("contextlib.ExitStack", "contextlib.AsyncExitStack")
_EXITS = ("__exit__", "__aexit__")


class Entered(NamedTuple):
    """Code is inside of `with manager`."""

    manager: int
    line: int | None
    """Of the `with`; None where that is not known."""
    frame: PyFrame
    """Whose line that is."""


def to_leave(world: World, frame: PyFrame) -> Iterator[Entered]:
    """The context managers that a frame has yet to leave, innermost first, each followed by what
    being inside of it is being inside of."""
    found = entered(world, _being_left(world, frame))
    # Where the stack has taken these is not known, and the frame is elsewhere by now.
    generators = filter(None, (of_contextlib(world, one) for one in found))
    inner = {
        block.manager: Entered(block.manager, block.line, one)
        for one in generators
        for block in world.with_blocks.of(one)
    }
    yield from (inner.get(one, Entered(one, None, frame)) for one in found)
    for block in world.with_blocks.of(frame):
        for manager in entered(world, block.manager):
            yield Entered(manager, block.line, frame)


def _being_left(world: World, frame: PyFrame) -> int:
    """The ExitStack whose __exit__ the frame is: it takes out what it calls; 0 for none."""
    if frame.code.name in _EXITS and module_file(frame.code.filename) == "contextlib.py":
        stack = world.names.variables(frame).get("self", 0)
        return stack if world.reader.is_a(stack, *_STACKS) else 0
    return 0


def entered(world: World, manager: int) -> list[int]:
    """The context managers that being inside of `with manager` is being inside of: itself, and what
    a generator of contextlib or an ExitStack has entered in turn; [] for 0."""
    return led_to(manager, partial(_entered_by, world), _MAX_MANAGERS) if manager else []


def _entered_by(world: World, manager: int) -> Iterator[int]:
    reader = world.reader
    if reader.is_a(manager, *_STACKS):
        callbacks = reader.attribute(manager, "_exit_callbacks")
        for item in reversed(reader.items(callbacks, _MAX_CALLBACKS)):
            parts = reader.items(item, 2)
            inner = reader.bound_to(parts[1]) if len(parts) == 2 else 0
            if inner:
                yield inner
        return
    generator = of_contextlib(world, manager)
    if generator is not None:
        for block in world.with_blocks.of(generator):
            yield block.manager
        if is_package(generator.code.filename):
            # By hand, in a thread, as FastAPI does: what is suspended was begun.
            values = world.names.variables(generator).values()
            yield from (one for one in values if of_contextlib(world, one) is not None)


def of_contextlib(world: World, manager: int) -> PyFrame | None:
    """The suspended function with which the manager goes on as it is left: of a contextmanager, or
    what is closed then."""
    kind = world.reader.kind(manager, _GENERATOR_OF)
    return suspended(world, world.reader.attribute(manager, _GENERATOR_OF[kind])) if kind else None


def suspended(world: World, generator: int) -> PyFrame | None:
    """The frame of a generator or coroutine that is suspended; None for anything else."""
    if not world.reader.is_a(generator, *GENERATORS):
        return None
    found = read_generator(world.runtime, generator)
    return found.frame if found is not None and found.state == "suspended" else None


def to_resume(world: World, frame: PyFrame) -> Iterator[PyFrame]:
    """The suspended functions that a frame goes on with: those of the managers that it has yet to
    leave, and the generators that it iterates over."""
    generators = (of_contextlib(world, block.manager) for block in to_leave(world, frame))
    yield from (one for one in generators if one is not None)
    yield from driven(world, frame)


def with_resumed(world: World, frames: Iterable[PyFrame]) -> tuple[PyFrame, ...]:
    """Frames, and then what these go on with; of many the first alone."""
    first = tuple(frames)[:_MAX_FRAMES]
    resumed = chain.from_iterable(to_resume(world, frame) for frame in first)
    return (*first, *islice(resumed, _MAX_FRAMES))


def driven(world: World, frame: PyFrame) -> Iterator[PyFrame]:
    """The suspended generators that the frame iterates over: they lie on its value stack, or below
    an iterator there that is written in C, and go on only when it does."""
    seen: set[int] = set()
    todo = list(world.operands.beneath(frame))
    while todo and len(seen) < _MAX_DRIVEN:
        address = todo.pop()
        if address in seen:
            continue
        seen.add(address)
        found = suspended(world, address)
        if found is not None:
            yield found
            todo += world.operands.beneath(found)
        else:
            todo += drawn_from(world.reader, address)


class Owners:
    """Whose the suspended generators of a process are that nobody iterates over by `for` alone."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._of: dict[int, TheirsAlone] = {}

    def of(self, generator: int) -> int | None:
        """The thread whose frames alone lead to it, so that nobody else could go on with it; None
        where others may."""
        for view in islice(self._world.views.values(), _MAX_OWNERS):
            if view.tid not in self._of:
                words = words_of_frames(self._world, view.frames[:_MAX_FRAMES])
                self._of[view.tid] = TheirsAlone(self._world, list(words), ())
            if self._of[view.tid].has(generator, ()):
                return view.tid
        return None
