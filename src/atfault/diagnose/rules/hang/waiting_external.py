"""waiting-external: the program waits for something outside of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atfault.diagnose.facts import describe_frame
from atfault.diagnose.hang import titles
from atfault.diagnose.hang.idle_loops import tasks_of
from atfault.diagnose.hang.in_library import calls_inside, library_called
from atfault.diagnose.hang.other_side import (
    OPENS,
    held_back,
    is_call,
    is_unlocked,
    stopped_pids,
    takers_of,
    told_of_other_side,
    user_beyond,
)
from atfault.diagnose.hang.parties import (
    HELPERS,
    Link,
    Party,
    can_act,
    runs_job,
    runs_own_code,
    writes,
)
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.task_words import task_lines
from atfault.diagnose.hang.watched import (
    SOME,
    activity_of,
    called_with,
    cpu_share,
    has_moved,
    is_idle_server,
    naps_in_native_code,
    seen_threads,
)
from atfault.diagnose.hang.words import (
    RUNS_AT_ALL,
    bracketed,
    chain_evidence,
    distinct,
    how_long,
    link_blames,
    own_line,
    own_lines,
    place_blame,
    place_of,
    wait_blame,
    wait_story,
    waits_for,
)
from atfault.diagnose.rule import ALIVE, TELLING, Need, rule
from atfault.diagnose.words import listed
from atfault.model.case import Case
from atfault.model.findings import Advice, Blame, Doubt, Finding
from atfault.model.kinds import CHANNELS, OF_PYTHON
from atfault.model.roles import is_package
from atfault.model.state import ProcessState
from atfault.model.values import shortened
from atfault.model.waits import FailedTask, Place, Wait

EXTERNAL = CHANNELS | {"process", "file", "fd"}
ANONYMOUS = "anon_inode:"
WAKES = f"{ANONYMOUS}[event"
"""By which a library's own threads wake each other."""
NATIVE = ("fd", "unknown", "native-condition")
"""What the threads of a library's own wait for, to look around now and then."""
SHOWN_ENDS = 4
IN_A_CORE = Doubt(
    "a core does not say who has the other end of that descriptor: it may be this program itself",
    "input-cut",
)
MAY_BE_OTHER = Doubt("another thread of it works, which may be what is waited for", "other-thread")


@rule(
    "waiting-external",
    on=ALIVE,
    yields_to=(
        TELLING,
        "waits-for-nobody",
    ),
    family="hang",
    partly=(Need.INTERPRETER,),
    plain_title=True,
)
def waiting_external(case: Case) -> Iterator[Finding]:
    """The program waits for something outside of it: a peer, a child, a file, a signal.

    Nothing in the program is wrong by itself: it goes on as soon as the other side does something.
    The finding says which socket and peer, which child, which pipe or file it is.

    A process that was stopped, by Ctrl-Z for instance, waits for SIGCONT.

    A server without clients waits for connections; the finding says at which address. It is told
    when nothing else is waited for, and of a framework's server (`python -m http.server`, uvicorn,
    the workers of gunicorn), whose main thread runs none of your code meanwhile, too.

    A core does not say who has the other end of a descriptor, which may be the program itself:
    there it is possible only.

    What to do: look at the other side. Where it may fail without saying so, set a timeout
    (`socket.settimeout`, `subprocess.run(timeout=...)`).
    """
    state = case.process
    hang = hang_of(case)
    if state.threads and all(one.thread.state == "T" for one in state.threads):
        yield _stopped(state)
        return
    server: tuple[Finding, int] | None = None
    """About who waits for connections, and its process."""
    inside: tuple[Finding, set[int]] | None = None
    """About who waits for another process of the family, and which."""
    for start in hang.in_order:
        if hang.role(start.pid) in HELPERS:
            continue
        chain, threads = hang.threads_from(start)
        wait = _external(hang, threads[-1])
        server_of_own = _job_that_answers(hang, threads[-1], wait)
        if wait is not None and server_of_own is not None:
            chain.append(Link(threads[-1], wait, server_of_own, None))
            threads.append(server_of_own)
            wait = _external(hang, server_of_own) or wait
        while wait is None and chain and chain[-1].wait.resource.kind in EXTERNAL:
            chain.pop()
            threads.pop()  # the other process does nothing that would explain more
            wait = _external(hang, threads[-1])
        if wait is None:
            continue
        party = threads[-1]
        if _works_for_it(hang, party, wait):
            continue
        if _accepts(wait):
            if server is None and _is_told(hang, start) and not _serves_meanwhile(hang, party):
                server = _finding(hang, party, wait, chain), party.pid
        elif runs_own_code(start):
            finding, family = _finding(hang, party, wait, chain), _family_beyond(hang, party, wait)
            if inside is None and family:
                inside = finding, family
            elif inside is None or (party.pid in inside[1] and not family):
                yield finding
                return
    if inside is not None and (server is None or server[1] not in inside[1]):
        yield inside[0]
        return
    mains = list(hang.main_threads())
    found = server[0] if server is not None else None
    found = found or next(filter(None, map(_repeating, mains)), None)
    found = found or next(map(_napping, mains), None)
    below = _sleeping_below(hang) if server is None else None
    if below is not None:
        yield below
        return
    yield from _behind_others(hang) or ([found] if found is not None else [])


