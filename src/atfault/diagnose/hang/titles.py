"""First lines of reports on processes that hang, or seem to.

"Deadlock between 2 threads: nothing will move again"
"Busy, not stuck: the loop at poll.py:7 in wait_ready goes on"
"Waiting for a reply: socket to 127.0.0.1:5432"
"""

from __future__ import annotations

from collections.abc import Sequence

from atfault.diagnose.hang.parties import Actor, Link, Party, TaskActor
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.words import counted_actors
from atfault.diagnose.words import place_of
from atfault.model.findings import Blame, Confidence
from atfault.model.values import shortened

MAX_NAME = 60


def who(hang: Hang, party: Actor) -> str:
    """ "the main thread", 'thread "worker"'; with its process where that is not the case's own."""
    if isinstance(party, TaskActor):
        return f'task "{shortened(party.name, MAX_NAME)}"' if party.name else party.label
    name = f'thread "{shortened(party.name, MAX_NAME)}"' if party.name else f"thread {party.tid}"
    text = "the main thread" if party.is_main else name
    own = hang.state.process.pid
    return text if party.pid == own else f"{text} of process {party.pid}"


def at(lines: Sequence[Blame | None]) -> str:
    """ " at poll.py:7 in wait_ready", of the first; "" without a line."""
    line = next(iter(lines), None)
    if line is None or line.line is None:
        return ""
    inside = f" in {shortened(line.function, MAX_NAME)}" if line.function else ""
    return f" at {place_of(line)}{inside}"


def of_cycle(hang: Hang, cycle: Sequence[Link], cause: str, confidence: Confidence) -> str:
    """For threads or tasks that wait for one another."""
    count = len(cycle)
    between = f" between {counted_actors(link.who for link in cycle)}" if count > 1 else ""
    if cause == "self-deadlock":
        return f"Deadlock: {who(hang, cycle[0].who)} waits for itself and will never go on"
    if cause == "gil-deadlock":
        return of_gil(count)
    if cause == "import-deadlock":
        several = f" of {count} threads" if count > 1 else ""
        return f"Deadlock between imports{several}: they will never end"
    processes = len({link.who.pid for link in cycle})
    places = between + (f" of {processes} processes" if processes > 1 else "")
    outlook = _outlook(hang, cycle)
    if all(isinstance(link.who, TaskActor) for link in cycle):
        outlook = "they will never go on" if confidence == "certain" else "they do not go on"
    return f"Deadlock{places}: {outlook}"


def of_gil(count: int) -> str:
    between = f" between {count} threads" if count > 1 else ""
    return f"Deadlock over the GIL{between}: nothing will move again"


def _outlook(hang: Hang, cycle: Sequence[Link]) -> str:
    members = {link.who.key for link in cycle}
    own = hang.state.process.pid
    busy = any(party.key not in members for party in hang.in_process(own, _runs))
    return "they will never go on" if busy else "nothing will move again"


def _runs(party: Party) -> bool:
    return party.thread.thread.state == "R" or bool(party.thread.holds_gil)
