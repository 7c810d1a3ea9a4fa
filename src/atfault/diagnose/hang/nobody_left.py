"""A thread that waits for what nobody is left to bring: what is told of it.

queue    get of one whose producers have ended, put to one that its takers alone feed
channel  whose other end nobody uses, or who has it reads from this process in turn
lock     that a job has not given back, or that a fork has left behind
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.facts import describe_frame
from atfault.diagnose.hang import titles
from atfault.diagnose.hang.forked import fork_story, parent_of, workers_left_behind
from atfault.diagnose.hang.idle_loops import (
    EACH_DONE,
    GIVE_BACK,
    ROOM,
    SENTINEL,
    SHOWN_TASKS,
    tasks_of,
)
from atfault.diagnose.hang.in_library import told_of_calls
from atfault.diagnose.hang.left_behind import AFTER_THE_FORK
from atfault.diagnose.hang.native_calls import native_call_of
from atfault.diagnose.hang.native_movers import onlookers
from atfault.diagnose.hang.parties import (
    HELPERS,
    Link,
    Party,
    can_act,
    crosses_processes,
    is_ending,
    native_part,
    runs,
    runs_own_code,
    takes_connections,
    waits_in_package,
    writes,
)
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.task_words import story, task_lines
from atfault.diagnose.hang.wait_graph import changers_of
from atfault.diagnose.hang.watched import activity_of
from atfault.diagnose.hang.words import (
    bringing,
    chain_evidence,
    distinct,
    grounds_evidence,
    kept_place,
    kept_text,
    left_to_none,
    link_blames,
    own_lines,
    place_blame,
    place_of,
    run_by_none,
    still_text,
    wait_blame,
    wait_story,
    waits_for,
)
from atfault.diagnose.words import listed, place
from atfault.model.counts import counted
from atfault.model.findings import Blame, Doubt, Evidence, Finding
from atfault.model.kinds import (
    BROUGHT,
    CHANNELS,
    NATIVE_LOCKS,
    OF_PYTHON,
    OWNED,
    POLLS,
    PYTHON_LOCKS,
)
from atfault.model.roles import is_package
from atfault.model.stacks import ThreadState
from atfault.model.waits import EVENTFD, Wait

SHOWN_OTHERS = 6
SHOWN_CALLS = 3
MAX_BEYOND = 500
KEPT_BY_PACKAGES = BROUGHT | {"semaphore"}
"""In which a package waits for what it hands out: connections, places."""
_IN_NATIVE = {
    "native-condition": "test what is waited for in a loop around the wait, under its mutex: a "
    "signal that comes before the wait is lost",
    "barrier": "make the barrier for as many as come, also where one of them fails before",
    **dict.fromkeys(NATIVE_LOCKS, "give it back on every path, also where a call fails"),
}
UNBLOCK = "unblock the signal in the main thread on every path: in a finally block"
AT_EXIT = (
    "the program's own code has ended: as Python exits, it waits for threads that are no daemons, "
    "pools and children"
)
END_IT = (
    "end it before the program ends: close or stop what it belongs to, with `with` or in a finally "
    "block"
)


def is_left_locked(link: Link) -> bool:
    """Whether a worker that idles has a lock which names its owner: the job that took it has ended,
    and did not give it back."""
    by = link.by
    is_owner = link.hold is not None and link.hold.proof == "owner"
    return is_owner and isinstance(by, Party) and is_idle(by)


def _left_locked(hang: Hang, party: Party) -> Iterator[str]:
    for link in hang.links(party):
        if is_left_locked(link):
            called = [describe_frame(one) for one in native_part(party) if one.name or one.symbol]
            if called:
                yield f"{party.label} is in {', called by '.join(called[:SHOWN_CALLS])}"
            yield (
                f"{link.by.label} has {link.wait.resource.name}, and waits for work: the job in "
                "which it took that has ended without giving it back"
            )


def is_idle(party: Party) -> bool:
    """A worker that idles until there is work."""
    return any(wait.idle for wait in party.waits)


def of_thread(hang: Hang, party: Party, chain: list[Link]) -> Finding:
    wait = party.waits[0]
    others = _who_could(hang, party, wait)
    own = own_lines(party)
    steps = [link for link in reversed(chain) if own_lines(link.who, 1)]
    lines: list[Blame | None] = [*own, *link_blames(steps)]
    if own or not steps:
        lines.insert(0, wait_blame(party, wait))
    lines += [wait_blame(one, one.waits[0]) for one in _beyond(hang, party, wait)]
    beside = [(one, task) for one in others for task in tasks_of(one) if task.own]
    lines += [line for one, task in beside[:SHOWN_TASKS] for line in task_lines(task, one)]
    told = {one.key for one in others} if len(others) <= SHOWN_OTHERS else set()
    behind, works = _in_parent(hang, party)
    suspects = _may_hold(hang, party, wait)
    grounds = hang.grounds([party])
    left_behind = threads_left_behind(hang, party)
    feeders, beyond = _feeders(hang, party, wait), _reads_in_turn(hang, party, wait)
    ending = any(is_ending(link.who) for link in chain if isinstance(link.who, Party))
    lines += [wait_blame(one, one.waits[0]) for one in behind]
    lines.insert(1, kept_place(party, wait))
    failed_in = wait.resource.future.failed_in
    if failed_in is not None:
        lines.insert(1, place_blame(failed_in, party))
    title = f"{titles.who(hang, chain[-1].who if wait.idle and chain else party)} waits for what "
    return Finding.of(
        cause="deadlock" if suspects else "waits-for-nobody",
        summary=_summary(party, wait, chain, suspects, beyond),
        confidence="likely",
        title=f"Stuck{' at exit' if ending else ''}: {title}"
        + ("another waiting thread may hold" if suspects else "nobody can bring any more"),
        blame=distinct(lines),
        evidence=(
            wait_story(party, wait),
            *((AT_EXIT,) if ending else ()),
            *_inside_of(party),
            *(told_of_calls(hang, party) if wait.library else ()),
            *_of_test(hang, party, wait),
            *_state_of(wait, suspects),
            *_of_callback(wait),
            *_of_feeders(feeders),
            *_left_locked(hang, party),
            *_of_ended(hang, party, wait),
            *run_by_none(party, wait),
            *_of_each_other(party, wait, beyond),
            *_nobody(hang, others),
            *_since_the_fork(hang, party, left_behind),
            *_of_lost_workers(party, wait),
            *[story(task) for _, task in beside[:SHOWN_TASKS]],
            *chain_evidence(link for link in chain if link.who.key not in told),
            *[f"{one.label} {waits_for(one, one.waits[0])}, again and again" for one in behind],
            *grounds_evidence(grounds),
        ),
        advice=(ROOM,)
        if feeders
        else (
            *((UNBLOCK,) if grounds.held_back else ()),
            *_advice(hang, party, bool(left_behind or wait.lost_workers), ending),
        ),
        doubts=(*_doubts(hang, party, wait, suspects, works), *grounds.doubts),
    )


def _doubts(
    hang: Hang, party: Party, wait: Wait, suspects: list[Party], works: bool
) -> Iterator[Doubt]:
    """works: whether a thread of the process that was asked for, which is another one, does."""
    name = wait.resource.name
    if suspects:
        names = listed([one.label for one in suspects])
        yield Doubt(
            f"{names} may hold {name}: a lock does not remember who called its acquire()",
            "suspected",
        )
    if works:
        yield Doubt(f"process {hang.state.process.pid} goes on, and may bring it", "other-thread")
    is_counter = wait.resource.channel.is_counter
    if (wait.resource.kind in BROUGHT or is_counter or wait.library) and hang.has_native_work(
        party.pid
    ):
        yield Doubt(f"a thread of native code may call back, and {bringing(wait)}", "other-thread")
    going = onlookers(party, wait, hang.of_process(party.pid)) if wait.library else ()
    for one in [one for one in going if hang.goes_on(one)][:1]:
        text = f"{one.label} goes on in code of packages, which may call what it was given"
        yield Doubt(text, "other-thread")
    if _was_served(party, wait):
        yield Doubt(f"{party.label} went on while it was watched", "looks-differ")


def threads_left_behind(hang: Hang, party: Party) -> list[ThreadState]:
    """The threads of its parent's that a forked process lacks, of which one may have brought what
    its thread waits for."""
    return workers_left_behind(hang, party) if _is_within(party) else []


def _is_within(party: Party) -> bool:
    """Whether a thread of its own process alone could end its wait."""
    wait = party.waits[0]
    return wait.resource.kind in OF_PYTHON and not crosses_processes(party, wait)


def _is_alone_since_a_fork(hang: Hang, party: Party) -> bool:
    """Whether it is the only thread of a forked process, as right after the fork, of which the
    parent is not looked at."""
    if not party.state.process.forked or hang.role(party.pid) in HELPERS:
        return False
    is_seen = parent_of(hang, party.state) is not None
    return _is_within(party) and not is_seen and hang.of_process(party.pid) == [party]


def _since_the_fork(hang: Hang, party: Party, left_behind: list[ThreadState]) -> Iterator[str]:
    if left_behind or _is_alone_since_a_fork(hang, party):
        yield fork_story(party)
    if left_behind:
        names = [f'"{one.name}"' for one in left_behind]
        parent = party.state.process.ppid
        yield f"process {parent} has threads that this one lacks: {listed(names)}"


def _of_lost_workers(party: Party, wait: Wait) -> Iterator[str]:
    """Of a job in the queue of a pool that a fork has copied without its threads."""
    if wait.lost_workers:
        pool = f"a pool that counts {counted(wait.lost_workers, 'thread')}"
        yield f"its job lies in the queue of {pool}, none of which process {party.pid} has"
        if party.state.process.forked:
            yield fork_story(party)


def _in_parent(hang: Hang, party: Party) -> tuple[list[Party], bool]:
    """Of a thread of another process than the one asked for: the main thread of that, if it waits
    in turns, and whether any thread of that process works."""
    own = hang.state.process.pid
    if party.pid == own:
        return [], False
    mine = [one for one in hang.parties.values() if one.pid == own]
    seen = [activity_of(one) for one in mine]
    works = any(one is not None and one.moved for one in seen)
    turns = [one for one in mine if any(w.timeout or w.again is not None for w in one.waits)]
    return [one for one in turns if one.is_main], works


def _who_could(hang: Hang, party: Party, wait: Wait) -> list[Party]:
    """All other threads that could end the wait if they went on: of its process, and of those that
    share what it waits for."""
    keys = set(hang.providers(party, wait) or ())
    return [
        other
        for other in hang.in_order
        if other.key != party.key
        and can_act(other)
        and hang.role(other.pid) not in HELPERS
        and (other.pid == party.pid or other.key in keys)
    ]


def _beyond(hang: Hang, party: Party, wait: Wait) -> list[Party]:
    """Those who wait in the user's own code and could, directly or by way of others, end the wait:
    of other processes first."""
    seen = {party.key}
    todo = list(hang.providers(party, wait) or ())
    found = []
    while todo and len(seen) < MAX_BEYOND:
        key = todo.pop(0)
        other = hang.parties.get(key)
        if key in seen or other is None:
            continue
        seen.add(key)
        if other.key not in hang.stuck or hang.role(other.pid) in HELPERS or is_idle(other):
            continue
        for one in other.waits:
            todo += hang.providers(other, one) or ()
        if other.waits and runs_own_code(other):
            found.append(other)
    others = [one for one in found if one.waits[0].resource.kind not in ("thread", "process")]
    others.sort(key=lambda one: one.pid == party.pid)
    return others[:SHOWN_OTHERS]


def _summary(
    party: Party,
    wait: Wait,
    chain: list[Link],
    suspects: list[Party],
    beyond: Party | None,
) -> str:
    name, kind = wait.resource.name, wait.resource.kind
    operation = wait.operation
    if wait.idle and chain:
        return (
            f"{chain[-1].who.label} waits for the end of {party.label}, which idles until there is "
            "work: nobody is left to shut its pool down"
        )
    if wait.lost_workers:
        return (
            f"{party.label} waits for {name}, which lies in the queue of a pool whose threads "
            f"process {party.pid} does not have"
        )
    call = native_call_of(party) if wait.library else None
    if wait.syscall in POLLS and wait.library:
        name = "another thread of its program to wake it"
    if call is not None:
        return (
            f"{party.label} is in {call.name}, called from {place(call.frame)}, and waits for "
            f"{name}: nobody is left to end that"
        )
    if kind == "queue":
        if operation == "put":
            return f"{party.label} waits for room in {name}, which nobody is left to empty"
        if operation == "join":
            return (
                f"{party.label} waits in join() of {name} for task_done() calls that nobody is "
                "left to make"
            )
        return f"{party.label} waits for an item of {name}, and nobody is left to put one there"
    if beyond is not None:
        return f"{party.label} waits for what {beyond.label} writes, which waits for it in turn"
    if kind in CHANNELS and not wait.resource.channel.is_counter:
        return f"{party.label} waits for {name}, whose other end nobody is left to use"
    if wait.resource.future.failed_in is not None:
        return f"{party.label} waits for {name}, which has come: its callback failed"
    if operation == "lock" and wait.resource.channel.has_path:
        name = f"the lock of {name}"
    if wait.awaits is not None:
        name += f" while {wait.awaits.text}"
    held = f", which {listed([one.label for one in suspects])} may hold" if suspects else ""
    return f"{party.label} waits for {name}{held}, and nobody is left to {bringing(wait)}"


def _was_served(party: Party, wait: Wait) -> bool:
    """Whether the other end of a channel let it go on while it was watched: the processes are
    looked at one after the other, and may take turns."""
    activity = activity_of(party) if wait.resource.kind in CHANNELS else None
    return activity is not None and wait.again is None and activity.stirred


def _may_hold(hang: Hang, party: Party, wait: Wait) -> list[Party]:
    """Those who wait as it does, for another lock that nobody is seen to hold: they may have taken
    each other's, by acquire()."""
    if wait.resource.kind not in OWNED or wait.kept is not None:
        return []
    return [
        other
        for other in hang.in_order
        if other.pid == party.pid and other.key in hang.stuck and not hang.links(other)
        for one in other.waits[:1]
        if one.resource.kind in OWNED and one.resource.key != wait.resource.key
    ]


