"""busy-loop: a loop in Python that runs and runs, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.cycles import step_in_words
from atfault.diagnose.hang.parties import (
    Key,
    Link,
    Party,
    is_helper,
    library_inside,
    native_part,
    runs_own_code,
)
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.task_words import task_lines
from atfault.diagnose.hang.watched import (
    SOME,
    activity_of,
    cpu_share,
    is_busy,
    is_left_alone,
    others_left,
    reads_nothing,
    sleeps_often,
)
from atfault.diagnose.hang.words import (
    bringing,
    chain_evidence,
    distinct,
    inside,
    link_blames,
    own_lines,
    place_blame,
    waits_for,
)
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Blame, Doubt, Finding
from atfault.model.kinds import BROUGHT
from atfault.model.waits import BUSY, LoopCondition, ThreadActivity, Wait

SHOWN = 6
_IN_VAIN = {
    "returns": "what is not shown of its variables may change",
    "unending": "an exception may end it yet",
}
"""How a loop does not get on, and what could be otherwise."""
KEPT_LINES = 2
"""Of the loop, in front of those of who waits for its thread."""


@rule(
    "busy-loop",
    needs=(Need.ACTIVITY,),
    on=ALIVE,
    causes=("busy-loop", "deadlock"),
    yields_to=("stuck-native-call",),
    family="hang",
    partly=(Need.INTERPRETER,),
    plain_title=True,
)
def busy_loop(case: Case) -> Iterator[Finding]:
    """A loop runs without end: nothing that could end it changes.

    Samples over a time compare, frame by frame, where the thread is and what its variables hold.
    Where the source is at hand, it tells what the exits of the loop look at: its condition, and the
    tests around `break` and `return`. Functions and properties that only look are followed, and
    arrays, shared memory and files are read. A counter may go up all the while; when nothing that
    the exits look at changed, nothing in the loop assigns it, and the loop calls nothing that does
    work, it will never end, however little of a processor it gets.

    Of a loop that computes, its turns are gone through in thought, with the values that are there:
    numbers, strings, attributes, and calls of functions whose source is at hand. Where what decides
    about its end comes back to what it was (the two ends of an interval that are neighbours, an
    iteration that swings, a ring of nodes, a clock that a test has stopped), or moves away from
    where the loop would end (a sum that has passed it), it never ends.

    Of a loop that calls what cannot be gone through (a regular expression, JSON, an own extension),
    the variables of all the user's functions on its stack are read time and again: where what the
    exits look at, and all that these hold, comes back to what it was, it goes round for nothing. A
    loop that goes by chance is not judged so.

    Where who could end it waits for what the loop's own thread holds, or would bring behind the
    loop, the two are a deadlock, also where others lie in between; not where the loop goes by what
    it assigns itself. Children that compute are watched as the program itself is.

    A loop that sleeps between two looks (`while not job.done: time.sleep(1)`) is told as well, in a
    thread or a task. Others that go on count by what their code does: who stores a `done`, changes
    the container, or has the memory mapped may end it, and a heartbeat does not. Where others go
    on, and none of them writes it, that is possible at most: the loop may be meant to go on.

    A loop that reads on past the end of a file, or from a connection that the other side has
    closed, runs without end, too: each read returns nothing.

    A loop that does work until it is told to stop looks alike and is none: loops that call what may
    have an effect are not judged, and neither are those that another thread may yet end, as long
    as something changes, or `while self.running` beside threads that go on. What changed and what
    did not is listed, since whether a change is progress only its author knows.

    A call in C that takes all that an iterator gives (`deque(map(f, iter(read, "")))`) is looked
    at as well: one that draws from `count()`, or from `iter(read, "")` where bytes are read, has no
    end. Nor has a loop that goes from year to year, and takes what is no date in any for one that
    is not in this year.

    Where none of that can be told, the innermost loop that stays is looked at, the program's or a
    package's: whether an iterator of a `for` has fewer to give, whether what an exit compares comes
    nearer to where it opens, or whether all that is read of it comes back to what it was, but for
    what it only counts or collects. A loop that was not seen to get on is told as possible, with
    your functions that a package's loop calls.

    What to do: look at the condition of the loop and ask what would make it false. To wait for
    another thread, use an Event or a Condition rather than asking again and again.
    """
    hang = hang_of(case)
    for party in hang.in_order:
        activity = activity_of(party)
        if activity is None or party.waits or not _spins(hang, party, activity):
            continue
        if _at_end(activity) and own_lines(party) and not _runs_event_loop(party):
            yield _reads_on(party, activity)
            return
        if not activity.moved and native_part(party) and not _gives_way(party, activity):
            continue
        if not own_lines(party) or _runs_event_loop(party) or not activity.has_loop:
            continue
        if activity.changed and not _never_ends(hang, party, activity):
            continue
        if not activity.changed and _may_work(activity):
            continue
        yield _finding(hang, party, activity)
        return
    for party in hang.in_order:
        activity = activity_of(party)
        if activity is not None and _polls(hang, party, activity):
            yield _finding(hang, party, activity)
            return
    found = next(_of_tasks(hang), None) or next(_not_getting_on(hang), None)
    if found is not None:
        yield found


def _not_getting_on(hang: Hang) -> Iterator[Finding]:
    """Of threads that compute, and of whose innermost loop nothing was seen to get on."""
    for party in hang.in_order:
        activity = activity_of(party)
        advance = None if activity is None else activity.advance
        if activity is None or advance is None or advance.kind not in _IN_VAIN:
            continue
        computes = cpu_share(activity) >= SOME or _is_made_to_wait(activity)
        if not computes or activity.bytes_read or _runs_event_loop(party):
            continue
        place, own = advance.place, own_lines(party)
        if place is None or not own:
            continue
        loop = place_blame(place, party)
        called = [place_blame(one, party) for one in advance.called]
        lines = [loop, *own] if place.mine else [*called, *own[:1], loop, *own]
        whose = "the loop" if place.mine else "a package's loop"
        whose = whose if activity.moved else "a call"
        as_before = f": {listed(advance.what)}" if advance.what else ""
        seen = f"what its variables hold came back to what it was, time and again{as_before}"
        if advance.kind == "unending":
            seen = listed(advance.what)
        elif advance.by_chance:
            seen = (
                f"what it draws by chance never led out of it, and nothing else changed{as_before}"
            )
        yield Finding.of(
            summary=f"{party.label} goes round in {whose}{inside([loop])}, not seen to get on",
            confidence="possible",
            title=f"Busy, and not seen to get on: {whose}{titles.at([loop])} goes on and on",
            blame=distinct(lines),
            evidence=(
                f"it used {cpu_share(activity):.0%} of a processor over "
                f"{activity.wall_seconds:.1f} s",
                seen,
            ),
            advice=(
                "ask what would end that loop, and what has to change for it",
                "if it only takes long, watch for longer",
            ),
            doubts=(Doubt(_IN_VAIN[advance.kind], "unread"),),
        )


def _spins(hang: Hang, party: Party, activity: ThreadActivity) -> bool:
    """Whether it runs all the time that it is given, however little that is where others run."""
    if is_busy(party):
        return True
    if cpu_share(activity) < SOME:
        return False
    return _is_made_to_wait(activity) or _never_ends(hang, party, activity)


def _is_made_to_wait(activity: ThreadActivity) -> bool:
    """Whether others have the processor for which it waits, as where the machine is busy."""
    return activity.involuntary_switches > activity.voluntary_switches


def _gives_way(party: Party, activity: ThreadActivity) -> bool:
    """Whether it is no call that does not come back where it was seen: it sleeps for a moment in a
    call of Python's own (`time.sleep(0)`), time and again."""
    return sleeps_often(activity) and library_inside(party) == ""


