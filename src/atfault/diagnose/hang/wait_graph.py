"""The wait graph of a process and its family: who waits for what, and who could end that.

    a lock that somebody holds, a join, the GIL      that thread or task
    a semaphore                                      any of those that hold it
    another task; gather, a task group               that task; any of them that is stuck
    a child process                                  the child's main thread
    a pipe or socket                                 the processes that have its other end
    an item that only tasks give back                these tasks
    drain(), where the other side writes as well     the task, or the child, that has that side
    a file lock                                      the process that has locked it
    native code, under a lock                        the library's thread that calls back for it
    what a library of native code keeps              who is inside of it, or whose code calls it
    the result of a job that lies in a pool's queue  the pool's threads
    that of a job which a pool of processes does     the workers that are in it
    a queue, event, future, a lock nobody holds      any Python thread of the process
    a condition of which the test is known           the threads that assign what that looks at
    what a task waits for                            the tasks and threads whose code reaches it
    whatever else a task waits for                   a callback may bring it: never counted as stuck
    a network socket, a file, time                   the world outside: never counted as stuck

Who of them can never move again is told by `stuck`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from functools import cached_property
from itertools import chain

from atfault.diagnose.hang.called_back import called_back
from atfault.diagnose.hang.handlers import (
    ALARMS,
    SIGCHLD,
    doubt_of,
    ends_wait,
    only_notes_down,
)
from atfault.diagnose.hang.native_movers import (
    BY_PYTHON,
    caught_beside,
    is_of_eventfd,
    movers,
)
from atfault.diagnose.hang.parties import (
    HELPERS,
    REACTOR,
    Actor,
    Among,
    Key,
    Link,
    Party,
    TaskActor,
    can_act,
    crosses_processes,
    is_for_library,
    is_helper,
    is_inside,
    is_taken,
    runs,
    runs_own_code,
    takes_connections,
    task_actor,
    waits_in_package,
    writes,
)
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.family import ChannelEnd
from atfault.model.findings import Doubt
from atfault.model.kinds import CHANNELS, OF_FUTEX, OF_PYTHON, OWNED, POLLS, PYTHON_LOCKS
from atfault.model.state import ProcessState
from atfault.model.waits import (
    DRAIN,
    GREENLETS,
    AsyncTask,
    Hold,
    PoolJob,
    SignalHandler,
    TaskWait,
    Wait,
)

SERVERS = (("serve_forever", "/socketserver.py"), ("run", "/gunicorn/workers/sync.py"))
"""What takes connections, one at a time or for a thread each."""
BLOCKING = OF_PYTHON | OF_FUTEX | {"thread", "process"}
"""What an event loop itself never waits for."""
MAX_LINKS = 64


class WaitGraph:
    """The threads and tasks of a process and its family at one moment, and their waits."""

    def __init__(self, case: Case) -> None:
        state = case.process
        self.state = state
        self.states = {s.process.pid: s for s in case.processes}
        self.parties: dict[Key, Party] = {}
        self.tasks: dict[Key, TaskActor] = {}
        self._of_process: dict[int, list[Party]] = {}
        self._holders: dict[str, list[tuple[Actor, Hold]]] = {}
        self._at_hand: dict[Hashable, tuple[list[Party], list[Party]]] = {}
        self._users: dict[tuple[int, int], list[Key]] = {}
        """(pid, descriptor) → the threads in a function that uses it."""
        self._ends: dict[str, list[ChannelEnd]] = {}
        for one in self.states.values():
            self._add(one)
        relatives = () if isinstance(state.waiting.relatives, Absent) else state.waiting.relatives
        self._roles = {one.pid: one.role for one in reversed(relatives)}
        self._held_at: dict[int, dict[tuple[int, str], Hold]] = {}
        self._wakes_itself: dict[int, bool] = {}
        self._awaited_of: dict[int, set[int]] = {}
        self._running: dict[int, tuple[Key, ...]] = {}
        self._acting: dict[tuple[frozenset[int], bool], tuple[Key, ...]] = {}
        self._links: dict[Key, list[Link]] = {}
        self.sees_whole_family = _sees_whole_family(state, self.states.keys())
        self._members: dict[Hashable, dict[Key, None]] = {}
        """The key of a source → those of which any could end a wait for it, in order."""
        self._bystanders: dict[tuple[int, int, int], tuple[Wait, frozenset[Key]]] = {}
        self._unreached: dict[str, frozenset[Key]] = {}
        """The key of a channel → the threads that do not use it."""
        self._parents = {one.process.ppid for one in self.states.values()}
        self._writers: dict[Key, Link] = {}
        """Who waits for room → that to whom writes who should make it."""
        self._add_writers()

    def _add(self, state: ProcessState) -> None:
        pid = state.process.pid
        waits: dict[int, list[Wait]] = {}
        holds: dict[int, list[Hold]] = {}
        for wait in state.waiting.waits:
            waits.setdefault(wait.tid, []).append(wait)
        for hold in state.waiting.holds:
            holds.setdefault(hold.tid, []).append(hold)
        for end in state.waiting.channel_ends:
            self._ends.setdefault(end.key, []).append(end)
        for fd, tid in dict.fromkeys((fd, tid) for tid, fd in state.waiting.channel_users):
            self._users.setdefault((pid, fd), []).append(Key(pid, tid))
        among = Among(state)
        for thread in state.threads:
            tid = thread.thread.tid
            name = thread.name or str(tid)
            if thread.python_name == "" and not isinstance(thread.python, Absent) and tid == pid:
                name = "MainThread"
            label = f'"{name}"' if name != str(tid) else f"thread {tid}"
            if pid != self.state.process.pid:
                label += f" of process {pid}"
            own, held = tuple(waits.get(tid, ())), tuple(holds.get(tid, ()))
            party = Party(pid, tid, name, label, thread, state, own, held, among)
            self.parties[party.key] = party
            self._of_process.setdefault(pid, []).append(party)
            self._add_holds(party)
            self._add_uses(party)
        names = {thread.thread.tid: thread.name for thread in state.threads}
        for task in state.waiting.tasks:
            actor = task_actor(state, task, names)
            self.tasks[actor.key] = actor
            self._add_holds(actor)

    def _add_writers(self) -> None:
        """Tasks that wait for room in a stream, where whoever has its other end waits for room as
        well, towards them: an event loop reads no more than its buffer takes, until a task takes
        that, and no other task could."""
        draining = {
            (one.pid, one.task.wait.resource.channel.fd): one
            for one in self.tasks.values()
            if one.task.wait is not None and one.task.wait.resource is not None and _drains(one)
        }
        for (pid, fd), task in draining.items():
            far = self._far_ends(pid, fd or 0)
            by: Actor | None = next((draining[one] for one in far if one in draining), None)
            by = by or self._writing_back(task, {one for one, _ in far})
            wait = task.task.wait
            if by is None or wait is None or wait.resource is None:
                continue
            threads = () if wait.bringers is None else wait.bringers.threads
            others = [one for one in self.of_process(pid) if one.tid in threads]
            if not all(any(w.target_pid == by.pid for w in one.waits) for one in others):
                continue  # one that waits for the end of the child at the other end is none
            room = Wait(task.task.tid or 0, pid, wait.resource, wait.place, timeout=False)
            actor = self.tasks[task.key] = task._replace(waits=(room,))
            self._writers[task.key] = Link(actor, room, by, None)
            if isinstance(by, Party):
                self._writers.setdefault(by.key, Link(by, by.waits[0], actor, None))
        for key, link in self._writers.items():
            self._writers[key] = link._replace(by=self._actor(link.by.key) or link.by)

    def _far_ends(self, pid: int, fd: int) -> list[tuple[int, int]]:
        """(process, descriptor) of the other ends of a pipe or socket."""
        for ends in self._ends.values():
            own = next((e for e in ends if (e.pid, e.fd, e.is_peer) == (pid, fd, False)), None)
            if own is not None:
                return [
                    (one.pid, one.fd)
                    for one in ends
                    if one.is_peer or (own.direction == "write" and one.direction == "read")
                ]
        return []

    def _writing_back(self, task: TaskActor, pids: Collection[int]) -> Party | None:
        """The only thread of the one other process with the far end, which waits for room towards
        the task's process, where its event loop does not read that."""
        able = [one for pid in pids for one in self.of_process(pid) if can_act(one)]
        if len(pids) != 1 or len(able) != 1 or task.pid in pids or len(able[0].waits) != 1:
            return None
        wait, loop = able[0].waits[0], self.thread(task.pid, task.task.tid or 0)
        if loop is None or wait.resource.kind != "pipe" or not writes(wait) or wait.timeout:
            return None
        if len(loop.waits) >= MAX_LINKS:
            return None  # not all is known that it watches
        watched = {one.resource.channel.fd for one in loop.waits}
        ends = [one for one in self._ends.get(wait.resource.key, ()) if one.pid == task.pid]
        mine = {one.fd for one in ends if one.direction == "read"}
        is_own = self.other_ends(wait) == {task.pid}
        return able[0] if is_own and mine and mine.isdisjoint(watched) else None

    def _add_uses(self, party: Party) -> None:
        """What it sleeps at, it uses."""
        for wait in party.waits:
            fd = wait.resource.channel.fd
            if wait.resource.kind in CHANNELS and fd is not None:
                users = self._users.setdefault((party.pid, fd), [])
                if party.key not in users:
                    users.append(party.key)

    def _add_holds(self, actor: Actor) -> None:
        for hold in actor.holds:
            self._holders.setdefault(hold.resource.key, []).append((actor, hold))

    def actors(self) -> Iterator[Actor]:
        """All threads, then all tasks."""
        yield from self.parties.values()
        yield from self.tasks.values()

    def thread(self, pid: int, tid: int) -> Party | None:
        """The thread of one of the processes that were looked at."""
        return self.parties.get(Key(pid, tid))

    def of_process(self, pid: int) -> list[Party]:
        """Its threads."""
        return self._of_process.get(pid, [])

    # --- who could end a wait ---

    def holders(self, key: str) -> list[tuple[Actor, Hold]]:
        """The threads and tasks that hold the resource with that key, and how that is known."""
        return self._holders.get(key, [])

    def held_at(self, pid: int) -> dict[tuple[int, str], Hold]:
        """What threads of a process hold, by address and kind."""
        known = self._held_at.get(pid)
        if known is None:
            holds = reversed(self.states[pid].waiting.holds)
            known = {(one.resource.address, one.resource.kind): one for one in holds}
            self._held_at[pid] = known
        return known

    def links(self, actor: Actor) -> list[Link]:
        """From its waits to those who are known by name to be the only ones who could end them."""
        found = self._links.get(actor.key)
        if found is None:
            found = [link for wait in actor.waits for link in self._known(actor, wait)]
            self._links[actor.key] = found
        return found

    def _known(self, actor: Actor, wait: Wait) -> list[Link]:
        """Those who are known by name to be the only ones who could end it; () if unknown.

        With several holders of a lock that only one can have, some are mistaken (`with a:` around
        an `a.release()`): then another one is believed rather than the waiting one itself.
        """
        kind = wait.resource.kind
        if actor.key in self._writers:
            return [self._writers[actor.key]]
        if kind == "task" or wait.target_task:
            address = wait.target_task or wait.resource.address
            task = self.tasks.get(Key(actor.pid, address, "task"))
            blocked = None if task is None else self._blocked_loop(task)
            if blocked is not None and isinstance(actor, Party) and blocked.key != actor.key:
                return [Link(actor, wait, blocked, None)]
            return [] if task is None else [Link(actor, wait, task, None)]
        target = self._target(actor, wait)
        main = self._main_task(target) if target is not None and kind == "thread" else None
        if main is not None and main.key != actor.key:
            return [Link(actor, wait, main, None)]
        if target is not None:
            held = [one for one in target.holds if one.resource.key == wait.resource.key]
            if wait.further_out is not None:
                held = []  # of a condition that it waits for itself, inside of `with`
            if wait.resource.channel.is_database and target.pid == actor.pid:
                held = [Hold(target.tid, target.pid, wait.resource, "suspected")]
            return [Link(actor, wait, target, held[0] if held else None)]
        if wait.job is not None:
            return self._workers_of(actor, wait, wait.job)
        if isinstance(actor, Party) and kind in OF_FUTEX and actor.holds:
            by = called_back(actor, wait, self.of_process(actor.pid))
            if by is not None:
                return [Link(actor, wait, by, None)]
        is_kept = kind in OWNED or kind == "semaphore" or isinstance(actor, TaskActor)
        if is_kept or self._is_given_back(wait):
            found = self.holders(wait.resource.key)[:MAX_LINKS]
            links = [Link(actor, wait, by, hold) for by, hold in found]
            others = [link for link in links if link.by.key != actor.key]
            if kind not in OWNED:  # all of them keep it; another one makes the clearer ring
                return [*others, *[link for link in links if link.by.key == actor.key]]
            return others or links
        return []

    def _workers_of(self, actor: Actor, wait: Wait, job: PoolJob) -> list[Link]:
        """The processes of a pool that are in a job; [] where any of them may yet take one."""
        able = [one for one in (self.thread(pid, pid) for pid in job.pids) if one is not None]
        found = [one for one in able if one.state.waiting.process_job in job.numbers]
        if {one.state.waiting.process_job for one in found} != set(job.numbers):
            return []
        return [Link(actor, wait, by, None) for by in found[:MAX_LINKS]]

    def _is_given_back(self, wait: Wait) -> bool:
        """Whether a thread waits for what tasks have taken out of a queue, and no code of the
        program's own puts anything there besides what gives that back, and what fills it at
        first."""
        holders = self.holders(wait.resource.key) if wait.resource.kind == "queue" else []
        back = {hold.place.function for _, hold in holders if hold.place is not None}
        others = {one for one in wait.enders or () if not one.endswith("__init__")}
        is_of_tasks = all(isinstance(by, TaskActor) for by, _ in holders)
        return bool(holders) and is_of_tasks and bool(others) and others <= back

    def _main_task(self, party: Party) -> TaskActor | None:
        """The task with which the event loop ends that a thread runs, and so the thread as well;
        None where its loop does not wait for events."""
        if not any(wait.resource.loop is not None for wait in party.waits):
            return None
        return next((one for one in self.tasks_of_loop(party) if one.task.is_main), None)

    def _blocked_loop(self, task: TaskActor) -> Party | None:
        """The thread that runs the task's event loop, where that is kept by what one callback waits
        for: no task goes on before that does."""
        party = self.parties.get(Key(task.pid, task.task.tid or 0))
        if party is None or len(party.waits) != 1 or party.waits[0].resource.loop is not None:
            return None
        return party if party.waits[0].resource.kind in BLOCKING else None

    def _target(self, actor: Actor, wait: Wait) -> Party | None:
        """The thread that the wait itself names."""
        kind = wait.resource.kind
        if wait.target_tid is not None:
            target = self.thread(wait.target_pid or actor.pid, wait.target_tid)
            # Who waits for a task of its own event loop keeps it: event_loop_blocked says so.
            if target is None or target.key != actor.key or wait.resource.future.taken_in:
                return target
            is_loops = kind == "future" or (wait.brought_by and runs(target, REACTOR))
            return None if is_loops else target
        if kind == "gil" and isinstance(actor, Party) and actor.state.gil.known:
            return self.thread(actor.pid, actor.state.gil.holder_tid or 0)
        if kind == "process":
            return self.thread(wait.target_pid or 0, wait.target_pid or 0)
        candidates: list[Party] = []
        gone = wait.resource.lock.gone_owner
        if gone and not wait.resource.is_private:  # the lock lies in memory that processes share
            candidates = [one for one in self.parties.values() if one.tid == gone]
        elif kind == "file":
            owner = self._lock_owner(wait)
            found = () if owner is None else self._actors(frozenset((owner,)))
            aside = self._unlocking(wait) if found else ()
            candidates = _at_hand([self.parties[key] for key in found if key not in aside], wait)
            if wait.resource.channel.is_database:
                candidates = self._of_database(actor, candidates)
        elif kind == "socket" and wait.resource.channel.is_accepted is False:
            candidates = self._takers(wait)
        elif kind in CHANNELS and isinstance(actor, Party) and len(actor.waits) == 1:
            # Whoever has an eventfd (a timerfd) may end a read of it: none has the other end.
            reads = not writes(wait) and not wait.resource.channel.is_counter
            reads = reads and not wait.library  # whose own threads write there, too
            candidates = self._other_side(actor, wait) if reads else []
        return candidates[0] if len(candidates) == 1 else None

    def _unlocking(self, wait: Wait) -> frozenset[Key]:
        """The threads of the process that has locked a file whose code does not lead to the
        descriptor by which it has."""
        owner = wait.resource.channel.lock_owner
        waiting = None if owner is None else self.states[owner].waiting
        fds = set(wait.resource.channel.lock_fds)
        if owner is None or waiting is None:
            return frozenset()
        reach = waiting.channel_reach if fds else ()
        return frozenset(Key(owner, tid) for tid, reached in reach if fds.isdisjoint(reached))

    def _takers(self, wait: Wait) -> list[Party]:
        """The threads that take connections at a listening socket, in which the one that is waited
        for lies yet: those of servers; else those that have it at hand, [] where of a process that
        was looked at it is not known which do. What keeps a socket for the workers that it starts,
        and was seen to go round meanwhile, is none."""
        peers = {one.pid for one in wait.resource.channel.peers}
        servers = [one for pid in peers for one in self._servers.get(pid, ())]
        if servers:
            return servers
        ends = [one for one in self._ends.get(wait.resource.key, ()) if one.is_peer]
        found: dict[Key, None] = {}
        for pid in (peers | {one.pid for one in ends}) & self.states.keys():
            fds = [one.fd for one in ends if one.pid == pid]
            own = [key for fd in fds for key in self._users.get((pid, fd), ())]
            if not own and not self._goes_round(pid):
                return []
            found |= dict.fromkeys(own)
        return [self.parties[key] for key in found if key in self.parties]

    def _goes_round(self, pid: int) -> bool:
        """Whether all threads of a process went through their loops more than once, none of which
        takes a connection."""
        parties = [one for one in self.of_process(pid) if can_act(one)]
        again = [wait.again for one in parties for wait in one.waits[:1]]
        return 0 < len(parties) == len(again) and all(
            one is not None
            and one.loop is not None
            and one.wakes > 1
            and one.does is not None
            and not any("accept" in called for called in one.does)
            for one in again
        )

    def _of_database(self, actor: Actor, candidates: list[Party]) -> list[Party]:
        """Those who may have locked the database for which one waits: with a connection at hand,
        and who waits itself with a second one. Who waits for a database with the only connection
        that it has at hand waits for another one of these, in turn."""
        found = [one for one in candidates if one.key != actor.key and _connections(one) != 0]
        others = [one for one in found if _connections(one) != 1 or not _awaits_database(one)]
        mine = [one for one in candidates if one.key == actor.key and (_connections(one) or 0) > 1]
        return (others or found) + mine

    def _other_side(self, party: Party, wait: Wait) -> list[Party]:
        """The one thread that could send what is waited for, where all that could are known; [] for
        several."""
        pids = None if wait.resource.loop is not None else self._acting_processes(party, wait)
        if pids is None or any(self.handles_signals(pid, wait) for pid in pids):
            return []
        if any(isinstance(self.states[pid].python, Absent) for pid in pids):
            return []  # what keeps a program of another kind is not known
        beside = self._out_of_reach(wait)
        able = self._actors(frozenset(pids), no_servers=True)
        keys = [key for key in able if key not in beside] if beside else able
        if len(keys) > 2:
            return []  # besides the one that waits there are several, of which any could send
        others = [self.parties[key] for key in keys if key != party.key]
        # Of two that read from each other neither keeps the other: one of them would have to begin.
        return [] if any(self._reads_back(one, party, wait) for one in others) else others

    def _lock_owner(self, wait: Wait) -> int | None:
        """The process that has locked the file whose lock is waited for, if it was looked at."""
        facts = wait.resource.channel
        owner = facts.lock_owner
        polls = facts.fd is None and not facts.is_database
        if owner == wait.pid and polls and (wait.again is None or wait.again.ends):
            return None  # who polls may have got it since
        return owner if wait.operation == "lock" and owner in self.states else None

    def other_ends(self, wait: Wait) -> set[int] | None:
        """Pids of the processes that have the end open which could end a wait on a pipe or local
        socket; None when that is not known: with nobody there, the kernel would end the wait."""
        ends = self._ends.get(wait.resource.key)
        if not ends:
            return None
        wanted = "read" if writes(wait) else "write"
        if wait.resource.kind == "pipe":
            return {end.pid for end in ends if end.direction in (wanted, "both")} or None
        return {end.pid for end in ends if end.is_peer} or None

    def _reads_back(self, other: Party, party: Party, wait: Wait) -> bool:
        """Whether the other waits for data too: at the other end of that very channel, or in a
        process that was looked at before or after this one."""
        fds = [w.resource.channel.fd for w in other.waits if w.resource.kind in CHANNELS]
        return bool(fds) and (other.pid != party.pid or self._has_other_end(other.pid, fds, wait))

    def user_of(self, party: Party, wait: Wait, source: Hashable = None) -> Party | None:
        """The thread that has the other end of a channel at hand, of those of a source (of any,
        when left out); None where there are several that run the user's code."""
        asked = wait.resource.key, source or writes(wait)
        found = self._at_hand.get(asked)
        if found is None:
            found = self._at_hand[asked] = self._who_has_at_hand(wait, source)
        for users in found:
            others = [one for one in users if one.key != party.key]
            if others:
                return others[0] if len(others) == 1 else None
        return None

    def server_within(self, party: Party, wait: Wait) -> Party | None:
        """The thread of the same process, of those that run tasks, that has the other end of a
        connection, or is to take it; None for other waits, and where that is not known."""
        if wait.resource.kind not in CHANNELS or self.other_ends(wait) != {party.pid}:
            return None
        named = next((link.by for link in self.links(party) if link.wait is wait), None)
        server = named if isinstance(named, Party) else self.user_of(party, wait)
        return server if server is not None and server.tasks else None

    def tasks_of_loop(self, party: Party) -> list[TaskActor]:
        """The tasks of the event loop that a thread runs."""
        return [self.tasks[Key(party.pid, one.address, "task")] for one in party.tasks]

    def _who_has_at_hand(self, wait: Wait, source: Hashable) -> tuple[list[Party], list[Party]]:
        """Of the threads with the other end at hand those that run the user's code, and all; no
        more of each than tell that there are several besides one of them."""
        pids = self.other_ends(wait) or set()
        keys = {
            key: None
            for end in self._ends.get(wait.resource.key, ())
            if end.is_peer
            for key in self._users.get((end.pid, end.fd), ())
            if (key.pid in pids if source is None else key in self._members[source])
        }
        users = [self.parties[key] for key in keys if key in self.parties]
        return list(filter(runs_own_code, users))[:3], users[:3]

    def _has_other_end(self, pid: int, fds: Collection[int | None], wait: Wait) -> bool:
        ends = self._ends.get(wait.resource.key, ())
        return any(end.is_peer and end.pid == pid and end.fd in fds for end in ends)

    def providers(self, party: Party, wait: Wait) -> list[Key] | None:
        """The actors of which any could end the wait; None when something outside could."""
        members = self.members(party, wait)
        return None if members is None else [key for key in members if key != party.key]

    def members(self, party: Party, wait: Wait) -> Collection[Key] | None:
        """As `providers`, and perhaps the one that waits: shared by all that wait for the same."""
        source = self._source(party, wait)
        return None if source is None else self._members[source]

    def _source(self, actor: Actor, wait: Wait) -> Hashable | None:
        """The key of those who could end the wait (see `never_moving`); None when others could."""
        links = self._only_ones(actor, wait)
        source: Hashable
        members: Iterable[Key] = ()
        if len(links) == 1:
            source = links[0].by.key
            members = (links[0].by.key,)
        elif links:
            source = wait.resource.key
            holders = [by for by, _ in self.holders(wait.resource.key)]
            members = [by.key for by in holders or (link.by for link in links)]
        elif wait.brought_by:
            source = wait.brought_by
            members = (Key(actor.pid, tid) for tid in wait.brought_by)
        elif wait.lost_workers:
            source = ("lost", wait.resource.key)
        elif (changers := changers_of(wait)) is not None:
            source = ("changes", wait.resource.key, changers, wait.apart)
            able = (Key(actor.pid, tid) for tid in changers if tid not in wait.apart)
            members = (key for key in able if key in self.parties and can_act(self.parties[key]))
        elif isinstance(actor, TaskActor):
            bringers = self.bringers(actor)
            if bringers is None:
                return None
            source, members = ("brought", *bringers), bringers
        elif wait.library:
            if not self._is_within_library(actor, wait):
                return None
            aside = self.bystanders(actor, wait)
            inside = movers(actor, wait, self.of_process(actor.pid))
            tasks = wait.bringers.tasks if wait.bringers is not None else ()
            by_tasks = tuple([Key(actor.pid, one, "task") for one in tasks])
            source = ("library", actor.pid, wait.library, aside, by_tasks)
            members = chain((one.key for one in inside), by_tasks)
        else:
            pids = self._acting_processes(actor, wait)
            if pids is None or any(self.handles_signals(pid, wait) for pid in pids):
                return None
            bystanders = self.bystanders(actor, wait)
            aside = bystanders | self._loops_aside(actor, wait) | self._out_of_reach(wait)
            aside -= {Key(pid, pid) for pid in pids if self.held_back(pid, wait)}
            if crosses_processes(actor, wait):
                aside |= self._sharing_nothing
            found = wait.bringers.tasks if wait.bringers is not None else ()
            by_tasks = tuple([Key(actor.pid, one, "task") for one in found])
            is_beyond = self._is_beyond_servers(actor, wait)
            source = (frozenset(pids), is_beyond, aside, by_tasks)
            able = (key for key in self._actors(source[0], is_beyond) if key not in aside)
            members = chain(able, by_tasks)
        if source not in self._members:
            self._members[source] = dict.fromkeys(members)
        return source

    def _is_within_library(self, party: Party, wait: Wait) -> bool:
        """Whether only threads of the process could end a wait inside of a library."""
        if wait.timeout is not False or (wait.bringers is not None and wait.bringers.others):
            return False
        if wait.syscall in POLLS and not self._leads_nowhere(party, wait):
            return False
        if wait.resource.kind in CHANNELS:
            return not wait.resource.channel.has_path and self.other_ends(wait) == {party.pid}
        return wait.resource.is_private

    def _leads_nowhere(self, party: Party, wait: Wait) -> bool:
        """Whether the threads of a library have no connection to another process: whatever comes to
        who waits inside of it, another thread of its own process has to send."""
        inside = [one for one in self.of_process(party.pid) if is_inside(one, wait.library)]
        waits = [one for other in inside for one in other.waits if not is_of_eventfd(one)]
        outer = [one for one in waits if one.resource.kind in ("fd", *CHANNELS)]
        return all(self.other_ends(one) == {party.pid} for one in outer)

    def _only_ones(self, actor: Actor, wait: Wait) -> list[Link]:
        """Those who alone could end the wait; [] where anybody may."""
        is_own = isinstance(actor, Party) and self._is_held_by_itself(actor, wait)
        return [] if is_own else self._known(actor, wait)

    def _is_held_by_itself(self, party: Party, wait: Wait) -> bool:
        """Whether it is a lock that the one who waits has probably taken itself."""
        return any(map(_may_be_ones_own, self._known(party, wait)))

    def unseen_doubts(self, actor: Actor, wait: Wait) -> Iterator[Doubt]:
        """Of what is shared with processes that were not looked at."""
        is_shared = isinstance(actor, Party) and crosses_processes(actor, wait)
        if is_shared and not self.sees_whole_family:
            what = f"processes that were not looked at share {wait.resource.name}, too"
            yield Doubt(what, "unseen-process")

    def asked_of_processes(self, actor: Actor, wait: Wait) -> set[int]:
        """Pids of the processes any of whose threads, and handlers of signals, could end it; empty
        where those who could are known by name, or are outside."""
        if wait.brought_by or wait.lost_workers or changers_of(wait) is not None:
            return set()
        if self._only_ones(actor, wait):
            return set()
        if isinstance(actor, TaskActor):
            return set() if self.bringers(actor) is None else {actor.pid}
        if wait.library:
            return {actor.pid} if self._is_within_library(actor, wait) else set()
        return self._acting_processes(actor, wait) or set()

    def bystanders(self, party: Party, wait: Wait) -> frozenset[Key]:
        """The threads of its process that could not end the wait: they run packages, and neither
        call code of the user's that would end it, as there is none, nor have what is waited for at
        hand; or their own code does not lead to that."""
        asked = party.pid, id(wait.bystanders), id(wait.apart)
        known = self._bystanders.get(asked)
        if known is None:
            tids = dict.fromkeys((*wait.bystanders, *wait.apart))
            known = wait, frozenset(Key(party.pid, tid) for tid in tids)
            self._bystanders[asked] = known  # which keeps the wait, and so what it was asked by
        return known[1]

    def _out_of_reach(self, wait: Wait) -> frozenset[Key]:
        """The threads of processes with an end of a channel whose code does not lead to that. The
        main thread counts all the same: when it ends, so do all ends of its process."""
        key = wait.resource.key
        known = self._unreached.get(key)
        if known is None:
            fds: dict[int, set[int]] = {}
            for end in self._ends.get(key, ()):
                fds.setdefault(end.pid, set()).add(end.fd)
            known = self._unreached[key] = frozenset(
                Key(pid, tid)
                for pid, own in fds.items()
                if pid in self.states
                for tid, reached in self.states[pid].waiting.channel_reach
                if own.isdisjoint(reached)
            )
        return known

    @cached_property
    def _sharing_nothing(self) -> frozenset[Key]:
        """The threads that end no wait for what processes share."""
        return frozenset(
            Key(pid, tid) for pid, one in self.states.items() for tid in one.waiting.sharing_nothing
        )

    def unsure_doubts(self, wait: Wait, going: Iterable[Key]) -> Iterator[Doubt]:
        """Of threads that were not seen to end it: that they may."""
        labels = [self.parties[key].label for key in going if key.number in wait.unsure]
        if labels:
            what = f"{listed(labels)} may end the wait for {wait.resource.name}"
            yield Doubt(
                f"{what}: not all that its code leads to was looked through", "other-thread"
            )

    def unsure_bringers(self, actor: TaskActor, stuck: frozenset[Key]) -> Iterator[Doubt]:
        """Of the tasks and threads that go on, and were not seen to end a task's wait: that they
        may."""
        found = actor.task.wait.bringers if actor.task.wait is not None else None
        for number in () if found is None or actor.task.called_in else found.unsure:
            keys = Key(actor.pid, number, "task"), Key(actor.pid, number)
            if stuck.isdisjoint(keys):
                who = next((one for one in map(self._actor, keys) if one is not None), None)
                label = "what its event loop calls" if who is None else who.label
                what = f"{label} may end the wait of {actor.label}"
                yield Doubt(
                    f"{what}: not all that its code leads to was looked through", "other-task"
                )
                return

    def _actor(self, key: Key) -> Actor | None:
        return self.parties.get(key) or self.tasks.get(key)

    def bringers(self, actor: TaskActor) -> tuple[Key, ...] | None:
        """The tasks and threads that could end a task's wait for an object, and the threads whose
        event loop runs something at the moment; None where others could."""
        found = actor.task.wait.bringers if actor.task.wait is not None else None
        if found is None or found.others or self._has_come(actor):
            return None
        pid = actor.pid
        tasks = [Key(pid, one, "task") for one in found.tasks]
        threads = [Key(pid, one) for one in found.threads]
        return (*tasks, *threads, *self._running_loops(pid))

    def _has_come(self, actor: TaskActor) -> bool:
        """Whether the data of a stream that a task waits for lies there: its event loop is about to
        see that."""
        fds = {one.resource.channel.fd for one in actor.waits if one.resource.kind == "stream"}
        loop = self.thread(actor.pid, actor.task.tid or 0) if fds else None
        waits = () if loop is None else loop.waits
        return any(one.resource.channel.unread for one in waits if one.resource.channel.fd in fds)

    def _running_loops(self, pid: int) -> tuple[Key, ...]:
        """The threads of event loops with tasks that do not wait for events."""
        known = self._running.get(pid)
        if known is None:
            tids = dict.fromkeys(one.tid for one in self.states[pid].waiting.tasks)
            parties = [self.thread(pid, tid) for tid in tids if tid is not None]
            busy = [one for one in parties if one is not None and not _selects(one)]
            known = self._running[pid] = tuple([one.key for one in busy])
        return known

    def _loops_aside(self, party: Party, wait: Wait) -> frozenset[Key]:
        """The threads of event loops that wait for events, and could end the wait by way of a task
        alone."""
        tids = () if wait.bringers is None else wait.bringers.threads
        # A worker that idles, as nobody has work for it any more, is none: others do not count as
        # going on where its end is waited for.
        if not (party.is_main or party.tid in self._awaited(party.pid)):
            return frozenset()
        parties = (self.thread(party.pid, tid) for tid in tids)
        return frozenset([one.key for one in parties if one is not None and _selects(one)])

    def _awaited(self, pid: int) -> set[int]:
        """The threads of a process for whose end, or result, another thread or task waits."""
        known = self._awaited_of.get(pid)
        if known is None:
            waiting = self.states[pid].waiting
            known = {one.runner for one in waiting.tasks if one.runner is not None}
            known |= {one.target_tid for one in waiting.waits if one.target_tid is not None}
            self._awaited_of[pid] = known
        return known

    def _is_beyond_servers(self, party: Party, wait: Wait) -> bool:
        """Whether a thread that takes connections could not end the wait: it is for a connection
        that was made, or for what a package keeps for itself (its pool of connections)."""
        return wait.resource.kind in CHANNELS or (
            wait.resource.kind in OF_PYTHON and waits_in_package(party)
        )

    def _actors(self, pids: frozenset[int], no_servers: bool = False) -> tuple[Key, ...]:
        """The threads of these processes that could end a wait."""
        known = self._acting.get((pids, no_servers))
        if known is None:
            known = self._acting[pids, no_servers] = tuple(
                key
                for pid in self.states
                if pid in pids and self.role(pid) not in HELPERS
                for key, party in [(one.key, one) for one in self.of_process(pid)]
                if can_act(party) and not (no_servers and takes_connections(party))
            )
        return known

    def _acting_processes(self, party: Party, wait: Wait) -> set[int] | None:
        """Pids of the processes any of whose threads could end the wait; None when others could."""
        kind = wait.resource.kind
        if wait.resource.loop is not None:
            watched = wait.resource.loop.watched
            if watched is None:
                return self._waking_processes(party)
            # What it watches is waited for beside its events, where all of that is known.
            return {party.pid} if watched < len(party.waits) else None
        if kind in CHANNELS:
            channel = wait.resource.channel
            if wait.resource.kind == "pipe" and channel.has_path:
                return None  # anybody can open it
            if is_for_library(party, wait):
                return None
            found = self.other_ends(wait)
            return None if found is None or not found <= self.states.keys() else found
        if kind == "file" and self._lock_owner(wait) is not None:
            if wait.resource.channel.is_database:
                return None  # who waits gives up after a time
            return set(self.states)  # a fork shares the lock
        if kind not in OF_PYTHON or wait.resource.shared == "outside":
            return None
        if crosses_processes(party, wait):
            is_known = self.sees_whole_family or self._is_held_by_itself(party, wait)
            return set(self.states) if is_known else None
        return {party.pid}

    def _waking_processes(self, party: Party) -> set[int] | None:
        """Of an event loop that waits without a timer: the process alone, when the only descriptor
        that it watches is the socket through which threads wake it; None when there are others.

        The pair of sockets is the one channel of the process of which it has both ends."""
        known = self._wakes_itself.get(party.pid)
        if known is None:
            ends = party.state.waiting.channel_ends
            watched = {end.key for end in ends if not end.is_peer}
            mine = [end for end in ends if end.pid == party.pid]
            own = {end.key for end in mine if not end.is_peer}
            own &= {end.key for end in mine if end.is_peer}
            known = self._wakes_itself[party.pid] = len(own) == 1 and watched == own
        return {party.pid} if known else None

    def is_alone_in_connection(self, party: Party) -> bool:
        """Whether it waits in a network connection that a process of the program has taken, and no
        other thread does: whose it is, is told, and not that nobody would use it."""
        others = (one for one in self.parties.values() if one.key != party.key)
        return is_taken(party) and not any(map(is_taken, others))

    def talks_to_itself(self, party: Party) -> bool:
        """Whether its event loop has connections whose other ends are in the same process, and
        besides these those alone that it may yet take: who awaits the other side waits for what
        this program itself would have to send."""
        if not self._sleeps_for_good(party) or party.state.process.pid in self._serving:
            return False
        made = [one for one in party.waits[1:] if not one.resource.channel.listening]
        return bool(made) and all(self.other_ends(one) == {party.pid} for one in made)

    def awaits_own_tasks(self, party: Party) -> bool:
        """Whether no task of its event loop awaits a connection, though it has some: each waits for
        another task, or to be notified by one, for which that needs the condition's lock."""
        listens = any(one.resource.channel.listening for one in party.waits)
        if listens or not self._sleeps_for_good(party):
            return False
        tasks = [one.wait for one in (*party.among.tasks.get(None, ()), *party.tasks)]
        others = [one for one in tasks if one is None or not _is_notified(one)]
        return len(others) < len(tasks) and all(one is not None and one.tasks for one in others)

    def _sleeps_for_good(self, party: Party) -> bool:
        """Whether it is in an event loop that neither a timer nor a signal wakes."""
        waits = party.waits
        if not waits or waits[0].resource.loop is None or any(one.timeout for one in waits):
            return False
        return not self.handles_signals(party.pid, waits[0])

    def handles_signals(self, pid: int, wait: Wait | None = None) -> bool:
        """Whether a function of Python's that is called when a signal comes ends the wait; or any
        wait at all. Of handlers of which nothing is known a lock of Python's is the one thing that
        is not given back there."""
        handlers = self._handlers(pid)
        if isinstance(handlers, Absent):
            return wait is None or wait.resource.kind not in PYTHON_LOCKS
        return any(ends_wait(one, wait) for one in handlers)

    def held_back(self, pid: int, wait: Wait) -> list[SignalHandler]:
        """The handlers that would end the wait, of signals that the main thread blocks: it calls
        them once it goes on, whichever thread the signal comes to."""
        handlers = self._handlers(pid, held_back=True)
        known = () if isinstance(handlers, Absent) else handlers
        return [one for one in known if ends_wait(one, wait)]

    def ends_at_signal(self, pid: int, wait: Wait) -> bool:
        """Whether a function of the user's own that is called when a signal comes ends the wait."""
        handlers = self._handlers(pid)
        known = () if isinstance(handlers, Absent) else handlers
        return any(one.mine and ends_wait(one, wait) for one in known)

    def handler_doubts(self, pid: int, wait: Wait) -> Iterator[Doubt]:
        """Of a wait that no handler is known to end: that one may."""
        handlers = self._handlers(pid)
        if wait.library:
            if wait.in_handlers and caught_beside(self.states[pid]):
                yield Doubt("its library handles signals, and may end the wait then", "handler")
            return
        if isinstance(handlers, Absent):
            yield Doubt(f"the program handles signals, and {handlers.reason}", "handler")
        else:
            yield from filter(None, (doubt_of(one, wait) for one in handlers))

    def ignored_handlers(self, pid: int, wait: Wait) -> list[SignalHandler]:
        """Those that were not seen to touch what is waited for, and of which it is not known anyway
        what they do."""
        handlers = self._handlers(pid)
        if isinstance(handlers, Absent) or not wait.ended_by:
            return []
        return [one for one in handlers if not one.is_running and not only_notes_down(one)]

    def _handlers(self, pid: int, *, held_back: bool = False) -> tuple[SignalHandler, ...] | Absent:
        """The functions of Python's that are called when signals come; () where none can be.
        held_back: of signals that the main thread blocks, in place of the others."""
        state = self.states[pid]
        if self.role(pid) in HELPERS or isinstance(state.python, Absent):
            return ()
        has_children = pid in self._parents
        known = state.waiting.handlers
        if not isinstance(known, Absent):
            blocked = state.surroundings.blocked_signals
            known = tuple([one for one in known if (one.signal in blocked) is held_back])
            return tuple([one for one in known if has_children or one.signal != SIGCHLD])
        caught = state.surroundings.caught_signals
        default = BY_PYTHON if has_children else BY_PYTHON | {SIGCHLD}
        is_sure = isinstance(caught, Absent) or default.issuperset(caught)
        return () if is_sure else Absent("what is called then is not known")

    def raises_in_time(self, pid: int) -> bool:
        """Whether a handler may be called as a time is over, to raise an exception; or it is not
        known what handlers do."""
        handlers = self._handlers(pid)
        return isinstance(handlers, Absent) or any(one.signal in ALARMS for one in handlers)

    @cached_property
    def _serving(self) -> set[int]:
        """Pids of the processes with a task that takes connections."""
        return {pid for pid, one in self.states.items() if any(map(_serves, one.waiting.tasks))}

    @cached_property
    def _servers(self) -> dict[int, list[Party]]:
        """Pid → its threads that take connections, one at a time or for a thread each."""
        return {
            pid: [one for one in self.of_process(pid) if runs(one, *SERVERS)] for pid in self.states
        }

    def role(self, pid: int) -> str:
        """What a relative of the process is: "multiprocessing-fork"; "" when unknown."""
        return self._roles.get(pid, "")

    def chain(self, actor: Actor) -> list[Link]:
        """From an actor along known waits to the last one known; stops before a ring closes."""
        links: list[Link] = []
        seen = {actor.key}
        while len(links) < MAX_LINKS and len(actor.waits) == 1:
            following = self.links(actor)
            if not following or following[0].by.key in seen:
                break
            links.append(following[0])
            actor = following[0].by
            seen.add(actor.key)
        return links


