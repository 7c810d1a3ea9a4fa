"""Which job of a pool of processes a result is of, and which job a worker is in.

    parent    a Future             pending_work_items[7].future, processes {4711: …}
              an ApplyResult       _job = 7, _pool [<Process 4711>]
    worker    _process_worker()    call_item.work_id = 7
              worker()             job = 7

Sources: Lib/concurrent/futures/process.py, Lib/multiprocessing/pool.py; loky has the former's.
"""

from collections.abc import Iterator

from atfault.cpython.sync.sync_world import World
from atfault.model.roles import is_module_file
from atfault.model.waits import PoolJob, Wait

_EXECUTORS = ("concurrent/futures/process.py", "loky/process_executor.py")
_POOL = "multiprocessing/pool.py"
_MAX_JOBS = 10_000
_MAX_WORKERS = 1_000


def with_process_jobs(world: World, waits: dict[int, Wait]) -> dict[int, Wait]:
    """The waits for results, with the jobs that bring them."""
    asked = {tid: wait for tid, wait in waits.items() if wait.resource.kind == "future"}
    by_future = dict(_of_executors(world)) if asked else {}
    found = {}
    for tid, wait in asked.items():
        awaited = wait.resource.future.awaited or (wait.resource.address,)
        jobs = [by_future.get(one) or _of_pool(world, one) for one in awaited]
        pids = {one.pids for one in jobs if one is not None}
        known = [number for one in jobs if one is not None for number in one.numbers]
        if len(pids) == 1 and any(pids) and len(known) == len(jobs):  # of one pool, all of them
            found[tid] = wait._replace(job=PoolJob(tuple(known), pids.pop()))
    return waits | found


def process_job(world: World) -> int | None:
    """The number of the job that the process's main thread is in, as a pool's worker; None for no
    worker, and for one that waits for a job."""
    view = world.views.get(world.pid)
    for frame in () if view is None else view.frames:
        name, file = frame.code.name, frame.code.filename
        number = None
        if name == "_process_worker" and _is_of_executor(file):
            item = world.names.variables(frame).get("call_item", 0)
            number = world.reader.integer_of(item, "work_id")
        elif name == "worker" and is_module_file(file, _POOL):
            number = world.reader.integer(world.names.variables(frame).get("job", 0))
        if number is not None:
            return number
    return None


def _is_of_executor(file: str) -> bool:
    return any(is_module_file(file, one) for one in _EXECUTORS)


def _of_executors(world: World) -> Iterator[tuple[int, PoolJob]]:
    """(future, its job), as the threads know that give out the jobs and take in the results."""
    reader = world.reader
    for view in world.views.values():
        for frame in view.frames:
            if _is_of_executor(frame.code.filename):
                known = world.names.variables(frame)
                if "pending_work_items" not in known:
                    known = reader.attributes(known.get("self", 0))
                workers = reader.dict_items(known.get("processes", 0), _MAX_WORKERS)
                pids = tuple([pid for one, _ in workers if (pid := reader.integer(one))])
                for key, item in reader.dict_items(known.get("pending_work_items", 0), _MAX_JOBS):
                    number, future = reader.integer(key), reader.attribute(item, "future")
                    if number is not None and future:
                        yield future, PoolJob((number,), pids)


def _of_pool(world: World, result: int) -> PoolJob | None:
    """The job of a result of multiprocessing.Pool."""
    reader = world.reader
    number = reader.integer_of(result, "_job")
    workers = reader.items(reader.path(result, "_pool", "_pool"), _MAX_WORKERS)
    pids = (reader.integer(reader.path(one, "_popen", "pid")) for one in workers)
    return None if number is None else PoolJob((number,), tuple(filter(None, pids)))
