"""pool-starvation: every worker of a thread pool waits for a job that only the pool could run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import takewhile

from atfault.diagnose.hang.inquiring import asks
from atfault.diagnose.hang.parties import (
    Key,
    Party,
    TaskActor,
    packages_of,
    runs_job,
    runs_own_code,
)
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.task_words import is_sleep
from atfault.diagnose.hang.watched import is_busy, naps_in_native_code
from atfault.diagnose.hang.words import (
    distinct,
    own_lines,
    place_of,
    wait_blame,
    wait_lines,
    wait_story,
    waits_for,
)
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Doubt, Finding
from atfault.model.kinds import BROUGHT, HELD
from atfault.model.roles import is_package, package_name
from atfault.model.stacks import PyFrame
from atfault.model.state import ProcessState
from atfault.model.waits import ThreadPool, Wait

SHOWN = 4
WORKER = "_worker"
"""What a library's own pool calls the function of its workers."""


@rule("pool-starvation", on=ALIVE, family="hang", partly=(Need.INTERPRETER,))
def pool_starvation(case: Case) -> Iterator[Finding]:
    """All workers of a thread pool wait for something that only a free worker could bring about.

    A job that submits another one to its own pool and waits for the result occupies a worker while
    it does. As soon as all workers do that, the inner jobs stay in the queue for ever. The executor
    behind `asyncio.to_thread` and `run_in_executor` starves in the same way, and so does one of
    dask whose tasks wait for results of dask; that is possible only, as workers elsewhere may
    compute them. So is a server that calls itself (grpc), whose only workers wait for the answer.

    A pool of any other package, or one written by hand, is known by its code: threads in the same
    loop that take from the same queue. All of them are in a job, jobs lie in the queue, and nobody
    is left to end what they wait for but who would only put one more job there, or waits for one.

    Workers that wait for a time, again and again, for futures whose jobs lie in the queue starve as
    well, unless they give up: that is less sure by a step.

    Where each job in the queue calls the function that the workers are in, and these wait for one
    lock or semaphore, or for answers on connections that nobody has taken, one more worker would
    wait there, too: that is no starvation.

    What to do: do not wait inside of a job for another job of the same pool: return what is to be
    done next, use a second pool for the inner jobs, or a pool that is larger than the nesting can
    be deep times wide.
    """
    hang = hang_of(case)
    for state in case.processes:
        for pool in state.waiting.pools:
            found = [hang.thread(pool.pid, tid) for tid in pool.workers]
            workers = [one for one in found if one is not None]
            if not pool.is_told:
                yield from _of_found(hang, pool, workers)
                continue
            asking = [one for one in workers if _awaits_its_library(one)]
            if workers and len(asking) == len(pool.workers):
                yield _finding(workers, asking, 0, is_known=False)
                continue
            if pool.idle or len(workers) < len(pool.workers):
                continue
            within, calling = _has_both_ends(state), _behind_calls(hang, pool, workers)
            behind = _behind_workers(hang, workers) if pool.queued and workers else frozenset()
            unsure = [one for one in workers if not _needs_a_worker(hang, behind, one)]
            if not all(
                (within and naps_in_native_code(one) is not None)
                or (pool.queued and _awaits_an_asking_task(hang, one))
                or (pool.queued and one.key in calling)
                or (pool.queued and _asks_for_jobs(pool, one))
                for one in unsure
            ):
                continue
            pending = [one for one in workers if _waits_for_queued_job(one)]
            if _keeps_itself(hang, workers) or _would_only_connect(pool, workers):
                continue
            if pool.queued and (pending or not _would_only_join(pool, workers)):
                yield _finding(workers, pending, pool.queued, doubts=_doubts(hang, workers, unsure))
    yield from list(_servers_of_themselves(hang))[:1]


def _keeps_itself(hang: Hang, workers: list[Party]) -> bool:
    """Whether one of them waits for what it would itself give back further out: a job more does
    not."""
    links = [(one, link) for one in workers for link in hang.links(one)]
    return any(link.by.key == one.key for one, link in links)


def _would_only_connect(pool: ThreadPool, workers: list[Party]) -> bool:
    """Whether the jobs in the queue would do as all workers do, which wait on connections that
    nobody has taken."""
    taken = {wait.resource.channel.is_accepted for one in workers for wait in one.waits}
    return pool.is_of_one_kind and taken == {False}


_BY_JOBS = BROUGHT | {"barrier", "future"}
"""What another job may bring."""


def _of_found(hang: Hang, pool: ThreadPool, workers: list[Party]) -> Iterator[Finding]:
    """Of a pool that was found by what its workers take jobs from."""
    if pool.idle or not pool.queued or len(workers) < len(pool.workers):
        return
    pending = [one for one in workers if _waits_for_one_of(one, pool.jobs)]
    is_service = len(workers) == 1 and (not pending or bool(hang.links(workers[0])))
    if is_service or (pool.is_own and not pending):
        return  # it may as well wait for somebody else
    behind = _behind_workers(hang, workers)
    asking = [one for one in workers if _asks_for_jobs(pool, one)]
    unknown = [one for one in workers if one not in asking and asks(one)]
    left = [one for one in workers if one not in asking and one not in unknown]
    if all(_needs_a_worker(hang, behind, one) for one in left):
        doubts = [
            Doubt(f"what {one.label} asks for again and again is not known", "unread")
            for one in unknown
        ]
        doubts += [_may_end(one) for one in asking[:1]]
        doubts += hang.grounds(workers).doubts
        yield _finding(workers, pending, pool.queued, doubts=doubts)