def changers_of(wait: Wait) -> tuple[int, ...] | None:
    """The threads that could change what the test of a condition looks at, which is false: whoever
    else notifies it ends nothing. None where that is not known."""
    test = wait.awaits
    return None if test is None or test.unsure or test.handlers else test.writers


def _selects(party: Party) -> bool:
    """Whether it is in an event loop, or in a hub of greenlets, that waits for events."""
    if any(wait.resource.loop is not None for wait in party.waits):
        return True
    is_hub = any(task.library in GREENLETS for task in party.tasks) and not runs_own_code(party)
    return is_hub and bool(party.waits)


def _at_hand(candidates: list[Party], wait: Wait) -> list[Party]:
    """Of those who may have locked a file the one that uses the very descriptor by which it is
    locked, where all others wait without end."""
    fds = wait.resource.channel.lock_fds
    users = [one for one in candidates if any(w.resource.channel.fd in fds for w in one.waits)]
    others = (one for one in candidates if one not in users)
    is_it = len(users) == 1 and all(
        len(one.waits) == 1 and one.waits[0].timeout is False for one in others
    )
    return users if is_it else candidates


def _may_be_ones_own(link: Link) -> bool:
    """Whether a lock that is waited for is only suspected to be held, and by who waits itself."""
    if link.wait.resource.channel.is_database:
        return False  # that is told from who else has a connection
    is_own = link.hold is not None and link.hold.proof == "suspected"
    return is_own and link.by.key == link.who.key


