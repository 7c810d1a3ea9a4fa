"""What code that has not come to its end holds: a thread's frame, a suspended generator or task.

    "with"       it is inside of `with lock:` (`with_blocks`), or of `with` something that has
                 entered one in turn: a Condition, a generator of contextlib, an ExitStack
    "suspected"  it has called acquire() (`acquired`), or is inside of `with` something whose
                 __enter__ has

Who asks holds that against the lock itself: it may be free, or name another owner.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from atfault.cpython.sync.acquired import Acquired, Taken
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.cpython.sync.unfinished import driven, of_contextlib, to_leave
from atfault.model.roles import is_standard_code
from atfault.model.stacks import PyFrame
from atfault.model.waits import HoldProof


class Held(NamedTuple):
    lock: int
    line: int | None
    """Of the frame: that of the `with`, or of the call of acquire(); None where not known."""
    proof: HoldProof
    frame: PyFrame
    """Which has taken it: the one that was asked about, or a generator that goes on with it."""


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
        """What a frame holds, and the generators that it iterates over; bare: also by acquire() in
        the frame itself."""
        yield from self._of(frame, bare)
        for generator in driven(self._world, frame):
            yield from self._of(generator, bare=True)

    def _of(self, frame: PyFrame, bare: bool) -> Iterator[Held]:
        for manager, line, within in to_leave(self._world, frame):
            lock = self._lock_of(manager)
            if lock:
                yield Held(lock, line, "with", within)
                continue
            for lock in self._suspected(manager):
                yield Held(lock, line, "suspected", within)
        if bare:
            for lock, line, _ in self.acquired.of(frame):
                yield Held(lock, line, "suspected", frame)

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
        for manager, line, _ in to_leave(self._world, frame):
            for lock in self._suspected(manager, perhaps=True):
                yield Taken(lock, line, is_sure=False)

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
        for manager, line, _ in to_leave(self._world, frame):
            generator = of_contextlib(self._world, manager)
            for lock in self.acquired.given_back(generator) if generator is not None else ():
                found.setdefault(lock, line or 0)
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
