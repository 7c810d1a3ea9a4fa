"""Who can never move again.

An actor (a thread, a task of asyncio) is stuck when every one of its waits is without a timeout,
and everybody who could end the wait (`wait_graph`) is stuck as well. The largest set of actors with
that property is found by `never_moving`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from atfault.diagnose.hang.never_moving import Demand, never_moving
from atfault.diagnose.hang.parties import (
    Actor,
    Key,
    Link,
    Party,
    TaskActor,
    runs_own_code,
)
from atfault.diagnose.hang.wait_graph import WaitGraph
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.kinds import BROUGHT, CHANNELS, OF_FUTEX
from atfault.model.waits import Place, Wait


class _Able(NamedTuple):
    """The threads that could end a wait in Python."""

    able: list[Party]
    """Those that do not wait for the end of others."""
    joining: list[Party]
    """Those that do."""
    kept: list[Party]
    """Of the able, those whom others are known to keep."""


class Hang(WaitGraph):
    """The wait graph of a process and its family, and who is stuck in it."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._demands = dict(self._all_demands())
        self.stuck = self._never_moving(())
        self._add_sole_providers()

    def _add_sole_providers(self) -> None:
        """Where an event, condition or queue, or work for an event loop, is waited for, and one
        thread alone is left that could bring it, which by what is known waits for the waiting one:
        that closes a ring."""
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
            brought = wait.resource.kind in (*BROUGHT, "future")
            is_brought = brought or wait.resource.loop is not None
            source = self._source(party, wait) if is_brought and wait.idle != "worker" else None
            if source is None:
                continue
            if source not in going:
                going[source] = self._who_goes_on(source)
            behind = self._leading_back(going[source], key)
            if behind and _may_bring(behind[-1]):
                wait = wait._replace(place=_awaiting(behind[-1]) or wait.place)
                self._links[key] = [Link(party, wait, behind[0].who, None)]

    def _user_of(self, party: Party, wait: Wait) -> Party | None:
        """Of several threads that could send what is waited for, the one that has the other end at
        hand."""
        if wait.resource.kind not in CHANNELS or wait.resource.loop is not None:
            return None
        return self.user_of(party, wait, self.providers(party, wait) or ())

    def _who_goes_on(self, source: Hashable) -> _Able:
        """The threads that could end a wait in Python."""
        found = [self.parties[key] for key in self._members[source]]
        found = [one for one in found if not isinstance(one.state.python, Absent)]
        able = [one for one in found if not _joins(one)]
        return _Able(able, list(filter(_joins, found)), list(filter(self.links, able)))

    def _leading_back(self, who: _Able, key: Key) -> list[Link]:
        """The chain to a thread from the one that could end its wait; [] for none. Of several it is
        that which waits for what the thread holds, where nobody is known to keep the others."""
        others = who.able if len(who.able) <= 2 else who.kept
        others = [one for one in others if one.key != key]
        begin = others or (who.joining if len(who.able) <= 2 else [])
        behind = self.chain(begin[0]) if len(begin) == 1 else []
        closing = next((at for at, link in enumerate(behind) if link.by.key == key), None)
        if closing is None or (len(who.able) > 2 and behind[closing].hold is None):
            return []
        # Who joins brings nothing itself; by way of a channel it is kept for another reason.
        by_channel = any(link.wait.resource.kind in CHANNELS for link in behind[: closing + 1])
        return behind[: closing + 1] if others or by_channel else []

    def stuck_behind(self, *parties: Party) -> frozenset[Key]:
        """The actors that never move again if these do not."""
        return self._never_moving([party.key for party in parties])

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

    def _next(self, actor: Actor) -> Link | None:
        """The one step from an actor that is stuck to who must move first."""
        if actor.key not in self.stuck or (len(actor.waits) != 1 and isinstance(actor, Party)):
            return None
        return next((link for link in self.links(actor) if link.by.key in self.stuck), None)

    def watchers(self, ring: Iterable[Link]) -> list[TaskActor]:
        """Tasks that go on and may cancel one of the ring's: they have it at hand, or are awaited
        together with it, as in a task group, and may fail."""
        members = {link.who.key.number for link in ring if isinstance(link.who, TaskActor)}
        tasks = self.tasks.values() if members else ()
        beside: set[int] = set()
        for one in tasks:
            awaited = one.task.wait.tasks if one.task.wait is not None else ()
            beside.update(awaited if members.intersection(awaited) else ())
        return [
            task
            for task in tasks
            if task.key not in self.stuck
            and (task.key.number in beside or members.intersection(task.task.knows))
        ]

    def threads_from(self, party: Party) -> tuple[list[Link], list[Party]]:
        """The chain as far as it leads through threads, and these, from the first to the last."""
        links: list[Link] = []
        threads = [party]
        for link in self.chain(party):
            if not isinstance(link.by, Party):
                break
            links.append(link)
            threads.append(link.by)
        return links, threads

    def main_threads(self) -> Iterator[Party]:
        """Of the process itself first, then of its family."""
        for pid in self.states:
            for party in self.parties.values():
                if party.pid == pid and party.is_main:
                    yield party
                    break

    @cached_property
    def in_order(self) -> list[Party]:
        """All threads: the process's own first, the main thread before the others."""
        own = self.state.process.pid
        return sorted(self.parties.values(), key=lambda p: (p.pid != own, p.pid, not p.is_main))

    def has_native_work(self, pid: int) -> bool:
        """Whether a thread of native code does not merely rest until others of its process wake it:
        a driver's or a timer's may call Python, or wake who waits in the same library."""
        return any(
            isinstance(one.thread.python, Absent)
            and not isinstance(one.state.python, Absent)
            and not rests_in_native(one)
            for one in self.of_process(pid)
        )

    def beside(self, party: Party) -> list[Party]:
        """The other threads of its process."""
        return [one for one in self.in_order if one.pid == party.pid and one.key != party.key]

    def goes_on_beside(self, party: Party) -> bool:
        """Whether another thread of its process goes on in the user's code."""
        return any(one.key not in self.stuck and runs_own_code(one) for one in self.beside(party))

    @cached_property
    def leading(self) -> dict[Key, list[list[Link]]]:
        """Actor → the chains of waits that end at it, the main thread's first."""
        found: dict[Key, list[list[Link]]] = {}
        for chain in filter(None, map(self.chain, self.in_order)):
            found.setdefault(chain[-1].by.key, []).append(chain)
        return found


def _joins(party: Party) -> bool:
    """Whether it waits for the end of others, and so for all that they wait for."""
    waits = party.waits
    return bool(waits) and all(one.resource.kind in ("thread", "process") for one in waits)


def rests_in_native(party: Party) -> bool:
    """Whether only a thread of its own process can wake it, which one is not known."""
    wait = party.waits[0] if len(party.waits) == 1 else None
    if wait is None or wait.timeout is not False or wait.target_tid is not None:
        return False
    return wait.resource.kind in OF_FUTEX and wait.resource.is_private


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
    tasks = link.by.state.waiting.tasks if address and isinstance(link.by, Party) else ()
    return next((one.own[0] for one in tasks if one.address == address and one.own), None)


_last: list[tuple[Case, Hang]] = []


def hang_of(case: Case) -> Hang:
    """The relations of `case`; the last ones are kept, since every hang rule asks for them."""
    if not _last or _last[0][0] is not case:
        _last[:] = [(case, Hang(case))]
    return _last[0][1]