def _would_only_join(pool: ThreadPool, workers: list[Party]) -> bool:
    """Whether the jobs in the queue would come to the same lock or semaphore as all workers, and
    take it before they give it back: one more worker ends nothing."""
    waits = [wait for one in workers for wait in one.waits]
    taken = {wait.resource.key for wait in waits if wait.resource.kind in HELD}
    return pool.is_of_one_kind and len(taken) == 1 and all(w.resource.key in taken for w in waits)


def _waits_for_one_of(party: Party, things: Collection[int]) -> bool:
    return any(wait.resource.address in things for wait in party.waits)


def _behind_workers(hang: Hang, workers: list[Party]) -> frozenset[Key]:
    """Who does not go on but by way of the pool's workers: these, those who hand jobs on to them
    (they run the code of its package), and those who wait for nobody else."""
    packages = set().union(*map(packages_of, workers))
    beside = hang.beside(workers[0])
    handing = [one for one in beside if _hands_on(one, packages) and not is_busy(one)]
    return hang.stuck_behind(*workers, *handing)


def _needs_a_worker(hang: Hang, behind: frozenset[Key], party: Party) -> bool:
    """Whether nobody is left that could end its wait, but by giving a job to its pool.

    behind: those who do not go on but by way of its workers; none where no job waits for one.
    """
    if party.key in hang.stuck or not behind:
        return party.key in hang.stuck
    wait = party.waits[0] if len(party.waits) == 1 else None
    if wait is None or wait.timeout or wait.resource.kind not in _BY_JOBS or wait.target_task:
        return False
    members = hang.members(party, wait)
    if members is None:
        return False
    aside = behind | hang.bystanders(party, wait)
    return all(key in aside for key in members if key in hang.parties)


def _hands_on(party: Party, packages: set[str]) -> bool:
    """Whether it runs no code of the user's, or a package among these that this called."""
    if not party.own:
        return True
    inside = takewhile(lambda frame: frame is not party.own[0].python, party.python)
    return any(package_name(frame.code.filename) in packages for frame in inside)


def _doubts(hang: Hang, workers: list[Party], unsure: list[Party]) -> Iterator[Doubt]:
    for one in unsure[:1]:
        yield _may_end(one)
    yield from hang.grounds(workers).doubts


def _may_end(party: Party) -> Doubt:
    return Doubt(f"the wait of {party.label} may end by itself", "timer")


def _asks_for_jobs(pool: ThreadPool, party: Party) -> bool:
    """Whether its job waits, for a time and again and again, for futures whose jobs nobody has
    begun with, of which the first lies in the pool's own queue."""
    wait = party.waits[0] if len(party.waits) == 1 else None
    if wait is None or wait.again is None or wait.again.serves or not runs_job(party):
        return False
    is_own = wait.resource.address in pool.jobs or wait.brought_by == pool.workers
    return is_own and wait.resource.future.state == "PENDING"


def _servers_of_themselves(hang: Hang) -> Iterator[Finding]:
    """Jobs of a package's server that wait for an answer of that server: its thread that takes
    connections has the request, and none of its workers."""
    for party in hang.in_order:
        wait = party.waits[0] if len(party.waits) == 1 and runs_job(party) else None
        if wait is None or wait.timeout or wait.resource.kind != "socket":
            continue
        server = hang.user_of(party, wait)
        if server is None or server.pid != party.pid or runs_own_code(server):
            continue
        listens = any(one.resource.channel.listening for one in server.waits)
        if listens and not packages_of(party).isdisjoint(packages_of(server)):
            yield _of_server(party, wait, server)


def _of_server(party: Party, wait: Wait, server: Party) -> Finding:
    return Finding.of(
        summary=f"{party.label} waits for an answer of the server that it works for, of which no "
        "worker has begun with that",
        confidence="possible",
        title="Stuck: a worker of a server waits for that server's own answer",
        blame=wait_lines(party, wait),
        evidence=(
            wait_story(party, wait),
            f"the other end is with {server.label}, which takes the server's connections, and with "
            "no worker of it",
        ),
        advice=(
            "call the function that makes the answer, in place of asking the server",
            "or let it have more workers; a larger number only moves the limit",
        ),
    )


def _has_both_ends(state: ProcessState) -> bool:
    """Whether threads wait at a connection of the process to itself: it is its own client."""
    pid = state.process.pid
    own = {end.key for end in state.waiting.channel_ends if end.is_peer and end.pid == pid}
    return any(
        wait.resource.key in own and wait.resource.channel.is_accepted
        for wait in state.waiting.waits
    )


