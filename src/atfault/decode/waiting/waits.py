"""Who holds what and who waits for what: Python's and the kernel's view of each thread, tied up.

    futex 0x7f10…28   ── is the semaphore of ──  lock object 0x7f11…f0   ── is called ──  a.lock
    (registers, exact)                           (Python frames)             (their names)

Where both views name the same wait, Python's terms win; where they differ, the kernel is right: a
thread whose frames say `q.get()` but whose futex lies in the GIL has been woken and waits for that.
"""

from typing import NamedTuple

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync import asyncio_tasks, foreign_tasks, trio_tasks
from atfault.cpython.sync.apart import (
    channel_reach,
    sharing_nothing,
    with_apart,
)
from atfault.cpython.sync.bringers import with_bringers
from atfault.cpython.sync.channel_users import channel_users
from atfault.cpython.sync.database_users import database_users
from atfault.cpython.sync.ended_threads import ended_threads
from atfault.cpython.sync.enders import with_enders
from atfault.cpython.sync.further_out import (
    with_further_out,
    with_given_back,
    yet_to_end,
    yet_to_release,
)
from atfault.cpython.sync.greenlets import Greenlets
from atfault.cpython.sync.holding import Holding
from atfault.cpython.sync.idling import with_idling
from atfault.cpython.sync.kept import with_kept
from atfault.cpython.sync.library_callers import (
    LibraryCallers,
    leading_into,
    library_callers,
)
from atfault.cpython.sync.loop_callbacks import has_nothing_to_call
from atfault.cpython.sync.pools import Pools
from atfault.cpython.sync.process_jobs import process_job, with_process_jobs
from atfault.cpython.sync.put_at import put_at
from atfault.cpython.sync.refused import kept_errors
from atfault.cpython.sync.run_by_none import with_run_by_none
from atfault.cpython.sync.serving import serving
from atfault.cpython.sync.signal_handlers import installed_handlers, signal_handlers
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.task_reader import TaskReader
from atfault.cpython.sync.task_waits import begun_by, completed_by
from atfault.cpython.sync.waiting import python_waits
from atfault.decode.threads import DecodedThreads
from atfault.decode.waiting.channels import Channels
from atfault.decode.waiting.failed_tasks import failed_tasks, main_failure
from atfault.decode.waiting.kernel_waits import KernelWaits, is_in_database
from atfault.decode.waiting.lost_workers import lost_workers, with_lost_workers
from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.family import Relative
from atfault.model.kinds import CHANNELS, OF_FUTEX, POLLS
from atfault.model.process import Module
from atfault.model.stacks import ThreadState
from atfault.model.state import Waiting
from atfault.model.waits import LONG, AsyncTask, Resource, SignalHandler, Wait
from atfault.native.modules import ModuleMap, dynamic_symbols
from atfault.native.native_wait import NativeWait, ThreadIds
from atfault.native.waits import native_waits
from atfault.options import Options
from atfault.snapshot.protocol import Snapshot
from atfault.stacks.mine import is_mine

_INSTALLS = ("sigaction", "signal", "sysv_signal", "__sysv_signal", "bsd_signal", "signalfd")
_FD_KINDS = CHANNELS | {"file", "fd", "gpu"}
_EXACT_NATIVE = ("mutex", "rwlock", "thread", "barrier", "gil")
"""Native kinds that say more than Python frames which wait for something else."""


class _PythonSide(NamedTuple):
    told: Waiting
    """All but the waits."""
    waits: dict[int, Wait]
    workers: tuple[Relative, ...] = ()
    """As `lost_workers` has them."""
    callers: dict[int, LibraryCallers] = {}
    """Start of a library of native code in which a thread waits → who may call it."""


