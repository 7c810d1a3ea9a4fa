"""How waits, holds and cycles are worded in findings, and which lines they blame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from atfault.diagnose.blame import frame_blame
from atfault.diagnose.hang.parties import (
    Actor,
    Link,
    Party,
    TaskActor,
    from_before_fork,
)
from atfault.diagnose.hang.read_write import wants_to_write
from atfault.diagnose.hang.stuck import Grounds, Hang
from atfault.diagnose.words import listed
from atfault.diagnose.words import place_of as place_of
from atfault.model.counts import counted
from atfault.model.findings import Blame, Doubt, Evidence, EvidenceKind
from atfault.model.kinds import BROUGHT, CHANNELS, HELD, OF_FUTEX, OWNED
from atfault.model.signals import signal_name
from atfault.model.stacks import PyFrame
from atfault.model.waits import EVENTFD, GREENLETS, Place, Wait

MAX_BLAME = 16
NOT_TWO = (
    "do not ask a pool for a second one while the first is held: pass that on to what needs it"
)
RUNS_AT_ALL = "see whether what should answer runs at all: its worker, consumer or server"
MAX_EVIDENCE = 8
TOLD_BY_NAME = OWNED | {"condition", "thread"}
"""Of which nothing but the name is told."""


_BRINGS = {
    "event": "set it",
    "condition": "notify it",
    "barrier": "arrive at it",
    "future": "complete it",
    "stream": "send that",
    **dict.fromkeys(HELD, "release it"),
}


def own_line(actor: Actor) -> Blame | None:
    """The user's own innermost line of a thread or task."""
    return next(iter(own_lines(actor, 1)), None)


def own_lines(actor: Actor, limit: int = 4) -> list[Blame]:
    """The user's own lines of a thread or task, innermost first."""
    if isinstance(actor, TaskActor):
        return [place_blame(place, actor) for place in actor.task.own[:limit]]
    found: list[Blame] = []
    for frame in actor.own:
        blame = frame_blame(frame, actor.name, actor.tid, actor.pid)
        if blame is not None:
            found.append(blame)
        if len(found) >= limit:
            break
    # `python -c` that only starts something tells nothing beside what that runs.
    return [one for one in found if one.file != "<string>"] or found


def lines_behind(hang: Hang, party: Party) -> list[Blame]:
    """The user's lines for whom a thread waits: its own. For an event loop, and for a library's
    housekeeping thread, those of the tasks of its process, else of the main thread."""
    found = own_lines(party)
    if found and not any(wait.resource.loop is not None for wait in party.waits):
        return found
    tasks = [task for task in hang.tasks.values() if task.pid == party.pid]
    awaited = {task.task.address for task in tasks}
    leaves = [task for task in tasks if task.task.awaited not in awaited]
    found = [line for task in leaves[:MAX_BLAME] for line in own_lines(task)] + found
    for main in hang.main_threads():
        if not found and main.pid == party.pid:
            found = own_lines(main)
    return found


def inside(lines: Sequence[Blame]) -> str:
    """ " in work (bank.py:10)", of the first; "" without a line."""
    if not lines:
        return ""
    return f" in {lines[0].function} ({lines[0].file.rsplit('/', 1)[-1]}:{lines[0].line})"


def wait_blame(actor: Actor, wait: Wait) -> Blame | None:
    """The user's line that waits."""
    place = wait.place
    if isinstance(actor, Party) and from_before_fork(actor, wait):
        place = None
    if place is not None and place.mine:
        return place_blame(place, actor)
    return own_line(actor) or (None if place is None else place_blame(place, actor))


def wait_lines(party: Party, wait: Wait) -> tuple[Blame, ...]:
    """The user's line that waits, and those that led there."""
    return distinct([wait_blame(party, wait), *own_lines(party)])


def place_blame(place: Place, actor: Actor) -> Blame:
    """A line of a thread, of a task that of the thread which runs its event loop."""
    if isinstance(actor, TaskActor):
        name, tid = actor.thread_name, actor.task.tid
    else:
        name, tid = actor.name, actor.tid
    return Blame(place.file, place.line, place.function, name, tid=tid, pid=actor.pid)


def link_blames(links: Iterable[Link]) -> Iterator[Blame]:
    """Where each thread of a cycle or chain waits, then where each of those things was taken."""
    links = tuple(links)
    for link in links:
        blame = wait_blame(link.who, link.wait)
        if blame is not None:
            yield blame
    for link in links:
        if link.hold is not None and link.hold.place is not None:
            yield place_blame(link.hold.place, link.by)
        elif link.wait.further_out is not None:
            yield place_blame(link.wait.further_out, link.by)


