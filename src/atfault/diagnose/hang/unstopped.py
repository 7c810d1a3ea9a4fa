"""A thread that serves until it is stopped, and is waited for by whom would stop it.

main     self.thread.join()         waits for the end of the server's thread
         self.server.shutdown()     comes behind that
server   serve_forever()            goes on until then
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
_STOP_IT = "stop the server before its thread is joined"


def of_unstopped(hang: Hang) -> Finding | None:
    """The first thread that waits so."""
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
        is_told = one.tid in found.stoppers or _leaves(one)
        if may_stop or server.tid in found.stoppers or hang.handles_signals(one.pid):
            continue
        if is_told:
            return _finding(hang, Link(one, wait, server, None), one, server, found, behind)
    return None


def _leaves(party: Party) -> bool:
    """Whether it leaves what it had begun."""
    return any(one.code.name in _LEAVES for one in party.python)


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
