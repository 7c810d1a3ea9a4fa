"""What is said about a damaged Python object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atfault.diagnose.crash.changed import changed_evidence, is_worth_telling
from atfault.diagnose.crash.damage import MAX_NAMES, names_of
from atfault.diagnose.crash.integers import holder_of
from atfault.diagnose.facts import describe_frame, native_frames
from atfault.diagnose.words import listed
from atfault.model.state import ProcessState

if TYPE_CHECKING:  # of most crashes there are none
    from atfault.model.damage import DamagedObject, Operated

_OPERATED: dict[Operated, str] = {
    "type": "the failed instruction used its type pointer",
    "slot": "the failed instruction used a field of what its type pointer leads to",
    "link": "the failed instruction used its links in the garbage collector's list",
    "in-hand": "its address is in the registers or on the stack there",
}


def article(type_name: str) -> str:
    """ "an Account", "a list"."""
    return f"an {type_name}" if type_name[:1] in "AEIOUaeio" else f"a {type_name}"


def gone(one: DamagedObject) -> str:
    """ "an Account that had been freed", or what else it is."""
    if one.reused:
        return "an object whose memory belongs to something else"
    kind = article(one.type_name) if one.type_name else "an object"
    return f"{kind} that had been freed" if one.freed else "what is no object"


def evidence_of(state: ProcessState, one: DamagedObject) -> Iterator[str]:
    """What proves that it is no object any more, and who was using it."""
    yield f"at {one.address:#x} there should be an object, but {one.problem}"
    if one.pattern:
        yield f"what lies there now is {one.pattern}"
    if one.words:
        yield f"its first words are {' '.join(f'{word:#x}' for word in one.words)}"
    if one.type_name:
        yield f"its type pointer still leads to {one.type_name}"
    frames = native_frames(state.crashed)
    if one.operated is not None and frames:
        actor = next((frame for frame in frames if frame.module is not None), frames[0])
        was = "was at it:" if one.is_proven else "failed, and"
        yield f"{describe_frame(actor)} {was} {_OPERATED[one.operated]}"
    known = holder_of(state.crashed, one.address)
    if known is not None:
        yield known.told("this very address")
    if one.in_collector:
        yield "Python's garbage collector found it; the damage was done earlier"
    others = len(state.objects.damage) - 1
    if others and one.reached:
        more = [names_of(other) for other in state.objects.damage[1:]]
        yield f"the same is true of {listed([name for name in more if name], MAX_NAMES)}"
    for changed in filter(is_worth_telling, state.objects.changed[:1]):
        yield from changed_evidence(changed)