def distinct(blames: Iterable[Blame | None]) -> tuple[Blame, ...]:
    """Each line once, in order."""
    found: dict[tuple[str, int | None, str, str], Blame] = {}
    for blame in blames:
        if blame is not None and blame.line is not None:
            found.setdefault((blame.file, blame.line, blame.function, blame.thread), blame)
    return tuple(found.values())[:MAX_BLAME]


def counted_actors(actors: Iterable[Actor], more: str = "") -> str:
    """ "2 threads", "1 thread and 2 tasks"; more: "more " for "2 more threads"."""
    kinds = ["task" if isinstance(one, TaskActor) else "thread" for one in actors]
    numbers = {kind: kinds.count(kind) for kind in ("thread", "task")}
    return " and ".join(counted(n, more + kind) for kind, n in numbers.items() if n)


def bracketed(*parts: str) -> str:
    """ " (taken bank.py:10)"; "" when there is nothing to say."""
    text = ", ".join(part for part in parts if part)
    return f" ({text})" if text else ""


def waits_for(
    party: Actor, wait: Wait, by: Actor | None = None, where: PyFrame | None = None
) -> str:
    """ "waits for b.lock (bank.py:12)", 'waits for thread "x" to end (main.py:3)'.

    where: a frame whose line has been named already.
    """
    resource, blame = wait.resource, wait_blame(party, wait)
    here = None if where is None else (where.location.file, where.location.line)
    is_named = blame is not None and (blame.file, blame.line) == here
    place = "" if is_named else bracketed(place_of(blame))
    if resource.kind == "task":
        others = len(party.waits) - 1
        more = f" and {counted(others, 'other task')}" if others else ""
        who = by.label if by is not None else "a task"
        of = f" of {resource.name}" if resource.name else ""
        return f"waits for the end of {who}{more}{of}{place}"
    detail = "" if resource.kind in TOLD_BY_NAME or not resource.detail else f", {resource.detail}"
    name = by.label if by is not None and resource.kind == "thread" else resource.name
    end = "the end of " if resource.kind in ("thread", "process") else ""
    return f"waits for {end}{name}{detail}{place}"


def wait_story(party: Party, wait: Wait) -> str:
    """'"MainThread" waits for b.lock (bank.py:12), without a timeout'."""
    return f"{party.label} {waits_for(party, wait)}, {how_long(wait)}"


def how_long(wait: Wait) -> str:
    """ "without a timeout", "again and again (6 times in 3.0 s)", "for 0.4 s more"."""
    if wait.manner == "again" and wait.again is not None:
        if not wait.again.wakes:  # it was not watched for as long as one turn takes
            return "again and again"
        return (
            f"again and again ({counted(wait.again.wakes, 'time')} in {wait.again.seconds:.1f} s)"
        )
    left = "" if wait.left is None else _span(wait.left)
    if wait.timeout:
        most = "" if wait.resource.kind == "time" else " at most"
        return f"for {left} more{most}" if left else "until a time"
    return f"for {left} more" if left else "without a timeout"


def _span(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 3600:,.0f} h" if seconds >= 7200 else f"{seconds / 60:.0f} min"


def holds_text(link: Link) -> str:
    """What `link.by` has: "holds a.lock (taken bank.py:10)"; "" for a join."""
    hold = link.hold
    if hold is None:
        resource = link.wait.resource
        if resource.kind == "file":
            return f"holds {resource.name}"
        return "holds the GIL" if resource.kind == "gil" else ""
    taken = place_of(hold.place)
    if hold.is_behind:
        return f"is to end the wait for {hold.resource.name}{bracketed('behind ' + taken)}"
    if hold.resource.kind in BROUGHT:
        return f"has what is to come back to {hold.resource.name}{bracketed('taken ' + taken)}"
    verb = "probably holds" if hold.proof == "suspected" else "holds"
    return f"{verb} {hold.resource.name}{bracketed('taken ' + taken if taken else '')}"


def cycle_evidence(cycle: tuple[Link, ...]) -> tuple[Evidence, ...]:
    """One clause a thread: what it holds, and what it waits for."""
    told = []
    for index, link in enumerate(cycle):
        held = holds_text(cycle[index - 1]) if len(cycle) > 1 else holds_text(link)
        text = waits_for(link.who, link.wait, link.by)
        text = f"{link.who.label} {held}, {text}" if held else f"{link.who.label} {text}"
        kind: EvidenceKind = "inferred" if is_inferred(link) else "read"
        told.append(Evidence(text, in_picture=True, kind=kind))
    # Those that are left out count for how sure it is.
    shown = [one for at, one in enumerate(told) if at < MAX_EVIDENCE]
    if len(told) > len(shown):
        kinds = {one.kind for one in told}
        rest = counted_actors((link.who for link in cycle[len(shown) :]), "more ")
        kind = "inferred" if "inferred" in kinds else "read"
        shown.append(Evidence(f"and {rest} of the cycle", in_picture=True, kind=kind))
    return tuple(shown)


