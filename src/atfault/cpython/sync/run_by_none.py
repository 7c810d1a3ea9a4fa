"""Functions that threads are given to run, that would end a wait, and that no thread runs.

    Thread(target=desk.serve).start()      names serve, and starts threads
    def serve(self): …; self.inbox.task_done()      would end `desk.inbox.join()`
    no stack has serve                     whoever ran it has ended, or nobody began

Functions are known by their names, and so is what they call: a method that ends the wait counts
where it is called of something of the name that is waited for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain

from atfault.cpython.frames.bytecode import Instruction
from atfault.cpython.sync.code_uses import METHODS
from atfault.cpython.sync.enders import OwnFunction, begin_of, own_functions
from atfault.cpython.sync.sync_world import World
from atfault.model.waits import Place, Wait

_STARTS = frozenset(
    "Thread Timer Process submit apply_async start_new_thread to_thread run_in_executor".split()
)
_MAX_FUNCTIONS = 2_000
_MAX_STEPS = 3
"""From a function that a thread runs to the one that ends the wait."""
_MAX_TOLD = 3


def with_run_by_none(
    world: World, waits: dict[int, Wait], handlers: Iterable[int]
) -> dict[int, Wait]:
    """The waits for objects of Python's, with these functions. handlers: what is called at
    signals."""
    asked = {tid: wait for tid, wait in waits.items() if _is_asked(world, wait)}
    if not asked:
        return waits
    roots = tuple(handlers)
    return waits | {
        tid: wait._replace(run_by_none=run_by_none(world, roots, partial(_ends, world, wait)))
        for tid, wait in asked.items()
    }


def run_by_none(
    world: World, handlers: Iterable[int], ends: Callable[[OwnFunction], bool]
) -> tuple[Place, ...]:
    """Those that lead to a function that `ends` the wait."""
    own = own_functions(world, handlers)
    if own is None or len(own) > _MAX_FUNCTIONS:
        return ()
    running = {frame.code.address for view in world.views.values() for frame in view.frames}
    idle = [one for one in own if one.code.info.address not in running]
    given = {
        name for one in own if not _STARTS.isdisjoint(names := _names(world, one)) for name in names
    }
    leading = [one for one in idle if ends(one)]
    found: dict[int, OwnFunction] = {}
    for _ in range(_MAX_STEPS):
        found |= {one.code.info.address: one for one in leading if one.code.info.name in given}
        called = {one.code.info.name for one in leading}
        leading = [one for one in idle if not called.isdisjoint(_names(world, one))]
    return tuple([begin_of(one.code) for one in list(found.values())[:_MAX_TOLD]])


def _is_asked(world: World, wait: Wait) -> bool:
    resource = wait.resource
    is_brought = resource.kind in ("event", "queue", "condition", "semaphore", "barrier")
    is_own = wait.place is not None and wait.place.mine
    return is_brought and is_own and resource.shared is None and not (wait.idle or wait.timeout)


def _ends(world: World, wait: Wait, one: OwnFunction) -> bool:
    """Whether it calls what ends the wait, of something of that name."""
    name = wait.resource.name.rpartition(".")[2]
    body = world.bytecode.body(one.code)
    before: list[str] = []
    if body is None or not name.isidentifier():
        return False
    for each in body.instructions:
        named = body.named(each)
        if each.name in METHODS and not set(wait.ended_by).isdisjoint(named) and name in before:
            return True
        before = named
    return False


def _names(world: World, one: OwnFunction) -> frozenset[str]:
    """Of what it uses, functions in it among them."""
    known: dict[int, frozenset[str]] = world.kept.setdefault("names used", {})
    at = one.code.info.address
    if at not in known:
        body = world.bytecode.body(one.code)
        named = [] if body is None else map(body.named, filter(_loads, body.instructions))
        known[at] = frozenset(chain.from_iterable(named))
    return known[at]


def _loads(one: Instruction) -> bool:
    return "STORE_" not in one.name
