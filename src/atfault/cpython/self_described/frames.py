"""How frames are chained."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from atfault.cpython.self_described.states import States
from atfault.cpython.self_described.trial import GAP, Fields, Trial

MAX_FRAMES = 64
"""Of each thread so many are tried."""
_TAGS = 7
"""Low bits that a reference in a frame may keep for itself: objects are 8-aligned at the least."""
_CODE_OWNERS, _SHIM_OWNERS = range(3), range(3, 8)
"""Who owns a frame with code, and one that stands for a run of the eval function."""


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
