"""The layout of a CPython that is newer than the tables, as its own `_Py_DebugOffsets` tells it.

The numbers are offsets, but which is which changes: 3.14 put threads_main behind threads_head, 3.15
base_frame behind current_frame. So none is taken by its place. They come in a known order, with
unknown ones in between, and each must lead to what has to be there:

    words of the table   … 808 │ 225864 7280 7272 7344 7360 … │ 832 0 8 16 72 … │ 88 8 0 56 80 74 …
                           │                      │                   │  │           │ │
    _PyRuntime + 808 ──────╯→ interpreter + 7344 ─╯→ thread state + 16 ╯  ╰ + 72 → frame + 0 → code
                              ╰──────────────── leads back ────────────╯

A code object is one whose type is the type of all code objects, an instruction lies in it, its line
table covers just its instructions, its names read as names. Where the first way that fits has been
found, it has been tried on every thread. Where none fits, nothing is read.

What the table does not tell (how a dict's keys lie, the bits of a str) is taken from the newest
table there is, and believed where a look-up comes out right: sys.modules["sys"], sys's "modules".

sys.modules and its neighbours, by looking things up in them; where a class keeps the names of
its instances' attributes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from atfault.cpython.offsets import Structs
from atfault.cpython.self_described.codes import read_codes
from atfault.cpython.self_described.states import Frames, States, frames_of, states_of, thread_ids
from atfault.cpython.self_described.trial import (
    DICT,
    GAP,
    MAX_OFFSET,
    UNICODE,
    Fields,
    OtherLayout,
    Trial,
)
from atfault.cpython.values.dicts import DictTable, dict_items, find_key
from atfault.cpython.values.strings import read_text
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import Thread
from atfault.snapshot.protocol import Memory

WORDS = 160
"""8-byte words behind the table's header that are looked at; 3.15 has some 110."""
MAX_MODULES = 1 << 14


def describe(
    memory: Memory, runtime: int, words: Sequence[int], threads: Sequence[Thread], known: Structs
) -> Structs | Absent:
    """Structure → field → offset of what could be verified; Absent where that is not enough for
    stacks and lines.

    words: what follows the header of the table at `runtime`. threads: of the process. known: the
    newest table for such a build (with or without a GIL).
    """
    try:
        return _structs(Trial(memory, runtime, words, threads, known))
    except OtherLayout as other:
        return Absent(f"how it is laid out could not be told from its debug offsets: {other}")
    except MemoryFault as fault:
        return Absent(f"its debug offsets cannot be tried: {fault}")


def _structs(trial: Trial) -> Structs:
    """All that fits. Raises OtherLayout, MemoryFault."""
    states, frames = _stacks(trial)
    found = trial.structs
    words = trial.words
    found["_PyRuntimeState"] = {"interpreters_head": words[states.head]}
    finalizing = words[states.head - 1]
    if trial.try_u64(trial.runtime + finalizing) in (0, *states.tstates):
        found["_PyRuntimeState"]["finalizing"] = finalizing
    found["PyInterpreterState"] = {
        "id": words[states.number[0]],
        "next": words[states.number[1]],
        "threads_head": words[states.threads],
        **modules_of(trial, states),
    }
    found["PyThreadState"] = {
        "prev": words[states.links[0]],
        "next": words[states.links[1]],
        "interp": words[states.interp],
        "current_frame": words[frames.current],
        **thread_ids(trial, states, frames.current + 1),
    }
    find_cached_keys(trial, states)
    return found


def _stacks(trial: Trial) -> tuple[States, Frames]:
    """The first way that leads to frames whose code objects can be read."""
    reason = "no interpreter with a list of threads was found"
    for states in states_of(trial):
        reason = "no thread has Python frames by which the rest could be tried"
        for frames in frames_of(trial, states):
            reason = "the frames lead to no code objects that can be read"
            if read_codes(trial, frames):
                return states, frames
    raise OtherLayout(reason)


def modules_of(trial: Trial, states: States) -> Fields:
    """sys.modules, the names of sys and of builtins: three dicts, in that order; {} where one
    of them is not found."""
    words = trial.words
    dicts = [
        (words[i], address)
        for i in range(states.threads + 1, min(states.interp, states.threads + 4 + GAP))
        if words[i] < MAX_OFFSET
        and trial.is_a(address := trial.pointer(states.interpreter + words[i]), DICT)
    ]
    for modules, sysdict, builtins in combinations(dicts, 3):
        if (
            _value(trial, modules[1], "sys")
            and _value(trial, sysdict[1], "modules") == modules[1]
            and _value(trial, builtins[1], "len")
        ):
            return {"modules": modules[0], "sysdict": sysdict[0], "builtins": builtins[0]}
    return {}


def _value(trial: Trial, address: int, key: str) -> int:
    try:
        return find_key(trial.memory, trial.structs, address, key, MAX_MODULES)
    except (MemoryFault, ValueError):
        return 0


def find_cached_keys(trial: Trial, states: States) -> None:
    """Where a class keeps the names of its instances' attributes: tried on threading.Thread."""
    fields = trial.structs["PyInterpreterState"]
    at_dict = trial.structs["PyModuleObject"]["md_dict"]
    known = trial.structs["PyHeapTypeObject"].pop("ht_cached_keys", 0)
    if "modules" not in fields:
        return
    modules = trial.memory.u64(states.interpreter + fields["modules"])
    module = _value(trial, modules, "threading")
    names = trial.pointer(module + at_dict) if module else 0
    active = _value(trial, names, "_active") if trial.is_a(names, DICT) else 0
    if not active:
        return
    try:
        thread = dict_items(trial.memory, trial.structs, active, 1)[1][0][1]
    except (MemoryFault, ValueError, IndexError):
        return
    kind = trial.pointer(thread + trial.at_type)
    for offset in (known, *range(trial.structs["PyTypeObject"]["tp_flags"], 1400, 8)):
        if offset and _names_attributes(trial, trial.pointer(kind + offset)):
            trial.structs["PyHeapTypeObject"]["ht_cached_keys"] = offset
            return


def _names_attributes(trial: Trial, address: int) -> bool:
    """Whether the names of a thread's attributes are in the table at `address`."""
    if not address:
        return False
    found = set()
    try:
        table = DictTable(trial.memory, trial.structs, address)
        for key in table.keys(trial.memory, 64) if table.split else ():
            if trial.is_a(key, UNICODE):
                found.add(read_text(trial.memory, trial.structs, key, 40)[0])
    except (MemoryFault, ValueError):
        return False
    return found >= {"_name", "_ident"}
