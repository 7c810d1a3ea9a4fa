"""What code that has not come to its end holds: a thread's frame, a suspended generator or task.

    "with"       it is inside of `with lock:` (`with_blocks`), or of `with` something that has
                 entered one in turn: a Condition, a generator of contextlib, an ExitStack
    "suspected"  it has called acquire() (`acquired`), or is inside of `with` something whose
                 __enter__ has

Who asks holds that against the lock itself: it may be free, or name another owner.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from atfault.cpython.frames.generators import read_generator
from atfault.cpython.sync.acquired import Acquired, Taken
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.reachable import led_to
from atfault.cpython.values.type_objects import TypeInfo
from atfault.model.process import may_be_object
from atfault.model.roles import is_package, is_standard_code
from atfault.model.stacks import PyFrame
from atfault.model.waits import HoldProof

_MAX_MANAGERS = 300
"""That one `with` leads to."""
_MAX_CALLBACKS = 200
_MAX_DRIVEN = 100
_MAX_ITERATOR = 128
"""Bytes of an iterator that is written in C."""
_ITERATORS = ("enumerate", "filter", "map", "zip")
GENERATORS = ("generator", "async_generator", "coroutine")
_MANAGERS = ("contextlib._GeneratorContextManager", "contextlib._AsyncGeneratorContextManager")
_STACKS = ("contextlib.ExitStack", "contextlib.AsyncExitStack")


class Held(NamedTuple):
    lock: int
    line: int | None
    """Of the frame: that of the `with`, or of the call of acquire()."""
    proof: HoldProof


class Suspect(NamedTuple):
    actor: int
    frame: PyFrame
    line: int | None


class Inside:
    """Tells what frames of one process hold."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._lock_of = world.locks.lock_of
        self.acquired = Acquired(world)

    def held(self, frame: PyFrame, *, bare: bool = True) -> Iterator[Held]:
        """What a frame holds; bare: also by acquire() in the frame itself."""
        for block in self._world.with_blocks.of(frame):
            for manager in entered(self._world, block.manager):
                lock = self._lock_of(manager)
                if lock:
                    yield Held(lock, block.line, "with")
                    continue
                for lock in self._suspected(manager):
                    yield Held(lock, block.line, "suspected")
        if bare:
            for lock, line, _ in self.acquired.of(frame):
                yield Held(lock, line, "suspected")

    def suspects(
        self, actors: Mapping[int, Sequence[PyFrame]], wanted: Collection[int]
    ) -> dict[int, Suspect]:
        """Lock → who has probably taken it, of those that nobody is seen to hold: the one actor, of
        all these threads or tasks, that has called a function which did, or failing that, may have,
        or is inside of `with` something whose __enter__ may have."""
        by_lock: dict[int, dict[int, tuple[bool, Suspect]]] = {}
        for actor, frames in actors.items():
            for frame in frames:
                for lock, line, is_sure in self._taken(frame):
                    one = is_sure, Suspect(actor, frame, line)
                    known = by_lock.setdefault(lock, {}) if lock in wanted else {}
                    if not known.get(actor, (False,))[0]:
                        known[actor] = one
        found = {}
        for lock, suspects in by_lock.items():
            sure = [one for is_sure, one in suspects.values() if is_sure]
            likeliest = sure or [one for _, one in suspects.values()]
            if len(likeliest) == 1:
                found[lock] = likeliest[0]
        return found

    def _taken(self, frame: PyFrame) -> Iterator[Taken]:
        yield from self.acquired.of(frame, deep=True)
        for block in self._world.with_blocks.of(frame):
            for manager in entered(self._world, block.manager):
                for lock in self._suspected(manager, perhaps=True):
                    yield Taken(lock, block.line, is_sure=False)

    def let_go(self, frames: Iterable[PyFrame]) -> set[int]:
        """The locks that Condition.wait() among these frames has given back for a while."""
        found = set()
        for frame in frames:
            if frame.code.name == "wait" and is_standard_code(frame.code.filename):
                found.add(self._lock_of(self._world.names.variables(frame).get("self", 0)))
        return found

    def given_back(self, frame: PyFrame) -> dict[int, int]:
        """The locks that a frame has released, or is inside of `with` something that has, each with
        the line from which on."""
        found = self.acquired.given_back(frame)
        for block in self._world.with_blocks.of(frame):
            generator = of_contextlib(self._world, block.manager)
            for lock in self.acquired.given_back(generator) if generator is not None else ():
                found.setdefault(lock, block.line or 0)
        return found

    def in_packages(
        self, view: ThreadView, frames: Sequence[PyFrame]
    ) -> Iterator[tuple[int, Taken]]:
        """What functions of packages have taken, on every way to where they are, and what nothing
        further in has given back, with the index of the frame. frames: the innermost first."""
        let_go = self.let_go(view.going)
        for at, frame in enumerate(frames):
            is_asked = not (view.is_mine(frame) or is_standard_code(frame.code.filename))
            for one in self.acquired.of(frame, deep=True) if is_asked else ():
                if one.is_sure and one.lock not in let_go:
                    yield at, one
            let_go.update(self.given_back(frame))

    def _suspected(self, manager: int, *, perhaps: bool = False) -> Iterator[int]:
        """The locks that entering the manager has acquired; perhaps: or may have."""
        generator = of_contextlib(self._world, manager)
        if generator is not None:
            yield from (one.lock for one in self.acquired.of(generator))
            return
        for name in ("__enter__", "__aenter__"):
            method = self._world.reader.method_of(manager, name)
            yield from self.acquired.left_by(method, manager, perhaps=perhaps)


