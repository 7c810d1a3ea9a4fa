"""slow-not-stuck: the program works, or sleeps for a time; nothing speaks for a hang."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.idle_loops import lines_between_callbacks, tasks_of
from atfault.diagnose.hang.parties import HELPERS, Party, can_act, runs, runs_own_code
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.task_words import in_vain, is_sleep, task_lines
from atfault.diagnose.hang.watched import (
    SOME,
    activity_of,
    child_share,
    cpu_share,
    is_idle_server,
    is_left_alone,
    sleeps_often,
)
from atfault.diagnose.hang.words import (
    distinct,
    how_long,
    inside,
    own_line,
    own_lines,
    place_blame,
    wait_blame,
    waits_for,
)
from atfault.diagnose.rule import ALIVE, TELLING, Need, rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Blame, Confidence, Finding
from atfault.model.kinds import CHANNELS, OF_PYTHON
from atfault.model.waits import BUSY, AsyncTask, ThreadActivity, Wait

SHOWN = 4
POOL_HANDLERS = (
    ("_handle_workers", "multiprocessing/pool.py"),
    ("_handle_tasks", "multiprocessing/pool.py"),
    ("_handle_results", "multiprocessing/pool.py"),
)
"""What the threads of multiprocessing.Pool run, which poll for as long as the pool lives."""


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
    that counts and never ends changes as well. So the finding lists what changed, and of a loop it
    is likely only where its end was seen to come nearer: an iterator has fewer to give, or what an
    exit compares is nearer to where it opens.

    What the main thread waits for, a child process that computes, comes before threads beside it
    that look again and again.

    A loop that wakes, looks and sleeps again is told with how often, and with why it is not called
    stuck: it ends at a time, it is meant to go on, it does more than look, or what it waits for may
    yet come. That it will go on by itself is said of a timer alone.

    What to do: when it takes longer than it should, profile it; when what changes is no progress,
    look at the loop that is named.
    """
    hang = hang_of(case)
    last = next(reversed(_behind_main(hang)), None)
    working, waiting = [], []
    for party in hang.in_order:
        activity = activity_of(party)
        if activity is None or party.pid != case.process.process.pid or is_idle_server(party):
            continue
        rests = all(wait.timeout for wait in party.waits) or _polls(party)
        computes = cpu_share(activity) >= (BUSY if _polls(party) else SOME)  # looks cost, too
        still = not activity.moved or _polls(party)
        if not computes and not runs_own_code(party) and in_vain(party):
            continue  # that a loop of greenlets goes round tells nothing of these
        turns = not party.waits and sleeps_often(activity)
        if party.waits and rests and still and not computes and (own_line(party) or party is last):
            waiting.append((party, activity))
        elif activity.moved or computes or turns:
            working.append((party, activity))
    working.sort(key=lambda pair: (-pair[1].cpu_seconds, not pair[0].is_main))
    waiting.sort(key=lambda pair: last is None or pair[0].key != last.key)
    if any(not _keeps_house(party) for party, _ in working):
        yield _working(hang, [pair for pair in working if not _keeps_house(pair[0])])
    elif waiting and not _awaits_child(hang):
        yield _waiting(hang, waiting)
    else:
        found = list(_awaited(hang))
        yield from found or [_working(hang, working)] if working else found


def _polls(party: Party) -> bool:
    return any(wait.again is not None for wait in party.waits)


def _keeps_house(party: Party) -> bool:
    """A thread of a library for which nobody waits: what it does is no work of the program's."""
    return bool(party.python) and not runs_own_code(party) and not party.is_main


