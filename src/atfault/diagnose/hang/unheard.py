"""Bytes that have come already, and of which nobody is told.

    client   recv()         waits for the answer     9,001 bytes sent, 4,905 of them not read there
    server   epoll_wait()   edge-triggered           is told of what comes next, and nothing comes

epoll tells of what lies in a socket for as long as it lies there, but where it was asked to tell of
changes alone (EPOLLET), or of one event (EPOLLONESHOT).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.idle_loops import tasks_of
from atfault.diagnose.hang.parties import HELPERS, Party, runs_own_code, writes
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.task_words import task_lines
from atfault.diagnose.hang.watched import activity_of
from atfault.diagnose.hang.words import distinct, own_lines, wait_lines, waits_for
from atfault.model.counts import counted
from atfault.model.findings import Doubt, Finding
from atfault.model.kinds import CHANNELS
from atfault.model.waits import Wait


class Unheard(NamedTuple):
    """A thread that polls, and does not hear of what lies in one of its connections."""

    party: Party
    wait: Wait
    """For that connection."""
    sender: Party | None
    """Who has its other end at hand, and waits for data from it; None where none is seen to."""


def of_unheard(hang: Hang) -> Finding | None:
    """A thread sleeps in epoll while bytes of a connection, or a call, lie there unread."""
    found = sorted(_unheard(hang), key=lambda one: one.sender is None)
    return _finding(hang, found[0]) if found else None


def _unheard(hang: Hang) -> Iterator[Unheard]:
    for party in hang.in_order:
        if hang.role(party.pid) in HELPERS or not (runs_own_code(party) or tasks_of(party)):
            continue
        activity = activity_of(party)
        if activity is not None and activity.moved:
            continue
        for wait in party.waits:
            if wait.told_once and wait.resource.channel.unread:
                yield Unheard(party, wait, _sender(hang, party, wait))


def _sender(hang: Hang, party: Party, wait: Wait) -> Party | None:
    user = hang.user_of(party, wait)
    first = user.waits[0] if user is not None and user.waits else None
    reads = first is not None and first.resource.kind in CHANNELS and not writes(first)
    return user if reads else None


def _finding(hang: Hang, found: Unheard) -> Finding:
    party, wait, sender = found
    lying = counted(wait.resource.channel.unread or 0, "byte")
    tasks = [line for task in tasks_of(party) for line in task_lines(task, party)]
    sent = () if sender is None else (f"{sender.label} {waits_for(sender, sender.waits[0])}",)
    beyond = f", and {sender.label} waits for the answer" if sender is not None else ""
    return Finding.of(
        cause="waits-for-nobody",
        summary=f"{party.label} waits in {wait.syscall} while {lying} lie unread in "
        f"{wait.resource.name}, of which it is not told again{beyond}",
        confidence="likely",
        title=f"Stuck: {titles.who(hang, party)} is not told again of what it has not read",
        blame=distinct(
            [*tasks, *wait_lines(party, wait), *(own_lines(sender) if sender is not None else ())]
        ),
        evidence=(
            f"{lying} have come and were not read: {wait.resource.name}",
            "its epoll descriptor tells of that connection once (EPOLLET or EPOLLONESHOT): of more "
            "that comes, or once it is registered anew",
            *sent,
        ),
        advice=(
            "at each event read until BlockingIOError says that nothing is left, or register the "
            "descriptor without EPOLLET",
            "with EPOLLONESHOT, call modify() after each event",
        ),
        doubts=_doubts(found),
    )


def _doubts(found: Unheard) -> Iterator[Doubt]:
    sides = [one for one in (found.party, found.sender) if one is not None]
    seen = [one for one in map(activity_of, sides) if one is not None]
    if found.sender is None:
        yield Doubt("the other side may send more, of which it is told", "unseen-process")
    # Where one of them slept for as long as it was watched, nothing has come since.
    if not seen or any(one.stirred for one in seen):
        yield Doubt(f"{found.party.label} may just have been woken", "looks-differ")
