"""stuck-native-call: one call of native code that does not come back."""

from collections.abc import Iterable, Iterator
from itertools import dropwhile

from atfault.diagnose.confidence import confidence_of
from atfault.diagnose.hang import titles
from atfault.diagnose.hang.forked import wait_for_the_lost
from atfault.diagnose.hang.in_library import told_of_calls, who_may_end
from atfault.diagnose.hang.native_calls import NativeCall, calling_back, native_call_of
from atfault.diagnose.hang.parties import Link, Party, native_part, wants_gil
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.watched import (
    activity_of,
    arguments_of,
    called_with,
    cpu_share,
    is_busy,
    reads_nothing,
    sleeps_often,
)
from atfault.diagnose.hang.words import (
    chain_evidence,
    distinct,
    own_line,
    own_lines,
    run_by_none,
    waits_for,
)
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.diagnose.words import listed, place
from atfault.model import roles
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Confidence, Doubt, Evidence, Finding
from atfault.model.kinds import LOCKS, OF_FUTEX

NATIVE_KINDS = OF_FUTEX | {"gpu", "thread"}
SIGNALLED = frozenset(("native-condition", "barrier", "semaphore"))
MINUTE = 60


@rule(
    "stuck-native-call",
    on=ALIVE,
    causes=("stuck-native-call", "deadlock"),
    yields_to=(
        "deadlock",
        "self-deadlock",
        "gil-deadlock",
        "gil-held",
        "import-deadlock",
        "fork-held-lock",
        "pipe-full",
        "event-loop-blocked",
        "pool-starvation",
        "worker-died",
    ),
    family="hang",
    partly=(Need.INTERPRETER,),
)
def stuck_native_call(case: Case) -> Iterator[Finding]:
    """A thread is in one call of native code that does not come back.

    Either it sleeps there on a lock, condition or device that Python knows nothing of, or it
    computes in one and the same call for as long as it was watched. A long call and an endless one
    look alike from outside, so a call that computes is no more than possible. Regular expressions
    with nested repetition (`(\\w+\\s?)*:`) may take longer than the age of the universe.

    Where nobody is left who could end such a wait, it is a deadlock, or waits-for-nobody.

    Processes that native code connects (the ranks of gloo or MPI), each of which sleeps in a call,
    wait for one another's messages: a deadlock, unless these are on the way.

    The finding names the call, its caller's arguments, whether it uses the processor, and who waits
    for it. Two threads in the same function of a library that share one handle are a frequent
    cause: libraries rarely allow that.

    What to do: look at what the native code waits for; use a handle from one thread at a time; give
    the waiting side a timeout, so that the rest of the program can go on.
    """
    hang = hang_of(case)
    found = (calling_back(one) or native_call_of(one) for one in hang.in_order)
    calls = [call for call in found if call is not None]
    connected = _connected(hang, calls)
    first: Finding | None = None
    for call in calls:
        beside = connected.get(call.party.pid, [])
        if beside and _waits_long(call.party):
            first = first or _between_processes(call, beside)
            continue
        claim = _claim(hang, call)
        if claim is None:
            continue
        doubts = list(_doubts(hang, call.party, calls))
        if confidence_of(claim, (), doubts) == "likely":
            yield _finding(hang, call, calls, claim, doubts)
            return
        first = first or _finding(hang, call, calls, claim, doubts)
    if first is not None:
        yield first


def _doubts(hang: Hang, party: Party, calls: list[NativeCall]) -> Iterator[Doubt]:
    """Of a call that sleeps."""
    if not party.waits:
        return
    if hang.has_native_work(party.pid) or _others_at_work(hang, party):
        yield Doubt("another thread was at work, and may end the wait", "other-thread")
        return
    waiting = [one.party for one in calls if one.party.waits]
    for text in who_may_end(hang, party, filter(_sleeps_in_native_code, waiting)):
        yield Doubt(text, "other-thread")
        return


def _claim(hang: Hang, call: NativeCall) -> Confidence | None:
    """That the call does not come back; None where nothing says so."""
    party, activity = call.party, activity_of(call.party)
    if party.waits:
        if party.waits[0].library and party.key in hang.stuck:
            return None  # waits-for-nobody, or a deadlock
        if not _sleeps_in_native_code(party) or wait_for_the_lost(hang, party) is not None:
            return None
        return "likely"
    if activity is None or not is_busy(party):
        return None
    if not call.calls_back and (activity.moved or not native_part(party)):
        return None
    if call.finite or sleeps_often(activity) or reads_nothing(activity):
        return None
    return "possible"


