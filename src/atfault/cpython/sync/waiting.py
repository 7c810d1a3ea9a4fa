"""What each Python thread waits for, in Python's terms and with the user's line.

The kernel says where a thread sleeps: a futex word, a file descriptor, a child. Memory says what
that is:

    Lock, RLock    ≤ 3.13  the word is the semaphore of a lock that the innermost frame refers to
    Lock, RLock    3.14+   the word lies in a wait_entry, which names the byte of the lock:
    SimpleQueue    3.13+       wait_entry { park_arg, addr → lock + 16, sema ← the futex word }
    Thread.join    ≤ 3.12  the lock is some Thread's _tstate_lock; 3.13+ the byte is its handle's
                           event

and the frames around it (`wait_frames`) say what the lock stands for: a queue, a future, an event.
A thread that is in no system call waits for nothing, unless its frames are in a wait with a timeout
and go round: it may have woken just now, and sleep again. Whether the call ends by itself, and what
else the kernel knows, is told in native/waits.py.
"""

from __future__ import annotations

from atfault.cpython.frames.frame_slots import stack_words
from atfault.cpython.sync import library_locks, wait_frames
from atfault.cpython.sync.locks import OF_ONE_WORD
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.cpython.sync.wait_frames import Awaited
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame
from atfault.model.waits import Resource, Wait

_FUTEX_WAITS = (0, 9)
"""FUTEX_WAIT and FUTEX_WAIT_BITSET, under the mask of the flags."""
_FUTEX_COMMAND = 0x7F
_INNER_FRAMES = 3
_SLEEPS = ("nanosleep", "clock_nanosleep", "select", "pselect6")
_OPERATIONS = {
    "connect": "connect",
    "accept": "accept",
    "accept4": "accept",
    "sendto": "send",
    "sendmsg": "send",
    "recvfrom": "recv",
    "recvmsg": "recv",
}
_QUEUE_LOCKS = ("_rlock", "_wlock")
"""Of multiprocessing's queues: whoever takes an item out, or puts one in, holds one of them."""
_POLLS = ("poll", "select")


def python_waits(world: World) -> dict[int, Wait]:
    """Kernel thread id → what that thread waits for, of the threads for which Python tells."""
    found = {}
    for tid, view in world.views.items():
        try:
            wait = Waiting(world).of(view)
        except MemoryFault:
            continue
        if wait is not None:
            found[tid] = wait
    return found


