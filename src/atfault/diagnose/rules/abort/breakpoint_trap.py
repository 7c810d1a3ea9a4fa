"""breakpoint-trap: native code ran into a breakpoint that no debugger waits for."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import what_is_passed
from atfault.diagnose.facts import (
    SIGTRAP,
    describe_failed,
    describe_frame,
    describe_mapping,
    mapping_at,
    native_frames,
    raised_trap,
)
from atfault.diagnose.rule import Need, rule
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.state import ProcessState

TRAP_BRKPT, TRAP_TRACE, TRAP_HWBKPT, SI_KERNEL = 1, 2, 4, 0x80


@rule("breakpoint-trap", needs=(Need.SIGNAL,), on=(SIGTRAP,))
def breakpoint_trap(case: Case) -> Iterator[Finding]:
    """Native code stopped at a breakpoint instruction, and no debugger was there to take it.

    `int3` is what debuggers write over an instruction to stop there. Programs carry it themselves
    where they want to stop for good: `raise(SIGTRAP)`'s cousins `__debugbreak()`,
    `DebugBreak()`, `std::breakpoint()`, `raise(SIGTRAP)` itself in libraries whose warnings may be
    made fatal (GLib's), failed checks of Rust, Go, V8 and Chromium code (which
    place `int3` before `ud2`), and padding between functions, which runs only after a jump to a
    wrong place.

    What to do: look at what the line named passes to the native call: a check there most likely
    failed. Where the code lies in no library, look at the function pointer that led there.
    """
    state = case.process
    code = state.ending.code or 0
    if code <= 0:
        yield from _raised(state)
        return
    frames, actor = native_frames(state.crashed), describe_failed(state)
    if code == TRAP_TRACE:
        yield Finding.of(
            summary=f"{actor} was being run step by step, and nobody was there to take the steps",
            confidence="certain",
            evidence=("the processor's trap flag was set (TRAP_TRACE)",),
            advice=("a debugger or tracer left the flag behind: run it without",),
        )
        return
    text = state.fault.tried.instruction
    evidence = []
    if text:
        evidence.append(f"the instruction before the place where it stopped is {text}")
    elif code == TRAP_HWBKPT:
        evidence.append("a breakpoint in the processor's debug registers was hit")
    else:
        evidence.append("the kernel reports a breakpoint instruction")
    mapping = mapping_at(state, frames[0].pc) if frames else None
    if mapping is not None and not mapping.path:
        evidence.append(f"the code lies in {describe_mapping(mapping)}, in no library")
    if text == "int3":
        evidence.append("failed checks of native code stop like this, and breakpoints left behind")
    yield Finding.of(
        summary=f"{actor} ran into a breakpoint instruction, and no debugger was attached",
        confidence="certain" if text else "likely",
        evidence=evidence,
        advice=(
            f"check {what_is_passed(state)} to the native call; a check in it may have failed",
        ),
    )


def _raised(state: ProcessState) -> Iterator[Finding]:
    raising = raised_trap(state)
    if raising is None:
        return
    yield Finding.of(
        summary=f"{describe_frame(raising)} stopped the program on purpose: it raised SIGTRAP",
        confidence="likely",
        evidence=(
            "the C library's raise() sent SIGTRAP to the thread itself",
            "warnings that are fatal and failed checks of native code stop like this",
        ),
        advice=(
            "read what it printed before: that is the check which failed",
            f"check {what_is_passed(state)} to the native call",
        ),
    )