def _finding(
    hang: Hang,
    call: NativeCall,
    calls: list[NativeCall],
    claim: Confidence,
    doubts: Iterable[Doubt],
) -> Finding:
    party, activity = call.party, activity_of(call.party)
    waiting = _waiting_for(hang, party)
    if party.waits:
        doing = waits_for(party, party.waits[0], where=call.frame)
    else:
        assert activity is not None
        doing = f"uses {cpu_share(activity):.0%} of a processor and has not come back"
    where = place(call.frame)
    lines, who = own_lines(party), titles.who(hang, party)
    if call.calls_back:  # what it calls comes and goes
        here = call.frame.location.file, call.frame.location.line
        lines = list(dropwhile(lambda one: (one.file, one.line) != here, lines)) or lines
    return Finding.of(
        cause="stuck-native-call",
        summary=f"{party.label} is in {call.name}, called from {where}, and {doing}",
        confidence=claim,
        title=f"Stuck in native code: {who} does not come back from a call{titles.at(lines)}",
        blame=distinct([*lines, *[own_line(chain[0].who) for chain in waiting[:2]]]),
        evidence=_evidence(hang, call, calls, waiting),
        advice=_advice(call, calls),
        doubts=doubts,
    )


def _connected(hang: Hang, calls: list[NativeCall]) -> dict[int, list[NativeCall]]:
    """Pid → the calls of the processes that native code connects with that one, where each of them
    waits long, and nobody else could send something yet."""
    of_process: dict[int, list[NativeCall]] = {}
    for call in calls:
        of_process.setdefault(call.party.pid, []).append(call)
    partners = {pid: _partners(hang, pid) for pid in of_process}
    waits = {
        pid: all(_waits_long(one.party) for one in of_process[pid])
        for pid in (of_process if any(partners.values()) else ())
    }
    found: dict[int, list[NativeCall]] = {}
    for own, wanted in partners.items():
        beside = {pid for pid in of_process if pid in wanted or own in partners[pid]}
        together = beside | {own}
        if all(waits[pid] and partners[pid] <= together for pid in beside) and wanted <= together:
            found[own] = [one for one in calls if one.party.pid in beside]
    return found


def _between_processes(call: NativeCall, others: list[NativeCall]) -> Finding:
    """Processes that are connected with one another by native code (gloo, MPI), each of which waits
    in a call for what the others would send: they are in different calls, or one is missing."""
    all_of_them = [call, *others]
    pids = sorted({one.party.pid for one in all_of_them})
    told = [f"{one.party.label} waits in {place(one.frame)}" for one in all_of_them]
    return Finding.of(
        cause="deadlock",
        summary=f"processes {listed(list(map(str, pids)))} are connected, and each waits in a call "
        "for what the others would send",
        confidence="possible",  # whether their messages are on the way was not seen
        title=f"Stuck: {len(pids)} processes wait for one another's messages",
        blame=distinct([line for one in all_of_them for line in own_lines(one.party)]),
        evidence=(*told, *[t for one in all_of_them for t in called_with(one.party)]),
        advice=(
            "let all of them make the same calls in the same order, also after an error",
            "give the calls a timeout, so that each says what it waited for",
        ),
    )


def _waits_long(party: Party) -> bool:
    """Whether it waits in native code, without an end or for more than a minute (gloo's default are
    thirty)."""
    return bool(party.waits) and _sleeps_in_native_code(party, at_most=MINUTE)


def _partners(hang: Hang, pid: int) -> set[int]:
    """The other processes to which native threads of a process have connections."""
    pumps = _network_threads(hang, pid)
    peers = {
        peer.pid for one in pumps for wait in one.waits for peer in wait.resource.channel.peers
    }
    return peers - {pid}


def _sleeps_in_native_code(party: Party, at_most: float | None = None) -> bool:
    """In an untimed wait that no part of Python made, and not as an idle pool's thread.

    at_most: one that ends counts as well if that takes longer than so many seconds.
    """
    if roles.is_waiting(party.python[0].code.filename):
        return False
    for wait in party.waits:
        resource = wait.resource
        ends = wait.timeout and (at_most is None or (wait.left or 0) <= at_most)
        if resource.kind not in NATIVE_KINDS or ends or wait.idle == "library":
            return False
        if resource.shared is not None:  # Python's own, between processes
            return False
        if wait.again is not None:  # it comes back each time
            return False
        if resource.kind in LOCKS and wait.target_tid is not None:
            return False
        if resource.kind == "thread" and wait.exact and resource.address:  # a threading.Thread
            return False
        if resource.in_kernel is not None:
            return False
    return True