def entered(world: World, manager: int) -> list[int]:
    """The context managers that being inside of `with manager` is being inside of: itself, and what
    a generator of contextlib or an ExitStack has entered in turn."""
    return led_to(manager, partial(_entered_by, world), _MAX_MANAGERS)


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


def generators_around(world: World, frame: PyFrame) -> Iterator[PyFrame]:
    """The suspended functions of contextlib that a frame is inside of."""
    for block in world.with_blocks.of(frame):
        for manager in entered(world, block.manager):
            generator = of_contextlib(world, manager)
            if generator is not None:
                yield generator


def of_contextlib(world: World, manager: int) -> PyFrame | None:
    """The suspended function of contextlib.contextmanager that the manager runs."""
    reader = world.reader
    is_one = reader.is_a(manager, *_MANAGERS)
    return suspended(world, reader.attribute(manager, "gen")) if is_one else None


def suspended(world: World, generator: int) -> PyFrame | None:
    """The frame of a generator or coroutine that is suspended; None for anything else."""
    if not world.reader.is_a(generator, *GENERATORS):
        return None
    found = read_generator(world.runtime, generator)
    return found.frame if found is not None and found.state == "suspended" else None


def driven(world: World, frame: PyFrame) -> Iterator[PyFrame]:
    """The suspended generators that the frame iterates over: they lie on its value stack, or below
    an iterator there that is written in C, and go on only when it does."""
    return (found for _, found in _iterated(world, frame, _drawn_from))


def led_to_by_iterating(world: World, frame: PyFrame) -> set[int]:
    """The suspended generators that a frame may go on with by iterating over what it does: as
    `driven`, and those that an iterator written in Python has in an attribute (of WSGI: what closes
    the answer of an application), perhaps bound to `next` by functools.partial."""
    return {address for address, _ in _iterated(world, frame, _perhaps_drawn_from)}


def _iterated(
    world: World, frame: PyFrame, drawn_from: Callable[[ObjectReader, int], Iterable[int]]
) -> Iterator[tuple[int, PyFrame]]:
    """(address, frame) of each suspended generator that one iterates over, by way of others and of
    iterators. drawn_from: what an iterator draws from."""
    seen: set[int] = set()
    todo = list(world.operands.beneath(frame))
    while todo and len(seen) < _MAX_DRIVEN:
        address = todo.pop()
        if address in seen:
            continue
        seen.add(address)
        found = suspended(world, address)
        if found is not None:
            yield address, found
            todo += world.operands.beneath(found)
        else:
            todo += drawn_from(world.reader, address)


def _perhaps_drawn_from(reader: ObjectReader, iterator: int) -> Iterable[int]:
    """As `_drawn_from`, and of what is written in Python what it has."""
    info = reader.type(iterator)
    if info is not None and info.name == "functools.partial":
        return _words_of(reader, iterator, info)
    if info is not None and info.from_class_statement:
        is_one = bool(reader.method_of(iterator, "__next__"))
        return reader.attributes(iterator).values() if is_one else ()
    return _drawn_from(reader, iterator)


def _drawn_from(reader: ObjectReader, iterator: int) -> Iterable[int]:
    """What an iterator of Python's own that is written in C draws from; () for other objects. Where
    it keeps that differs: each word may be one, or a tuple of them (`zip`, `map`)."""
    info = reader.type(iterator)
    if info is None or not (info.name in _ITERATORS or info.name.startswith("itertools.")):
        return ()
    return _words_of(reader, iterator, info)


def _words_of(reader: ObjectReader, iterator: int, info: TypeInfo) -> list[int]:
    head = reader.structs["PyObject"]["sizeof"]
    size = min(info.basicsize, _MAX_ITERATOR) - head
    words = reader.memory.words(iterator + head, max(size, 0) // 8)
    found = [word for word in words if may_be_object(word)]
    return [*found, *chain.from_iterable(reader.items(one, _MAX_DRIVEN) for one in found)]