def _state_of(wait: Wait, suspects: list[Party]) -> Iterator[str]:
    name = wait.resource.name
    kind = wait.resource.kind
    gone = wait.resource.lock.gone_owner
    if gone and wait.library:
        yield f"{name} names thread {gone} as its owner, which has ended without giving it back"
    taker = "process" if wait.resource.shared is not None else "thread"
    if wait.kept is not None:
        yield f"{kept_text(wait)}: nobody is left to go on with it"
    elif suspects:
        yield f"{name} is locked, but no thread is seen to hold it"
    elif kind in PYTHON_LOCKS:
        yield (
            f"{name} is locked, but no thread is seen to hold it: it was taken by a {taker} that "
            "has ended, or by a call that has returned, and was not released"
        )
    owner, fds = wait.resource.channel.lock_owner, wait.resource.channel.lock_fds
    if owner == wait.pid and wait.operation == "lock":
        by = f", by fd {listed([str(one) for one in fds])}" if fds else ""
        yield f"process {owner}, which waits, has {name} locked itself{by}, and has not released it"
    unfinished = wait.resource.queue.unfinished
    if wait.operation == "join" and unfinished is not None:
        yield f"{name} counts {counted(unfinished, 'item')} without task_done()"
    elif still_text(wait) and not wait.resource.detail:  # else the wait itself is told with it
        yield f"{name}: {still_text(wait)}"


