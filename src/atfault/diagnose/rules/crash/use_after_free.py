"""use-after-free: native code, or an address made into an object, used an object that is gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atfault.diagnose.crash.changed import changed_blame
from atfault.diagnose.crash.damage import (
    advice_of,
    caller_of_interpreter,
    evidence_of,
    gone,
    is_miscounted,
    names_of,
    subject,
    walks_list,
)
from atfault.diagnose.crash.holders import KEEP_OWNER, freed_holder, leading_to
from atfault.diagnose.crash.integers import holder_of
from atfault.diagnose.crash.moved import LeftBehind, left_behind
from atfault.diagnose.crash.way import actor
from atfault.diagnose.facts import (
    MISUSES,
    called_through_ctypes,
    describe_frame,
    fault_address,
    native_frames,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import describe_buffer
from atfault.model.case import Case
from atfault.model.counts import article, counted
from atfault.model.findings import Evidence, Finding
from atfault.model.state import ProcessState

if TYPE_CHECKING:  # of most crashes there are none
    from atfault.model.damage import DamagedObject

ADVICE = (
    "native code that keeps an object beyond the call needs a reference of its own (Py_INCREF); in "
    "Python, keep the object alive as long as the library may use it"
)
KEPT = (
    "an address does not keep its object alive: keep the object itself, for instance in a dict by "
    "that number, until the address is not used any more"
)
ON_LIST = (
    "look for a type whose tp_dealloc frees the object while the garbage collector still has it on "
    "its list (PyObject_GC_UnTrack comes first), or for a write in front of an object"
)


@rule(
    "use-after-free",
    needs=(Need.SIGNAL,),
    on=MISUSES,
    yields_to=(
        "changed-during-call",
        "refcount-corruption",
        "freed-callback",
        "gil-not-held",
    ),
    partly=(Need.INTERPRETER,),
)
def use_after_free(case: Case) -> Iterator[Finding]:
    """An object was used after it had been destroyed, by code that had only its address.

    The failed instruction worked on the header of a Python object, and there is none: its memory
    was freed, and perhaps given to something else. Or native code read the pointer that failed out
    of a block that its allocator holds as free: a C++ object whose owner is gone. No reference that
    Python counts leads there. The address came from native code that had kept it without owning a
    reference (a callback, a parent, a cache of an extension module), from the field of an
    extension's object, or from a number that was made into an object again (`id()` and
    `ctypes.cast`).

    Or an array has moved: one that grows (`array.array`, `bytearray`, `ndarray.resize`,
    `ctypes.resize`) is given other memory, and a pointer to it that was kept in a structure or an
    attribute leads to where it was.

    (When a variable or a container of Python's own leads there, it is `refcount-corruption`.)

    The line named is where the destroyed object was used. It was freed earlier, when its last real
    owner let go of it.

    What to do: keep the object alive while native code may use it, for instance in a list or an
    attribute next to the handle of the library; in C, take a reference when storing an object; ask
    an array for its address anew after it may have grown.
    """
    state = case.process
    one = subject(state)
    if one is None:
        address = fault_address(state)
        moved = None if address is None else left_behind(state, address)
        yield from _freed_memory(state) if moved is None else (_of_moved(state, moved),)
        return
    if one.overwritten or is_miscounted(state, one):
        return
    yield Finding.of(
        summary=_summary(state, one),
        confidence="likely",  # the damage is proven, not who did it
        blame=changed_blame(state),
        evidence=evidence_of(state, one),
        advice=advice_of(state, _advice(state, one)),
    )


def _freed_memory(state: ProcessState) -> Iterator[Finding]:
    """A pointer was read from memory that had been freed, which is no object of Python's."""
    at = freed_holder(state)
    if at is None:
        return
    one, owner = state.pointer.holders[at], leading_to(state, at)
    what = f"{article(one.type)} that had been freed" if one.type else "memory that had been freed"
    evidence = [
        f"it had read the pointer {one.load.value:#x} at {one.load.holder + one.load.offset:#x}, "
        f"in {one.pattern}"
    ]
    if at:
        evidence.append(f"{counted(at, 'more pointer')} led from there to the failed access")
    if one.type:
        evidence.append(f"what is left of it says that it was {article(one.type)}")
    yield Finding.of(
        summary=f"{actor(state)} used {what}" + (f"; {owner} still led to it" if owner else ""),
        confidence="likely",
        blame=changed_blame(state),
        evidence=evidence,
        advice=(KEEP_OWNER,),
    )


def _of_moved(state: ProcessState, one: LeftBehind) -> Finding:
    name = one.array.expression
    return Finding.of(
        summary=f"{actor(state)} used {one.pointer}, which leads to where {name} had its memory "
        "before it grew",
        confidence="likely",
        evidence=(
            f"{one.pointer} leads to {one.address:#x}, and "
            f"{describe_buffer(name, one.array.buffer)} lies elsewhere",
            Evidence(
                f"{one.length} is the length of {name}, so that this is the array meant",
                kind="inferred",
            ),
        ),
        advice=(
            f"set {one.pointer} anew each time that {name} may have been resized, or give it its "
            "full length before anything has its address",
        ),
    )


def _advice(state: ProcessState, one: DamagedObject) -> str:
    if holder_of(state.crashed, one.address) is not None:
        return KEPT
    return ON_LIST if walks_list(state) and not one.reached else ADVICE


def _summary(state: ProcessState, one: DamagedObject) -> str:
    kind = gone(one)
    caller = caller_of_interpreter(state)
    if one.in_collector:
        names = names_of(one)
        where = f": {names} leads there" if names else ""
        return f"Python's garbage collector met {kind}{where}"
    if caller is not None:
        return f"{describe_frame(caller)} used {kind}"
    names = names_of(one)
    if names:
        return f"{names} leads to {kind}"
    if one.called:
        return f"{one.called} used {kind}"
    frames = native_frames(state.crashed)
    first = next((frame for frame in frames if frame.module is not None), None)
    actor_text = describe_frame(first) if first is not None else "native code"
    by = ", called through ctypes," if called_through_ctypes(state) else ""
    return f"{actor_text}{by} used {kind}"