def _polls(hang: Hang, party: Party, activity: ThreadActivity) -> bool:
    """Whether it sleeps and asks, again and again, for what nobody is left to change."""
    condition, wait = activity.condition, next(iter(party.waits), None)
    again = activity.again if wait is None else wait.again  # it may have looked at that moment
    if wait is not None and wait.resource.kind != "time":
        return False
    if again is None or condition is None or not own_lines(party) or condition.asks_world:
        return False
    # A variable of its own that it never assigns is meant to go on: `while running: sleep(1)`; and
    # so, beside the main thread, is one that counts what others see, or tells how it goes.
    if again.serves or condition.is_private or again.does is None:
        return False
    if again.does and not party.is_main:
        return False
    if condition.writers is None and hang.in_process(party.pid, _is_native):
        return False  # it may call back
    if condition.is_flag and not is_left_alone(hang, party):
        return False
    does_work = condition.acts and not condition.only_tells
    return not does_work and _stands_still(hang, party, condition)


def _at_end(activity: ThreadActivity) -> str:
    """Of what it reads from: that nothing comes any more; "" when something may."""
    if reads_nothing(activity):
        return (
            f"{activity.reads:,} reads in {activity.wall_seconds:.1f} s, each of which brought "
            "nothing"
        )
    condition = activity.condition
    if activity.changed:
        return ""
    if activity.ended:
        which = listed([f"fd {one}" for one in activity.ended[:SHOWN]])
        return f"the other side has closed the connection ({which}), of which select() tells again"
    if condition is None or condition.acts or not condition.ended:
        return ""
    return f"the other side of {condition.ended} has closed the connection"


