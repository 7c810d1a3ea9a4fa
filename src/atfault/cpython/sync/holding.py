"""Which thread holds which lock, and where it took it: three ways, the surer first.

    "owner"      the lock names its owner: RLock, the import lock, multiprocessing's locks
    "with"       the frame is inside of `with lock:`, and the lock is locked
    "suspected"  the frame has called acquire(), or a function that did, no release() was seen, and
                 the lock is locked; or two threads seem to be inside of the same lock

`inside` finds the latter two; this module holds them against what the locks say.
"""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.cpython.sync.inside import Inside
from atfault.cpython.sync.locks import LockState
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.model.kinds import HELD
from atfault.model.waits import Hold, HoldProof, Place, Wait

_MAX_FRAMES = 200


class _Claim(NamedTuple):
    """A thread seems to hold a lock."""

    view: ThreadView
    state: LockState
    proof: HoldProof
    place: Place | None


class Holding:
    """Tells what the threads of one process hold."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._reader = world.reader
        self._inside = Inside(world)

    def all(self, waits: dict[int, Wait]) -> tuple[Hold, ...]:
        """All holds that can be told, by thread and from the innermost frame outward."""
        claims: list[_Claim] = []
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
        claims += self._suspected(waits, claims)
        return tuple(self._judge(claims))

    def _claims(self, view: ThreadView) -> Iterator[_Claim]:
        let_go = self._inside.let_go(view.frames)
        for index, frame in enumerate(view.frames):
            given_back = self._inside.given_back(frame)
            for held in self._inside.held(frame, bare=view.is_mine(frame)):
                state = self._world.locks.state(held.lock)
                is_own = held.frame is frame
                back = given_back if is_own else self._inside.given_back(held.frame)
                if held.proof == "with" and back.get(held.lock, -1) >= (held.line or 0):
                    continue
                if state is not None and not state.is_async and held.lock not in let_go:
                    if state.kind == "condition":  # a manager's, whose lock lies there
                        state = state._replace(kind="lock")
                    place = None if held.line is None else view.user_place(index, held.line)
                    if not is_own:
                        place = self._world.place(held.frame, view.frames[index:], held.line)
                    yield _Claim(view, state, held.proof, place)
            let_go.update(given_back)

    # --- what is waited for ---

    def _of_waited(self, waits: dict[int, Wait], claims: list[_Claim]) -> Iterator[_Claim]:
        """Locks that are waited for and name their owner."""
        known = {(claim.view.tid, claim.state.identity) for claim in claims}
        for wait in waits.values():
            state = self._world.locks.state(wait.resource.address)
            tid = self._world.tid_of(state.owner) if state is not None else None
            view = self._world.views.get(tid) if tid is not None else None
            if state is None or state.kind not in HELD or view is None:
                continue
            if (view.tid, state.identity) not in known:
                known.add((view.tid, state.identity))
                yield _Claim(view, state, "owner", self._owner_place(view, state))

    def _suspected(self, waits: dict[int, Wait], claims: list[_Claim]) -> Iterator[_Claim]:
        """Locks that are waited for and that nobody is seen to hold."""
        known = {claim.state.identity for claim in claims}
        wanted = {}
        for wait in waits.values():
            state = self._world.locks.state(wait.resource.address)
            if state is None or state.kind not in ("lock", "rlock") or state.locked is False:
                continue
            if state.identity not in known:
                wanted[state.address] = state
        views = self._world.views
        for tid, wait in waits.items():
            state = wanted.get(wait.resource.address)
            own = None if state is None or tid not in views else self._own(views[tid], state)
            if own is not None:
                del wanted[own.state.address]
                yield own
        actors = {tid: view.naming_frames() for tid, view in views.items()} if wanted else {}
        for lock, (tid, frame, line) in self._inside.suspects(actors, wanted).items():
            if lock not in self._inside.let_go(views[tid].frames):
                yield _Claim(views[tid], wanted[lock], "suspected", views[tid].place(frame, line))

    def _own(self, view: ThreadView, state: LockState) -> _Claim | None:
        """That a thread which waits for a lock has taken it itself, further out on its stack, in a
        function of a package, and on every way to where that is."""
        for at, one in self._inside.in_packages(view, view.going[:_MAX_FRAMES]):
            if one.lock == state.address:
                return _Claim(view, state, "suspected", view.user_place(at, one.line))
        return None

    def _owner_place(self, view: ThreadView, state: LockState) -> Place | None:
        """Where the owner took a lock that no frame of the user's shows it to hold: the user's call
        of the library that did, logging for instance; None when no frame shows it."""
        if state.kind == "import-lock":
            return self._import_place(view, state)
        for index, frame in enumerate(view.frames):
            if any(one.lock == state.address for one in self._inside.acquired.of(frame)):
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

    def _judge(self, claims: list[_Claim]) -> Iterator[Hold]:
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
            if state.handle and state.times == 0:
                continue  # a process that was forked inside of `with` has not taken it itself
            if state.kind == "semaphore":
                if proof == "suspected":  # who acquires one need not be who releases it
                    continue
            elif state.locked is False:
                continue
            names_owner = state.kind in ("rlock", "import-lock") and not state.is_managed
            if names_owner or (state.owner and state.shared_name):
                if self._world.tid_of(state.owner) != claim.view.tid:
                    continue
                if state.kind != "lock" or proof != "suspected":  # another may release a lock
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