def is_inferred(link: Link) -> bool:
    """Whether it is not read in memory, or told by the kernel, that one waits for the other; of a
    holder who is suspected the doubt says so."""
    wait, resource = link.wait, link.wait.resource
    if _is_suspected(link):
        return False
    if not wait.exact or resource.loop is not None:
        return True
    if wait.kept is not None and not wait.kept.task:
        return True  # who iterates is told from the stacks, and others may call next() as well
    if resource.kind == "task" and isinstance(link.who, TaskActor):
        return link.who.task.library in GREENLETS  # any other one may kill it
    if resource.kind == "future":  # who completes it is told from who else is there
        return wait.target_tid is None and not wait.target_task and wait.job is None
    if resource.kind in ("semaphore", "file", "stream", *CHANNELS, *BROUGHT):
        return True
    return link.hold is None and resource.kind in OF_FUTEX and wait.target_tid is None


def _is_suspected(link: Link) -> bool:
    """Whether a lock is only suspected to be held; of a database, and of what a package hands out,
    it is inferred (`proof_evidence`)."""
    hold = link.hold
    if hold is None or hold.proof != "suspected":
        return False
    is_brought = hold.is_behind or hold.resource.kind in BROUGHT
    return not (hold.resource.channel.is_database or is_brought)


def proof_evidence(links: Iterable[Link]) -> Iterator[Evidence]:
    """What tells who holds something, where that is inferred."""
    for link in links:
        hold, outer = link.hold, link.wait.further_out
        if outer is not None and link.wait.target_tid is not None:
            yield Evidence(
                f"a call with the same arguments, which would end that, is at {place_of(outer)} on "
                f"the stack of {link.by.label}",
                kind="inferred",
            )
            continue
        if outer is not None and link.by.key == link.who.key:
            yield Evidence(
                f"what would end that stands behind {place_of(outer)} on the stack of "
                f"{link.who.label} itself, and no other thread was seen to do so",
                kind="inferred",
            )
            return
        if link.wait.brought_by and link.wait.target_tid is not None:
            yield Evidence(
                f"the job that would bring {link.wait.resource.name} is with {link.by.label}, "
                "which does one at a time",
                kind="inferred",
            )
            continue
        if link.wait.resource.channel.lock_taker:
            yield Evidence(inherited(link.wait), kind="inferred")
            continue
        if hold is None and wants_to_write(link.wait):
            yield Evidence(
                f"the lock does not say who reads: {link.by.label} wants to read once more, and "
                "whoever else might have it waits for these two",
                kind="inferred",
            )
            continue
        if link.wait.resource.kind == "stream":
            yield Evidence(
                f"{link.who.label} waits in drain() until the other side has read what it wrote, "
                "and no other task could read what comes back",
                kind="inferred",
            )
            continue
        if hold is not None and hold.resource.channel.is_database:
            yield Evidence(
                f"another connection of this process has the database {hold.resource.name} locked; "
                f"that it is one of {link.by.label} is inferred: no other thread could have it",
                kind="inferred",
            )
            return
        if hold is not None and hold.is_behind:
            yield Evidence(
                f"what would end the wait for {hold.resource.name} stands behind "
                f"{place_of(hold.place)}, where {link.by.label} is",
                kind="inferred",
            )
            return
        if hold is not None and hold.resource.kind in BROUGHT:
            inside = "an `async with` of the same package's object"
            if isinstance(link.by, Party):
                inside = f"the `with` at {place_of(hold.place)}"
            elif isinstance(link.who, Party):
                inside = f"a `with` of the function at {place_of(hold.place)}"
            yield Evidence(
                f"{link.by.label} is inside of {inside}, which gives back to {hold.resource.name} "
                "as it is left",
                kind="inferred",
            )
            return


def inherited(wait: Wait) -> str:
    """That a file stays locked by a process that has inherited it."""
    facts = wait.resource.channel
    return (
        f"process {facts.lock_taker} locked it, and process {facts.lock_owner}, a child, has "
        "inherited the open file: such a lock stays until every process has closed that, or one "
        "unlocks it"
    )


def cycle_doubts(links: Iterable[Link]) -> Iterator[Doubt]:
    """What may make a ring none: of each kind the first."""
    links = tuple(links)
    for link in links:
        if len(link.who.waits) > 1:
            text = f"{link.who.label} awaits several tasks, of which one may fail and end that"
            yield Doubt(text, "other-task")
            break
    for link in links:
        if link.wait.timeout is not False and not link.wait.resource.channel.is_database:
            tasks = "the event loop has timers that may yet end it: what they call is not known"
            threads = f"whether the wait of {link.who.label} ends by itself is not known"
            yield Doubt(tasks if isinstance(link.who, TaskActor) else threads, "timer")
            break
    for link in links:
        if link.hold is not None and _is_suspected(link):
            told_by = "an acquire() in a function that still runs, or that it called: such a lock"
            if link.hold.resource.kind == "mutex":
                told_by = "the function on its stack, and on no other, that makes it: a guard"
            yield Doubt(
                f"that {link.by.label} holds {link.hold.resource.name} is inferred from {told_by} "
                "does not remember its owner",
                "suspected",
            )
            break