def _others_at_work(hang: Hang, party: Party) -> bool:
    """Whether another thread of its process was not asleep when nobody watched it: it may be about
    to end the wait (ranks of gloo, between two messages)."""
    if activity_of(party) is not None:
        return False
    return hang.any_beside(party, _is_awake)


def _is_awake(party: Party) -> bool:
    return not party.waits


def _network_threads(hang: Hang, pid: int) -> list[Party]:
    """The process's threads without Python that wait for connections to others: what they receive
    may end a wait in the same library (gloo, grpc, a driver of a database)."""
    return [
        other
        for other in hang.of_process(pid)
        if not other.python and any(wait.resource.channel.peer for wait in other.waits)
    ]


def _waiting_for(hang: Hang, party: Party) -> list[list[Link]]:
    """The chains of untimed waits that end at the thread, the main thread's first."""
    return [
        chain
        for chain in hang.leading.get(party.key, [])
        if not any(link.wait.timeout for link in chain)
    ]


def _evidence(
    hang: Hang, call: NativeCall, calls: list[NativeCall], waiting: list[list[Link]]
) -> Iterator[Evidence | str]:
    party = call.party
    activity = activity_of(party)
    if activity is not None:
        ticks = f"{activity.cpu_seconds:.2f} s of processor time in {activity.wall_seconds:.1f} s"
        moved = "" if activity.moved else ", and its Python code did not move"
        yield f"it used {ticks}{moved}"
    elif not party.waits:
        yield "whether it moves was not watched"
    starving = [one.label for one in hang.of_process(party.pid) if wants_gil(one)]
    if party.thread.holds_gil and starving:
        yield f"it keeps the GIL meanwhile, without which {listed(starving)} cannot run"
    if call.calls_back:
        yield "what it calls back moves; whether the call itself gets on is not seen from outside"
    yield from told_of_calls(hang, party) if party.waits else ()
    for wait in party.waits:
        yield from run_by_none(party, wait)
    yield from called_with(party)
    for other in _companions(call, calls):
        told = arguments_of(other.frame)
        yield (
            f"{other.party.label} is in the same function at the same time"
            + (f", with {told}" if told else "")
        )
    for chain in waiting[:3]:
        yield from chain_evidence(chain)
    for pump in _network_threads(hang, party.pid)[:1] if party.waits else ():
        peers = [wait.resource.channel.peer for wait in pump.waits if wait.resource.channel.peer]
        yield (
            f"{pump.label}, a thread of native code, waits for data from {listed(peers)}: that "
            "may end it"
        )
    yield from _idle(hang, party)


def _companions(call: NativeCall, calls: list[NativeCall]) -> list[NativeCall]:
    """Other threads of its process in the same native function."""
    if not call.symbol:
        return []
    pid = call.party.pid
    same = [c for c in calls if c is not call and c.symbol == call.symbol and c.party.pid == pid]
    return same[:4]


def _awaits_others(party: Party) -> bool:
    """Whether it waits for what other threads are to signal: several may do so at once."""
    return any(one.resource.kind in SIGNALLED for one in party.waits)


def _idle(hang: Hang, party: Party) -> Iterator[str]:
    """The workers that have nothing to do meanwhile."""
    idle = [
        other.label
        for other in hang.in_order
        if other.pid == party.pid and any(wait.idle == "worker" for wait in other.waits)
    ]
    if idle:
        verb = "waits" if len(idle) == 1 else "wait"
        yield f"{counted(len(idle), 'idle worker')} {verb} for jobs: {listed(idle)}"


def _advice(call: NativeCall, calls: list[NativeCall]) -> Iterator[str]:
    if call.regex:
        yield "write the pattern without a repetition inside of a repetition"
        return
    if _companions(call, calls) and not _awaits_others(call.party):
        yield "let only one thread at a time use the handle: a lock, or a handle a thread"
    yield "see where in the native code it is: the native frames of that thread, with -v"
    yield "give who waits a timeout, so that one call does not stop the whole program"