def _of_test(hang: Hang, party: Party, wait: Wait) -> Iterator[Evidence | str]:
    """Of a condition: what is asked again when it is notified, and who could change that."""
    test, changers = wait.awaits, changers_of(wait)
    if test is None:
        return
    shown = f": {listed(test.inputs)}" if test.inputs else ""
    yield f"it waits while {test.text}{shown}"
    if changers is None:
        return
    who = "no code that any thread has yet to run assigns"
    if test.is_private:
        who = "only variables of the function that waits decide that, and nobody else can assign"
    elif changers:
        labels = [one.label for one in hang.of_process(party.pid) if one.tid in changers]
        who = f"the code of {listed(labels)} alone assigns"
    yield Evidence(f"{who} these: other notifications end nothing", kind="inferred")


def _feeders(hang: Hang, party: Party, wait: Wait) -> list[Party]:
    """Of a queue without room: those who alone could empty it, where each of them waits for room in
    it as well; [] for other waits."""
    if wait.resource.kind != "queue" or wait.operation != "put":
        return []
    able = [hang.parties.get(key) for key in hang.members(party, wait) or ()]
    found = [one for one in able if one is not None and one.waits]
    asked = {(one.waits[0].resource.key, one.waits[0].operation) for one in found}
    return found if asked == {(wait.resource.key, "put")} and len(found) == len(able) else []


