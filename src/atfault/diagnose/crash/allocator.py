"""Recognises crashes inside a memory allocator by the functions on the stack."""

from __future__ import annotations

from atfault.diagnose.facts import (
    bare_symbol,
    crash_frames,
    fault_address,
    interpreter_module,
)
from atfault.model.process import FIRST_64K
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState
from atfault.native.heap.functions import is_allocator_function

_CREATORS = (
    "_PyObject_GC_New _PyObject_GC_NewVar _PyObject_New _PyObject_NewVar PyType_GenericAlloc"
)
CREATORS = frozenset(_CREATORS.split())
"""Of the interpreter: the allocator is inlined into them, which stripped builds do not tell."""
_COLLECTOR = (
    "visit_decref visit_reachable subtract_refs update_refs move_unreachable deduce_unreachable "
    "gc_collect_main gc_collect_region collect gc_list_merge untrack_tuples _PyGC_Collect "
    "delete_garbage finalize_garbage gc_collect_generations dict_traverse"
)
COLLECTOR = frozenset(_COLLECTOR.split())
COLLECTOR_ENTRIES = ("PyGC_Collect", "_PyGC_CollectNoFail", "_PyGC_Collect")
INNERMOST = 8


def allocator_frame(state: ProcessState) -> NativeFrame | None:
    """The allocator's entry on the crashed thread (the outermost of its innermost functions, such
    as free), when the crash happened inside an allocator; else None.

    Distributions strip libc's internal functions of their names, so frames without a name count
    when they lie in the same object as the allocator function that called them.
    """
    entry = None
    unnamed: list[NativeFrame] = []
    for frame in crash_frames(state.crashed)[:INNERMOST]:
        native = frame.native
        if native is None:
            break
        symbol = bare_symbol(native)
        if not symbol and entry is None:
            unnamed.append(native)
            continue
        if entry is None and symbol in CREATORS and (fault_address(state) or 0) >= FIRST_64K:
            return native
        if not is_allocator_function(symbol):
            break
        entry = native
    if entry is not None and all(frame.module == entry.module for frame in unnamed):
        return entry
    return None


def destroying_frame(state: ProcessState) -> NativeFrame | None:
    """The interpreter's function that was destroying an object when the crash happened, in that
    function itself or in others of the interpreter that it had called; else None."""
    interpreter = interpreter_module(state)
    for frame in crash_frames(state.crashed)[:6]:
        native = frame.native
        if native is None or (native.module is not None and native.module != interpreter):
            return None
        symbol = bare_symbol(native)
        if symbol in ("_Py_Dealloc", "PyObject_GC_UnTrack") or symbol.endswith("_dealloc"):
            return native
    return None


def collector_frame(state: ProcessState) -> NativeFrame | None:
    """The function of Python's garbage collector in which the crash happened; else None. Others
    have functions of these names too, so it has to lie in the interpreter. Stripped interpreters
    name none but its entry."""
    interpreter = interpreter_module(state)
    for number, frame in enumerate(crash_frames(state.crashed)[:INNERMOST]):
        native = frame.native
        if native is None or (native.module is not None and native.module != interpreter):
            return None
        symbol = bare_symbol(native)
        if symbol in COLLECTOR_ENTRIES or (number < 3 and symbol in COLLECTOR):
            return native if native.module == interpreter else None
    return None
