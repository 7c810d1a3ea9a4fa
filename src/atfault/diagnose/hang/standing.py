"""Waits of the program's own work that stand still while other things go on, the most suspicious
first: what is told where nothing proves that they never end.

    main      clients[0].join()               waits for client
    client    pool.connection()               stands: below a piece of work, awaited by main
    server    while True: jobs.get()          idles: in a service's loop, nothing was taken
    ticker    while True: sleep(1); print()   goes on, and is no work for which anybody waits

A wait idles in the loop of a service at its outermost turn, where connections or work are waited
for. It stands inside of a piece of work. Whoever works (computes, moves, sleeps for a time of its
own) and could end it keeps it from being told; who only looks around is a doubt.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.other_side import told_of_other_side
from atfault.diagnose.hang.parties import (
    HELPERS,
    Actor,
    Key,
    Link,
    Party,
    TaskActor,
    can_act,
    crosses_processes,
    is_for_library,
    is_helper,
    runs_job,
    runs_own_code,
)
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.task_words import awaits, is_sleep, story
from atfault.diagnose.hang.watched import SOME, activity_of, child_share, cpu_share
from atfault.diagnose.hang.words import (
    chain_evidence,
    distinct,
    holds_text,
    inside,
    link_blames,
    own_lines,
    wait_blame,
    wait_story,
    waits_for,
)
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.findings import Blame, Doubt, Evidence, Finding
from atfault.model.kinds import BROUGHT, CHANNELS, LOCKS, OF_PYTHON
from atfault.model.roles import is_package
from atfault.model.waits import Again, Wait

SHOWN = 6
MAX_ASKED = 64
"""Waits of which is asked who could end them."""
OUTER = CHANNELS | {"process", "file", "fd", "gpu"}
AT_WORK = LOCKS | {"semaphore", "barrier", "future", "thread"}
"""What is waited for inside of a piece of work; an event or a queue may be for work as well."""
_SENDS = frozenset(("write", "send", "sendall", "sendto", "close", "shutdown"))
"""What ends the wait of who reads at the other end."""


class Standing(NamedTuple):
    """A wait of the program's own work, with the known waits that lead to it."""

    actor: Actor
    wait: Wait | None
    """None for a task of which it is not known what would end its wait."""
    chain: list[Link]
    going: list[Actor]
    """Who goes on, and could end it as far as is seen."""
    is_outer: bool = False
    """Whether somebody outside of the program is to end it."""


def standing(hang: Hang) -> Standing | None:
    """The most suspicious one; None where all waits are idle, or who could end them works."""
    found = sorted(_roots(hang), key=lambda one: _rank(hang, one))
    for one in found[:MAX_ASKED]:
        if one.is_outer:
            return one
        going = _going(hang, one, set())
        if going is not None:
            return one._replace(going=going)
    return None


def of_standing(hang: Hang) -> Finding | None:
    """What is said of that, unless it is for the world outside."""
    one = standing(hang)
    return None if one is None or one.is_outer else _finding(hang, one)


def _roots(hang: Hang) -> Iterator[Standing]:
    """Where the known waits of the program's own work end, each once: with the chain of who comes
    first (the main thread, if any)."""
    seen: set[Key] = set()
    starts: list[Actor] = [*hang.in_order, *hang.tasks.values()]
    for start in starts:
        if hang.role(start.pid) in HELPERS or not _is_own(start):
            continue
        todo: list[tuple[Actor, list[Link]]] = [(start, [])]
        while todo:
            actor, chain = todo.pop()
            if actor.key in seen:
                continue
            seen.add(actor.key)
            links = hang.links(actor)
            todo += [(link.by, [*chain, link]) for link in reversed(links)]
            wait = None if links or _serves_a_client(actor, chain) else _told_wait(hang, actor)
            if wait is not None or (not links and _is_vague(hang, actor)):
                outer = wait is not None and _is_outer(hang, actor, wait)
                yield Standing(actor, wait, chain, [], outer)


