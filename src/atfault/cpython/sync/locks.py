"""What Python threads can hold or wait for: locks and what is built of them, decoded.

    _thread.lock            3.8-3.13: lock_lock → sem_t, and `locked`; 3.14+ (and late 3.13, whose
                            objects are smaller): a PyMutex, bit 0 locked, bit 1 threads are parked
    _thread.RLock           owner (a pthread ident) and count; 3.14+: PyMutex, owner, count - 1
    threading.Condition …   instances of Python classes: their attributes
    _queue.SimpleQueue      3.8-3.12: lst and lst_pos; 3.13+: a ring buffer with num_items
    multiprocessing locks   _semlock: a SemLock, whose semaphore other processes share
    those of a Manager      a proxy's token names the object in the manager's process, and is the
                            same in every other: typeid "Lock", address, id "7f10…"
    asyncio's, anyio's      attributes, as threading's

Sources: Modules/_threadmodule.c, _queuemodule.c, _multiprocessing/semaphore.c, Lib/threading.py,
queue.py, concurrent/futures/_base.py, importlib/_bootstrap.py, multiprocessing/managers.py,
asyncio/locks.py.
"""

import struct
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.strings import escape
from atfault.errors import MemoryFault
from atfault.model.counts import counted
from atfault.model.kinds import HELD
from atfault.model.process import MemoryMapping, mapping_holding
from atfault.model.waits import FutureFacts, LockFacts, QueueFacts, Resource, ResourceKind

_MAX_OWNER_COUNT = 1 << 32
_MAX_QUEUE = 1 << 40
_RING = struct.Struct("<qQq")
"""get_idx, items, items_cap of a SimpleQueue from 3.13 on, before num_items."""
_MAX_SEM_NAME = 255
_UNBOUNDED = 0x7FFF_FFFF
"""SEM_VALUE_MAX: what a multiprocessing queue without a limit is made with."""
_NOT_POSTED = (0, 0x8000_0000, 0xFFFF_FFFF)
"""First word of a sem_t without a value: its value; in musl also a mark that somebody waits (two
kinds, native/musl.py)."""
_RECURSIVE_MUTEX = 0
"""SemLockObject.kind of an RLock (Modules/_multiprocessing/semaphore.c)."""


class LockState(NamedTuple):
    """One object that can be waited for. Figures that cannot be read are None."""

    address: int
    kind: ResourceKind
    type: str
    """For people: "threading.Lock"."""
    locked: bool | None = None
    """Whether somebody holds it; None also for what is not held by anyone (an Event)."""
    owner: int = 0
    """Thread ident of the holder, for locks that remember it, or the task's address (anyio); 0 when
    free or unknown."""
    times: int | None = None
    """How often the owner holds it."""
    inner: int = 0
    """Address of the lock that it is built on (Condition, Queue); 0 for none."""
    detail: str = ""
    module: str = ""
    """Of an import lock."""
    queue: QueueFacts = QueueFacts()
    future: FutureFacts = FutureFacts()
    shared_name: str = ""
    """Of what several processes share: the same in all of them."""
    handle: int = 0
    """Of such a semaphore: address of the sem_t, at which its waiters sleep."""

    @property
    def identity(self) -> int:
        """The same for a lock between processes and for the C object inside of it."""
        return self.handle or self.address

    @property
    def is_managed(self) -> bool:
        """Whether it lies in the process of a multiprocessing.Manager, and tells no more."""
        return bool(self.shared_name) and not self.handle

    @property
    def is_async(self) -> bool:
        """Whether it is held and waited for by tasks rather than threads."""
        return self.type.partition(".")[0] in _SCHEDULERS


