"""The parts of the report that say who waits for whom: graph, headings of threads, tasks, activity.

The graph's edges come from the same relations as the rules' findings (`diagnose.hang.stuck`), so
that the picture never shows more or less than the answer was drawn from.
"""

from __future__ import annotations

import itertools
from typing import Any

from atfault.diagnose.hang.cycles import keys_of_cycle
from atfault.diagnose.hang.parties import Actor, Link, Party, TaskActor
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.report_company import PlaceReport
from atfault.model.report_waits import (
    ActivityReport,
    TaskReport,
    ThreadActivityReport,
    WaitEdge,
    WaitGraph,
    WaitNode,
)
from atfault.model.state import ProcessState
from atfault.model.waits import AsyncTask, Hold, Place, ThreadActivity, Wait

MAX_EDGES = 10_000
MAX_OTHERS = 16
"""Alternatives of one wait (poll, select) that are named."""
MAX_TASKS = 10_000
ROLES = {
    "multiprocessing-spawn": "multiprocessing worker",
    "multiprocessing-fork": "multiprocessing worker",
    "multiprocessing-forkserver": "multiprocessing worker",
    "forkserver": "multiprocessing's fork server",
    "resource-tracker": "multiprocessing's resource tracker",
}


class Doings:
    """What the threads of a process and its family hold and wait for, as report parts."""

    def __init__(self, case: Case) -> None:
        self._state = case.process
        self._hang: Hang | None = None
        if any(one.waiting.waits or one.waiting.holds for one in case.processes):
            self._hang = hang_of(case)

    def waits_for(self, pid: int, tid: int) -> dict[str, Any] | None:
        """The contract's `waits_for` of one thread."""
        party = self._party(pid, tid)
        if self._hang is None or party is None or not party.waits:
            return None
        first = party.waits[0]
        owners = [link.by for link in self._hang.links(party) if link.wait is first]
        return {
            **_resource(first),
            **_place_fields(first.place),
            "exact": first.exact,
            "timeout": first.timeout,
            "held_by": [{"tid": _tid(by), "pid": by.pid, "name": by.name} for by in owners],
            "others": [wait.resource.name for wait in party.waits[1 : MAX_OTHERS + 1]],
        }

    def holds(self, pid: int, tid: int) -> tuple[dict[str, Any], ...]:
        """The contract's `holds` of one thread."""
        party = self._party(pid, tid)
        return tuple(
            {**_resource(hold), **_place_fields(hold.place), "proof": hold.proof}
            for hold in (() if party is None else party.holds)
        )

    def graph(self) -> WaitGraph | None:
        """All threads that hold or wait for something, and those they wait for."""
        return None if self._hang is None else _Graph(self._hang).made()

    def tasks(self) -> tuple[TaskReport, ...]:
        """As tasks_of."""
        return tasks_of(self._state)

    def activity(self) -> ActivityReport | None:
        """As activity_of."""
        return activity_of(self._state)

    def _party(self, pid: int, tid: int) -> Party | None:
        return None if self._hang is None else self._hang.thread(pid, tid)


class _Graph:
    """Collects nodes and edges, each once."""

    def __init__(self, hang: Hang) -> None:
        self._nodes: dict[str, WaitNode] = {}
        self._edges: dict[tuple[str, str], WaitEdge] = {}
        self._rings = hang.rings
        parties = list(hang.in_order)
        linked = {link.by.key for party in parties for link in hang.links(party)}
        for party in parties:  # before the resources: a join names the thread itself
            if party.waits or party.holds or party.key in linked:
                self._nodes[party.node] = _node(party)
        for link in itertools.chain(*self._rings):
            if isinstance(link.who, TaskActor):
                self._nodes[link.who.node] = _node(link.who)
        for party in parties:
            for hold in party.holds:
                self._add_hold(party, hold)
            for wait in party.waits:
                self._add_wait(party, wait)
        for party in parties:
            for link in hang.links(party):
                self._add_link(link)
        for link in itertools.chain(*self._rings):
            if isinstance(link.who, TaskActor):
                self._add_wait(link.who, link.wait)
                if link.hold is not None:
                    self._add_hold(link.by, link.hold)

    def made(self) -> WaitGraph:
        cycles = tuple(map(keys_of_cycle, self._rings))
        edges = tuple(self._edges.values())[:MAX_EDGES]
        return WaitGraph(tuple(self._nodes.values()), edges, cycles)

    def _add_hold(self, actor: Actor, hold: Hold) -> None:
        self._add_resource(hold)
        taken = _place(hold.place)
        self._add_edge(WaitEdge(hold.resource.key, actor.node, "held-by", taken, hold.proof))

    def _add_wait(self, actor: Actor, wait: Wait) -> None:
        self._add_resource(wait)
        proof = "exact" if wait.exact else "inferred"
        place, wanted = _place(wait.place), wait.resource.key
        self._add_edge(WaitEdge(actor.node, wanted, "waits-for", place, proof, wait.timeout))

    def _add_link(self, link: Link) -> None:
        """From what is waited for to who alone can end the wait, where no lock's hold says so."""
        if link.wait.resource.key != link.by.node:
            hold, key = link.hold, link.wait.resource.key
            proof = "" if hold is None else "inferred" if hold.is_behind else hold.proof
            self._add_edge(WaitEdge(key, link.by.node, "held-by", None, proof))

    def _add_resource(self, part: Hold | Wait) -> None:
        resource = part.resource
        if resource.key not in self._nodes:
            self._nodes[resource.key] = WaitNode(
                resource.key,
                resource.kind,
                resource.name,
                resource.pid or part.pid,
                None,
                resource.detail,
            )

    def _add_edge(self, edge: WaitEdge) -> None:
        self._edges.setdefault((edge.source, edge.target), edge)