def _serves_a_client(actor: Actor, chain: list[Link]) -> bool:
    """Whether it is a task for which nobody waits, and that reads from a connection, or waits for
    what a package brings that does: of a server, whose client has sent nothing yet."""
    if not isinstance(actor, TaskActor) or chain or actor.task.is_main:
        return False
    bringers = None if actor.task.wait is None else actor.task.wait.bringers
    reads = any(wait.resource.kind == "stream" for wait in actor.waits)
    return reads or (bringers is not None and bringers.by_connection)


def _is_own(actor: Actor) -> bool:
    return runs_own_code(actor) if isinstance(actor, Party) else bool(actor.task.own)


def _told_wait(hang: Hang, actor: Actor) -> Wait | None:
    """That of an actor which stands still; None for one that idles, works or sleeps, and of a task
    that waits for another one which is not known."""
    wait = actor.waits[0] if actor.waits else None
    if wait is None:
        return None
    if isinstance(actor, TaskActor):
        if wait.resource.kind == "task" and not hang.links(actor):
            return None
        known, loop = actor.task.wait, hang.thread(actor.pid, actor.task.tid or 0)
        ends = known is None or wait.timeout or known.idles or _parks(actor)
        return None if ends or (loop is not None and _works(loop)) else wait
    if wait.idle or wait.idles or wait.resource.loop is not None or _works(actor):
        return None
    if any(one.resource.channel.listening for one in actor.waits):
        return None
    if wait.again is None and (wait.timeout or wait.resource.kind == "time"):
        return None
    if actor.is_main and wait.resource.kind in BROUGHT and _until_signal(hang, actor, wait):
        return None
    if wait.resource.kind == "pipe" and (wait.again or len(actor.waits) > 1):
        return None  # by which other threads wake a loop
    return wait if wait.again is None else _asked_in_turns(actor, wait, wait.again)


def _until_signal(hang: Hang, party: Party, wait: Wait) -> bool:
    """Whether it stands there until somebody sends a signal. A package's handler ends no wait of
    what the package has called: it may lead to all that this has."""
    if hang.ends_at_signal(party.pid, wait):
        return True
    return hang.handles_signals(party.pid, wait) and not _is_called_back(party)


def _is_called_back(party: Party) -> bool:
    """Whether the user's code was called by a package that it had called itself."""
    own = [at for at, frame in enumerate(party.thread.stack.frames) if frame.mine]
    between = party.thread.stack.frames[own[0] : own[-1]] if own else ()
    return any(one.python and is_package(one.python.code.filename) for one in between)


def _asked_in_turns(party: Party, wait: Wait, again: Again) -> Wait | None:
    """One that is begun anew and again: not in a loop of the user's that does more, is meant to go
    on, or has an end; nor where a package looks and sleeps, and does more."""
    of_user = again.loop is None or again.loop.mine
    if again.serves or (of_user and (again.ends or not again.only_tells)):
        return None
    if party.state.waiting.refused:
        return None  # it tries again to connect
    looks = not of_user and again.only_tells
    return wait if wait.resource.kind != "time" or looks or party.holds else None


def _parks(actor: TaskActor) -> bool:
    """Whether it waits for what no code that has run was to bring (`await stop.wait()`)."""
    wait = actor.task.wait
    if wait is None or wait.resource is None or wait.resource.kind not in BROUGHT:
        return False
    if wait.resource.kind == "queue" and wait.operation in ("put", "send", "join"):
        return False
    if wait.resource.kind == "condition" and wait.bringers is not None:
        return bool(wait.bringers.others)  # for that a program does not stand there until its end
    return wait.bringers is not None and not wait.bringers.is_expected


