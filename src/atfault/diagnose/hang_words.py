"""How waits, holds and cycles are worded in findings, and which lines they blame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atfault.diagnose.blame import frame_blame
from atfault.diagnose.parties import Link, Party
from atfault.diagnose.stuck import BROUGHT
from atfault.diagnose.words import place_of as place_of
from atfault.model.counts import counted
from atfault.model.findings import Blame, Confidence, Evidence
from atfault.model.stacks import PyFrame
from atfault.model.waits import Place, Wait

MAX_BLAME = 16
MAX_EVIDENCE = 8
LOCKS = ("lock", "rlock", "condition", "import-lock", "mutex", "rwlock", "gil")


def own_line(party: Party) -> Blame | None:
    """The user's own innermost line of a thread."""
    for frame in party.thread.stack.frames:
        if frame.mine:
            return frame_blame(frame, party.name, party.tid, party.pid)
    return None


def own_lines(party: Party, limit: int = 4) -> list[Blame]:
    """The user's own lines of a thread, innermost first."""
    found: list[Blame] = []
    for frame in party.thread.stack.frames:
        blame = frame_blame(frame, party.name, party.tid, party.pid) if frame.mine else None
        if blame is not None:
            found.append(blame)
        if len(found) >= limit:
            break
    return found


def wait_blame(party: Party, wait: Wait) -> Blame | None:
    """The user's line that waits."""
    place = wait.place
    if place is not None and place.mine:
        return place_blame(place, party)
    return own_line(party) or (None if place is None else place_blame(place, party))


def place_blame(place: Place, party: Party) -> Blame:
    return Blame(place.file, place.line, place.function, party.name, tid=party.tid, pid=party.pid)


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


def distinct(blames: Iterable[Blame | None]) -> tuple[Blame, ...]:
    """Each line once, in order."""
    found: dict[tuple[str, int | None, str, str], Blame] = {}
    for blame in blames:
        if blame is not None and blame.line is not None:
            found.setdefault((blame.file, blame.line, blame.function, blame.thread), blame)
    return tuple(found.values())[:MAX_BLAME]


def bracketed(*parts: str) -> str:
    """ " (taken bank.py:10)"; "" when there is nothing to say."""
    text = ", ".join(part for part in parts if part)
    return f" ({text})" if text else ""


def waits_for(
    party: Party, wait: Wait, by: Party | None = None, where: PyFrame | None = None
) -> str:
    """ "waits for b.lock (bank.py:12)", 'waits for thread "x" to end (main.py:3)'.

    where: a frame whose line has been named already.
    """
    resource = wait.resource
    blame = wait_blame(party, wait)
    is_named = (
        blame is not None
        and where is not None
        and ((blame.file, blame.line) == (where.location.file, where.location.line))
    )
    place = "" if is_named else bracketed(place_of(blame))
    detail = "" if resource.kind in LOCKS or not resource.detail else f", {resource.detail}"
    if resource.kind == "thread":
        who = by.label if by is not None else resource.name
        return f"waits for the end of {who}{place}"
    if resource.kind == "gil":
        return f"waits for the GIL{place}"
    if resource.kind == "process":
        return f"waits for the end of {resource.name}{detail}{place}"
    return f"waits for {resource.name}{detail}{place}"


def how_long(wait: Wait) -> str:
    """ "without a timeout", "again and again (6 times in 3.0 s)", "for 0.4 s more"."""
    if wait.again is not None:
        return (
            f"again and again ({counted(wait.again.wakes, 'time')} in {wait.again.seconds:.1f} s)"
        )
    left = "" if wait.left is None else _span(wait.left)
    if wait.timeout:
        return f"for {left} more at most" if left else "with a timeout"
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
    verb = "probably holds" if hold.proof == "suspected" else "holds"
    return f"{verb} {hold.resource.name}{bracketed('taken ' + taken if taken else '')}"


def cycle_evidence(cycle: tuple[Link, ...]) -> tuple[Evidence, ...]:
    """One clause a thread: what it holds, and what it waits for."""
    told = []
    for index, link in enumerate(cycle):
        held = holds_text(cycle[index - 1]) if len(cycle) > 1 else holds_text(link)
        text = waits_for(link.who, link.wait, link.by)
        told.append(f"{link.who.label} {held}, {text}" if held else f"{link.who.label} {text}")
    shown = told[:MAX_EVIDENCE]
    if len(told) > len(shown):
        shown.append(f"and {counted(len(told) - len(shown), 'more thread')} of the cycle")
    return tuple(Evidence(text, in_picture=True) for text in shown)


def proof_evidence(links: Iterable[Link]) -> Iterator[Evidence]:
    """How it is known who holds a lock, where that is no more than likely."""
    for link in links:
        hold = link.hold
        if hold is not None and hold.proof == "suspected":
            yield Evidence(
                f"that {link.by.label} holds {hold.resource.name} is inferred from an acquire() in "
                "a function that still runs, or that it called: such a lock does not remember its "
                "owner"
            )
            return


def sureness(links: Iterable[Link]) -> Confidence:
    """Certain when the kernel tells each wait, none has a timeout, and each holder is proven."""
    for link in links:
        suspected = link.hold is not None and link.hold.proof == "suspected"
        if suspected or not link.wait.exact or link.wait.timeout is not False:
            return "likely"
        if link.wait.resource.kind in ("semaphore", "file", *BROUGHT):
            return "likely"
        if link.wait.resource.loop is not None:
            return "likely"
    return "certain"


def chain_evidence(links: Iterable[Link]) -> list[Evidence]:
    """'"MainThread" waits for the end of "worker" (main.py:20)' for each step."""
    return [
        Evidence(f"{link.who.label} {waits_for(link.who, link.wait, link.by)}") for link in links
    ][:MAX_EVIDENCE]


def bringing(wait: Wait) -> str:
    """What ends a wait for something that nobody holds: "set it", "put one there"."""
    if wait.resource.kind == "queue":
        return {"put": "empty it", "join": "finish its items"}.get(wait.operation, "fill it")
    if wait.resource.loop is not None:
        return "bring one"
    return "set it" if wait.resource.kind == "event" else "notify it"


def kept_text(wait: Wait) -> str:
    """ "the generator rows holds lock (taken pay.py:6), and is suspended"; "" where no suspended
    coroutine or generator is known to hold what is waited for."""
    if wait.kept is None:
        return ""
    taken = bracketed("taken " + place_of(wait.kept.place))
    return f"{wait.kept.by} holds {wait.resource.name}{taken}, and is suspended"


def kept_place(wait: Wait) -> Blame | None:
    """Where that one took it."""
    place = wait.kept.place if wait.kept is not None else None
    return None if place is None else Blame(place.file, place.line, place.function, "")


def still_text(wait: Wait) -> str:
    """A queue's, future's or event's state in a few words, from its figures; "" when unknown."""
    size = wait.resource.queue.size
    if size == 0:
        return "it is empty"
    if size is not None:
        return f"it holds {counted(size, 'item')}"
    return wait.resource.detail
