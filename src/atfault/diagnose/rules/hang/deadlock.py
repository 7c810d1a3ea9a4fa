"""deadlock: threads that wait for one another in a ring."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang.called_back import told_of_called_back
from atfault.diagnose.hang.cycles import (
    cycle_finding,
    cycles_of,
    keeps_loop,
    ring_in_words,
    taken_back,
)
from atfault.diagnose.hang.parties import Link, kind_of
from atfault.diagnose.hang.words import NOT_TWO
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.model.case import Case
from atfault.model.findings import Finding, SetAside
from atfault.model.kinds import BROUGHT, CHANNELS


@rule("deadlock", on=ALIVE, family="hang", partly=(Need.INTERPRETER,))
def deadlock(case: Case) -> Iterator[Finding | SetAside]:
    """Threads wait for one another in a ring, so none of them will ever move again.

    The classic case: one thread takes lock A and then wants B, another has taken B and wants A.
    Joins close rings as well: `thread.join()` while holding a lock that the thread needs to end.

    The finding names, for each thread, where it took what the others want and where it waits. It is
    certain when the kernel itself says what each thread waits for, without a timeout, and each
    holder is proven: the lock names its owner, or the interpreter shows the thread inside of
    `with lock:`. A lock taken by a bare `acquire()` does not remember by whom; then it is likely.

    Reading closes rings, too: a join of a thread, or process, that reads from a connection whose
    other end the joining thread alone has.

    So does a call of native code under a lock, where a thread of that library's own runs Python
    code that wants the lock, while none of its threads goes on; then it is likely.

    What a suspended generator holds, the thread holds that iterates over it; likely the one that
    has all references to it, in a list or below an iterator written in Python. What an `ExitStack`
    has yet to leave is held while it calls what comes before that.

    A lock held while waiting for an event, a condition or a queue closes a ring too, where the only
    thread that is left to bring that needs the lock; then it is likely.

    So does being inside of a `with` whose end gives back what another one waits for: the lock of
    readers and writers that is made of a condition, a connection out of a package's own queue.

    Tasks that wait in `StreamWriter.drain()` close one where the other end of the stream writes as
    well, a task of this program or a child, and nobody else could read what comes back. Threads
    that wait to get from a queue what tasks give back, as they leave a `with`, wait for these.

    A task that awaits a thread closes one, where that waits for what the task alone puts there
    behind the await; and so does a thread that another one joins, where it waits for the result of
    `run_coroutine_threadsafe` on the loop which that join blocks.

    Tasks of asyncio close rings in the same way, with locks of asyncio: the event loop is free to
    run others, but these tasks never go on. What a task holds is told by the `async with` that its
    coroutine is inside of.

    What to do: take locks in the same order everywhere, or take them one after the other rather
    than one inside of the other; release a lock before joining a thread or calling back.
    """
    yield from taken_back(case, "deadlock")
    for hang, cycle in cycles_of(case, "deadlock"):
        yield cycle_finding(hang, cycle, ring_in_words(cycle), _advice(cycle))


def _advice(cycle: tuple[Link, ...]) -> Iterator[str]:
    if any(link.wait.further_out and link.hold and link.hold.is_behind for link in cycle):
        yield f"do not take what {cycle[0].wait.resource.name} guards a second time in one thread"
        yield "or let in who has it already, whoever else waits"
        return
    if all(link.hold is not None and link.hold.is_behind for link in cycle):
        yield "let one of them do what the other waits for before it waits itself"
        yield "or make room for more where it is a queue, and wait with a timeout"
        return
    if all(link.hold is not None and link.hold.resource.kind in BROUGHT for link in cycle):
        yield NOT_TWO
        yield "or let the pool have more of them than there are tasks, and wait with a timeout"
        return
    if any(map(keeps_loop, cycle)):
        yield "do not wait for threads in a coroutine: await what they do (asyncio.to_thread)"
        return
    if any(link.wait.resource.kind == "stream" for link in cycle):
        yield "read while you write: a task for each, by asyncio.gather(), or communicate()"
        return
    natives = [one for one in cycle if any(told_of_called_back(one))]
    name = _taken_by(natives[0], cycle) if natives else ""
    if name:
        who = natives[0].who.label
        yield f"let {who} release {name} before it calls native code that calls back"
        yield f"or let what is called there do without {name}"
        return
    kept = [one for one in cycle if one.wait.kept is not None and not one.wait.kept.task]
    if kept:
        name = kept[0].wait.resource.name
        yield f"do not hold {name} across a `yield`: copy what it guards, and release it before"
        return
    if any(link.wait.resource.kind in CHANNELS and link.hold is None for link in cycle):
        yield from _advice_about_channels(cycle)
        return
    for wanted, doing, other in (
        (("task",), "it awaits a task", "let one of them end without awaiting the other"),
        (("thread", "process"), "it joins", "let one of them end without joining the other"),
        (("future",), "it waits for a result", "let one of them go on without the other's result"),
    ):
        waiting = next((link for link in cycle if link.wait.resource.kind in wanted), None)
        if waiting is not None:
            if any(link.wait.resource.channel.is_database for link in cycle):
                yield f"let {waiting.who.label} commit, or roll back, before {doing}"
                return
            limits = [one for one in cycle if one.wait.resource.kind == "semaphore"]
            if doing == "it waits for a result" and limits:
                name = limits[0].wait.resource.name
                yield f"give what is waited for there a limit of its own in place of {name}"
                return
            name = _taken_by(waiting, cycle)
            before = f"let {waiting.who.label} release {name} before {doing}"
            yield before if name else other
            return
    if any(link.wait.kept is not None and link.wait.kept.task for link in cycle):
        yield "do not hold a lock of threading across an `await`: release it before"
        yield "or take it in the thread alone that needs it"
        return
    if any(link.wait.further_out is not None and link.hold is None for link in cycle):
        yield "let no value need one that needs it: say so, and fail, where one comes back to it"
        return
    brought = next((link for link in cycle if link.wait.resource.kind in BROUGHT), None)
    if brought is not None:
        name = _taken_by(brought, cycle) or "what the other needs"
        yield (
            f"let {brought.who.label} release {name} before it waits for "
            f"{brought.wait.resource.name}"
        )
        return
    names = sorted({link.wait.resource.name for link in cycle})
    if len(names) == 1 and cycle[0].wait.resource.kind == "semaphore":
        yield f"do not take {names[0]} again while holding it: split off the part that expects that"
        return
    who = kind_of(cycle)
    if len(names) == len(cycle) == 2:
        who = who if len({link.who.pid for link in cycle}) == 1 else "processes"
        yield f"take {names[0]} and {names[1]} in the same order in both {who}"
    else:
        yield f"take these locks in the same order in all {who}"
    yield f"or do not wait for one while holding {'the other' if len(names) == 2 else 'another'}"


def _advice_about_channels(cycle: tuple[Link, ...]) -> Iterator[str]:
    reads = next(link for link in cycle if link.wait.resource.kind in CHANNELS)
    yield (
        f"let {reads.by.label} close its end of {reads.wait.resource.name}, or send what is waited "
        "for, before it waits itself"
    )
    yield "wait with a timeout and say what is missing when it ends"


def _taken_by(waiting: Link, cycle: tuple[Link, ...]) -> str:
    """Name of what the thread of that link holds and another one of the ring waits for; "" when
    that is no lock."""
    for link in cycle:
        if link.by.key == waiting.who.key and link.hold is not None:
            return link.wait.resource.name
    return ""
