"""Misuse of memory that `atfault run --again` had put under guard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atfault.diagnose.blame import on_line
from atfault.diagnose.crash.holders import block_words, owners
from atfault.diagnose.crash.integers import far_words
from atfault.diagnose.crash.way import actor
from atfault.diagnose.facts import (
    SIGABRT,
    SIGSEGV,
    fault_address,
    register_values,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import size
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Confidence, Finding
from atfault.model.state import ProcessState

if TYPE_CHECKING:  # few processes have them
    from atfault.model.blocks import GuardedBlock

IN_FRONT = 64
"""FRONT of again/guard.c: bytes in front of a block that are its own."""
UNDER_GUARD = "in that run memory was under guard, so the first wrong access failed at once"


@rule(
    "guarded-block",
    needs=(Need.SIGNAL,),
    causes=("out-of-bounds", "use-after-free", "heap-corruption"),
    on=(SIGSEGV, SIGABRT),
)
def guarded_block(case: Case) -> Iterator[Finding]:
    """A block of memory was left, or used after it was freed, while each block was under guard.

    In the second run of `atfault run --again` each block from `malloc` ends right before memory
    that nothing may touch, and freed blocks become such memory. So the first wrong access fails at
    once, at the very instruction, and the line named is the one that made it.

    What to do: compare the size of the block with what that line passes to the native call: the
    length, the count, the type of the elements.
    """
    state = case.process
    guarded = state.heap.guarded
    if isinstance(guarded, Absent):
        return
    if guarded.kind == "access":
        if _is_within(state, guarded):
            return
        sure = _confidence(state, guarded)
        if fault_address(state) is not None and sure is not None:
            yield _access(state, guarded, sure)
    else:
        yield _failed_check(state, guarded)


def _is_within(state: ProcessState, block: GuardedBlock) -> bool:
    """Whether all of the access lies in a block that may be used: it failed for another reason."""
    access = state.fault.access
    length = 1 if isinstance(access, Absent) else access.size or 1
    end = block.address + block.size
    return not block.freed and block.address <= block.at and block.at + length <= end


def _confidence(state: ProcessState, block: GuardedBlock) -> Confidence | None:
    """Whether that block is what the access was meant for; None when nothing says so.

    A wild address among guarded blocks lies beside one of them as well. But who leaves a block
    comes by its edge, or starts from a pointer into it.
    """
    end = block.address + block.size
    low, high = block.address - IN_FRONT, end + IN_FRONT
    bases = state.fault.tried.registers
    if block.freed and block.address + IN_FRONT <= block.at < end:
        # Much is freed, so a wild address may well lead into it, too.
        held = {value for _, value in bases} | register_values(state)
        return "certain" if block.address in held else "likely"
    if any(low <= value < high for _, value in bases):
        return "certain"
    start = block.address + IN_FRONT if block.freed else block.address
    at_edge = low <= block.at < start or end <= block.at < high
    if bases:
        return "likely" if at_edge or owners(state, block.address, end) else None
    return "certain" if at_edge else "likely"


def _access(state: ProcessState, block: GuardedBlock, confidence: Confidence) -> Finding:
    end = block.address + block.size
    what = block_words(state, block.address, end)
    who = actor(state)
    kind = state.fault.tried.kind
    did = {"write": "wrote", "read": "read"}.get(kind, "reached")
    # What lies right in front of a block went with it when it was freed.
    inside = block.address - IN_FRONT <= block.at < end
    if block.freed and inside:
        cause, summary = "use-after-free", f"{who} {did} memory that had been freed: {what}"
        into = max(block.at - block.address, 0)
        where = f"{counted(into, 'byte')} into a block of {size(block.size)}"
        evidence = f"{block.at:#x} lies {where}, which was freed before"
    else:
        # Where no variable leads to the block, it is just memory of the heap, unharmed by a read.
        named = owners(state, block.address, end)
        cause = "out-of-bounds" if named or kind == "read" else "heap-corruption"
        side = "in front of" if block.at < block.address else "past the end of"
        summary = f"{who} {did} {side} {what}"
        evidence = _distance(block)
    return Finding.of(
        cause=cause,
        summary=summary,
        confidence=confidence,
        evidence=(UNDER_GUARD, evidence, *_names(state, block), *far_words(state)),
        advice=(_advice(state, "use-after-free" if block.freed and inside else "out-of-bounds"),),
        under_guard=True,
        block=(block.request, block.size),
    )


def _distance(block: GuardedBlock) -> str:
    end = block.address + block.size
    whose = f"a block of {size(block.size)} at {block.address:#x}"
    if block.at < block.address:
        return f"{block.at:#x} lies {size(block.address - block.at)} in front of {whose}"
    if block.at - end < 16:
        return f"{block.at:#x} is where the guard behind {whose} begins, up to which nothing failed"
    return f"{block.at:#x} lies {size(block.at - end)} past the end of {whose}"


def _names(state: ProcessState, block: GuardedBlock) -> Iterator[str]:
    named = owners(state, block.address, block.address + block.size)
    if named:
        yield f"the block is the memory of {named[0].expression}"
    else:
        yield "no variable of the frames leads to that block"
    if (
        block.freed
        and block.kind == "access"
        and not (block.address <= block.at < block.address + block.size)
    ):
        yield "that block had been freed by then"


def _failed_check(state: ProcessState, block: GuardedBlock) -> Finding:
    what = block_words(state, block.address, block.address + block.size)
    if block.kind == "damaged":
        side = "in front of" if block.at < block.address else "past the end of"
        summary = f"somebody wrote {side} {what}"
        end = block.address + block.size
        gap = block.at - end if block.at >= end else block.address - block.at
        place = "behind its end" if block.at >= end else "in front of it"
        texts = [
            f"the byte {counted(gap, 'byte')} {place} had been overwritten when it was freed",
            "that is where the damage was noticed; it was done before, while the block was in use",
        ]
    elif block.kind == "double free":
        summary = f"a block of {size(block.size)} was freed twice"
        texts = ["the line named frees it for the second time"]
    else:
        summary = "a pointer was freed that does not point to the start of a block"
        inside = block.at - block.address
        texts = [f"it points {size(inside)} into a block of {size(block.size)}"]
    return Finding.of(
        cause="heap-corruption",
        summary=summary,
        confidence="certain",
        evidence=(UNDER_GUARD, *texts),
        advice=(_advice(state, "heap-corruption"),),
        under_guard=True,
        block=(block.request, block.size),
    )


def _advice(state: ProcessState, cause: str) -> str:
    if cause == "use-after-free":
        return "keep a reference to the object for as long as native code uses its memory"
    if cause == "out-of-bounds":
        return f"compare the block's size with the length, count or type{on_line(state)}"
    return "look at who frees, and at what is written into the block before"