def decode_waits(
    snapshot: Snapshot, found: DecodedThreads, modules: ModuleMap, options: Options
) -> Waiting:
    """Holds, waits and tasks of all threads. Never raises for what the process contains."""
    channels = Channels(snapshot, options.mask_secrets, is_rehearsal=options.rehearsal)
    runtime = None
    if not isinstance(found.runtime, Absent) and not found.runtime.left_out:
        runtime = found.runtime
    states = {state.thread.tid: state for state in found.threads}
    stacks = [states[thread.tid].native for thread in snapshot.threads]
    natives = native_waits(snapshot, stacks, ThreadIds(snapshot))
    kernel = KernelWaits(snapshot, modules, channels, found, runtime)
    asleep = {thread.tid: native for thread, native in zip(snapshot.threads, natives)}
    has_database = any(map(is_in_database, found.threads)) or channels.locks_a_database()
    has_family = channels.has_family()
    in_call = any(one and one.fds and one.syscall not in POLLS for one in natives)
    libraries = _libraries(states, asleep, channels)
    python = _python_side(
        found,
        runtime,
        asleep,
        options,
        has_database=has_database,
        has_family=has_family,
        in_call=in_call,
        libraries=libraries,
    )
    innermost = {one[0] for one in libraries.values()}
    own = [one for one in innermost if not roles.is_package(one.path)]
    packages = {one.start for one in innermost} - {one.start for one in own}
    # The symbols of a package's libraries may take megabytes.
    handling = packages | {one.start for one in own if _handles_signals(snapshot, one)}
    waits: list[Wait] = []
    between: list[Wait] = []
    alive = {one.pid for one in channels.listed() if not one.has_died}
    for tid, native in asleep.items():
        if native is not None:
            by_kernel = kernel.waits(states[tid], native)
            told = python.waits.get(tid)
            if told is not None and told.operation == "lock":
                told = told._replace(resource=channels.polled_lock(told.resource))
            if told is not None and _is_for_its_pipes(told, by_kernel, alive):
                told = None
            combined = _combined(told, by_kernel)
            if told is None and tid in libraries:
                library = libraries[tid][0]
                callers = python.callers.get(library.start)
                handles = library.start in handling
                combined = [_within(one, library, callers, handles) for one in combined]
            waits += combined
        else:
            for_gil = kernel.between_waits(states[tid])
            waits += for_gil
            between += [python.waits[tid]] if tid in python.waits and not for_gil else []
    return python.told._replace(
        holds=(*python.told.holds, *kernel.holds(waits)),
        waits=tuple(map(_with_end, waits)),
        between=tuple(between),
        relatives=with_lost_workers(snapshot, channels.relatives(), python.workers),
        channel_ends=tuple(channels.ends),
        connections=channels.connections() if any(map(_sleeps, waits)) else (),
        locked=channels.locked() if any(wait.operation == "lock" for wait in waits) else None,
    )


def _libraries(
    states: dict[int, ThreadState], natives: dict[int, NativeWait | None], channels: Channels
) -> dict[int, tuple[Module, ...]]:
    """Thread → the libraries of native code, the innermost first, in which it waits without an end
    for what another thread of the process may bring; {} where none that runs Python does."""
    found = {
        tid: modules
        for tid, one in natives.items()
        if one is not None and _may_be_native(one, channels)
        for modules in [_libraries_around(states[tid])]
        if modules
    }
    joined = {one.owner for one in natives.values() if one is not None and one.kind == "thread"}
    has_python = (not isinstance(states[tid].python, Absent) for tid in found)
    return found if any(has_python) or joined & found.keys() else {}


def _may_be_native(wait: NativeWait, channels: Channels) -> bool:
    is_word = (wait.kind in OF_FUTEX or wait.kind == "thread") and wait.word != 0
    reads = wait.syscall == "read" or channels.is_woken(wait.fds)
    return not wait.timeout and not wait.idle and (is_word or reads)


def _libraries_around(state: ThreadState) -> tuple[Module, ...]:
    """Those in which a thread is, the innermost first, further in than any Python, as that calls
    the one by way of another; () where the innermost is the system's, the interpreter's or a module
    of the standard library."""
    inside = dict.fromkeys(frame.module for frame in state.inside)
    modules = [one for one in inside if one is not None and not roles.is_plumbing(one.name)]
    if not modules or roles.is_standard_extension(modules[0].path):
        return ()
    return tuple([one for one in modules if not roles.is_standard_extension(one.path)])


def _within(wait: Wait, library: Module, callers: LibraryCallers | None, handles: bool) -> Wait:
    """A wait inside of a library of native code."""
    wait = wait._replace(library=library.start, in_handlers=handles)
    if callers is None:
        return wait
    return wait._replace(
        apart=callers.apart,
        unsure=callers.unsure,
        bringers=callers.bringers,
        run_by_none=callers.run_by_none,
    )


def _handles_signals(snapshot: Snapshot, library: Module) -> bool:
    """Whether a library imports what installs handlers of signals; also where that cannot be
    read."""
    try:
        symbols = dynamic_symbols(snapshot.memory, library)
    except MemoryFault:
        return True
    return any(map(symbols.imports, _INSTALLS))


