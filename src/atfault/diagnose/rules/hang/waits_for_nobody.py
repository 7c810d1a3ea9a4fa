"""waits-for-nobody: no thread is left that could end the wait."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose import titles
from atfault.diagnose.hang_words import (
    chain_evidence,
    distinct,
    how_long,
    kept_place,
    kept_text,
    link_blames,
    own_lines,
    still_text,
    wait_blame,
    waits_for,
)
from atfault.diagnose.parties import (
    HELPERS,
    Key,
    Link,
    Party,
    can_act,
    is_taken,
    runs,
    runs_own_code,
)
from atfault.diagnose.rule import ALIVE, TELLING, Need, rule
from atfault.diagnose.stuck import CHANNELS, OWNED, Hang, hang_of
from atfault.diagnose.watched import activity_of
from atfault.diagnose.words import file_line, listed
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Advice, Blame, Evidence, Finding
from atfault.model.waits import AsyncTask, Wait

LIMITS = {
    "asyncio": "with asyncio.wait_for(..., timeout)",
    "trio": "inside of `with trio.fail_after(seconds)`",
}
"""How each library ends a wait."""
SHOWN_TASKS = 4
SHOWN_OTHERS = 6
MAX_BEYOND = 500
EACH_DONE = "call task_done() for every item, also for those that are skipped: finally"
SENTINEL = "let the producer put a sentinel in a finally block, so also when it fails"
_MISSING = {
    "event": "set it",
    "condition": "notify it",
    "barrier": "arrive at it",
    "semaphore": "release it",
    "future": "complete it",
    "lock": "release it",
    "rlock": "release it",
    "import-lock": "release it",
}


@rule("waits-for-nobody", on=ALIVE, yields_to=(TELLING,), family="hang", partly=(Need.INTERPRETER,))
def waits_for_nobody(case: Case) -> Iterator[Finding]:
    """A thread waits, without an end, for something that nobody is left to bring about.

    A loop that only looks, sleeps and looks again (`while not ready.wait(0.5)`, a `get(timeout=1)`
    whose `Empty` is passed over) is such a wait as well, and a timeout of an hour or more is none.

    A queue whose producers have ended, an event that nobody sets, a future that nobody completes, a
    barrier that one party short will never open, a notification that came before the wait, a lock
    that was taken and never given back. It is told from who could still act: every thread that
    could reach the object waits as well, and none of these waits ends by itself. A process that
    handles signals is not judged this way, since a handler could act.

    What to do: make sure that the other side always says that it ends, also when it fails
    (`finally`, a sentinel in the queue, `set_exception`); wait with a timeout where
    that cannot be guaranteed.
    """
    hang = hang_of(case)
    roots = list(_roots(hang))
    for party, chain in roots:
        if any(wait.resource.loop is not None for wait in party.waits):
            finding = _of_loop(hang, party, chain)
        else:
            finding = _of_thread(hang, *_behind(hang, party, chain, roots))
        if finding is not None:
            yield finding
            return


def _roots(hang: Hang) -> Iterator[tuple[Party, list[Link]]]:
    """Stuck threads that nobody in particular keeps, with the chain that leads there; where the
    main thread's own chain ends comes first."""
    for party in hang.in_order():
        if party.key not in hang.stuck or hang.role(party.pid) in HELPERS:
            continue
        chain, threads = hang.threads_from(party)
        last = threads[-1]
        if last.key not in hang.stuck or hang.links(last) or _is_idle(last):
            continue
        if any(map(is_taken, last.waits)):
            continue
        if chain or last.is_main or runs_own_code(last):
            yield last, chain


def _behind(
    hang: Hang, party: Party, chain: list[Link], roots: list[tuple[Party, list[Link]]]
) -> tuple[Party, list[Link]]:
    """Of who waits for something to be brought, rather the one of those who could bring it that a
    lock keeps which nobody gives back: that comes first."""
    if party.waits[0].resource.kind in OWNED:
        return party, chain
    able = set(hang.providers(party, party.waits[0]) or ())
    for other, leading in roots:
        if other.key in able and other.waits[0].resource.kind in OWNED:
            return other, leading
    return party, chain