def _reads_on(party: Party, activity: ThreadActivity) -> Finding:
    """It reads on and on past the end of a file or stream."""
    loop, reads = activity.loop, _at_end(activity)
    lines = [*([place_blame(loop, party)] if loop is not None else []), *own_lines(party)]
    return Finding.of(
        summary=f"{party.label} reads on and on, and there is nothing to read: {reads}",
        confidence="likely",
        title=f"Not getting on: it reads past the end{titles.at(lines)} again and again",
        blame=distinct(lines),
        evidence=(
            f"it used {cpu_share(activity):.0%} of a processor over "
            f"{activity.wall_seconds:.1f} s; {reads}",
            "at the end of a file, of a pipe that nobody writes to, and of a connection that "
            "was closed, a read returns b'' at once",
        ),
        advice=(
            "end the loop when a read returns nothing; take such a connection out of the selector, "
            "and close it",
            "or sleep before the next look, when more is to come",
        ),
    )


def _runs_event_loop(party: Party) -> bool:
    """Whether it runs callbacks in turn, each of which leaves its frame behind."""
    return any(frame.code.name == "_run_once" for frame in party.python)


def _of_tasks(hang: Hang) -> Iterator[Finding]:
    """Tasks that sleep and look again and again at what no other task is seen to change."""
    activity = hang.state.activity
    seen = () if isinstance(activity, Absent) else activity.task_loops
    loops = {one.place[:3]: one for one in seen}
    for actor in hang.tasks.values() if loops else ():
        own, pid = actor.task.own[:1], actor.pid
        loop = loops.get(own[0][:3]) if own and pid == hang.state.process.pid else None
        condition = None if loop is None else loop.condition
        if loop is None or condition is None or not _waits_in_vain(condition):
            continue
        party = hang.parties.get(Key(pid, actor.task.tid or 0))
        if party is None or _ends_behind_others(hang, party):
            continue
        lines = [place_blame(own[0], party)._replace(line=condition.head)]
        lines += task_lines(actor.task, party)
        where = inside(lines)
        yield Finding.of(
            summary=f"{actor.label} polls in a loop{where} that nothing in it can end",
            confidence="likely",
            title=f"Not getting on: the loop{titles.at(lines)} asks again and again, and gets the "
            "same answer",
            blame=distinct(lines),
            evidence=(
                *_of_condition(condition),
                *(
                    f"{one} may, but no thread runs the event loop of its task"
                    for one in loop.resting[:SHOWN]
                ),
                f"no other task's code {'that goes on ' * bool(loop.resting)}is seen to change it",
                *_failed(hang, pid),
            ),
            advice=(
                "ask what would make the loop's condition false, and who does that",
                "to wait for another task, use an Event or a Future, or await the task itself",
            ),
            doubts=(Doubt("a callback of the event loop may end it yet", "other-task"),),
        )


