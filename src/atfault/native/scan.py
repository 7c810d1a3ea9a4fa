"""Ways past a frame without unwind information: a wild pc, a signal trampoline, a stack scan.

The scan takes the first word at or above the stack pointer that (1) lies right behind a call
instruction and (2) from which unwinding by call frame information goes on to the outermost frame,
each return address on the way again behind a call, and (3) where those calls are direct, they lead
to the function of the frame below (`calls`): a return address left over from an earlier call joins
the true frames at a call that goes elsewhere.

    sp ─►  0000000000000003
           00007f10a4c81f2e   behind a call, but unwinding from it fails: left over from earlier
           00007f10b2c01a90   on the stack: perhaps the caller's frame pointer, pushed
           00007f10a4d0039c   behind a call, unwinds to _start: the return address

A walk outward along a C stack: where it is, what it has passed, and the stack's words.

    walk.frames     0, 1, 2 …        passed, innermost first
    walk.registers  pc, sp, …        of the frame that comes next; None where they are not known
    walk.stack      ─[ window ]─►    read in chunks, which double: few reads, even of a deep stack

`unwind` follows call frame information, `scan` finds other ways; both move the same walk.
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.stacks import NativeFrame, Trust
from atfault.native import calls
from atfault.native.code_map import CodeMap
from atfault.snapshot.protocol import MASK64, Memory

MAX_SCAN = 1 << 20
"""Bytes of stack that one scan looks at; kernels of math libraries keep whole tiles there."""
FIRST_SCAN = 1 << 12
MAX_CANDIDATES = 400
TRIAL_FRAMES = 64
"""So many good frames in a row prove a candidate, whatever comes behind them."""
MIN_TRIAL_FRAMES = 2
"""Good frames that prove a candidate when the walk then meets other code without rules."""
MAX_FRAME_POINTERS = 6
CHECKED_CALLS = 16
"""Frames of a trial whose calls must lead to the frames below them."""
_BELOW = 64


# How a walk along call frame information ended; other endings are stop reasons for the user.
OUTERMOST = ""
NO_RULE = "no rule"
LIMIT = "limit"


class Follower(CodeMap):
    """What a search needs: the code, and to follow call frame information (`unwind.Unwinder`)."""

    def follow(self, walk: Walk, limit: int) -> str:
        """Walk on by call frame information alone, appending to walk.frames.

        Returns OUTERMOST, NO_RULE (walk stands at a pc without rules), LIMIT, or a stop reason.
        """
        raise NotImplementedError


def find_way_on(unwinder: Follower, walk: Walk) -> str | None:
    """Append the frame at the walk's pc and move on to its caller.

    Returns None when that worked, else why the stack ends here (OUTERMOST where it should).
    """
    pc = walk.registers[unwinder.arch.pc_number] or 0
    if pc == 0 and not walk.exact:
        # The C library starts its threads with a return address of zero where it marks no end.
        last = walk.frames[-1].module if walk.frames else None
        if last is not None and roles.is_libc(last.name):
            return OUTERMOST
        return "the return address is zero: the stack ends here, or it was overwritten"
    if unwinder.is_entry(pc):
        _append(walk, unwinder, pc, walk.registers[unwinder.arch.sp] or 0)
        return OUTERMOST
    if unwinder.is_code(pc):
        if _leave_trampoline(unwinder, walk, pc):
            return None
        is_new = _is_new_thread(unwinder, walk, pc)
        # Where nothing is described, any system call that returned 0 looks like that.
        may_go_on = not is_new or unwinder.share_undescribed(pc, pc)
        if may_go_on and (_scan(unwinder, walk, pc) or _follow_frame_pointer(unwinder, walk, pc)):
            return None
        _append(walk, unwinder, pc, walk.registers[unwinder.arch.sp] or 0)
        if is_new:
            return OUTERMOST
        return f"no unwind information at {_describe(unwinder, pc)}"
    if walk.exact:
        if _pop_return_address(unwinder, walk, pc) or _scan(unwinder, walk, pc):
            return None
        _append(walk, unwinder, pc, walk.registers[unwinder.arch.sp] or 0)
        return f"the program counter {pc:#x} is not code, and no caller was found on the stack"
    if _scan(unwinder, walk, None):
        return None
    return f"the return address {pc:#x} is not code: the stack was overwritten"


def drop_overwritten(unwinder: Follower, walk: Walk) -> int:
    """Where a return address on the way follows no call, drop its frame and all further out, and
    stand at its place on the stack. Returns that address; 0 where there is none.

        smash            its return address has been overwritten in part:
        ffi_prep_…       a place inside of a function that was never called; from here on all wrong
    """
    frames = walk.frames
    for index in range(walk.checked, len(frames)):
        frame = frames[index]
        if index and frame.trust == "cfi" and not _may_be_returned_to(unwinder, frames, index):
            del frames[index:]
            _forget_registers(unwinder, walk, None)
            _move(walk, unwinder, frame.pc, frame.sp, "cfi")
            return frame.pc
    walk.checked = len(frames)
    return 0


def find_caller(unwinder: Follower, walk: Walk, overwritten: int) -> str | None:
    """Move on from a return address that was overwritten; as find_way_on."""
    if _scan(unwinder, walk, None):
        return None
    return f"the return address {overwritten:#x} follows no call: the stack was overwritten"


def _may_be_returned_to(unwinder: Follower, frames: list[NativeFrame], index: int) -> bool:
    """Whether frame `index` was entered by the return address of a call, or by no return at all."""
    frame = frames[index]
    if frame.is_signal_frame or frames[index - 1].is_signal_frame:
        return True
    return unwinder.follows_call(frame.pc)


def _describe(unwinder: Follower, pc: int) -> str:
    module = unwinder.module_at(pc)
    if module is not None:
        why = f" ({module.problem})" if module.problem and module.file is None else ""
        return f"{pc:#x} in {module.name or 'an unnamed module'}{why}"
    path = unwinder.code_file(pc)
    if path is None:
        return f"{pc:#x}: the core does not say what file that code is of"
    if path.startswith("/"):
        return f"{pc:#x} in {path.rpartition('/')[2]}, which could not be read"
    return f"{pc:#x} (anonymous executable memory: code made at run time)"


def _is_new_thread(unwinder: Follower, walk: Walk, pc: int) -> bool:
    """Whether the thread has run nothing yet: it is right behind the system call that made it,
    which returns 0 there, in a function of the C library without unwind information from there."""
    arch = unwinder.arch
    if walk.frames or walk.registers[arch.syscall_result] != 0:
        return False
    module = unwinder.module_at(pc)
    if module is None or not roles.is_libc(module.name):
        return False
    size = len(arch.syscall_code)
    return size > 0 and unwinder.memory.read_upto(pc - size, size) == arch.syscall_code


def _append(
    walk: Walk,
    unwinder: Follower,
    pc: int,
    cfa: int,
    *,
    is_signal: bool = False,
    function_start: int = 0,
) -> None:
    sp = walk.registers[unwinder.arch.sp] or 0
    address = pc if walk.exact else pc - 1
    module = unwinder.module_at(address)
    walk.frames.append(
        NativeFrame(
            pc,
            cfa,
            sp,
            walk.trust,
            module,
            pc if is_signal else function_start,
            is_signal_frame=is_signal,
            is_jit=module is None and unwinder.is_announced(address),
        )
    )


def _leave_trampoline(unwinder: Follower, walk: Walk, pc: int) -> bool:
    """Take the interrupted registers from the kernel's signal frame, where a C library (musl)
    describes its trampoline by nothing but its instructions."""
    arch = unwinder.arch
    sp = walk.registers[arch.sp]
    if (walk.exact and walk.frames) or sp is None or not arch.sigreturn_codes:
        return False
    longest = max(map(len, arch.sigreturn_codes))
    if not unwinder.memory.read_upto(pc, longest).startswith(arch.sigreturn_codes):
        return False
    restored: list[int | None] = [None] * len(walk.registers)
    try:
        for register, offset in arch.signal_context:
            restored[register] = unwinder.memory.u64(sp + offset)
    except MemoryFault:
        return False
    _append(walk, unwinder, pc, restored[arch.sp] or 0, is_signal=True)
    walk.registers[:] = restored
    walk.leave_signal_frame()
    return True


def _pop_return_address(unwinder: Follower, walk: Walk, pc: int) -> bool:
    """A call to a bad address has left its return address, and nothing else has run since."""
    arch = unwinder.arch
    sp = walk.registers[arch.sp]
    if sp is None:
        return False
    try:
        target = unwinder.memory.u64(sp) if arch.link is None else walk.registers[arch.link]
        if target is None or not unwinder.follows_call(target):
            return False
        direct = arch.direct_call_target(unwinder.memory.read(target - 8, 8), target) is not None
    except MemoryFault:
        return False
    cfa = sp + arch.word_size if arch.link is None else sp
    _append(walk, unwinder, pc, cfa)
    # A direct call goes to its own target: then something else jumped, and this is a likely guess.
    _move(walk, unwinder, target, cfa, "scanned" if direct else walk.trust)
    return True


def _move(walk: Walk, unwinder: Follower, pc: int, sp: int, trust: Trust) -> None:
    walk.registers[unwinder.arch.pc_number] = pc
    walk.registers[unwinder.arch.sp] = sp
    walk.exact = False
    walk.previous_cfa = sp
    walk.trust = trust


def _scan(unwinder: Follower, walk: Walk, pc: int | None) -> bool:
    """Move to the first proven return address on the stack. pc: the frame to append, or None."""
    sp = walk.registers[unwinder.arch.sp]
    if sp is None:
        return False
    start = (sp + 7) & ~7
    seen: list[int] = []
    tried = 0
    mask = unwinder.arch.code_mask
    for slot, value in _stack_words(unwinder, start):
        value &= mask
        if not unwinder.is_code(value - 1):
            if start < value < start + MAX_SCAN and value > slot:
                seen.append(value)
            continue
        if not unwinder.follows_call(value):
            continue
        tried += 1
        if tried > MAX_CANDIDATES:
            return False
        proved, fp = _prove(unwinder, walk, value, slot, seen)
        if proved:
            if pc is not None:
                start = calls.entered(unwinder, value, pc)
                _append(walk, unwinder, pc, slot + 8, function_start=start)
            _forget_registers(unwinder, walk, fp)
            trust: Trust = walk.trust if unwinder.is_entry(value) else "scanned"
            _move(walk, unwinder, value, slot + 8, trust)
            return True
    return False


def _stack_words(unwinder: Follower, start: int) -> Iterator[tuple[int, int]]:
    """(address, word) from `start` up, to the end of the stack or MAX_SCAN."""
    address, chunk = start, FIRST_SCAN
    while address < start + MAX_SCAN:
        data = unwinder.memory.read_upto(address, chunk)
        words = memoryview(data)[: len(data) & ~7].cast("Q")
        yield from zip(range(address, address + len(data), 8), words)
        if len(data) < chunk:
            return
        address += chunk
        chunk = min(chunk * 4, 1 << 18)


def _forget_registers(unwinder: Follower, walk: Walk, fp: int | None) -> None:
    """What the skipped function did to the registers is not known, but for a proven rbp."""
    registers = walk.registers
    registers[:] = [None] * len(registers)
    registers[unwinder.arch.fp] = fp


def _prove(
    unwinder: Follower, walk: Walk, value: int, slot: int, seen: list[int]
) -> tuple[bool, int | None]:
    """(whether unwinding from return address `value` at `slot` goes well, the frame pointer to go
    on with; None when it goes well without one)."""
    if unwinder.is_entry(value):
        return True, None  # what it calls to reach main() is not described either
    if not calls.may_call(unwinder, value, walk.registers[unwinder.arch.pc_number] or 0):
        return False, None
    fp = walk.registers[unwinder.arch.fp]
    candidates: list[int | None] = [None]
    if fp is not None and fp > slot:
        candidates.append(fp)
    # The nearest below the slot was pushed last, as a prologue does with the caller's rbp.
    pushed = [word for word in reversed(seen) if word > slot]
    candidates.extend(dict.fromkeys(pushed[:MAX_FRAME_POINTERS]))
    for candidate in candidates:
        if _unwinds_well(unwinder, walk, value, slot + 8, candidate):
            return True, candidate
    return False, None


def _unwinds_well(unwinder: Follower, walk: Walk, pc: int, sp: int, fp: int | None) -> bool:
    trial = walk.copy()
    _forget_registers(unwinder, trial, fp)
    _move(trial, unwinder, pc, sp, "scanned")
    reason = unwinder.follow(trial, TRIAL_FRAMES)
    for callee, caller in zip(trial.frames, trial.frames[1 : CHECKED_CALLS + 1]):
        if not callee.is_signal_frame and not calls.may_call(unwinder, caller.pc, callee.pc - 1):
            return False
    after_signal = False
    for frame in trial.frames:
        if not after_signal and not frame.is_signal_frame and not unwinder.follows_call(frame.pc):
            return False
        after_signal = frame.is_signal_frame
    if reason == NO_RULE:
        # Other code without rules further out; it must at least have been reached by a call.
        pc = trial.registers[unwinder.arch.pc_number] or 0
        if unwinder.is_entry(pc):
            return True
        return len(trial.frames) >= MIN_TRIAL_FRAMES and unwinder.follows_call(pc)
    return reason in (OUTERMOST, LIMIT)


def _follow_frame_pointer(unwinder: Follower, walk: Walk, pc: int) -> bool:
    """The last resort: [rbp] is the caller's rbp, [rbp + 8] the return address."""
    arch = unwinder.arch
    fp, sp = walk.registers[arch.fp], walk.registers[arch.sp]
    if fp is None or sp is None or not sp <= fp < sp + MAX_SCAN or fp & 7:
        return False
    try:
        saved, target = unwinder.memory.u64s(fp, 2)
    except MemoryFault:
        return False
    target &= arch.code_mask
    if not unwinder.follows_call(target):
        return False
    _append(walk, unwinder, pc, fp + 16)
    _forget_registers(unwinder, walk, saved)
    _move(walk, unwinder, target, fp + 16, "frame-pointer")
    return True