def _of_feeders(feeders: list[Party]) -> Iterator[Evidence]:
    if feeders:
        names = listed([one.label for one in feeders[:SHOWN_OTHERS]])
        text = f"only {names} would empty it, behind the wait for room in it"
        yield Evidence(text, kind="inferred")


def _of_callback(wait: Wait) -> Iterator[Evidence | str]:
    """Of a pool's result that has come, and of which nobody was told."""
    failed_in = wait.resource.future.failed_in
    if failed_in is not None:
        yield (
            "its value has come, and the callback was called with it, which is done before who "
            "waits is told: that never happened"
        )
        text = f"so {failed_in.function} ({place_of(failed_in)}) raised an exception"
        yield Evidence(text, kind="inferred")


def _reads_in_turn(hang: Hang, party: Party, wait: Wait) -> Party | None:
    """The thread of another process, which alone has the other end of what one reads from, that
    reads from what this process alone has the other end of."""
    ends = hang.other_ends(wait) if wait.resource.kind in CHANNELS and not writes(wait) else None
    other = hang.main_of(next(iter(ends))) if ends and len(ends) == 1 else None
    if other is None or other.pid == party.pid or len(other.waits) != 1:
        return None
    back = other.waits[0]
    reads = back.resource.kind in CHANNELS and not writes(back)
    return other if reads and hang.other_ends(back) == {party.pid} else None