def _sleeping_below(hang: Hang) -> Finding | None:
    """Of a child process whose main thread sleeps in the user's code, between two looks: that comes
    before a launcher's processes that merely wait for each other, and for it."""
    for party in hang.main_threads():
        wait = party.waits[0] if len(party.waits) == 1 else None
        is_child = party.pid != hang.state.process.pid and hang.role(party.pid) not in HELPERS
        if wait is None or wait.resource.kind != "time" or not is_child or wait.place is None:
            continue
        if not wait.place.mine or any(map(runs_own_code, hang.of_process(hang.state.process.pid))):
            continue
        where = bracketed(place_of(wait_blame(party, wait)))
        return Finding.of(
            summary=f"{party.label} sleeps in the program's own code{where}; the process that was "
            "asked for waits, and runs none of that",
            confidence="possible",
            title=f"Perhaps waiting for {party.label}, which sleeps{where}",
            blame=distinct([wait_blame(party, wait), *own_lines(party)]),
            evidence=(wait_story(party, wait),),
            advice=(
                Advice("see whether it sleeps again and again", f"atfault attach {party.pid}"),
                "a loop that looks, sleeps and looks again needs a limit of time",
            ),
        )
    return None


def _family_beyond(hang: Hang, party: Party, wait: Wait) -> set[int]:
    """The other processes of the family that alone could end it; what these wait for outside of it
    comes first."""
    if wait.resource.kind not in CHANNELS or wait.resource.loop is not None:
        return set()
    ends = hang.other_ends(wait) or set()
    return ends - {party.pid} if ends <= hang.states.keys() else set()


def _works_for_it(hang: Hang, party: Party, wait: Wait) -> bool:
    """Whether a thread of the same process that has the other end of the connection at hand
    computes: nothing outside of the program is waited for."""
    peer = _own_peer(hang, party, wait)
    activity = None if peer is None else activity_of(peer)
    return activity is not None and activity.moved and cpu_share(activity) >= SOME


def _serves_meanwhile(hang: Hang, party: Party) -> bool:
    """Whether another thread of its process computes in the user's code, as for a request: that is
    told before who waits for the next one."""
    activities = ((one, activity_of(one)) for one in hang.of_process(party.pid))
    return any(
        seen is not None and not one.waits and runs_own_code(one) and cpu_share(seen) >= SOME
        for one, seen in activities
        if one.key != party.key
    )


def _job_that_answers(hang: Hang, party: Party, wait: Wait | None) -> Party | None:
    """The thread of the same process that has the other end of the connection at hand, and runs a
    job of the user's for a server there, which waits itself."""
    peer = _own_peer(hang, party, wait)
    is_job = peer is not None and runs_job(peer) and _external(hang, peer) is not None
    return peer if is_job else None


def _own_peer(hang: Hang, party: Party, wait: Wait | None) -> Party | None:
    """The thread of the same process that has the other end of the connection at hand."""
    if wait is None or wait.resource.kind not in CHANNELS or wait.resource.loop is not None:
        return None
    user = hang.user_of(party, wait)
    return user if user is not None and user.pid == party.pid else None


