"""Findings about threads, or tasks, that wait for one another in a ring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atfault.diagnose.confidence import confidence_of
from atfault.diagnose.hang import titles
from atfault.diagnose.hang.called_back import told_of_called_back
from atfault.diagnose.hang.in_library import told_of_reentry
from atfault.diagnose.hang.native_calls import native_call_of
from atfault.diagnose.hang.parties import Link, Party, writes
from atfault.diagnose.hang.read_write import wants_to_write
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.watched import activity_of
from atfault.diagnose.hang.words import (
    bringing,
    chain_evidence,
    counted_actors,
    cycle_doubts,
    cycle_evidence,
    distinct,
    grounds_evidence,
    is_inferred,
    kept_text,
    link_blames,
    own_lines,
    proof_evidence,
)
from atfault.diagnose.words import listed
from atfault.model.case import Case
from atfault.model.findings import Confidence, Doubt, Evidence, Finding, SetAside
from atfault.model.kinds import BROUGHT, CHANNELS, NATIVE_LOCKS, OF_FUTEX

SHOWN_LINKS = 4
SHOWN_CALLERS = 2
"""Lines of the user's around the one that waits."""


def cycle_cause(cycle: tuple[Link, ...]) -> str:
    """The contract's id for a ring of waits."""
    kinds = {link.wait.resource.kind for link in cycle}
    if "gil" in kinds:
        return "gil-deadlock"
    if "import-lock" in kinds:
        return "import-deadlock"
    return "self-deadlock" if len(cycle) == 1 else "deadlock"


def cycles_of(case: Case, cause: str) -> Iterator[tuple[Hang, tuple[Link, ...]]]:
    """The rings of that cause, those of the process itself first."""
    hang = hang_of(case)
    own = case.process.process.pid
    found = [c for c in hang.rings if cycle_cause(c) == cause and not _refuted(c)]
    found.sort(key=lambda cycle: all(link.who.pid != own for link in cycle))
    for cycle in found:
        yield hang, _begun_in_own(cycle)


def _begun_in_own(cycle: tuple[Link, ...]) -> tuple[Link, ...]:
    """The ring, told from the first who waits at a line of the user's own."""
    own = (at for at, link in enumerate(cycle) if link.wait.place is None or link.wait.place.mine)
    start = next(own, 0)
    return cycle[start:] + cycle[:start]


def taken_back(case: Case, cause: str) -> Iterator[SetAside]:
    """Why rings of that cause are none."""
    for cycle in hang_of(case).rings:
        because = _refuted(cycle) if cycle_cause(cycle) == cause else ""
        if because:
            yield SetAside("", because)


def _refuted(cycle: tuple[Link, ...]) -> str:
    """Why a ring in which a holder is only suspected is more likely none: a thread of it moved
    while it was watched; "" where nothing says so."""
    for link in cycle:
        if _was_given_back(link):
            return f"{link.wait.resource.name} was handed over between the looks at two processes"
    held = [link.hold for link in cycle if link.hold is not None]
    if not any(one.proof == "suspected" and not one.resource.channel.is_database for one in held):
        return ""  # who waits for a database naps, and tries again
    for link in cycle:
        seen = activity_of(link.who) if isinstance(link.who, Party) else None
        # It woke up, even where it came back to the same place.
        if seen is not None and (seen.moved or seen.voluntary_switches):
            return f"{link.who.label} went on while it was watched: a holder is suspected wrongly"
    return ""


def _was_given_back(link: Link) -> bool:
    """Whether the lock of a file was handed over while one process was looked at after the other:
    who had it, had it no more when its own turn came."""
    inode = link.wait.resource.channel.lock_inode
    locked = link.by.state.waiting.locked if isinstance(link.by, Party) else None
    return inode is not None and locked is not None and inode not in dict(locked)