def _working(hang: Hang, found: list[tuple[Party, ThreadActivity]]) -> Finding:
    party, activity = next((one for one in found if own_lines(one[0], 1)), found[0])
    loop = activity.loop
    lines = own_lines(party)
    of_loop = lines_between_callbacks(party)
    if loop is not None:
        lines = [*of_loop, place_blame(loop, party), *lines]
    elif not lines:
        lines = [line for other, _ in found for line in own_lines(other)]
    behind = [] if lines else [line for main in hang.main_threads() for line in own_lines(main)]
    busy = cpu_share(activity) >= SOME
    idles = bool(of_loop) and not busy  # that its timers wake a loop is no work yet
    start = "Busy, not" if cpu_share(activity) >= BUSY else "Not"
    doing = f"computes ({cpu_share(activity):.0%} of a processor)" if busy else "goes on"
    return Finding.of(
        summary=f"{party.label} {doing}{inside(lines)}: it is slow or waits in turns, "
        "but not stuck",
        confidence=_confidence(found, busy=busy, idles=idles),
        title=f"{start} stuck: it moves on{titles.at(lines)}",
        blame=distinct([*lines, *behind]),
        evidence=tuple(_story(p, a) for p, a in found[:SHOWN]),
        advice=(
            "if what changes is no progress, look at the loop's condition",
            "if it is progress, profile it to see what takes the time",
        ),
    )


def _confidence(
    found: list[tuple[Party, ThreadActivity]], *, busy: bool, idles: bool
) -> Confidence:
    """A loop that computes is said to get on where its end was seen to come nearer. Whether one in
    native code that calls back does, or what waits in turns, shows in nothing that was read."""
    party, first = found[0]
    loops = [one.advance.kind for _, one in found if one.advance is not None]
    if "nearer" in loops:
        return "likely"
    if (busy and loops) or _polls(party) or not first.has_loop:
        return "possible"
    changed = any(one.changed for _, one in found)
    wakes = idles or (first.mostly_sleeps and not busy)  # that it wakes is no work yet
    return "likely" if changed or (first.moved and not wakes) else "possible"


def _story(party: Party, activity: ThreadActivity) -> str:
    used = f"{activity.cpu_seconds:.2f} s of processor time in {activity.wall_seconds:.1f} s"
    text = f"{party.label} used {used}"
    if activity.advance is not None and activity.advance.kind == "nearer":
        return f"{text}; {listed(activity.advance.what[:SHOWN])}"
    if activity.changed:
        return f"{text}; changed: {listed(activity.changed[:SHOWN])}"
    if activity.moved:
        return f"{text}, and its Python code moved"
    if sleeps_often(activity):
        return f"{text}, and gave way {activity.voluntary_switches} times"
    return f"{text}; nothing in it was seen to change"


def _waiting(hang: Hang, found: list[tuple[Party, ThreadActivity]]) -> Finding:
    """Threads that sleep until a time, or for short times again and again."""
    party, activity = found[0]
    wait = party.waits[0]
    lines = [line for task in tasks_of(party) for line in task_lines(task, party)]
    lines += own_lines(party, 1)
    if not lines:
        lines = [line for one in reversed(_behind_main(hang)) for line in own_lines(one)]
    doing = _doing_so(party, wait)
    if wait.resource.loop is not None:
        doing = "runs an event loop that waits for a timer"
    goes_on = wait.again is None and (
        wait.resource.kind == "time" or (wait.resource.loop is not None and _wakes_own(party))
    )
    after = ", so it will go on by itself" if goes_on else ""
    evidence = [f"{one.label} {_doing_so(one, w)}" for one, _ in found for w in one.waits]
    evidence += [f"changed: {listed(activity.changed[:SHOWN])}"] if activity.changed else []
    evidence += _of_loop(hang, party, wait)
    if all(
        seen is not None and not seen.stirred
        for seen in map(activity_of, hang.of_process(party.pid))
    ):
        evidence.append("no thread moved while it was watched")
    return Finding.of(
        summary=f"{party.label} {doing}{after}",
        confidence="possible",
        title=_waits_a_while(hang, party, lines, goes_on),
        blame=distinct(lines),
        evidence=evidence[: SHOWN + 2],
        advice=_watch(party.pid),
    )


def _wakes_own(party: Party) -> bool:
    """Whether the timer of its event loop may be that of a task whose own code sleeps: a package's
    sleeps only to look around."""
    tasks = tasks_of(party)
    return not tasks or any(map(_sleeps, tasks))


def _sleeps(task: AsyncTask) -> bool:
    inner, around = (*reversed(task.frames), None, None)[:2]
    return inner is not None and is_sleep(inner) and around is not None and around.mine