class LockReader:
    """Decodes the synchronization objects of one process."""

    def __init__(
        self, reader: ObjectReader, pid: int, mappings: Sequence[MemoryMapping] = ()
    ) -> None:
        """mappings: of the process, sorted."""
        self._mappings = mappings
        self._reader = reader
        self._pid = pid
        self._memory = reader.memory
        self._structs = reader.structs
        self._known: dict[int, LockState | None] = {}
        self._learned: dict[int, LockState] = {}

    def state(self, address: int) -> LockState | None:
        """The state of the object at `address`; None when it is nothing that can be waited for."""
        try:
            return self._known[address]
        except KeyError:
            pass
        state = None
        kind = self._reader.kind(address, _NAMES)
        if kind:
            try:
                state = _DECODERS[kind](self, address)
            except (MemoryFault, ValueError):
                state = None
        self._known[address] = state
        return state

    def learn(self, state: LockState, locks: Collection[int]) -> LockState:
        """Keeps what was found out about an object of another type, that is built on one of these
        C locks."""
        self._known[state.address] = state
        self._learned.update(dict.fromkeys(locks, state))
        return state

    def known_at(self, locks: Collection[int]) -> LockState | None:
        """What was learned about one of these C locks."""
        return next((self._learned[one] for one in locks if one in self._learned), None)

    def lock_of(self, address: int) -> int:
        """The lock that is held inside of `with` this object, or behind its acquire(): itself, or
        that of a condition or of a handler of logging; 0 for none."""
        if self._reader.is_a(address, "logging.Handler"):
            address = self._reader.attribute(address, "lock")
        state = self.state(address)
        if state is not None and state.kind == "condition" and state.inner:
            state = self.state(state.inner)
        is_managed = state is not None and state.kind == "condition" and state.is_managed
        if state is None or not (state.kind in HELD or is_managed):
            return 0
        return state.address

    def resource(self, state: LockState, name: str) -> Resource:
        """The object as a `Resource`; name: what frames call it, or "" when they do not."""
        key = f"{state.kind}:{state.address:#x}@{self._pid}"
        if state.shared_name:
            key = f"{state.kind}:{state.shared_name}"
        return Resource(
            state.kind,
            key,
            name or _described(state),
            state.address,
            self._pid,
            state.detail,
            shared="semaphore" if state.handle else "manager" if state.is_managed else None,
            lock=LockFacts(state.owner if state.kind == "rlock" else 0, state.module),
            queue=state.queue,
            future=state.future,
        )

    def waits_at(self, address: int, futex: int) -> bool:
        """Whether a thread that waits at the futex word `futex` waits for the C lock or SimpleQueue
        at `address`, where that is a semaphore of its own (before 3.13, and RLock in 3.13), or for
        the semaphore between processes."""
        if self._reader.is_a(address, "_multiprocessing.SemLock"):
            return self._reader.word(address + self._structs["SemLockObject"]["handle"]) == futex
        fields = self._structs["lockobject"]
        at = fields.get("lock_lock", self._structs["PyObject"]["sizeof"])
        return self._reader.word(address + at) == futex and (
            self._reader.kind(address, OF_ONE_WORD) != ""
        )

    # --- one method a type ---

    def _lock(self, address: int) -> LockState:
        """As stdlib_objects.decode_lock: the size of the object tells the layouts of 3.13 apart."""
        fields, header = self._structs["lockobject"], self._structs["PyObject"]["sizeof"]
        info = self._reader.type(address)
        at = fields["locked"]
        if info is not None and info.basicsize == header + 8:
            at = header
        locked = bool(self._memory.u8(address + at) & 1)
        return LockState(address, "lock", "threading.Lock", locked)

    def _rlock(self, address: int) -> LockState:
        fields = self._structs["rlockobject"]
        owner = self._memory.u64(address + fields["rlock_owner"])
        count = self._memory.u64(address + fields["rlock_count"])
        if "mutex" in fields:
            locked = bool(self._memory.u8(address + fields["mutex"]) & 1)
            count = count + 1 if locked else 0
        else:
            locked = count > 0
        if count > _MAX_OWNER_COUNT:
            raise ValueError("it is held an impossible number of times")
        owner = owner if locked else 0
        return LockState(address, "rlock", "threading.RLock", locked, owner, count)

    def _condition(self, address: int) -> LockState:
        lock = self._reader.attribute(address, "_lock")
        waiters = self._reader.size(self._reader.attribute(address, "_waiters"))
        detail = "" if waiters is None else f"{waiters} waiting"
        return LockState(address, "condition", "threading.Condition", inner=lock, detail=detail)

    def _semaphore(self, address: int) -> LockState:
        value = self._reader.integer_of(address, "_value")
        locked = None if value is None else value == 0
        detail = "" if value is None else f"value {value}"
        return self._on_condition(address, "semaphore", "Semaphore", detail)._replace(locked=locked)

    def _event(self, address: int) -> LockState:
        flag = self._reader.integer_of(address, "_flag")
        detail = "" if flag is None else "set" if flag else "not set"
        return self._on_condition(address, "event", "Event", detail)

    def _barrier(self, address: int) -> LockState:
        parties = self._reader.integer_of(address, "_parties")
        count = self._reader.integer_of(address, "_count")
        known = parties is not None and count is not None
        detail = f"{count} of {parties} have arrived" if known else ""
        return self._on_condition(address, "barrier", "Barrier", detail)

    def _on_condition(self, address: int, kind: ResourceKind, name: str, detail: str) -> LockState:
        """What threading builds on a condition of its own."""
        inner = self._lock_of(self._reader.attribute(address, "_cond"))
        return LockState(address, kind, f"threading.{name}", inner=inner, detail=detail)

    def _queue(self, address: int) -> LockState:
        reader = self._reader
        maxsize = reader.integer_of(address, "maxsize")
        size = reader.size(reader.attribute(address, "queue"))
        unfinished = reader.integer_of(address, "unfinished_tasks")
        info = reader.type(address)
        return self._queue_state(
            address,
            info.name if info is not None else "queue.Queue",
            QueueFacts(size, maxsize, unfinished),
            reader.attribute(address, "mutex"),
        )

    def _queue_state(
        self,
        address: int,
        kind: str,
        facts: QueueFacts,
        inner: int = 0,
    ) -> LockState:
        words = []
        if facts.maxsize is not None and facts.maxsize > 0:
            words.append(f"maxsize {facts.maxsize}")
        if facts.size is not None:
            words.append(f"{facts.size} item" + "s" * (facts.size != 1))
        return LockState(address, "queue", kind, inner=inner, detail=", ".join(words), queue=facts)

    def _simple_queue(self, address: int) -> LockState:
        fields = self._structs["simplequeueobject"]
        if "num_items" in fields:
            size = self._memory.i64(address + fields["num_items"])
        else:
            whole = self._reader.size(self._memory.u64(address + fields["lst"])) or 0
            size = whole - self._memory.i64(address + fields["lst_pos"])
        if not 0 <= size < _MAX_QUEUE:
            raise ValueError(f"a queue of {size} items")
        return self._queue_state(address, "queue.SimpleQueue", QueueFacts(size))

    def items(self, address: int, limit: int) -> list[int]:
        """Addresses of what lies in a queue.Queue or SimpleQueue, the next one first."""
        reader = self._reader
        if reader.is_a(address, "queue.Queue"):
            return reader.items(reader.attribute(address, "queue"), limit)
        state = self.state(address)
        size = None if state is None else state.queue.size
        if not size or not reader.is_a(address, "_queue.SimpleQueue"):
            return []
        fields = self._structs["simplequeueobject"]
        if "lst" in fields:
            first = self._memory.i64(address + fields["lst_pos"])
            return reader.items(self._memory.u64(address + fields["lst"]), first + limit)[first:]
        at = address + fields["num_items"] - _RING.size
        taken, ring, capacity = _RING.unpack(self._memory.read(at, _RING.size))
        if not size <= capacity < _MAX_QUEUE:
            return []
        return [
            self._memory.u64(ring + 8 * ((taken + number) % capacity))
            for number in range(min(size, limit))
        ]

    def _process_queue(self, address: int) -> LockState:
        maxsize = self._reader.integer_of(address, "_maxsize")
        if maxsize == _UNBOUNDED:
            maxsize = 0
        return self._queue_state(address, "multiprocessing.Queue", QueueFacts(maxsize=maxsize))

    def _future(self, address: int) -> LockState:
        reader = self._reader
        state = reader.text(reader.attribute(address, "_state"))
        condition = reader.attribute(address, "_condition")
        return LockState(
            address,
            "future",
            "concurrent.futures.Future",
            inner=self._lock_of(condition),
            detail=state.lower(),
            future=FutureFacts(state),
        )

    def _import_lock(self, address: int) -> LockState:
        """_ModuleLock: owner is a thread ident; count an int, from 3.12 on a list of acquisitions
        (Lib/importlib/_bootstrap.py)."""
        reader = self._reader
        owner = reader.integer_of(address, "owner") or 0
        at = reader.attribute(address, "count")
        count = reader.integer(at)
        if count is None:
            count = reader.size(at) or 0
        module = reader.text(reader.attribute(address, "name"))
        return LockState(
            address,
            "import-lock",
            f"import lock of {module}" if module else "import lock",
            owner != 0,
            owner,
            count,
            detail=f"import of {module}" if module else "",
            module=module,
        )

    def _thread(self, address: int) -> LockState:
        name = self._reader.text(self._reader.attribute(address, "_name"))
        ident = self._reader.integer_of(address, "_ident") or 0
        return LockState(
            address, "thread", "threading.Thread", owner=ident, detail=f'thread "{name}"'
        )

    def _process_lock(self, address: int) -> LockState:
        """multiprocessing.synchronize: last_tid is the thread ident of who took it last in this
        process; count how often this process holds it."""
        sem = self._reader.attribute(address, "_semlock")
        if not self._reader.is_a(sem, "_multiprocessing.SemLock"):
            raise ValueError("its semaphore is missing")
        state = self._semaphore_between(sem)._replace(address=address)
        info = self._reader.type(address)
        return state._replace(type=f"multiprocessing.{info.short_name}") if info else state

    def _semaphore_between(self, sem: int) -> LockState:
        """The same of the C object inside of it, whose methods the lock has for its own."""
        fields = self._structs["SemLockObject"]
        owner = self._memory.u64(sem + fields["last_tid"])
        count = self._memory.i32(sem + fields["count"])
        maximum = self._memory.i32(sem + fields["maxvalue"])
        handle = self._memory.u64(sem + fields["handle"])
        try:
            locked: bool | None = self._memory.u32(handle) in _NOT_POSTED
        except MemoryFault:  # the kernel leaves shared files out of a core
            locked = True if count > 0 and maximum == 1 else None
        shared = self._shared_name(handle, self._memory.u64(sem + fields["name"]))
        kind: ResourceKind = "lock" if maximum == 1 else "semaphore"
        recursive = self._memory.u32(sem + fields["kind"]) == _RECURSIVE_MUTEX
        name = "Semaphore" if kind == "semaphore" else "RLock" if recursive else "Lock"
        return LockState(
            sem,
            kind,
            f"multiprocessing.{name}",
            locked,
            # Who takes one of a semaphore's need not be who gives it back: a condition's waiters
            # take those of whom they wake.
            owner if count > 0 and kind == "lock" else 0,
            count,
            detail="shared between processes",
            shared_name=shared,
            handle=handle,
        )

    def _proxy(self, address: int) -> LockState:
        reader = self._reader
        token = reader.attribute(address, "_token")
        kind = reader.text(reader.attribute(token, "typeid"))
        ident = reader.text(reader.attribute(token, "id"))
        place = reader.text(reader.attribute(token, "address"), 200)
        if kind not in _MANAGED or not ident or _PRIVATE not in place:
            raise ValueError("it is nothing that relatives alone wait for")
        return LockState(
            address,
            _MANAGED[kind],
            f"managed {kind}",
            detail="shared between processes by a manager",
            shared_name=f"{ident}@{place}",
        )

    def _asynchronous(self, address: int) -> LockState:
        reader = self._reader
        name = reader.kind(address, frozenset(_ASYNCHRONOUS))
        kind, info = _ASYNCHRONOUS[name], reader.type(address)
        named = reader.attributes(address)
        locked: bool | None = None
        detail = ""
        owner = named.get("_owner_task") or named.get("_owner", 0)
        owner = 0 if not owner or reader.is_none(owner) else owner
        queue = QueueFacts(reader.size(named.get("_queue", 0))) if kind == "queue" else QueueFacts()
        if queue.size is not None:
            detail = counted(queue.size, "item")
        borrowers = reader.size(named.get("_borrowers", 0))
        if borrowers is not None:
            locked, total = borrowers > 0, reader.integer(named.get("_total_tokens", 0))
            detail = "" if total is None else f"{borrowers} of {counted(total, 'token')} taken"
        elif name.startswith("anyio.") or "_owner" in named:
            locked = owner != 0
        elif kind in ("lock", "semaphore"):
            number = reader.integer(named.get("_locked" if kind == "lock" else "_value", 0))
            locked = None if number is None else (number == 0) == (kind == "semaphore")
        return LockState(
            address,
            kind,
            f"{name.partition('.')[0]}.{info.short_name if info is not None else kind}",
            locked,
            owner,
            inner=named.get("_lock", 0) if kind == "condition" else 0,
            detail=detail,
            queue=queue,
        )

    def _shared_name(self, handle: int, name: int) -> str:
        """What every process knows a semaphore by: the file that is mapped at `handle`; glibc maps
        one for each, and keeps its path after the semaphore was unlinked (Python unlinks it at once
        where it forks). Failing that its name."""
        mapping = mapping_holding(self._mappings, handle)
        if mapping is not None and mapping.path:
            return escape(f"{mapping.path}+{mapping.file_offset + handle - mapping.start:#x}")
        raw = self._memory.cstring(name, _MAX_SEM_NAME) if name else b""
        return escape(raw.decode("utf-8", "replace"))

    def _lock_of(self, condition: int) -> int:
        return self._reader.attribute(condition, "_lock") if condition else 0


