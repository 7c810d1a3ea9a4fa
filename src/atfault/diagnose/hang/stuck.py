"""Who can never move again.

An actor (a thread, a task of asyncio) is stuck when every one of its waits is without a timeout,
and everybody who could end the wait (`wait_graph`) is stuck as well. The largest set of actors with
that property is found by `never_moving`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from atfault.diagnose.hang.native_movers import is_native, rests_in_native
from atfault.diagnose.hang.never_moving import Demand, never_moving
from atfault.diagnose.hang.parties import (
    Actor,
    Key,
    Link,
    Party,
    TaskActor,
    can_act,
    runs_own_code,
)
from atfault.diagnose.hang.read_write import reading_twice
from atfault.diagnose.hang.wait_graph import MAX_LINKS, WaitGraph
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Doubt
from atfault.model.kinds import BROUGHT, CHANNELS
from atfault.model.waits import Hold, Place, SignalHandler, Wait

MAX_GROUNDS = 1000
"""Actors of whom is asked what it rests on that they never move."""


class _Able(NamedTuple):
    """The threads that could end a wait in Python."""

    able: list[Party]
    """Those that do not wait for the end of others."""
    joining: list[Party]
    """Those that do."""
    kept: list[Party]
    """Of the able, those whom others are known to keep."""


class Grounds(NamedTuple):
    """What it rests on that some never move, besides who waits for whom."""

    doubts: tuple[Doubt, ...]
    """Of each kind the first."""
    ignored: tuple[SignalHandler, ...]
    """Handlers of signals that were not seen to touch what is waited for."""
    uncalled: tuple[Wait, ...] = ()
    """Waits that no code of the program's own would end."""
    bystanders: tuple[str, ...] = ()
    """Labels of the threads of packages that go on, and could end those by such code alone."""
    apart: tuple[tuple[Wait, tuple[str, ...]], ...] = ()
    """Waits, and the labels of the threads that go on whose own code does not end them."""
    held_back: tuple[tuple[SignalHandler, Wait], ...] = ()
    """Handlers that would end a wait, of signals that the main thread blocks."""


def _waits_in(wait: Wait) -> str:
    """The function in which it waits; "" when that is not known."""
    return "" if wait.place is None else f"{wait.place.file}:{wait.place.function}"


def _gets(wait: Wait) -> bool:
    """Whether it is for an item of a queue."""
    return wait.resource.kind == "queue" and wait.operation == "get"


def _waits_likewise(other: Actor, actor: Actor) -> bool:
    """Whether both wait, in nothing else, for the same."""
    waits = [(one.resource.key, one.operation) for one in (*other.waits, *actor.waits)]
    return len(waits) == 2 and waits[0] == waits[1]