def _ends_behind_others(hang: Hang, party: Party) -> bool:
    """Whether the main task of an event loop never goes on, for another reason than what a task
    beside it looks for: that may be told behind where it waits."""
    return any(task.task.is_main and task.key in hang.stuck for task in hang.tasks_of_loop(party))


def _waits_in_vain(condition: LoopCondition) -> bool:
    """Whether a loop of a task that nothing is seen to end is one that only looks."""
    does_work = condition.acts and not condition.only_tells
    tells_itself = condition.asks_world or condition.is_private or condition.is_file
    return bool(condition.text) and not (does_work or tells_itself or condition.is_flag)


def _failed(hang: Hang, pid: int) -> Iterator[str]:
    """Of tasks that have failed, and may have had to end it."""
    state = hang.states.get(pid)
    failed = () if state is None else state.waiting.failed_tasks
    for one in failed[:SHOWN]:
        yield f'task "{one.name}" has failed: {one.error}'


def _is_native(party: Party) -> bool:
    return isinstance(party.thread.python, Absent)


def _never_ends(hang: Hang, party: Party, activity: ThreadActivity) -> bool:
    """Whether nothing that could end the loop changes, or is within anybody's reach."""
    condition = activity.condition
    return (
        condition is not None and not condition.may_work and _stands_still(hang, party, condition)
    )


def _stands_still(hang: Hang, party: Party, condition: LoopCondition) -> bool:
    """Whether what the exits look at does not change, and is within nobody's reach."""
    if not condition.is_fixed or not condition.text:
        return False
    if condition.is_private:
        return True
    if condition.writers is None or condition.is_file:
        return is_left_alone(hang, party) and not _has_living_family(hang, condition)
    writing = any(other.tid in condition.writers for other in others_left(hang, party))
    return not writing and not condition.handlers and not condition.sharers


def _has_living_family(hang: Hang, condition: LoopCondition) -> bool:
    """Whether another process that is known may make the file that it asks for. Its parent is a
    launcher as a rule, and no likelier to than any other program."""
    relatives = hang.state.waiting.relatives
    if not condition.is_file or isinstance(relatives, Absent):
        return condition.is_file
    living = (one for one in relatives if not one.has_died and one.relation != "parent")
    return not all(map(is_helper, living))


def _may_work(activity: ThreadActivity) -> bool:
    """Whether the loop does what need not show in its variables (it goes through an iterator, calls
    what may have an effect, asks for the time), or nothing is known of it at all."""
    condition = activity.condition
    if condition is None:
        return not activity.fixed
    return not condition.text or condition.may_work or condition.asks_world


def _finding(hang: Hang, party: Party, activity: ThreadActivity) -> Finding:
    loop, condition = activity.loop, activity.condition
    fixed = condition if condition is not None and condition.is_fixed else None
    lines = own_lines(party)
    if loop is not None:
        line = condition.head if condition is not None and condition.text else loop.line
        lines = [place_blame(loop, party)._replace(line=line), *lines]
    where = inside(lines)
    polls = not is_busy(party)
    kept = _kept(hang, party, fixed)
    if polls:
        evidence = [f"it slept and asked again for {activity.wall_seconds:.1f} s and stayed{where}"]
    else:
        share = f"{cpu_share(activity):.0%} of a processor"
        evidence = [f"it used {share} over {activity.wall_seconds:.1f} s and stayed{where}"]
    doing = "that changes nothing"
    if fixed is not None and fixed.text:
        evidence += _of_condition(fixed)
        if activity.changed or polls:
            doing = "that nothing in it can end"
    if activity.changed:
        evidence.append(f"what changed does not decide: {listed(activity.changed[:SHOWN])}")
    elif fixed is None:
        variables = f": {listed(activity.fixed[:SHOWN])}" if activity.fixed else ""
        evidence.append(f"none of the variables there changed{variables}")
    if fixed is not None and fixed.is_shared and fixed.sharers == ():
        evidence.append("that lies in shared memory, which no other process has mapped any more")
    evidence += _of_ended(hang, fixed)
    evidence += chain_evidence(kept[:SHOWN])
    if kept and fixed is not None and fixed.assigns:
        kept = []  # its own work does not end: what it keeps others from is what comes of that
    if kept:
        doing = f"for what {kept[0].who.label} would change, which {_kept_words(party, kept[0])}"
    elif polls:
        evidence += [
            f"{other.label} {waits_for(other, other.waits[0])}"
            for other in hang.beside(party)
            if other.waits
        ][:SHOWN]
    return Finding.of(
        cause="deadlock" if kept else "busy-loop",
        summary=f"{party.label} {'polls' if polls else 'runs'} in a loop{where} {doing}",
        confidence="likely",
        title=_title(lines, activity),
        blame=distinct([*lines[:KEPT_LINES], *link_blames(kept), *lines]),
        evidence=evidence,
        advice=_advice(hang, party, polls),
        doubts=_doubts(hang, party, activity),
    )


