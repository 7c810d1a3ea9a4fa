"""Locks of libraries.

Objects with acquire() and release(), which ask and sleep again and again:

    filelock.FileLock    acquire → _poll_until_acquired → time.sleep(0.05)    a file says who has it
    redis.lock.Lock      __enter__ → acquire → time.sleep(0.1)                a server does

No word in memory tells who has such a lock. What is told of it: which file it is, or the connection
through which it asks, and whether it gives up after a time.

Locks that extension modules build of a C lock, and that remember their owner:

    FastRLock (h5py, lxml, cupy …)     { header, _real_lock ──► sem_t, _owner, _count, … }
    io.BufferedReader, BufferedWriter  { header, …, lock ──► sem_t, owner, … }

    sem_t 0x55d1…10  ◄── the word that a thread sleeps at, and that an object has to which its stack
                         leads: self, or the runtime that self has (lupa)
    0x7f94…80        ◄── another word of that object: threading.get_ident() of a thread that lives

Each is made of PyThread_allocate_lock() and PyThread_get_thread_ident() (Python/thread_pthread.h):
an address and a thread pointer, neither of which is met by chance. Which member is which need not
be known.
"""

import os
import struct
from collections.abc import Collection, Sequence
from functools import partial

from atfault.cpython.sync.locks import LockState
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.cpython.sync.wait_frames import Awaited
from atfault.cpython.values.reachable import children, led_to
from atfault.cpython.values.strings import escape
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame
from atfault.model.values import shortened
from atfault.model.waits import LONG, ChannelFacts, Resource

_MAX_FRAMES = 24
_MAX_TEXT = 1024
_MAX_SHOWN = 60
_MAX_REACHED = 500
_SHARED = ("type", "module", "function")
_LIMITS = ("timeout", "deadline")
"""Parts of the names of variables that tell when it gives up."""
_STACK = 16 * 1024
"""Bytes of the C stack that are searched for the object."""
_MAX_SIZE = 512
"""Bytes of an object that are."""
_MAX_STEPS = 3
"""From the stack to the object."""
_MAX_OBJECTS = 1_000
_WORD = struct.Struct("<Q")


def awaited(world: World, view: ThreadView) -> Awaited | None:
    """The lock in whose acquire() a thread sleeps for a time; None where it is in none."""
    asking: list[PyFrame] = []
    lock = count = 0
    for frame in view.frames[:_MAX_FRAMES]:
        if view.is_mine(frame):
            break
        asking.append(frame)
        owner = world.names.variables(frame).get("self", 0)
        if _asks(frame) and owner and _is_lock(world, owner):
            lock, count = owner, len(asking)
    if not lock:
        return None
    variables = [world.names.variables(frame) for frame in asking[:count]]
    resource = _of_file(world, lock, variables) or _of_server(world, view, lock)
    return Awaited(resource, 0, _gives_up(world, variables), operation="lock")


def _asks(frame: PyFrame) -> bool:
    return "acquire" in frame.code.name or frame.code.name in ("__enter__", "lock")


def _is_lock(world: World, address: int) -> bool:
    reader = world.reader
    return bool(reader.method_of(address, "acquire") and reader.method_of(address, "release"))


def _gives_up(world: World, variables: Sequence[dict[str, int]]) -> bool:
    """Whether a limit is set: None, negative numbers and a timeout of hours are none."""
    for named in variables:
        for name, address in named.items():
            limit = next((part for part in _LIMITS if part in name), "")
            number = world.reader.number(address) if limit else None
            if number is not None and number >= 0 and (limit == "deadline" or number < LONG):
                return True
    return False


def _of_file(world: World, lock: int, variables: Sequence[dict[str, int]]) -> Resource | None:
    """The file that the lock, or what asks for it, names; None where there is none."""
    if world.runtime.snapshot.kind == "core":
        return None
    reader = world.reader
    inner = reader.attributes(lock)
    named = [*variables, inner, *[reader.attributes(one) for one in inner.values()]]
    texts = [_text(world, address) for one in named for address in one.values()]
    for text in dict.fromkeys(texts):
        if "/" in text or "." in text:
            found, _ = world.runtime.snapshot.files.find(text)
            if found is not None:
                path = escape(found.name)
                facts = ChannelFacts(None, path)
                return Resource("file", f"file:{path}", path, lock, world.pid, channel=facts)
    return None


