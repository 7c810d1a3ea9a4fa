"""Which threads can never move again: the reasoning that all hang rules share.

A thread is stuck when every one of its waits is without a timeout, and everybody who could end the
wait is stuck as well. Who could end it depends on what is waited for:

    a lock that a thread holds, a join, the GIL      that thread
    a child process                                  the child's main thread
    a pipe or local socket                           the processes that have its other end
    a file lock                                      the process that has locked it
    a queue, event, future, a lock nobody holds      any Python thread of the process
    a network socket, a file, time, native code      the world outside: never counted as stuck

The largest set of threads with that property is found by taking all that wait and removing, until
nothing changes, each one that somebody outside the set could wake.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from atfault.diagnose.parties import (
    HELPERS,
    Key,
    Link,
    Party,
    can_act,
    crosses_processes,
    fact,
    is_helper,
    runs,
    writes,
)
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.state import ProcessState
from atfault.model.waits import Hold, Place, Wait

OWNED = frozenset(("lock", "rlock", "import-lock", "mutex", "rwlock", "gil"))
SHARED_BY_ALL = frozenset(
    (
        "lock",
        "rlock",
        "import-lock",
        "condition",
        "semaphore",
        "event",
        "barrier",
        "queue",
        "future",
    )
)
"""What any Python thread could release, set, fill or complete, when no holder is known."""
BROUGHT = ("event", "condition", "queue")
"""What nobody holds: somebody has to set, notify, fill or empty it."""
CHANNELS = frozenset(("pipe", "socket"))
DEFAULT_HANDLERS = frozenset((2, 4, 6, 7, 8, 11, 32, 33, 34))
"""Signals that Python, faulthandler and the C library catch without the program's asking."""
SIGCHLD = 17
"""Comes to nobody without children."""
LOADER = ("_worker_loop", "/data/_utils/worker.py")
"""A worker of torch's DataLoader."""
LOADER_SIGNALS = frozenset((7, 8, 11, 15))
"""Those that torch catches in it, in C++, to report how it died."""
MAX_LINKS = 64


