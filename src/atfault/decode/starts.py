"""Where processes are started: the Python frames of a thread that is about to fork.

The thread is stopped at its fork, so it is read as it is, and nothing is kept but a few lines of
text. What makes this cheap: the interpreter is found once for each program image, which a fork
leaves where it was (equal auxiliary vectors, whose addresses are random), and no memory map is
read again.

    parent stopped in fork ── thread pointer ── its PyThreadState ── frames ── file, line, function

A fork server forks on behalf of another process, whose thread waits for the answer meanwhile: that
thread is read instead.
"""

import os
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from atfault.arch import syscall_name
from atfault.arch.base import Architecture, with_identities
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.search import find_runtime
from atfault.decode.last_moments import is_awaited, is_sending, killer_or_leader, last_moment
from atfault.decode.plain_programs import Plain, may_hold_python
from atfault.errors import AtfaultError, MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import Thread
from atfault.model.roles import is_of_probe
from atfault.model.stacks import PyFrame
from atfault.model.start import (
    COMMAND,
    DATALOADER_WORKER,
    EVENT_LOOP_COMMAND,
    EXECUTOR_WORKER,
    FORK,
    UNANNOUNCED,
    UNKNOWN_START,
    LastMoment,
    Start,
    StartKind,
)
from atfault.model.state import PythonInfo
from atfault.model.waits import Place
from atfault.native.modules import load_modules
from atfault.snapshot import procfs
from atfault.snapshot.live import LiveSnapshot, open_memory
from atfault.snapshot.live import _architecture as architecture_of
from atfault.snapshot.protocol import MASK64, Memory
from atfault.stacks.mine import is_mine

PAGE = 4096
MAX_IMAGES = 64
"""Program images that are remembered; the oldest is forgotten first."""
MAX_ABOVE = 8
"""Processes, each of which has started the one before."""
MAX_DEPTH = 600
"""Innermost frames among which the user's own are looked for."""
INNERMOST = 8
OWN_FRAMES = 6
MAX_THREAD_STATES = 4096
MAX_POOLS = 256
MAX_KNOWN = 20_000
MARKED_FRAMES = 8
SERVER_TRIES = 20
SERVER_WAIT = 0.0005
"""Seconds between looks at a thread that asked a fork server, while it still runs."""
MAIN_TRIES = 6
MAIN_WAIT = 0.003


def _worker(name: str) -> StartKind:
    return StartKind(name, "pool")


def _helper(name: str) -> StartKind:
    return StartKind(name, "helper")


_KINDS = (
    ("/torch/utils/data/dataloader.py", DATALOADER_WORKER),
    ("/concurrent/futures/process.py", EXECUTOR_WORKER),
    ("/loky/process_executor.py", _worker("joblib worker")),
    ("/multiprocessing/pool.py", _worker("multiprocessing.Pool worker")),
    ("/multiprocess/pool.py", _worker("multiprocess.Pool worker")),
    ("/billiard/pool.py", _worker("Celery worker")),
    ("/multiprocessing/managers.py", _helper("multiprocessing.Manager")),
    ("/multiprocessing/resource_tracker.py", _helper("resource tracker of multiprocessing")),
    ("/multiprocessing/semaphore_tracker.py", _helper("semaphore tracker of multiprocessing")),
    ("/loky/backend/resource_tracker.py", _helper("resource tracker of joblib")),
    ("/gunicorn/arbiter.py", _worker("gunicorn worker")),
    ("/uvicorn/supervisors/", _worker("uvicorn worker")),
    ("/ray/_private/", _helper("Ray process")),
    ("/xdist/workermanage.py", StartKind("pytest-xdist worker", "pool", is_command=True)),
    ("/multiprocessing/process.py", StartKind("multiprocessing.Process", "part")),
    ("/multiprocess/process.py", StartKind("multiprocess.Process", "part")),
    ("/asyncio/subprocess.py", EVENT_LOOP_COMMAND),
    ("/asyncio/base_events.py", EVENT_LOOP_COMMAND),
    ("/subprocess.py", COMMAND),
)
"""What a file of the starting stack tells of the process that it starts; the first that is there
counts. Matched as the end of a path, or as a part of it where it ends in a slash."""
_ASKS_FORK_SERVER = "/multiprocessing/popen_forkserver.py"


class _Image(NamedTuple):
    """A program image with a Python in it."""

    runtime: PythonRuntime
    info: PythonInfo
    arch: Architecture


