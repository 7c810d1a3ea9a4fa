"""illegal-instruction: the processor does not know, or must not run, the instruction."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import what_is_passed
from atfault.diagnose.crash.allocator import allocator_frame
from atfault.diagnose.crash.callbacks import dead_callback
from atfault.diagnose.facts import (
    SIGILL,
    SIGSEGV,
    bare_symbol,
    crash_pc,
    describe_failed,
    describe_mapping,
    fault_address,
    halted_by_library,
    is_fault,
    is_privileged,
    is_stack_check,
    mapping_at,
    native_frames,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState

UD2 = b"\x0f\x0b"
TRAPS = ("ud2", "ud1", "ud0", "udf")


@rule("illegal-instruction", needs=(Need.SIGNAL,), on=(SIGILL, SIGSEGV))
def illegal_instruction(case: Case) -> Iterator[Finding]:
    """The processor met an instruction that it cannot execute.

    Either the code was compiled for a newer processor: the finding names the feature that this one
    lacks (a wheel built for AVX-512, a cached Numba or `-march=native` object carried to another
    machine). Or the compiler placed the instruction there on purpose, to stop a program that
    reached a point it must never reach (`ud2`: `__builtin_trap`, `__builtin_unreachable`, a failed
    check of a sanitizer or of hardened code). Or the processor ran into data.

    What to do: for a missing feature, install a build for this processor or delete the cache it
    came from; for a trap, look at what the line named passes to the native call.
    """
    state = case.process
    number = state.ending.number
    if not is_fault(state) or (number != SIGILL and not is_privileged(state)):
        return
    if number == SIGSEGV and fault_address(state) is not None:
        return
    if dead_callback(state) is not None:  # what runs there is what lies there by now
        return
    halted = halted_by_library(state) is not None
    if halted and (allocator_frame(state) is not None or is_stack_check(state)):
        return
    frames, actor = native_frames(state.crashed), describe_failed(state)
    if frames and bare_symbol(frames[0]) == "abort":
        return  # the C library's last step, where the kernel drops SIGABRT: a namespace's first one
    code, text = state.fault.tried.code, state.fault.tried.instruction
    evidence = []
    if text:
        evidence.append(f"the instruction is {text}")
    elif code:
        evidence.append(f"the bytes there are {code[:8].hex(' ')}")
    if frames and frames[0].module is not None and frames[0].module.path:
        evidence.append(f"it lies in {frames[0].module.path}")
    advice: Advice | str
    lacking, unknown_cpu = _lacking(state)
    if halted:
        summary = f"{actor} stopped the program: a check of the C library's failed"
        advice = f"check {what_is_passed(state)} to the native call"
    elif code.startswith(UD2) or text.startswith(TRAPS):
        trap = text.split(" ", 1)[0] or "ud2"
        known = bool(frames) and (frames[0].module is not None or frames[0].is_jit)
        summary = f"{actor} reached a trap that its compiler had placed ({trap})"
        if not known:
            summary = f"{actor} ran {trap}, which stops a program on purpose"
        evidence.append("compilers place it where the code must never get to, and in failed checks")
        advice = f"check {what_is_passed(state)} to the native call; the function refused it"
    elif is_privileged(state):
        summary = f"{actor} ran {text.split(' ', 1)[0]}, which only the kernel may run"
        advice = "was data run as code? check the function pointer that led there"
    elif lacking:
        summary = f"{actor} uses {listed(lacking)}, which this processor does not have"
        evidence.append(f"/proc/cpuinfo does not list {listed(lacking)}")
        advice = _for_this_processor(frames)
    elif unknown_cpu:
        summary = f"{actor} uses {listed(unknown_cpu)}"
        evidence.append("whether the processor had that is not known: a core file does not tell")
        advice = Advice(
            "compare with the flags of the machine it ran on", "grep flags /proc/cpuinfo"
        )
    else:
        summary = f"{actor} ran an instruction that the processor refused"
        if code and not text and not state.fault.tried.requires:
            evidence.append("they are no known instruction: data may have been run as code")
        advice = "was the code built for another processor, or the function pointer wrong?"
    mapping = mapping_at(state, crash_pc(state) or 0)
    if mapping is not None and not mapping.path and (not frames or not frames[0].is_jit):
        evidence.append(f"the code lies in {describe_mapping(mapping)}, made while the program ran")
    yield Finding.of(
        summary=summary,
        confidence="certain",
        evidence=evidence,
        advice=(advice,),
    )


def _for_this_processor(frames: tuple[NativeFrame, ...]) -> str:
    if frames and frames[0].is_jit:
        return (
            "the code was compiled for another processor: remove Numba's cache (*.nbi and *.nbc in "
            "__pycache__, or NUMBA_CACHE_DIR) and unset NUMBA_CPU_NAME"
        )
    if frames and frames[0].module is not None:
        return (
            f"install or build {frames[0].module.name} for this processor (without -march=native "
            "of another machine)"
        )
    return "install a build for this processor, or remove the cache the code came from"


def _lacking(state: ProcessState) -> tuple[list[str], list[str]]:
    """(features that the instruction needs and the processor lacks, those that could not be
    compared)."""
    requires = list(state.fault.tried.requires)
    if isinstance(state.fault.cpu_features, Absent):
        return [], requires
    return [feature for feature in requires if feature not in state.fault.cpu_features], []