def _is_idle(party: Party) -> bool:
    """A worker that idles until there is work."""
    return any(wait.idle for wait in party.waits)


def _of_thread(hang: Hang, party: Party, chain: list[Link]) -> Finding:
    wait = party.waits[0]
    others = _who_could(hang, party, wait)
    own = own_lines(party)
    steps = [link for link in reversed(chain) if own_lines(link.who, 1)]
    lines: list[Blame | None] = [*own, *link_blames(steps)]
    if own or not steps:
        lines.insert(0, wait_blame(party, wait))
    lines += [wait_blame(one, one.waits[0]) for one in _beyond(hang, party, wait)]
    told = {one.key for one in others} if len(others) <= SHOWN_OTHERS else set()
    behind, works = _in_parent(hang, party)
    suspects = _may_hold(hang, party, wait)
    lines += [wait_blame(one, one.waits[0]) for one in behind]
    lines.insert(1, _kept(party, wait))
    return Finding(
        cause="waits-for-nobody",
        summary=_summary(party, wait),
        confidence="possible" if works or suspects else "likely",
        title=f"Stuck: {titles.who(hang, party)} waits for what nobody can bring any more",
        blame=distinct(lines),
        evidence=(
            Evidence(f"{party.label} {waits_for(party, wait)}, {how_long(wait)}"),
            *_state_of(wait, suspects),
            *_nobody(hang, others),
            *chain_evidence(link for link in chain if link.who.key not in told),
            *[
                Evidence(f"{one.label} {waits_for(one, one.waits[0])}, again and again")
                for one in behind
            ],
        ),
        advice=tuple(_advice(party, wait)),
    )


def _kept(party: Party, wait: Wait) -> Blame | None:
    """Where a suspended coroutine or generator took what is waited for."""
    place = kept_place(wait)
    return place._replace(thread=party.name) if place is not None else None


def _in_parent(hang: Hang, party: Party) -> tuple[list[Party], bool]:
    """Of a thread of another process than the one asked for: the main thread of that, if it waits
    in turns, and whether any thread of that process works."""
    own = hang.state.process.pid
    if party.pid == own:
        return [], False
    mine = [one for one in hang.parties.values() if one.pid == own]
    seen = [activity_of(one) for one in mine]
    works = any(one is not None and one.moved for one in seen)
    turns = [one for one in mine if any(w.timeout or w.again is not None for w in one.waits)]
    return [one for one in turns if one.is_main], works


def _who_could(hang: Hang, party: Party, wait: Wait) -> list[Party]:
    """All other threads that could end the wait if they went on: of its process, and of those that
    share what it waits for."""
    keys = set(hang.providers(party, wait) or ())
    return [
        other
        for other in hang.in_order()
        if other.key != party.key
        and can_act(other)
        and hang.role(other.pid) not in HELPERS
        and (other.pid == party.pid or other.key in keys)
    ]


def _beyond(hang: Hang, party: Party, wait: Wait) -> list[Party]:
    """Those who wait in the user's own code and could, directly or by way of others, end the wait:
    of other processes first."""
    seen = {party.key}
    todo = list(hang.providers(party, wait) or ())
    found = []
    while todo and len(seen) < MAX_BEYOND:
        key = todo.pop(0)
        other = hang.parties.get(key)
        if key in seen or other is None:
            continue
        seen.add(key)
        if other.key not in hang.stuck or hang.role(other.pid) in HELPERS or _is_idle(other):
            continue
        for one in other.waits:
            todo += hang.providers(other, one) or ()
        if other.waits and runs_own_code(other):
            found.append(other)
    joins = [one for one in found if one.waits[0].resource.kind in ("thread", "process")]
    others = [one for one in found if one not in joins]
    others.sort(key=lambda one: one.pid == party.pid)
    return others[:SHOWN_OTHERS]


