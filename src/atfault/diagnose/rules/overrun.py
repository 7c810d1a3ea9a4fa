"""out-of-bounds, told by where the access failed alone."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import on_line
from atfault.diagnose.facts import (
    SIGSEGV,
    bare_symbol,
    crash_pc,
    describe_frame,
    describe_mapping,
    fault_address,
    is_accessible,
    is_library_name,
    mapping_at,
    mapping_below,
    native_frames,
    runs_through_memory,
)
from atfault.diagnose.integers import is_given
from atfault.diagnose.rule import TELLING, Need, rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.process import MemoryMapping
from atfault.model.state import ProcessState

WIDEST_ACCESS = 64
FIRST_64K = 64 * 1024


@rule(
    "overrun",
    causes=("out-of-bounds",),
    needs=(Need.FAULT_ADDRESS, Need.MAPPINGS),
    on=(SIGSEGV,),
    yields_to=(TELLING,),
    partly=(Need.INTERPRETER,),
)
def overrun(case: Case) -> Iterator[Finding]:
    """An access went off the end of a stretch of memory, in the manner of a loop without an end.

    A write, or a function like `memcpy` that reads, failed at the very first bytes behind memory
    that it may use. A loop or a copy that runs past
    the end of an array stops exactly there; a stray pointer hardly ever does. Which array it was is
    not known: no variable of the frames leads to it, or the overrun has destroyed them.
    """
    state = case.process
    address = fault_address(state)
    if address is None or address < FIRST_64K or address == crash_pc(state):
        return
    if isinstance(state.fault.access, Absent):
        return
    frames = native_frames(state.crashed)
    write = state.fault.access.kind == "write"
    if not write and not (frames and runs_through_memory(frames[0])):
        return
    mapping = mapping_at(state, address)
    edge = mapping_below(state, address + 1 if mapping is None else mapping.start)
    if (
        edge is None
        or not (edge.writable if write else edge.readable)
        or not edge.end <= address < edge.end + WIDEST_ACCESS
    ):
        return
    if is_given(state, address):
        return
    wrecked = write and _is_wrecked(state)
    if mapping is not None and (
        mapping.writable
        or (not write and mapping.readable)
        or not (wrecked or _is_nobodys_target(mapping))
    ):
        return
    actor = describe_frame(frames[0]) if frames else "native code"
    behind = "unmapped memory"
    if mapping is not None and is_accessible(mapping):
        behind = describe_mapping(mapping)
    elif mapping is not None:
        behind = "a guard area"
    evidence = [
        f"{address:#x} is right behind the end of {describe_mapping(edge)}",
        "a loop or a copy without a proper end stops exactly there",
    ]
    if wrecked:
        evidence.append(
            "what Python knew of this thread is damaged: the overrun has most likely gone through "
            "it, so the lines shown may not be all there were"
        )
    else:
        evidence.append("which array it was is not known: no variable of the frames leads to it")
    yield Finding(
        cause="out-of-bounds",
        summary=f"{actor} {'wrote' if write else 'read'} past the end of its memory, into {behind}",
        confidence="likely",
        evidence=tuple(Evidence(text) for text in evidence),
        advice=(Advice(f"check the lengths and loop bounds of the native call{on_line(state)}"),),
    )


def _is_wrecked(state: ProcessState) -> bool:
    """Whether what Python knew of the crashed thread has been overwritten: the thread is inside of
    the interpreter's eval function, but none of its Python frames can be found, or the innermost
    one holds something that is no object any more."""
    crashed = state.crashed
    if crashed is None:
        return False
    for frame in crashed.stack.frames:
        if frame.python is not None:
            known = () if isinstance(frame.python.locals, Absent) else frame.python.locals
            return any(
                isinstance(one.value, Absent) and one.value.is_damaged
                for one in (*known, *frame.python.operands)
            )
    return any(bare_symbol(f).startswith("_PyEval_EvalFrame") for f in native_frames(crashed))


def _is_nobodys_target(mapping: MemoryMapping) -> bool:
    """A guard area, the headers of a library, or one of the system's own files (the C library maps
    its locales): nobody writes there on purpose. A data file mapped for reading may well be written
    by mistake."""
    if mapping.path.startswith(("/usr/lib/", "/usr/share/", "/lib/")):
        return True
    return not is_accessible(mapping) or is_library_name(mapping.path)
