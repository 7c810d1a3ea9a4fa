"""Which thread holds which lock, and where it took it.

    "owner"      the lock names its owner: RLock, the import lock, multiprocessing's Lock
    "with"       the frame is inside of `with lock:` (`with_blocks`), and the lock is locked
    "suspected"  acquire() ran in a frame that still runs, or in a helper that such a frame called,
                 no release() was seen, and the lock is locked; or two threads seem to be inside of
                 the same lock

A `with` on something else leads to locks when that something is a Condition, a generator of
contextlib.contextmanager that is itself inside of a `with`, or an ExitStack.
"""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.cpython.frames.generators import read_generator
from atfault.cpython.sync.helpers import Helpers, function_code
from atfault.cpython.sync.locks import LockState
from atfault.cpython.sync.managed import HELD, managed
from atfault.cpython.sync.subscripts import Subscripts
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.model.stacks import PyFrame
from atfault.model.waits import Hold, HoldProof, Place, Wait

_MAX_MANAGERS = 300
"""That one `with` leads to."""
_MAX_CALLBACKS = 200
_GENERATORS = ("contextlib._GeneratorContextManager", "contextlib._AsyncGeneratorContextManager")
_STACKS = ("contextlib.ExitStack", "contextlib.AsyncExitStack")
_ENTERED = frozenset(("lock", "rlock", "semaphore", "import-lock"))


def entered(world: World, manager: int, seen: set[int]) -> Iterator[int]:
    """The context managers that being inside of `with manager` is being inside of: itself, and what
    a generator of contextlib or an ExitStack has entered in turn.

    seen: managers met on the way, which grows.
    """
    reader = world.reader
    if manager in seen or len(seen) > _MAX_MANAGERS:
        return
    seen.add(manager)
    yield manager
    if reader.is_a(manager, *_GENERATORS):
        generator = reader.attribute(manager, "gen")
        if reader.is_a(generator, "generator", "async_generator"):
            suspended = read_generator(world.runtime, generator)
            if suspended is not None:
                for block in world.with_blocks.of(suspended.frame):
                    yield from entered(world, block.manager, seen)
    elif reader.is_a(manager, *_STACKS):
        callbacks = reader.attribute(manager, "_exit_callbacks")
        for item in reversed(reader.items(callbacks, _MAX_CALLBACKS)):
            parts = reader.items(item, 2)
            inner = reader.bound_to(parts[1]) if len(parts) == 2 else 0
            if inner:
                yield from entered(world, inner, seen)


class Claim(NamedTuple):
    """A thread seems to hold a lock."""

    view: ThreadView
    state: LockState
    name: str
    """What the `with` calls it, where that is not the lock itself; else ""."""
    proof: HoldProof
    place: Place | None


