"""slow-not-stuck: the program works, or sleeps for a time; nothing speaks for a hang."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atfault.diagnose import titles
from atfault.diagnose.hang_words import (
    distinct,
    own_line,
    own_lines,
    place_blame,
    wait_blame,
    waits_for,
)
from atfault.diagnose.parties import HELPERS, Party, can_act
from atfault.diagnose.rule import ALIVE, TELLING, Need, rule
from atfault.diagnose.stuck import Hang, hang_of
from atfault.diagnose.watched import (
    SOME,
    activity_of,
    child_share,
    cpu_share,
    is_idle_server,
    sleeps_often,
)
from atfault.diagnose.words import listed
from atfault.model.case import Case
from atfault.model.findings import Advice, Blame, Evidence, Finding
from atfault.model.waits import BUSY, ThreadActivity

SHOWN = 4


@rule(
    "slow-not-stuck",
    needs=(Need.ACTIVITY,),
    on=ALIVE,
    yields_to=(
        TELLING,
        "waits-for-nobody",
        "waiting-external",
    ),
    family="hang",
    partly=(Need.INTERPRETER,),
    plain_title=True,
)
def slow_not_stuck(case: Case) -> Iterator[Finding]:
    """The program is not stuck: it computes, or polls, or sleeps until a time.

    Samples over a time show which threads moved, how much processor time they used, and which
    variables changed. Whether a change is progress, only the author of the program can say: a loop
    that counts and never ends changes as well. So the finding lists what changed.

    What to do: when it takes longer than it should, profile it; when what changes is no progress,
    look at the loop that is named.
    """
    state = case.process
    hang = hang_of(case)
    working, sleeping = [], []
    for party in hang.in_order():
        activity = activity_of(party)
        if activity is None or party.pid != state.process.pid:
            continue
        if is_idle_server(party):
            continue
        turns = not party.waits and sleeps_often(activity)
        if activity.moved or cpu_share(activity) >= SOME or turns:
            working.append((party, activity))
        elif party.waits and all(wait.timeout for wait in party.waits) and own_line(party):
            sleeping.append((party, activity))
    working.sort(key=lambda pair: (-pair[1].cpu_seconds, not pair[0].is_main))
    if working:
        yield _working(working)
    elif sleeping:
        yield _sleeping(hang, sleeping)
    else:
        yield from _awaited(hang)


def _working(found: list[tuple[Party, ThreadActivity]]) -> Finding:
    party, activity = next((one for one in found if own_lines(one[0], 1)), found[0])
    changed = bool(activity.changed) or any(one.changed for _, one in found)
    loop = activity.loop
    lines = own_lines(party)
    if loop is not None:
        lines = [place_blame(loop, party), *lines]
    elif not lines:
        lines = [line for other, _ in found for line in own_lines(other)]
    busy = cpu_share(activity) >= SOME
    start = "Busy, not" if cpu_share(activity) >= BUSY else "Not"
    doing = f"computes ({cpu_share(activity):.0%} of a processor)" if busy else "goes on"
    return Finding(
        cause="slow-not-stuck",
        summary=f"{party.label} {doing}{_at(lines)}: it is slow or waits in turns, but not stuck",
        confidence="likely" if changed or activity.moved else "possible",
        title=f"{start} stuck: it moves on{titles.at(lines)}",
        blame=distinct(lines),
        evidence=tuple(Evidence(_story(p, a)) for p, a in found[:SHOWN]),
        advice=(
            Advice("if what changes is no progress, look at the loop's condition"),
            Advice("if it is progress, profile it to see what takes the time"),
        ),
    )


def _story(party: Party, activity: ThreadActivity) -> str:
    used = f"{activity.cpu_seconds:.2f} s of processor time in {activity.wall_seconds:.1f} s"
    text = f"{party.label} used {used}"
    if activity.changed:
        return f"{text}; changed: {listed(activity.changed[:SHOWN])}"
    if activity.moved:
        return f"{text}, and its Python code moved"
    if sleeps_often(activity):
        return f"{text}, and gave way {activity.voluntary_switches} times"
    return f"{text}; nothing in it was seen to change"


def _sleeping(hang: Hang, found: list[tuple[Party, ThreadActivity]]) -> Finding:
    party, _ = found[0]
    line = own_line(party)
    doing = f"sleeps{_at([line] if line else [])} until a time"
    if any(wait.resource.loop is not None for wait in party.waits):
        doing = "runs an event loop that waits for a timer"
    names = sorted({p.waits[0].resource.name for p, _ in found})
    return Finding(
        cause="slow-not-stuck",
        summary=f"{party.label} {doing}, so it will go on by itself",
        confidence="possible",
        title=_waits_a_while(hang, party, [line]),
        blame=distinct([line]),
        evidence=(
            Evidence(f"waits that end by themselves: {listed(names)}"),
            Evidence("no thread moved while it was watched"),
        ),
        advice=(
            Advice("watch for longer than it sleeps", f"atfault attach --watch 30 {party.pid}"),
        ),
    )


def _waits_a_while(hang: Hang, party: Party, lines: Sequence[Blame | None]) -> str:
    return f"Not stuck: {titles.who(hang, party)} waits for a while{titles.at(lines)}"


def _watch(pid: int) -> tuple[Advice, ...]:
    return (Advice("watch for longer than it sleeps", f"atfault attach --watch 30 {pid}"),)


def _awaited(hang: Hang) -> Iterator[Finding]:
    """The main thread waits for what others may bring: threads that sleep until a time, or child
    processes that do or that compute."""
    main = next(hang.main_threads(), None)
    if main is None or main.pid != hang.state.process.pid:
        return
    if not main.waits or main.key in hang.stuck:
        return
    chain, threads = hang.threads_from(main)
    found = []
    for other in threads[-1:] if chain else hang.in_order():
        doing = _doing(hang, other) if other.key != main.key else ""
        if doing:
            found.append((other, doing))
    if not found:
        return
    other, doing = found[0]
    awaited = waits_for(main, main.waits[0], chain[0].by if chain else None)
    lines = [*own_lines(other), wait_blame(main, main.waits[0])]
    yield Finding(
        cause="slow-not-stuck",
        summary=f"{main.label} {awaited}; {other.label}, which may end that, {doing}",
        confidence="possible",
        title=_waits_a_while(hang, other, lines),
        blame=distinct([*lines, *own_lines(main)]),
        evidence=(
            Evidence(f"{main.label} {awaited}"),
            *[Evidence(f"{one.label} {text}") for one, text in found[:SHOWN]],
        ),
        advice=(
            Advice("watch for longer than it sleeps", f"atfault attach --watch 30 {main.pid}"),
        ),
    )


def _doing(hang: Hang, party: Party) -> str:
    """ "computes (98% of a processor) in f (x.py:3)"; "" for one that does nothing, or about which
    nothing is known."""
    if not can_act(party) or hang.role(party.pid) in HELPERS or _is_handler(party):
        return ""
    where = _at(own_lines(party, 1))
    if party.waits and all(wait.timeout for wait in party.waits):
        return f"sleeps{where} until a time"
    if party.waits or party.pid == hang.state.process.pid or not party.is_main:
        return ""
    share = child_share(hang.state, party.pid)
    return f"computes ({share:.0%} of a processor){where}" if share >= SOME else ""


def _is_handler(party: Party) -> bool:
    """A thread of multiprocessing.Pool that polls for as long as the pool lives."""
    return any(
        frame.code.name.startswith("_handle_")
        and frame.code.filename.endswith("multiprocessing/pool.py")
        for frame in party.python
    )


def _at(lines: list[Blame]) -> str:
    if not lines:
        return ""
    return f" in {lines[0].function} ({lines[0].file.rsplit('/', 1)[-1]}:{lines[0].line})"
