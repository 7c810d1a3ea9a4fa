"""Which threads have connections to SQLite at hand: in the variables of what they run, or in the
attributes of these; functions of contextlib that they are inside of by `with` included.

    shop.py          session.flush()            session, and so the connection of its transaction
    sqlalchemy       execute(statement)         connection ── its sqlite3.Connection
    audit.py         session.commit()           another one, which waits for the first
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.cpython.sync.unfinished import with_resumed

CONNECTION, CURSOR = "sqlite3.Connection", "sqlite3.Cursor"
_MAX_THREADS = 200
_MAX_VARIABLES = 40
_MAX_PARTS = 40
_MAX_STEPS = 3
"""From a variable: a connection, the pool's entry for it, and the driver's own."""
_MAX_OBJECTS = 5_000
"""Of one thread."""


def database_users(world: World) -> tuple[tuple[int, int], ...]:
    """(thread, address of a connection), each once; of many threads and deep stacks the first
    alone."""
    return tuple(
        dict.fromkeys(
            (view.tid, address)
            for view in list(world.views.values())[:_MAX_THREADS]
            for address in _connections(world, view)
        )
    )


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
