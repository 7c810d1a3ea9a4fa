"""self-deadlock: a thread waits for a lock that it holds itself."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang.cycles import cycle_finding, cycles_of, taken_back
from atfault.diagnose.hang.handlers import Interruption, interruption, told_of
from atfault.diagnose.hang.parties import (
    Link,
    Party,
    TaskActor,
    called_by_own,
    from_before_fork,
)
from atfault.diagnose.hang.reentered import (
    waits_for_own_call,
    waits_for_own_reading,
    waits_in_handler,
)
from atfault.diagnose.hang.stuck import hang_of
from atfault.diagnose.hang.words import NOT_TWO, bracketed, place_of
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.model.case import Case
from atfault.model.findings import Evidence, Finding, SetAside
from atfault.model.kinds import BROUGHT


@rule(
    "self-deadlock",
    on=ALIVE,
    yields_to=("fork-held-lock",),
    family="hang",
    partly=(Need.INTERPRETER,),
)
def self_deadlock(case: Case) -> Iterator[Finding | SetAside]:
    """A thread waits for a lock that it holds itself.

    `threading.Lock` cannot be taken twice, not even by the same thread. It happens when a method
    that takes the lock calls another one that takes it too, when a callback, a logging handler, a
    destructor or a signal handler runs while the lock is held, or when an `acquire()` has no
    `release()`.

    A thread that hands a job to a queue which it serves itself, and waits for what that brings,
    waits for itself, too: twisted's `blockingCallFromThread` in the thread of the reactor.

    A server that takes one request at a time waits for itself when a request asks the same server
    for something. So does a process whose request lies in the backlog of its own listening socket,
    which it has not begun to serve.

    The same happens to a task of asyncio, whose locks cannot be taken twice either. With greenlets
    (gevent, eventlet) it happens across two of them: one holds a lock of the unpatched `threading`
    and lets the others run, the next one wants the lock and stops the thread, and so the first one.

    And it happens inside of native code: a library calls back with a lock of its own held, and the
    function that it calls uses the library. Such a lock seldom says who has it; it is likely where
    the thread holds the GIL, so that nobody else can go on. A function that reads under a
    read-write lock, and calls one that wants to write under it, waits for itself as well. And a
    handler of a signal that is written in C waits for itself where it calls what it may have
    interrupted, such as malloc().

    What to do: split off a part that expects the lock to be held already, call callbacks after the
    lock was released, or use `threading.RLock`, which its owner may take again.
    """
    yield from taken_back(case, "self-deadlock")
    for hang, cycle in cycles_of(case, "self-deadlock"):
        link = cycle[0]
        if (
            link.hold is not None
            and isinstance(link.who, Party)
            and from_before_fork(link.who, link.hold)
        ):
            continue  # that is a fork-held-lock
        by = _interruption(link)
        ring = cycle_finding(hang, cycle, _summary(link), _advice(link, by))
        if by is not None and isinstance(link.who, Party):
            more = Evidence(told_of(by, link.who.state.waiting.handlers))
            ring = ring._replace(evidence=(*ring.evidence, more))
        yield ring
    hang = hang_of(case)
    for party in hang.in_order:
        for ask in (waits_for_own_call, waits_for_own_reading, waits_in_handler):
            found = ask(hang, party)
            if found is not None:
                yield found


def _interruption(link: Link) -> Interruption | None:
    """The handler of a signal that wants a lock which what it has interrupted has taken."""
    taken = link.hold.place if link.hold is not None else None
    is_lock = link.wait.resource.kind in ("lock", "semaphore")
    if taken is None or not is_lock or not isinstance(link.who, Party):
        return None
    found = interruption(link.who.thread.stack.frames)
    return found if found is not None and taken.frame_index >= found.at else None


def _summary(link: Link) -> str:
    kind = link.wait.resource.kind
    if link.wait.further_out is not None:
        where = bracketed(place_of(link.wait.further_out))
        name = link.wait.resource.name
        called = called_by_own(link.who) if isinstance(link.who, Party) else ""
        inside = f" in {called}" if called else ""
        return (
            f"{link.who.label} waits{inside} for {name}, which its own call further out{where} has "
            "to end"
        )
    if kind in ("thread", "task"):
        name = link.wait.resource.name if kind == "task" else ""
        return f"{link.who.label} waits for its own end" + (f", by way of {name}" if name else "")
    if kind == "socket":
        return f"{link.who.label} waits for an answer of the server that it runs itself"
    if kind == "future" and link.wait.resource.future.taken_in:
        name = link.wait.resource.name
        return f"{link.who.label} waits in a callback for {name}, which it would have to take in"
    if kind == "future":
        return f"{link.who.label} waits for the result of the job that it is itself running"
    if link.wait.brought_by and link.hold is None:
        return (
            f"{link.who.label} waits for {link.wait.resource.name}, which a job brings that waits "
            "for this very thread"
        )
    if kind in BROUGHT:
        return (
            f"{link.who.label} waits for {link.wait.resource.name}, to which it has yet to give "
            "back itself"
        )
    if link.wait.resource.channel.is_database:
        return (
            f"{link.who.label} waits for the lock of {link.wait.resource.name}, which it probably "
            "has by another connection of its own"
        )
    probably = "probably " if link.hold is not None and link.hold.proof == "suspected" else ""
    return f"{link.who.label} waits for {link.wait.resource.name}, which it {probably}holds itself"


def _greenlet_advice(name: str, library: str) -> Iterator[str]:
    """A native lock stops the thread, and so the greenlet that would release it. An RLock would let
    both in: they are one thread to it."""
    if library == "greenlet":
        yield f"do not switch to another greenlet while {name} is held"
        return
    made = {
        "gevent": "make it after monkey.patch_all(), or use gevent.lock",
        "eventlet": "make it after eventlet.monkey_patch(), or use eventlet.semaphore",
    }
    yield f"{made[library]}: then a greenlet that waits for {name} lets the others run"
    yield f"or do not let others run (sleep, network) while {name} is held"


def _advice(link: Link, by: Interruption | None) -> Iterator[str]:
    name = link.wait.resource.name
    if by is not None:
        yield (
            "only note in the handler that the signal came (a flag, signal.set_wakeup_fd), and do "
            "the rest where the program looks for it"
        )
        return
    if isinstance(link.who, TaskActor):
        if link.wait.resource.kind == "task":
            yield "let whoever started it wait for its end, and what comes after that do there"
        elif link.hold is not None and link.hold.resource.kind in BROUGHT:
            yield NOT_TWO
        elif link.hold is not None:
            yield (
                f"await what takes {name} after it was released, or split off the part that "
                f"expects it to be held: {link.who.task.library} has no reentrant lock"
            )
        return
    if link.wait.brought_by and link.hold is None:
        yield "do that job here itself, or go on in a callback, in place of waiting for its result"
    if link.wait.resource.future.taken_in:
        yield (
            "callbacks of a pool run in the one thread that takes its results in: wait for no "
            "result of the pool there, but where the first job was given"
        )
    if link.wait.further_out is not None:
        yield "end it before the call that comes back to the wait, or pass on what that waits for"
        yield "or see that a call which comes back to what it has begun is told so, and fails"
    if link.wait.resource.kind == "socket":
        yield (
            "serve each request in a thread of its own (ThreadingHTTPServer, threaded=True), or by "
            "several workers"
        )
        yield "or call the function that makes the answer, in place of asking the server"
        yield "or ask after it has begun to take connections, or from another process"
    if link.wait.resource.channel.is_database:
        yield (
            "let the first connection commit, or roll back, before the second one writes; or write "
            "by the same connection"
        )
    elif link.wait.resource.kind == "file":
        yield (
            "each open() of a file locks on its own: pass the file that has the lock on, in place "
            "of opening it again"
        )
    if link.wait.kept is not None and link.wait.kept.library:
        yield from _greenlet_advice(name, link.wait.kept.library)
        return
    if link.wait.resource.kind in ("lock", "semaphore"):
        yield (
            f"call what takes {name} after it was released, or split off the part that expects it "
            "to be held"
        )
    if link.wait.resource.kind == "lock":
        shared = link.wait.resource.shared == "semaphore"
        module = "multiprocessing" if shared else "threading"
        yield f"or make it a {module}.RLock, which its owner may take again"
