"""event-loop-blocked: a coroutine or callback keeps its event loop from running anything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.parties import (
    REACTOR,
    Link,
    Party,
    is_of,
    runs,
    runs_own_code,
    wants_gil,
)
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.watched import activity_of, cpu_share, reads_nothing
from atfault.diagnose.hang.words import (
    distinct,
    grounds_evidence,
    holds_text,
    kept_place,
    kept_text,
    own_lines,
    place_blame,
    proof_evidence,
    wait_blame,
    waits_for,
)
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.diagnose.words import place
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Confidence, Evidence, Finding, SetAside
from atfault.model.stacks import PyFrame
from atfault.model.waits import AsyncTask

LOOPS = (("_run_once", "asyncio/base_events.py"), REACTOR)
"""The function of each library that runs everything else."""
IN_THREAD = {"trio": "trio.to_thread.run_sync", "twisted": "deferToThread"}
HALF = 0.5
BRIEF = 1.0
"""Seconds."""


@rule("event-loop-blocked", on=ALIVE, family="hang", partly=(Need.INTERPRETER,))
def event_loop_blocked(case: Case) -> Iterator[Finding | SetAside]:
    """A coroutine or callback blocks its event loop, so that no other task can run.

    An event loop runs one thing at a time, until that awaits. `time.sleep`, a blocking socket, a
    `threading` lock, `future.result()` or a long computation inside of a coroutine stops everything
    else on that loop: timers, other connections, heartbeats. Twisted's reactor is one, too. A loop
    that has nothing else to run is not blocked: what the one task waits for tells why it stands.

    It is certain when the blocking call waits without a timeout for something that cannot come,
    likely when the loop's thread is inside of a call that blocks, and when samples over a time show
    it computing in one and the same callback.

    What to do: await the asynchronous counterpart (`asyncio.sleep`, streams, `asyncio.Lock`), or
    move the call to a thread: `await asyncio.to_thread(f)`.
    """
    hang = hang_of(case)
    known = [ring for ring in hang.rings if len(ring) > 1 and all(map(_is_known, ring))]
    rings = [{link.who.key for link in ring} for ring in known]
    for party in hang.in_order:
        index = _loop_frame(party)
        if index is None or _is_selecting(party, index) or _is_of_library(party):
            continue
        confidence = _confidence(hang, party, index)
        if confidence is not None and party.waits and _keeps_nobody(party):
            yield SetAside("", f"nothing else is to run in the event loop of {party.label}")
            continue
        if confidence is not None and any(party.key in ring for ring in rings):
            yield SetAside("", f"{party.label} is in a ring of threads, which is told")
            return
        if confidence is not None:
            yield _finding(hang, party, index, confidence)
            return


def _is_known(link: Link) -> bool:
    """Whether what is waited for says itself who ends it, rather than that nobody else is left."""
    wait = link.wait
    return link.hold is not None or wait.target_tid is not None or bool(wait.target_task)


def _loop_frame(party: Party) -> int | None:
    """Index, among the Python frames, of the event loop's own frame; None without one. A loop that
    is not written in Python (uvloop) has none: then that of the frame that called it."""
    frames = party.python
    for index, frame in enumerate(frames):
        if is_of(frame, *LOOPS):
            return index
    task = next((one for one in party.tasks if one.state == "running" and one.frames), None)
    if task is not None:
        outermost = task.frames[0]
        for index in range(len(frames) - 1, -1, -1):
            code = frames[index].code
            if code.qualname == outermost.function and code.filename == outermost.file:
                return index + 1
    return None


def _is_selecting(party: Party, index: int) -> bool:
    """Whether the loop, whose frame is number `index`, itself waits for events, or is between two
    callbacks. Twisted does so in functions of its own: there nothing of the user's runs inside."""
    inside = party.python[:index]
    if not inside or inside[-1].code.name == "select":
        return True
    return "/twisted/" in party.python[index].code.filename and not _own(party, inside)


def _is_of_library(party: Party) -> bool:
    """Whether a library runs the loop in a thread of its own, for itself alone, and waits there as
    it means to: no task of that loop is the user's."""
    if party.is_main or runs_own_code(party):
        return False
    return not any(task.own for task in party.tasks)


def _keeps_nobody(party: Party) -> bool:
    """Whether its loop has nothing else to run: no timer, no descriptor, and no task but such as
    wait for the end of the one that runs. Then what that waits for tells why it stands."""
    if party.tid not in party.state.waiting.alone_in_loop:
        return False
    tasks = _of_loop(party)
    left = {one.address: one for one in tasks if one.state == "pending"}
    behind = {one.address for one in tasks if one.state == "running"}
    while behind:
        behind = {at for at, one in left.items() if _waits_only_for(one, behind)}
        left = {at: one for at, one in left.items() if at not in behind}
    return not left


