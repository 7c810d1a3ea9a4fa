"""out-of-bounds, told by where the access failed alone."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import on_line
from atfault.diagnose.crash.given import given_size
from atfault.diagnose.crash.integers import far_words
from atfault.diagnose.crash.overruns import is_gone_through, overrun_of
from atfault.diagnose.crash.way import actor
from atfault.diagnose.facts import (
    ACCESSES,
    describe_failed,
    describe_mapping,
    is_accessible,
)
from atfault.diagnose.rule import TELLING, Need, rule
from atfault.diagnose.second_look import TEXT, run_again
from atfault.diagnose.words import size
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.process import FIRST_64K
from atfault.model.state import ProcessState

POINTER = 8
RECORD_FLAG = 1
"""Of malloc's record of a block: the one before it is in use."""


@rule(
    "overrun",
    causes=("out-of-bounds",),
    needs=(Need.FAULT_ADDRESS, Need.MAPPINGS),
    on=ACCESSES,
    yields_to=(TELLING,),
    partly=(Need.INTERPRETER,),
)
def overrun(case: Case) -> Iterator[Finding]:
    """An access went off the end of a stretch of memory, in the manner of a loop without an end; or
    the pointer that failed had been read past the end of a block.

    A write, or a function like `memcpy` that reads, failed at the very first bytes behind memory
    that it may use; or anything that reads, where an array of the frames holds a number that can
    be no index, as a count gone wrong. A loop or a copy that runs past
    the end of an array stops exactly there; a stray pointer hardly ever does. Which array it was is
    not known: no variable of the frames leads to it, or the overrun has destroyed them.
    """
    state = case.process
    found = overrun_of(state)
    if found is None:
        yield from _misread(state)
        return
    address, edge, mapping = found.address, found.edge, found.behind
    who = describe_failed(state)
    behind = "unmapped memory"
    if mapping is not None and is_accessible(mapping):
        behind = describe_mapping(mapping)
    elif mapping is not None:
        behind = "memory that may not be accessed"
    evidence = [
        f"{address:#x} is right behind the end of {describe_mapping(edge)}",
        "a loop or a copy without a proper end stops exactly there",
        given_size(state),
        *far_words(state),
    ]
    if is_gone_through(state):
        evidence.append(
            "the loop goes through it by its __getitem__, which has not raised the IndexError that "
            "ends it"
        )
    if found.is_wrecked:
        evidence.append(
            "what Python knew of this thread is damaged: the overrun has most likely gone through "
            "it, so the lines shown may not be all there were"
        )
    else:
        evidence.append("which array it was is not known: no variable of the frames leads to it")
    did = "wrote" if found.is_write else "read"
    yield Finding.of(
        summary=f"{who} {did} past the end of its memory, into {behind}",
        confidence="likely",
        evidence=evidence,
        advice=(
            f"check the lengths and loop bounds of the native call{on_line(state)}",
            run_again(case.command or state.process.argv, TEXT),
        ),
    )


def _misread(state: ProcessState) -> Iterator[Finding]:
    """The pointer was read beyond the block that the code had the address of: an element too many
    of an array, a field that the structure does not have."""
    one = next(iter(state.pointer.holders), None)
    if one is None or one.kind != "beyond":
        return
    after = one.byte - one.room
    where = "past the end of" if after > -POINTER else "in front of"
    far = f"{size(after)} " if after > 0 else f"{size(-one.byte)} " if one.byte < 0 else ""
    evidence = [
        f"it had read the pointer {one.load.value:#x} at {one.load.holder + one.load.offset:#x}, "
        f"{far}{where} the block of {size(one.room)} that it had the address of"
    ]
    if after == 0 and one.load.value & RECORD_FLAG and one.load.value < FIRST_64K:
        evidence.append("there malloc keeps the size of the next block, and that is no pointer")
    yield Finding.of(
        summary=f"{actor(state)} used what lies {where} a block of memory for a pointer",
        confidence="likely",
        evidence=evidence,
        advice=(f"check the lengths and indices of the native call{on_line(state)}",),
    )
