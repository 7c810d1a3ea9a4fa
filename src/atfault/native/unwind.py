"""Unwinding: from a thread's registers to the frames of its C stack.

    frame 0: pc, sp ──row of its FDE──► CFA; return address and saved registers lie below it
        high  │ caller's frame            │
              ├───────────────────────────┤ ◄─ CFA of frame 0 = sp of frame 1
              │ return address  = pc of 1 │
              │ saved rbp, rbx …          │    locals of frame 0: [sp, CFA)
        low   │ locals                    │ ◄─ sp of frame 0

In this order, until one works: the module's call frame information; that of a JIT object, or what
the instructions of a function in it tell (`stack_depth`); the return address on top of the stack,
when the pc is not code; a signal trampoline known by its instructions; the first word on the stack
that follows a call and from which unwinding goes on well (`scan`); the frame pointer. `trust` says
how a frame was found: "scanned" the one that a scan led to, "frame-pointer" the one that the frame
pointer led to and every frame further out, which nothing proves.

A return address that follows no call was written by something else. That is looked at only where a
walk does not end as it should, as it costs a look at each caller's code.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from atfault import lazy
from atfault.contained import contained
from atfault.errors import FormatError, MemoryFault
from atfault.formats import cfi_program as rule
from atfault.formats.cfi import Fde
from atfault.formats.dwarf_expression import evaluate
from atfault.model.process import Module, Thread
from atfault.model.stacks import NativeFrame, NativeStack
from atfault.native import scan
from atfault.native.modules import ModuleMap
from atfault.native.scan import LIMIT, NO_RULE, OUTERMOST, Follower, StackWords, Walk
from atfault.snapshot.protocol import MASK64, Snapshot

if TYPE_CHECKING:  # few processes have code that was made at run time
    from atfault.native.jit import JitRegistry
    from atfault.native.stack_depth import Layout

MAX_FRAMES = 1_000_000
MAX_SIGNAL_FRAMES = 256
MAX_SCANS = 64
"""Frames without unwind information that one stack may have."""


class Step(NamedTuple):
    """How to leave the frame of one pc; kept per pc, as recursion and threads meet the same again.

    The common rule, CFA = register + offset with everything saved at fixed places below it, is in
    the plain fields; row is set when the rules are anything else.
    """

    pc: int
    module: Module | None
    function_start: int
    is_jit: bool
    is_signal_frame: bool
    cfa_register: int
    cfa_offset: int
    return_offset: int
    saved: tuple[tuple[int, int], ...]
    """(register, offset from the CFA)."""
    row: rule.Row | None
    return_column: int


class Unwinder(Follower):
    """Unwinds the threads of one snapshot; keep it for all of them, it remembers rules by pc."""

    def __init__(
        self, snapshot: Snapshot, modules: ModuleMap, jit: "JitRegistry | None" = None
    ) -> None:
        super().__init__(snapshot, modules, jit)
        self._warnings = snapshot.warnings
        self._steps: dict[int, Step | None] = {}
        self._exact_steps: dict[int, Step | None] = {}
        self._volatile = tuple(
            number
            for number in range(self.arch.pc_number)
            if number not in self.arch.callee_saved and number != self.arch.sp
        )

    def step_at(self, pc: int, exact: bool) -> Step | None:
        """The rules for a frame at `pc`, or None where no unwind information covers it."""
        steps = self._exact_steps if exact else self._steps
        try:
            return steps[pc]
        except KeyError:
            step = steps[pc] = self._find_step(pc, exact)
            return step

    def _find_step(self, pc: int, exact: bool) -> Step | None:
        try:
            found = self.find_fde(pc if exact else pc - 1)
            if not exact and (found is None or found[0].end == pc):
                # A trampoline is returned to without having called: its first byte counts.
                other = self.find_fde(pc)
                if other is not None and other[0].cie.is_signal_frame:
                    found = other
            if found is None:
                return self._announced_step(pc, exact)
            fde, module, is_jit = found
            if fde.cie.is_signal_frame and self.arch.link is not None:
                return None  # the vdso describes but two registers: `scan` knows where all are
            row = fde.row(pc if exact or fde.start >= pc else pc - 1)
        except (FormatError, MemoryFault):
            return None
        return self._make_step(pc, fde, module, is_jit, row)

    def _announced_step(self, pc: int, exact: bool) -> Step | None:
        """The rules for code that its maker announced without unwind information, as LLVM does
        with functions that cannot unwind: told from the instructions."""
        if not self.is_announced(pc if exact else pc - 1):
            return None
        find = lazy.load("atfault.native.stack_depth:frame_layout")
        layout: Layout | None = find(self, pc, exact)
        if layout is None:
            return None
        sp, ra, size = self.arch.sp, self.arch.return_column, self.arch.word_size
        offset = layout.depth + size
        start, saved = layout.function_start, layout.saved
        return Step(pc, None, start, True, False, sp, offset, -size, saved, None, ra)

    def _make_step(
        self, pc: int, fde: Fde, module: Module | None, is_jit: bool, row: rule.Row
    ) -> Step:
        is_signal = fde.cie.is_signal_frame
        column = fde.cie.return_column
        return_offset = 0
        saved = []
        last = self.arch.pc_number
        simple = 0 <= row.cfa_register < last and not is_signal and not row.is_signed
        for register, (kind, value) in row.rules.items():
            if kind == rule.SAME_VALUE:
                continue
            if kind != rule.OFFSET:
                simple = False
            elif register == column:
                return_offset = value
            elif register < last and register != self.arch.sp:
                saved.append((register, value))
            else:
                simple = False
        return Step(
            pc,
            module,
            pc if is_signal else fde.start,
            is_jit,
            is_signal,
            row.cfa_register,
            row.cfa_offset,
            return_offset,
            tuple(saved),
            None if simple and return_offset else row,
            column,
        )

    def unwind(self, thread: Thread, limit: int = MAX_FRAMES) -> NativeStack:
        """The frames of `thread`, innermost first. Never raises for what the target holds."""
        walk = Walk(list(thread.registers.general), StackWords(self.memory))
        reason = ""
        with contained(f"unwinding thread {thread.tid}", self._warnings) as failed:
            reason = self._drive(walk, limit)
        return NativeStack(tuple(walk.frames), reason or failed.reason)

    def registers_in(self, thread: Thread, depth: int) -> list[int | None]:
        """The registers as the frame `depth` further out than the innermost left them, by DWARF
        number; None for those that are not known there. [] when the walk ends before it."""
        walk = Walk(list(thread.registers.general), StackWords(self.memory))
        if depth:
            self._drive(walk, depth)
        return walk.registers if len(walk.frames) == depth else []

    def _drive(self, walk: Walk, limit: int) -> str:
        """Follow call frame information; where it ends, find another way on. → stop reason."""
        ra, sp = self.arch.pc_number, self.arch.sp
        if walk.registers[ra] is None or walk.registers[sp] is None:
            return "its registers are not known"
        for _ in range(MAX_SCANS):
            reason = self._follow_found(walk, limit)
            if reason == LIMIT:
                return f"limit of {limit} frames reached"
            if reason == OUTERMOST:
                return reason
            overwritten = scan.drop_overwritten(self, walk)
            if overwritten:
                ending = scan.find_caller(self, walk, overwritten)
            elif reason != NO_RULE:
                return reason
            else:
                ending = scan.find_way_on(self, walk)
            if ending is not None:
                return ending
        return f"more than {MAX_SCANS} frames without unwind information"

    def _follow_found(self, walk: Walk, limit: int) -> str:
        """follow(), with `scanned` on the frame that a scan found alone: it was taken because all
        that lies further out unwinds by call frame information."""
        if walk.trust == "scanned":
            one = min(limit, len(walk.frames) + 1)
            reason = self.follow(walk, one)
            if reason != LIMIT or one == limit:
                return reason
            walk.trust = "cfi"
        return self.follow(walk, limit)

    def follow(self, walk: Walk, limit: int) -> str:
        """Walk on by call frame information alone, appending to walk.frames.

        Returns OUTERMOST, NO_RULE (walk stands at a pc without rules), LIMIT, or a stop reason.
        """
        registers, frames, stack = walk.registers, walk.frames, walk.stack
        pc_number, sp_column = self.arch.pc_number, self.arch.sp
        base, size, words = stack.base, stack.size, stack.words
        steps, append = self._steps, frames.append
        trust, previous = walk.trust, walk.previous_cfa
        clean = False
        while len(frames) < limit:
            pc = registers[pc_number]
            if pc is None:
                return "the return address is unknown"
            step = None if walk.exact else steps.get(pc)
            if step is None:
                step = self.step_at(pc, walk.exact)
                if step is None:
                    walk.previous_cfa = previous
                    return NO_RULE
            if step.row is not None:
                walk.previous_cfa = previous
                reason = self._general_step(walk, step)
                if reason is not None:
                    return reason
                previous = walk.previous_cfa
                base, size, words = stack.base, stack.size, stack.words
                clean = False
                continue
            origin = registers[step.cfa_register]
            if origin is None:
                return f"register {step.cfa_register}, which its frame is found by, is unknown"
            cfa = origin + step.cfa_offset
            if cfa <= previous:
                return _not_increasing(cfa)
            append(
                NativeFrame(
                    step.pc,
                    cfa,
                    registers[sp_column] or 0,
                    trust,
                    step.module,
                    step.function_start,
                    is_jit=step.is_jit,
                )
            )
            try:
                index = cfa + step.return_offset - base
                if 0 <= index < size and not index & 7:
                    target = words[index >> 3]
                else:
                    target = stack.load(cfa + step.return_offset)
                    base, size, words = stack.base, stack.size, stack.words
                for register, offset in step.saved:
                    index = cfa + offset - base
                    if 0 <= index < size and not index & 7:
                        registers[register] = words[index >> 3]
                    else:
                        registers[register] = self.memory.u64(cfa + offset)
            except MemoryFault as fault:
                return f"the stack is not readable at {fault.address:#x}"
            if not clean:
                for register in self._volatile:
                    registers[register] = None
                clean = True
            registers[pc_number] = target
            registers[sp_column] = cfa
            previous = cfa
            walk.exact = False
        walk.previous_cfa = previous
        return LIMIT

    def _general_step(self, walk: Walk, step: Step) -> str | None:
        """One step by rules of any kind. Returns why the walk ends here, or None to go on."""
        row, registers = step.row, walk.registers
        assert row is not None
        sp = registers[self.arch.sp] or 0
        try:
            if row.cfa_register < 0:
                cfa = self._evaluate(row.cfa_expression, registers)
            else:
                origin = registers[row.cfa_register] if row.cfa_register < len(registers) else None
                if origin is None:
                    return f"register {row.cfa_register}, which its frame is found by, is unknown"
                cfa = (origin + row.cfa_offset) & MASK64
        except FormatError as error:
            return str(error)
        except MemoryFault as fault:
            return f"the stack is not readable at {fault.address:#x}"
        return_kind = row.rules.get(step.return_column, (None, 0))[0]
        has_link = self.arch.link is not None
        ends = return_kind == rule.UNDEFINED or (return_kind is None and not has_link)
        # The outermost frame may have nothing on the stack where calls leave no return address.
        lowest = cfa + 1 if ends and has_link else cfa
        if lowest <= walk.previous_cfa and not step.is_signal_frame:
            return _not_increasing(cfa)
        walk.frames.append(
            NativeFrame(
                step.pc,
                cfa,
                sp,
                walk.trust,
                step.module,
                step.function_start,
                is_signal_frame=step.is_signal_frame,
                is_jit=step.is_jit,
            )
        )
        if ends:
            return OUTERMOST
        if has_link and return_kind in (None, rule.SAME_VALUE) and not walk.exact:
            return f"the caller of {step.pc:#x} is in a register that was used again since"
        try:
            walk.registers[:] = self._restored(walk, step, row, cfa)
        except FormatError as error:
            return str(error)
        except MemoryFault as fault:
            return f"the stack is not readable at {fault.address:#x}"
        if step.is_signal_frame:
            walk.leave_signal_frame()
            if walk.signals > MAX_SIGNAL_FRAMES:
                return f"more than {MAX_SIGNAL_FRAMES} signal frames"
        else:
            # A leaf without a frame of its own leaves its caller the same CFA.
            is_leaf = walk.exact and has_link
            walk.exact = False
            walk.previous_cfa = cfa - is_leaf
        return None

    def _restored(self, walk: Walk, step: Step, row: rule.Row, cfa: int) -> list[int | None]:
        """The caller's registers. Raises FormatError, MemoryFault."""
        old = walk.registers
        new: list[int | None] = list(old)
        if not step.is_signal_frame:
            for register in self._volatile:
                new[register] = None
        new[self.arch.sp] = cfa
        count, pc_number = len(old), self.arch.pc_number
        if self.arch.link is not None:
            new[pc_number] = old[self.arch.link]
        for register, (kind, value) in row.rules.items():
            number = pc_number if register == step.return_column else register
            if number >= count or kind == rule.SAME_VALUE:
                continue
            if kind == rule.OFFSET:
                new[number] = walk.stack.load((cfa + value) & MASK64)
            elif kind == rule.UNDEFINED:
                new[number] = None
            elif kind == rule.VAL_OFFSET:
                new[number] = (cfa + value) & MASK64
            elif kind == rule.REGISTER:
                new[number] = old[value] if value < count else None
            else:
                computed = self._evaluate(value, old, cfa)
                if kind == rule.EXPRESSION:
                    computed = self.memory.u64(computed)
                new[number] = computed
        target = new[pc_number]
        if row.is_signed and target is not None:
            new[pc_number] = target & self.arch.code_mask
        return new

    def _evaluate(
        self, expression: bytes, registers: Sequence[int | None], initial: int | None = None
    ) -> int:
        """As dwarf_expression.evaluate, in the target's memory; hardly any frame needs it."""
        return evaluate(expression, registers, self.memory, initial)


def _not_increasing(cfa: int) -> str:
    return f"the frames do not move outward any more (frame at {cfa:#x}): the stack is overwritten"
