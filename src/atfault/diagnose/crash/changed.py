"""What is said of an object that changed under the hands of native code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atfault.diagnose.blame import frame_blame, own_lines, thread_label
from atfault.diagnose.facts import fault_address
from atfault.diagnose.words import file_line
from atfault.model.counts import article, counted
from atfault.model.findings import Blame, Confidence
from atfault.model.process import FIRST_64K
from atfault.model.state import ProcessState

if TYPE_CHECKING:  # of most crashes there are none
    from atfault.model.suspects import ChangedObject

_VERBS = {
    "clear": "emptied",
    "close": "closed",
    "release": "released",
    "detach": "detached",
    "del": "deleted items of",
    "set": "replaced items of",
    "next": "went on with",
    "resize": "resized",
}
_GIVING_UP = ("close", "release", "detach")
_TAKING = (*_GIVING_UP, "clear", "del")
_WITHOUT_LENGTH = (*_TAKING, "set", "next")
"""Operations that count although the object has no known number of items."""
_FREED = 0xDDDD_DDDD_DDDD_DDDD
"""What PYTHONMALLOC=debug fills freed memory with: a pointer that was read from there."""
_SHRUNK = ("pop", "popitem", "popleft", "remove", "discard", "truncate", "take_bytes")


def changed_object(state: ProcessState) -> ChangedObject | None:
    """The object that most likely changed during the call that failed; None where nothing speaks
    for one enough."""
    for one in state.objects.changed[:1]:
        return one if confidence_of(state, one) == "likely" else None
    return None


def confidence_of(state: ProcessState, one: ChangedObject) -> Confidence:
    """ "likely" where the code is known to have run in that call, or what it does shows in the
    object; nothing records the change itself."""
    address = fault_address(state)
    is_gone = one.length == 0 or (one.length is None and one.operation in _WITHOUT_LENGTH)
    if one.ran == "may" and one.operation in _GIVING_UP and not one.is_given_up:
        is_gone = one.length == 0  # many classes have a close() that did not run
    if one.ran == "before" or (one.operation == "clear" and one.length):
        return "possible"
    if not one.is_given:
        return "likely" if address is not None and 0 <= address - _FREED < FIRST_64K else "possible"
    if (
        one.operation not in (*_SHRUNK, *_WITHOUT_LENGTH)
        and address is not None
        and address < FIRST_64K
    ):
        return "possible"  # what grew has its memory elsewhere: nothing of it is NULL
    if one.ran == "runs" or _is_outer(state, one):
        # What failed is a call of its own: it may have its own reasons.
        is_same = _is_in_a_buffer(state, address) or _was_passed(state, one)
        return "likely" if is_same else "possible"
    if is_gone or one.ran == "ended":
        return "likely"
    return "possible"


def is_worth_telling(one: ChangedObject) -> bool:
    """Whether it is worth a word where it is merely possible: code that has run took something from
    this very object."""
    shrinks = one.operation in _SHRUNK or one.operation in _TAKING
    return shrinks and one.ran in ("ended", "before")


def _is_outer(state: ProcessState, one: ChangedObject) -> bool:
    """Whether Python code runs inside of the call in question, and has made the one that failed."""
    frames = () if state.crashed is None else state.crashed.stack.frames
    return any(frame.python is not None for frame in frames[: one.frame_index])


def _was_passed(state: ProcessState, one: ChangedObject) -> bool:
    """Whether it failed with what the call passed on out of what is empty now."""
    reached = [reach for found in state.objects.damage for reach in found.reached]
    return one.length == 0 and any(r.is_given and r.frame_index < one.frame_index for r in reached)


def _is_in_a_buffer(state: ProcessState, address: int | None) -> bool:
    """Whether what failed is an access to where an array says that its memory is."""
    return address is not None and any(
        named.buffer.low <= address < named.buffer.high for named in state.buffers
    )


def what_happened(one: ChangedObject) -> str:
    """ "Sensor.__index__ emptied readings during the call of extend"."""
    name = one.expression or f"the {one.type_name} that is given"
    verb = _VERBS.get(one.operation, "shortened" if one.operation in _SHRUNK else "changed")
    call = f"the call of {one.called}" if one.called else "the operation"
    did = f"{verb} {name}"
    if one.expression and one.method.strip("_") not in ("", one.operation):
        did = f"called {name}.{one.method}()"
    return f"{one.function} {did} during {call}"


def changed_evidence(one: ChangedObject) -> Iterator[str]:
    """Why it is believed, and what the object is now."""
    name = one.expression or "it"
    how, method = f"{one.function} ({file_line(one.file, one.line)})", one.method or one.operation
    did = {
        "del": f"deletes items of {name}",
        "set": f"assigns to items of {name}",
        "next": f"takes the next item of {name}",
    }.get(one.operation, f"calls {name}.{method}()")
    ran = {
        "runs": "the native code had called it, and it has not returned",
        "ended": "it is the last of your functions that the native code had run, as is left in "
        "Python's memory",
        "before": "it is the last of your functions that native code had run there, in this call "
        "or in one before it",
        "may": "an object of the call leads to that function, which native code runs in the middle "
        "of such work",
        "resumes": "it is a generator, and the native code failed as it went on with one",
    }[one.ran]
    yield f"{how} {did}; {ran}"
    kind = one.type_name or "object"
    if one.length is not None:
        yield f"{name}, {article(kind)}, has {counted(one.length, 'item')} now"
    yield (
        "native code that keeps the place and size of what it works on does not notice such a "
        "change, and goes on with memory that has been given back"
    )


def changed_blame(state: ProcessState) -> tuple[Blame, ...]:
    """The user's line that made the call, then the one that changed the object, then the rest; ()
    where nothing is known to have been changed."""
    crashed, one = state.crashed, next(iter(state.objects.changed), None)
    if crashed is None or one is None:
        return ()
    if confidence_of(state, one) != "likely" and not is_worth_telling(one):
        return ()
    label, tid = thread_label(crashed), crashed.thread.tid
    change = Blame(one.file, one.line, one.function.rpartition(".")[2], label, tid=tid)
    frames = crashed.stack.frames
    made = frames[one.frame_index] if one.frame_index < len(frames) else None
    call = None if made is None or not made.mine else frame_blame(made, label, tid)
    lines = own_lines(crashed)
    is_of_call = one.ran != "runs" or _was_passed(state, one)
    first = (call,) if call is not None and is_of_call else lines[:1]
    return (*first, change, *(line for line in lines if line not in (*first, change)))