def _behind_others(hang: Hang) -> list[Finding]:
    """Of a thread that waits for what only threads of libraries are left to bring, which wait for
    something outside themselves, in turns: a client's reader, a server between two clients."""
    outer = {party.key: _in_turns(hang, party) for party in hang.in_order}
    able: dict[int, list[Party]] = {}
    turning = [party for party in hang.in_order if outer[party.key] is not None]
    for party in filter(can_act, turning):
        able.setdefault(party.pid, []).append(party)
    behind = hang.stuck_behind(*turning) - hang.stuck
    for start in hang.in_order:
        wait = start.waits[0] if start.key in behind else None
        if wait is None or outer[start.key] is not None or not runs_own_code(start):
            continue
        if wait.resource.kind not in OF_PYTHON or hang.role(start.pid) in HELPERS:
            continue
        others = able.get(start.pid, [])
        first = outer[others[0].key] if others else None
        if first is not None:
            keys = behind - {start.key}
            also = [one for one in hang.of_process(start.pid) if one.key in keys]
            beside = [one for one in also if runs_own_code(one)][:SHOWN_ENDS]
            return [_behind(hang, start, wait, others[0], first, len(others), beside)]
    return []


def _in_turns(hang: Hang, party: Party) -> Wait | None:
    """What a thread of a library waits for outside of the program, with a look around now and then;
    None for one that does anything else, such as an event loop."""
    activity = activity_of(party)
    computes = activity is not None and cpu_share(activity) >= SOME
    if computes or party.is_main or runs_own_code(party):
        return None
    first = party.waits[0] if len(party.waits) == 1 else None
    kind = "" if first is None else first.resource.kind
    is_timed = first is not None and first.timeout and first.is_of_several
    if first is not None and is_timed and hang.other_ends(first) == {party.pid}:
        return None  # of an event loop, which its own process alone wakes, and timers
    in_package = any(is_package(frame.code.filename) for frame in party.python)
    return first if kind in CHANNELS or (in_package and kind in NATIVE) else None


def _behind(
    hang: Hang,
    start: Party,
    wait: Wait,
    other: Party,
    outer: Wait,
    count: int,
    beside: list[Party],
) -> Finding:
    what = _what(outer, other)
    until = "in turns" if outer.timeout else how_long(outer)
    only = f"only {other.label} is" if count == 1 else f"{other.label} and others are"
    return Finding.of(
        summary=f"{start.label} waits for {wait.resource.name}, which {only} left to bring; "
        f"{other.label} waits for {what}",
        confidence="likely",
        title=f"Waiting for {shortened(what, 2 * titles.MAX_NAME)}",
        blame=distinct(
            [wait_blame(start, wait), *own_lines(start), *own_lines(other), *map(own_line, beside)]
        ),
        evidence=(
            f"{start.label} {waits_for(start, wait)}",
            f"{other.label} waits for {what}, {until}",
            *told_of_other_side(hang, other, outer),
            *[f"{one.label} {waits_for(one, one.waits[0])} as well" for one in beside],
        ),
        advice=_advice(hang, other, outer),
        doubts=_doubts_of_turns(other, count),
    )


def _doubts_of_turns(other: Party, count: int) -> Iterator[Doubt]:
    """count: of the threads that may bring what is waited for."""
    if count > 1:
        yield Doubt("another thread may bring it, too", "other-thread")
    if has_moved(other):
        yield Doubt(f"{other.label} went on while it was watched", "looks-differ")


def _napping(party: Party) -> Finding | None:
    """Native code that looks, sleeps and looks again, for what only it knows."""
    native = naps_in_native_code(party)
    if native is None or not runs_own_code(party):
        return None
    call, lines = describe_frame(native), own_lines(party)
    where = bracketed(place_of(lines[0]))
    activity = activity_of(party)
    assert activity is not None
    often = f"{activity.voluntary_switches} times in {activity.wall_seconds:.1f} s"
    return Finding.of(
        summary=f"{party.label} waits in {call}{where}, which looks again and again for something "
        "that has not come",
        confidence="possible",
        title=f"Waiting in {shortened(call, 2 * titles.MAX_NAME)} for what has not come",
        blame=distinct(lines),
        evidence=(
            f"it went to sleep {often}, and its Python code did not move",
            *called_with(party),
        ),
        advice=(
            "find out what that call waits for, and who should bring it",
            "give it a timeout, where it takes one",
        ),
    )


