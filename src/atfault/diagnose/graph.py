"""The wait-for graph: threads and what they wait for, over one process or a family of them.

    thread:11 ── waits-for ──▶ lock:0x7f…a0@9 ── held-by ──▶ thread:12 ── waits-for ──▶ …

A lock is held by one thread, so whoever waits for it waits for that thread (AND). A queue, an event
or a condition has no holder: any other thread might come along and wake the waiter (OR). Three
questions follow from this, and the rules ask no others:

    cycles()        who waits for whom in a circle, through holders that are known
    could_wake(w)   which threads might end this wait and may themselves still move
    stuck()         the threads that nothing can wake any more: the greatest set in which each one
                    can be woken by others of the set alone

Pure: reads ProcessState, nothing else.
"""

from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from atfault.model.family import ChannelEnd
    from atfault.model.stacks import ThreadState
    from atfault.model.state import ProcessState
    from atfault.model.waits import Hold, Resource, Wait

HELD_KINDS = frozenset(("lock", "rlock", "import-lock", "mutex", "rwlock", "gil"))
"""Resources that a thread takes and gives back itself."""
OPEN_KINDS = frozenset(
    ("condition", "semaphore", "event", "barrier", "queue", "future", "native-condition", "task")
)
"""Resources that any other thread of the process may release."""
MAX_CYCLES = 64
MAX_PROCESSES = 256


class Wakers(NamedTuple):
    """Who could end a wait."""

    tids: frozenset[int]
    outside: str = ""
    """Something beyond the threads that were looked at could: "time", "another process", "the GPU",
    "a holder that is not known"; "" when nothing else can."""


class Link(NamedTuple):
    """One step of a cycle: a thread waits for what the next one has."""

    tid: int
    wait: Wait
    hold: Hold | None
    """How the next thread has it; None when it is waited for itself (join)."""


class Cycle(NamedTuple):
    """Threads in a circle; the last waits for the first. One link is a self-deadlock."""

    links: tuple[Link, ...]

    @property
    def tids(self) -> tuple[int, ...]:
        return tuple([link.tid for link in self.links])

    @property
    def is_certain(self) -> bool:
        """Every holder is known (not suspected), and no wait was told from names alone."""
        return all(
            link.wait.exact and (link.hold is None or link.hold.proof != "suspected")
            for link in self.links
        )

    @property
    def ends_by_itself(self) -> bool:
        """Some wait in it has a timeout."""
        return any(link.wait.timeout is True for link in self.links)

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset([link.wait.resource.kind for link in self.links])