def _of_each_other(party: Party, wait: Wait, beyond: Party | None) -> Iterator[str]:
    if beyond is not None:
        yield (
            f"process {beyond.pid} alone has the other end of {wait.resource.name}, and process "
            f"{party.pid} alone that of what it reads from, {beyond.waits[0].resource.name}: that "
            "ends when every copy of its writing end is closed"
        )


def _of_ended(hang: Hang, party: Party, wait: Wait) -> Iterator[str]:
    """Of children that had the other end of what their parent reads from: it has a copy."""
    if wait.resource.kind not in CHANNELS or hang.other_ends(wait) != {party.pid}:
        return
    ended = [one.pid for one in party.relatives if one.relation == "child" and one.has_died]
    if ended:
        pids = listed([str(pid) for pid in ended[:SHOWN_OTHERS]])
        yield (
            f"child {pids} has ended; the other end is open in this process alone: who starts a "
            "child closes its own copy of the child's end, or reading never ends"
        )


def _inside_of(party: Party) -> Iterator[str]:
    if waits_in_package(party):
        code = next(one.code for one in party.python if is_package(one.code.filename))
        file = "/".join(code.filename.split("/")[-2:])
        yield f"{code.qualname or code.name} ({file}) waits there for its package"


def _nobody(hang: Hang, others: list[Party]) -> Iterator[str]:
    if not others:
        yield "no other thread is left that could act"
        return
    for server in filter(takes_connections, others):
        yield f"{server.label} takes connections, and does nothing else"
    others = [one for one in others if not takes_connections(one)]
    going = [one for one in others if not one.waits or one.key not in hang.stuck]
    others = [one for one in others if one not in going]
    told = [f"{other.label} {waits_for(other, other.waits[0])}" for other in others]
    pids = {other.pid for other in others}
    where = (
        f" of process {min(pids)}" if len(pids) == 1 and hang.state.process.pid not in pids else ""
    )
    if not told:
        return
    if len(told) <= SHOWN_OTHERS:
        who = f"every other thread{where} waits" if not going else "others wait"
        yield f"{who} without end too: {'; '.join(told)}"
    else:
        names = listed([other.label for other in others])
        who = f"all {len(others)}" if not going else f"{len(others)}"
        yield f"{who} other threads wait without end too: {names}"