def _is_for_its_pipes(told: Wait, native: list[Wait], alive: set[int]) -> bool:
    """Whether what is told to be a wait for a child's end (communicate()) is for the end of its
    output: it has ended itself, and another process has its pipes still open."""
    is_over = told.resource.kind == "process" and told.target_pid not in alive
    return is_over and all(one.resource.kind in CHANNELS for one in native)


def _sleeps(wait: Wait) -> bool:
    return wait.resource.kind == "time" and wait.place is not None and wait.place.mine


def _python_side(
    found: DecodedThreads,
    runtime: PythonRuntime | None,
    natives: dict[int, NativeWait | None],
    options: Options,
    *,
    has_database: bool,
    has_family: bool,
    in_call: bool,
    libraries: dict[int, tuple[Module, ...]],
) -> _PythonSide:
    """What the interpreter's own structures say. has_database: a thread waits for one, or may have
    locked one. has_family: it was forked from a program, or has living children. in_call: a
    thread is in a call that waits for one descriptor (read, flock). libraries: as `_libraries` has
    them."""
    if runtime is None:
        return _PythonSide(Waiting(handlers=Absent("no Python")), {})
    syscalls = {tid: one.syscall for tid, one in natives.items() if one is not None}
    world = World(runtime, found.threads, lambda file: is_mine(file, found.python), syscalls)
    waits = python_waits(world)
    holds = Holding(world).all(waits)
    reader = TaskReader(world)
    greenlets = Greenlets(reader)
    pending = (
        *asyncio_tasks.pending(reader),
        *trio_tasks.pending(reader),
        *greenlets.pending(),
    )
    asleep = [tid for tid, one in natives.items() if one is not None and one.syscall in POLLS]
    pending = pending or foreign_tasks.pending(reader, asleep)
    pools = Pools(world)
    pending = pools.with_calls(reader, pending)
    if waits:
        waits = with_process_jobs(world, pools.with_jobs(_with_tasks(reader, waits)))
        waits, holds = with_kept(reader, greenlets.all, waits, holds)
    installed = installed_handlers(world)
    roots = {} if isinstance(installed, Absent) else installed
    pending = with_given_back(world, waits, reader.asleep, pending)
    givers = (*yet_to_end(world, waits), *yet_to_release(world, waits, holds))
    waits = with_further_out(world, waits)
    waits = with_apart(world, with_enders(world, waits, roots.values()), roots.values())
    waits = with_run_by_none(world, with_idling(world, waits), roots.values())
    pending, waits = with_bringers(reader, pending, waits, roots)
    wanted = {wait.resource.address for wait in waits.values()} - {0}
    asked = [one.wait for one in pending if one.wait is not None and one.wait.bringers is not None]
    wanted.update(one.resource.address for one in asked if one.resource is not None)
    handlers: tuple[SignalHandler, ...] | Absent
    if isinstance(installed, Absent):
        handlers = installed
    else:
        given = any(wait.enders == () for wait in waits.values())
        handlers = signal_handlers(world, installed, wanted, given=given)
    in_channel = _waits_in_channel(waits)
    inside = {tid: one for tid, one in libraries.items() if tid not in waits}
    leading = {tid: leading_into(world.reader, one) for tid, one in inside.items()}
    timed = {tid for tid, one in natives.items() if one is not None and one.timeout is not False}
    renamed = _Renamed(world.better_names())
    told = Waiting(
        holds=tuple([hold._replace(resource=renamed.resource(hold.resource)) for hold in holds]),
        tasks=tuple(map(renamed.task, pending)),
        failed_tasks=failed_tasks(runtime, reader.failed, options) if reader.failed else (),
        ended_threads=ended_threads(world, waits, leading, roots.values()),
        put_at=put_at(world, roots.values()),
        main_failure=main_failure(runtime, options),
        pools=pools.all,
        handlers=handlers,
        runners=tuple(world.future_runners.items()),
        process_job=process_job(world),
        refused=kept_errors(world, timed),
        database_users=database_users(world) if has_database else None,
        channel_users=channel_users(world) if in_channel else (),
        channel_reach=channel_reach(world) if has_family or in_call or in_channel else (),
        yet_to_end=tuple([one._replace(resource=renamed.resource(one.resource)) for one in givers]),
        serving=serving(world, waits),
        sharing_nothing=sharing_nothing(world) if has_family else (),
        alone_in_loop=(
            *[tid for at, tid in reader.loops.items() if has_nothing_to_call(world, at)],
            *trio_tasks.with_nothing_to_call(world),
        ),
    )
    waits = {
        tid: wait._replace(resource=renamed.resource(wait.resource)) for tid, wait in waits.items()
    }
    return _PythonSide(
        told, waits, lost_workers(world), library_callers(reader, roots, inside.values())
    )