def _is_vague(hang: Hang, actor: Actor) -> bool:
    """Whether it is a task of the user's that waits in its own code for something unknown."""
    if not isinstance(actor, TaskActor) or actor.task.wait is not None or actor.task.awaited == 0:
        return False
    loop = hang.thread(actor.pid, actor.task.tid or 0)
    frames = actor.task.frames
    return bool(frames) and frames[-1].mine and (loop is None or not _works(loop))


def _is_outer(hang: Hang, actor: Actor, wait: Wait) -> bool:
    """Whether it is for somebody outside of the program. The other end of a connection may be its
    own."""
    resource = wait.resource
    if resource.shared == "outside" or resource.in_kernel is not None or resource.channel.has_path:
        return True
    if isinstance(actor, Party) and is_for_library(actor, wait):
        return True
    return resource.kind in OUTER and hang.other_ends(wait) != {actor.pid}


def _works(party: Party) -> bool:
    """Whether a thread works: it computes, moves on, or sleeps for a time between two steps of a
    work. One that looks around, or tells how it goes, does not; nor does a library's own."""
    is_native, own = isinstance(party.thread.python, Absent), runs_own_code(party)
    wait = party.waits[0] if party.waits else None
    if wait is not None and wait.again is None and wait.timeout and not is_native:
        is_timer = own or not any(is_package(frame.code.filename) for frame in party.python)
        return is_timer and wait.resource.kind in OF_PYTHON | {"time"}
    if not (is_native or own):
        return False
    again = None if wait is None else wait.again
    of_user = again is not None and again.loop is not None and again.loop.mine
    if again is not None and of_user and not (again.serves or again.only_tells):
        return True
    activity = activity_of(party)
    if activity is None:
        return wait is None and own
    if cpu_share(activity) >= SOME:
        return True
    return not is_native and activity.moved and (again is None or runs_job(party))


def _going(hang: Hang, one: Standing, seen: set[Key]) -> list[Actor] | None:
    """Who goes on and could end it, as far as is seen; None where somebody works who could, or
    waits for somebody outside to do so, or for one who does. seen: who was asked after already."""
    if isinstance(one.actor, TaskActor):
        return _tasks_going(hang, one.actor)
    actor, wait = one.actor, one.wait
    seen.add(actor.key)
    if wait is None or _children_work(hang, actor, wait) or _is_brought_by_task(hang, actor, wait):
        return None
    if _is_served(hang, actor, wait):
        return None
    behind, hears = hang.stuck_behind(actor), False
    found: list[Actor] = []
    for other in hang.in_order:
        if other.key in behind or other.key == actor.key or not can_act(other):
            continue
        if not _may_end(actor, wait, other):
            continue
        own = _told_wait(hang, other) if runs_own_code(other) else None
        if _works(other) or _does(other, wait) or (own is not None and _is_outer(hang, other, own)):
            return None
        listens = any(one.resource.channel.listening for one in other.waits)
        if listens and actor.is_main and wait.resource.kind in BROUGHT - AT_WORK:
            return None  # a request may be to end it
        if own is None and (listens or runs_own_code(other)):
            found.append(other)
        asked = own or _untimed(other)
        is_asked = asked is not None and other.key not in seen and len(seen) < MAX_ASKED
        if is_asked and _going(hang, Standing(other, asked, [], []), seen) is None:
            return None
        hears |= _hears(hang, other)
    return found if found or not hears else None


def _does(party: Party, wait: Wait) -> bool:
    """Whether it does something in turns: what leads to a wait by its code may end it. To write
    somewhere is to do something where bytes are waited for."""
    again = party.waits[0].again if party.waits else None
    if again is None or not runs_own_code(party):
        return False
    calls = {one.rpartition(".")[2] for one in again.does or ()}
    return not again.only_tells or (wait.resource.kind in OUTER and not calls.isdisjoint(_SENDS))


def _untimed(party: Party) -> Wait | None:
    """The wait of one that seems to idle, and may be at work for all that."""
    wait = party.waits[0] if len(party.waits) == 1 and runs_own_code(party) else None
    is_plain = wait is not None and wait.idles and wait.again is None and wait.timeout is False
    return wait if is_plain else None