def _described(state: LockState) -> str:
    """An object that no frame has a name for."""
    if state.kind == "import-lock":
        return f"the {state.type}"
    return f"a{'n' * (state.type[0] in 'aeiou')} {state.type} at {state.address:#x}"


_PRIVATE = "/pymp-"
"""In the path of a socket that only relatives know; a manager with an address of its own may have
clients anywhere."""
_MANAGED: dict[str, ResourceKind] = {
    "Lock": "lock",
    "RLock": "rlock",
    "Semaphore": "semaphore",
    "BoundedSemaphore": "semaphore",
    "Condition": "condition",
    "Event": "event",
    "Barrier": "barrier",
    "Queue": "queue",
    "JoinableQueue": "queue",
}
_ASYNCHRONOUS: dict[str, ResourceKind] = {
    "asyncio.locks.Lock": "lock",
    "asyncio.locks.Semaphore": "semaphore",
    "asyncio.locks.Condition": "condition",
    "asyncio.locks.Event": "event",
    "asyncio.locks.Barrier": "barrier",
    "asyncio.queues.Queue": "queue",
    "anyio._backends._asyncio.Lock": "lock",
    "anyio._core._synchronization.Lock": "lock",
    "anyio._backends._asyncio.CapacityLimiter": "semaphore",
    "anyio.streams.memory.MemoryObjectReceiveStream": "queue",
    "anyio.streams.memory.MemoryObjectSendStream": "queue",
    "trio.Lock": "lock",
    "trio.StrictFIFOLock": "lock",
    "trio.Semaphore": "semaphore",
    "trio.CapacityLimiter": "semaphore",
    "trio.Condition": "condition",
    "trio.Event": "event",
    "trio.MemoryReceiveChannel": "queue",
    "trio.MemorySendChannel": "queue",
    "gevent.thread.LockType": "lock",
    "gevent.lock.RLock": "rlock",
    **dict.fromkeys(
        ("gevent._gevent_c_semaphore.Semaphore", "gevent._semaphore.Semaphore"), "semaphore"
    ),
    **dict.fromkeys(("gevent._gevent_cevent.Event", "gevent.event.Event"), "event"),
    **dict.fromkeys(("gevent._gevent_cevent.AsyncResult", "gevent.event.AsyncResult"), "future"),
    **dict.fromkeys(("gevent._gevent_cqueue.SimpleQueue", "gevent._gevent_cqueue.Queue"), "queue"),
    "gevent.queue.Queue": "queue",
    "eventlet.lock.Lock": "lock",
    "eventlet.semaphore.Semaphore": "semaphore",
    "eventlet.event.Event": "event",
    "eventlet.queue.LightQueue": "queue",
}
_SCHEDULERS = frozenset(name.partition(".")[0] for name in _ASYNCHRONOUS)
_DECODERS: dict[str, Callable[[LockReader, int], LockState]] = {
    **dict.fromkeys(_ASYNCHRONOUS, LockReader._asynchronous),
    "multiprocessing.managers.BaseProxy": LockReader._proxy,
    "_thread.lock": LockReader._lock,
    "_thread.RLock": LockReader._rlock,
    "threading.Condition": LockReader._condition,
    "threading.Semaphore": LockReader._semaphore,
    "threading.Event": LockReader._event,
    "threading.Barrier": LockReader._barrier,
    "threading.Thread": LockReader._thread,
    "queue.Queue": LockReader._queue,
    "_queue.SimpleQueue": LockReader._simple_queue,
    "concurrent.futures._base.Future": LockReader._future,
    "importlib._bootstrap._ModuleLock": LockReader._import_lock,
    "_frozen_importlib._ModuleLock": LockReader._import_lock,
    "multiprocessing.queues.Queue": LockReader._process_queue,
    "multiprocessing.synchronize.SemLock": LockReader._process_lock,
    "_multiprocessing.SemLock": LockReader._semaphore_between,
}
_NAMES = frozenset(_DECODERS)
OF_ONE_WORD = frozenset(("_thread.lock", "_thread.RLock", "_queue.SimpleQueue"))