def cycle_finding(
    hang: Hang, cycle: tuple[Link, ...], summary: str, advice: Iterable[str]
) -> Finding:
    """The finding about one ring: every line that waits, and every line that took."""
    grounds = hang.grounds([link.who for link in cycle])
    evidence: list[Evidence] = [
        *cycle_evidence(cycle),
        *proof_evidence(cycle),
        *map(Evidence, _behind(hang, cycle)),
        *map(Evidence, _in_libraries(cycle)),
        *map(Evidence, _in_native_code(cycle)),
        *[told for link in cycle for told in told_of_called_back(link)],
        *[Evidence(kept_text(link.wait)) for link in cycle if link.wait.kept is not None],
        *grounds_evidence(grounds),
    ]
    doubts = [*cycle_doubts(cycle), *_of_patience(cycle), *_of_others(hang, cycle), *grounds.doubts]
    claim: Confidence = "likely" if any(map(is_inferred, cycle)) else "certain"
    confidence = confidence_of(claim, evidence, doubts)
    blame = list(link_blames(cycle))
    shown = SHOWN_CALLERS if len(cycle) <= SHOWN_LINKS else 0
    for link in cycle:  # who called that: the line that waits may be a decorator's
        blame += own_lines(link.who, 1 + shown)
    return Finding.of(
        cause=cycle_cause(cycle),
        summary=summary,
        confidence=claim,
        title=titles.of_cycle(hang, cycle, cycle_cause(cycle), confidence),
        blame=distinct(blame),
        evidence=evidence,
        advice=advice,
        about=keys_of_cycle(cycle),
        doubts=doubts,
    )


def _in_native_code(cycle: tuple[Link, ...]) -> Iterator[str]:
    """Which functions of native code wait, where Python code has called them."""
    for link in cycle[:SHOWN_LINKS]:
        is_native = isinstance(link.who, Party) and link.wait.resource.kind in (*OF_FUTEX, "gil")
        call = native_call_of(link.who) if isinstance(link.who, Party) and is_native else None
        if call is not None and call.symbol and not call.finite:
            yield f"{link.who.label} is in {call.name}, which {call.frame.code.name} called"


def _of_others(hang: Hang, cycle: tuple[Link, ...]) -> Iterator[Doubt]:
    """Who beside the ring may end it."""
    watchers = hang.watchers(cycle)
    if watchers:
        names = listed([one.label for one in watchers])
        yield Doubt(f"{names} may still cancel them", "other-task")
    for link in cycle:
        facts = link.wait.resource.channel
        unseen = {one.pid for one in facts.peers} - hang.states.keys()
        if facts.is_accepted is False and unseen:
            who = listed([f"process {pid}" for pid in sorted(unseen)])
            yield Doubt(f"{who} may take the connection, and was not looked at", "unseen-process")
    for link in cycle:
        if _may_be_raised(hang, link):
            name = link.wait.resource.name
            yield Doubt(f"another thread may still add to {name}", "other-thread")
            break


def _of_patience(cycle: tuple[Link, ...]) -> Iterator[Doubt]:
    """Who waits for a database of its own transaction alone may be about to give up."""
    if len(cycle) == 1 and cycle[0].wait.resource.channel.is_database:
        text = "SQLite gives up as the timeout of connect() is over, 5 s unless another was given"
        yield Doubt(text, "timer")


def _may_be_raised(hang: Hang, link: Link) -> bool:
    """Whether another thread that goes on in the user's code may add to a semaphore's places."""
    is_semaphore = link.wait.resource.kind == "semaphore"
    return is_semaphore and isinstance(link.who, Party) and hang.goes_on_beside(link.who)


def _in_libraries(cycle: tuple[Link, ...]) -> Iterator[str]:
    """Of the locks of native code: in which function each is waited for, and which one has called
    back with it held."""
    for link in cycle[:SHOWN_LINKS]:
        if isinstance(link.who, Party) and link.wait.resource.kind in NATIVE_LOCKS:
            yield from told_of_reentry(link.who)