def _advice(hang: Hang, party: Party, left_behind: bool, ending: bool) -> Iterator[str]:
    wait = party.waits[0]
    kind = wait.resource.kind
    if left_behind:
        yield AFTER_THE_FORK
        return
    if _is_alone_since_a_fork(hang, party):
        yield AFTER_THE_FORK
    if ending or wait.idle:
        yield END_IT
        if not runs_own_code(party):
            return
    for one in left_to_none(party, wait)[:1]:
        yield f"see why no thread runs {one.function}: let it end the wait also as it fails"
    if wait.library:
        yield _IN_NATIVE.get(
            kind, "let the other side end the wait on every path, also as it fails"
        )
    elif waits_in_package(party) and kind in KEPT_BY_PACKAGES:
        yield GIVE_BACK
    elif kind == "queue" and wait.operation == "join":
        yield EACH_DONE
    elif kind == "queue" and wait.operation != "put":
        yield SENTINEL
    elif kind == "queue":
        yield "let who takes from it go on until the end, also when it fails"
    elif wait.resource.channel.target == EVENTFD:
        yield (
            "count what a read returns: without EFD_SEMAPHORE it takes all that was written so far "
            "at once"
        )
    elif wait.resource.channel.is_counter:
        yield (
            "arm it (timerfd_settime) before each read, or with an interval (it_interval): one "
            "without goes off once"
        )
    elif kind in CHANNELS:
        yield (
            "one side waits for more than the other sends: tell how much there is, or close the "
            "writing end after the last of it, and each copy of it that a fork has made"
        )
    elif kind == "barrier":
        yield "make the barrier for as many as come, and call its abort() where one fails"
    elif wait.resource.future.failed_in is not None:
        yield (
            "catch what the callback raises: multiprocessing passes over its KeyError, and any "
            "other exception ends the thread that takes the results in"
        )
    elif kind == "future":
        yield "complete the future on every path: set_exception() where the work fails"
    elif wait.awaits is not None and wait.awaits.is_private:
        yield "let the test look at the object itself, and not at a copy that was taken before"
    elif wait.awaits is not None or (
        kind == "condition" and runs(party, ("wait_for", "/threading.py"))
    ):
        yield "let the predicate come true on every path, and notify after each change to it"
    elif kind == "condition":
        yield (
            "test the condition before waiting, under its lock: wait_for(predicate); a "
            "notification that comes before the wait is lost"
        )
    elif wait.kept is not None:
        yield (
            "do not hold a lock across a `yield` or `await`: who goes on with that, and when, is "
            "not its own to say"
        )
    elif kind == "file":
        yield "release the lock of a file in the thread, and by the object, that took it"
    elif kind in ("lock", "rlock", "semaphore"):
        yield "use `with` in place of acquire() and release(), so that no path forgets it"
    elif kind == "event":
        yield "set the event on every path of the thread that is to set it, also on failure"
    yield "wait with a timeout and say what is missing when it ends"
