"""The parts of the report that say who waits for whom: graph, headings of threads, tasks, activity.

The graph's edges come from the same relations as the rules' findings (`atfault.diagnose.stuck`), so
that the picture never shows more or less than the answer was drawn from.
"""

from __future__ import annotations

from typing import Any

from atfault.diagnose.cycles import keys_of_cycle
from atfault.diagnose.parties import Link, Party
from atfault.diagnose.stuck import Hang, hang_of
from atfault.diagnose.task_rings import TaskRing, keys_of_ring, task_rings
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.report import (
    ActivityReport,
    PlaceReport,
    TaskReport,
    ThreadActivityReport,
    WaitEdge,
    WaitGraph,
    WaitNode,
)
from atfault.model.state import ProcessState
from atfault.model.waits import AsyncTask, Hold, Place, ThreadActivity, Wait, task_key, thread_key

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
        owners = [link.by for link in self._hang.links[party.key] if link.wait is first]
        return {
            **_resource(first),
            **_place_fields(first.place),
            "exact": first.exact,
            "timeout": first.timeout,
            "held_by": [{"tid": by.tid, "pid": by.pid, "name": by.name} for by in owners],
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
        return None if self._hang is None else self._hang.parties.get((pid, tid))


class _Graph:
    """Collects nodes and edges, each once."""

    def __init__(self, hang: Hang) -> None:
        self._nodes: dict[str, WaitNode] = {}
        self._edges: dict[tuple[str, str], WaitEdge] = {}
        self._cycles = hang.cycles()
        parties = list(hang.in_order())
        linked = {link.by.key for links in hang.links.values() for link in links}
        for party in parties:  # before the resources: a join names the thread itself
            if party.waits or party.holds or party.key in linked:
                key = thread_key(party.tid)
                self._nodes[key] = WaitNode(key, "thread", party.name, party.pid, party.tid)
        for party in parties:
            for hold in party.holds:
                self._add_hold(hold)
            for wait in party.waits:
                self._add_wait(wait)
        for links in hang.links.values():
            for link in links:
                self._add_link(link)
        self._task_cycles = [
            self._add_ring(ring, one.process.pid)
            for one in hang.states.values()
            if one.waiting.tasks
            for ring in task_rings(one)
        ]

    def made(self) -> WaitGraph:
        cycles = tuple(map(keys_of_cycle, self._cycles))
        edges = tuple(self._edges.values())[:MAX_EDGES]
        return WaitGraph(tuple(self._nodes.values()), edges, (*cycles, *self._task_cycles))

    def _add_ring(self, ring: TaskRing, pid: int) -> tuple[str, ...]:
        """Adds the tasks of a ring and their locks; the keys of the cycle."""
        for link in ring.links:
            who, by = task_key(link.who.address, pid), task_key(link.by.address, pid)
            function = link.who.frames[0].function if link.who.frames else ""
            self._nodes[who] = WaitNode(who, "task", link.who.name, pid, link.who.tid, function)
            place = _place(link.wait.place)
            if link.hold is None:
                self._add_edge(WaitEdge(who, by, "waits-for", place, "exact", link.wait.timeout))
                continue
            resource = link.hold.resource
            self._nodes.setdefault(
                resource.key, WaitNode(resource.key, resource.kind, resource.name, pid)
            )
            self._add_edge(
                WaitEdge(who, resource.key, "waits-for", place, "exact", link.wait.timeout)
            )
            taken = _place(link.hold.place)
            self._add_edge(WaitEdge(resource.key, by, "held-by", taken, link.hold.proof))
        return keys_of_ring(ring, pid)

    def _add_hold(self, hold: Hold) -> None:
        self._add_resource(hold)
        self._add_edge(
            WaitEdge(
                hold.resource.key,
                thread_key(hold.tid),
                "held-by",
                _place(hold.place),
                hold.proof,
            )
        )

    def _add_wait(self, wait: Wait) -> None:
        self._add_resource(wait)
        proof = "exact" if wait.exact else "inferred"
        self._add_edge(
            WaitEdge(
                thread_key(wait.tid),
                wait.resource.key,
                "waits-for",
                _place(wait.place),
                proof,
                wait.timeout,
            )
        )

    def _add_link(self, link: Link) -> None:
        """From what is waited for to who alone can end the wait, where no lock's hold says so."""
        source, target = link.wait.resource.key, thread_key(link.by.tid)
        if source != target:
            self._add_edge(WaitEdge(source, target, "held-by"))

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
    return TaskReport(task.name, task.state, task.tid, loop, frames, task.waits_for, awaited_by)


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