def _waits_only_for(task: AsyncTask, others: set[int]) -> bool:
    wait = task.wait
    return wait is not None and not wait.timeout and bool(others.intersection(wait.tasks))


def _is_brief(party: Party) -> bool:
    """Whether it was found in a wait that is over at once, and no task of the user's waits for its
    turn: a loop that runs the user's code for a package is not known to be kept by that."""
    is_over = all(one.timeout and one.left is not None and one.left < BRIEF for one in party.waits)
    return is_over and not any(one.own for one in _of_loop(party) if one.state == "pending")


def _of_loop(party: Party) -> list[AsyncTask]:
    return [*party.tasks, *party.among.tasks.get(None, ())]


def _own(party: Party, frames: Sequence[PyFrame]) -> list[PyFrame]:
    """Those of the frames that are the user's."""
    own = {
        frame.python.address for frame in party.thread.stack.frames if frame.mine and frame.python
    }
    return [frame for frame in frames if frame.address in own]


def _confidence(hang: Hang, party: Party, index: int) -> Confidence | None:
    activity = activity_of(party)
    if party.waits:
        if activity is None and _is_brief(party):
            return None
        polls = any(wait.again is not None for wait in party.waits)
        if activity is not None and activity.moved and not polls:
            return None
        if party.key in hang.stuck and all(w.timeout is False and w.exact for w in party.waits):
            return "certain"
        if wants_gil(party):
            return None
        return "likely"
    if activity is None or (cpu_share(activity) < HALF and not reads_nothing(activity)):
        return None
    loop = activity.loop
    inside = party.python[:index]
    if not activity.moved:
        return "likely"
    if loop is not None and any(f.code.filename == loop.file for f in inside):
        return "likely" if any(f.code.qualname.endswith(loop.function) for f in inside) else None
    return None


def _finding(hang: Hang, party: Party, index: int, confidence: Confidence) -> Finding:
    inside = [frame for frame in party.python[:index] if "asyncio/" not in frame.code.filename]
    outermost = (_own(party, inside) or inside)[-1:]
    where = place(outermost[0]) if outermost else "a callback"
    lines = own_lines(party)
    named = next(iter(outermost), None)
    text = waits_for(party, party.waits[0], where=named) if party.waits else "computes"
    evidence: list[Evidence | str] = [
        f"{party.label} is inside of {where}, run by its event loop, and {text}"
    ]
    for wait in party.waits[:1]:
        lines = [line for line in [wait_blame(party, wait)] if line] + lines
        kept = kept_place(party, wait)
        if kept is not None:
            evidence.append(kept_text(wait))
            lines.insert(1, kept)
        if wait.brought_by and wait.target_tid == party.tid:
            evidence += proof_evidence([Link(party, wait, party, None)])
    others = sum(task.state == "pending" for task in _of_loop(party))
    for link in hang.chain(party):
        if link.hold is not None and link.hold.place is not None:
            evidence.append(f"{link.by.label} {holds_text(link)}")
            lines.append(place_blame(link.hold.place, link.by))
        if link.by.waits and link.by.key != party.key:
            evidence.append(f"{link.by.label} {waits_for(link.by, link.by.waits[0])}")
            lines += [line for line in [wait_blame(link.by, link.by.waits[0])] if line]
    activity = activity_of(party)
    if activity is not None and reads_nothing(activity):
        evidence.append(
            f"{activity.reads:,} times it read, and nothing came: the file is at its end"
        )
    if others:
        evidence.append(f"{counted(others, 'other task')} of that loop cannot run meanwhile")
    if isinstance(party.state.activity, Absent):
        evidence.append("whether it goes on by itself was not watched")
    grounds = hang.grounds([party])
    return Finding.of(
        summary=f"{where} blocks the event loop of {party.label}: it {text}",
        confidence=confidence,
        title=f"The event loop is blocked{titles.at(lines)}",
        blame=distinct(lines),
        evidence=(*evidence, *grounds_evidence(grounds)),
        advice=_advice(party),
        doubts=grounds.doubts,
    )


def _advice(party: Party) -> Iterator[str]:
    if any(wait.kept is not None for wait in party.waits):
        yield "do not hold a lock of threading across an `await` or `yield`: release it before"
        yield (
            "or use the event loop's own lock (asyncio.Lock, with `async with`; twisted's "
            "DeferredLock), where its tasks alone take it"
        )
        return
    yield "await the asynchronous counterpart of the blocking call"
    libraries = {task.library for task in party.tasks}
    if runs(party, REACTOR):
        libraries = {"twisted"}
    in_thread = IN_THREAD.get("".join(libraries), "asyncio.to_thread")
    yield f"or run it in a thread: await {in_thread}(...)"
