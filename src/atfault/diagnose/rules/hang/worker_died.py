"""worker-died: a process waits for what a worker of its own should bring, which has died."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.diagnose.blame import last_lines
from atfault.diagnose.hang import titles
from atfault.diagnose.hang.parties import (
    Link,
    Party,
    crosses_processes,
    frame_of,
    runs,
    runs_own_code,
    waits_in_package,
)
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.watched import seen_threads
from atfault.diagnose.hang.words import chain_evidence, wait_lines, wait_story
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.diagnose.words import command_line, file_line
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.family import Relative, ReportedDeath
from atfault.model.findings import Advice, Confidence, Finding
from atfault.model.kinds import CHANNELS, HELD, OF_PYTHON
from atfault.model.signals import signal_name
from atfault.model.start import Start
from atfault.model.state import ProcessState
from atfault.model.waits import Wait

FORKED_ROLES = ("fork", "multiprocessing-spawn", "multiprocessing-forkserver", "python", "")
HANDLER = ("_handle_results", "multiprocessing/pool.py")
FEEDER = ("_handle_tasks", "multiprocessing/pool.py")
"""What threads of the process run that has made the pool."""
WORKER = ("worker", "multiprocessing/pool.py")
MAX_SHOWN = 3
"""Reported deaths that are linked."""
A_DEAD_ONE = "a worker that has died"
SEVERAL = 3
"""So many that end while they are watched are started anew, and end again."""


class _Vain(NamedTuple):
    """A thread that waits without an end for what another process should bring."""

    case: Case
    hang: Hang
    party: Party
    wait: Wait
    chain: list[Link]
    """Who waits for that thread."""

    def finding(
        self,
        what: str,
        doing: str,
        confidence: Confidence,
        evidence: Iterable[str],
        advice: Iterable[Advice | str] = (),
    ) -> Finding:
        """what: it waits for, in the title. doing: in the summary."""
        return Finding.of(
            summary=f"{self.party.label} waits for {doing}",
            confidence=confidence,
            title=f"Stuck: {titles.who(self.hang, self.party)} waits for {what}",
            blame=wait_lines(self.party, self.wait),
            evidence=(*evidence, *chain_evidence(self.chain)),
            advice=(*advice, *_advice(self.case)),
            doubts=self.hang.grounds([self.party]).doubts,
        )


@rule("worker-died", on=ALIVE, family="hang", partly=(Need.INTERPRETER,))
def worker_died(case: Case) -> Iterator[Finding]:
    """A worker process has died, and the program waits for its result for ever.

    `multiprocessing.Pool` replaces a worker that dies, but not the job that it had: its result
    never comes; and when its workers end before their first job, as an initializer fails, it starts
    new ones for ever. A `multiprocessing.Queue` that nobody writes to any more stays open in the
    reader itself, so `get()` does not end either. Workers die of crashes in native code, of
    `os._exit`, of `kill`, and of the kernel's out-of-memory killer; one that ended with exit code 0
    had done its work. Where a package waits without an end, and a child has died whose end nobody
    has asked for yet, that child is told: possibly the package waits for it.

    Under `atfault run` the same is said of a worker of a pool, or a `multiprocessing.Process`, that
    left by `exit` or `os._exit`, with the line that it left at: in whole when the program failed
    for it (`BrokenProcessPool`, "DataLoader worker exited unexpectedly"), and in one line where the
    program coped.

    What to do: use `concurrent.futures.ProcessPoolExecutor`, which raises BrokenProcessPool; give
    `get()` a timeout and look at the workers when it ends.
    """
    state = case.process
    ended = state.ending.termination
    if not isinstance(ended, Absent):
        if ended.exit_code is not None and not isinstance(state.started, Absent):
            yield _of_exit(state, ended.exit_code, state.started)
        return
    hang = hang_of(case)
    for vain in _waiting(case, hang):
        activity = vain.party.state.activity
        gone = 0 if isinstance(activity, Absent) else activity.ended
        if gone >= SEVERAL and _gets_none(vain):
            yield _of_start(vain, gone)
            return
        dead, is_known = _dead(vain), vain.wait.resource.shared != "outside"
        if dead and (is_known or any(map(_failed, dead))):
            yield _of_dead(vain, dead, is_known)
            return
    for vain in _waiting(case, hang):
        workers = _idle_pool(vain)
        if workers:
            yield _of_lost_job(vain, workers)
            return
    for party in hang.main_threads():
        unseen = [
            one for one in _children(party) if one.has_died and one.state == "Z" and _failed(one)
        ]
        goes_on = bool(party.waits) and all(map(_goes_on, party.waits))
        waits = goes_on and runs_own_code(party) and waits_in_package(party)
        if unseen and waits and not _other_workers(party):
            yield _of_dead(_Vain(case, hang, party, party.waits[0], []), unseen, is_known=False)
            return


def _dead(vain: _Vain) -> list[Relative]:
    """The workers that it may wait for in vain."""
    hang, party = vain.hang, vain.party
    dead = [one for one in _children(party) if one.has_died and not _left_in_order(one)]
    if _other_workers(party):
        dead = [one for one in dead if _failed(one) and not _was_joined(one)]
    if vain.wait.resource.kind in HELD and hang.links(party) and party.key not in hang.stuck:
        return []  # somebody who lives has it
    return dead


def _of_exit(state: ProcessState, code: int, start: Start) -> Finding:
    """A worker that ended by itself before its time."""
    lines = last_lines(state.ending.last, state.process.pid)
    last = state.ending.last
    who = start.kind.name or "process that the program started"
    where = ""
    if not isinstance(last, Absent) and last.act == "exit" and last.places:
        place = last.places[0]
        where = f", at {file_line(place.file, place.line)}, in {place.function}"
    evidence = [f"no signal ended it: it called exit or os._exit({code}){where}"]
    if start.kind.role == "pool":
        evidence.append("workers of this kind end with 0, and not before they are told to")
    if where:
        advice = [
            "see why that line was reached; an exception in its place would reach the program "
            "that waits, with its traceback"
        ]
    else:
        advice = ["look for os._exit, sys.exit or a failing initializer in what the worker runs"]
    advice.append("native libraries call exit(), too, when they give up: see its last output")
    return Finding.of(
        summary=f"a {who} ended with exit status {code}, by itself, before its time",
        confidence="certain",
        blame=lines,
        evidence=evidence,
        advice=advice,
    )


def _waiting(case: Case, hang: Hang) -> Iterator[_Vain]:
    """Threads, the main ones first, that wait without an end for what another process brings."""
    for start in hang.in_order:
        chain, threads = hang.threads_from(start)
        party = threads[-1]
        for wait in party.waits:
            if not (_goes_on(wait) and runs_own_code(party)):
                continue
            kind = wait.resource.kind
            if kind in CHANNELS:
                # Somebody has the other end open, or the kernel would end the wait.
                is_shared = hang.other_ends(wait) == {party.pid}
            else:
                is_outside = wait.resource.shared == "outside"
                is_shared = is_outside or (kind in OF_PYTHON and crosses_processes(party, wait))
            if is_shared:
                yield _Vain(case, hang, party, wait, chain)


def _goes_on(wait: Wait) -> bool:
    """Whether it does not end by itself: one that does more than to look may be as endless."""
    again = wait.again
    return not wait.timeout or (again is not None and not again.ends and not again.serves)


def _advice(case: Case) -> Iterator[Advice | str]:
    reported = case.reported
    for death in _shown(case):
        if death.report:
            yield Advice("see why the worker died", f"atfault show {death.report}")
    yield (
        "use concurrent.futures.ProcessPoolExecutor: it notices a worker that dies "
        "(BrokenProcessPool) instead of waiting for ever"
    )
    if not isinstance(reported, Absent) and reported:
        return
    yield "find out why the worker died: its own output, or the kernel's log for out of memory"
    if isinstance(reported, Absent):  # else it runs under atfault, which had nothing to explain
        command = command_line(case.process.process.argv)
        yield Advice(
            "run the program under atfault, which explains each child that dies",
            f"atfault run {command}" if command else None,
        )


def _shown(case: Case) -> tuple[ReportedDeath, ...]:
    """The latest deaths of children that `run` has reported."""
    return () if isinstance(case.reported, Absent) else case.reported[-MAX_SHOWN:]


def _was_reported(death: ReportedDeath) -> str:
    """ "process 4712 was ended by SIGSEGV: report 12"."""
    how = f"was ended by {signal_name(death.signal)}" if death.signal else "has ended"
    number = f": report {death.report}" if death.report else ", as reported above"
    return f"process {death.pid} {how}{number}"


def _of_children(case: Case, dead: list[Relative]) -> Iterator[str]:
    """What is known of each child that has died."""
    reported = {death.pid: death for death in _shown(case)}
    for one in dead:
        death = reported.pop(one.pid, None)
        yield f"child {one.pid} {_how(one)}" if death is None else _was_reported(death)
    yield from map(_was_reported, reported.values())


def _children(party: Party) -> list[Relative]:
    """Those that run Python, or may."""
    children = [one for one in party.relatives if one.relation == "child"]
    return [one for one in children if one.role in FORKED_ROLES]


def _of_dead(vain: _Vain, dead: list[Relative], is_known: bool) -> Finding:
    """is_known: whether the dead are known to be those that it waits for."""
    party, wait = vain.party, vain.wait
    failed = [one for one in dead if _failed(one)]
    is_sure = not wait.timeout or (wait.again is not None and wait.again.only_tells)
    told = [one for one in failed if not _was_joined(one)]
    is_served = party.key in vain.hang.stuck or (
        told and is_sure and not (_other_workers(party) or vain.hang.goes_on_beside(party))
    )
    first = (failed or dead)[0]
    does = f" that {'should' if is_known else 'may have to'} serve it"
    if wait.resource.kind in HELD:
        does = ", which may have held it,"
    return vain.finding(
        A_DEAD_ONE,
        f"{wait.resource.name}, but process {first.pid}{does} {_how(first)}",
        "likely" if is_known and is_served else "possible",
        (
            *_of_children(vain.case, (failed or dead)[:4]),
            wait_story(party, wait),
            *[f"that is kept by process {p.pid}, {p.command}" for p in wait.resource.channel.peers],
        ),
        _end_of(wait),
    )


def _end_of(wait: Wait) -> Iterator[Advice | str]:
    if wait.resource.kind in HELD:
        yield (
            "a process that is killed gives no lock back: take one that the kernel does give back "
            "(fcntl.flock), or that has an expiry"
        )
    if wait.resource.kind in CHANNELS:
        yield (
            "close this process's own copy of the child's end once the child was started: then "
            "reading ends with EOFError when the child does"
        )
    elif wait.resource.kind == "barrier":
        yield "call the barrier's abort() where one that should arrive at it fails"


def _failed(one: Relative) -> bool:
    return bool(one.signal or one.exit_code)


def _left_in_order(one: Relative) -> bool:
    """Whether it has done what it was to do: what is waited for it did not mean to bring."""
    return one.exit_code == 0 and not one.signal


def _was_joined(one: Relative) -> bool:
    """Its parent knows how it ended, and may have made up for it."""
    return one.state == "X" and one.signal is not None


def _other_workers(party: Party) -> bool:
    """Whether children that could serve it live on."""
    is_known = not isinstance(party.state.waiting.relatives, Absent)
    return not is_known or any(not one.has_died for one in _children(party))


def _how(one: Relative) -> str:
    if one.signal:
        return f"has died of {signal_name(one.signal)}"
    return f"has died with exit code {one.exit_code}" if one.exit_code else "has died"


def _idle_pool(vain: _Vain) -> list[Party]:
    """The workers of the multiprocessing.Pool whose result is waited for, if all of them idle."""
    hang, party, wait = vain.hang, vain.party, vain.wait
    if wait.resource.kind != "future" or not crosses_processes(party, wait):
        return []
    if wait.resource.future.taken_in or wait.resource.future.failed_in:
        return []  # its callback keeps the thread that would take the result in, or has failed
    seen = seen_threads(party)
    if party.key not in hang.stuck and (not seen or any(one.moved for one in seen)):
        return []
    handlers = [other for other in hang.of_process(party.pid) if runs(other, HANDLER)]
    if not handlers:
        return []  # a copy of the pool's object that a fork has made: its jobs go nowhere
    # While a callback of the user's runs there, it takes no result in; while the iterable that the
    # pool was given does, it sends no job.
    feeders = [other for other in hang.of_process(party.pid) if runs(other, FEEDER)]
    if any(map(runs_own_code, (*handlers, *feeders))):
        return []
    workers = []
    for other in hang.parties.values():
        if other.pid != party.pid and other.pid == other.tid:
            index = frame_of(other, WORKER)
            if index is None:
                continue
            inside = other.thread.stack.frames[:index]
            if any(f.mine or (f.python and f.python.code.name == "mapstar") for f in inside):
                return []
            if not other.waits:
                return []
            workers.append(other)
    return workers


def _gets_none(vain: _Vain) -> bool:
    """Whether a result is waited for, none came while the process was watched, and none of its
    pool's workers is seen to have a job, or to wait for one."""
    party, wait = vain.party, vain.wait
    woke = {one.tid for one in seen_threads(party) if one.voluntary_switches}
    for other in vain.hang.parties.values():
        if other.pid == party.pid and runs(other, HANDLER) and other.thread.thread.tid in woke:
            return False
        index = frame_of(other, WORKER)
        frame = None if index is None else other.thread.stack.frames[index].python
        if frame is not None and not isinstance(frame.locals, Absent):
            counts = [one.value for one in frame.locals if one.name == "completed"]
            if not all(isinstance(one, Absent) for one in counts):  # it has come to its loop
                return False
    return wait.resource.kind == "future"


