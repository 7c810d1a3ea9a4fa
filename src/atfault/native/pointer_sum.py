"""What the registers of a failed access were added up from, right before it.

    lea   r13, [rdx + r15*8]          rdx: where the array begins
    mov   r15d, 0
    movsd xmm0, [r13 + r12*8]     ← failed

Code that counts negative indices from the end computes so. One run of instructions is followed back
that nothing jumps into: what a register held there that was not written to since, it holds now.
"""

from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.stacks import ThreadState
from atfault.model.state import FaultAccess
from atfault.native.pointer_way import NUMBERS, Body, Function, written
from atfault.native.unwind import Unwinder
from atfault.snapshot.protocol import Memory, Snapshot

MAX_BACK = 64


def pointer_terms(
    snapshot: Snapshot, unwinder: Unwinder, crashed: ThreadState, access: FaultAccess
) -> tuple[tuple[str, int], ...]:
    """(name, value) of the registers that those of the access were added up from, in code that was
    compiled while the program ran; () where that is not known."""
    frames = () if isinstance(crashed.native, Absent) else crashed.native.frames
    frame = next((one for one in frames if not one.is_inline), None)
    if snapshot.arch.name != "x86-64" or frame is None or not frame.is_jit:
        return ()
    code = unwinder.function_range(frame.pc)
    if code is None or not access.registers:
        return ()
    function = Function(frame.pc, *code, (0, 0), crashed.thread.registers.general)
    return terms_of(snapshot.memory, function, tuple([name for name, _ in access.registers]))


def terms_of(
    memory: Memory, function: Function, registers: tuple[str, ...]
) -> tuple[tuple[str, int], ...]:
    """(name, value) of the registers whose sums `registers` are at function.pc; () for none."""
    body = Body(memory, function)
    at = body.index.get(function.pc)
    wanted, changed = set(registers), set[str]()
    found: dict[str, int] = {}
    for _ in range(MAX_BACK):
        before = [] if at is None else list(body.before(at))
        if len(before) != 1 or before[0] < 0 or not wanted:
            break
        at = before[0]
        one = body.instruction(at)
        writes = written(one)
        changed |= writes
        for name in sorted(wanted & writes):
            wanted.discard(name)
            parts: tuple[str, ...] = ()
            if one.mnemonic == "lea":
                parts = (one.memory[0].base, one.memory[0].index_register)
            elif one.mnemonic in ("mov", "add") and not one.memory:
                parts = (one.text.rpartition(", ")[2], *([name] if one.mnemonic == "add" else ()))
            for part in parts:
                number = NUMBERS.get(part)
                if number is None or part in changed:
                    wanted |= {part} & NUMBERS.keys()
                elif (value := function.registers[number]) is not None:
                    found[part] = value
    return tuple(found.items())