class Holding:
    """Tells what the threads of one process hold."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._reader = world.reader
        self._subscripts: Subscripts | None = None

    def all(self, waits: dict[int, Wait]) -> tuple[Hold, ...]:
        """All holds that can be told, by thread and from the innermost frame outward."""
        claims: list[Claim] = []
        for view in self._world.views.values():
            seen: dict[int, int] = {}
            for claim in self._claims(view):
                at = seen.setdefault(claim.state.identity, len(claims))
                if at == len(claims):
                    claims.append(claim)
                elif claim.state.kind == "rlock" and claim.proof == "with":
                    # Taken more than once: only leaving the outermost `with` gives it back.
                    claims[at] = claims[at]._replace(place=claim.place)
        claims += self._of_waited(waits, claims)
        claims += self._of_helpers(waits, claims)
        return (*self._judge(claims), *self._managed(waits))

    def _managed(self, waits: dict[int, Wait]) -> Iterator[Hold]:
        """Locks of a multiprocessing.Manager: those of `with proxy`."""
        world = self._world
        if not world.module_dict("multiprocessing.managers"):
            return
        for view in world.views.values():
            wait = waits.get(view.tid)
            waited = "" if wait is None else wait.resource.key
            for index, frame in enumerate(view.frames):
                for block in world.with_blocks.of(frame):
                    found = managed(world, block.manager, view)
                    if found is None or found.key == waited:
                        continue
                    if found.kind == "condition":
                        found = found._replace(
                            kind="lock", key=found.key.replace("condition:", "lock:")
                        )
                    if found.kind in HELD:
                        place = self._place(view, index, frame, block.line)
                        yield Hold(view.tid, world.pid, found, "with", place)

    def _claims(self, view: ThreadView) -> Iterator[Claim]:
        waiting = self._in_condition(view)
        for index, frame in enumerate(view.frames):
            for block in self._world.with_blocks.of(frame):
                place = self._place(view, index, frame, block.line)
                for address, name in self._locks_of(block.manager, set()):
                    state = self._world.locks.state(address)
                    if state is not None and state.kind in _ENTERED and address not in waiting:
                        yield Claim(view, state, name, "with", place)
                for generator in self._generators(block.manager):
                    for claim in self._acquired(view, generator):
                        yield claim._replace(place=place)
                for address in self._acquired_by(block.manager):
                    state = self._world.locks.state(address)
                    if state is not None and state.kind in _ENTERED and address not in waiting:
                        yield Claim(view, state, "", "suspected", place)
        for frame in view.frames:
            if view.is_mine(frame):
                yield from self._acquired(view, frame)

    def _in_condition(self, view: ThreadView) -> set[int]:
        """Locks that the thread let go of in Condition.wait()."""
        found = set()
        for frame in view.frames:
            if frame.code.name == "wait" and frame.code.filename.endswith("threading.py"):
                address = self._world.names.variables(frame).get("self", 0)
                state = self._world.locks.state(address)
                if state is not None and state.kind == "condition":
                    found.add(state.inner)
        return found

    def _place(
        self, view: ThreadView, index: int, frame: PyFrame, line: int | None
    ) -> Place | None:
        """The `with` line in the user's code; for one in a library, the user's call of that."""
        if view.is_mine(frame):
            return view.place(frame, line)
        for outer in view.frames[index:]:
            if view.is_mine(outer):
                return view.place(outer)
        return view.place(frame, line)

    def _locks_of(self, manager: int, seen: set[int]) -> Iterator[tuple[int, str]]:
        """(lock, name of what was entered or "") that being inside of `with manager` holds."""
        for one in entered(self._world, manager, seen):
            state = self._world.locks.state(one)
            if state is not None:
                if state.kind == "condition" and state.inner:
                    yield state.inner, "cond"
                else:
                    yield one, ""

    # --- acquire() ---

    def _generators(self, manager: int) -> Iterator[PyFrame]:
        """The suspended functions of contextlib.contextmanager that `with manager` is inside of."""
        for one in entered(self._world, manager, set()):
            if self._reader.is_a(one, *_GENERATORS):
                generator = self._reader.attribute(one, "gen")
                if self._reader.is_a(generator, "generator"):
                    suspended = read_generator(self._world.runtime, generator)
                    if suspended is not None:
                        yield suspended.frame

    def _acquired_by(self, manager: int) -> Iterator[int]:
        """Locks that the __enter__ of the program's own class has acquired: `self.lock.acquire()`
        without a release()."""
        reader = self._reader
        info = reader.type(manager)
        if info is None or not info.from_class_statement or self._world.locks.state(manager):
            return
        method = self._world.reader.method_of(manager, "__enter__")
        code = function_code(self._world, method) if method else None
        if code is None:
            return
        taken = {}
        for call in self._world.bytecode.lock_calls(code):
            taken[call.scope, call.names] = call.method == "acquire"
        for (scope, names), is_taken in taken.items():
            if is_taken and scope == "local" and names[:1] == ("self",):
                yield reader.path(manager, *names[1:])

    def _acquired(
        self, view: ThreadView, frame: PyFrame, *, in_library: bool = False
    ) -> Iterator[Claim]:
        """Locks whose acquire() has returned in this frame, without a release() since.

        in_library: acquire() of a logging handler counts as one of the lock that it has.
        """
        if frame.lasti <= 0:
            return
        code = self._world.runtime.codes.get(frame.code.address)
        if code is None:
            return
        taken: dict[tuple[str, tuple[str, ...]], int] = {}
        for call in self._world.bytecode.lock_calls(code):
            if call.offset >= self._start_of_call(frame):
                break
            key = (call.scope, call.names)
            if call.method == "acquire":
                taken[key] = call.offset
            else:
                taken.pop(key, None)
        surely = self._ways_through().named(frame) if taken else None
        if surely is not None:  # not those of a way that need not have been gone
            taken = {key: offset for key, offset in taken.items() if key in surely}
        found = [(self._world.evaluate(frame, *key), offset) for key, offset in taken.items()]
        if self._world.bytecode.names(code, "acquire"):
            found += self._ways_through().of(frame)
        for address, offset in found:
            if in_library and self._reader.is_a(address, "logging.Handler"):
                address = self._reader.attribute(address, "lock")
            state = self._world.locks.state(address) if address else None
            if state is not None and state.kind == "condition" and state.inner:
                state = self._world.locks.state(state.inner)
            if state is None or state.kind not in _ENTERED:
                continue
            line = self._world.runtime.codes.location(code, offset).line
            yield Claim(view, state, "", "suspected", view.place(frame, line))

    def _ways_through(self) -> Subscripts:
        """What was surely taken, and out of lists and dicts; imported where it is asked for."""
        if self._subscripts is None:
            self._subscripts = Subscripts(self._world)
        return self._subscripts

    def _start_of_call(self, frame: PyFrame) -> int:
        """Offset of the instruction that the frame is in: up to 3.12, where a call of Python code
        is noted down behind its inline cache, the call itself may lie a little before."""
        return frame.lasti - (8 if self._world.minor in (11, 12) else 0)

    # --- owners ---

    def _of_waited(self, waits: dict[int, Wait], claims: list[Claim]) -> Iterator[Claim]:
        """Locks that are waited for and name their owner."""
        known = {(claim.view.tid, claim.state.identity) for claim in claims}
        for wait in waits.values():
            state = self._world.locks.state(wait.resource.address)
            tid = self._world.tid_of(state.owner) if state is not None else None
            view = self._world.views.get(tid) if tid is not None else None
            if state is None or state.kind not in _ENTERED or view is None:
                continue
            if (view.tid, state.identity) not in known:
                known.add((view.tid, state.identity))
                place = self._owner_place(view, state)
                yield Claim(view, state, "", "owner", place)

    def _of_helpers(self, waits: dict[int, Wait], claims: list[Claim]) -> Iterator[Claim]:
        """Locks that are waited for, that nobody is seen to hold, and that a helper took which has
        returned: `self._enter()`, with `self.lock.acquire()` in it."""
        known = {claim.state.identity for claim in claims}
        wanted = {}
        for wait in waits.values():
            state = self._world.locks.state(wait.resource.address)
            if state is None or state.kind not in ("lock", "rlock") or state.locked is False:
                continue
            if state.identity not in known:
                wanted[state.address] = state
        if not wanted:
            return
        helpers = Helpers(self._world, self._ways_through().left_named)
        for view in self._world.views.values():
            for frame in view.naming_frames():
                for address, line in self._by_helpers(helpers, frame).items():
                    state = wanted.get(address)
                    if state is not None:
                        yield Claim(view, state, "", "suspected", view.place(frame, line))
            for index, frame in enumerate(view.frames):
                if frame.code.filename.endswith("/logging/__init__.py"):
                    for claim in self._acquired(view, frame, in_library=True):
                        if claim.state.address in wanted:
                            yield claim._replace(place=view.user_place(index))

    def _by_helpers(self, helpers: Helpers, frame: PyFrame) -> dict[int, int | None]:
        """Lock → line of the call, of the locks that calls in the frame have left locked."""
        found = dict(helpers.taken(frame, self._start_of_call(frame)))
        code = self._world.runtime.codes.get(frame.code.address)
        if code is not None:
            for address, offset in self._ways_through().by_helpers(frame):
                if address not in found:
                    found[address] = self._world.runtime.codes.location(code, offset).line
        return found

    def _owner_place(self, view: ThreadView, state: LockState) -> Place | None:
        """Where the owner took a lock that no frame of the user's shows it to hold: the user's call
        of the library that did, logging for instance; None when no frame shows it."""
        if state.kind == "import-lock":
            return self._import_place(view, state)
        for index, frame in enumerate(view.frames):
            for claim in self._acquired(view, frame, in_library=True):
                if claim.state.address == state.address:
                    return view.user_place(index)
        return None

    def _import_place(self, view: ThreadView, state: LockState) -> Place | None:
        """The user's line that imports the module whose import lock this is."""
        module = state.module
        for index, frame in enumerate(view.frames):
            if frame.code.name == "_find_and_load" and "importlib" in frame.code.filename:
                name = self._world.names.variables(frame).get("name", 0)
                if module and self._reader.text(name) == module:
                    return view.user_place(index)
        return None

    # --- who really holds it ---

    def _judge(self, claims: list[Claim]) -> Iterator[Hold]:
        """Holds, of the claims that the locks themselves do not contradict."""
        inside: dict[int, int] = {}
        suspects: dict[int, set[int]] = {}
        for claim in claims:
            if claim.proof == "with" and claim.state.kind == "lock":
                inside[claim.state.address] = inside.get(claim.state.address, 0) + 1
            elif claim.state.kind == "lock":
                suspects.setdefault(claim.state.address, set()).add(claim.view.tid)
        for claim in claims:
            state, proof = claim.state, claim.proof
            if state.kind == "semaphore":
                if proof == "suspected":  # who acquires one need not be who releases it
                    continue
            elif state.locked is False:
                continue
            if state.kind in ("rlock", "import-lock") or (state.owner and state.shared_name):
                if self._world.tid_of(state.owner) != claim.view.tid:
                    continue
                proof = "owner"
            elif state.kind == "lock":
                others = inside.get(state.address, 0)
                if proof == "suspected" and (others or len(suspects[state.address]) > 1):
                    continue
                if others > 1:
                    proof = "suspected"
            name = self._world.name(state.address, claim.view)
            resource = self._world.locks.resource(state, name)
            yield Hold(claim.view.tid, self._world.pid, resource, proof, claim.place)
