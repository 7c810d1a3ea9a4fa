"""worker-died: a process waits for what a worker of its own should bring, which has died."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose import titles
from atfault.diagnose.blame import last_lines
from atfault.diagnose.hang_words import (
    chain_evidence,
    distinct,
    own_lines,
    wait_blame,
    waits_for,
)
from atfault.diagnose.parties import Link, Party, crosses_processes, fact, runs
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.diagnose.stuck import CHANNELS, Hang, hang_of
from atfault.diagnose.words import command_line, plural, short_place
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.family import Relative
from atfault.model.findings import Advice, Blame, Confidence, Evidence, Finding
from atfault.model.signals import signal_name
from atfault.model.start import Start
from atfault.model.state import ProcessState
from atfault.model.waits import Wait

FORKED_ROLES = ("fork", "multiprocessing-spawn", "multiprocessing-forkserver", "python", "")
HANDLER = ("_handle_results", "multiprocessing/pool.py")
"""What a thread of the process runs that has made the pool."""
SHARED = ("queue", "future", "lock", "semaphore", "condition", "event")


@rule("worker-died", on=ALIVE, family="hang", partly=(Need.INTERPRETER,))
def worker_died(case: Case) -> Iterator[Finding]:
    """A worker process has died, and the program waits for its result for ever.

    `multiprocessing.Pool` replaces a worker that dies, but not the job that it had: its result
    never comes. A `multiprocessing.Queue` that nobody writes to any more stays open in the reader
    itself, so `get()` does not end either. Workers die of crashes in native code, of `os._exit`, of
    `kill`, and of the kernel's out-of-memory killer.

    Under `atfault run` the same is said of a worker of a pool that left by `exit` or `os._exit`,
    when the program failed for it (`BrokenProcessPool`, "DataLoader worker exited unexpectedly"),
    with the line that it left at.

    What to do: use `concurrent.futures.ProcessPoolExecutor`, which raises BrokenProcessPool; give
    `get()` a timeout and look at the workers when it ends.
    """
    state = case.process
    ended = state.ending.termination
    if not isinstance(ended, Absent):
        if ended.exit_code and not isinstance(state.started, Absent):
            lines = last_lines(state.ending.last, state.process.pid)
            yield _of_exit(ended.exit_code, state.started, lines)
        return
    hang = hang_of(case)
    for party, wait, chain in _waiting(hang):
        dead = _dead_children(party)
        if dead:
            yield _of_dead(hang, party, wait, chain, dead)
            return
    for party, wait, chain in _waiting(hang):
        workers = _idle_pool(hang, party, wait)
        if workers:
            yield _of_lost_job(hang, party, wait, chain, workers)
            return


def _of_exit(code: int, start: Start, lines: tuple[Blame, ...]) -> Finding:
    """A worker that ended by itself before its time, and the program failed for it."""
    who = start.how or "process that the program started"
    where = f", at {short_place(lines[0])}" if lines else ""
    return Finding(
        cause="worker-died",
        summary=f"a {who} ended with exit status {code}, by itself, before its time",
        confidence="certain",
        blame=lines,
        evidence=(
            Evidence(f"no signal ended it: it called exit or os._exit({code}){where}"),
            Evidence("workers of this kind end with 0, and not before they are told to"),
        ),
        advice=(
            Advice("look for os._exit, sys.exit or a failing initializer in what the worker runs"),
            Advice("native libraries call exit(), too, when they give up: see its last output"),
        ),
    )


def _waiting(hang: Hang) -> Iterator[tuple[Party, Wait, list[Link]]]:
    """Threads, the main ones first, that wait without a timeout for what another process brings."""
    for start in hang.in_order():
        chain = hang.chain(start)
        party = chain[-1].by if chain else start
        for wait in party.waits:
            if wait.timeout or not any(f.mine for f in party.thread.stack.frames):
                continue
            kind = wait.resource.kind
            if kind in CHANNELS:
                # Somebody has the other end open, or the kernel would end the wait.
                is_shared = hang.other_ends(party, wait) == {party.pid}
            else:
                is_shared = kind in SHARED and crosses_processes(party, wait)
            if is_shared:
                yield party, wait, chain


def _advice(state: ProcessState) -> tuple[Advice, ...]:
    command = command_line(state.process.argv)
    return (
        Advice(
            "use concurrent.futures.ProcessPoolExecutor: it notices a worker that dies "
            "(BrokenProcessPool) instead of waiting for ever"
        ),
        Advice(
            "find out why the worker died: its own output, or the kernel's log for out of memory"
        ),
        Advice(
            "run the program under atfault, which explains each child that dies",
            f"atfault run {command}" if command else None,
        ),
    )


def _dead_children(party: Party) -> list[Relative]:
    relatives = party.state.waiting.relatives
    if isinstance(relatives, Absent):
        return []
    return [
        one
        for one in relatives
        if one.relation == "child" and one.has_died and one.role in FORKED_ROLES
    ]


def _of_dead(
    hang: Hang, party: Party, wait: Wait, chain: list[Link], dead: list[Relative]
) -> Finding:
    confidence: Confidence = "possible"
    failed = [one for one in dead if one.signal or one.exit_code]
    if party.key in hang.stuck or (failed and not _other_workers(party)):
        confidence = "likely"
    first = (failed or dead)[0]
    return Finding(
        cause="worker-died",
        summary=f"{party.label} waits for {wait.resource.name}, but process {first.pid} that "
        f"should serve it {_how(first)}",
        confidence=confidence,
        title=f"Stuck: {titles.who(hang, party)} waits for a worker that has died",
        blame=distinct([wait_blame(party, wait), *own_lines(party)]),
        evidence=(
            *(Evidence(f"child {one.pid} {_how(one)}") for one in (failed or dead)[:4]),
            Evidence(f"{party.label} {waits_for(party, wait)}, without a timeout"),
            *chain_evidence(chain),
        ),
        advice=(*_end_of(wait), *_advice(hang.state)),
    )


def _end_of(wait: Wait) -> Iterator[Advice]:
    if wait.resource.kind in CHANNELS:
        yield Advice(
            "close this process's own copy of the child's end once the child was started: then "
            "reading ends with EOFError when the child does"
        )


def _other_workers(party: Party) -> bool:
    """Whether children that could serve it live on."""
    relatives = party.state.waiting.relatives
    if isinstance(relatives, Absent):
        return True
    return any(
        one.relation == "child" and not one.has_died and one.role in FORKED_ROLES
        for one in relatives
    )


def _how(one: Relative) -> str:
    if one.signal:
        return f"has died of {signal_name(one.signal)}"
    if one.exit_code == 0:
        return "has ended, with exit code 0"
    return f"has died with exit code {one.exit_code}" if one.exit_code else "has died"


def _idle_pool(hang: Hang, party: Party, wait: Wait) -> list[Party]:
    """The workers of the multiprocessing.Pool whose result is waited for, if all of them idle."""
    if wait.resource.kind != "future" or not crosses_processes(party, wait):
        return []
    if party.key not in hang.stuck and not _is_still(party):
        return []
    mine = [other for other in hang.parties.values() if other.pid == party.pid]
    if not any(runs(other, HANDLER) for other in mine):
        return []  # a copy of the pool's object that a fork has made: its jobs go nowhere
    workers = []
    for other in hang.parties.values():
        if other.pid != party.pid and other.pid == other.tid:
            index = _worker_frame(other)
            if index is None:
                continue
            inside = other.thread.stack.frames[:index]
            if any(f.mine or (f.python and f.python.code.name == "mapstar") for f in inside):
                return []
            if not other.waits:
                return []
            workers.append(other)
    return workers


def _worker_frame(party: Party) -> int | None:
    """Index of the frame of multiprocessing.pool.worker; None for other processes."""
    for index, frame in enumerate(party.thread.stack.frames):
        python = frame.python
        if python is not None and python.code.name == "worker":
            return index if python.code.filename.endswith("multiprocessing/pool.py") else None
    return None


def _is_still(party: Party) -> bool:
    """Whether no thread of its process moved while it was watched."""
    activity = party.state.activity
    return not isinstance(activity, Absent) and not any(t.moved for t in activity.threads)


def _of_lost_job(
    hang: Hang, party: Party, wait: Wait, chain: list[Link], workers: list[Party]
) -> Finding:
    missing = fact(wait, "chunks_left")
    left = ""
    if isinstance(missing, int) and not wait.resource.detail:  # else that says it
        left = f", with {plural(missing, 'chunk')} of work to come"
    who = f"all {len(workers)} workers of the pool wait"
    if len(workers) == 1:
        who = "the only worker of the pool waits"
    return Finding(
        cause="worker-died",
        summary=f"{party.label} waits for a result of a process pool whose workers are all idle: a "
        "worker died with the job",
        confidence="likely",
        title=f"Stuck: {titles.who(hang, party)} waits for a worker that has died",
        blame=distinct([wait_blame(party, wait), *own_lines(party)]),
        evidence=(
            Evidence(f"{party.label} {waits_for(party, wait)}, without a timeout{left}"),
            Evidence(
                f"{who} for a job; "
                "multiprocessing.Pool replaces a worker that dies, but forgets its job"
            ),
            *chain_evidence(chain),
        ),
        advice=_advice(hang.state),
    )