class Graph:
    """Holds and waits of a process and its family, by thread and by resource."""

    def __init__(self, state: ProcessState) -> None:
        self.states = tuple(_family(state))
        self.threads: dict[int, ThreadState] = {}
        self.pid_of: dict[int, int] = {}
        self.waits: dict[int, tuple[Wait, ...]] = {}
        """Kernel thread id → its waits; several are alternatives."""
        self.holds: dict[int, tuple[Hold, ...]] = {}
        self._owners: dict[str, list[Hold]] = {}
        self._waiters: dict[str, list[Wait]] = {}
        self._ends: dict[str, list[ChannelEnd]] = {}
        self._stuck: frozenset[int] | None = None
        self._cycles: tuple[Cycle, ...] | None = None
        self._others: dict[int, frozenset[int]] = {}
        for one in self.states:
            self._add(one)

    def _add(self, state: ProcessState) -> None:
        pid = state.process.pid
        for thread in state.threads:
            self.threads[thread.thread.tid] = thread
            self.pid_of[thread.thread.tid] = pid
        for wait in state.waits:
            self.waits[wait.tid] = (*self.waits.get(wait.tid, ()), wait)
            self._waiters.setdefault(wait.resource.key, []).append(wait)
        for hold in state.holds:
            self.holds[hold.tid] = (*self.holds.get(hold.tid, ()), hold)
            self._owners.setdefault(hold.resource.key, []).append(hold)
        for end in state.channel_ends:
            ends = self._ends.setdefault(end.key, [])
            if end not in ends:
                ends.append(end)

    # -- who has it, who wants it --

    def owners(self, resource: Resource) -> tuple[Hold, ...]:
        """The holders; those that are known before those that are suspected."""
        found = self._owners.get(resource.key, [])
        return tuple(sorted(found, key=lambda hold: hold.proof == "suspected"))

    def waiters(self, resource: Resource) -> tuple[Wait, ...]:
        """The waits for it, in the order of the threads."""
        return tuple(self._waiters.get(resource.key, ()))

    def is_idle(self, tid: int) -> bool:
        """A thread of a native pool that waits for work: it will set nothing by itself."""
        waits = self.waits.get(tid, ())
        return any(name == "idle_pool" for wait in waits for name, _ in wait.resource.facts)

    def wakers(self, wait: Wait) -> Wakers:
        """The threads that could end this wait, whether or not they can move themselves."""
        found = self._wakers(wait)
        return found._replace(tids=found.tids - {wait.tid}) if wait.tid in found.tids else found

    def _wakers(self, wait: Wait) -> Wakers:
        """As `wakers`; for what any thread could end, the one set of `_other_threads` itself, which
        names the waiter too."""
        kind = wait.resource.kind
        if kind in HELD_KINDS:
            return self._holders_of(wait)
        if kind == "thread":
            if wait.target_tid in self.threads:
                return Wakers(frozenset((wait.target_tid,)))
            return Wakers(frozenset(), "a thread that was not looked at")
        if kind == "process":
            return self._process(wait.target_pid)
        if kind in ("pipe", "socket") or _fact(wait.resource, "channel"):
            return self._other_side(wait)
        if kind in OPEN_KINDS:
            if kind == "future" and wait.target_tid in self.threads:
                return Wakers(frozenset((wait.target_tid,)))
            return Wakers(self._other_threads(wait.tid))
        if kind == "file" and wait.target_pid is not None:
            return self._process(wait.target_pid)
        return Wakers(frozenset(), _OUTSIDE.get(kind, "something that is not known"))

    def could_wake(self, wait: Wait) -> Wakers:
        """As `wakers`, without the threads that are stuck themselves."""
        found = self.wakers(wait)
        return found._replace(tids=found.tids - self.stuck())

    # -- what will never move again --

    def stuck(self) -> frozenset[int]:
        """Threads that nothing can wake: neither time, nor the outside, nor a thread that moves."""
        if self._stuck is None:
            self._stuck = self._find_stuck()
        return self._stuck

    def _find_stuck(self) -> frozenset[int]:
        """Start from the threads that may move, and add whomever one of them could wake."""
        wakes: dict[int, list[int]] = {}
        any_other: dict[int, list[int]] = {}
        moving: list[int] = []
        for tid in self.threads:
            waits = self.waits.get(tid)
            if not waits:
                moving.append(tid)
                continue
            for wait in waits:
                found = self._wakers(wait)
                if found.outside or wait.timeout is True:
                    moving.append(tid)
                    break
                if found.tids is self._others.get(self.pid_of[tid], ()):
                    any_other.setdefault(self.pid_of[tid], []).append(tid)
                else:
                    for waker in found.tids - {tid}:
                        wakes.setdefault(waker, []).append(tid)
        free: set[int] = set()
        while moving:
            tid = moving.pop()
            if tid in free:
                continue
            free.add(tid)
            moving += wakes.get(tid, ())
            if not self.is_idle(tid):
                moving += any_other.pop(self.pid_of[tid], ())
        return frozenset(tid for tid in self.threads if tid not in free)

    def _holders_of(self, wait: Wait) -> Wakers:
        tids = {hold.tid for hold in self._owners.get(wait.resource.key, ())}
        if wait.target_tid is not None:
            tids.add(wait.target_tid)
        living = frozenset(tids & self.threads.keys())
        if living:
            return Wakers(living)
        if wait.resource.kind == "lock":
            # A plain lock may be released by whoever likes.
            return Wakers(self._other_threads(wait.tid))
        if _fact(wait.resource, "dead_owner"):
            return Wakers(frozenset())
        return Wakers(frozenset(), "a holder that is not known")

    def _other_threads(self, tid: int) -> frozenset[int]:
        """The threads of the process, idle pools left out; one set a process."""
        pid = self.pid_of.get(tid, 0)
        found = self._others.get(pid)
        if found is None:
            found = frozenset(
                t for t, owner in self.pid_of.items() if owner == pid and not self.is_idle(t)
            )
            self._others[pid] = found
        return found

    def _process(self, pid: int | None) -> Wakers:
        """A process ends when its main thread does."""
        if pid is not None and self.pid_of.get(pid) == pid:
            return Wakers(frozenset((pid,)))
        return Wakers(frozenset(), "another process")

    def _other_side(self, wait: Wait) -> Wakers:
        """The threads of the processes that have the other end open."""
        resource = wait.resource
        key = str(_fact(resource, "channel") or resource.key)
        ends = self._ends.get(key)
        if not ends:
            return Wakers(frozenset(), "the other end, which is not known")
        writes = _fact(resource, "use") == "write"
        pids = set()
        for end in ends:
            if end.is_peer or end.direction in (("read", "both") if writes else ("write", "both")):
                pids.add(end.pid)
        known = {state.process.pid for state in self.states}
        tids = frozenset(tid for tid, pid in self.pid_of.items() if pid in pids and tid != wait.tid)
        return Wakers(tids, "another process" if pids - known else "")

    # -- circles --

    def cycles(self) -> tuple[Cycle, ...]:
        """Circles of threads, each waiting for what the next one has; one for each group of threads
        that wait for one another. Certain ones first."""
        if self._cycles is None:
            found = []
            for group in self._groups():
                cycle = self._shortest(group)
                if cycle is not None:
                    found.append(cycle)
            found.sort(key=lambda c: (not c.is_certain, c.ends_by_itself, len(c.links)))
            self._cycles = tuple(found[:MAX_CYCLES])
        return self._cycles

    def next_of(self, tid: int) -> list[tuple[Link, int]]:
        """(link, the thread that it leads to), through holders, joins and futures alone."""
        found: list[tuple[Link, int]] = []
        waits = self.waits.get(tid, ())
        if len(waits) != 1:
            return found  # one of several alternatives is no reason to be stuck
        wait = waits[0]
        if wait.resource.kind in HELD_KINDS:
            owners = self.owners(wait.resource)
            for hold in owners:
                if hold.tid in self.threads:
                    found.append((Link(tid, wait, hold), hold.tid))
            if not owners and wait.target_tid in self.threads:
                assert wait.target_tid is not None
                found.append((Link(tid, wait, None), wait.target_tid))
        elif wait.target_tid is not None:
            if wait.target_tid in self.threads:
                found.append((Link(tid, wait, None), wait.target_tid))
        elif wait.target_pid is not None and self.pid_of.get(wait.target_pid) == wait.target_pid:
            found.append((Link(tid, wait, None), wait.target_pid))
        elif wait.resource.kind in ("pipe", "socket"):
            # The one thread of a process that is alone at the other end.
            wakers = self.wakers(wait)
            if len(wakers.tids) == 1 and not wakers.outside:
                (other,) = wakers.tids
                found.append((Link(tid, wait, None), other))
        return found

    def _groups(self) -> Iterator[list[int]]:
        """Strongly connected components with a cycle in them (Tarjan, without recursion)."""
        edges = {tid: [to for _, to in self.next_of(tid)] for tid in self.waits}
        index: dict[int, int] = {}
        low: dict[int, int] = {}
        path: list[int] = []
        on_path: set[int] = set()
        for root in edges:
            if root in index:
                continue
            work = [(root, iter(edges[root]))]
            index[root] = low[root] = len(index)
            path.append(root)
            on_path.add(root)
            while work:
                tid, rest = work[-1]
                for to in rest:
                    if to not in index:
                        index[to] = low[to] = len(index)
                        path.append(to)
                        on_path.add(to)
                        work.append((to, iter(edges.get(to, ()))))
                        break
                    if to in on_path:
                        low[tid] = min(low[tid], index[to])
                else:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[tid])
                    if low[tid] == index[tid]:
                        at = path.index(tid)
                        group = path[at:]
                        del path[at:]
                        on_path.difference_update(group)
                        if len(group) > 1 or tid in edges.get(tid, ()):
                            yield group

    def _shortest(self, group: list[int]) -> Cycle | None:
        """A shortest circle through the group, breadth first from each of a few members."""
        members = set(group)
        best: list[Link] | None = None
        for start in group[:16]:
            came: dict[int, tuple[int, Link]] = {}
            queue = [start]
            for tid in queue:
                for link, to in self.next_of(tid):
                    if to == start:
                        links = [link]
                        while tid != start:
                            tid, link = came[tid]
                            links.append(link)
                        if best is None or len(links) < len(best):
                            best = links[::-1]
                        queue = []
                        break
                    if to in members and to not in came:
                        came[to] = (tid, link)
                        queue.append(to)
                else:
                    continue
                break
        return None if best is None else Cycle(tuple(best))


