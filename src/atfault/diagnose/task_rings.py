"""Rings of tasks: each waits for a lock of asyncio that the next one holds, or for its end.

The reasoning is that of `stuck`, one level up. The event loop may well be alive and run others:

    a lock that a task holds      that task
    a semaphore                   any of the tasks that hold it
    another task                  that task
    gather, a task group          any of its tasks, when it is stuck (or fails: so it is likely)
    asyncio.wait                  all of its tasks, or one, as it was asked
    anything else                 never counted as stuck: a callback may bring it
"""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.hang_words import bracketed, distinct, place_of
from atfault.diagnose.words import listed
from atfault.model.counts import counted
from atfault.model.findings import Advice, Blame, Confidence, Evidence, Finding
from atfault.model.state import ProcessState
from atfault.model.waits import AsyncTask, Place, TaskFrame, TaskHold, TaskWait, task_key

MAX_EVIDENCE = 8
SHOWN_LINKS = 4
SHOWN_FRAMES = 4


class TaskLink(NamedTuple):
    """`who` waits for a lock that `by` holds (hold), or for the end of `by` (None)."""

    who: AsyncTask
    wait: TaskWait
    by: AsyncTask
    hold: TaskHold | None


class TaskRing(NamedTuple):
    """Tasks of which each waits for the next, the last for the first."""

    links: tuple[TaskLink, ...]
    watchers: tuple[AsyncTask, ...]
    """Tasks that go on, and have the ring's at hand: they may cancel them."""


def task_rings(state: ProcessState) -> list[TaskRing]:
    """The rings of one process, each once; a ring of one waits for what it holds itself."""
    tasks = {task.address: task for task in state.waiting.tasks}
    links = _links(tasks)
    stuck = set(links)
    changed = True
    while changed:
        free = [at for at in stuck if not _is_stuck(links[at], stuck)]
        changed = bool(free)
        stuck.difference_update(free)
    found: list[TaskRing] = []
    done: set[int] = set()
    for start in sorted(links, key=lambda at: (len(tasks[at].name), tasks[at].name)):
        path: list[TaskLink] = []
        at, index = start, {}
        while at in stuck and at not in done and at not in index:
            index[at] = len(path)
            link = next(one for one in links[at] if one.by.address in stuck)
            path.append(link)
            at = link.by.address
        if at in index:
            members = tuple(path[index[at] :])
            inside = {link.who.address for link in members}
            watchers = [
                task
                for task in state.waiting.tasks
                if task.address not in stuck and inside.intersection(task.knows)
            ]
            found.append(TaskRing(members, tuple(watchers)))
        done.update(index)
    return found


def _links(tasks: dict[int, AsyncTask]) -> dict[int, list[TaskLink]]:
    """Task → to whom its wait leads; tasks that others or timers could wake are left out."""
    holders: dict[str, list[tuple[AsyncTask, TaskHold]]] = {}
    for task in tasks.values():
        for hold in task.holds:
            holders.setdefault(hold.resource.key, []).append((task, hold))
    found = {}
    for task in tasks.values():
        wait = task.wait
        if task.state != "pending" or wait is None or wait.timeout:
            continue
        if wait.resource is None:
            known = [tasks[at] for at in wait.tasks if at in tasks]
            if len(known) < len(wait.tasks):
                continue
            made = [TaskLink(task, wait, other, None) for other in known]
        else:
            made = [
                TaskLink(task, wait, by, hold) for by, hold in holders.get(wait.resource.key, ())
            ]
        others = [link for link in made if link.by is not task]
        if wait.resource is not None and wait.resource.kind == "lock" and others:
            made = others  # one of several holders is mistaken; not the waiting one alone
        elif others:
            made.sort(key=lambda link: link.by is task)  # a semaphore: all of them keep it
        if made:
            found[task.address] = made
    return found


def _is_stuck(links: list[TaskLink], stuck: set[int]) -> bool:
    wait = links[0].wait
    inside = [link.by.address in stuck for link in links]
    if wait.resource is None:
        return any(inside) if wait.needs_all else all(inside)
    return all(inside)


# -- in words --------------------------------------------------------------------------------------


def ring_finding(
    state: ProcessState, ring: TaskRing, summary: str, advice: tuple[Advice, ...]
) -> Finding:
    """The finding about one ring: each line that waits, and each that took."""
    links = ring.links
    cause = "self-deadlock" if len(links) == 1 else "deadlock"
    evidence = [Evidence(_told(links, at), in_picture=True) for at in range(len(links))]
    if len(evidence) > MAX_EVIDENCE:
        left = counted(len(evidence) - MAX_EVIDENCE, "more task")
        evidence[MAX_EVIDENCE:] = [Evidence(f"and {left} of the ring", in_picture=True)]
    evidence += _proof(links)
    evidence += _behind(state, ring)
    return Finding(
        cause=cause,
        summary=summary,
        confidence="likely" if ring.watchers else _sureness(links),
        blame=distinct(_blames(state, links)),
        evidence=tuple(evidence),
        advice=advice,
        about=keys_of_ring(ring, state.process.pid),
    )