def _doing_so(party: Party, wait: Wait) -> str:
    if wait.resource.kind == "time":
        return f"sleeps{inside(own_lines(party, 1))} {how_long(wait)}"
    return f"{waits_for(party, wait)}, {how_long(wait)}"


def _of_loop(hang: Hang, party: Party, wait: Wait) -> Iterator[str]:
    """Of a loop that looks again and again: why it is not said to be stuck."""
    if wait.again is None:
        return
    if not wait.timeout:
        yield "what it waits for may yet come: somebody is left who could bring it"
        return
    if wait.again.ends:
        yield "the loop ends of itself: at a time, or after so many turns"
    elif wait.again.serves:
        yield "the loop has no way out: it is meant to go on"
    elif wait.again.does:
        yield f"between two looks it does more: {listed(wait.again.does[:SHOWN])}"
    if wait.resource.kind in OF_PYTHON and is_left_alone(hang, party):
        yield "nobody is left who could bring what it waits for"


def _waits_a_while(
    hang: Hang, party: Party, lines: Sequence[Blame | None], goes_on: bool = True
) -> str:
    who, where = titles.who(hang, party), titles.at(lines)
    if _polls(party):
        return f"Not seen to be stuck: {who} looks again and again{where}"
    return f"{'Not' if goes_on else 'Not seen to be'} stuck: {who} waits for a while{where}"


def _computes(hang: Hang, party: Party, lines: Sequence[Blame | None]) -> str:
    """Of a child process; "" for one that waits."""
    if party.waits or party.pid == hang.state.process.pid:
        return ""
    return f"Not seen to be stuck: {titles.who(hang, party)} computes{titles.at(lines)}"


def _watch(pid: int) -> tuple[Advice | str, ...]:
    return (Advice("watch for longer than it sleeps", f"atfault attach --watch 30 {pid}"),)


def _awaits_child(hang: Hang) -> bool:
    """Whether the main thread waits for one of another process that computes: that comes before
    the looks of threads beside it."""
    last = next(reversed(_behind_main(hang)), None)
    is_other = last is not None and last.pid != hang.state.process.pid
    return last is not None and is_other and not last.waits and _doing(hang, last) != ""


def _behind_main(hang: Hang) -> list[Party]:
    """The main thread, whom it waits for, and so on; [] where it waits for nobody, or is stuck."""
    main = hang.main_of(hang.state.process.pid)
    if main is None or not main.waits or main.key in hang.stuck:
        return []
    return hang.threads_from(main)[1]


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
    for other in threads[-1:] if chain else hang.in_order:
        doing = _doing(hang, other) if other.key != main.key else ""
        if doing:
            found.append((other, doing))
    if not found:
        return
    other, doing = found[0]
    awaited = waits_for(main, main.waits[0], chain[0].by if chain else None)
    lines = [*own_lines(other), wait_blame(main, main.waits[0])]
    yield Finding.of(
        summary=f"{main.label} {awaited}; {other.label}, which may end that, {doing}",
        confidence="possible",
        title=_computes(hang, other, lines) or _waits_a_while(hang, other, lines),
        blame=distinct([*lines, *own_lines(main)]),
        evidence=(
            f"{main.label} {awaited}",
            *[f"{one.label} {text}" for one, text in found[:SHOWN]],
        ),
        advice=_watch(main.pid),
    )


def _doing(hang: Hang, party: Party) -> str:
    """ "computes (98% of a processor) in f (x.py:3)"; "" for one that does nothing, or about which
    nothing is known."""
    if not can_act(party) or hang.role(party.pid) in HELPERS or runs(party, *POOL_HANDLERS):
        return ""
    where = inside(own_lines(party, 1))
    if party.waits and all(wait.timeout for wait in party.waits):
        # A server that listens in turns, such as a database's, brings nothing by itself.
        listens = any(wait.resource.kind in ("fd", *CHANNELS) for wait in party.waits)
        idles = listens and isinstance(party.state.python, Absent)
        return "" if idles else f"sleeps{where} until a time"
    if party.waits or party.pid == hang.state.process.pid or not party.is_main:
        return ""
    share = child_share(hang.state, party.pid)
    return f"computes ({share:.0%} of a processor){where}" if share >= SOME else ""