def _repeating(party: Party) -> Finding | None:
    """It tries to connect again and again, or asks until an answer comes that none of its variables
    holds. Between two tries a client has no socket, but its process keeps the error of the last
    one; between two questions it keeps the connection to who should answer."""
    wait = party.waits[0] if party.waits else None
    again = wait.again if wait is not None else None
    if wait is None or again is None or again.loop is None or again.serves:
        return None
    if not runs_own_code(party):
        return None
    refused, connections = party.state.waiting.refused, party.state.waiting.connections
    is_question = wait.resource.kind == "time" and again.inquires and not again.ends
    lines = own_lines(party)
    where = bracketed(place_of(lines[0]))
    if refused and wait.resource.kind not in EXTERNAL:
        doing = f"tries again and again{where}; the last connection that is known of failed"
        which, server = refused, f"a server: {refused[0]}"
        kept = "the process keeps the error of a connection"
        advice = (
            "see whether the server runs, and whether its address and port are right",
            "give the client a limit: how often, or for how long, it may try",
        )
    elif connections and is_question and again.does is not None:
        doing = f"asks again and again{where} for what has not come; its process is connected to"
        doing += " another program"
        which, server = connections, connections[0]
        kept, advice = (
            "the process has a connection",
            (RUNS_AT_ALL, "give the loop a limit of time"),
        )
    else:
        return None
    return Finding.of(
        summary=f"{party.label} {doing}: {which[0]}",
        confidence="possible",
        title=f"Perhaps waiting for {shortened(server, 2 * titles.MAX_NAME)}",
        blame=distinct(lines),
        evidence=(wait_story(party, wait), *[f"{kept}: {one}" for one in which]),
        advice=advice,
    )


def _is_told(hang: Hang, party: Party) -> bool:
    """Of who waits for connections: the user's code, or the main thread of a framework's server. A
    worker's is, where the program's own main thread is the framework's as well."""
    if runs_own_code(party):
        return True
    own = party.pid == hang.state.process.pid
    return party.is_main and (own or not any(map(runs_own_code, hang.main_threads())))


def _stopped(state: ProcessState) -> Finding:
    pid = state.process.pid
    return Finding.of(
        summary=f"process {pid} is stopped, by Ctrl-Z or a signal, until it gets SIGCONT",
        confidence="certain",
        title="Waiting for SIGCONT: the process is stopped",
        evidence=("the kernel says of all its threads that they are stopped",),
        advice=(Advice("let it go on", f"kill -CONT {pid}"),),
    )


def _external(hang: Hang, party: Party) -> Wait | None:
    """The wait of a thread for something outside; None when there is none, or it ends by itself.
    Who waits for clients does so in turns, that servers may be told to stop."""
    if not party.waits:
        return None
    first = own = party.waits[0]
    # Who has a file's lock is told even where its ring was refuted; that of a database is not.
    is_file = own.resource.kind == "file" and not own.resource.channel.is_database
    is_told = is_file or hang.is_alone_in_connection(party)
    if party.key in hang.stuck and not is_told:
        return None
    if own.resource.loop is not None:
        first = next((one for one in party.waits[1:] if _is_open(hang, party, one)), own)
        if first is own or (own.timeout and not first.resource.channel.listening):
            return None
    elif first.timeout and not first.resource.channel.listening:
        return None
    elif tasks_of(party) or _wakes_itself(hang, party):  # a loop, and the pipe that wakes it
        first = next((one for one in party.waits if _is_open(hang, party, one)), own)
    resource = first.resource
    is_external = resource.in_kernel is not None or resource.kind in EXTERNAL
    return first if is_external or resource.shared == "outside" else None


def _wakes_itself(hang: Hang, party: Party) -> bool:
    """Whether it waits, beside others, for a pipe that its own process has both ends of."""
    is_one_of = party.waits[0].resource.kind == "pipe" and len(party.waits) > 1
    return is_one_of and hang.other_ends(party.waits[0]) == {party.pid}


def _is_open(hang: Hang, party: Party, wait: Wait) -> bool:
    """Whether somebody outside of the process could end it."""
    ends = hang.other_ends(wait) or set()
    return wait.resource.kind in CHANNELS and party.pid not in ends