class _Bare:
    """As much of a snapshot as PythonRuntime needs to read frames."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.threads = ()


class ProcessMemory(Memory):
    """Memory of a process through its /proc/PID/mem, by pages, without a look at its mappings."""

    def __init__(self, pid: int) -> None:
        self._fd = open_memory(pid)
        self._pages: dict[int, bytes] = {}

    def read(self, address: int, size: int) -> bytes:
        address &= MASK64
        at = address % PAGE
        if 0 < size <= PAGE - at:
            page = self._pages.get(address - at)
            if page is None:
                page = self._pages[address - at] = self._fetch(address - at, PAGE)
            if len(page) == PAGE:
                return page[at : at + size]
            raise MemoryFault(address, size, "not mapped")
        content = self.read_upto(address, size)
        if len(content) < size:
            raise MemoryFault(address + len(content), size - len(content))
        return content

    def read_upto(self, address: int, size: int) -> bytes:
        return self._fetch(address & MASK64, min(size, 1 << 24)) if size > 0 else b""

    def _fetch(self, address: int, size: int) -> bytes:
        if address >> 63:
            return b""
        try:
            return os.pread(self._fd, size, address)
        except OSError:
            return b""

    def forget(self) -> None:
        self._pages.clear()

    def __enter__(self) -> "ProcessMemory":
        return self

    def __exit__(self, *exc_info: object) -> None:
        os.close(self._fd)


def _matters(code: int, kind: StartKind) -> bool:
    """Whether it matters where a process is as it ends with the wait status `code`: a pool breaks
    by an exit of its worker whatever the status, and of a part of the program 0 is no failure."""
    if code & 0x7F or kind.role == "pool":
        return True
    return kind.role in ("part", "command") and kind != FORK and code != 0


class Starts:
    """Where the processes of a program were started; remembers where its Pythons are.

    Its methods are called in the tracer, between two events, and never raise.
    """

    def __init__(self, plain: Plain | None = None) -> None:
        self._images: dict[bytes, _Image | None] = {}
        self._pools: dict[tuple[int, StartKind], set[Place]] = {}
        self._known: dict[int, Start] = {}
        self._last: dict[int, LastMoment] = {}
        self._plain = Plain() if plain is None else plain
        self._waiting: dict[int, list[int]] = {}
        """Processes of which nothing is known (yet) → those that they have started."""

    def forked(
        self, child: int, pid: int, tid: int, registers: Callable[[int], bytes], is_known: bool
    ) -> None:
        """Thread `tid` of `pid`, stopped at a fork, has made the process `child` (see Scout).

        What a program without Python starts (a shell) was started where that was. That is asked of
        a program once, as a script forks for each of its lines.
        """
        start = None
        if not self._plain.holds(pid):
            try:
                start = self.start(pid, tid, registers(tid))
            except OSError:
                pass  # it was killed at this moment
        start = start or self._known.get(pid)
        if start is not None:
            self._learn(child, start)
        elif not is_known and len(self._waiting) < MAX_KNOWN:
            self._waiting.setdefault(pid, []).append(child)

    def executed(self, pid: int) -> None:
        """A process has executed another program."""
        self._plain.forget(pid)

    def _learn(self, child: int, start: Start) -> None:
        """Events come in any order: that of a shell's own start may come after those of what it
        has started meanwhile."""
        pending = [child]
        while pending and len(self._known) < MAX_KNOWN:
            pid = pending.pop()
            self._known[pid] = start
            pending += self._waiting.pop(pid, ())

    def start_of(self, pid: int) -> Start | None:
        """Where a living process was started; None when that is not known. Where the thread that
        did it runs no line of the user's (torchrun, a pool's own thread), with the line that its
        process comes of."""
        start = above = self._known.get(pid)
        for _ in range(MAX_ABOVE):
            if start is None or above is None or above.own is not None:
                break
            above = self._known.get(above.pid)
        if start is None or above is None or above is start or above.own is None:
            return start
        return start._replace(above=above)

    def is_to_be_seen_off(self, pid: int) -> bool:
        """Whether it matters where the process is when it leaves, or is killed."""
        start = self._known.get(pid)
        return start is not None and (start.kind.role in ("pool", "part", "command"))

    def leaving(self, tid: int, code: int, registers: bytes) -> None:
        """Thread `tid` is on its way out, its process ending with the wait status `code`."""
        try:
            pid = procfs.process_of(tid) or tid
            start = self._known.get(pid)
            if start is None:  # the program itself, or what is not known to be a part of it
                if code & 0x7F not in UNANNOUNCED:
                    return
            elif not self.is_to_be_seen_off(pid) or not _matters(code, start.kind):
                return
            image = self._image(tid)
            arch = image.arch if image is not None else architecture_of(pid)
            decoded = arch.decode_user_regs(registers)
            act = killer_or_leader(pid, tid, code, arch, decoded)
            if act is None or (pid in self._last and act in ("", "refused")):
                return
            if act == "" and self._is_program_sending(pid):
                act = "ended"
            call = syscall_name(decoded.syscall, arch) if act == "refused" else ""
            last = last_moment(pid, tid, act, lambda: self._places_of(tid, tid, registers), call)
            awaited = start is not None and is_awaited(pid, start.pid)
            self._last[pid] = last._replace(awaited=awaited)
        except (AtfaultError, OSError, ValueError, IndexError):
            pass

    def last_of(self, pid: int) -> LastMoment | None:
        """Where a process was when it left, or was killed."""
        return self._last.get(pid)

    def _is_program_sending(self, pid: int) -> bool:
        """Whether whoever started the process may be ending it."""
        start = self._known.get(pid)
        image = None if start is None else self._image(start.pid)
        if start is None or image is None:
            return False
        of_pool = image.info if start.kind.role == "pool" else None
        try:
            with ProcessMemory(start.pid) as memory:
                runtime = image.runtime.again(_Bare(memory))  # type: ignore[arg-type]
                return is_sending(runtime, (t for t, _ in _thread_states(runtime)), of_pool)
        except (AtfaultError, OSError, ValueError):
            return False

    def gone(self, pid: int) -> None:
        """A process has ended."""
        self._last.pop(pid, None)
        self._known.pop(pid, None)
        self._waiting.pop(pid, None)
        self._plain.forget(pid)

    def mark(self, pid: int, tid: int, registers: bytes) -> tuple[object, ...]:
        """Equal for threads in the same place: their innermost Python frames, and the place of the
        machine code within its page, which is the same wherever a library was loaded."""
        try:
            image = self._image(pid)
            arch = image.arch if image is not None else architecture_of(pid)
            pc = arch.decode_user_regs(registers).general[arch.pc_number]
            inside = 0 if pc is None else pc % PAGE
            return inside, procfs.link(pid, "exe"), _innermost(self._places_of(pid, tid, registers))
        except (AtfaultError, OSError, ValueError):
            return ()

    def start(self, pid: int, tid: int, registers: bytes) -> Start | None:
        """Where a stopped thread is about to start a process; None when no Python runs there."""
        try:
            places = self._places_of(pid, tid, registers)
            if not places:
                return None
            asked = self._asked_for(pid) if _is_fork_server(places) else None
            return asked or self._with_first(Start(pid, tid, kind_of_start(places), places))
        except (AtfaultError, OSError, ValueError):
            return None

    def _places_of(self, pid: int, tid: int, registers: bytes) -> tuple[Place, ...]:
        """The Python frames of a stopped thread; () for a thread without any."""
        image = self._image(pid)
        if image is None:
            return ()
        with ProcessMemory(pid) as memory:
            pointer = _identity(image.arch, memory, tid, registers)
            runtime = image.runtime.again(_Bare(memory))  # type: ignore[arg-type]
            tstate = next((t for t, ident in _thread_states(runtime) if ident == pointer), 0)
            return _places(runtime, tstate, image.info) if tstate and pointer else ()

    def main_thread(self, pid: int) -> tuple[Place, ...] | Absent:
        """The Python frames of the main thread of a process that nobody stopped.

        It is read twice, and believed when it stood still meanwhile.
        """
        try:
            image = self._image(pid)
            if image is None:
                return Absent("no CPython interpreter in that process")
            field = image.runtime.offsets["_PyRuntimeState"].get("main_thread")
            if field is None:
                return Absent("its main thread is not known")
            with ProcessMemory(pid) as memory:
                for _ in range(MAIN_TRIES):
                    runtime = image.runtime.again(_Bare(memory))  # type: ignore[arg-type]
                    main = memory.u64(runtime.address + field)
                    before = procfs.activity(pid, pid)
                    states = [t for t, ident in _thread_states(runtime) if ident == main]
                    places = _places(runtime, states[-1], image.info) if states else ()
                    if before is not None and places and procfs.activity(pid, pid) == before:
                        return places
                    memory.forget()
                    time.sleep(MAIN_WAIT)
        except (AtfaultError, OSError, ValueError) as error:
            return Absent(f"it cannot be read: {error}")
        return Absent("it did not stand still")

    def _image(self, pid: int) -> _Image | None:
        key = procfs.read(f"/proc/{pid}/auxv", 4096)
        if not key:
            return None
        if key not in self._images:
            if len(self._images) >= MAX_IMAGES:
                del self._images[next(iter(self._images))]
            self._images[key] = _find_image(pid)
        return self._images[key]

    def _asked_for(self, server: int) -> Start | None:
        """Who waits for the fork server `server` to fork: exactly one thread of its parent."""
        found = procfs.stat(server)
        image = self._image(found.ppid) if found else None
        if found is None or image is None:
            return None
        with ProcessMemory(found.ppid) as memory:
            before: list[tuple[Place, ...]] = []
            for _ in range(SERVER_TRIES):
                runtime = image.runtime.again(_Bare(memory))  # type: ignore[arg-type]
                stacks = [
                    _places(runtime, tstate, image.info) for tstate, _ in _thread_states(runtime)
                ]
                now = [places for places in stacks if _asks_fork_server(places)]
                if len(now) == 1 and now == before:
                    start = Start(found.ppid, 0, kind_of_start(now[0]), now[0])
                    return self._with_first(start)
                before = now
                memory.forget()
                time.sleep(SERVER_WAIT)
        return None

    def _with_first(self, start: Start) -> Start:
        """A pool replaces a dead worker from a thread of its own, none of whose lines are the
        user's. Where all workers of that kind were asked for in one place, that is the place."""
        if start.kind.role != "pool":
            return start
        own = start.own
        known = self._pools.setdefault((start.pid, start.kind), set())
        if own is not None:
            if len(self._pools) <= MAX_POOLS and len(known) < 2:
                known.add(own)
            return start
        return start._replace(first=next(iter(known))) if len(known) == 1 else start