def _summary(party: Party, wait: Wait) -> str:
    name, kind = wait.resource.name, wait.resource.kind
    operation = wait.operation
    if kind == "queue":
        if operation == "put":
            return f"{party.label} waits for room in {name}, which nobody is left to empty"
        if operation == "join":
            return (
                f"{party.label} waits in join() of {name} for task_done() calls that nobody is "
                "left to make"
            )
        return f"{party.label} waits for an item of {name}, and nobody is left to put one there"
    if kind in CHANNELS:
        return f"{party.label} waits for {name}, whose other end nobody is left to use"
    doing = _MISSING.get(kind, "end that")
    return f"{party.label} waits for {name}, and nobody is left to {doing}"


def _may_hold(hang: Hang, party: Party, wait: Wait) -> list[Party]:
    """Those who wait as it does, for another lock that nobody is seen to hold: they may have taken
    each other's, by acquire()."""
    if wait.resource.kind not in OWNED or wait.kept is not None:
        return []
    return [
        other
        for other in hang.in_order()
        if other.pid == party.pid and other.key in hang.stuck and not hang.links(other)
        for one in other.waits[:1]
        if one.resource.kind in OWNED and one.resource.key != wait.resource.key
    ]


def _state_of(wait: Wait, suspects: list[Party]) -> Iterator[Evidence]:
    name = wait.resource.name
    kind = wait.resource.kind
    if wait.kept is not None:
        yield Evidence(f"{kept_text(wait)}: nobody is left to go on with it")
    elif suspects:
        names = listed([one.label for one in suspects])
        yield Evidence(
            f"{name} is locked, but no thread is seen to hold it: {names} may, as a lock does not "
            "remember who called its acquire()"
        )
    elif kind in ("lock", "rlock", "import-lock"):
        yield Evidence(
            f"{name} is locked, but no thread is seen to hold it: it was taken by a thread that "
            "has ended, or by a call that has returned, and was not released"
        )
    unfinished = wait.resource.queue.unfinished
    if wait.operation == "join" and unfinished is not None:
        yield Evidence(f"{name} counts {counted(unfinished, 'item')} without task_done()")
    elif still_text(wait) and not wait.resource.detail:  # else the wait itself is told with it
        yield Evidence(f"{name}: {still_text(wait)}")


def _nobody(hang: Hang, others: list[Party]) -> Iterator[Evidence]:
    if not others:
        yield Evidence("no other thread is left that could act")
        return
    told = [f"{other.label} {waits_for(other, other.waits[0])}" for other in others if other.waits]
    pids = {other.pid for other in others}
    where = (
        f" of process {min(pids)}" if len(pids) == 1 and hang.state.process.pid not in pids else ""
    )
    if len(told) <= SHOWN_OTHERS:
        yield Evidence(f"every other thread{where} waits without end too: {'; '.join(told)}")
    else:
        names = listed([other.label for other in others])
        yield Evidence(f"all {len(others)} other threads wait without end too: {names}")


def _advice(party: Party, wait: Wait) -> Iterator[Advice]:
    kind = wait.resource.kind
    if kind == "queue" and wait.operation == "join":
        yield Advice(EACH_DONE)
    elif kind == "queue" and wait.operation != "put":
        yield Advice(SENTINEL)
    elif kind == "queue":
        yield Advice("let who takes from it go on until the end, also when it fails")
    elif kind == "barrier":
        yield Advice("make the barrier for as many as come, and call its abort() where one fails")
    elif kind == "future":
        yield Advice("complete the future on every path: set_exception() where the work fails")
    elif kind == "condition" and runs(party, ("wait_for", "/threading.py")):
        yield Advice(
            "let the predicate come true on every path, and notify after each change to it"
        )
    elif kind == "condition":
        yield Advice(
            "test the condition before waiting, under its lock: wait_for(predicate); a "
            "notification that comes before the wait is lost"
        )
    elif wait.kept is not None:
        yield Advice(
            "do not hold a lock across a `yield` or `await`: who goes on with that, and when, is "
            "not its own to say"
        )
    elif kind in ("lock", "rlock", "semaphore"):
        yield Advice("use `with` in place of acquire() and release(), so that no path forgets it")
    elif kind == "event":
        yield Advice("set the event on every path of the thread that is to set it, also on failure")
    yield Advice("wait with a timeout and say what is missing when it ends")