class Hang:
    """The wait-for relations of a process and its family at one moment."""

    def __init__(self, case: Case) -> None:
        state = case.process
        self.state = state
        self.states = {s.process.pid: s for s in case.processes}
        self.parties: dict[Key, Party] = {}
        self._holders: dict[str, list[tuple[Party, Hold]]] = {}
        self._ends: dict[str, list[tuple[int, str, bool]]] = {}
        for one in self.states.values():
            self._add(one)
        relatives = () if isinstance(state.waiting.relatives, Absent) else state.waiting.relatives
        self._roles = {one.pid: one.role for one in reversed(relatives)}
        self._acting: dict[frozenset[int], tuple[Key, ...]] = {}
        self._signals: dict[int, bool] = {}
        self._ordered: list[Party] = []
        self._leading: dict[Key, list[list[Link]]] | None = None
        self.sees_whole_family = _sees_whole_family(state, self.states.keys())
        self.links: dict[Key, list[Link]] = {}
        for party in self.parties.values():
            self.links[party.key] = [
                link for wait in party.waits for link in self._known(party, wait)
            ]
        self.stuck = self._fixpoint(frozenset())
        self._add_sole_providers()

    def _add(self, state: ProcessState) -> None:
        pid = state.process.pid
        waits: dict[int, list[Wait]] = {}
        holds: dict[int, list[Hold]] = {}
        for wait in state.waiting.waits:
            waits.setdefault(wait.tid, []).append(wait)
        for hold in state.waiting.holds:
            holds.setdefault(hold.tid, []).append(hold)
        for end in state.waiting.channel_ends:
            self._ends.setdefault(end.key, []).append((end.pid, end.direction, end.is_peer))
        for thread in state.threads:
            tid = thread.thread.tid
            name = thread.name or str(tid)
            if thread.python_name == "" and not isinstance(thread.python, Absent) and tid == pid:
                name = "MainThread"
            label = f'"{name}"' if name != str(tid) else f"thread {tid}"
            if pid != self.state.process.pid:
                label += f" of process {pid}"
            own, held = tuple(waits.get(tid, ())), tuple(holds.get(tid, ()))
            party = Party(pid, tid, name, label, thread, state, own, held)
            self.parties[party.key] = party
            for hold in held:
                self._holders.setdefault(hold.resource.key, []).append((party, hold))

    # --- who could end a wait ---

    def holders(self, key: str) -> list[tuple[Party, Hold]]:
        """The threads that hold the resource with that key, and how that is known."""
        return self._holders.get(key, [])

    def _known(self, party: Party, wait: Wait) -> list[Link]:
        """The threads that are known by name to be the only ones who could end it; () if unknown.

        With several holders of a lock that only one can have, some are mistaken (`with a:` around
        an `a.release()`): then another thread is believed rather than the waiting one itself.
        """
        kind = wait.resource.kind
        if wait.target_tid is not None:
            target = self.parties.get((wait.target_pid or party.pid, wait.target_tid))
            hold = self._hold_of(target, wait) if target is not None else None
            return [] if target is None else [Link(party, wait, target, hold)]
        if kind == "gil":
            holder = party.state.gil.holder_tid if party.state.gil.known else None
            target = None if holder is None else self.parties.get((party.pid, holder))
            return [] if target is None else [Link(party, wait, target, None)]
        if kind == "process":
            child = wait.target_pid or 0
            target = self.parties.get((child, child))
            return [] if target is None else [Link(party, wait, target, None)]
        if kind == "file":
            owner = self._lock_owner(wait)
            keys = () if owner is None else self._actors(frozenset((owner,)))
            return [Link(party, wait, self.parties[keys[0]], None)] if len(keys) == 1 else []
        if kind in OWNED or kind == "semaphore":
            found = [Link(party, wait, by, hold) for by, hold in self.holders(wait.resource.key)]
            others = [link for link in found if link.by.key != party.key]
            if kind == "semaphore":  # all of them keep it; another one makes the clearer ring
                return [*others, *[link for link in found if link.by.key == party.key]]
            return others if others and len(others) < len(found) else found
        return []

    def _lock_owner(self, wait: Wait) -> int | None:
        """The process that has locked the file whose lock is waited for, if it was looked at."""
        owner = fact(wait, "lock_owner")
        is_lock = fact(wait, "file_lock") or fact(wait, "operation") == "lock"
        return owner if is_lock and isinstance(owner, int) and owner in self.states else None

    @staticmethod
    def _hold_of(party: Party, wait: Wait) -> Hold | None:
        for hold in party.holds:
            if hold.resource.key == wait.resource.key:
                return hold
        return None

    def other_ends(self, party: Party, wait: Wait) -> set[int] | None:
        """Pids of the processes that have the end open which could end a wait on a pipe or local
        socket; None when that is not known: with nobody there, the kernel would end the wait."""
        ends = self._ends.get(wait.resource.key)
        if not ends:
            return None
        wanted = "read" if writes(party, wait) else "write"
        if wait.resource.kind == "pipe":
            return {pid for pid, direction, _ in ends if direction in (wanted, "both")} or None
        peers = {pid for pid, _, is_peer in ends if is_peer}
        return peers or None

    def providers(self, party: Party, wait: Wait) -> list[Key] | None:
        """The threads of which any could end the wait; None when something outside could."""
        needs = self._needs(party, wait)
        if needs is None:
            return None
        keys, pids = needs
        return keys or [key for key in self._actors(pids) if key != party.key]

    def _needs(self, party: Party, wait: Wait) -> tuple[list[Key], frozenset[int]] | None:
        """As `providers`: the threads themselves, or the processes any of whose threads it is."""
        links = [link for link in self.links[party.key] if link.wait is wait]
        if links:
            return [link.by.key for link in links], frozenset()
        pids = self._acting_processes(party, wait)
        if pids is None or any(map(self.handles_signals, pids)):
            return None
        return [], frozenset(pids)

    def _actors(self, pids: frozenset[int]) -> tuple[Key, ...]:
        """The threads of these processes that could end a wait."""
        known = self._acting.get(pids)
        if known is None:
            known = self._acting[pids] = tuple(
                key
                for key, party in self.parties.items()
                if party.pid in pids and self.role(party.pid) not in HELPERS and can_act(party)
            )
        return known

    def _add_sole_providers(self) -> None:
        """Where an event, condition or queue, or work for an event loop, is waited for, and one
        thread alone is left that could bring it, which by what is known waits for the waiting one:
        that closes a ring."""
        found = []
        for key in sorted(self.stuck):
            party = self.parties[key]
            if self.links.get(key) or len(party.waits) != 1:
                continue
            wait = party.waits[0]
            is_brought = wait.resource.kind in BROUGHT or fact(wait, "event_loop")
            if not is_brought or fact(wait, "idle_worker"):
                continue
            keys = self.providers(party, wait) or []
            others = [self.parties[other] for other in keys if not self._joins(other)]
            if len(others) == 1:
                behind = [link for link in self.chain(others[0]) if link.by.key == key]
                if behind:
                    wait = wait._replace(place=_awaiting(behind[0]) or wait.place)
                    found.append(Link(party, wait, others[0], None))
        for link in found:
            self.links[link.who.key] = [link]

    def _joins(self, key: Key) -> bool:
        """Whether a thread waits for the end of others, and so for all that they wait for."""
        waits = self.parties[key].waits
        return bool(waits) and all(one.resource.kind in ("thread", "process") for one in waits)

    def _acting_processes(self, party: Party, wait: Wait) -> set[int] | None:
        """Pids of the processes any of whose threads could end the wait; None when others could."""
        kind = wait.resource.kind
        if fact(wait, "event_loop"):
            nothing = fact(wait, "watched") == 0
            return {party.pid} if nothing else self._waking_processes(party)
        if kind in CHANNELS:
            if wait.resource.name.startswith("the pipe /"):
                return None  # has a name, so that anybody can open it
            found = self.other_ends(party, wait)
            return None if found is None or not found <= self.states.keys() else found
        if kind == "file" and self._lock_owner(wait) is not None:
            return set(self.states)  # a fork shares the lock
        if kind not in SHARED_BY_ALL:
            return None
        if crosses_processes(party, wait):
            return set(self.states) if self.sees_whole_family else None
        return {party.pid}

    def _waking_processes(self, party: Party) -> set[int] | None:
        """Of an event loop that waits without a timer: the process alone, when the only descriptor
        that it watches is the socket through which threads wake it; None when there are others.

        The pair of sockets is the one channel of the process of which it has both ends."""
        ends = [end for end in party.state.waiting.channel_ends if end.pid == party.pid]
        own = {end.key for end in ends if not end.is_peer} & {
            end.key for end in ends if end.is_peer
        }
        watched = {end.key for end in party.state.waiting.channel_ends if not end.is_peer}
        return {party.pid} if len(own) == 1 and watched == own else None

    def handles_signals(self, pid: int) -> bool:
        """Whether the program asked for signals, so that its main thread may act upon one."""
        if pid not in self._signals:
            self._signals[pid] = self._asked_for_signals(self.states[pid])
        return self._signals[pid]

    def _asked_for_signals(self, state: ProcessState) -> bool:
        pid = state.process.pid
        if isinstance(state.python, Absent) or isinstance(
            state.surroundings.caught_signals, Absent
        ):
            return False
        if self.role(pid) in HELPERS:
            return False
        caught = set(state.surroundings.caught_signals)
        if not any(other.process.ppid == pid for other in self.states.values()):
            caught.discard(SIGCHLD)
        if any(runs(party, LOADER) for party in self.parties.values() if party.pid == pid):
            caught -= LOADER_SIGNALS
        return not DEFAULT_HANDLERS.issuperset(caught)

    def role(self, pid: int) -> str:
        """What a relative of the process is: "multiprocessing-fork"; "" when unknown."""
        return self._roles.get(pid, "")

    # --- who is stuck ---

    def stuck_behind(self, party: Party) -> frozenset[Key]:
        """The threads that never move again if that one does not."""
        return self._fixpoint(frozenset((party.key,)))

    def _fixpoint(self, assumed: frozenset[Key]) -> frozenset[Key]:
        single: dict[Key, set[Key]] = {key: set() for key in assumed}
        groups: dict[Key, set[frozenset[int]]] = {key: set() for key in assumed}
        for key, party in self.parties.items():
            if key in assumed or not party.waits or any(wait.timeout for wait in party.waits):
                continue
            found = [self._needs(party, wait) for wait in party.waits]
            if all(one is not None for one in found):
                needs = [one for one in found if one is not None]
                single[key] = {other for keys, _ in needs for other in keys}
                groups[key] = {pids for _, pids in needs if pids}
        stuck = set(single)
        changed = True
        while changed:
            closed = {
                pids: stuck.issuperset(self._actors(pids))
                for pids in {pids for key in stuck for pids in groups[key]}
            }
            free = [
                key
                for key in stuck
                if not (single[key] <= stuck and all(closed[pids] for pids in groups[key]))
            ]
            changed = bool(free)
            stuck.difference_update(free)
        return frozenset(stuck)

    def cycles(self) -> list[tuple[Link, ...]]:
        """The cycles of known holders, joins and children, each once; every thread in them waits
        for that alone and without a timeout."""
        found: list[tuple[Link, ...]] = []
        done: set[Key] = set()
        for key in self.parties:
            path: list[Link] = []
            at: dict[Key, int] = {}
            while key not in done and key not in at:
                at[key] = len(path)
                link = self._next(key)
                if link is None:
                    break
                path.append(link)
                key = link.by.key
            else:
                if key in at:
                    found.append(tuple(path[at[key] :]))
            done.update(at)
        return found

    def _next(self, key: Key) -> Link | None:
        """The one step from a thread that is stuck to who must move first."""
        party = self.parties[key]
        if key not in self.stuck or len(party.waits) != 1:
            return None
        links = self.links[key]
        inside = [link for link in links if link.by.key in self.stuck]
        return inside[0] if inside else None

    def chain(self, party: Party) -> list[Link]:
        """From a thread along known waits to the last one known; stops before a cycle closes."""
        links: list[Link] = []
        seen = {party.key}
        while len(links) < MAX_LINKS and len(party.waits) == 1:
            following = self.links[party.key]
            if not following or following[0].by.key in seen:
                break
            links.append(following[0])
            party = following[0].by
            seen.add(party.key)
        return links

    def main_threads(self) -> Iterator[Party]:
        """Of the process itself first, then of its family."""
        for pid in self.states:
            for party in self.parties.values():
                if party.pid == pid and party.is_main:
                    yield party
                    break

    def in_order(self) -> Iterable[Party]:
        """All threads: the process's own first, the main thread before the others."""
        if not self._ordered:
            own = self.state.process.pid
            self._ordered = sorted(
                self.parties.values(), key=lambda p: (p.pid != own, p.pid, not p.is_main)
            )
        return self._ordered

    def leading_to(self, party: Party) -> list[list[Link]]:
        """The chains of waits that end at the thread, the main thread's first."""
        if self._leading is None:
            self._leading = {}
            for other in self.in_order():
                chain = self.chain(other)
                if chain:
                    self._leading.setdefault(chain[-1].by.key, []).append(chain)
        return self._leading.get(party.key, [])


