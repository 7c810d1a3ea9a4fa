"""Threads of the program's own that have ended, and whose code would have ended waits of others.

    counter = Counter(context)      a threading.Thread that has run: no longer among the living
        run(): … reply(answer)      what it did leads to what is waited for, and ends that
    main    ask(): recv()           has `counter` at hand

A thread that was started with a function has forgotten it as it ends; its name tells that, where
nobody gave it another one ("Thread-1 (sort)", from Python 3.10 on).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from atfault.cpython.sync.enders import OwnFunction, begin_of, may_end, own_functions
from atfault.cpython.sync.reach_graph import Node, ReachGraph
from atfault.cpython.sync.sync_world import World
from atfault.cpython.values.reachable import children, led_to
from atfault.errors import MemoryFault
from atfault.model.waits import EndedThread, Wait

_MAX_AT_HAND = 2_000
"""Objects that are looked through for threads."""
_MAX_THREADS = 32
_MAX_ACTIVE = 10_000
_HAS_PARTS = ("dict", "list", "tuple", "set", "collections.deque")


def ended_threads(
    world: World,
    waits: Mapping[int, Wait],
    leading: Mapping[int, Callable[[int], bool]],
    handlers: Iterable[int],
) -> tuple[EndedThread, ...]:
    """leading: thread that waits inside of a library → whether an object leads into that. handlers:
    what is called at signals."""
    asked = {t: w for t, w in waits.items() if w.ended_by and not (w.timeout or w.idle)}
    if not asked and not leading:
        return ()
    try:
        dead = list(_dead(world, [*asked, *leading]))[:_MAX_THREADS]
        own = own_functions(world, handlers) if dead else None
        return tuple([_told(world, one, own or [], asked, leading) for one in dead])
    except (MemoryFault, ValueError):
        return ()


def _dead(world: World, tids: list[int]) -> Iterator[int]:
    """The Thread objects that have run, and that the user's frames of some threads have at hand."""
    reader = world.reader

    def parts(address: int) -> list[int]:
        info = reader.type(address)
        is_own = info is not None and info.from_class_statement
        has_parts = is_own or reader.kind(address, _HAS_PARTS) != ""
        return [child for _, child in children(reader, address) if child] if has_parts else []

    views = [world.views[tid] for tid in tids if tid in world.views]
    frames = [frame for view in views for frame in view.frames if view.is_mine(frame)]
    roots = {value for frame in frames for value in world.names.variables(frame).values()}
    at_hand = {one for root in roots for one in led_to(root, parts, _MAX_AT_HAND)}
    listed = reader.dict_items(world.module_value("threading", "_active"), _MAX_ACTIVE)
    active = {value for _, value in listed}
    for one in sorted(at_hand - active) if active else ():
        if reader.is_a(one, "threading.Thread") and reader.integer_of(one, "_ident") is not None:
            yield one


def _told(
    world: World,
    address: int,
    own: list[OwnFunction],
    asked: Mapping[int, Wait],
    leading: Mapping[int, Callable[[int], bool]],
) -> EndedThread:
    reader = world.reader
    name = reader.text(reader.attribute(address, "_name"))
    code = world.code_of(reader.class_attribute(reader.type(address), "run"))
    if code is not None and world.is_mine_file(code.info.filename):
        reach = ReachGraph(world).reach([Node((address,), uses=frozenset(("run",)))])
        awaiting = [
            tid
            for tid, wait in asked.items()
            if wait.resource.address in reach.objects and not reach.ends.isdisjoint(wait.ended_by)
        ]
        awaiting += [tid for tid, leads in leading.items() if any(map(leads, reach.objects))]
        return EndedThread(name, begin_of(code), tuple(awaiting))
    called = name.partition(" (")[2].rstrip(")")
    found = [one for one in own if called and one.code.info.name == called]
    if len(found) != 1:
        return EndedThread(name, None, ())
    awaiting = [tid for tid, wait in asked.items() if may_end(world, found[0], wait)]
    return EndedThread(name, begin_of(found[0].code), tuple(awaiting))
