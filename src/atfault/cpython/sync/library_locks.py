"""Locks of libraries: objects with acquire() and release(), which ask and sleep again and again.

    filelock.FileLock    acquire → _poll_until_acquired → time.sleep(0.05)    a file says who has it
    redis.lock.Lock      __enter__ → acquire → time.sleep(0.1)                a server does

No word in memory tells who has such a lock. What is told of it: which file it is, or the connection
through which it asks, and whether it gives up after a time.
"""

import os
from collections.abc import Sequence
from functools import partial

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
