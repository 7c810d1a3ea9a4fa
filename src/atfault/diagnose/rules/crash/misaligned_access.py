"""misaligned-access: an instruction that needs an aligned address got another one."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.crash.integers import held_words
from atfault.diagnose.facts import (
    ACCESSES,
    SI_KERNEL,
    SIGBUS,
    SIGSEGV,
    called_through_ctypes,
    describe_failed,
    fault_address,
    is_accessible,
    mapping_at,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import describe_buffer, size
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.state import ProcessState

BUS_ADRALN = 1
MISALIGNED = ((SIGBUS, BUS_ADRALN), (SIGSEGV, SI_KERNEL))


@rule("misaligned-access", needs=(Need.SIGNAL, Need.MAPPINGS), on=ACCESSES)
def misaligned_access(case: Case) -> Iterator[Finding]:
    """A vector instruction was given an address that is not a multiple of what it needs.

    Most instructions take any address. Those by which compilers and hand-written kernels move whole
    vectors when they believe the data to be aligned (`movaps`, `movdqa`, `vmovaps`, `movntdq`) need
    a multiple of 16, 32 or 64 bytes; the processor refuses anything else, although the memory is
    there. NumPy aligns the start of an array to 16 bytes at least, but not a slice of it, a view
    with an offset, or a field of a structure; a ctypes structure may be packed.

    Where the address is on the stack, the stack itself is misaligned: a callback or hand-written
    code did not keep it to a multiple of 16 bytes.

    What to do: hand over memory whose start is aligned (copy the slice), or let the native code use
    the instructions for unaligned data (`movups`, `_mm_loadu_ps`).
    """
    state = case.process
    if (state.ending.number, state.ending.code) not in MISALIGNED:
        return
    address, needed = fault_address(state), state.fault.tried.size
    if address is None or not needed or needed & (needed - 1) or address % needed == 0:
        return
    if not is_accessible(mapping_at(state, address)):
        return
    if not isinstance(state.heap.guarded, Absent):
        return  # the guard of `run --again` aligns some blocks to 8 bytes, malloc to 16
    actor = describe_failed(state)
    verb = "wrote to" if state.fault.tried.kind == "write" else "read from"
    tid = state.crashed.thread.tid if state.crashed is not None else None
    on_stack = any(
        own == tid and low <= address < high for own, low, high in state.layout.stack_limits
    )
    summary = f"{actor} {verb} {address:#x}, which is not a multiple of {needed} as it must be"
    yield Finding.of(
        summary=summary,
        confidence="certain",
        evidence=_evidence(state, address, needed),
        advice=_advice(state, needed, on_stack),
    )


def _evidence(state: ProcessState, address: int, needed: int) -> Iterator[str]:
    instruction = state.fault.tried.instruction
    mnemonic = instruction.split(" ", 1)[0]
    yield (
        f"the instruction {instruction} takes multiples of {needed} bytes alone; the "
        f"address is {size(address % needed)} past one"
    )
    registers = ", ".join(f"{name} = {value:#x}" for name, value in state.fault.tried.registers)
    if registers:
        yield f"the address was computed from {registers}"
    for named in state.buffers:
        buffer = named.buffer
        if buffer.low <= address < buffer.high and buffer.device == "cpu":
            offset = address - buffer.low
            where = f"{size(offset)} into" if offset else "the start of"
            yield f"it is {where} {describe_buffer(named.expression, buffer)}"
            break
    yield held_words(state, address)
    yield f"the memory itself is there: only {mnemonic} minds where it begins"


def _advice(state: ProcessState, needed: int, on_stack: bool) -> Iterator[str]:
    if on_stack:
        yield (
            "the stack has to be a multiple of 16 at each call: look for hand-written or generated "
            "code, or a callback of the wrong calling convention, among the callers"
        )
        return
    yield (
        f"pass memory that begins at a multiple of {needed} bytes: a copy of the slice, or an "
        "array made larger and cut at an aligned place"
    )
    if called_through_ctypes(state):
        yield "check additions to addresses (.ctypes.data + …) and packed structures"
    yield "native code of your own: use unaligned loads and stores (movups, _mm_loadu_ps)"
