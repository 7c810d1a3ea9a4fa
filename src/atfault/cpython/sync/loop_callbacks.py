"""What an event loop may call besides going on with its tasks.

    asyncio   loop._ready                 Handle._callback(*_args)    soon
              loop._scheduled             TimerHandle                 at a time
              loop._signal_handlers       number → Handle             add_signal_handler
              loop._selector._fd_to_key   fd → SelectorKey.data = (Handle, Handle) or None
                  transport._read_ready   → transport._protocol.data_received(…)
                  loop._accept_connection(protocol_factory, …)

Who reads or writes a stream is a task of its own: its transport and protocol wake that one, and
call nothing else.

Sources: Lib/asyncio/base_events.py, selector_events.py, unix_events.py, streams.py, sslproto.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from atfault.cpython.sync.loop_timers import EVENT_LOOP, timers_of
from atfault.cpython.sync.sync_world import World

_MAX_HANDLES = 1_000
_TRANSPORTS = ("asyncio.transports.BaseTransport",)
_OF_STREAMS = (
    "asyncio.streams.StreamReaderProtocol",
    "asyncio.subprocess.SubprocessStreamProtocol",
    "asyncio.base_subprocess.WriteSubprocessPipeProto",
)
_CHILD_WATCHERS = (
    "asyncio.unix_events.PidfdChildWatcher",
    "asyncio.unix_events._PidfdChildWatcher",  # from 3.14 on
)
_HARMLESS = ("_set_result_unless_cancelled", "_release_waiter", "_on_timeout", "_deliver")
"""Timers that wake a task which waits for the time itself, or cancel one: the task tells that."""
CALLED = (
    *("connection_made", "data_received", "buffer_updated", "eof_received", "connection_lost"),
    *("datagram_received", "error_received", "process_exited", "pipe_data_received", "__call__"),
)
"""What an event loop calls of a protocol, and of what makes one."""


class Callback(NamedTuple):
    """What a loop may call."""

    name: str
    """For people: "the handler of a connection", "the timer refill"."""
    roots: tuple[int, ...]
    """Functions and objects that it leads to; of a timer that cannot be read, none."""
    by: Literal["", "time", "connection", "child"] = ""
    """What makes the loop call it: a time that comes, what comes over a connection, or that a child
    ends, which is told by its pidfd."""


def callbacks_of(world: World, loop: int) -> list[Callback] | None:
    """Those of a loop of asyncio's own, 1,000 of each kind at most; None where they cannot be
    read."""
    reader = world.reader
    named = reader.attributes(loop)
    selector = reader.attribute(named.get("_selector", 0), "_fd_to_key")
    if not reader.is_a(loop, EVENT_LOOP) or not selector:
        return None
    return [
        *_ready(world, named.get("_ready", 0)),
        *_timers(world, loop),
        *_signals(world, named.get("_signal_handlers", 0)),
        *_watched(world, selector, loop),
    ]


def has_nothing_to_call(world: World, loop: int) -> bool:
    """Whether a loop of asyncio's own has no callback, and no timer either by which a task would go
    on, or be cancelled."""
    return callbacks_of(world, loop) == [] and all(
        one.keeps_house for one in timers_of(world, loop)
    )


def _parts(world: World, handle: int) -> tuple[int, list[int]]:
    """(callback, arguments) of a Handle; (0, []) of a cancelled one, and of anything else."""
    named = world.reader.attributes(handle)
    if world.reader.integer(named.get("_cancelled", 0)):
        return 0, []
    arguments = world.reader.items(named.get("_args", 0), _MAX_HANDLES)
    return named.get("_callback", 0), arguments


def _ready(world: World, ready: int) -> Iterator[Callback]:
    for handle in world.reader.items(ready, _MAX_HANDLES):
        callback, arguments = _parts(world, handle)
        if callback:
            yield Callback("a callback that is due", (callback, *arguments))


def _timers(world: World, loop: int) -> Iterator[Callback]:
    for timer in timers_of(world, loop):
        if timer.name not in _HARMLESS and not timer.keeps_house:
            name = f"the timer {timer.name}" if timer.roots else "a timer that cannot be read"
            yield Callback(name, timer.roots, "time")


def _signals(world: World, handlers: int) -> Iterator[Callback]:
    for number, handle in world.reader.dict_items(handlers, _MAX_HANDLES):
        callback, arguments = _parts(world, handle)
        name = f"the handler of signal {world.reader.integer(number) or 0}"
        yield Callback(name, (callback, *arguments))


def _watched(world: World, selector: int, loop: int) -> Iterator[Callback]:
    reader = world.reader
    for _, key in reader.dict_items(selector, _MAX_HANDLES):
        data = next(iter(reader.items(key, 4)[3:]), 0)
        for handle in reader.items(data, 2):
            callback, arguments = _parts(world, handle)
            bound = reader.bound_to(callback)
            if reader.is_a(bound, *_TRANSPORTS):
                yield from _of_protocol(world, reader.attribute(bound, "_protocol"))
            elif bound == loop:
                if arguments and reader.function_name(callback) == "_accept_connection":
                    yield Callback("whoever takes a connection", (arguments[0],))
            elif reader.is_a(bound, *_CHILD_WATCHERS):
                yield Callback("the end of a child", (callback, *arguments), "child")
            elif callback:
                yield Callback("what watches a descriptor", (callback, *arguments))


def _of_protocol(world: World, protocol: int) -> Iterator[Callback]:
    reader = world.reader
    inner = reader.attribute(protocol, "_app_protocol")
    protocol = inner if inner and not reader.is_none(inner) else protocol
    if reader.is_a(protocol, *_OF_STREAMS):
        connected = reader.attribute(protocol, "_client_connected_cb")
        if connected and not reader.is_none(connected):
            yield Callback("whoever takes a connection", (connected,))
        return
    yield Callback("the protocol of a connection", (protocol,), "connection")