def _waits_in_channel(waits: dict[int, Wait]) -> bool:
    """Whether a thread waits for a channel, whose other end may be in the process itself."""
    return any(wait.resource.kind in CHANNELS for wait in waits.values())


def _with_tasks(reader: TaskReader, waits: dict[int, Wait]) -> dict[int, Wait]:
    """The waits, with the tasks, or the threads of event loops, that complete the futures which
    threads wait for."""
    wanted = [one for one in waits.values() if one.resource.kind == "future"]
    if all(one.target_tid is not None for one in wanted):
        return waits
    tasks, threads = completed_by(reader), begun_by(reader)
    return {
        tid: wait._replace(
            target_task=tasks.get(wait.resource.address, 0),
            target_tid=threads.get(wait.resource.address, wait.target_tid),
        )
        for tid, wait in waits.items()
    }


class _Renamed:
    """Puts better names in the place of those that stand for several things."""

    def __init__(self, names: dict[int, tuple[str, str]]) -> None:
        """names: address → (name given, a better one)."""
        self._names = names

    def resource(self, resource: Resource) -> Resource:
        old, new = self._names.get(resource.address, ("", ""))
        return resource._replace(name=new) if old and resource.name == old else resource

    def task(self, task: AsyncTask) -> AsyncTask:
        wait = task.wait
        if wait is not None and wait.resource is not None:
            resource = self.resource(wait.resource)
            if resource is not wait.resource:
                text = task.waits_for.replace(wait.resource.name, resource.name)
                task = task._replace(wait=wait._replace(resource=resource), waits_for=text)
        if not task.holds:
            return task
        holds = [hold._replace(resource=self.resource(hold.resource)) for hold in task.holds]
        return task._replace(holds=tuple(holds))


def _combined(python: Wait | None, native: list[Wait]) -> list[Wait]:
    """The waits of one thread, of what its Python frames and the kernel say."""
    if python is None:
        return native
    kind = native[0].resource.kind
    if kind == "gil" or (not python.exact and kind in _EXACT_NATIVE):
        return native
    if python.resource.loop is not None:
        peers = [wait for wait in native if _is_outside(wait.resource)]
        return [python._replace(syscall=native[0].syscall, left=native[0].left), *peers]
    return [_enriched(python, native)]


def _with_end(wait: Wait) -> Wait:
    """A timeout of hours is none, but where time itself is waited for."""
    if not wait.timeout:
        return wait._replace(left=None)
    is_long = wait.left is not None and wait.left >= LONG and wait.resource.kind != "time"
    return wait._replace(timeout=False) if is_long else wait


def _is_outside(resource: Resource) -> bool:
    """A network socket, a pipe or a child; not the socket by which an event loop wakes itself."""
    channel = resource.channel
    reaches_out = bool(channel.peer or channel.listening or channel.hears_all)
    return resource.kind in ("pipe", "process") or reaches_out


def _enriched(wait: Wait, native: list[Wait]) -> Wait:
    """A wait in Python's terms, with what the kernel adds: the call, whether it ends by itself, and
    which pipe or socket it is."""
    first = native[0]
    wait = wait._replace(
        syscall=first.syscall,
        timeout=first.timeout if wait.timeout is None else wait.timeout,
        left=None if wait.resource.kind == "process" else first.left,  # subprocess sleeps in turns
    )
    resource, ours = wait.resource, first.resource
    if resource.kind == ours.kind:
        wait = wait._replace(exact=True)
        if resource.kind == "process" and len(native) == 1:
            # The pid is ours, even where the process lives in a pid namespace.
            name = resource.name if first.target_pid == wait.target_pid else ours.name
            return wait._replace(
                resource=resource._replace(key=ours.key, name=name), target_pid=first.target_pid
            )
    if resource.kind in _FD_KINDS and ours.kind in _FD_KINDS and len(native) == 1:
        is_known_file = first.operation == "lock" and ours.kind == "file"
        name = f"the lock of {ours.name}" if is_known_file else resource.name or ours.name
        wait = wait._replace(
            resource=ours._replace(name=name, detail=ours.detail or resource.detail),
            operation=wait.operation or first.operation,
            use=first.use,
        )
    return wait