def _drains(actor: TaskActor) -> bool:
    """Whether a task waits for room in a stream, without a timeout, and no other one could read
    what comes back."""
    wait = actor.task.wait
    found = None if wait is None or wait.operation != DRAIN else wait.bringers
    if wait is None or found is None or wait.timeout is not False or found.others:
        return False
    return {*found.tasks, *found.unsure} <= {actor.task.address, *found.threads}


def _is_notified(wait: TaskWait) -> bool:
    """Whether only another task could end it."""
    kind = "" if wait.resource is None else wait.resource.kind
    return wait.timeout is False and kind in ("condition", "lock")


def _serves(task: AsyncTask) -> bool:
    """Whether it takes connections for as long as its program lives."""
    return any(frame.function.endswith("serve_forever") for frame in task.frames)


def _connections(party: Party) -> int | None:
    """How many connections to databases a thread has at hand; None where that is not known."""
    users = party.state.waiting.database_users
    return None if users is None else sum([tid == party.tid for tid, _ in users])


def _awaits_database(party: Party) -> bool:
    return any(wait.resource.channel.is_database for wait in party.waits)


def _sees_whole_family(state: ProcessState, looked_at: Collection[int]) -> bool:
    """Whether all processes that may share a queue of multiprocessing were looked at: those that
    the process started and that live, and its parent, where it is itself such a worker."""
    if isinstance(state.waiting.relatives, Absent):
        return False
    for relative in state.waiting.relatives:
        if relative.relation in ("child", "descendant"):
            if relative.pid not in looked_at and not relative.has_died and not is_helper(relative):
                return False
        elif relative.relation == "adopted" and relative.pid not in looked_at:
            return False
        elif relative.relation == "parent":
            argv = state.process.argv
            if argv == relative.argv or "--multiprocessing-fork" in argv:
                return False
    return True
