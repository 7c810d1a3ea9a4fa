"""Waits of a forked process for a thread that stayed behind in its parent.

    parent   QueueListener._monitor    queue.get()      waits at the queue at 0x7f41…d0
    child    a request                 queue.put(…)     waits for room in its copy, at 0x7f41…d0

A fork copies the objects and none of the other threads: who fills or empties the queue does so in
the parent, where nothing of it is to be seen here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.forked import fork_story, parent_of
from atfault.diagnose.hang.parties import HELPERS, Party, runs_own_code, waits_in_package
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.watched import activity_of
from atfault.diagnose.hang.words import (
    bringing,
    distinct,
    own_lines,
    still_text,
    wait_lines,
    wait_story,
    waits_for,
)
from atfault.model.findings import Doubt, Finding
from atfault.model.waits import Wait

SHOWN = 4
AFTER_THE_FORK = (
    "make what has threads of its own (an executor, a client, a listener) after the fork, in each "
    "process that uses it; or start processes with spawn"
)


class Parted(NamedTuple):
    """A thread of a forked process, and those of the parent at the other side of its queue."""

    party: Party
    wait: Wait
    partners: list[Party]


def of_parted(hang: Hang) -> Finding | None:
    """A thread waits for a queue that only a thread of its parent's fills, or empties: there."""
    partners: dict[tuple[int, int], list[Party]] = {}
    for one in hang.parties.values():
        for wait in one.waits[:1]:
            if wait.resource.kind == "queue" and wait.resource.address:
                partners.setdefault((one.pid, wait.resource.address), []).append(one)
    found = list(_parted(hang, partners)) if partners else []
    return _finding(hang, found) if found else None


def _parted(hang: Hang, waiting: dict[tuple[int, int], list[Party]]) -> Iterator[Parted]:
    """waiting: (pid, address of a queue) → who waits for it."""
    for party in hang.in_order:
        wait = party.waits[0] if len(party.waits) == 1 else None
        if wait is None or wait.resource.kind != "queue" or wait.timeout is not False or wait.idle:
            continue
        if wait.resource.shared is not None or not runs_own_code(party):
            continue
        is_forked = party.state.process.forked and hang.role(party.pid) not in HELPERS
        parent = parent_of(hang, party.state) if is_forked else None
        if parent is None:
            continue
        at = (parent.process.pid, wait.resource.address)
        partners = [one for one in waiting.get(at, ()) if _is_other_side(one.waits[0], wait)]
        here = waiting.get((party.pid, wait.resource.address), [])
        if any(_is_other_side(one.waits[0], wait) for one in here) or _is_served(hang, party, wait):
            continue
        if partners:
            yield Parted(party, wait, partners)


def _is_served(hang: Hang, party: Party, wait: Wait) -> bool:
    """Whether code of the user's that goes on beside it leads to the queue: there is another thread
    for it, made after the fork."""
    known = hang.bystanders(party, wait)
    return any(
        hang.may_go_on(one) and _may_bring(one) and one.key not in known
        for one in hang.beside(party)
    )


def _is_other_side(other: Wait, wait: Wait) -> bool:
    return (other.operation == "put") != (wait.operation == "put") and other.operation != "join"


def _finding(hang: Hang, found: list[Parted]) -> Finding:
    party, wait, partners = found[0]
    partner, name = partners[0], wait.resource.name
    alike = [one.party for one in found[1:] if one.wait.resource.key == wait.resource.key]
    state = still_text(wait)
    lines = [*wait_lines(party, wait), *own_lines(partner)]
    full = wait.operation == "put" and wait.resource.queue.size == wait.resource.queue.maxsize
    room = f"room in {name}, which is full" if full else name
    return Finding.of(
        cause="waits-for-nobody",
        summary=f"{party.label} waits for {room}: {partner.label} would {bringing(wait)}, but in "
        f"process {partner.pid}, which forked this one and has a copy of its own",
        confidence="likely",
        title=f"Stuck: {titles.who(hang, party)} waits for a thread that did not come along with a "
        "fork",
        blame=distinct([*lines, *[line for one in alike for line in own_lines(one)]]),
        evidence=(
            wait_story(party, wait),
            *((f"{name}: {state}",) if state else ()),
            fork_story(party),
            f"{partner.label} {waits_for(partner, partner.waits[0])}: the same address, in another "
            "process",
            *[f"{one.label} {waits_for(one, one.waits[0])} as well" for one in alike[:SHOWN]],
        ),
        advice=(AFTER_THE_FORK,),
        doubts=_doubts(hang, party),
    )


def _doubts(hang: Hang, party: Party) -> Iterator[Doubt]:
    activity = activity_of(party)
    if activity is not None and activity.stirred:
        yield Doubt(f"{party.label} went on while it was watched", "looks-differ")
    others = [one for one in hang.beside(party) if hang.may_go_on(one) and _may_bring(one)]
    if others:
        yield Doubt(f"{others[0].label} goes on, and may bring it", "other-thread")


def _may_bring(party: Party) -> bool:
    """Not who takes requests for a package, in turns: that calls the user's code in other
    threads."""
    return not party.waits or (runs_own_code(party) and not waits_in_package(party))
