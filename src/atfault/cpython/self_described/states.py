"""Where interpreters and thread states are.

How frames are chained.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from atfault.cpython.self_described.trial import GAP, Fields, OtherLayout, Trial

MAX_THREADS = 16
"""Of each so many are tried."""
_NEAR = 64
"""Bytes that the links of a thread state lie apart at most: they are its first three."""
MAX_FRAMES = 64
"""Of each thread so many are tried."""
_TAGS = 7
"""Low bits that a reference in a frame may keep for itself: objects are 8-aligned at the least."""
_CODE_OWNERS, _SHIM_OWNERS = range(3), range(3, 8)
"""Who owns a frame with code, and one that stands for a run of the eval function."""


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


class Frame(NamedTuple):
    """One frame of Python code."""

    address: int
    code: int


class Frames(NamedTuple):
    """How frames are chained, and those that were found that way."""

    current: int
    """Index of the word that is PyThreadState.current_frame."""
    last: int
    """Index of the last word that was used."""
    fields: Fields
    frames: tuple[Frame, ...]
    kind: int
    """Address of the type of code objects."""


def frames_of(trial: Trial, states: States) -> Iterator[Frames]:
    """Ways to read the words behind those that lead from the thread states through whole chains of
    frames."""
    words, first = trial.words, states.interp + 1
    for current in range(first, min(first + GAP, len(words))):
        tops = [trial.try_u64(tstate + words[current]) or 0 for tstate in states.tstates]
        if not any(tops):
            continue
        for fields, last in _frame_layouts(trial, current):
            frames = _walk(trial, [top for top in tops if top], fields)
            if frames:
                kind = trial.memory.u64(frames[0].code + trial.at_type)
                yield Frames(current, last, fields, frames, kind)


def _frame_layouts(trial: Trial, current: int) -> Iterator[tuple[Fields, int]]:
    """Ways to read the words behind `current`, in their order: size, previous, executable,
    instr_ptr, localsplus, owner. A frame is as large as all before its variables, and one."""
    words = trial.words
    for start in range(current + 2, len(words) - 5):
        size = words[start]
        if not 32 <= size <= 1024:
            continue
        behind = range(start + 1, min(start + 1 + GAP, len(words)))
        for picked in combinations(behind, 5):
            previous, executable, instruction, variables, owner = [words[i] for i in picked]
            if variables != size - 8 or max(previous, executable, instruction) > size - 16:
                continue
            if owner >= variables or len({previous, executable, instruction}) < 3:
                continue
            yield (
                {
                    "previous": previous,
                    "f_executable": executable,
                    "instr_ptr": instruction,
                    "localsplus": variables,
                    "owner": owner,
                },
                picked[-1],
            )


def _walk(trial: Trial, tops: Sequence[int], fields: Fields) -> tuple[Frame, ...]:
    """The frames with code, of all chains; () when they are none. In a process that runs on, one
    chain in three may just have changed."""
    found: list[Frame] = []
    torn = 0
    for top in tops:
        frames = _chain(trial, top, fields)
        if frames is None:
            torn += 1
        else:
            found += frames
    kinds = {trial.try_u64(frame.code + trial.at_type) for frame in found}
    return tuple(found) if torn * 3 <= len(tops) and len(kinds) == 1 else ()


def _chain(trial: Trial, top: int, fields: Fields) -> list[Frame] | None:
    """The frames with code from the innermost one on, which may be in the making itself; None when
    they are no chain."""
    found: list[Frame] = []
    seen: set[int] = set()
    address = top
    while address and len(seen) < MAX_FRAMES:
        executable = trial.try_u64(address + fields["f_executable"])
        owner = trial.try_u8(address + fields["owner"])
        if address in seen or address % 8 or executable is None or owner is None:
            return None
        seen.add(address)
        code = executable & ~_TAGS
        is_code = bool(trial.code_type_of(code))
        fits = owner in (_CODE_OWNERS if is_code else _SHIM_OWNERS)
        if is_code and fits:
            fits = _is_inside(trial, address, fields, code)
        if not fits and address != top:
            return None
        if is_code and fits:
            found.append(Frame(address, code))
        address = trial.try_u64(address + fields["previous"]) or 0
    return found


def _is_inside(trial: Trial, frame: int, fields: Fields, code: int) -> bool:
    """Whether the frame's instruction is one of its code's. Free-threaded builds may run copies
    of them, which lie elsewhere."""
    if "ob_tid" in trial.known["PyObject"]:
        return True
    start, size = trial.instructions(code)
    instruction = trial.try_u64(frame + fields["instr_ptr"]) or 0
    return start <= instruction < start + size and instruction % 2 == 0