class Hang(WaitGraph):
    """The wait graph of a process and its family, and who is stuck in it."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._asked: dict[tuple[int, Callable[[Party], bool]], list[Party]] = {}
        self._demands = dict(self._all_demands())
        self.stuck = self._without_idle(self._never_moving(()))
        self._add_sole_providers()

    def _add_sole_providers(self) -> None:
        """Where an event, condition or queue, or work for an event loop, is waited for, and one
        thread alone is left that could bring it, which by what is known waits for the waiting one:
        that closes a ring."""
        for task in [one for one in self.tasks.values() if one.key in self.stuck]:
            self._add_only_bringer(task)
        at_words = [one for one in self.parties.values() if one.key in self.stuck]
        for reads, writes in reading_twice(at_words, self.of_process, self._waits_for):
            self._links[reads.who.key], self._links[writes.who.key] = [reads], [writes]
        going: dict[Hashable, _Able] = {}
        for key in sorted(self.stuck):
            party = self.parties.get(key)
            if party is None or len(party.waits) != 1 or self.links(party):
                continue
            wait = party.waits[0]
            user = self._user_of(party, wait)
            if user is not None:
                self._links[key] = [Link(party, wait, user, None)]
                continue
            if wait.resource.kind == "lock":
                if not self._add_who_gives_back(party, wait) and wait.further_out is not None:
                    self._links[key] = [Link(party, wait, party, None)]
                continue
            brought = wait.resource.kind in (*BROUGHT, "future")
            is_brought = brought or wait.resource.loop is not None
            source = self._source(party, wait) if is_brought and wait.idle != "worker" else None
            if source is None:
                continue
            if self._add_only_bringer(party):
                continue
            if self._add_who_gives_back(party, wait):
                continue
            if wait.further_out is not None:
                if not self._add_who_waits_otherwise(party, wait):
                    self._links[key] = [Link(party, wait, party, None)]
                continue
            if wait.operation == "put" and wait.enders == ():
                continue  # a package's code takes from it: not what others do in their own
            if source not in going:
                going[source] = self._who_goes_on(source)
            behind = self._leading_back(going[source], key)
            if behind and _may_bring(behind[-1]):
                wait = wait._replace(place=_awaiting(behind[-1]) or wait.place)
                self._links[key] = [Link(party, wait, behind[0].who, None)]

    def _add_only_bringer(self, actor: Actor) -> bool:
        """Where one task alone could bring what is waited for, in its own functions, and waits for
        the waiting one itself: that closes a ring. Whether it does."""
        other = self._only_bringer(actor)
        if other is None or not self._comes_back(other, actor):
            return False
        self._links[actor.key] = [Link(actor, actor.waits[0], other, None)]
        return True

    def _comes_back(self, other: TaskActor, actor: Actor) -> bool:
        """Whether a task waits for the actor: by known waits, or by such as only one other task
        could bring to an end, and that do not idle."""
        at: Actor | None = other
        seen: set[Key] = set()
        while at is not None and at.key not in seen and len(seen) < MAX_LINKS:
            seen.add(at.key)
            links = self.links(at) if len(at.waits) == 1 or _needs_one_of(at) else []
            if any(link.by.key == actor.key for link in links):
                return True
            idles = isinstance(at, TaskActor) and at.task.wait is not None and at.task.wait.idles
            at = links[0].by if links else None if idles else self._only_bringer(at)
            if at is not None and at.key == actor.key:
                return True
        return False

    def _only_bringer(self, actor: Actor) -> TaskActor | None:
        """The one task that could bring what an actor waits for, in its own functions; others that
        might, by way of what these call, are known to wait for the actor, or for the same."""
        if len(actor.waits) != 1 or self.links(actor):
            return None
        wait = actor.waits[0]
        found = wait.bringers
        if isinstance(actor, TaskActor):
            found = actor.task.wait.bringers if actor.task.wait is not None else None
        source = self._source(actor, wait) if found is not None and found.direct else None
        members = () if source is None else self._members[source]
        others = [key for key in members if key != actor.key]
        direct = [key for key in others if found is not None and key.number in found.direct]
        if len(direct) != 1 or direct[0] not in self.tasks:
            return None
        beside = [self.tasks.get(key) for key in others if key != direct[0]]
        for one in beside:
            if one is None or not (_waits_likewise(one, actor) or self._waits_for(one, actor)):
                return None
        bringer = self.tasks[direct[0]]
        return None if _waits_likewise(bringer, actor) else bringer  # at a barrier, for a third one

    def _waits_for(self, other: Actor, actor: Actor) -> bool:
        """Whether known waits lead from one to the other."""
        return any(link.by.key == actor.key for link in self.chain(other))

    def _add_who_gives_back(self, party: Party, wait: Wait) -> bool:
        """Where one that has yet to give back what is waited for waits for the waiting one itself,
        or one that has yet to end the wait for what that holds: that closes a ring. Whether it
        does."""
        givers = () if wait.idles else self._givers.get(wait.resource.key, ())
        for hold in givers[:MAX_LINKS]:
            by = self.parties[Key(hold.pid, hold.tid)]
            if by.key == party.key or by.key not in self.stuck or not self._leads_to(by, party):
                continue
            closing = next((one for one in self.chain(by) if one.by.key == party.key), None)
            is_held = closing is not None and closing.hold is not None
            if not hold.is_behind or is_held or self._keep_each_other(by, party):
                self._links[party.key] = [Link(party, wait, by, hold)]
                return True
        ring = [] if wait.idles else self._ring_of_givers(party)
        for link in ring:
            self._links[link.who.key] = [link]
        return bool(ring)

    def _ring_of_givers(self, party: Party) -> list[Link]:
        """The shortest way from a thread back to itself over those who have yet to end each other's
        waits: stations of a line, each of which waits for room before the next. [] for none. Of
        those that wait for items of queues alone somebody would have to begin."""
        ways: list[list[Link]] = [[]]
        seen = {party.key}
        while ways and len(seen) < MAX_LINKS:
            way = ways.pop(0)
            at = way[-1].by if way else party
            wait = at.waits[0] if len(at.waits) == 1 else None
            for hold in () if wait is None else self._givers.get(wait.resource.key, ())[:MAX_LINKS]:
                by = self.parties[Key(hold.pid, hold.tid)]
                if wait is None or not hold.is_behind or by.key not in self.stuck:
                    continue
                found = [*way, Link(at, wait, by, hold)]
                if by.key == party.key and len(way) > 1:
                    return [] if all(_gets(one.wait) for one in found) else found
                if by.key not in seen and not self.links(by):
                    seen.add(by.key)
                    ways.append(found)
        return []

    def _add_who_waits_otherwise(self, party: Party, wait: Wait) -> bool:
        """Where a thread would itself end its wait further out, and another one waits there for the
        same in other code, that closes a ring: a lock for readers and writers lets no reader in
        while a writer waits, also none that reads already. Whether it does."""
        givers = {one.tid: one for one in self._givers.get(wait.resource.key, ())}
        code, own = _waits_in(wait), givers.get(party.tid)
        for other in self.of_process(party.pid) if own is not None and code else ():
            same = [one for one in other.waits if one.resource.key == wait.resource.key]
            is_other = len(other.waits) == 1 and same != [] and _waits_in(same[0]) not in ("", code)
            if is_other and other.key in self.stuck and other.tid in givers:
                self._links[party.key] = [Link(party, wait, other, givers[other.tid])]
                self._links[other.key] = [Link(other, same[0], party, own)]
                return True
        return False

    def _leads_to(self, by: Party, party: Party) -> bool:
        """Whether it waits for the other one, or for what that has yet to give back."""
        return self._gives_in_turn(by, party) or any(
            link.by.key == party.key for link in self.chain(by)
        )

    def _gives_in_turn(self, by: Party, party: Party) -> bool:
        """Whether it waits for what the other one has yet to end, or to give back."""
        wanted = by.waits[0].resource.key if len(by.waits) == 1 else ""
        return any(hold.tid == party.tid for hold in self._givers.get(wanted, ())[:MAX_LINKS])

    def _keep_each_other(self, by: Party, party: Party) -> bool:
        """Whether each has yet to end what the other one waits for. Of two that wait for the same,
        or for items of queues, neither keeps the other: somebody would have to begin."""
        if not self._gives_in_turn(by, party):
            return False
        one, other = by.waits[0], party.waits[0]
        return one.resource.key != other.resource.key and not (_gets(one) and _gets(other))

    @cached_property
    def _givers(self) -> dict[str, list[Hold]]:
        """The key of what is waited for → who is about to give that back."""
        found: dict[str, list[Hold]] = {}
        for state in self.states.values():
            for hold in state.waiting.yet_to_end:
                if Key(hold.pid, hold.tid) in self.parties:
                    found.setdefault(hold.resource.key, []).append(hold)
        return found

    def _user_of(self, party: Party, wait: Wait) -> Party | None:
        """Of several threads that could send what is waited for, the one that has the other end at
        hand."""
        if wait.resource.kind not in CHANNELS or wait.resource.loop is not None:
            return None
        source = self._source(party, wait)
        user = None if source is None else self.user_of(party, wait, source)
        # Of two that read from each other neither keeps the other.
        return None if user is None or self._reads_back(user, party, wait) else user

    def _who_goes_on(self, source: Hashable) -> _Able:
        """The threads that could end a wait in Python."""
        found = [self.parties[key] for key in self._members[source] if key in self.parties]
        found = [one for one in found if not isinstance(one.state.python, Absent)]
        able = [one for one in found if not _joins(one)]
        return _Able(able, list(filter(_joins, found)), list(filter(self.links, able)))

    def _leading_back(self, who: _Able, key: Key) -> list[Link]:
        """The chain to a thread from the one that could end its wait; [] for none. Of several it is
        that which waits for what the thread holds, where nobody is known to keep the others."""
        others = who.able if len(who.able) <= 2 else who.kept[:3]  # of more there is no only one
        others = [one for one in others if one.key != key]
        begin = others or (who.joining if len(who.able) <= 2 else [])
        behind = self.chain(begin[0]) if len(begin) == 1 else []
        closing = next((at for at, link in enumerate(behind) if link.by.key == key), None)
        if closing is None or (len(who.able) > 2 and behind[closing].hold is None):
            return []
        # Who joins brings nothing itself; by way of a channel it is kept for another reason.
        by_channel = any(link.wait.resource.kind in CHANNELS for link in behind[: closing + 1])
        return behind[: closing + 1] if others or by_channel else []

    def stuck_behind(self, *actors: Actor) -> frozenset[Key]:
        """The actors that never move again if these do not."""
        return self._never_moving([actor.key for actor in actors])

    def grounds(self, actors: Iterable[Actor]) -> Grounds:
        """What it rests on that these never move, and all those whom they wait for."""
        todo = [actor.key for actor in actors]
        seen: set[Key] = set()
        doubts: dict[str, Doubt] = {}
        ignored: dict[SignalHandler, None] = {}
        uncalled: dict[str, Wait] = {}
        bystanders: dict[Key, None] = {}
        apart: dict[str, tuple[Wait, tuple[str, ...]]] = {}
        held_back: dict[SignalHandler, Wait] = {}
        while todo and len(seen) < MAX_GROUNDS:
            key = todo.pop()
            actor = self.parties.get(key) or self.tasks.get(key)
            if actor is None or key in seen or key not in self._demands:
                continue
            seen.add(key)
            if isinstance(actor, TaskActor) and not any(map(_is_named, self.links(actor))):
                for doubt in self.unsure_bringers(actor, self.stuck):
                    doubts.setdefault(doubt.kind, doubt)
            for doubt in _took_turns(actor):
                doubts.setdefault(doubt.kind, doubt)
            for wait in actor.waits:
                pids = self.asked_of_processes(actor, wait)
                found = [one for pid in pids for one in self.handler_doubts(pid, wait)]
                for doubt in (*found, *(self.unseen_doubts(actor, wait) if pids else ())):
                    doubts.setdefault(doubt.kind, doubt)
                for pid in pids:
                    ignored |= dict.fromkeys(self.ignored_handlers(pid, wait))
                    held_back |= dict.fromkeys(self.held_back(pid, wait), wait)
                if not pids or not isinstance(actor, Party) or wait.resource.key in apart:
                    continue
                going = sorted(self.bystanders(actor, wait) - self.stuck)
                going = [one for one in going if one in self.parties and can_act(self.parties[one])]
                # That nothing of the program's own ends it is surer than a walk that was cut off.
                by_walk = set(wait.apart) - set(wait.bystanders).intersection(wait.unsure)
                in_own = [key for key in going if key.number in by_walk]
                in_package = [key for key in going if key.number not in by_walk]
                if in_package:
                    uncalled[wait.resource.key] = wait
                    bystanders |= dict.fromkeys(in_package)
                if in_own:
                    labels = tuple([self.parties[key].label for key in in_own])
                    apart[wait.resource.key] = wait, labels
                    for doubt in self.unsure_doubts(wait, in_own):
                        doubts.setdefault(doubt.kind, doubt)
            for source in self._demands[key].sources:
                todo += [one for one in self._members[source] if one not in seen]
        labels = tuple(self.parties[key].label for key in bystanders)
        return Grounds(
            tuple(doubts.values()),
            tuple(ignored),
            tuple(uncalled.values()),
            labels,
            tuple(apart.values()),
            tuple(held_back.items()),
        )

    def _all_demands(self) -> Iterator[tuple[Key, Demand]]:
        """Of all that wait, without a timeout, for what nobody outside could bring."""
        for actor in self.actors():
            if not actor.waits:
                continue
            if any(wait.timeout for wait in actor.waits):
                continue
            sources = [self._source(actor, wait) for wait in actor.waits]
            known = tuple([source for source in sources if source is not None])
            if len(known) == len(sources):
                yield actor.key, Demand(known, needs_all=_needs_one_of(actor))

    def _never_moving(self, given: Iterable[Key]) -> frozenset[Key]:
        return never_moving(self._demands, self._members, given)

    def _without_idle(self, stuck: frozenset[Key]) -> frozenset[Key]:
        """Those of them for whom it matters: a worker that waits for work which nobody has any more
        idles, unless the main thread, or who has work of its own, waits for it as well."""
        idle = {key for key in stuck if (one := self.parties.get(key)) and _idles(one)}
        todo = [key for key in stuck if key not in idle] if idle else []
        kept = set(todo)
        seen: set[Hashable] = set()
        while todo:
            demand = self._demands.get(todo.pop())
            for source in demand.sources if demand is not None else ():
                if source not in seen:
                    seen.add(source)
                    fresh = [one for one in self._members[source] if one in idle - kept]
                    kept.update(fresh)
                    todo += fresh
        return frozenset(kept) if idle else stuck

    @cached_property
    def rings(self) -> list[tuple[Link, ...]]:
        """The rings of known holders, joins, children and tasks, each once; every thread in them
        waits for that alone and without a timeout."""
        found: list[tuple[Link, ...]] = []
        done: set[Key] = set()
        for actor in [one for one in self.actors() if one.key in self.stuck]:
            path: list[Link] = []
            at: dict[Key, int] = {}
            while actor.key not in done and actor.key not in at:
                at[actor.key] = len(path)
                link = self._next(actor)
                if link is None:
                    break
                path.append(link)
                actor = link.by
            else:
                if actor.key in at:
                    found.append(tuple(path[at[actor.key] :]))
            done.update(at)
        return found

    def behind(self, ring: tuple[Link, ...]) -> list[Actor]:
        """Who else never moves because of a ring, by way of known waits."""
        members = {link.who.key for link in ring}
        found = [one for key in members for one in self._behind_rings.get(key, ())]
        return [one for one in found if one.key not in members]

    @cached_property
    def _behind_rings(self) -> dict[Key, list[Actor]]:
        """A member of each ring → those of whom a known wait leads to the ring."""
        first = {link.who.key: ring[0].who.key for ring in self.rings for link in ring}
        found: dict[Key, list[Actor]] = {}
        everybody: list[Actor] = [*self.in_order, *self.tasks.values()]
        for actor in everybody:
            chain = self.chain(actor) if actor.key in self.stuck else []
            for key in dict.fromkeys(first.get(link.by.key) for link in chain):
                if key is not None:
                    found.setdefault(key, []).append(actor)
        return found

    def _next(self, actor: Actor) -> Link | None:
        """The one step from an actor that is stuck to who must move first."""
        if actor.key not in self.stuck or (len(actor.waits) != 1 and isinstance(actor, Party)):
            return None
        links = [link for link in self.links(actor) if link.by.key in self.stuck]
        # Of a place in a pool that it has one of itself, others have the rest.
        others = (link for link in links if link.by.key != actor.key)
        return next(others, links[0] if links else None)

    def watchers(self, ring: Iterable[Link]) -> list[TaskActor]:
        """Tasks that go on and may cancel one of the ring's: they have it at hand, or are awaited
        together with it, as in a task group, and may fail."""
        members = {link.who.key.number for link in ring if isinstance(link.who, TaskActor)}
        found = {
            task.key: task
            for number in members
            for tasks in self._watching.get(number, ())
            for task in tasks
        }
        return sorted(found.values(), key=lambda task: self._places[task.key])

    @cached_property
    def _places(self) -> dict[Key, int]:
        return {key: place for place, key in enumerate(self.tasks)}

    @cached_property
    def _watching(self) -> dict[int, list[list[TaskActor]]]:
        """Address of a task → the tasks that go on and have it at hand, or are awaited with it."""
        found: dict[int, list[list[TaskActor]]] = {}
        going: dict[int, list[TaskActor]] = {}
        for task in self.tasks.values():
            if task.key not in self.stuck:
                going.setdefault(task.key.number, []).append(task)
                for one in task.task.knows:
                    found.setdefault(one, []).append([task])
        for task in self.tasks.values():
            awaited = set(task.task.wait.tasks if task.task.wait is not None else ())
            beside = [other for one in awaited for other in going.get(one, ())]
            for one in awaited if beside else ():
                found.setdefault(one, []).append(beside)
        return found

    def threads_from(self, party: Party) -> tuple[list[Link], list[Party]]:
        """The chain as far as it leads through threads, and these, from the first to the last."""
        links: list[Link] = []
        threads = [party]
        for link in self.chain(party):
            by: Actor | None = link.by
            if isinstance(by, TaskActor) and link.wait.resource.kind == "thread":
                by = self.thread(by.pid, by.task.tid or 0)  # which that task ends
            if not isinstance(by, Party):
                break
            links.append(link._replace(by=by))
            threads.append(by)
            if by is not link.by:
                break
        return links, threads

    def main_threads(self) -> Iterator[Party]:
        """Of the process itself first, then of its family."""
        for pid in self.states:
            main = self.main_of(pid)
            if main is not None:
                yield main

    def main_of(self, pid: int) -> Party | None:
        """The main thread of a process, if that is looked at."""
        return next((one for one in self.of_process(pid) if one.is_main), None)

    @cached_property
    def in_order(self) -> list[Party]:
        """All threads: the process's own first, the main thread before the others."""
        own = self.state.process.pid
        return sorted(self.parties.values(), key=lambda p: (p.pid != own, p.pid, not p.is_main))

    def has_native_work(self, pid: int) -> bool:
        """Whether a thread of native code does not merely rest until others of its process wake it:
        a driver's or a timer's may call Python, or wake who waits in the same library."""
        return any(self.in_process(pid, _works_natively))

    def beside(self, party: Party) -> list[Party]:
        """The other threads of its process: to tell of them, as each call goes through all."""
        return [one for one in self.in_order if one.pid == party.pid and one.key != party.key]

    def in_process(self, pid: int, asked: Callable[[Party], bool]) -> list[Party]:
        """Those threads of a process of which something holds. It is asked of each once, however
        often it is asked."""
        known = self._asked.get((pid, asked))
        if known is None:
            found = [one for one in self.in_order if one.pid == pid and asked(one)]
            known = self._asked[pid, asked] = found
        return known

    def any_beside(self, party: Party, asked: Callable[[Party], bool]) -> bool:
        """Whether something holds of another thread of its process."""
        return any(one.key != party.key for one in self.in_process(party.pid, asked))

    def may_go_on(self, party: Party) -> bool:
        """Whether it is not stuck, and could do what others wait for."""
        return party.key not in self.stuck and can_act(party)

    def goes_on(self, party: Party) -> bool:
        """Whether it is not stuck."""
        return party.key not in self.stuck

    def _goes_on_in_own(self, party: Party) -> bool:
        return party.key not in self.stuck and runs_own_code(party)

    def goes_on_beside(self, party: Party) -> bool:
        """Whether another thread of its process goes on in the user's code."""
        return self.any_beside(party, self._goes_on_in_own)

    @cached_property
    def leading(self) -> dict[Key, list[list[Link]]]:
        """Actor → the chains of waits that end at it, the main thread's first."""
        found: dict[Key, list[list[Link]]] = {}
        for chain in filter(None, map(self.chain, self.in_order)):
            found.setdefault(chain[-1].by.key, []).append(chain)
        return found