def _waits_for_queued_job(party: Party) -> bool:
    """Its job waits for what a job brings that no worker has begun with."""
    for wait in party.waits:
        if wait.brought_by:
            return True
        if wait.resource.kind == "future" and wait.target_tid is None:
            future = wait.resource.future
            return future.state == "PENDING" or bool(future.pending)
    return False


def _awaits_an_asking_task(hang: Hang, party: Party) -> bool:
    """Its job waits, without an end, for a task in which a package sleeps and asks again: for what
    a job brings, perhaps, that the pool has not begun with."""
    task = next((link.by for link in hang.links(party)), None)
    if not isinstance(task, TaskActor) or any(wait.timeout for wait in party.waits):
        return False
    inner, around = (*reversed(task.task.frames), None, None)[:2]
    if inner is None or around is None:
        return False
    return is_sleep(inner) and is_package(around.file)


def _behind_calls(hang: Hang, pool: ThreadPool, workers: list[Party]) -> set[Key]:
    """Whose jobs wait, without an end, for what a task would bring in its own functions that awaits
    a call which the pool has not begun with; and those that wait in the same place."""
    found = [one for one in workers if not any(wait.timeout for wait in one.waits)]
    places = set()
    for wait in (wait for one in found for wait in one.waits):
        numbers = () if wait.bringers is None else wait.bringers.direct
        tasks = [hang.tasks.get(Key(pool.pid, one, "task")) for one in numbers]
        if any(one is not None and one.task.called_in == pool.workers for one in tasks):
            places.add(wait.place)
    return {one.key for one in found if any(wait.place in places - {None} for wait in one.waits)}


def _awaits_its_library(party: Party) -> bool:
    """Its job waits, without an end, for a result of the library that the pool itself is of, which
    only that knows how to get."""
    if not party.waits or any(wait.timeout for wait in party.waits):
        return False
    packages = [_package(frame) for frame in party.python]
    for index, frame in enumerate(party.python):
        if frame.code.name == WORKER and packages[index]:
            inside = zip(party.python[:index], packages)
            return any(f.code.name == "result" and one == packages[index] for f, one in inside)
    return False


def _package(frame: PyFrame) -> str:
    """Folder of the installed package that a frame is of; "" for other code."""
    file = frame.code.filename
    if not is_package(file):
        return ""
    return "/".join(file.split("/")[:-1])


def _may_need_a_job(workers: list[Party]) -> bool:
    """Whether they wait for what other jobs of a pool bring about, rather than for a lock or a
    queue that somebody else fills."""
    kinds = ("event", "barrier", "condition", "future", "semaphore")
    return all(wait.resource.kind in kinds for worker in workers for wait in worker.waits)


def _finding(
    workers: list[Party],
    pending: list[Party],
    queued: int,
    is_known: bool = True,
    doubts: Iterable[Doubt] = (),
) -> Finding:
    """is_known: whether the jobs that are pending are known to be those of the pool."""
    first = pending or workers
    lines = [wait_blame(w, w.waits[0]) for w in first if w.waits]
    lines += [line for w in first for line in own_lines(w)]
    places = sorted({place_of(wait_blame(w, w.waits[0])) for w in workers if w.waits} - {""})
    several = len(workers) > 1
    who = f"all {len(workers)} workers" if several else "the only worker"
    where = f" ({', '.join(places[:3])})" if places else ""
    verb = "wait" if several else "waits"
    evidence = [f"{who} of the pool {verb} inside of a job{where}"]
    if not is_known:
        evidence.append(
            f"{pending[0].label} waits for a result that the same library computes: where no other "
            "worker is, nobody does"
        )
    elif pending:
        name = pending[0].waits[0].resource.name
        lacking = "a job that no worker has begun with"
        if pending[0].waits[0].resource.future.pending is not None:
            lacking = "and no worker is free to do their jobs"
        evidence.append(f"{pending[0].label} waits for {name}, {lacking}")
    else:
        waits = [(one, wait) for one in reversed(workers) for wait in one.waits[:1]]
        once = {wait.resource.key: f"{one.label} {waits_for(one, wait)}" for one, wait in waits}
        evidence += list(once.values())[:SHOWN]
    if queued:
        them = "it" if queued == 1 else "them"
        evidence.append(
            f"{counted(queued, 'job')} in the pool's queue, and no worker to take {them}"
        )
    if pending:
        what = "for jobs that only the same pool could run"
    else:
        what = f"while {counted(queued, 'job')} in its queue {'wait' if queued > 1 else 'waits'}"
        what += " for a free worker"
    return Finding.of(
        summary=f"{who} of a thread pool {verb} {what}",
        confidence="likely" if is_known and (pending or _may_need_a_job(workers)) else "possible",
        title="Stuck: every worker of the pool waits for work that only the pool can do",
        blame=distinct(lines[:12]),
        evidence=evidence,
        advice=(
            "do not wait inside of a job for another job of the same pool",
            "or give the inner jobs a pool of their own; a larger one only moves the limit",
        ),
        doubts=doubts,
    )