_OUTSIDE = {
    "time": "time",
    "gpu": "the GPU",
    "fd": "the other end, which is not known",
    "file": "a file",
    "socket": "the other end",
}


def _family(state: ProcessState) -> Iterator[ProcessState]:
    """The process, its family and theirs, each once, bounded."""
    queue = [state]
    seen: set[int] = set()
    for one in queue:
        if one.process.pid in seen or len(seen) >= MAX_PROCESSES:
            continue
        seen.add(one.process.pid)
        queue += one.family
        yield one


def _fact(resource: Resource, name: str) -> int | str | None:
    for key, value in resource.facts:
        if key == name:
            return value
    return None


_LAST: list[Graph] = []


def graph_of(state: ProcessState) -> Graph:
    """The graph of a process and its family; the last one made is kept for the next rule."""
    if _LAST and _LAST[0].states[0] is state:
        return _LAST[0]
    graph = Graph(state)
    _LAST[:] = [graph]
    return graph


# What a forked child inherits


def lost_holder(state: ProcessState, wait: Wait, parent: ProcessState | None) -> Hold | None:
    """Who took a lock in the parent before the fork, for a wait of the child `state` that nobody
    there can end: a hold of the parent on the same kind of lock at the same address.

    An RLock or mutex names its owner, who then must be no thread of the child.
    """
    resource = wait.resource
    if resource.kind not in HELD_KINDS or parent is None or not resource.address:
        return None
    living = {thread.thread.tid for thread in state.threads}
    if any(h.resource.key == resource.key and h.tid in living for h in state.holds):
        return None
    for hold in parent.holds:
        if hold.resource.kind == resource.kind and hold.resource.address == resource.address:
            return hold
    return None


def owner_has_gone(state: ProcessState, resource: Resource) -> bool:
    """An RLock (owner: a thread ident) or mutex (dead_owner: a thread id) whose owner is no thread
    of the process."""
    if _fact(resource, "dead_owner"):
        return True
    owner = _fact(resource, "owner")
    if not owner or not _fact(resource, "locked"):
        return False
    return all(thread.thread.registers.thread_pointer != owner for thread in state.threads)


def parent_of(state: ProcessState, states: Iterable[ProcessState]) -> ProcessState | None:
    """The parent's state among those that were looked at."""
    for one in states:
        if one.process.pid == state.process.ppid:
            return one
    return None


def was_forked(state: ProcessState, parent: ProcessState | None) -> bool:
    """Whether `state` is a child that runs its parent's program without having exec'd."""
    if parent is None:
        return False
    if not isinstance(parent.relatives, Absent):
        for one in parent.relatives:
            if one.pid == state.process.pid:
                return one.role == "fork"
    same = state.process.argv == parent.process.argv
    return same and state.process.executable == parent.process.executable
