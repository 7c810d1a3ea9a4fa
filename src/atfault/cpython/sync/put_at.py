"""Where the program gave a queue of multiprocessing what a thread of that writes to its pipe.

def main(): … weights.put(entry)     of the program's own code nothing else puts anything
QueueFeederThread                    writes it, and does not know who has put it there
"""

from __future__ import annotations

from collections.abc import Iterable

from atfault.cpython.sync.code_uses import METHODS
from atfault.cpython.sync.enders import own_functions
from atfault.cpython.sync.sync_world import World
from atfault.model.roles import is_multiprocessing
from atfault.model.waits import Place

_FEEDS = "_feed"
_PUTS = frozenset(("put", "put_nowait"))
_MAX_PLACES = 3
"""Of more it is not told."""


def put_at(world: World, handlers: Iterable[int]) -> tuple[Place, ...]:
    """The lines of the program's own that call `put`; () where no queue has such a thread, and
    where they are too many. handlers: what is called at signals."""
    frames = (frame for view in world.views.values() for frame in view.frames)
    if not any(one.code.name == _FEEDS and is_multiprocessing(one.code.filename) for one in frames):
        return ()
    found: dict[tuple[str, int | None], Place] = {}
    for one in own_functions(world, handlers) or ():
        body, info = world.bytecode.body(one.code), one.code.info
        if body is None:
            continue
        for each in body.instructions:
            if each.name in METHODS and not _PUTS.isdisjoint(body.named(each)):
                line = world.runtime.codes.location(one.code, each.offset).line
                place = Place(info.filename, line, info.qualname, mine=True)
                found.setdefault((info.filename, line), place)
    return tuple(found.values()) if len(found) <= _MAX_PLACES else ()
