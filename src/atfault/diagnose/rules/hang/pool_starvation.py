"""pool-starvation: every worker of a thread pool waits for a job that only the pool could run."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang_words import distinct, own_lines, place_of, wait_blame
from atfault.diagnose.parties import Party
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.diagnose.stuck import hang_of
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.stacks import PyFrame
from atfault.model.values import Value
from atfault.stacks.mine import is_package

POOL_FILE = "concurrent/futures/thread.py"
WORKERS = (
    ("_worker", POOL_FILE, "work_queue"),
    ("worker", "multiprocessing/pool.py", "inqueue"),  # of a ThreadPool
    ("_worker", "distributed/threadpoolexecutor.py", "work_queue"),
)
"""(function that a worker runs, end of its file's name, its variable with the queue of jobs)."""


@rule("pool-starvation", on=ALIVE, family="hang", partly=(Need.INTERPRETER,))
def pool_starvation(case: Case) -> Iterator[Finding]:
    """All workers of a thread pool wait for something that only a free worker could bring about.

    A job that submits another one to its own pool and waits for the result occupies a worker while
    it does. As soon as all workers do that, the inner jobs stay in the queue for ever. The executor
    behind `asyncio.to_thread` and `run_in_executor` starves in the same way, and so does one of
    dask whose tasks wait for results of dask; that is possible only, as workers elsewhere may
    compute them.

    What to do: do not wait inside of a job for another job of the same pool: return what is to be
    done next, use a second pool for the inner jobs, or a pool that is larger than the nesting can
    be deep times wide.
    """
    hang = hang_of(case)
    pools: dict[tuple[int, int], list[Party]] = {}
    for party in hang.parties.values():
        pool = _pool_of(party)
        if pool is not None:
            pools.setdefault((party.pid, pool), []).append(party)
    for workers in pools.values():
        asking = [w for w in workers if _awaits_its_library(w)]
        if len(asking) == len(workers):
            yield _finding(workers, asking, 0, is_known=False)
            continue
        busy = [w for w in workers if w.key in hang.stuck and not _is_idle(w)]
        if not busy or len(busy) < len(workers):
            continue
        pending = [w for w in busy if _waits_for_queued_job(w)]
        queued = max((_queued(w) for w in workers), default=0)
        if not pending and any(_is_shut_down(party) for party in hang.parties.values()):
            queued -= 1  # what ends the workers lies in the queue as well
        if pending or queued > 0:
            yield _finding(workers, pending, queued)


def _pool_of(party: Party) -> int | None:
    """Address of the queue that a pool's worker takes its jobs from, 0 when it is not known; None
    for a thread that is no such worker."""
    found = _worker_frame(party)
    if found is None:
        return None
    queue = _queue_of(*found)
    return 0 if queue is None else queue.address


def _worker_frame(party: Party) -> tuple[PyFrame, str] | None:
    """The frame of a worker, and its variable with the queue of jobs."""
    for frame in party.python:
        for name, file, variable in WORKERS:
            if frame.code.name == name and frame.code.filename.endswith(file):
                # The main thread of a process: a worker of a pool of processes, alone in it.
                return None if party.pid == party.tid else (frame, variable)
    return None


def _queue_of(frame: PyFrame, name: str) -> Value | None:
    for variable in () if isinstance(frame.locals, Absent) else frame.locals:
        if variable.name == name and not isinstance(variable.value, Absent):
            return variable.value
    return None


def _is_shut_down(party: Party) -> bool:
    """Whether the thread waits in shutdown() of a pool, or at the exit of the interpreter, for the
    end of the workers."""
    return any(
        frame.code.name in ("shutdown", "_python_exit") and frame.code.filename.endswith(POOL_FILE)
        for frame in party.python
    )


def _is_idle(party: Party) -> bool:
    """Whether it waits for a job, rather than inside of one."""
    if any(wait.idle == "worker" for wait in party.waits):
        return True
    found = _worker_frame(party)
    if found is None or found[1] != "inqueue":
        return False
    inside = party.python[: party.python.index(found[0])]
    return not any(frame.code.name == "mapstar" for frame in inside) and not own_lines(party, 1)


def _waits_for_queued_job(party: Party) -> bool:
    """Its job waits for a future that no worker has begun with."""
    for wait in party.waits:
        if wait.resource.kind == "future" and wait.target_tid is None:
            future = wait.resource.future
            return future.state == "PENDING" or bool(future.pending)
    return False


def _awaits_its_library(party: Party) -> bool:
    """Its job waits, without an end, for a result of the library that the pool itself is of, which
    only that knows how to get."""
    found = _worker_frame(party)
    package = _package(found[0]) if found is not None else ""
    if found is None or not package or not party.waits or any(w.timeout for w in party.waits):
        return False
    inside = party.python[: party.python.index(found[0])]
    return any(frame.code.name == "result" and _package(frame) == package for frame in inside)


def _package(frame: PyFrame) -> str:
    """Folder of the installed package that a frame is of; "" for other code."""
    file = frame.code.filename
    if not is_package(file):
        return ""
    return "/".join(file.split("/")[:-1])


def _queued(party: Party) -> int:
    """Jobs in the pool's queue, where its length was decoded."""
    found = _worker_frame(party)
    queue = _queue_of(*found) if found is not None else None
    return 0 if queue is None else queue.length or 0


def _may_need_a_job(workers: list[Party]) -> bool:
    """Whether they wait for what other jobs of a pool bring about, rather than for a lock or a
    queue that somebody else fills."""
    kinds = ("event", "barrier", "condition", "future", "semaphore")
    return all(wait.resource.kind in kinds for worker in workers for wait in worker.waits)


def _finding(
    workers: list[Party], pending: list[Party], queued: int, is_known: bool = True
) -> Finding:
    """is_known: whether the jobs that are pending are known to be those of the pool."""
    first = pending or workers
    lines = [wait_blame(w, w.waits[0]) for w in first]
    lines += [line for w in first for line in own_lines(w)]
    places = sorted({place_of(wait_blame(w, w.waits[0])) for w in workers} - {""})
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
    if queued > 0:
        them = "it" if queued == 1 else "them"
        evidence.append(
            f"{counted(queued, 'job')} in the pool's queue, and no worker to take {them}"
        )
    if pending:
        what = "for jobs that only the same pool could run"
    else:
        what = f"while {counted(queued, 'job')} in its queue {'wait' if queued > 1 else 'waits'}"
        what += " for a free worker"
    return Finding(
        cause="pool-starvation",
        summary=f"{who} of a thread pool {verb} {what}",
        confidence="likely" if is_known and (pending or _may_need_a_job(workers)) else "possible",
        title="Stuck: every worker of the pool waits for work that only the pool can do",
        blame=distinct(lines[:12]),
        evidence=tuple(map(Evidence, evidence)),
        advice=(
            Advice("do not wait inside of a job for another job of the same pool"),
            Advice("or give the inner jobs a pool of their own; a larger one only moves the limit"),
        ),
    )