def _is_brought_by_task(hang: Hang, party: Party, wait: Wait) -> bool:
    """Whether a task that sleeps for a time leads to what a thread waits for."""
    tasks = () if wait.bringers is None else wait.bringers.tasks
    known = [hang.tasks.get(Key(party.pid, one, "task")) for one in tasks]
    return any(one is not None and _sleeps(one) for one in known)


def _is_served(hang: Hang, party: Party, wait: Wait) -> bool:
    """Whether the other end is with an event loop of its own process, where a task of a package's,
    below which code of the user's runs (a request), sleeps for a time."""
    server = hang.server_within(party, wait)
    tasks = [] if server is None else hang.tasks_of_loop(server)
    return any(one.task.own and not one.task.frames[0].mine and _sleeps(one) for one in tasks)


def _tasks_going(hang: Hang, actor: TaskActor) -> list[Actor] | None:
    """The same for a task."""
    found: list[Actor] = []
    bringers = None if actor.task.wait is None else actor.task.wait.bringers
    if bringers is not None and bringers.by_time:
        return None
    able = (None if bringers is None else hang.bringers(actor)) or ()
    for key in able:
        task, party = hang.tasks.get(key), hang.parties.get(key)
        if party is not None and _works(party):
            return None
        if task is not None and _sleeps(task):
            if bringers is not None and key.number in bringers.direct:
                return None
            found.append(task)
    is_expected = bringers is not None and bringers.is_expected
    jobs = () if is_expected else hang.in_process(actor.pid, runs_job)
    return None if any(map(_works, jobs)) else found


def _sleeps(actor: TaskActor) -> bool:
    task = actor.task
    is_timed = task.wait is not None and bool(task.wait.timeout)
    return is_timed or (bool(task.frames) and is_sleep(task.frames[-1]))


def _hears(hang: Hang, party: Party) -> bool:
    """Whether a library's thread is connected to somebody outside, and could be told."""
    return not runs_own_code(party) and any(
        wait.resource.kind in CHANNELS
        and not wait.resource.channel.listening
        and _is_outer(hang, party, wait)
        for wait in party.waits
    )


def _may_end(party: Party, wait: Wait, other: Party) -> bool:
    if other.pid != party.pid:
        return crosses_processes(party, wait)
    if wait.brought_by:
        return other.tid in wait.brought_by
    return other.tid not in wait.apart and other.tid not in wait.bystanders


def _children_work(hang: Hang, party: Party, wait: Wait) -> bool:
    """Whether a child process may work on what is waited for: it computes, or shares that and was
    not looked at."""
    relatives = hang.states[party.pid].waiting.relatives
    if isinstance(relatives, Absent):
        return crosses_processes(party, wait)
    living = [one for one in relatives if not one.has_died and not is_helper(one)]
    if any(child_share(hang.state, one.pid) >= SOME for one in living):
        return True
    below = [one.pid for one in living if one.relation in ("child", "descendant")]
    return crosses_processes(party, wait) and not hang.states.keys() >= set(below)


def _rank(hang: Hang, one: Standing) -> tuple[bool | int, ...]:
    """How little it is unlike an idle wait: the most suspicious one first."""
    actor, wait = one.actor, one.wait
    is_work = actor.is_main or runs_job(actor) if isinstance(actor, Party) else bool(one.chain)
    kind = "" if wait is None else wait.resource.kind
    return (
        actor.pid != hang.state.process.pid and not one.chain,
        not (is_work or one.chain),
        wait is None,
        one.is_outer,
        kind in OUTER,
        not (isinstance(actor, Party) and runs_job(actor)),
        not one.chain,
        kind not in AT_WORK,
    )


