"""fork-unsafe-library: a forked child waits for native threads that only its parent has."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.forked import (
    fork_story,
    forked_at,
    in_child,
    parent_of,
    threads_left_behind,
    wait_for_the_lost,
)
from atfault.diagnose.hang.parties import Party, library_inside
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.words import (
    distinct,
    own_lines,
    place_blame,
    wait_blame,
    wait_story,
)
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.model import roles
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Confidence, Finding
from atfault.model.kinds import NATIVE_LOCKS
from atfault.model.stacks import ThreadState
from atfault.model.waits import Wait


@rule(
    "fork-unsafe-library",
    on=ALIVE,
    family="hang",
    partly=(Need.INTERPRETER,),
    causes=("fork-unsafe-library", "fork-held-lock"),
)
def fork_unsafe_library(case: Case) -> Iterator[Finding]:
    """A forked child waits for native threads of a library that only its parent has.

    fork() copies all of the memory, but only the thread that called it. A library that keeps
    threads of its own (OpenMP, OpenBLAS, the pools of Rust and C++ libraries, grpc, HDF5) believes
    in the child that they are still there: it gives them work and waits for ever, or waits for a
    lock that one of them held. multiprocessing forks too, by default on Linux before Python 3.14,
    and so do gunicorn, celery and torch's DataLoader.

    Told is a thread of a process that was forked and has not called exec since, which waits without
    a timeout at a word of memory that only its own process can wake it at, while no other thread of
    it goes on. It is certain where the parent is looked at as well and has threads in that library,
    or the one that owns the lock. A library that wakes now and then to look around, or waits at an
    eventfd (grpc), is told where the parent has threads of it; that is likely.

    What to do: start processes with "spawn" or "forkserver"; use the library for the first time
    after the fork; or keep it to one thread before the fork.
    """
    hang = hang_of(case)
    for party in hang.in_order:
        wait = wait_for_the_lost(hang, party)
        library = None if wait is None else library_inside(party)
        if wait is not None and library is not None:
            yield _finding(hang, party, wait, library)


def _name(thread: ThreadState) -> str:
    return f'"{thread.name}"' if thread.name else f"thread {thread.thread.tid}"


def _finding(hang: Hang, party: Party, wait: Wait, library: str) -> Finding:
    """library: file name of the library that waits, name of a package; "" for the interpreter."""
    fork, parent = forked_at(party), parent_of(hang, party.state)
    title = roles.library_title(library) if library else "the interpreter"
    left, gone = threads_left_behind(hang, party), wait.resource.lock.gone_owner
    threads = () if parent is None or not gone else parent.threads
    owner = next((_name(one) for one in threads if one.thread.tid == gone), "")
    is_lock = bool(gone) or (not library and wait.resource.kind in NATIVE_LOCKS)
    proven = bool(owner or (left and not is_lock)) and wait.resource.is_private
    confidence: Confidence = "certain" if proven and wait.timeout is False else "likely"
    who = in_child(hang, party)
    if is_lock:
        cause, holder = "fork-held-lock", owner or "a thread of its parent"
        summary = f"{who} waits for a lock in {title} that {holder} held when it was forked"
        heading = "a lock was copied while somebody held it"
    else:
        cause = "fork-unsafe-library"
        summary = f"{who} waits in {title} for threads that only its parent has"
        heading = f"the threads of {title} were not copied"
    return Finding.of(
        cause=cause,
        summary=summary,
        confidence=confidence,
        title=f"Stuck since the fork: {heading}{titles.at(own_lines(party))}",
        blame=distinct(
            [
                wait_blame(party, wait),
                *own_lines(party, 2),
                *([place_blame(fork, party)] if fork is not None else []),
            ]
        ),
        evidence=_evidence(party, wait, title, len(left), owner),
        advice=_advice(library, title),
    )


def _evidence(party: Party, wait: Wait, title: str, left: int, owner: str) -> Iterator[str]:
    """left: how many threads of the library the parent has. owner: that of the lock, there."""
    gone = wait.resource.lock.gone_owner
    yield fork_story(party)
    yield (
        f"{wait_story(party, wait)}, where threads of its own process were to wake it, and none of "
        "them goes on"
    )
    if left:
        has, parent = counted(left, "thread"), party.state.process.ppid
        yield f"the parent, process {parent}, had used {title} before: it has {has} of it"
    if gone:
        where = f", {owner} of the parent" if owner else ", which this process has not"
        yield f"the lock names thread {gone} as its owner{where}"


def _advice(library: str, title: str) -> Iterator[str]:
    yield (
        'start processes with multiprocessing.set_start_method("spawn") or "forkserver", which '
        "begin anew in place of a copy"
    )
    if not library:
        yield "or fork before other threads are started that use the same object"
        return
    yield f"or use {title} for the first time after the fork, in the children alone"
    if roles.openmp_maker(library) or roles.blas_maker(library):
        yield (
            "or keep it to one thread before the fork: OMP_NUM_THREADS=1, "
            "torch.set_num_threads(1), threadpoolctl"
        )