def _of_start(vain: _Vain, ended: int) -> Finding:
    return vain.finding(
        "workers that end as they start",
        "a result of a process pool whose workers end before they take a job",
        "likely",
        (
            f"{ended} of its processes ended while it was watched, and others took their "
            "place; none that was looked at had come as far as to its first job",
            wait_story(vain.party, vain.wait),
        ),
        (
            "see what they print as they end: the pool's initializer fails, or their import of "
            'the program (`if __name__ == "__main__":` around what starts the pool)',
        ),
    )


def _of_lost_job(vain: _Vain, workers: list[Party]) -> Finding:
    missing = vain.wait.resource.future.chunks_left
    left = ""
    if missing is not None and not vain.wait.resource.detail:  # else that says it
        left = f", with {counted(missing, 'chunk')} of work to come"
    who = f"all {len(workers)} workers of the pool wait"
    if len(workers) == 1:
        who = "the only worker of the pool waits"
    return vain.finding(
        A_DEAD_ONE,
        "a result of a process pool whose workers are all idle: a worker died with the job",
        "likely",
        (
            f"{wait_story(vain.party, vain.wait)}{left}",
            f"{who} for a job; "
            "multiprocessing.Pool replaces a worker that dies, but forgets its job",
            *map(_was_reported, _shown(vain.case)),
        ),
    )