def kind_of_start(places: tuple[Place, ...]) -> StartKind:
    """What the files of a starting stack tell of the process that it starts.

    Only frames inside of the user's innermost count: what called the user's code started nothing.
    Nor did those of before the fork that made the starting process itself. What a pool runs through
    subprocess (loky asks pgrep whom to kill) is none of its workers.
    """
    files = []
    for place in places:
        if place.mine or place.function == "_bootstrap":
            break
        if place.function == "ensure_running" and place.file.endswith("/forkserver.py"):
            return _helper("fork server of multiprocessing")
        files.append("/" + place.file.lstrip("/"))
    is_command = any(file.endswith("/subprocess.py") for file in files)
    for part, kind in _KINDS:
        if is_command and kind.role == "pool" and not kind.is_command:
            continue
        for file in files:
            if part in file if part.endswith("/") else file.endswith(part):
                return kind
    return UNKNOWN_START if files else FORK


def _innermost(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """The frames down to the second of the user's own: where those were called from may differ."""
    own = 0
    for index, place in enumerate(places[:MARKED_FRAMES]):
        own += place.mine
        if own == 2:
            return places[: index + 1]
    return places[:MARKED_FRAMES]


def _is_fork_server(places: tuple[Place, ...]) -> bool:
    """Whether the frames are those of multiprocessing's fork server, serving a request."""
    return any(
        place.file.endswith("/multiprocessing/forkserver.py") and place.function == "main"
        for place in places
    )


def _asks_fork_server(places: tuple[Place, ...]) -> bool:
    return any(place.file.endswith(_ASKS_FORK_SERVER) for place in places)


def _find_image(pid: int) -> _Image | None:
    if not may_hold_python(pid):
        return None
    with LiveSnapshot(pid, (), kind="live", memory_fd=open_memory(pid)) as snapshot:
        runtime = find_runtime(snapshot, load_modules(snapshot))
        if isinstance(runtime, Absent):
            return None
        return _Image(runtime, runtime.info(), snapshot.arch)


def _identity(arch: Architecture, memory: Memory, tid: int, registers: bytes) -> int | None:
    """pthread_self() of a stopped thread."""
    thread = Thread(tid, "", arch.decode_user_regs(registers))
    _, found = with_identities(arch, memory, (thread,), procfs.innermost_pid)
    return found[0].registers.thread_pointer


def _thread_states(runtime: PythonRuntime) -> Iterator[tuple[int, int]]:
    """(address, ident) of each thread state, bounded. Raises MemoryFault."""
    field = runtime.offsets["PyThreadState"]["thread_id"]
    count = 0
    for interpreter in runtime.interpreters:
        for tstate in interpreter.threads:
            count += 1
            if count > MAX_THREAD_STATES:
                return
            yield tstate, runtime.memory.u64(tstate + field)


def _places(runtime: PythonRuntime, tstate: int, info: PythonInfo) -> tuple[Place, ...]:
    """The innermost frames, and the user's own beyond; () when there are none."""
    runtime.walker.max_frames = MAX_DEPTH
    chain = runtime.walker.chain(tstate)
    found: list[Place] = []
    own = 0
    for at in range(0, len(chain.frames), INNERMOST):
        part = chain._replace(frames=chain.frames[at : at + INNERMOST], markers=[])
        frames: tuple[PyFrame, ...] = runtime.walker.resolve(part).frames
        for frame in frames:
            location = frame.location
            if is_of_probe(location.file):  # it passes our variables on
                continue
            mine = is_mine(location.file, info)
            own += mine
            if mine or len(found) < INNERMOST or not own:
                found.append(Place(location.file, location.line, frame.code.name, mine=mine))
            if own >= OWN_FRAMES:
                return tuple(found)
    return tuple(found)
