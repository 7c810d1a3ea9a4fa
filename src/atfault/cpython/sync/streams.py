"""The two ends of a connection that a program of asyncio makes to itself.

    client   await self.reader.readline()    StreamReader._transport  A, to …:4711 from …:60024
    server   await reader.readline()         StreamReader._transport  B, to …:60024 from …:4711

Who reads at A waits for what is written to B, so it waits for whoever has B at hand.

Sources: Lib/asyncio/streams.py, selector_events.py (_SelectorTransport, _extra), transports.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from atfault.cpython.sync.sync_world import World
from atfault.model.stacks import PyFrame
from atfault.model.waits import ChannelFacts, Resource

_MAX_WATCHED = 1_000
_TRANSPORT = "asyncio.selector_events._SelectorTransport"
_Name = tuple[str | int | None, ...]


class Streams:
    """The transports that the event loops of a process watch."""

    def __init__(self, world: World, loops: Iterable[int]) -> None:
        self._world = world
        self._reader = world.reader
        self._loops = tuple(loops)

    def awaited(self, frame: PyFrame, name: str) -> Resource | None:
        """What a frame of StreamReader waits for: whoever has the transport at the other end sends
        it. None where that is outside of the process, or is not known. name: of the reader."""
        stream = self._world.names.variables(frame).get("self", 0)
        if not self._reader.is_a(stream, "asyncio.streams.StreamReader"):
            return None
        transport = self._reader.attribute(stream, "_transport")
        own = self._ends(transport)
        found = self._by_ends.get(own[::-1], []) if own is not None else []
        if len(found) != 1:
            return None
        facts = ChannelFacts(self._reader.integer_of(transport, "_sock_fd"))
        key, pid = f"stream:{found[0]:#x}@{self._world.pid}", self._world.pid
        return Resource("stream", key, name, found[0], pid, channel=facts)

    @cached_property
    def _by_ends(self) -> dict[tuple[_Name, ...], list[int]]:
        """(own address, the other side's) → transports."""
        found: dict[tuple[_Name, ...], list[int]] = {}
        for transport in dict.fromkeys(self._transports()):
            ends = self._ends(transport)
            if ends is not None:
                found.setdefault(ends, []).append(transport)
        return found

    def _transports(self) -> Iterator[int]:
        reader = self._reader
        for loop in self._loops:
            watched = reader.path(loop, "_selector", "_fd_to_key")
            for _, key in reader.dict_items(watched, _MAX_WATCHED):
                data = next(iter(reader.items(key, 4)[3:]), 0)
                for handle in reader.items(data, 2):
                    bound = reader.bound_to(reader.attribute(handle, "_callback"))
                    if reader.is_a(bound, _TRANSPORT):
                        yield bound

    def _ends(self, transport: int) -> tuple[_Name, ...] | None:
        """Its own address and the other side's; None for what has none, such as a local socket."""
        reader = self._reader
        extra = reader.dict_items(reader.attribute(transport, "_extra"), _MAX_WATCHED)
        named = {reader.text(key): value for key, value in extra}
        ends = tuple([self._name(named.get(name, 0)) for name in ("sockname", "peername")])
        return ends if all(ends) else None

    def _name(self, address: int) -> _Name:
        """("127.0.0.1", 4711) of such a tuple; () for anything else."""
        parts = self._reader.items(address, 4)
        return tuple([self._reader.text(one) or self._reader.integer(one) for one in parts])