def _text(world: World, address: int) -> str:
    """Of a str, or of bytes: names of files are either; "" for anything else."""
    if not world.reader.is_a(address, "bytes"):
        return world.reader.text(address, _MAX_TEXT)
    start = address + world.runtime.offsets["PyBytesObject"]["ob_sval"]
    try:
        return escape(os.fsdecode(world.runtime.memory.cstring(start, _MAX_TEXT)))
    except MemoryFault:
        return ""


def _of_server(world: World, view: ThreadView, lock: int) -> Resource:
    reader, info = world.reader, world.reader.type(lock)
    kind = info.name if info is not None else "lock"
    name = world.name(lock, view)
    if not name and reader.memory.without_text:
        name = f"a {kind} at {lock:#x}"
    elif not name:
        texts = [reader.text(one, _MAX_SHOWN + 1) for one in reader.attributes(lock).values()]
        text = next(filter(None, texts), "")
        called = f' "{shortened(text, _MAX_SHOWN)}"' if text else f" at {lock:#x}"
        name = f"a {kind}{called}"
    reached = led_to(lock, partial(_parts, world), _MAX_REACHED)
    fds = map(reader.descriptor, reached)
    facts = ChannelFacts(next((fd for fd in fds if fd is not None), None))
    key = f"lock:{lock:#x}@{world.pid}"
    return Resource("lock", key, name, lock, world.pid, shared="outside", channel=facts)


def _parts(world: World, address: int) -> list[int]:
    shared = world.reader.is_a(address, *_SHARED)
    return [] if shared else [part for _, part in children(world.reader, address)]


def lock_at(world: World, view: ThreadView, locks: Collection[int]) -> LockState | None:
    """The object whose lock the thread waits for, where it names a living thread as its owner.

    locks: what may be the address of the C lock: that of the futex word, of a sem_t, and that of
    the byte at which the thread is parked, of a PyMutex."""
    known = world.locks.known_at(locks)
    if known is not None or world.searches_left <= 0:
        return known
    world.searches_left -= 1
    memory = world.runtime.memory
    wanted = [_WORD.pack(lock) for lock in locks]
    todo, seen = _on_stack(world, view), set[int]()
    for _ in range(_MAX_STEPS):
        found: dict[int, None] = {}
        for address in todo:
            try:
                content = memory.read_upto(address, _MAX_SIZE)
            except MemoryFault:
                continue
            members = _members(world, address, content)
            if members and any(one in content for one in wanted):
                state = _owned(world, address, members, locks)
                if state is not None:
                    return world.locks.learn(state, locks)
            found.update(dict.fromkeys(members))
        seen.update(todo)
        todo = [one for one in found if one not in seen and _may_be_object(one)][:_MAX_OBJECTS]
    return None


def _on_stack(world: World, view: ThreadView) -> list[int]:
    """What the C stack of the thread refers to, from its innermost frame outward."""
    snapshot = world.runtime.snapshot
    thread = next((one for one in snapshot.threads if one.tid == view.tid), None)
    sp = None if thread is None else snapshot.arch.stack_pointer(thread.registers)
    if sp is None:
        return []
    words = world.runtime.memory.words(sp & ~7, _STACK // 8)
    return [word for word in dict.fromkeys(words) if _may_be_object(word)]


def _may_be_object(word: int) -> bool:
    return word > 4096 and not word & 7


def _members(world: World, address: int, content: bytes) -> set[int]:
    """The words of an object that an extension module has made; () for anything else."""
    info = world.reader.type(address)
    header = world.reader.structs["PyObject"]["sizeof"]
    if info is None or not header < info.basicsize <= _MAX_SIZE or info.from_class_statement:
        return set()
    return {at for (at,) in _WORD.iter_unpack(content[header : info.basicsize & ~7])}


def _owned(
    world: World, address: int, members: set[int], locks: Collection[int]
) -> LockState | None:
    info = world.reader.type(address)
    owners = [word for word in members if world.tid_of(word) is not None]
    if info is None or members.isdisjoint(locks) or len(owners) != 1:
        return None
    return LockState(address, "rlock", info.name, True, owners[0], 1)