def keys_of_cycle(cycle: Iterable[Link]) -> tuple[str, ...]:
    """Each thread or task and what it waits for; a join leads to the next one itself."""
    keys: list[str] = []
    for link in cycle:
        wanted = link.wait.resource.key
        keys.append(link.who.node)
        if wanted != link.by.node:
            keys.append(wanted)
    return tuple(keys)


def _behind(hang: Hang, cycle: tuple[Link, ...]) -> Iterator[str]:
    """Who else will never move because of the ring."""
    waiting = hang.behind(cycle)
    if len(waiting) == 1:
        yield from chain_evidence(hang.chain(waiting[0])[:1])
    elif waiting:
        names = listed([actor.label for actor in waiting])
        yield f"{counted_actors(waiting, 'more ')} wait for them: {names}"


def ring_in_words(cycle: tuple[Link, ...]) -> str:
    """'"pay-1" waits for b.lock held by "pay-2", which waits for a.lock held by "pay-1"'."""
    parts = [step_in_words(link) for link in cycle[:SHOWN_LINKS]]
    text = f"{cycle[0].who.label} {', which '.join(parts)}"
    if len(cycle) > SHOWN_LINKS:
        through = counted_actors(link.who for link in cycle)
        text += f", and so on through {through} back to {cycle[0].who.label}"
    return text


def keeps_loop(link: Link) -> bool:
    """Whether a result is waited for that the event loop of a thread has to bring, which that
    keeps."""
    if link.wait.resource.kind != "future" or not isinstance(link.by, Party) or not link.by.tasks:
        return False
    return link.wait.resource.address not in dict(link.by.state.waiting.runners)


def step_in_words(link: Link) -> str:
    """'waits for a.lock held by "pay-1"'."""
    resource = link.wait.resource
    if resource.kind in ("thread", "process", "task"):
        return f"waits for the end of {link.by.label}"
    if resource.kind == "future":
        wait, by = link.wait, link.by.label
        if keeps_loop(link):
            return f"waits for {resource.name}, which the event loop of {by} has to bring"
        is_known = wait.target_tid is not None or wait.target_task or wait.job is not None
        verb = "computed by" if is_known else "which only comes by way of"
        return f"waits for {resource.name}, {verb} {by}"
    if resource.kind == "socket" and resource.channel.is_accepted is False:
        return f"waits for {resource.name}, which only {link.by.label} would answer"
    if resource.kind == "stream" or (resource.kind in CHANNELS and writes(link.wait)):
        return f"waits for room in {resource.name}, from which {link.by.label} does not read"
    if resource.kind in CHANNELS:
        return f"waits for data from {resource.name}, whose other end only {link.by.label} has"
    if resource.kind == "rwlock" and link.hold is None and link.wait.target_tid is None:
        if wants_to_write(link.wait):
            return f"waits to write under {resource.name}, under which {link.by.label} reads"
        return f"waits to read under {resource.name}, where {link.by.label} waits to write first"
    if any(told_of_called_back(link)):
        return f"waits for native code, of which {link.by.label} is a thread"
    is_brought = resource.kind in BROUGHT
    if link.wait.further_out is not None and link.hold is None:
        return f"waits for {resource.name}, which a call of {link.by.label} has to end"
    if link.hold is None and (is_brought or resource.loop is not None):
        only = f"only {link.by.label} is left to {bringing(link.wait)}"
        return f"waits for {resource.name} ({only})"
    if link.hold is not None and link.hold.is_behind:
        return f"waits for {resource.name} ({link.by.label} has yet to {bringing(link.wait)})"
    if is_brought:
        return f"waits for {resource.name}, to which {link.by.label} has yet to give back"
    verb = "held"
    if link.hold is not None and link.hold.proof == "suspected":
        verb = "probably held"
    text = f"waits for {resource.name} {verb} by {link.by.label}"
    if link.hold is not None and link.hold.resource.name != resource.name:
        text += f" as {link.hold.resource.name}"  # the name it has in that process
    return text
