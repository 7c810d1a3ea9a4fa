"""sys.modules and its neighbours, by looking things up in them; where a class keeps the names of
its instances' attributes."""

from __future__ import annotations

from itertools import combinations

from atfault.cpython.self_described.states import States
from atfault.cpython.self_described.trial import DICT, GAP, MAX_OFFSET, UNICODE, Fields, Trial
from atfault.cpython.values.dicts import DictTable, dict_items, find_key
from atfault.cpython.values.strings import read_text
from atfault.errors import MemoryFault

MAX_MODULES = 1 << 14


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
