"""Which threads have connections to SQLite at hand: in the variables of what they run, or in the
attributes of these; functions of contextlib that they are inside of by `with` included.

    shop.py          session.flush()            session, and so the connection of its transaction
    sqlalchemy       execute(statement)         connection ── its sqlite3.Connection
    audit.py         session.commit()           another one, which waits for the first

One that nobody has at hand is, as far as is known, of the thread that made it, wherever that is
kept: dataset has one a thread in a dict.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice, pairwise

from atfault.cpython.sync.collected import of_kind
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.cpython.sync.unfinished import with_resumed

CONNECTION, CURSOR = "sqlite3.Connection", "sqlite3.Cursor"
_MAX_THREADS = 200
_MAX_VARIABLES = 40
_MAX_PARTS = 40
_MAX_STEPS = 3
"""From a variable: a connection, the pool's entry for it, and the driver's own."""
_MAX_CONNECTIONS = 64
_SIZE = 128
"""Bytes of a connection that are searched."""
_OPENED = (1 << 32, 1 << 32 | 1)
_MAX_OBJECTS = 5_000
"""Of one thread."""


def database_users(world: World) -> tuple[tuple[int, int], ...]:
    """(thread, address of a connection), each once; of many threads and deep stacks the first
    alone. Those that are not at hand are looked for where one thread at most has any at hand."""
    found = dict.fromkeys(
        (view.tid, address)
        for view in list(world.views.values())[:_MAX_THREADS]
        for address in _connections(world, view)
    )
    if len({tid for tid, _ in found}) <= 1:
        for address in islice(of_kind(world, CONNECTION), _MAX_CONNECTIONS):
            tid = _maker(world, address)
            if tid is not None:
                found[tid, address] = None
    return tuple(found)


def _maker(world: World, address: int) -> int | None:
    """The living thread that made an open connection. Its ident stands behind two int in all of
    Modules/_sqlite/connection.h: check_same_thread, and that it was opened."""
    at = address + world.reader.structs["PyObject"]["sizeof"]
    data = world.runtime.memory.read_upto(at, _SIZE)
    words = struct.unpack(f"<{len(data) // 8}Q", data[: len(data) & ~7])
    if not words or not words[0]:
        return None  # it was closed
    made_by = (two for one, two in pairwise(words) if one in _OPENED and two in world.tids)
    return world.tids.get(next(made_by, 0))


def _connections(world: World, view: ThreadView) -> Iterator[int]:
    seen: set[int] = set()
    for frame in with_resumed(world, view.frames):
        todo = list(world.names.variables(frame).values())[:_MAX_VARIABLES]
        for _ in range(_MAX_STEPS + 1):
            fresh = [one for one in dict.fromkeys(todo) if one and one not in seen]
            seen.update(fresh)
            if len(seen) > _MAX_OBJECTS:
                return
            todo = []
            for address in fresh:
                connection = _connection(world, address)
                if connection:
                    yield connection
                else:
                    todo += _parts(world, address)


def _connection(world: World, address: int) -> int:
    """The connection that a value is, that a cursor belongs to, or one of whose methods it is
    (`sql = connection.execute`); 0 for anything else."""
    reader = world.reader
    address = reader.bound_to(address) or address
    if reader.is_a(address, CONNECTION):
        return address
    if not reader.is_a(address, CURSOR):
        return 0
    owner = reader.word(address + reader.structs["PyObject"]["sizeof"])
    return owner if reader.is_a(owner, CONNECTION) else 0


def _parts(world: World, address: int) -> list[int]:
    info = world.reader.type(address)
    if info is None or not info.from_class_statement:
        return []
    return list(world.reader.attributes(address).values())[:_MAX_PARTS]
