"""A thread, or child, that serves until it is stopped, and is waited for by whom would stop it.

main     self.thread.join()         waits for the end of the server's thread
         self.server.shutdown()     comes behind that
server   serve_forever()            goes on until then

main     self.child.join()          in a tearDown(): wants to go on
child    while True: accept()       is told by nobody that it is to end
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.parties import Link, Party
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.words import (
    chain_evidence,
    distinct,
    own_lines,
    wait_blame,
    waits_for,
)
from atfault.diagnose.words import listed
from atfault.model.findings import Doubt, Finding
from atfault.model.waits import Serving

_LEAVES = ("__exit__", "__aexit__", "__del__")
"""Who waits for a server's end here wants to go on; others may join it to serve for ever."""
_CLEARS_UP = (
    *("close", "stop", "shutdown", "tearDown", "asyncTearDown", "tearDownClass", "tearDownModule"),
    "_teardown_yield_fixture",  # of pytest, around a fixture's code behind its `yield`
)
"""And for that of a child that has not begun to end; a thread may be about to."""
_STOP_IT = "stop the server before its thread is joined"
_END_IT = "end the child before it is joined: terminate(), or tell it by what it reads from"
_BY_CLIENT = Doubt("what a client sends may tell it to end, as its loop was not read", "unread")


def of_unstopped(hang: Hang) -> Finding | None:
    """The first thread that waits so."""
    return _of_threads(hang) or _of_children(hang)


def _of_children(hang: Hang) -> Finding | None:
    for one in hang.in_order:
        wait = one.waits[0] if len(one.waits) == 1 else None
        if wait is None or wait.resource.kind != "process" or wait.timeout:
            continue
        around = _leaves(one, *_CLEARS_UP)
        if not around:
            continue
        server = hang.main_of(wait.target_pid or 0)
        if server is None or not server.own or any(it.timeout for it in server.waits):
            continue
        if not any(it.resource.channel.listening for it in server.waits):
            continue
        going = [it for it in hang.beside(one) if hang.may_go_on(it) and it.own]
        link = Link(one, wait, server, None)
        return Finding.of(
            cause="waits-for-nobody",
            summary=f"{one.label} {waits_for(one, wait, server)}, which serves, and was not told "
            "to end",
            confidence="likely",
            title=f"Stuck: process {server.pid} serves until it is stopped, and is waited for",
            blame=distinct([wait_blame(one, wait), *own_lines(one), *own_lines(server)]),
            evidence=(
                *chain_evidence([link]),
                f"{server.label} {waits_for(server, server.waits[0])}, for the next client",
                f"{one.label} waits for its end in order to go on: in {around}()",
            ),
            advice=(_END_IT,),
            doubts=(
                _BY_CLIENT,
                *[Doubt(f"{it.label} goes on, and may end it", "other-thread") for it in going[:1]],
            ),
        )
    return None


def _leaves(party: Party, *others: str) -> str:
    """The function, one of some or of others, in which it leaves what it had begun; "" where it
    does not."""
    names = (one.code.name for one in party.python)
    return next((one for one in names if one in (*_LEAVES, *others)), "")


def _of_threads(hang: Hang) -> Finding | None:
    for one in hang.in_order:
        wait = one.waits[0] if len(one.waits) == 1 else None
        if wait is None or wait.resource.kind != "thread" or wait.timeout or not one.own:
            continue
        server = hang.thread(one.pid, wait.target_tid or 0)
        found = {it.tid: it for it in one.state.waiting.serving}.get(wait.target_tid or 0)
        if server is None or found is None:
            continue
        behind = {key.number for key in hang.stuck_behind(server) if key.pid == one.pid}
        may_stop = set(found.stoppers) - behind - {server.tid}
        is_told = one.tid in found.stoppers or _leaves(one) != ""
        if may_stop or server.tid in found.stoppers or hang.handles_signals(one.pid):
            continue
        if is_told:
            return _finding(hang, Link(one, wait, server, None), one, server, found, behind)
    return None


def _finding(
    hang: Hang, link: Link, party: Party, server: Party, found: Serving, behind: set[int]
) -> Finding:
    calls = listed([f"{one}()" for one in found.stops])
    is_behind = party.tid in found.stoppers
    who = f"which {party.label} alone has yet to do" if is_behind else "which nobody is left to do"
    verb = waits_for(party, link.wait, server)
    return Finding.of(
        cause="deadlock" if is_behind else "waits-for-nobody",
        summary=f"{party.label} {verb}, which serves until {calls} is called, {who}",
        confidence="likely",
        title=f"Stuck: {titles.who(hang, server)} serves until it is stopped, and is waited for",
        blame=distinct([wait_blame(party, link.wait), *own_lines(party), *own_lines(server)]),
        evidence=(
            *chain_evidence([link]),
            f"the loop that {server.label} is in ends when {calls} is called",
            f"{party.label} calls that behind where it waits"
            if is_behind
            else "no thread that goes on names that",
        ),
        advice=(_STOP_IT,),
        doubts=_doubts(server, found, behind),
    )


def _doubts(server: Party, found: Serving, behind: set[int]) -> Iterator[Doubt]:
    if set(found.unsure) - behind - {server.tid}:
        yield Doubt("not all that other threads lead to was looked through", "other-thread")
    if server.tid in found.unsure:
        yield Doubt("what the server calls may stop it", "other-thread")