def _awaiting(link: Link) -> Place | None:
    """Where the task awaits that holds what is waited for; None where it is no task's."""
    address = fact(link.wait, "kept_task")
    for task in link.by.state.waiting.tasks if address else ():
        mine = [frame for frame in task.frames if frame.mine]
        if task.address == address and mine:
            return Place(mine[-1].file, mine[-1].line, mine[-1].function, mine=True)
    return None


def _sees_whole_family(state: ProcessState, looked_at: Collection[int]) -> bool:
    """Whether all processes that may share a queue of multiprocessing were looked at: those that
    the process started and that live, and its parent, where it is itself such a worker."""
    if isinstance(state.waiting.relatives, Absent):
        return False
    for relative in state.waiting.relatives:
        if relative.relation in ("child", "descendant"):
            if relative.pid not in looked_at and not relative.has_died and not is_helper(relative):
                return False
        elif relative.relation == "parent":
            argv = state.process.argv
            if argv == relative.argv or "--multiprocessing-fork" in argv:
                return False
    return True


_last: list[tuple[Case, Hang]] = []


def hang_of(case: Case) -> Hang:
    """The relations of `case`; the last ones are kept, since every hang rule asks for them."""
    if not _last or _last[0][0] is not case:
        _last[:] = [(case, Hang(case))]
    return _last[0][1]
