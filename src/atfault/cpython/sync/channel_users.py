"""Which threads have a socket, or a connection of multiprocessing, at hand: in a variable of a
function that they are in, or go on with, or in an attribute of what such a variable stands for.

    socketserver.py  _handle_request_noblock   request           the connection that it answers
                     serve_forever             self.socket       where it takes connections
"""

from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.unfinished import with_resumed

_MAX_THREADS = 200
_MAX_FRAMES = 60
_MAX_VARIABLES = 40
_MAX_PARTS = 40
_BUFFERED = ("_io.BufferedReader", "_io.BufferedWriter", "_io.BufferedRandom")
"""Modules/_io/bufferedio.c: their first field is what they read from, or write to."""


def channel_users(world: World) -> tuple[tuple[int, int], ...]:
    """(thread, descriptor), each once; of many threads and deep stacks the first alone."""
    found: dict[tuple[int, int], None] = {}
    for view in list(world.views.values())[:_MAX_THREADS]:
        # What a module's variables stand for, all threads have at hand.
        functions = [frame for frame in view.frames if frame.code.name != "<module>"]
        for frame in with_resumed(world, functions[:_MAX_FRAMES]):
            for _, address in list(world.names.variables(frame).items())[:_MAX_VARIABLES]:
                for fd in _descriptors(world, address):
                    found[view.tid, fd] = None
    return tuple(found)


def _descriptors(world: World, address: int) -> list[int]:
    parts, info = [address], world.reader.type(address)
    if info is not None and info.from_class_statement and descriptor_of(world, address) is None:
        parts = list(world.reader.attributes(address).values())[:_MAX_PARTS]
    inside = [descriptor_of(world, _beneath(world, part)) for part in parts]
    return [one for one in inside if one is not None]


def _beneath(world: World, address: int) -> int:
    """The socket beneath what socket.makefile() has made, or an answer of http.client that is read
    from that; for anything else that itself."""
    reader = world.reader
    if reader.is_a(address, "http.client.HTTPResponse"):
        address = reader.attribute(address, "fp")
    if reader.is_a(address, *_BUFFERED):
        address = reader.word(address + reader.structs["PyObject"]["sizeof"])  # raw
    return (
        reader.attribute(address, "_sock") if reader.is_a(address, "socket.SocketIO") else address
    )


def descriptor_of(world: World, address: int) -> int | None:
    """The descriptor of a socket, a file or a connection of multiprocessing; None for others."""
    if world.reader.is_a(address, "multiprocessing.connection._ConnectionBase"):
        return world.reader.integer_of(address, "_handle")
    return world.reader.descriptor(address)