def _took_turns(actor: Actor) -> Iterator[Doubt]:
    """Of a thread that waits at a channel, and went on there while its family was looked at."""
    at_channel = any(one.resource.kind in CHANNELS for one in actor.waits)
    if at_channel and isinstance(actor, Party) and actor.tid in actor.state.waiting.took_turns:
        yield Doubt(f"{actor.label} went on while it was watched", "looks-differ")


def _is_named(link: Link) -> bool:
    """Whether the wait itself, or what is held, names who ends it; and not that nobody else was
    seen who could."""
    return link.hold is not None or link.wait.resource.kind not in BROUGHT


def _joins(party: Party) -> bool:
    """Whether it waits for the end of others, and so for all that they wait for."""
    waits = party.waits
    return bool(waits) and all(one.resource.kind in ("thread", "process") for one in waits)


def _idles(party: Party) -> bool:
    """Whether it is no main thread, and waits for work in a loop, while others go on that have none
    for it."""
    first = party.waits[0] if len(party.waits) == 1 and not party.is_main else None
    return first is not None and first.idles and bool(first.apart)


def _works_natively(party: Party) -> bool:
    return is_native(party) and not rests_in_native(party)


def _may_bring(closing: Link) -> bool:
    """Whether who waits there may bring what is waited for; a server's thread does not, that reads
    from a client which has sent nothing yet."""
    reads = closing.wait.resource.kind in CHANNELS and closing.wait.resource.loop is None
    if not reads or not isinstance(closing.who, Party):
        return True
    return isinstance(closing.who.state.python, Absent) or runs_own_code(closing.who)


def _needs_one_of(actor: Actor) -> bool:
    """Whether it is enough for the actor to be stuck that one of its waits does not end."""
    return (
        isinstance(actor, TaskActor) and actor.task.wait is not None and actor.task.wait.needs_all
    )


def _awaiting(link: Link) -> Place | None:
    """Where the task awaits that holds what is waited for; None where it is no task's."""
    address = link.wait.kept.task if link.wait.kept is not None else 0
    by = link.by if address and isinstance(link.by, Party) else None
    task = None if by is None else by.among.task_at.get(address)
    return None if task is None or not task.own else task.own[0]


_last: list[tuple[Case, Hang]] = []


def hang_of(case: Case) -> Hang:
    """The relations of `case`; the last ones are kept, since every hang rule asks for them."""
    for known, hang in _last:
        if known is case:
            return hang
    hang = Hang(case)
    _last[:] = [(case, hang)]
    return hang