def keys_of_ring(ring: TaskRing, pid: int) -> tuple[str, ...]:
    """Each task, and the lock that it waits for where it is one."""
    keys: list[str] = []
    for link in ring.links:
        keys.append(task_key(link.who.address, pid))
        if link.hold is not None:
            keys.append(link.hold.resource.key)
    return tuple(keys)


def ring_summary(ring: TaskRing) -> str:
    """'task "a" waits for x held by task "b", which waits for y held by task "a"'."""
    links = ring.links
    if len(links) == 1:
        link = links[0]
        name = "its own end" if link.hold is None else link.hold.resource.name
        if link.hold is None:
            return f"{label(link.who)} waits for its own end"
        probably = "probably " if link.hold.proof == "suspected" else ""
        return f"{label(link.who)} waits for {name}, which it {probably}holds itself"
    steps = []
    for link in links[:SHOWN_LINKS]:
        held = "probably held" if link.hold and link.hold.proof == "suspected" else "held"
        steps.append(
            f"waits for the end of {label(link.by)}"
            if link.hold is None
            else f"waits for {link.hold.resource.name} {held} by {label(link.by)}"
        )
    text = f"{label(links[0].who)} {', which '.join(steps)}"
    if len(links) > SHOWN_LINKS:
        text += f", and so on through {len(links)} tasks back to {label(links[0].who)}"
    return text


def label(task: AsyncTask) -> str:
    """'task "pay-1"'; with its coroutine where asyncio gave it its name: 'task "Task-2" (pay)'."""
    if not task.name:
        return f"the task at {task.address:#x}"
    number = task.name.removeprefix("Task-")
    if number != task.name and number.isdigit() and task.frames:
        return f'task "{task.name}" ({task.frames[0].function})'
    return f'task "{task.name}"'


def _told(links: tuple[TaskLink, ...], at: int) -> str:
    """'task "a" holds x (taken pay.py:5), waits for y (pay.py:7)'."""
    link = links[at]
    held = links[at - 1].hold
    text = label(link.who)
    if held is not None:
        verb = "probably holds" if held.proof == "suspected" else "holds"
        taken = place_of(held.place)
        text += f" {verb} {held.resource.name}{bracketed('taken ' + taken if taken else '')},"
    where = bracketed(place_of(link.wait.place))
    if link.hold is not None:
        return f"{text} waits for {link.hold.resource.name}{where}"
    others = len(link.wait.tasks) - 1
    more = f" and {counted(others, 'other task')}" if others else ""
    return f"{text} waits for the end of {label(link.by)}{more}{where}"


def _proof(links: tuple[TaskLink, ...]) -> Iterator[Evidence]:
    if any(link.wait.timeout is None for link in links):
        yield Evidence("the event loop has timers that may yet end it: what they call is not known")
    for link in links:
        if link.hold is not None and link.hold.proof == "suspected":
            yield Evidence(
                f"that {label(link.by)} holds {link.hold.resource.name} is inferred from an "
                "acquire() in a coroutine that is still running: such a lock does not remember its "
                "owner"
            )
            return


def _behind(state: ProcessState, ring: TaskRing) -> Iterator[Evidence]:
    """Other tasks that wait for one of the ring, or for a lock that one of it holds."""
    members = {link.who.address for link in ring.links}
    keys = {hold.resource.key for link in ring.links for hold in link.who.holds}
    waiting = []
    for task in state.waiting.tasks:
        wait = task.wait
        if task.address in members or wait is None:
            continue
        wanted = "" if wait.resource is None else wait.resource.key
        if wanted in keys or members.intersection(wait.tasks):
            waiting.append(label(task))
    if waiting:
        verb = "waits" if len(waiting) == 1 else "wait"
        yield Evidence(f"{listed(waiting)} {verb} for them")
    if ring.watchers:
        yield Evidence(f"{listed([label(task) for task in ring.watchers])} may still cancel them")


def _sureness(links: tuple[TaskLink, ...]) -> Confidence:
    """Certain when each holder is proven, and each wait is for one thing alone."""
    for link in links:
        if link.hold is not None and (
            link.hold.proof == "suspected" or link.hold.resource.kind != "lock"
        ):
            return "likely"
        if link.wait.timeout is not False or len(link.wait.tasks) > 1:
            return "likely"
    return "certain"


def _blames(state: ProcessState, links: tuple[TaskLink, ...]) -> Iterator[Blame]:
    names = {thread.thread.tid: thread.name for thread in state.threads}

    def of_task(place: Place | TaskFrame, task: AsyncTask) -> Blame:
        name, tid, pid = names.get(task.tid or 0, ""), task.tid, state.process.pid
        return Blame(place.file, place.line, place.function, name, tid=tid, pid=pid)

    for link in links:
        if link.wait.place is not None:
            yield of_task(link.wait.place, link.who)
        if link.hold is not None and link.hold.place is not None:
            yield of_task(link.hold.place, link.by)
    for link in links[:SHOWN_LINKS]:
        for frame in reversed([frame for frame in link.who.frames if frame.mine][-SHOWN_FRAMES:]):
            yield of_task(frame, link.who)
