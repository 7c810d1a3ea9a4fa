"""Which waits are those of a service at rest: for work, in a loop that goes on for ever, before
anything was taken in that turn.

    worker    while True: job = jobs.get()                  idles
    worker    while True: job = jobs.get(); run(job)
    run           job.ready.wait()                          is at work: a job was taken
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atfault.cpython.frames.bytecode import Body, Instruction
from atfault.cpython.sync.sync_world import World
from atfault.model.stacks import PyFrame
from atfault.model.waits import Wait, ended_by

_KINDS = ("queue", "event", "condition", "semaphore", "stream")
_TAKES = frozenset(
    "get recv accept acquire wait result join receive read readline readexactly readuntil".split()
)
"""What waits for work, or for something to do it with."""
_LOADS = ("LOAD_ATTR", "LOAD_METHOD", "LOAD_GLOBAL")


def with_idling(world: World, waits: dict[int, Wait]) -> dict[int, Wait]:
    """The waits of threads, with whether they idle."""
    found = dict(waits)
    for tid, wait in waits.items():
        view = world.views.get(tid)
        if view is not None and idles(world, view.going, wait):
            found[tid] = wait._replace(idles=True)
    return found


def idles(world: World, frames: Iterable[PyFrame], wait: Wait) -> bool:
    """Whether it waits for work: what it waits for it would wait for again, in a loop without a
    number of turns, and there is none before that in a turn. frames: innermost first."""
    kind, endings = wait.resource.kind, ended_by(wait.resource, wait.operation)
    if kind not in _KINDS or (kind == "queue" and not {"put", "send"} & set(endings)):
        return False
    asks = kind == "condition"  # around that there is a loop that asks whether it has come true
    for frame, body, called in _bodies(world, frames):
        by_offset = {one.offset: one for one in body.instructions}
        at = _in_loop(world, frame, body)
        begins = sorted({first for first, _ in body.loops_around(at)}, reverse=True)
        for first in begins:
            if first != at and _counts(by_offset.get(first)):
                continue
            if not asks:
                return not _takes(body, first, at, called)
            asks = False
        if _takes(body, 0, frame.lasti, called):
            return False
    return False


def _in_loop(world: World, frame: PyFrame, body: Body) -> int:
    """Offset of where it waits; of the copy of that in the loop, where it waits in the test of one
    that the compiler has put before it as well (3.10 and later)."""
    codes = world.runtime.codes
    code = None if body.loops_around(frame.lasti) else codes.get(frame.code.address)
    if code is None:
        return frame.lasti
    here = codes.location(code, frame.lasti)
    later = [one.offset for one in body.instructions if one.offset > frame.lasti]
    copies = (at for at in later if codes.location(code, at) == here and body.loops_around(at))
    return next(copies, frame.lasti)


def _bodies(world: World, frames: Iterable[PyFrame]) -> Iterator[tuple[PyFrame, Body, str]]:
    """Of the user's own; with the name of what each has called, "" for native code."""
    called = ""
    for frame in frames:
        code = world.runtime.codes.get(frame.code.address) if world.is_mine(frame) else None
        body = None if code is None else world.bytecode.body(code)
        if body is not None:
            yield frame, body, called
        called = frame.code.name


def _takes(body: Body, start: int, end: int, called: str) -> bool:
    """Whether it waits in the instructions from `start` on before the call of `called` at `end`."""
    names = [
        name
        for one in body.instructions
        if start <= one.offset < end and one.name in _LOADS
        for name in body.named(one)
    ]
    own = 1 if not called or called in _TAKES else 0
    return len([name for name in names if name in _TAKES]) > own


def _counts(head: Instruction | None) -> bool:
    return head is not None and head.name == "FOR_ITER"