def _tid(actor: Actor) -> int | None:
    return actor.tid if isinstance(actor, Party) else actor.task.tid


def _node(actor: Actor) -> WaitNode:
    if isinstance(actor, Party):
        return WaitNode(actor.node, "thread", actor.name, actor.pid, actor.tid)
    task = actor.task
    function = task.frames[0].function if task.frames else ""
    return WaitNode(actor.node, "task", task.name, actor.pid, task.tid, function)


def _resource(part: Hold | Wait) -> dict[str, Any]:
    resource = part.resource
    return {
        "kind": resource.kind,
        "key": resource.key,
        "name": resource.name,
        "detail": resource.detail,
    }


def _place_fields(place: Place | None) -> dict[str, Any]:
    if place is None:
        return {"file": None, "line": None, "function": ""}
    return {"file": place.file, "line": place.line, "function": place.function}


def _place(place: Place | None) -> PlaceReport | None:
    if place is None:
        return None
    return PlaceReport(place.file, place.line, place.function, place.mine)


# -- tasks, activity, relatives --------------------------------------------------------------------


def tasks_of(state: ProcessState) -> tuple[TaskReport, ...]:
    """The tasks of asyncio, of all event loops."""
    awaiting: dict[int, list[str]] = {}
    for task in state.waiting.tasks:
        if task.awaited:
            awaiting.setdefault(task.awaited, []).append(task.name)
    return tuple(
        _task(task, tuple(awaiting.get(task.address, ())))
        for task in state.waiting.tasks[:MAX_TASKS]
        if task.state != "done"
    )


def _task(task: AsyncTask, awaited_by: tuple[str, ...]) -> TaskReport:
    frames = tuple(
        PlaceReport(frame.file, frame.line, frame.function, frame.mine)
        for frame in reversed(task.frames)
    )
    loop = hex(task.loop) if task.loop else None
    return TaskReport(
        task.name, task.state, task.tid, loop, frames, task.waits_for, awaited_by, task.library
    )


def activity_of(state: ProcessState) -> ActivityReport | None:
    """What sampling saw; None when the process was not watched."""
    activity = state.activity
    if isinstance(activity, Absent):
        return None
    threads = tuple(map(_thread_activity, activity.threads))
    return ActivityReport(round(activity.seconds, 3), activity.samples, threads)


def _thread_activity(activity: ThreadActivity) -> ThreadActivityReport:
    return ThreadActivityReport(
        tid=activity.tid,
        cpu_seconds=round(activity.cpu_seconds, 3),
        wall_seconds=round(activity.wall_seconds, 3),
        moved=activity.moved,
        changed=activity.changed,
        fixed=activity.fixed,
        loop=_place(activity.loop),
        syscalls=activity.syscalls,
        switches=activity.voluntary_switches + activity.involuntary_switches,
    )


def relation_of(member: ProcessState, state: ProcessState) -> str:
    """What a member of the family is to the process, in words: "multiprocessing worker"."""
    if not isinstance(state.waiting.relatives, Absent):
        for relative in state.waiting.relatives:
            if relative.pid == member.process.pid:
                return ROLES.get(relative.role, relative.relation)
    return "child" if member.process.ppid == state.process.pid else "descendant"