def grounds_evidence(grounds: Grounds) -> Iterator[Evidence]:
    """That neither handlers of signals end the waits, nor what goes on in packages."""
    if grounds.ignored:
        signals = listed(list(dict.fromkeys(signal_name(one.signal) for one in grounds.ignored)))
        yield Evidence(
            f"what the program calls at {signals} does not touch what is waited for, as far as its "
            "code tells",
            kind="inferred",
        )
    for handler, wait in grounds.held_back:
        name = handler.function or "its handler"
        yield Evidence(
            f"{name}, called at {signal_name(handler.signal)}, would {bringing(wait)}, but the "
            "main thread, in which Python calls it, blocks that signal"
        )
    for wait in grounds.uncalled:
        calls = " or ".join([f"{name}()" for name in wait.ended_by[:2]])
        yield Evidence(
            f"no function of the program's own is left that calls {calls} of "
            f"{wait.resource.name}, and the packages in which other threads go on were not given "
            f"it: {listed(grounds.bystanders)}",
            kind="inferred",
        )

    for wait, labels in grounds.apart:
        calls = " or ".join([f"{name}()" for name in wait.ended_by[:2]])
        to = f"{calls} of" if not wait.library else "the native code that waits for"
        go, code = ("goes", "its") if len(labels) == 1 else ("go", "their")
        yield Evidence(
            f"{listed(labels)} {go} on, but {code} code does not lead to {to} {wait.resource.name}",
            kind="inferred",
        )


def left_to_none(party: Party, wait: Wait) -> list[Place]:
    """What threads are given to run, and none runs, that would end the wait; but for what threads
    that are known to have ended have run, of which that is told."""
    ended = [one for one in party.state.waiting.ended_threads if wait.tid in one.awaited_by]
    ran = {(one.ran.file, one.ran.function) for one in ended if one.ran is not None}
    return [one for one in wait.run_by_none if (one.file, one.function) not in ran]


def run_by_none(party: Party, wait: Wait) -> Iterator[Evidence]:
    """Of what threads are given to run, and none runs, that would end the wait."""
    for one in left_to_none(party, wait):
        leads = "leads to its library" if wait.library else f"would {bringing(wait)}"
        text = f"{one.function} ({place_of(one)}), which a thread is given to run, {leads}, as far "
        yield Evidence(
            f"{text}as names tell, and no thread runs it: it has ended, or nobody began it",
            kind="inferred",
        )


def chain_evidence(links: Iterable[Link]) -> list[str]:
    """'"MainThread" waits for the end of "worker" (main.py:20)' for each step."""
    told = [f"{link.who.label} {waits_for(link.who, link.wait, link.by)}" for link in links]
    return told[:MAX_EVIDENCE]


def bringing(wait: Wait) -> str:
    """What ends a wait for something that nobody is known to hold: "set it", "fill it"."""
    if wait.resource.kind == "queue":
        return {"put": "empty it", "send": "empty it", "join": "finish its items"}.get(
            wait.operation, "fill it"
        )
    if wait.resource.loop is not None:
        return "bring one"
    if wait.resource.channel.is_counter:
        return "write to it" if wait.resource.channel.target == EVENTFD else "arm it"
    return _BRINGS.get(wait.resource.kind, "end that")


def kept_text(wait: Wait) -> str:
    """ "the generator rows holds lock (taken pay.py:6), and is suspended"; "" where no suspended
    coroutine or generator is known to hold what is waited for."""
    if wait.kept is None:
        return ""
    where = place_of(wait.kept.place)
    taken = bracketed("taken " + where if where else "")
    probably = "" if wait.kept.is_sure else "probably "
    return f"{wait.kept.by} {probably}holds {wait.resource.name}{taken}, and is suspended"


def kept_place(party: Party, wait: Wait) -> Blame | None:
    """Where that one took it."""
    place = wait.kept.place if wait.kept is not None else None
    return None if place is None else Blame(place.file, place.line, place.function, party.name)


def still_text(wait: Wait) -> str:
    """A queue's, future's or event's state in a few words, from its figures; "" when unknown."""
    size = wait.resource.queue.size
    if size == 0:
        return "it is empty"
    if size is not None:
        return f"it holds {counted(size, 'item')}"
    return wait.resource.detail