def _kept(hang: Hang, party: Party, condition: LoopCondition | None) -> list[Link]:
    """Of the threads that could end the loop those that wait for what its own thread holds, or for
    what that alone would bring behind the loop; not those that idle until there is work."""
    writers = () if condition is None else condition.writers or ()
    found = [hang.thread(party.pid, tid) for tid in writers if tid != party.tid]
    others = [one for one in found if one is not None]
    links = [link for other in others for link in hang.links(other)]
    kept = [link for link in links if link.by.key == party.key and link.hold is not None]
    kept = kept or [
        Link(other, wait, party, None)
        for other in others
        for wait in _working_waits(other)
        if _brings_alone(hang, party, other, wait)
    ]
    return kept or next(filter(None, (_way_back(hang, party, other) for other in others)), [])


def _working_waits(party: Party) -> tuple[Wait, ...]:
    """What it waits for without an end, in a piece of work; not for the next one."""
    waits = party.waits if len(party.waits) == 1 else ()
    return tuple(
        [
            one
            for one in waits
            if one.resource.kind in BROUGHT and not (one.idle or one.idles or one.timeout)
        ]
    )


def _way_back(hang: Hang, party: Party, other: Party) -> list[Link]:
    """The shortest chain from one that never moves if `party` does not, and waits for what one of
    several others could bring, to `party`; [] where something else keeps it."""
    behind = hang.stuck_behind(party) - hang.stuck
    todo: list[tuple[Party, list[Link]]] = [(other, [])] if other.key in behind else []
    seen = {other.key}
    while todo:
        who, links = todo.pop(0)
        for wait in _working_waits(who):
            found = [hang.parties.get(key) for key in hang.providers(who, wait) or ()]
            for by in [one for one in found if one is not None and one.key not in seen]:
                chain = [*links, Link(who, wait, by, None)]
                if by.key == party.key:
                    return chain
                seen.add(by.key)
                todo += [(by, chain)] if by.key in behind else []
    return []


def _kept_words(party: Party, link: Link) -> str:
    """Of the first step of a chain that leads back to the party."""
    if link.by.key == party.key:
        return step_in_words(link)
    wait = link.wait
    return f"waits for {wait.resource.name}: who could {bringing(wait)} waits as well"


def _brings_alone(hang: Hang, party: Party, other: Party, wait: Wait) -> bool:
    """Whether it alone could end the wait of the other one."""
    able = set(hang.providers(other, wait) or ()) - hang.bystanders(other, wait)
    return able == {party.key}