def _finding(hang: Hang, party: Party, wait: Wait, chain: list[Link]) -> Finding:
    what = _what(wait, party)
    place = bracketed(place_of(wait_blame(party, wait)))
    who = party.label
    if party.waits[0].resource.loop is not None:
        who = f"the event loop of {party.label}"
    until = "in turns" if party.waits[0].timeout else how_long(party.waits[0])
    failed = _failed_tasks(party) if _accepts(wait) else []
    return Finding.of(
        summary=f"{who} waits for {what}{_after_failures(failed)}",
        confidence="likely",
        title=f"Waiting for {shortened(what, 2 * titles.MAX_NAME)}",
        blame=distinct(
            [
                *[place_blame(place, party) for place in _failed_places(failed)],
                *_blame(hang, party, wait, chain),
            ]
        ),
        evidence=(
            f"{who} waits for {what}, {until}{place}",
            *_alternatives(party, wait),
            *told_of_other_side(hang, party, wait),
            *chain_evidence(chain),
        ),
        advice=_advice(hang, party, wait),
        doubts=_doubts(hang, party, wait, failed),
    )


def _doubts(hang: Hang, party: Party, wait: Wait, failed: list[FailedTask]) -> Iterator[Doubt]:
    if _may_be_other(hang, party):
        yield MAY_BE_OTHER
    at_channel = wait.resource.kind in ("fd", *CHANNELS) and not _accepts(wait)
    if at_channel and party.state.kind == "core":
        yield IN_A_CORE
    if failed:
        yield Doubt("what that task was to do may be what is missed", "other-task")


def _failed_tasks(party: Party) -> list[FailedTask]:
    """Those of its process that ended by an exception of the user's code, unasked for: a server's
    worker, for instance, without which it goes on taking requests."""
    tasks = party.state.waiting.failed_tasks
    return [one for one in tasks if any(place.mine for place in one.places)]


def _failed_places(tasks: list[FailedTask]) -> list[Place]:
    """The user's line at which each of them failed."""
    return [next(place for place in one.places if place.mine) for one in tasks[:SHOWN_ENDS]]


def _after_failures(tasks: list[FailedTask]) -> str:
    if not tasks:
        return ""
    names = listed([f'"{one.name}"' for one in tasks], SHOWN_ENDS)
    noun = "task" if len(tasks) == 1 else "tasks"
    return f", and {noun} {names} had failed before: {shortened(tasks[0].error, titles.MAX_NAME)}"


def _blame(hang: Hang, party: Party, wait: Wait, chain: list[Link]) -> tuple[Blame, ...]:
    if _accepts(wait) and not runs_own_code(party) and not chain:
        return ()  # a framework's server: no line of the user's runs
    awaited = [line for task in tasks_of(party) for line in task_lines(task, party)]
    here: list[Blame | None] = [wait_blame(party, wait), *own_lines(party)]
    behind: Iterable[Blame | None] = link_blames(chain)
    in_own = runs_own_code(party) or (wait.place is not None and wait.place.mine)
    if not in_own:  # a package's thread: who waits for that comes first
        here, behind = list(link_blames(reversed(chain))), here
    user = user_beyond(hang, party, wait)
    if wait.resource.kind == "process":
        user = hang.main_of(wait.target_pid or 0)
    beyond = [] if user is None else own_lines(user)
    return distinct([*awaited, *here, *behind, *beyond])


def _may_be_other(hang: Hang, party: Party) -> bool:
    """Whether something else may be what it waits for: some thread of its process does something. A
    framework that looks around now and then while it waits for connections does not."""
    if hang.talks_to_itself(party) or hang.awaits_own_tasks(party):
        return True
    idle = is_idle_server(party)
    works = any(one.moved for one in seen_threads(party) if one.tid != party.tid or not idle)
    return works and bool(party.waits[0].timeout)


def _what(wait: Wait, party: Party) -> str:
    resource = wait.resource
    if resource.channel.target.startswith(WAKES):
        library = _library(party)
        if library:
            calls = [one for one in calls_inside(party) if one.name or one.symbol]
            name = f" of {describe_frame(calls[-1])}" if calls else ""
            return f"{library} to wake it, in a call{name} that has not returned"
    detail = resource.detail if resource.detail not in resource.name else ""
    tail = f", {detail}" if detail else ""
    if resource.kind == "process":
        signals = held_back(party, wait)
        tail += f", which blocks {signals} that was sent to it" if signals else ""
        return f"the end of {resource.name}{tail}"
    if resource.kind == "socket":
        if _accepts(wait):
            return f"connections on {_addresses(wait, party)}"
        doing = "room to send on" if writes(wait) else "data from"
        if wait.syscall == "connect":
            doing = "a connection by"
        return f"{doing} {resource.name}{tail}"
    if resource.kind in ("pipe", "terminal"):
        return f"{'room to write to' if writes(wait) else 'data from'} {resource.name}{tail}"
    if wait.operation == "lock":
        owner = resource.channel.lock_owner
        holder = f", which process {owner} has locked" if owner else ""
        path = resource.channel.target
        is_module_file = resource.channel.has_path
        return f"the lock of {path}{holder}" if is_module_file else f"{resource.name}{holder}"
    return f"{resource.name}{tail}"


