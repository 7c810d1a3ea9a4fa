"""waits-for-nobody: no thread is left that could end the wait."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.idle_loops import (
    of_cancelled,
    of_loop,
    runs_tasks,
    was_not_woken,
)
from atfault.diagnose.hang.inquiring import asking_in_vain, kept_by
from atfault.diagnose.hang.left_behind import of_parted
from atfault.diagnose.hang.nobody_left import (
    SHOWN_OTHERS,
    is_idle,
    is_left_locked,
    of_thread,
    threads_left_behind,
)
from atfault.diagnose.hang.parties import (
    HELPERS,
    Link,
    Party,
    ends_of,
    runs_job,
    runs_own_code,
    waits_in_package,
)
from atfault.diagnose.hang.standing import of_standing
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.stuck_tasks import of_stuck_tasks
from atfault.diagnose.hang.unheard import of_unheard
from atfault.diagnose.hang.unstopped import of_unstopped
from atfault.diagnose.hang.untold import of_untold
from atfault.diagnose.hang.words import (
    RUNS_AT_ALL,
    chain_evidence,
    distinct,
    own_lines,
    place_blame,
    wait_lines,
    wait_story,
)
from atfault.diagnose.rule import ALIVE, TELLING, Need, rule
from atfault.diagnose.words import listed
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Finding
from atfault.model.kinds import OWNED

KEPT = OWNED | {"file"}
"""What a lock keeps, that of a file included."""


@rule(
    "waits-for-nobody",
    on=ALIVE,
    causes=("waits-for-nobody", "deadlock"),
    yields_to=(TELLING,),
    family="hang",
    partly=(Need.INTERPRETER,),
)
def waits_for_nobody(case: Case) -> Iterator[Finding]:
    """A thread waits, without an end, for something that nobody is left to bring about.

    A loop that only looks, sleeps and looks again (`while not ready.wait(0.5)`, a `get(timeout=1)`
    whose `Empty` is passed over) is such a wait as well, and a timeout of an hour or more is none.

    A queue whose producers have ended, an event that nobody sets, a future that nobody completes, a
    barrier that one party short will never open, a notification that came before the wait, a lock
    that was taken and never given back. It is told from who could still act: every thread that
    could reach the object waits as well, and none of these waits ends by itself. A function that
    the program calls at a signal counts where it touches what is waited for, and calls what ends
    the wait: then somebody outside may send that signal. One of which this cannot be told, or that
    raises an exception as a time is over, makes the finding possible only.

    A thread that goes on, such as a ticker, counts where the rest of its functions, and what these
    call, leads to what is waited for and names a method that ends the wait, or hands it on to one
    that does. Of one that leads to more than could be looked through, the finding is possible only.
    A worker that waits for work in a loop idles, unless who waits for its end is stuck.

    Of a job that a package has called (a request, a task, a test), threads that go on in packages
    count where some function of the program's own calls what would end the wait, such as another
    request's, or where the package was given what is waited for. Threads that wait for
    different locks, none of which anybody is seen to hold, may have taken each other's by
    `acquire()`: a deadlock, perhaps.

    A task of asyncio or trio is judged beside the others of its loop: who could end its wait are
    the tasks, threads and callbacks whose code, from where they are, leads to what it waits for and
    names what ends it. Heartbeats, timers and idle connections do not. It is told where the main
    task, or a thread, waits for it, and where code of the program's own that would have ended it
    has run: a server's `await stop.wait()` with a stop() that nobody calls idles. Where a thread
    waits for an answer of its own process's server, it is possible all the same.

    A result of multiprocessing.Pool that has come, and whose callback raised an exception, is never
    told to have come: the callback is named.

    A future that is done, while its event loop sleeps without a timer, was completed from another
    thread: who goes on completing futures so does not wake the loop either, and is a doubt alone.

    A thread that sleeps in edge-triggered epoll while bytes of a connection lie unread is not told
    of them again: who sent them waits for the answer, and it for more.

    A server's thread that is joined before it is stopped serves on: who would stop it waits for it.

    Where the wait names nobody, threads of the program's own that have ended are told whose code
    would have ended it, as far as there is still an object of them.

    Where a package asks again and again for what it does not tell, threads count that have
    something of the package's at hand and change anything; it is possible only. Is a thread of that
    package kept by a lock that the asking one holds, the two are, perhaps, a deadlock. A loop of
    the program's own that asks a manager whose other clients have ended is told in the same way.

    What a package keeps for itself, such as the connections of its pool, is given back by who took
    it: a server of the same program that idles does not count as somebody who could. An event loop
    whose connections all lead back to its own process waits, perhaps, for itself. A forked process
    has the forking thread alone: what threads of its parent's were to bring never comes. And when
    asyncio.run has cancelled what was left, a task that goes on all the same is waited for. A
    program that is done, and does not end, waits for a thread of its own or of a package's
    connection, pool or client that nobody closed.

    Where nothing proves that, a wait of the program's own work is possible only: one that stands
    still inside of a piece of work (below a job or a request, or awaited by others), while nobody
    who could end it is seen to work. Who merely looks around, such as a ticker or a server between
    two requests, is a doubt. A wait for work in a loop that goes on for ever idles, and is none.

    A thread that waits in a library of native code, for what Python knows nothing of (a condition,
    semaphore, barrier, read-write lock, future or futex, a pipe or an eventfd within the process, a
    timerfd that is not armed), is judged alike: who could end that are the threads inside of that
    library, and those, tasks and handlers of signals whose code leads into it. Threads of other
    libraries that rest until they are woken end nothing; those that go on, and code of packages,
    make it possible only.

    What to do: make sure that the other side always says that it ends, also when it fails
    (`finally`, a sentinel in the queue, `set_exception`); wait with a timeout where
    that cannot be guaranteed.
    """
    hang = hang_of(case)
    between = of_stuck_tasks(hang) or of_unheard(hang) or of_parted(hang)
    between = between or of_untold(hang, case) or of_unstopped(hang)
    if between is not None:
        yield between
        return
    jobs: list[Finding] = []
    others: list[Finding] = []
    # What a fork left behind explains what others wait for; then whoever the others wait for.
    roots = list(_roots(hang))
    ends = ends_of([party for party, _ in roots], lambda one: hang.members(one, one.waits[0]) or ())
    roots.sort(key=lambda root: (not threads_left_behind(hang, root[0]), root[0].key not in ends))
    kept = [root for root in roots if root[0].waits[0].resource.kind in KEPT]
    for party, chain in [*roots, *_in_vain(hang)]:
        finding: Finding | None = None
        if runs_tasks(party):
            finding, tells = of_loop(hang, party, chain)
        else:
            party, chain = _behind(hang, party, chain, kept)
            tells = not waits_in_package(party) or bool(threads_left_behind(hang, party))
        # Who waits for a job's result, behind the job itself; the first of each is enough.
        alike = jobs if runs_job(party) else others
        if finding is None and (tells or not alike) and not runs_tasks(party):
            finding = of_thread(hang, party, chain)
        if finding is not None and tells:
            yield finding
            return
        alike += [finding] if finding is not None else []
    others = jobs + others
    if not others:
        others = [one for one in map(of_cancelled, hang.main_threads()) if one is not None]
    asking = [] if others else asking_in_vain(hang)
    others += [_of_asking(hang, asking)] if asking else []
    stands = None if others else of_standing(hang)
    others += [stands] if stands is not None else []
    yield from others[:1]


def _of_asking(hang: Hang, asking: list[Party]) -> Finding:
    """Of threads in which a package asks again and again for what nobody is seen to bring."""
    kept = kept_by(hang, asking)
    keys = {one.key for one in asking}
    if kept:
        asking = sorted(asking, key=lambda party: party.key != kept[0].by.key)
    first = asking[0]
    again = first.waits[0].again
    name = again.loop.function if again is not None and again.loop is not None else "a loop"
    others = [one for one in hang.of_process(first.pid) if one.key not in keys]
    what = "what has not come, and nobody in this program is seen to work on it"
    if kept:
        lock, who = kept[0].wait.resource.name, listed([link.who.label for link in kept])
        waits = "waits" if len(kept) == 1 else "wait"
        what = f"what has not come, while {who} {waits} for {lock}, which it holds"
        title = f"{titles.who(hang, first)} holds what those wait for whose work it waits for"
    else:
        title = f"{titles.who(hang, first)} asks again and again for what nobody here brings"
    nobody = "only these threads are left" if len(asking) > 1 else "no other thread is left"
    idle = f"{counted(len(others), 'other thread')} of packages look around or idle"
    apart = [one.label for one in others if one.tid in first.waits[0].apart and runs_own_code(one)]
    if apart:
        idle = f"{listed(apart)} {'goes' if len(apart) == 1 else 'go'} on, and cannot bring it"
    held = [
        place_blame(link.hold.place, first) for link in kept[:1] if link.hold and link.hold.place
    ]
    return Finding.of(
        cause="deadlock" if kept else "waits-for-nobody",
        summary=f"{first.label} asks again and again in {name} for {what}",
        confidence="possible",
        title=f"Stuck: {title}",
        blame=distinct(
            [line for one in asking for line in own_lines(one)]
            + [
                line
                for link in kept
                if isinstance(link.who, Party)
                for line in wait_lines(link.who, link.wait)
            ]
            + held
        ),
        evidence=(
            *[wait_story(one, one.waits[0]) for one in asking[:SHOWN_OTHERS]],
            *chain_evidence(kept[:SHOWN_OTHERS]),
            "the loop is left by the answer alone: at no time, nor after so many turns",
            *(() if kept and not apart else (idle if others else nobody,)),
        ),
        advice=(
            "do not wait for work under a lock that the work needs" if kept else RUNS_AT_ALL,
            "give the call a timeout, where it takes one",
        ),
    )


def _roots(hang: Hang) -> Iterator[tuple[Party, list[Link]]]:
    """Stuck threads that nobody in particular keeps, with the chain that leads there; where the
    main thread's own chain ends comes first."""
    for party in hang.in_order:
        if party.key not in hang.stuck or hang.role(party.pid) in HELPERS:
            continue
        chain, threads = hang.threads_from(party)
        last = threads[-1]
        if last.key not in hang.stuck or hang.links(last):
            continue
        if is_idle(last) and chain and is_left_locked(chain[-1]):
            yield threads[-2], chain[:-1]
            continue
        if is_idle(last) and not (chain and chain[-1].wait.resource.kind == "thread"):
            continue
        if hang.is_alone_in_connection(last):
            continue
        if chain or last.is_main or runs_own_code(last):
            yield last, chain


def _in_vain(hang: Hang) -> Iterator[tuple[Party, list[Link]]]:
    """Event loops that go on waiting, though others go on: for themselves, or for what has come."""
    for party in hang.in_order:
        if (
            hang.talks_to_itself(party)
            or hang.awaits_own_tasks(party)
            or was_not_woken(hang, party)
        ):
            yield party, []


def _behind(
    hang: Hang, party: Party, chain: list[Link], kept: list[tuple[Party, list[Link]]]
) -> tuple[Party, list[Link]]:
    """Of who waits for something to be brought, rather the one of those who could bring it that a
    lock keeps which nobody gives back: that comes first.

    kept: the roots that a lock keeps.
    """
    if party.waits[0].resource.kind in KEPT:
        return party, chain
    able = hang.members(party, party.waits[0]) or ()
    return next((root for root in kept if root[0].key in able), (party, chain))
