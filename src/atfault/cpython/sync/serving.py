"""Who could end the loop in which a thread serves, that another one waits for.

    server   BaseServer.serve_forever      while not self.__shutdown_request: …
             shutdown                      assigns `__shutdown_request`: it stops the loop
    main     self.thread.join()            waits for the server's end
             self.server.shutdown()        behind that: main alone has yet to call it

The loop is the standard library's or a package's. What it looks at is an attribute that it loads in
its turns, and which other functions of its class or module assign: one of these has to be called.
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.cpython.frames.bytecode import Body
from atfault.cpython.frames.code import Code
from atfault.cpython.sync.apart import roots_of
from atfault.cpython.sync.reach_graph import ReachGraph
from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.errors import MemoryFault
from atfault.model.roles import is_package, is_standard_code, module_file
from atfault.model.stacks import PyFrame
from atfault.model.waits import Serving, Wait

_MAX_SERVERS = 8
_MAX_THREADS = 32
_MAX_FUNCTIONS = 500
_LOOPS_OF_THREADS = ("threading.py", "queue.py", "selectors.py", "concurrent/futures/thread.py")
"""Files whose loops end by other means than by an attribute."""
_MADE = ("__init__", "__new__", "__post_init__")


def serving(world: World, waits: dict[int, Wait]) -> tuple[Serving, ...]:
    """Of the threads that are joined without a timeout those that serve until they are stopped."""
    joined = {
        wait.target_tid
        for wait in waits.values()
        if wait.resource.kind == "thread" and not wait.timeout and wait.target_tid is not None
    }
    views = [world.views[tid] for tid in sorted(joined) if tid in world.views]
    found, graph = {}, ReachGraph(world)
    for view in views[:_MAX_SERVERS]:
        try:
            found[view.tid] = _stops_of(world, graph, view)
        except (MemoryFault, ValueError):
            continue
    if not any(found.values()) or len(world.views) > _MAX_THREADS:
        return ()
    reaches = {tid: graph.reach(roots_of(world, graph, view)) for tid, view in world.views.items()}
    return tuple(
        Serving(
            tid,
            tuple(sorted(stops)),
            tuple([one for one, reach in reaches.items() if not stops.isdisjoint(reach.names)]),
            tuple([one for one, reach in reaches.items() if not reach.is_whole]),
        )
        for tid, stops in found.items()
        if stops
    )


def _stops_of(world: World, graph: ReachGraph, view: ThreadView) -> frozenset[str]:
    """The functions that end the innermost loop of a package that a thread is in; none where that
    cannot be told, or code of the user's is inside of it."""
    for frame in view.frames:
        if view.is_mine(frame):
            break
        code = world.runtime.codes.get(frame.code.address)
        body = None if code is None else world.bytecode.body(code)
        file = frame.code.filename
        if code is None or body is None or module_file(file) in _LOOPS_OF_THREADS:
            continue
        if not (is_package(file) or is_standard_code(file)) or not body.loops_around(frame.lasti):
            continue
        looked = set(_looked_at(body, frame.lasti))
        return frozenset(
            other.info.name
            for other in _beside(world, graph, frame)
            if other.info.address != code.info.address and other.info.name not in _MADE
            if not looked.isdisjoint(_assigned(world, other))
        )
    return frozenset()


def _looked_at(body: Body, lasti: int) -> Iterator[str]:
    """The attributes that the loops around an instruction load."""
    loops = body.loops_around(lasti)
    for one in body.instructions:
        if one.name == "LOAD_ATTR" and any(first <= one.offset <= last for first, last in loops):
            yield from body.named(one)


def _assigned(world: World, code: Code) -> Iterator[str]:
    body = world.bytecode.body(code)
    if body is not None:
        for one in body.instructions:
            if one.name == "STORE_ATTR":
                yield from body.named(one)


def _beside(world: World, graph: ReachGraph, frame: PyFrame) -> Iterator[Code]:
    """The code of the methods of the object whose method a frame runs, and of the functions of its
    module."""
    reader, names = world.reader, world.names
    own = reader.type(names.variables(frame).get("self", 0))
    values = list(names.namespace_of(frame).values())
    if own is not None and own.from_class_statement:
        values += [value for _, value in graph.methods(own)]
    functions = [one for one in dict.fromkeys(values) if reader.is_a(one, "function")]
    yield from filter(None, map(world.code_of, functions[:_MAX_FUNCTIONS]))
