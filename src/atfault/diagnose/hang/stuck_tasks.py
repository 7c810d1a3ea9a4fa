"""Tasks that nobody can bring what they wait for, beside others with which their loop goes on.

main task     await writer        ┐
task writer   await points.get()  ┘ never move: who would put something there has ended
task beat     sleeps again and again: its code has no points at hand

thread        reads from a connection to its own process, which the loop has not taken
main task     waits for an event of a package's ──► task on_startup   await filled.wait()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import takewhile

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.idle_loops import (
    A_LIMIT,
    LIMITS,
    SHOWN_TASKS,
    is_ended_by_itself,
    only_itself,
    task_advice,
)
from atfault.diagnose.hang.parties import Actor, Key, Link, Party, TaskActor, runs_own_code
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.task_words import awaits, kind_of, quoted, story
from atfault.diagnose.hang.words import (
    bringing,
    chain_evidence,
    distinct,
    grounds_evidence,
    link_blames,
    own_lines,
    waits_for,
)
from atfault.diagnose.words import listed
from atfault.model.counts import counted
from atfault.model.findings import Evidence, Finding
from atfault.model.roles import is_package

MAX_SEEN = 1_000


def of_stuck_tasks(hang: Hang) -> Finding | None:
    """Of the first main task, or thread that runs the user's code, which never moves because of
    such a task; else of a client that waits for an answer of its own process. None where there is
    none, and where the loop itself never wakes."""
    seen: set[Key] = set()
    for start in _starts(hang):
        of_own = set() if _awaits_a_loop(hang, start) else seen
        chain, root = _to_root(hang, start, of_own, partial(_keeps, hang, start))
        if root is not None and not hang.has_native_work(root.pid):
            return _finding(hang, *_beyond(hang, chain, root))
    for link in _clients(hang):
        chain, root = _to_root(hang, link.by, set(), _is_own_root)
        if root is not None and not hang.has_native_work(root.pid):
            return _finding(hang, [link, *chain], root)
    return None


def _starts(hang: Hang) -> Iterator[Actor]:
    """Whose standing still is a hang: the tasks with which a program ends, its threads."""
    for task in hang.tasks.values():
        if task.task.is_main and task.key in hang.stuck:
            loop = hang.thread(task.pid, task.task.tid or 0)
            if loop is not None and loop.key not in hang.stuck:
                yield task
    for party in hang.in_order:
        if party.key in hang.stuck and runs_own_code(party):
            yield party


def _clients(hang: Hang) -> Iterator[Link]:
    """Threads of the user's that wait for an answer of an event loop of their own process, each
    with a stuck task of that: the main one, as long as the connection is not taken yet."""
    for party in hang.in_order:
        wait = party.waits[0] if len(party.waits) == 1 and runs_own_code(party) else None
        server = None if wait is None else hang.server_within(party, wait)
        if wait is None or server is None or wait.timeout:
            continue
        is_taken = wait.resource.channel.is_accepted is not False
        for task in hang.tasks_of_loop(server):
            is_asked = bool(task.task.own) if is_taken else task.task.is_main
            if is_asked and task.key in hang.stuck:
                yield Link(party, wait, task, None)


def _to_root(
    hang: Hang, start: Actor, seen: set[Key], is_root: Callable[[TaskActor], bool]
) -> tuple[list[Link], TaskActor | None]:
    """The chain to a task that waits for an object which nobody brings: of known waits, and of
    those whose code would bring what is waited for. ([], None) without one. seen: actors that lead
    to none."""
    todo: list[tuple[Actor, list[Link]]] = [(start, [])]
    while todo and len(seen) < MAX_SEEN:
        actor, chain = todo.pop()
        if actor.key in seen:
            continue
        seen.add(actor.key)
        links = [link for link in hang.links(actor) if link.by.key in hang.stuck]
        if not links and isinstance(actor, TaskActor):
            if is_root(actor):
                return chain, actor
            links = _to_bringers(hang, actor)
        todo += [(link.by, [*chain, link]) for link in reversed(links)]
    return [], None


def _beyond(hang: Hang, chain: list[Link], root: TaskActor) -> tuple[list[Link], TaskActor]:
    """Of one that reads from a connection of the program to itself, rather the task that keeps
    those from answering who have its other end."""
    if root.waits[0].resource.kind == "stream":
        for key in hang.bringers(root) or ():
            by = hang.tasks.get(key)
            if by is not None and by.key in hang.stuck:
                more, deeper = _to_root(hang, by, {root.key}, _keeps_a_client)
                if deeper is not None:
                    return [*chain, Link(root, root.waits[0], by, None), *more], deeper
    return chain, root


def _keeps_a_client(actor: TaskActor) -> bool:
    return _is_own_root(actor) and actor.waits[0].resource.kind != "stream"


def _to_bringers(hang: Hang, actor: TaskActor) -> list[Link]:
    """From a task in which a package waits to those of the user's that would bring that."""
    if actor.task.own or not actor.waits:
        return []
    found = [hang.tasks.get(key) for key in hang.bringers(actor) or ()]
    stuck = [one for one in found if one is not None and one.key in hang.stuck and one.task.own]
    return [Link(actor, actor.waits[0], one, None) for one in stuck]


def _is_root(hang: Hang, actor: TaskActor) -> bool:
    """Whether code of the program's own would end its wait: else it may idle."""
    wait = actor.task.wait
    bringers = None if wait is None else wait.bringers
    if bringers is None or not actor.task.own:
        return False
    is_due = bringers.is_expected or is_ended_by_itself(hang, actor)
    return is_due or _keeps_a_sender(hang, actor)


