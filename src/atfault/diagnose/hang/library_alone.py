"""Threads that wait for one another by way of a library that leads nowhere else.

    main          libzmq  zmq_msg_recv      waits for the answer
    translator    libzmq  zmq_msg_recv      waits for the next question
    ZMQbg/IO/0    libzmq  epoll_wait        has no connection to any other process

Whatever comes to who waits inside of such a library, another thread of the process has to send.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.in_library import Inside, library_called
from atfault.diagnose.hang.parties import HELPERS, Party, runs_own_code
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.watched import activity_of
from atfault.diagnose.hang.words import distinct, wait_lines, wait_story
from atfault.diagnose.words import listed
from atfault.model import roles
from atfault.model.findings import Doubt, Finding
from atfault.model.kinds import CHANNELS
from atfault.model.process import Module
from atfault.model.waits import EVENTFD, Wait

SHOWN = 6


class Callers(NamedTuple):
    """The threads of a process that wait inside of one library, and nobody else goes on in it."""

    library: Module
    parties: list[Party]
    is_open: bool
    """The library takes connections."""


def of_library_alone(hang: Hang) -> Finding | None:
    """Several threads wait in a library whose own threads have connections to nobody else."""
    for callers in _callers(hang):
        others = _others(hang, callers.parties)
        if len(callers.parties) > 1 and not others:
            return _finding(hang, callers)
    return None


def _callers(hang: Hang) -> Iterator[Callers]:
    found: dict[tuple[int, Module], list[Party]] = {}
    for party in hang.in_order:
        wait = party.waits[0] if len(party.waits) == 1 else None
        if wait is None or wait.timeout is not False or hang.role(party.pid) in HELPERS:
            continue
        if not wait.resource.channel.target.startswith(EVENTFD) or not runs_own_code(party):
            continue
        library = library_called(party)
        if library is not None:
            found.setdefault((party.pid, library), []).append(party)
    for (pid, library), parties in found.items():
        inside = hang.in_process(pid, Inside(library))
        of_library = [wait for one in inside for wait in one.waits]
        if all(_stays_here(hang, pid, wait) for wait in of_library):
            is_open = any(wait.resource.channel.listening for wait in of_library)
            yield Callers(library, parties, is_open)


def _stays_here(hang: Hang, pid: int, wait: Wait) -> bool:
    """Whether nobody outside of the process has the other end of what is waited for."""
    resource = wait.resource
    if resource.kind == "fd":
        return resource.channel.target.startswith(EVENTFD)
    if resource.kind not in CHANNELS or resource.channel.listening:
        return resource.kind in CHANNELS
    return hang.other_ends(wait) == {pid}


def _others(hang: Hang, waiting: list[Party]) -> list[Party]:
    """Who goes on in their process."""
    behind = hang.stuck_behind(*waiting)
    pid = waiting[0].pid
    return [one for one in hang.in_process(pid, hang.may_go_on) if one.key not in behind]


def _finding(hang: Hang, callers: Callers) -> Finding:
    party, *others = callers.parties
    name = roles.library_title(callers.library.name)
    labels = listed([one.label for one in others], SHOWN)
    wait = "waits" if len(others) == 1 else "wait"
    return Finding.of(
        cause="waits-for-nobody",
        summary=f"{party.label} waits in {name} for what another thread of this process would send "
        f"through it, and {labels} {wait} there as well",
        confidence="likely",
        title=f"Stuck: {titles.who(hang, party)} waits in {name} for who waits there too",
        blame=distinct([line for one in callers.parties for line in wait_lines(one, one.waits[0])]),
        evidence=(
            *[wait_story(one, one.waits[0]) for one in callers.parties[:SHOWN]],
            f"{name} has no connection to another process here",
            "no other thread goes on that could call it",
        ),
        advice=(
            "see what each side waits for: a message that has no address, or goes to nobody, is "
            "dropped without a word",
            "set the library's own timeout, and say what is missing when it ends",
        ),
        doubts=_doubts(hang, callers),
    )


def _doubts(hang: Hang, callers: Callers) -> Iterator[Doubt]:
    party = callers.parties[0]
    if callers.is_open:
        yield Doubt("it takes connections, and a client may come", "unseen-process")
    if any(seen is not None and seen.moved for seen in map(activity_of, callers.parties)):
        yield Doubt("one of them went on while it was watched", "looks-differ")
    if hang.handles_signals(party.pid, party.waits[0]):
        yield Doubt("the program handles signals, and may call it then", "handler")