class StackWords:
    """The target's stack as 64-bit words, fetched in growing chunks."""

    __slots__ = ("_chunk", "base", "memory", "size", "words")

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._chunk = 1 << 13
        self.base = 0
        self.size = 0
        """Bytes in the window."""
        self.words: memoryview = memoryview(b"").cast("Q")

    def load(self, address: int) -> int:
        """The word at `address`. Raises MemoryFault."""
        index = address - self.base
        if 0 <= index < self.size and not index & 7:
            word: int = self.words[index >> 3]
            return word
        if address & 7:
            return self.memory.u64(address)
        if address + self._chunk > MASK64:
            raise MemoryFault(address, 8)
        # Registers are saved right below a return address: take a little of that side, too.
        below = _BELOW if address >= _BELOW else 0
        data = self.memory.read_upto(address - below, self._chunk)
        if len(data) < below + 8:
            below = 0
            data = self.memory.read_upto(address, self._chunk)
            if len(data) < 8:
                raise MemoryFault(address, 8)
        self.base, self.size = address - below, len(data) & ~7
        self.words = memoryview(data)[: self.size].cast("Q")
        self._chunk = min(self._chunk * 2, 1 << 20)
        wanted: int = self.words[below >> 3]
        return wanted


class Walk:
    """One walk outward along a stack: where it is, and the frames passed so far."""

    __slots__ = (
        *("checked", "exact", "frames", "previous_cfa", "registers", "signals", "stack", "trust"),
    )

    def __init__(self, registers: list[int | None], stack: StackWords) -> None:
        self.registers = registers
        self.stack = stack
        self.frames: list[NativeFrame] = []
        self.checked = 0
        """So many frames have return addresses that follow a call."""
        self.exact = True
        """The pc is that of an instruction to be executed, not a return address."""
        self.trust: Trust = "cfi"
        self.previous_cfa = 0
        self.signals = 0

    def copy(self) -> Walk:
        """The same place, without the frames."""
        other = Walk(list(self.registers), self.stack)
        other.exact = self.exact
        other.trust = self.trust
        other.previous_cfa = self.previous_cfa
        other.signals = self.signals
        return other

    def leave_signal_frame(self) -> None:
        """The registers are now those of the interrupted code, which may run on another stack
        (sigaltstack), lower or higher."""
        self.exact = True
        self.previous_cfa = 0
        self.signals += 1
