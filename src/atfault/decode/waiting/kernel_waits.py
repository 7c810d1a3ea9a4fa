"""What the kernel and the C library say that threads wait for, in the model's terms.

futex 0x7f10…28, FUTEX_WAIT 2   ──►  a mutex of libfoo.so at 0x7f10…28, held by thread 4712
poll { fd 5 }                   ──►  a pipe (fd 5), its other end with process 4713
futex inside of the GIL         ──►  the GIL, held by "MainThread"
"""

from __future__ import annotations

from atfault.cpython.runtime import PythonRuntime
from atfault.decode.threads import DecodedThreads
from atfault.decode.waiting.channels import Channels
from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.process import mapping_holding
from atfault.model.stacks import NativeFrame, ThreadState
from atfault.model.waits import Hold, HoldProof, LockFacts, Place, Resource, SignalFacts, Wait
from atfault.native.modules import ModuleMap
from atfault.native.native_wait import NativeWait
from atfault.snapshot import procfs
from atfault.snapshot.protocol import Snapshot

_OF_QUEUES = ("mq_timedreceive", "mq_timedsend")
MAX_TAKERS = 256
"""Threads that are asked which signals they block."""
MAX_ALTERNATIVES = 64
"""Waits of one thread (poll, select, any child)."""


class KernelWaits:
    """The waits and holds of one process, as the kernel and the C library show them."""

    def __init__(
        self,
        snapshot: Snapshot,
        modules: ModuleMap,
        channels: Channels,
        found: DecodedThreads,
        runtime: PythonRuntime | None,
    ) -> None:
        self._snapshot = snapshot
        self._modules = modules
        self._channels = channels
        self._pid = snapshot.process.pid
        self._gils = _gils(runtime) if runtime is not None else []
        self._runtime = runtime
        self._holders: dict[int, int | None] = {}
        self._shared: dict[int, str] | None = None
        self._by_stacks: set[str] = set()
        """Keys of what only stacks say who has."""
        if found.gil.locked and found.gil.holder_tid and self._gils:
            self._holders[self._gils[0][0]] = found.gil.holder_tid

    def waits(self, state: ThreadState, native: NativeWait) -> list[Wait]:
        """The waits of one thread; several are alternatives."""
        base = Wait(
            state.thread.tid,
            self._pid,
            Resource("unknown", "", ""),
            place=_place(state),
            timeout=native.timeout,
            syscall=native.syscall,
            idle="library" if native.idle else None,
            left=native.left,
        )
        # What a waiter for a condition of musl sleeps at is on its own stack.
        gil = self._gil_at(native.word) or self._gil_at(native.address)
        if gil:
            return [self._for_gil(state, gil)]
        if native.fds:
            return self._descriptors(base, native)
        if native.kind == "time" and state.thread.state == "T":
            return []  # time passes, and it stays stopped
        if native.in_kernel == "signal" and self._runtime is None and self._channels.any_child():
            return self._children(base, native)  # a shell waits for SIGCHLD
        if native.kind == "time" and is_in_database(state):
            locked = self._channels.locked_database()
            if locked is not None:
                owner = locked.channel.lock_owner
                wait = base._replace(resource=locked, operation="lock", target_pid=owner)
                return [wait._replace(timeout=None)]  # its naps end, and it tries again
        if native.kind == "process":
            return self._children(base, native)
        if native.kind == "thread" and native.owner is not None:
            return [
                base._replace(
                    resource=Resource(
                        "thread", f"thread:{native.owner}", native.what, 0, self._pid
                    ),
                    target_tid=native.owner,
                )
            ]
        resource = self._memory(native)
        if native.by_stacks:
            self._by_stacks.add(resource.key)
        return [base._replace(resource=resource, target_tid=native.owner)]

    def between_waits(self, state: ThreadState) -> list[Wait]:
        """The wait of a thread that is awake but will sleep on: whoever wants the GIL wakes up
        every 5 ms to ask for it (take_gil in Python/ceval_gil.c)."""
        if not self._gils or isinstance(state.native, Absent):
            return []
        registers = state.thread.registers
        gil = None
        if registers.syscall is not None and registers.syscall_args:
            gil = self._gil_at(registers.syscall_args[0])
        if gil is None and any(frame.symbol == "take_gil" for frame in state.native.frames[:6]):
            gil = self._gils[0][0] if len(self._gils) == 1 else None
        if gil is None or self._gil_holder(gil) in (None, state.thread.tid):
            return []
        return [self._for_gil(state, gil)]

    def holds(self, waits: list[Wait]) -> list[Hold]:
        """The native owners of what is waited for, each once, and the GIL's."""
        found: dict[tuple[int, str], Hold] = {}
        for wait in waits:
            resource = wait.resource
            if wait.target_tid is None or resource.kind not in ("mutex", "rwlock", "gil"):
                continue
            key = (wait.target_tid, resource.key)
            proof: HoldProof = "suspected" if resource.key in self._by_stacks else "owner"
            found.setdefault(key, Hold(wait.target_tid, self._pid, resource, proof))
        for gil, holder in self._holders.items():
            if holder is not None:
                resource = Resource("gil", f"gil:{gil:#x}@{self._pid}", "the GIL", gil, self._pid)
                found.setdefault((holder, resource.key), Hold(holder, self._pid, resource, "owner"))
        return list(found.values())

    # the GIL

    def _for_gil(self, state: ThreadState, gil: int) -> Wait:
        """Its waits have timeouts, but a thread never gives up wanting it."""
        resource = Resource("gil", f"gil:{gil:#x}@{self._pid}", "the GIL", gil, self._pid)
        return Wait(
            state.thread.tid,
            self._pid,
            resource,
            place=_place(state),
            timeout=False,
            target_tid=self._gil_holder(gil),
            syscall="futex",
        )

    def _gil_at(self, word: int) -> int | None:
        for start, end, _ in self._gils:
            if start <= word < end:
                return start
        return None

    def _gil_holder(self, gil: int) -> int | None:
        if gil not in self._holders:
            holder = None
            interpreter = next((i for start, _, i in self._gils if start == gil), 0)
            if self._runtime is not None:
                state = self._runtime.gil(interpreter)
                holder = state.holder_tid if state.locked else None
            self._holders[gil] = holder
        return self._holders[gil]

    # descriptors and processes

    def _descriptors(self, base: Wait, native: NativeWait) -> list[Wait]:
        fds = native.fds
        once: tuple[int, ...] = ()
        if len(fds) == 1 and fds[0][1] == "any":
            info = self._channels.info(fds[0][0])
            once = info.told_once if info is not None else ()
            watched = self._channels.watched(fds[0][0])
            if watched:
                fds = tuple([(fd, "any") for fd in watched])
        waits = []
        for fd, use in fds[:MAX_ALTERNATIVES]:
            reads = native.syscall == "read" or self._channels.is_woken(fds)
            lock = native.file_lock
            resource = self._channels.counter(fd) if reads else self._channels.resource(fd, lock)
            if native.syscall in _OF_QUEUES:
                resource = self._channels.message_queue(fd)
            owner = resource.channel.lock_owner if lock else None
            if native.connects_to and resource.kind == "socket":
                resource = self._channels.asked_for(resource, fd, native.connects_to)
            if lock and resource.kind != "file":
                resource = resource._replace(name=f"the lock of {resource.name}")
            info = self._channels.info(fd)
            if info is not None and info.process:
                owner = info.process
            timeout, left = base.timeout, base.left
            timer = info.timer if reads and info is not None else None
            if timeout is None and resource.kind == "pipe":
                timeout = False
            elif timer is not None and timer >= 0:
                timeout, left = True, timer
            waits.append(
                base._replace(
                    timeout=timeout,
                    left=left,
                    resource=resource,
                    target_pid=owner,
                    operation="lock" if lock else "",
                    use=use,
                    told_once=fd in once,
                )
            )
        return waits

    def _children(self, base: Wait, native: NativeWait) -> list[Wait]:
        child = native.child
        if child is not None and child > 0:
            pids = [self._channels.outside_pid(child)]
        else:
            pids = self._channels.any_child()
        if not pids:
            resource = Resource(
                "process", f"process:any@{self._pid}", "any child process", 0, self._pid
            )
            return [base._replace(resource=resource)]
        return [
            base._replace(resource=self._channels.child(pid), target_pid=pid)
            for pid in pids[:MAX_ALTERNATIVES]
        ]

    # words in memory

    def _memory(self, native: NativeWait) -> Resource:
        """A mutex, condition, semaphore or time: "a mutex in libfoo.so (0x7f…)"."""
        what = native.what or native.kind
        if not native.address:
            key = f"{native.kind}:{native.syscall}@{self._pid}"
            kernel = native.in_kernel
            signals = SignalFacts(native.signals, self._takers(native))
            if native.signals:
                key = f"{key}:{','.join(map(str, native.signals))}"
            return Resource(native.kind, key, what, 0, self._pid, in_kernel=kernel, signals=signals)
        address = native.address
        mapping = mapping_holding(self._snapshot.mappings, address)
        shared = mapping if mapping is not None and mapping.shared else None
        where = f"{address:#x}@{self._pid}"
        if shared is not None:  # the same in all the processes that share it
            offset = shared.file_offset + address - shared.start
            where = f"{self._file_identity(shared.start) or shared.path}+{offset:#x}"
        # Whoever asks the kernel without glibc often leaves out to say that the memory is the
        # process's alone: the guard of a static variable of C++ for one.
        module = self._modules.find(address)
        # Which memory is shared a core does not say; what is no file is not, nor a module's data.
        may_be = self._snapshot.kind == "core" and module is None
        is_file = mapping is not None and mapping.path.startswith("/")
        is_own = mapping is not None and shared is None and not (may_be and is_file)
        file = shared.path if shared is not None and shared.path.startswith("/") else ""
        inside = module.name if module is not None else file
        name = f"{what}{f' of {inside}' if inside else ''} at {address:#x}"
        return Resource(
            native.kind,
            f"{native.kind}:{where}",
            name,
            address,
            self._pid,
            in_kernel=native.in_kernel,
            is_private=shared is None and (not native.shared or is_own),
            lock=LockFacts(gone_owner=native.dead_owner, readers=native.readers),
        )

    def _takers(self, native: NativeWait) -> tuple[int, ...]:
        """The other threads that do not block all the signals which one waits for; () in a core."""
        if not native.signals or self._snapshot.kind == "core":
            return ()
        wanted = sum(1 << number - 1 for number in native.signals)
        others = [one.tid for one in self._snapshot.threads if one.tid != native.tid]
        masks = [
            (tid, procfs.number(procfs.status(tid), b"SigBlk", 16)) for tid in others[:MAX_TAKERS]
        ]
        return tuple(tid for tid, mask in masks if mask is not None and wanted & ~mask)

    def _file_identity(self, start: int) -> str:
        """Device and inode of the mapping that begins at `start`; "" for a core."""
        if self._shared is None:
            all_ = procfs.mappings(self._pid)[0] if self._snapshot.kind != "core" else ()
            shared = [one for one in all_ if one.mapping.shared]
            self._shared = {one.mapping.start: f"{one.device:x}:{one.inode}" for one in shared}
        return self._shared.get(start, "")


