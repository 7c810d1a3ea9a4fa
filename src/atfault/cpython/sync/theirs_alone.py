"""What jobs that lie in a queue alone lead to: nobody but who takes these can end a wait for it.

    queue ── job ── action() ── cell ── observer ── on_completed() ── cell ── latch
                                                                    frame ────┘  of who waits

All references to such an object, and to what leads there, are counted: those of the jobs, of what
belongs to these alone, and of the frames of who waits. One more, that is not found, is somebody
else's, and so all that it leads to.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from atfault.cpython.frames.frame_locals import slot_words
from atfault.cpython.frames.frame_slots import TAGS
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.reachable import children
from atfault.errors import MemoryFault

_MAX_OBJECTS = 6_000
_WIDELY_SHARED = 16
"""References from which on an object belongs to more than a job: the reactor, a logger."""


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

    def has(self, wanted: int, waiting: Iterable[ThreadView]) -> bool:
        """Whether nobody else has it. waiting: the threads that wait for it."""
        if wanted not in self._leads_to:
            return False
        found = self._found.copy()
        for view in waiting:
            found.update(self._in_frames(view))
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
        return parts_of(self._reader, address, _MAX_OBJECTS)

    def _in_frames(self, view: ThreadView) -> Iterable[int]:
        """The words of its variables, of which each is a reference. Of what lies on its value stack
        that holds up to 3.10, where a call's arguments stay with the caller; later, a function of
        Python's has taken them over, or they are borrowed."""
        runtime = self._world.runtime
        for frame in view.frames:
            if runtime.version[1] <= 10:
                yield from self._world.operands.live(frame)
            code = runtime.codes.get(frame.code.address)
            try:
                words = slot_words(runtime, frame, code) if code is not None else ()
            except (MemoryFault, ValueError):
                continue
            yield from (word for word in words if word and not word & TAGS)


def parts_of(reader: ObjectReader, address: int, limit: int) -> list[int]:
    """What an object has at hand; of a function also at most `limit` cells that it encloses."""
    if not reader.is_a(address, "function"):
        return [child for _, child in children(reader, address)]
    return [*reader.cells(address, limit), *reader.attributes(address).values()]


def is_shared(reader: ObjectReader, address: int) -> bool:
    """Whether an object belongs to more than a job."""
    return reader.is_a(address, "type", "module") or _references(reader, address) > _WIDELY_SHARED


def _references(reader: ObjectReader, address: int) -> int:
    """How many there are; as good as endless where that is not known."""
    at = reader.structs["PyObject"].get("ob_refcnt")
    return reader.word(address + at) & 0xFFFF_FFFF if at is not None else 1 << 32
