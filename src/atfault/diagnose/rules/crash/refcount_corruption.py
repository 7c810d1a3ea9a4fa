"""refcount-corruption: Python's own, counted references lead to an object that is gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atfault.diagnose.crash.allocator import destroying_frame
from atfault.diagnose.crash.changed import changed_blame, changed_evidence, is_worth_telling
from atfault.diagnose.crash.damage import (
    advice_of,
    counts_references,
    evidence_of,
    in_interpreter,
    is_lowered_null,
    is_miscounted,
    names_of,
    passed_on,
    subject,
    suspect_words,
    written_by,
)
from atfault.diagnose.crash.holders import freed_holder
from atfault.diagnose.facts import (
    MISUSES,
    describe_frame,
    describe_mapping,
    fault_address,
    is_fault,
    mapping_at,
    native_frames,
    plain_name,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import article, counted
from atfault.model.findings import Finding
from atfault.model.process import FIRST_64K
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState

if TYPE_CHECKING:  # of most crashes there are none
    from atfault.model.damage import CountedLink, DamagedObject

COUNT_TEXTS = (
    "deallocating None",
    "deallocating True or False",
    "deallocating NotImplemented",
    "deallocating Ellipsis",
    "object has negative ref count",
    "has negative ref count",
    "none_dealloc",
    "bool_dealloc",
    "refcount error in a C extension",
)
"""Fatal errors that mean that a count was lowered too often (Objects/object.c, 3.8 to 3.15)."""
BELOW_NULL = (1 << 64) - FIRST_64K
NEGATIVE = "negative ref count"
CONSTANTS = {"none_dealloc": "None", "notimplemented_dealloc": "NotImplemented"}
"""Destructors of objects that there is one of, which are never to be destroyed."""
OF_ALL_OBJECTS = ("Py_", "_Py", "PyObject_", "subtype_", "gc_")
"""Begin the names of functions that know no type."""
ADVICE = (
    "look for native code that returns or stores an object that it was only lent, without "
    "Py_INCREF, or that calls Py_DECREF once too often"
)


@rule(
    "refcount-corruption",
    needs=(Need.SIGNAL,),
    on=MISUSES,
    yields_to=("changed-during-call", "gil-not-held"),
    partly=(Need.INTERPRETER,),
)
def refcount_corruption(case: Case) -> Iterator[Finding]:
    """A variable or a container still refers to an object that has been destroyed.

    Python counts the references to each object and destroys it with the last one. Here references
    that Python itself keeps and counts (a variable, an item of a list or dict, an attribute) lead
    to memory that holds no object any more. So the count was lowered too often, or not raised when
    a reference was stored. Python code cannot do that: an extension module did, by returning a
    borrowed reference as its own or by releasing one that it was lent, or a call of `Py_DecRef`
    through ctypes.

    (When only native code had the address of the destroyed object, it is `use-after-free`.)

    The line named is where the destroyed object was used next, or where the garbage collector came
    upon it. The count went wrong earlier. Who did it is not recorded anywhere in the process.

    What to do: look at the native calls that had to do with the object named. A rerun with
    `PYTHONMALLOC=debug` marks freed memory, so that the first use of it fails.
    """
    state = case.process
    text = state.abort.fatal
    if any(part in text for part in COUNT_TEXTS):
        yield _counted_down(state, text)
        return
    if not isinstance(state.abort.python_fatal, Absent) and text:
        return
    one = subject(state)
    if one is None:
        destroying = destroying_frame(state)
        if destroying is not None and is_fault(state) and _is_of_object(state, destroying):
            yield _destroying(state, destroying)
        elif _counts_nothing(state):
            yield _counting(state)
        elif is_lowered_null(state):
            yield _lowered(state)
        elif state.objects.counted_link is not None:
            yield _counted_link(state, state.objects.counted_link)
        return
    if one.overwritten or not is_miscounted(state, one):
        return
    lines, passed = written_by(state) if not one.freed else ((), "")
    if not lines:
        lines, passed = passed_on(state, one)
    yield Finding.of(
        summary=_summary(state, one),
        confidence="likely",  # the damage is proven, not who did it
        blame=changed_blame(state) or lines,
        evidence=(*evidence_of(state, one), passed),
        advice=advice_of(state, ADVICE),
    )


def _summary(state: ProcessState, one: DamagedObject) -> str:
    names = names_of(one)
    if not names:
        kind = article(one.type_name) if one.type_name else "an object"
        frames = native_frames(state.crashed)
        actor = next((frame for frame in frames if frame.module is not None), None)
        who = describe_frame(actor) if actor is not None else "Python"
        if not one.freed:
            return f"{who} used what is no object"
        return f"{who} used {kind} that had been destroyed: its reference count was wrong"
    what = one.type_name and f", {article(one.type_name)},"
    verb = "lead" if " and " in names else "leads"
    found = "Python's garbage collector found that " if one.in_collector else ""
    if not one.freed:
        return f"{found}{names} {verb} to what is no object"
    if one.reused:
        return (
            f"{found}{names} {verb} to an object that is gone: its memory belongs to something else"
        )
    return (
        f"{found}{names}{what} {verb} to an object that has been destroyed: its reference count "
        "was wrong"
    )


def _is_of_object(state: ProcessState, destroying: NativeFrame) -> bool:
    """Whether the object itself may be what is wrong. Where what a type has for its own objects
    follows a NULL pointer, it has most likely another reason: a part that was never set, a module
    that is gone."""
    if state.objects.damage:
        return False
    address, failed = fault_address(state), native_frames(state.crashed)[0]
    is_null = address is not None and address < FIRST_64K
    return not is_null or failed == destroying or plain_name(failed).startswith(OF_ALL_OBJECTS)


def _destroying(state: ProcessState, frame: NativeFrame) -> Finding:
    """The interpreter failed as it destroyed an object, and it is not known which."""
    evidence = [
        f"the interpreter was destroying an object, in {describe_frame(frame)}",
        "that fails when the object was destroyed before, or when it was overwritten",
    ]
    for changed in filter(is_worth_telling, state.objects.changed[:1]):
        evidence += changed_evidence(changed)
    return Finding.of(
        summary="Python crashed while it destroyed an object, which was damaged or gone already",
        confidence="likely",
        blame=changed_blame(state),
        evidence=evidence,
        advice=advice_of(state, ADVICE),
    )


def _counts_nothing(state: ProcessState) -> bool:
    """Whether a reference was counted where no object can be: in memory that is read-only, or, by
    an extension, where there is none. When what held it is known to be freed, it is
    use-after-free."""
    if not counts_references(state) or freed_holder(state) is not None:
        return False
    address = _counted(state)
    mapping = mapping_at(state, address)
    if mapping is not None:
        return mapping.readable and not mapping.writable
    return FIRST_64K <= address < BELOW_NULL and not in_interpreter(state)


def _counted(state: ProcessState) -> int:
    """Where the count should have been; 0 when that is not known."""
    values = (value for _, value in state.fault.tried.registers)
    return fault_address(state) or next(values, 0)


def _counting(state: ProcessState) -> Finding:
    """A reference was counted where no object can be."""
    address = _counted(state)
    mapping = mapping_at(state, address)
    where = f"lies in {describe_mapping(mapping)}" if mapping else "is not memory of this process"
    frames = [frame for frame in native_frames(state.crashed) if not frame.is_inline]
    actor = describe_frame(frames[0]) if frames else "native code"
    return Finding.of(
        summary=f"{actor} counted a reference to what is no object",
        confidence="likely",
        evidence=(
            f"{address:#x} {where}, where Python keeps no objects",
            "what held the reference was never set, or freed or overwritten before",
        ),
        advice=advice_of(state, ADVICE),
    )


def _lowered(state: ProcessState) -> Finding:
    """What had been NULL was counted down, by what took it for the count of an object."""
    ((_, held),) = state.fault.tried.registers
    actor = describe_frame(native_frames(state.crashed)[0])
    return Finding.of(
        summary=f"{actor} used -{(1 << 64) - held} as a pointer: a NULL that was taken for the "
        "reference count of an object, and lowered",
        confidence="likely",
        evidence=(
            "the interpreter has no such pointers: where that object had been, released too early, "
            "lies something else by now, and its count was lowered once more",
        ),
        advice=advice_of(state, ADVICE),
    )


def _counted_link(state: ProcessState, link: CountedLink) -> Finding:
    frames = native_frames(state.crashed)
    who = describe_frame(frames[0]) if frames else "Python"
    kind = link.type or "object"
    return Finding.of(
        summary=f"Python's garbage collector met a link of its own, in {who}, that had been taken "
        "for the reference count of an object",
        confidence="likely",
        evidence=(
            f"the link at {link.address:#x} leads {counted(link.lowered, 'byte')} in front of "
            f"where {article(kind)} begins: it was lowered so many times",
            "an object that was destroyed had its count there, and a reference to it was still "
            "given back",
        ),
        advice=advice_of(state, ADVICE),
    )


def _counted_down(state: ProcessState, text: str) -> Finding:
    """The interpreter noticed that a reference too many was given back, mostly to one of its own
    objects, which live for ever."""
    evidence = [f'the interpreter said: "{text}"']
    callers = {
        plain_name(frame): frame
        for frame in native_frames(state.crashed)[:12]
        if "dealloc" in plain_name(frame).lower()
    }
    summary = "the reference count of an object fell below zero"
    too_many = "some code gave back more references than it had"
    if NEGATIVE not in text:
        name = next((CONSTANTS[name] for name in callers if name in CONSTANTS), "")
        what = name or "one of Python's own constants"
        summary = f"the reference count of {what} was lowered to nothing"
        too_many = f"{f'{name} is' if name else 'these objects are'} never destroyed: {too_many}"
    evidence.append(too_many)
    if callers:
        places = [describe_frame(frame) for frame in callers.values()]
        evidence.append(f"it was noticed in {listed(places, 2)}")
    evidence += suspect_words(state)
    return Finding.of(
        summary=summary,
        confidence="certain",
        evidence=evidence,
        advice=advice_of(state, ADVICE),
    )