def is_in_database(state: ThreadState) -> bool:
    """Whether a thread naps inside of SQLite, which does so until a lock is free."""
    names = [one.module.name for one in state.inside if one.module is not None]
    return any(name.startswith(("libsqlite3", "_sqlite3")) for name in names)


def _gils(runtime: PythonRuntime) -> list[tuple[int, int, int]]:
    """(start, end, an interpreter that uses it) of every GIL, the main interpreter's first."""
    found: dict[int, tuple[int, int, int]] = {}
    if runtime.free_threaded:
        return []
    size = runtime.offsets["gil_runtime_state"]["sizeof"]
    for interpreter in runtime.interpreters:
        try:
            if runtime.version[1] <= 11:
                start = runtime.address + runtime.offsets["_PyRuntimeState"]["gil"]
            else:
                field = runtime.offsets["PyInterpreterState"]["gil"]
                start = runtime.memory.u64(interpreter.address + field)
        except MemoryFault:
            continue
        if start:
            found.setdefault(start, (start, start + size, interpreter.address))
    return list(found.values())


def _place(state: ThreadState) -> Place | None:
    """Where a thread waits: the innermost frame of the user's, else the innermost Python frame,
    else the innermost native one that has a line outside of the C library."""
    fallback: Place | None = None
    for index, frame in enumerate(state.stack.frames):
        python = frame.python
        if python is not None:
            where = python.location
            place = Place(where.file, where.line, python.code.qualname, index, frame.mine)
            if frame.mine:
                return place
            if fallback is None or not fallback.file.endswith(".py"):
                fallback = place
        elif fallback is None and frame.native is not None:
            fallback = _native_place(frame.native, index)
    return fallback


def _native_place(frame: NativeFrame, index: int) -> Place | None:
    if frame.location is None or frame.module is None:
        return None
    if roles.is_system(frame.module.name):
        return None
    return Place(frame.location.file, frame.location.line, frame.name or frame.symbol, index)
