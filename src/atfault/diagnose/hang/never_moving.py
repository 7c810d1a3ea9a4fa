"""Which actors of a wait-for graph can never move again.

An actor waits for sources; a source is whoever could end one of its waits:

    actor ──► source "lock:0x7f…@4711"  = its holders, of which any may release it
          ──► source "thread:4712"      = the one thread that is joined
          ──► source of a process       = all of its threads that could set an event, fill a queue …

A source is shut when none of its members ever moves. An actor moves as soon as one of its sources
opens (a lock; poll on several pipes), or as soon as all of them do (asyncio.gather). Who waits for
nothing, or for something outside, moves. What is left when all that can move has been taken away is
the largest set of actors that never do; each edge is followed once, so the cost is linear.
"""

from collections import deque
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import NamedTuple, TypeVar


class Demand(NamedTuple):
    """What an actor waits for: keys of sources."""

    sources: tuple[Hashable, ...]
    needs_all: bool = False
    """Whether every one of them has to open, or one is enough."""


A = TypeVar("A", bound=Hashable)
"""What an actor is known by."""


def never_moving(
    demands: Mapping[A, Demand],
    sources: Mapping[Hashable, Collection[A]],
    given: Iterable[A] = (),
) -> frozenset[A]:
    """The actors that never move.

    demands: of all actors that wait for nothing but sources; others move. sources: the members of
    each. given: actors that are taken not to move, whatever they wait for.
    """
    given = frozenset(given)
    stuck = given | demands.keys()
    asking: dict[Hashable, list[A]] = {}
    to_come: dict[A, int] = {}
    for actor, demand in demands.items():
        if actor not in given:
            wanted = set(demand.sources)
            to_come[actor] = len(wanted) if demand.needs_all else 1
            for source in wanted:
                asking.setdefault(source, []).append(actor)
    member_of: dict[A, list[Hashable]] = {}
    opened: deque[Hashable] = deque()
    for source in asking:
        members = sources[source]
        if not stuck.issuperset(members):
            opened.append(source)
        for member in members:
            member_of.setdefault(member, []).append(source)
    seen = set(opened)
    moving: set[A] = set()
    while opened:
        for actor in asking[opened.popleft()]:
            to_come[actor] -= 1
            if to_come[actor] == 0:
                moving.add(actor)
                fresh = [one for one in member_of.get(actor, ()) if one not in seen]
                seen.update(fresh)
                opened += fresh
    return stuck - moving
