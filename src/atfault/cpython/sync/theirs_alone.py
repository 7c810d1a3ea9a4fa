"""What jobs that lie in a queue alone lead to, or the frames of a thread: nobody but who takes
these, or that thread, can do anything with it.

    queue ── job ── action() ── cell ── observer ── on_completed() ── cell ── latch
                                                                    frame ────┘  of who waits

All references to such an object, and to what leads there, are counted: those of the jobs, of what
belongs to these alone, of the frames of who waits, and of variables that others will not use again
before they assign to them. One more, that is not found, is somebody else's, and so all that it
leads to.
"""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator

from atfault.cpython.frames.bytecode import may_use
from atfault.cpython.frames.frame_locals import plain_slots, slot_words
from atfault.cpython.frames.frame_slots import TAGS
from atfault.cpython.frames.generators import read_generator
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.cpython.values.iterators import is_drawing, words_of
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.reachable import children
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame

_MAX_OBJECTS = 6_000
_WIDELY_SHARED = 16
"""References from which on an object belongs to more than a job: the reactor, a logger."""
GENERATORS = ("generator", "async_generator", "coroutine")
_REFERRING = ("functools.partial", "list_iterator", "list_reverseiterator", "tuple_iterator")
_PLAIN_HEAD = 16
"""Bytes of ob_refcnt and ob_type."""


class TheirsAlone:
    """The objects that some jobs lead to; one walk, however many are asked for."""

    def __init__(self, world: World, jobs: list[int], queues: Collection[int]) -> None:
        """queues: in which the jobs lie, and others that are not gone into."""
        self._world = world
        self._reader = world.reader
        self._leads_to: dict[int, list[int]] = {}
        todo = list(dict.fromkeys(jobs))
        seen = set(todo)
        for address in todo:
            if len(self._leads_to) >= _MAX_OBJECTS:
                break  # what is not gone into leaves references that are not found
            parts = [] if address in queues else self._parts(address)
            self._leads_to[address] = parts
            fresh = [one for one in dict.fromkeys(parts) if one not in seen]
            seen.update(fresh)
            todo += fresh
        self._found = Counter(jobs)
        for parts in self._leads_to.values():
            self._found.update(parts)

    def has(
        self, wanted: int, waiting: Iterable[ThreadView], beside: Iterable[ThreadView] = ()
    ) -> bool:
        """Whether nobody else has it. waiting: the threads that wait for it; beside: others, whose
        variables do not count that they will assign to before they use them."""
        if wanted not in self._leads_to:
            return False
        found = self._found.copy()
        for view in waiting:
            found.update(words_of_frames(self._world, view.frames))
        for view in beside:
            for frame in view.frames:
                found.update(spent(self._world, frame, self._leads_to).values())
        others = [one for one in self._leads_to if _references(self._reader, one) > found[one]]
        gone = set(others)
        for one in others:
            for part in self._leads_to[one]:
                found[part] -= 1
                is_new = part in self._leads_to and part not in gone
                if is_new and _references(self._reader, part) > found[part]:
                    gone.add(part)
                    others.append(part)
        return wanted not in gone

    def _parts(self, address: int) -> list[int]:
        if is_shared(self._reader, address):
            return []
        if self._reader.is_a(address, *GENERATORS):
            found = read_generator(self._world.runtime, address)
            if found is None or found.state == "running":  # which is among the frames
                return []
            return list(words_of_frames(self._world, (found.frame,), are_suspended=True))
        return parts_of(self._reader, address, _MAX_OBJECTS)


def words_of_frames(
    world: World, frames: Iterable[PyFrame], *, are_suspended: bool = False
) -> Iterator[int]:
    """The words of their variables, and of their value stacks, of which each is a reference."""
    runtime = world.runtime
    for frame in frames:
        yield from world.operands.owned(frame, is_suspended=are_suspended)
        code = runtime.codes.get(frame.code.address)
        try:
            words = slot_words(runtime, frame, code) if code is not None else ()
        except (MemoryFault, ValueError):
            continue
        yield from (word for word in words if word and not word & TAGS)


def spent(world: World, frame: PyFrame, objects: Container[int]) -> dict[str, int]:
    """Its variables with one of these objects that it does not use any more before it assigns to
    them anew; not those that other functions share."""
    code = world.runtime.codes.get(frame.code.address)
    body = None if code is None else world.bytecode.body(code)
    if code is None or body is None:
        return {}
    try:
        words = slot_words(world.runtime, frame, code)
        plain = plain_slots(world.runtime, code)
    except (MemoryFault, ValueError):
        return {}
    filled = ((name, words[index]) for index, name in plain)
    return {
        name: word
        for name, word in filled
        if word in objects and not may_use(body, frame.lasti, name)
    }


def parts_of(reader: ObjectReader, address: int, limit: int) -> list[int]:
    """What an object has at hand; of a function also at most `limit` cells that it encloses."""
    if reader.is_a(address, "function"):
        return [*reader.cells(address, limit), *reader.attributes(address).values()]
    if reader.is_a(address, "builtin_function_or_method"):
        return [reader.bound_to(address)]
    info = reader.type(address)
    if info is not None and (is_drawing(info) or info.name in _REFERRING):
        return words_of(reader, address, info)
    return [child for _, child in children(reader, address)]


def is_shared(reader: ObjectReader, address: int) -> bool:
    """Whether an object belongs to more than a job."""
    return reader.is_a(address, "type", "module") or _references(reader, address) > _WIDELY_SHARED


def _references(reader: ObjectReader, address: int) -> int:
    """How many there are; as good as endless where that is not known."""
    fields = reader.structs["PyObject"]
    at = fields.get("ob_refcnt")
    if at is None:
        return 1 << 32
    # Free-threaded: ob_ref_local, and behind it ob_ref_shared, whose two low bits are flags.
    others = reader.word(address + at + 4) >> 2 if fields["sizeof"] > _PLAIN_HEAD else 0
    return (reader.word(address + at) & 0xFFFF_FFFF) + others