def _keeps_a_sender(hang: Hang, actor: TaskActor) -> bool:
    """Whether one that would bring what it waits for waits itself for room which, as far as their
    own functions tell, this one alone would make: it is kept, and has not merely nothing to do."""
    able = [hang.tasks.get(key) for key in hang.bringers(actor) or ()]
    waits = [one.task.wait for one in able if one is not None and one.key in hang.stuck]
    return any(
        wait.operation in ("put", "send") and wait.bringers.direct == (actor.task.address,)
        for wait in waits
        if wait is not None and wait.bringers is not None
    )


def _awaits_a_loop(hang: Hang, start: Actor) -> bool:
    """Whether a thread waits for the end of another one, whose event loop a task ends."""
    is_join = isinstance(start, Party) and start.waits[0].resource.kind == "thread"
    return is_join and any(isinstance(link.by, TaskActor) for link in hang.links(start))


def _keeps(hang: Hang, start: Actor, actor: TaskActor) -> bool:
    """Whether a task is a root, or waits for what the starting one has yet to do, to whose event
    loop nothing can come from outside: that is a thread which waits for the end of the loop, or the
    main task, which a package has wait for what such a task alone would bring."""
    if _is_root(hang, actor):
        return True
    loop = hang.thread(actor.pid, actor.task.tid or 0)
    watched = [one.resource.loop.watched for one in loop.waits if one.resource.loop] if loop else []
    is_it = watched == [0] and not actor.task.is_main and bool(actor.task.own)
    if not is_it or start.key not in (hang.bringers(actor) or ()):
        return False
    is_packages = isinstance(start, TaskActor) and (not start.task.own or _is_in_package(actor))
    is_known = is_packages and not any(hang.unsure_bringers(actor, hang.stuck))
    return is_known or _awaits_a_loop(hang, start)


def _is_in_package(actor: TaskActor) -> bool:
    """Whether the user's code has called a package there, not for the next piece of work."""
    inside = takewhile(lambda frame: not frame.mine, reversed(actor.task.frames))
    idles = actor.task.wait is not None and actor.task.wait.idles
    return not idles and any(is_package(frame.file) for frame in inside)


def _is_expected(actor: TaskActor) -> bool:
    wait = actor.task.wait
    return wait is not None and wait.bringers is not None and wait.bringers.is_expected


def _is_own_root(actor: TaskActor) -> bool:
    """The same of one for which a client waits."""
    wait = actor.task.wait
    return wait is not None and wait.bringers is not None and bool(actor.task.own)


def _finding(hang: Hang, chain: list[Link], root: TaskActor) -> Finding:
    wait = root.waits[0]
    start = chain[0].who if chain else root
    able = [one for one in _able(hang, root) if one.key != root.key]
    beside = [one for one in hang.tasks.values() if _goes_on(hang, one, root)]
    lines = [*own_lines(root), *link_blames(reversed(chain))]
    lines += [line for one in able[:SHOWN_TASKS] for line in own_lines(one, 1)]
    grounds = hang.grounds([root])
    loop = hang.thread(root.pid, root.task.tid or 0)
    who = start if isinstance(start, Party) else loop
    named = "a task" if who is None else titles.who(hang, who)
    limit = LIMITS.get(root.task.library, A_LIMIT)
    return Finding.of(
        cause="waits-for-nobody",
        summary=f"{kind_of(root.task)} {quoted(root.task)} {awaits(root.task)}, "
        f"and nobody is left to {bringing(wait)}",
        confidence="likely" if _is_expected(root) else "possible",
        title=f"Stuck: {named} waits for what nobody can bring any more",
        blame=distinct(lines),
        evidence=(
            story(root.task),
            *chain_evidence(chain),
            *_told(able),
            *only_itself(hang, root),
            *_bystanders(beside),
            *grounds_evidence(grounds),
        ),
        advice=(*task_advice(root.task), f"await it {limit}"),
        doubts=grounds.doubts,
    )


def _able(hang: Hang, root: TaskActor) -> Iterator[Actor]:
    """Those whose code would bring it, and who wait themselves."""
    for key in hang.bringers(root) or ():
        actor = hang.tasks.get(key) or hang.parties.get(key)
        if actor is not None and actor.waits:
            yield actor


def _told(able: Iterable[Actor]) -> Iterator[str]:
    told = list(dict.fromkeys(f"{one.label} {waits_for(one, one.waits[0])}" for one in able))
    if told:
        yield f"whose code would bring it waits as well: {'; '.join(told[:SHOWN_TASKS])}"


def _goes_on(hang: Hang, task: TaskActor, root: TaskActor) -> bool:
    return task.pid == root.pid and bool(task.task.own) and task.key not in hang.stuck


def _bystanders(beside: list[TaskActor]) -> Iterator[Evidence]:
    names = listed([one.label for one in beside[:SHOWN_TASKS]])
    more = len(beside) - SHOWN_TASKS
    others = f" and {counted(more, 'other task')}" if more > 0 else ""
    text = "what the event loop may yet call does not lead to it, as far as its code tells"
    if beside:
        text = f"{names}{others} may go on, and {'have' if len(beside) > 1 else 'has'} it not at "
        text += "hand, as far as the code behind that tells"
    yield Evidence(text, kind="inferred")