# --- asyncio ---


def _of_loop(hang: Hang, party: Party, chain: list[Link]) -> Finding | None:
    """The event loop has nothing to run, no timer, and no descriptor that the outside could use."""
    tasks = [
        t for t in party.state.waiting.tasks if t.tid in (None, party.tid) and t.state == "pending"
    ]
    tasks = [task for task in tasks if task.library in LIMITS]  # greenlets have another loop
    actors = [hang.tasks[Key(party.pid, task.address, "task")] for task in tasks]
    roots = [actor.task for actor in actors if not hang.links(actor)]
    if not roots:
        return None
    lines: list[Blame | None] = [line for task in roots for line in _task_lines(task, party)]
    others = [other for other in hang.in_order() if other.pid == party.pid and other.waits]
    behind = [
        other for other in others if other.waits[0].kept is not None and other.key != party.key
    ]
    for other in behind:
        lines += [wait_blame(other, other.waits[0]), _kept(party, other.waits[0])]
    evidence = [f"task {_quoted(t)} waits for {t.waits_for or 'something'}{_at(t)}" for t in roots]
    first = roots[0]
    return Finding(
        cause="waits-for-nobody",
        summary=f"task {_quoted(first)} waits for {first.waits_for or 'something'}, and nothing is "
        "left that could wake it",
        confidence="likely",
        title=f"Stuck: {titles.who(hang, party)} waits for what nobody can bring any more",
        blame=distinct([*lines, *own_lines(party)]),
        evidence=(
            *map(Evidence, evidence[:SHOWN_TASKS]),
            *[
                Evidence(f"{one.label} {waits_for(one, one.waits[0])}; {kept_text(one.waits[0])}")
                for one in behind
            ],
            Evidence(_nothing_there(hang, party)),
            *chain_evidence(chain),
        ),
        advice=(*_task_advice(first), Advice(f"await it {LIMITS[first.library]}")),
    )


def _nothing_there(hang: Hang, party: Party) -> str:
    nothing = "the event loop has no timer, no connection and nothing ready to run"
    others = [one for one in hang.in_order() if one.pid == party.pid and one.key != party.key]
    if any(can_act(one) for one in others):
        return f"{nothing}; every other thread that could wake it waits as well"
    return f"{nothing}; no other thread is left that could wake it"


def _task_advice(task: AsyncTask) -> Iterator[Advice]:
    wait = task.wait
    kind = "" if wait is None or wait.resource is None else wait.resource.kind
    in_queue = {
        frame.function.rpartition(".")[2]
        for frame in task.frames
        if frame.file.endswith("asyncio/queues.py")
    }
    if "join" in in_queue:
        yield Advice(EACH_DONE)
    elif "get" in in_queue:
        yield Advice(SENTINEL)
    elif kind == "event":
        yield Advice("set the event on every path of the task that is to set it, also on failure")
    elif kind in ("lock", "semaphore"):
        yield Advice(
            "use `async with` in place of acquire() and release(), so that no path forgets it"
        )
    elif not kind:
        yield Advice("complete the future on every path, also when the work fails")


def _quoted(task: AsyncTask) -> str:
    return f'"{task.name}"' if task.name else f"at {task.address:#x}"


def _at(task: AsyncTask) -> str:
    for frame in reversed(task.frames):
        if frame.mine:
            return f" ({file_line(frame.file, frame.line)})"
    return ""


def _task_lines(task: AsyncTask, party: Party) -> Iterator[Blame]:
    for frame in reversed(task.frames):
        if frame.mine:
            yield Blame(
                frame.file, frame.line, frame.function, party.name, tid=party.tid, pid=party.pid
            )
