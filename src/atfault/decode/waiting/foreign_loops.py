"""Event loops of asyncio that are not written in Python: uvloop's, which is made of C.

asyncio's own loops tell in Python frames what they wait for. Of others it is known which thread
runs which, as asyncio notes that down; that the thread sleeps in the loop's own poll, and not in
something that a callback does, shows in what lies between that and the innermost Python frame:

    python   runners.py   run         return self._loop.run_until_complete(task)
    native   uvloop/loop.so           of the package that the loop's type is of
    native   epoll_pwait              timeout −1: no timer, and nothing ready to run
"""

from __future__ import annotations

from atfault.decode.waiting.channels import Channels
from atfault.model.stacks import ThreadState
from atfault.model.waits import EVENTFD, LoopFacts, Resource, Wait
from atfault.native.native_wait import NativeWait

POLLS = ("epoll_wait", "epoll_pwait", "epoll_pwait2", "poll", "ppoll", "select", "pselect6")


def foreign_waits(
    loop: int,
    package: str,
    state: ThreadState,
    native: NativeWait,
    found: list[Wait],
    channels: Channels,
) -> list[Wait]:
    """The waits of a thread that runs such a loop: where it sleeps in the loop's own poll, that for
    the loop's events, then for what others could send; else `found`.

    loop: its address; package: that its type is of; found: what the kernel says it waits for.
    """
    if not found or native.syscall not in POLLS or not _is_inside(state, package):
        return found
    outside = [wait for wait in found if not _is_own(wait.resource, channels)]
    endless = native.timeout is False
    is_known = not any(wait.resource.kind == "fd" for wait in outside)
    events = Resource(
        "fd",
        f"event-loop:{loop:#x}@{channels.pid}",
        "events of its asyncio loop",
        loop,
        channels.pid,
        "0 timers" if endless else "",
        loop=LoopFacts(len(outside) if is_known else None),
    )
    return [found[0]._replace(resource=events, target_pid=None, use=None), *outside]


def _is_own(resource: Resource, channels: Channels) -> bool:
    """Whether nobody but the process itself has an end of it: a signal handler, or another thread,
    wakes the loop with it."""
    if resource.kind == "fd":
        return resource.channel.target.startswith(EVENTFD)
    if resource.kind not in ("pipe", "socket"):
        return False
    ends = [end for end in channels.ends if end.key == resource.key]
    if any(end.pid != channels.pid for end in ends):
        return False
    if resource.kind == "socket":
        return {end.is_peer for end in ends} == {False, True}
    directions = {end.direction for end in ends}
    return "both" in directions or directions >= {"read", "write"}


def _is_inside(state: ThreadState, package: str) -> bool:
    """Whether code of the package runs, and no Python code inside of it."""
    folder = f"/{package}/"
    for frame in state.stack.frames:
        if frame.python is not None:
            return False
        native = frame.native
        if native is not None and native.module is not None and folder in native.module.path:
            return state.stack.merged
    return False
