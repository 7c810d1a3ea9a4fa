"""Locks, queues and events of multiprocessing.Manager, as the processes that use them know them.

The object lives in the manager's process; a client has a proxy, and waits in a call to there:

    a.acquire()          AcquirerProxy.acquire      managers.py
                         BaseProxy._callmethod      methodname "acquire", self._token:
                         Connection.recv              { typeid "Lock", address, id "7f10…" }

The token is the same in every process, so it makes the key: who is inside of `with a:` in one
process, and who waits for `a` in another, are told to mean the same lock.

Source: Lib/multiprocessing/managers.py.
"""

from __future__ import annotations

from atfault.cpython.sync.sync_world import ThreadView, World
from atfault.model.waits import Resource, ResourceKind

PROXY = "multiprocessing.managers.BaseProxy"
HELD = ("lock", "rlock", "semaphore")
_PRIVATE = "/pymp-"
"""In the path of a socket that only relatives know; a manager with an address of its own may have
clients anywhere."""
_KINDS: dict[str, ResourceKind] = {
    "Lock": "lock",
    "RLock": "rlock",
    "Semaphore": "semaphore",
    "BoundedSemaphore": "semaphore",
    "Condition": "condition",
    "Event": "event",
    "Barrier": "barrier",
    "Queue": "queue",
    "JoinableQueue": "queue",
}
_PLAIN_ARGUMENTS = {"acquire": 0, "wait": 0, "get": 0, "put": 1, "join": 0}
"""Method that waits → how many arguments it has when it waits without end."""


def managed(world: World, proxy: int, view: ThreadView) -> Resource | None:
    """What a proxy stands for; None when it is none, or not of a kind that is waited for."""
    reader = world.reader
    if not reader.is_a(proxy, PROXY):
        return None
    token = reader.attribute(proxy, "_token")
    kind = _KINDS.get(reader.text(reader.attribute(token, "typeid")))
    ident = reader.text(reader.attribute(token, "id"))
    address = reader.text(reader.attribute(token, "address"), 200)
    if kind is None or not ident or _PRIVATE not in address:
        return None
    name = world.name(proxy, view) or f"a managed {kind} at 0x{ident}"
    detail = "shared between processes by a manager"
    return Resource(kind, f"{kind}:{ident}@{address}", name, proxy, world.pid, detail)


def called(
    world: World, view: ThreadView, variables: dict[str, int]
) -> tuple[Resource, bool] | None:
    """Of a thread in BaseProxy._callmethod: (what it waits for, whether that may end by itself).
    None for a call that does not wait.

    variables: those of that frame.
    """
    reader = world.reader
    method = reader.text(variables.get("methodname", 0))
    resource = managed(world, variables.get("self", 0), view)
    if resource is None or method not in _PLAIN_ARGUMENTS:
        return None
    arguments = reader.items(variables.get("args", 0), 4)
    keywords = reader.size(variables.get("kwds", 0))
    facts: tuple[tuple[str, int | str], ...] = ()
    if resource.kind == "queue":
        facts = (("operation", method),)
    elif resource.kind == "condition" and method == "acquire":
        resource = resource._replace(kind="lock", key=resource.key.replace("condition:", "lock:"))
    return resource._replace(facts=facts), _ends(world, method, arguments, keywords)


def _ends(world: World, method: str, arguments: list[int], keywords: int | None) -> bool:
    """Whether the call may end by itself: by a timeout, or for arguments not understood."""
    reader = world.reader
    more = arguments[_PLAIN_ARGUMENTS[method] :]
    if keywords != 0 or len(more) > 2:
        return True
    if method == "wait":
        return not all(map(reader.is_none, more))
    blocking, timeout = more[:1], more[1:]
    return any(reader.integer(one) != 1 for one in blocking) or not all(
        map(reader.is_none, timeout)
    )