def _doubts(hang: Hang, party: Party, activity: ThreadActivity) -> Iterator[Doubt]:
    """What may end the loop all the same."""
    condition = activity.condition
    fixed = condition if condition is not None and condition.is_fixed else None
    if fixed is not None and fixed.is_file:
        yield Doubt("another program may make the file yet", "unseen-process")
    if fixed is None and (condition is None or not condition.is_private):
        yield Doubt(
            "what its exits look at is not known: it may be the time, or what others write to",
            "timer",
        )
    if activity.changed and (fixed is None or not fixed.inputs):
        yield Doubt("what changes may bring an exception", "looks-differ")
    if fixed is not None and fixed.writers is not None:
        yield from _of_writers(hang, party, fixed)
        return
    if hang.handles_signals(party.pid):
        yield Doubt("the program handles signals, which may end it", "handler")
    others = [] if fixed is not None and fixed.is_private else list(others_left(hang, party))
    if others:
        names = listed([other.label for other in others])
        text = f"{names} may yet end that: not every wait there is without end"
        yield Doubt(text, "other-thread")
    elif hang.has_native_work(party.pid):
        yield Doubt("a thread of native code may call back, and end it", "other-thread")


def _of_writers(hang: Hang, party: Party, condition: LoopCondition) -> Iterator[Doubt]:
    """Where it is known whose code assigns what the exits look at."""
    if condition.is_private:
        return
    others = list(others_left(hang, party))
    unsure = [one for one in others if one.tid in condition.unsure]
    if unsure:
        names = listed([one.label for one in unsure[:SHOWN]])
        yield Doubt(f"not all of the code of {names} was looked through", "other-thread")
    elif hang.has_native_work(party.pid):
        yield Doubt("a thread of native code may call back, and end it", "other-thread")
    elif any(map(runs_own_code, others)) and not (condition.is_shared or _is_closed(condition)):
        yield Doubt("while others go on, it may be meant to, until it is stopped", "other-thread")
    if hang.raises_in_time(party.pid):
        yield Doubt("a handler of a timer's signal may raise an exception", "handler")
    if condition.sharers is None:
        yield Doubt("not all processes were asked whether they share that memory", "unread")


def _is_closed(condition: LoopCondition) -> bool:
    """Whether it is known that it goes round, and it does not go on for as long as others let
    it."""
    return (condition.comes_round or condition.comes_back) and not condition.is_flag


def _title(lines: list[Blame], activity: ThreadActivity) -> str:
    if cpu_share(activity) < BUSY:
        again = "asks again and again, and gets the same answer"
        return f"Not getting on: the loop{titles.at(lines)} {again}"
    return f"Busy, not stuck: the loop{titles.at(lines)} goes on and on"


def _advice(hang: Hang, party: Party, polls: bool) -> Iterator[str]:
    yield "ask what would make the loop's condition false, and who does that"
    if polls or hang.beside(party):
        yield "to wait for another thread, use threading.Event or Condition"


def _of_ended(hang: Hang, condition: LoopCondition | None) -> Iterator[str]:
    """Of children that could have written what processes share."""
    relatives = hang.state.waiting.relatives
    if condition is None or isinstance(relatives, Absent):
        return
    if condition.is_file or condition.is_shared:
        ended = [one for one in relatives if one.relation == "child" and one.has_died]
        yield from (f"its child process {one.pid} has ended" for one in ended[:SHOWN])


def _of_condition(condition: LoopCondition) -> Iterator[str]:
    """What the exits look at."""
    if condition.comes_back:
        seen = f": {listed(condition.inputs[:SHOWN])}" if condition.inputs else ""
        yield f"what `while {condition.text}` looks at came back to what it was{seen}"
        yield "so did all that the variables of its thread hold, time and again"
        return
    if not condition.inputs:
        yield f"`while {condition.text}` has no way out"
        return
    seen = listed(condition.inputs[:SHOWN])
    if condition.comes_round:
        yield f"whether `while {condition.text}` ends depends on these alone: {seen}"
        yield "computed from them, no turn of the loop leads out of it"
        return
    them = "that" if len(condition.inputs) == 1 else "any of those"
    yield f"whether `while {condition.text}` ends depends on what did not change: {seen}"
    if condition.is_private:
        yield f"no other function can assign {them}, and nothing in the loop does"
    else:
        yield f"nothing in the loop assigns {them}"