class Waiting:
    """Tells what threads of one process wait for."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._reader = world.reader

    def of(self, view: ThreadView) -> Wait | None:
        """None for a thread that waits for nothing, or for nothing that Python knows of."""
        call, arguments = view.syscall, view.arguments
        if not call:
            found = wait_frames.explain(self._world, view)
            naps = any(one.timeout for one in found)
            return self._wait(view, found[-1], exact=False) if naps else None
        if not view.frames or len(arguments) < 5:
            return None
        if call == "futex":
            if arguments[1] & _FUTEX_COMMAND not in _FUTEX_WAITS:
                return None
            return self._in_futex(view, arguments[0])
        found = wait_frames.explain(self._world, view)
        if found:
            return self._wait(view, found[-1], exact=False)
        return self._in_call(view, call, arguments)

    # --- futexes ---

    def _in_futex(self, view: ThreadView, futex: int) -> Wait | None:
        world = self._world
        frames = wait_frames.explain(world, view)
        target = self._waited_lock(view, futex)
        thread = world.joinable.get(target or self._parked_at(futex), 0)
        if thread:
            ident = self._reader.integer_of(thread, "_ident") or 0
            resource = wait_frames.thread_resource(world, thread)
            timeout = frames[-1].timeout if frames else None
            awaited = Awaited(resource, 0, timeout, world.tid_of(ident))
            return self._wait(view, awaited, exact=True)
        if frames and not any(one.inner and one.inner == target for one in frames):
            exact = target != 0 or self._is_shared(frames[0], futex)
            awaited = self._with_own_lock(frames[-1], futex)
            return self._wait(view, awaited, exact=exact)
        if target:
            state = world.locks.state(target)
        else:
            state = library_locks.lock_at(world, view, {futex, self._parked_at(futex)} - {0})
        if state is None:
            return None
        name = world.name(state.address, view)
        if not name and frames and frames[0].resource is not None:
            name = f"the lock of {frames[0].resource.name}"
        awaited = Awaited(world.locks.resource(state, name), target_tid=world.owner_of(state))
        return self._wait(view, awaited, exact=True)

    def _with_own_lock(self, awaited: Awaited, futex: int) -> Awaited:
        """A queue between processes: whether it is for a lock of its own that the thread waits."""
        resource = awaited.resource
        if resource is None or resource.kind != "queue":
            return awaited
        for name in _QUEUE_LOCKS:
            state = self._world.locks.state(self._reader.attribute(resource.address, name))
            if state is not None and state.handle == futex:
                detail = f"{resource.name}.{name} is taken"
                return awaited._replace(resource=resource._replace(detail=detail))
        return awaited

    def _is_shared(self, awaited: Awaited, futex: int) -> bool:
        """Whether it is a semaphore between processes that sleeps at `futex`."""
        assert awaited.resource is not None
        state = self._world.locks.state(awaited.resource.address)
        return state is not None and state.handle == futex

    def _parked_at(self, futex: int) -> int:
        """Address of the byte that a thread is parked at whose futex word is in a wait_entry
        (Python/parking_lot.c); 0 when it cannot be."""
        entry = self._world.runtime.offsets.get("wait_entry")
        if entry is None:
            return 0
        return self._reader.word(futex - entry["sema"] + entry["addr"])

    def _waited_lock(self, view: ThreadView, futex: int) -> int:
        """The C lock, RLock or SimpleQueue that the thread waits for; 0 when it is none."""
        world, reader = self._world, self._reader
        header = world.runtime.offsets["PyObject"]["sizeof"]
        parked = self._parked_at(futex)
        if parked and reader.kind(parked - header, OF_ONE_WORD):
            return parked - header
        for frame in view.frames[:_INNER_FRAMES]:
            for address in self._candidates(frame):
                if world.locks.waits_at(address, futex):
                    return address
        return 0

    def _candidates(self, frame: PyFrame) -> list[int]:
        """What a frame refers to, and what the bound methods among that are bound to."""
        world = self._world
        found = list(stack_words(world.runtime, frame))
        found += world.names.variables(frame).values()
        found = [address for address in found if address > 4096 and not address & 7]
        bound = [self._reader.bound_to(address) for address in found]
        return found + [address for address in bound if address]

    # --- other system calls ---

    def _in_call(self, view: ThreadView, call: str, arguments: tuple[int, ...]) -> Wait | None:
        """What the innermost frame called directly, if its C function is still on its stack."""
        world = self._world
        called = self._called(view.frames[0])
        awaited: Awaited | None = None
        if "sleep" in called and call in _SLEEPS:
            awaited = library_locks.awaited(world, view)
            if awaited is None:
                time = Resource("time", f"time:{view.tid}", "time.sleep", pid=world.pid)
                awaited = Awaited(time)
        elif call in _OPERATIONS or call in _POLLS:
            awaited = self._for_socket(view, call, arguments)
        if awaited is None:
            return None
        return self._wait(view, awaited, exact=False)

    def _called(self, frame: PyFrame) -> set[str]:
        """Names of the C functions that the frame's value stack refers to."""
        reader = self._reader
        return {
            reader.function_name(address)
            for address in stack_words(self._world.runtime, frame)
            if reader.is_a(address, "builtin_function_or_method")
        }

    def _for_socket(
        self, view: ThreadView, call: str, arguments: tuple[int, ...]
    ) -> Awaited | None:
        """A socket whose method the innermost frame called; its descriptor must be that of the
        system call, where that names one. With a timeout set, the socket is in poll()."""
        world, reader = self._world, self._reader
        words = stack_words(world.runtime, view.frames[0])
        sockets: list[tuple[int, str]] = []
        for address in words:
            owner = reader.bound_to(address)
            if owner and reader.is_a(owner, "_socket.socket"):
                sockets.append((owner, reader.function_name(address)))
            elif reader.is_a(address, "_socket.socket"):
                sockets.append((address, _OPERATIONS.get(call, "")))
        for address, operation in sockets:
            fd = reader.descriptor(address) or 0
            if call in _OPERATIONS and fd != arguments[0] & 0xFFFFFFFF:
                continue
            if call in _POLLS and not self._polls(call, arguments, fd):
                continue
            awaited = wait_frames.socket_wait(world, view, address, operation)
            if awaited is not None:
                return awaited
        return None

    def _polls(self, call: str, arguments: tuple[int, ...], fd: int) -> bool:
        """Whether poll() watches this one descriptor: {int fd; short events, revents}."""
        if call != "poll" or arguments[1] != 1:
            return False
        return self._reader.word(arguments[0]) & 0xFFFFFFFF == fd

    def _wait(self, view: ThreadView, awaited: Awaited, *, exact: bool) -> Wait:
        assert awaited.resource is not None
        timeout = awaited.timeout
        if timeout is None and (view.syscall == "read" or view.syscall in _OPERATIONS):
            timeout = False  # a socket of Python's with a limit is in poll()
        return Wait(
            view.tid,
            self._world.pid,
            awaited.resource,
            view.user_place(),
            exact,
            timeout,
            awaited.target_tid,
            awaited.target_pid,
            operation=awaited.operation,
            idle="worker" if awaited.is_idle else None,
        )