def _finding(hang: Hang, one: Standing) -> Finding:
    actor, wait, chain = one.actor, one.wait, one.chain
    kept = _kept_by(hang, actor)
    lines: list[Blame | None] = [] if wait is None else [wait_blame(actor, wait)]
    lines += [*own_lines(actor), *link_blames(reversed(chain)), *link_blames(kept)]
    beside = [
        other for other in _roots(hang) if other.actor.key != actor.key and not other.is_outer
    ]
    lines += [line for other in beside[:SHOWN] for line in own_lines(other.actor, 2)]
    lines += [line for other in one.going[:SHOWN] for line in own_lines(other, 1)]
    told = _told(actor, wait)
    held = f", and {kept[0].who.label} waits for what it holds" if kept else ""
    return Finding.of(
        cause="deadlock" if kept else "waits-for-nobody",
        summary=f"{told}{held}; nobody is seen to work on what would end that",
        confidence="possible",
        title=f"Stuck: {titles.who(hang, actor)} stands still, and nobody is seen to end that",
        blame=distinct(lines),
        evidence=(
            _story(actor, wait),
            *_watched(actor),
            *_other_side(hang, actor, wait),
            *chain_evidence(chain),
            *[f"{link.who.label} {waits_for(link.who, link.wait)}" for link in kept[:SHOWN]],
            *[f"{actor.label} {holds_text(link)}" for link in kept[:1]],
            *[_told(other.actor, other.wait) for other in beside[:SHOWN]],
            Evidence("what others may yet do is told from their code and stacks", kind="inferred"),
        ),
        advice=(
            "see whether what should end that wait has failed, has ended, or waits itself",
            "wait with a timeout and say what is missing when it ends",
        ),
        doubts=_doubts(hang, one),
    )


def _kept_by(hang: Hang, actor: Actor) -> list[Link]:
    """The waits for what this one holds of those who may have to do what it waits for."""
    others = hang.in_order if actor.holds else []
    return [
        link
        for other in filter(_does_a_job, others)
        for link in hang.links(other)
        if link.by.key == actor.key and link.hold is not None and other.key != actor.key
    ]


def _does_a_job(party: Party) -> bool:
    """Whether a package has called it: to do a job of the user's, or for itself."""
    return runs_job(party) or not runs_own_code(party)


def _told(actor: Actor, wait: Wait | None) -> str:
    if isinstance(actor, TaskActor):
        return f"{actor.label} {awaits(actor.task)}"
    assert wait is not None
    if wait.resource.kind == "time":
        return f"{actor.label} looks again and again{inside(own_lines(actor))}"
    return f"{actor.label} {waits_for(actor, wait)}"


def _story(actor: Actor, wait: Wait | None) -> str:
    if isinstance(actor, TaskActor):
        return story(actor.task)
    assert wait is not None
    return wait_story(actor, wait)


def _watched(actor: Actor) -> Iterator[str]:
    activity = activity_of(actor) if isinstance(actor, Party) else None
    if activity is not None:
        yield f"it did not go on in the {activity.wall_seconds:.1f} s that it was watched"


def _other_side(hang: Hang, actor: Actor, wait: Wait | None) -> Iterator[str]:
    if wait is not None and isinstance(actor, Party) and wait.resource.kind in CHANNELS:
        yield "the other end of that connection is in this process itself"
        yield from told_of_other_side(hang, actor, wait)


def _doubts(hang: Hang, one: Standing) -> Iterator[Doubt]:
    wait = one.wait
    if one.going:
        names = listed([other.label for other in one.going[:SHOWN]])
        go = "goes" if len(one.going) == 1 else "go"
        yield Doubt(f"{names} {go} on, and may end it, as far as is seen", "other-thread")
    else:
        yield Doubt("what it waits for may yet come in a way that is not seen", "other-thread")
    if wait is not None and wait.again is not None and wait.again.ends:
        yield Doubt("its loop ends of itself, at a time or after so many turns", "timer")
    if wait is not None and hang.handles_signals(one.actor.pid, wait):
        yield Doubt("a function that the program calls at a signal may end it", "handler")
