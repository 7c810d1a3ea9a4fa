"""Where interpreters and thread states are."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from atfault.cpython.self_described.trial import GAP, Fields, OtherLayout, Trial

MAX_THREADS = 16
"""Of each so many are tried."""
_NEAR = 64
"""Bytes that the links of a thread state lie apart at most: they are its first three."""


class States(NamedTuple):
    """Where the interpreter and its thread states are. Numbers are indexes of words."""

    head: int
    """_PyRuntimeState.interpreters.head."""
    threads: int
    """PyInterpreterState.threads.head."""
    number: tuple[int, int]
    """PyInterpreterState.id, next."""
    links: tuple[int, int]
    """PyThreadState.prev, next."""
    interp: int
    """PyThreadState.interp."""
    interpreter: int
    """Address of the first one."""
    tstates: tuple[int, ...]


def states_of(trial: Trial) -> Iterator[States]:
    """Ways to read the words that lead to thread states which lead back."""
    words = trial.words
    for head in range(2, 2 + GAP):
        interpreter = trial.pointer(trial.runtime + words[head])
        if not interpreter:
            continue
        for threads in range(head + 4, min(head + 4 + GAP, len(words))):
            first = trial.pointer(interpreter + words[threads])
            numbers = first and _numbers(trial, interpreter, head, threads)
            for interp in range(threads + 4, len(words)) if numbers else ():
                for links in _neighbours(trial, threads + 1, interp):
                    tstates = _list_of_threads(trial, interpreter, first, links, interp)
                    if tstates and numbers:
                        yield States(head, threads, numbers, links, interp, interpreter, tstates)


def _neighbours(trial: Trial, low: int, end: int) -> Iterator[tuple[int, int]]:
    """Pairs of words right before `end`, nearest first: offsets of two neighbours."""
    words = trial.words
    behind = range(max(low, end - 4), end)
    for pair in sorted(combinations(behind, 2), reverse=True):
        if abs(words[pair[0]] - words[pair[1]]) == 8:
            yield pair


def _numbers(trial: Trial, interpreter: int, head: int, threads: int) -> tuple[int, int] | None:
    """The words of an interpreter's number and of its link to the next one."""
    words = trial.words
    for number, following in _neighbours(trial, head + 2, threads):
        own = trial.try_u64(interpreter + words[number])
        link = trial.try_u64(interpreter + words[following])
        if own is None or own >= 1 << 32 or link is None:
            continue
        if not link or trial.pointer(interpreter + words[following]):
            return number, following
    return None


def _list_of_threads(
    trial: Trial, interpreter: int, first: int, links: tuple[int, int], interp: int
) -> tuple[int, ...]:
    """The thread states, whose links lead forth and back; () when they do not."""
    previous, following = [trial.words[index] for index in links]
    owner = trial.words[interp]
    if max(previous, following, owner) - min(previous, following, owner) > _NEAR:
        return ()
    found: list[int] = []
    before, address = 0, first
    while address and len(found) < MAX_THREADS:
        if address in found or trial.try_u64(address + previous) != before:
            return ()
        if trial.try_u64(address + owner) != interpreter:
            return ()
        found.append(address)
        before, address = address, trial.try_u64(address + following) or 0
    return tuple(found)


def thread_ids(trial: Trial, states: States, first: int) -> Fields:
    """thread_id, from the word `first` on: it is pthread_self(), the address of a block that begins
    with its own; and the kernel's id behind it, where that is one of a thread here."""
    pointers = {thread.registers.thread_pointer for thread in trial.threads} - {None, 0}
    tids = {thread.tid for thread in trial.threads}
    words = trial.words
    for index in range(first, min(first + GAP, len(words) - 1)):
        idents = [trial.try_u64(tstate + words[index]) or 0 for tstate in states.tstates]
        own = [ident for ident in idents if ident]
        told = [i in pointers or trial.pointer(i) == i for i in own]
        gone = [trial.try_u64(i) is None for i in own]
        if any(told) and all(a or b for a, b in zip(told, gone)):
            found = {"thread_id": words[index]}
            noted = [trial.try_u64(tstate + words[index + 1]) for tstate in states.tstates]
            if tids.intersection(noted):
                found["native_thread_id"] = words[index + 1]
            return found
    raise OtherLayout("its threads could not be tied to those of the kernel")
