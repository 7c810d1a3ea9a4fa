"""Coroutines of the user's that wait in the scheduler of a package, whichever that is:

    python   main.py     main         await queue.join()      outermost: the task
    python   curio/…     Queue.join   await self._done.wait()
    python   curio/…     _scheduler_wait                      yields to the kernel of curio

A coroutine that has begun and does not run is waited for by whoever began it. How these note their
tasks down differs, so they are found by the garbage collector, and belong to the thread that is
inside of the same package. A generator is one of them where its function was decorated by that
package, as by twisted's inlineCallbacks.
"""

from collections.abc import Container

from atfault.cpython.sync.collected import of_kind
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.task_reader import TaskReader
from atfault.cpython.sync.unfinished import suspended
from atfault.model.roles import package_name
from atfault.model.stacks import PyFrame
from atfault.model.waits import AsyncTask

_MAX_TASKS = 1_000


def pending(reader: TaskReader, asleep: Container[int]) -> tuple[AsyncTask, ...]:
    """Those of a process whose schedulers are not known otherwise. asleep: the threads that wait
    for events, as schedulers do that have nothing to run."""
    world = reader.world
    views = [view for view in world.views.values() if view.tid in asleep]
    threads = {name: view.tid for view in views for name in view.packages()}
    if not threads:
        return ()
    chains: dict[int, list[PyFrame]] = {}
    makers: dict[int, str] = {}
    for address in of_kind(world, "coroutine", "generator"):
        frame = suspended(world, address) if address not in chains else None
        if frame is None or not world.is_mine(frame) or len(chains) >= _MAX_TASKS:
            continue
        maker = _decorated_by(world, frame)
        if maker in threads or world.reader.is_a(address, "coroutine"):
            chains[address], makers[address] = reader.chain(address), maker
    inner = {frame.address for frames in chains.values() for frame in frames[1:]}
    found = []
    for address, frames in chains.items():
        packages = [package_name(one.code.filename) for one in frames[::-1]]
        packages.append(makers[address])
        package = next((p for p in packages if p in threads), "")
        if package and frames[0].address not in inner:
            found.append(_task(reader, address, frames, package, threads[package]))
    return tuple(found)


def _task(
    reader: TaskReader, address: int, frames: list[PyFrame], package: str, tid: int
) -> AsyncTask:
    reader.world.task_frames += [frame for frame in frames if reader.world.is_mine(frame)]
    steps = tuple(map(reader.shown, frames))
    name = frames[0].code.qualname or frames[0].code.name
    return AsyncTask(address, name, 0, tid, "pending", steps, "something", library=package)


def _decorated_by(world: World, frame: PyFrame) -> str:
    """The package whose function stands, in the frame's module or in the class of its `self`, under
    the name of the frame's own; "" for none."""
    name = frame.code.name
    at = world.names.namespace_of(frame).get(name, 0)
    if not at:
        own = world.names.variables(frame).get("self", 0)
        at = world.reader.path(own, "__class__", name) if own else 0
    code = world.code_of(at) if at else None
    return "" if code is None else package_name(code.info.filename)