def _library(party: Party) -> str:
    """The library that Python called and in which it waits; "" for Python's own."""
    module = library_called(party)
    return "" if module is None else module.name


def _addresses(wait: Wait, party: Party) -> str:
    """ "TCP 127.0.0.1:80 and TCP [::1]:80": of all sockets that it takes connections from."""
    told = [one.resource.channel.listening for one in (wait, *party.waits)]
    found = list(dict.fromkeys(filter(None, told)))
    return listed(found, SHOWN_ENDS) if found else wait.resource.name


def _accepts(wait: Wait) -> bool:
    return wait.operation == "accept" or bool(wait.resource.channel.listening)


def _alternatives(party: Party, wait: Wait) -> Iterator[str]:
    told = {wait.resource.key, party.waits[0].resource.key}
    others = [
        one.resource.name
        for one in party.waits[1:]
        if one.resource.key not in told and not (_accepts(wait) and _accepts(one))
    ]
    if others:
        shown = ", ".join(others[:SHOWN_ENDS])
        more = f" and {len(others) - SHOWN_ENDS} more" if len(others) > SHOWN_ENDS else ""
        yield f"any of these would wake it too: {shown}{more}"


def _advice(hang: Hang, party: Party, wait: Wait) -> Iterator[Advice | str]:
    kind = wait.resource.kind
    stopped = stopped_pids(hang, party, wait)
    yield from (Advice("let it go on", f"kill -CONT {pid}") for pid in stopped)
    if stopped:
        return
    timeout = "socket.settimeout(seconds)"
    if party.waits[0].resource.loop is not None:
        timeout = "asyncio.wait_for(..., seconds)"
    if kind == "process":
        if wait.target_pid:
            if held_back(party, wait):
                yield (
                    "start children before signals are blocked, or let each unblock them first "
                    "(signal.pthread_sigmask), or use kill()"
                )
            yield Advice("see what the child does", f"atfault attach {wait.target_pid}")
        yield "set a limit: subprocess.run(..., timeout=...)"
    elif kind == "socket" and _accepts(wait):
        yield "a server without clients does that; see whether one connects to that address"
    elif kind == "socket":
        for peer in wait.resource.channel.peers[:1]:
            if peer.pid != party.pid:
                yield Advice("see what the other side does", f"atfault attach {peer.pid}")
        yield f"look at the peer; set a timeout: {timeout}"
    elif wait.resource.channel.target.startswith(WAKES) and _library(party):
        yield (
            "see whether the other side that this library talks to is there, and set the library's "
            "own timeout"
        )
    elif wait.resource.channel.target.startswith(ANONYMOUS):
        yield "find out what should make that descriptor ready, and whether it still can"
    elif is_call(wait, *OPENS):
        yield "let both sides open a pair of named pipes in the same order"
    elif wait.resource.channel.is_closed:
        yield (
            "call shutdown(socket.SHUT_RDWR) before close(): that a descriptor is closed does not "
            "wake the thread that reads from it"
        )
    elif takers_of(hang, party, wait):
        yield (
            "block the signal in all threads: signal.pthread_sigmask(signal.SIG_BLOCK, {...}) "
            "before the first one is started, which they inherit"
        )
    elif wait.resource.in_kernel == "signal":
        yield "find out who should send the signal, or send it"
    elif wait.resource.channel.lock_owner is not None:
        owner = wait.resource.channel.lock_owner
        yield Advice("see what the process that has the lock does", f"atfault attach {owner}")
    elif is_unlocked(wait):
        yield f"remove {wait.resource.channel.target} when nobody uses what it locks"
    else:
        yield "look at the other side: who has it, and what does that do?"
