"""The fault behind the signal that a core died of, when a handler of the program's came between.

faulthandler, and many others, handle SIGSEGV by printing something, putting the previous action
back and raising the signal once more. The core then shows a signal that the process sent itself;
the fault lies further out on the same stack, in what the kernel pushed before calling the handler:

    raise()               ◄─ the registers in the core
    handler
    signal frame          ucontext: the registers of the fault, and what the processor said about it
      └ trampoline's sp   siginfo: only for handlers that asked for it (faulthandler does not)
    crashing function     ◄─ the registers that `before_handler` gives instead

Other handlers call abort() when they have said what there was to say (pygame's parachute), and the
core shows SIGABRT.

A handler during which its signal stays blocked raises it in vain: it comes when the handler has
returned. Then the core's registers are the fault's own, and the frame, already left, still lies
below the stack pointer.

A living process may stand in such a handler: faulthandler waits where its file takes no more.

That a frame was pushed for a fault, and not for a signal that somebody sent, is taken as proven
when its siginfo and the processor's record agree, or when the instruction that was interrupted does
access (divides, cannot be executed at) what the processor complained about.
"""

from __future__ import annotations

from collections.abc import Sequence

from atfault.arch.base import SignalFrame
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import SignalInfo, Thread
from atfault.model.roles import is_interpreter, is_libc
from atfault.model.signals import SI_TKILL, SI_USER
from atfault.model.stacks import NativeFrame, NativeStack
from atfault.native.fault import access_of
from atfault.native.modules import ModuleMap, try_symbols
from atfault.native.unwind import Unwinder
from atfault.snapshot.protocol import Snapshot

SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV = 4, 6, 7, 8, 11
FAULTS = (SIGILL, SIGBUS, SIGFPE, SIGSEGV)
MAX_FRAMES = 256
"""Frames of a handler, up to the signal frame."""
MAX_THREADS = 64
_MAX_IN_ABORT = 8
"""Frames by which abort() sends its signal."""
_SEGV_MAPERR, _SEGV_ACCERR = 1, 2
_SEARCHED = 64 << 10
_RED_ZONE = 128
_MAX_INSTRUCTION = 15


def before_handler(snapshot: Snapshot, modules: ModuleMap) -> tuple[SignalInfo, Thread] | None:
    """The signal and the thread as they were at the fault whose handler raised the signal again, or
    called abort(); None when the signal is the fault itself, or when no such fault is proven."""
    signal = snapshot.signal
    if not isinstance(signal, SignalInfo) or not may_come_of_a_handler(signal):
        return None
    threads = sorted(snapshot.threads, key=lambda thread: thread.tid != signal.tid)
    # kill(getpid(), …) may hit any thread, raise() hits the one that calls it.
    anywhere = signal.code == SI_USER and signal.number in FAULTS
    numbers = FAULTS if signal.number == SIGABRT else (signal.number,)
    for thread in threads[: MAX_THREADS if anywhere else 1]:
        for at in _signal_frames(snapshot, modules, thread, signal.number in FAULTS):
            for number in numbers:
                found = _fault_in(snapshot, thread, number, at, len(numbers) == 1)
                if found is not None:
                    return found
    return None


def in_handler(
    snapshot: Snapshot, modules: ModuleMap, stacks: Sequence[NativeStack]
) -> tuple[SignalInfo, Thread] | None:
    """As `before_handler`, of a living process: the fault, or call of abort(), whose handler of the
    interpreter's own a thread stands in (faulthandler: those of Python code run later). Handlers of
    others may go on behind a fault that they have caused on purpose. stacks: of its threads."""
    for thread, stack in zip(snapshot.threads, stacks):
        frames = stack.frames
        at = next((at for at, one in enumerate(frames) if one.is_signal_frame), 0)
        handler = frames[at - 1].module if at else None
        if handler is None or not is_interpreter(handler.name):
            continue
        for number in FAULTS:
            found = _fault_in(snapshot, thread, number, frames[at].sp, False)
            if found is not None:
                return found
        if _calls_abort(snapshot, modules, frames[at + 1 : at + _MAX_IN_ABORT]):
            data = snapshot.memory.read(frames[at].sp, snapshot.arch.signal_frame_size)
            context = snapshot.arch.decode_signal_frame(data, SIGABRT)
            if context is not None:
                return SignalInfo(
                    SIGABRT, SI_TKILL, sender_pid=snapshot.process.pid, tid=thread.tid
                ), _as_it_was(thread, context)
    return None


def _calls_abort(snapshot: Snapshot, modules: ModuleMap, frames: Sequence[NativeFrame]) -> bool:
    """Whether one of them is the C library's abort()."""
    libraries = [one for one in modules.modules if is_libc(one.name)]
    starts = {try_symbols(snapshot.memory, one, ("abort",))[0] for one in libraries} - {0}
    return any(one.function_start in starts for one in frames)


def may_come_of_a_handler(signal: SignalInfo) -> bool:
    """Whether the program sent it to itself, as handlers of faults do."""
    return signal.number in (*FAULTS, SIGABRT) and signal.code <= 0


def _signal_frames(
    snapshot: Snapshot, modules: ModuleMap, thread: Thread, may_be_left: bool
) -> list[int]:
    """Addresses of the ucontext of each handler that runs in the thread, or just has."""
    stack = Unwinder(snapshot, modules).unwind(thread, MAX_FRAMES)
    found = [frame.sp for frame in stack.frames if frame.is_signal_frame]
    if not may_be_left:
        return found
    arch = snapshot.arch
    sp = arch.stack_pointer(thread.registers)
    if found or sp is None or not arch.signal_context:
        return found
    order = [register for register, _ in arch.signal_context]
    pattern = b"".join(
        [(thread.registers.general[register] or 0).to_bytes(8, "little") for register in order]
    )
    end = sp - _RED_ZONE
    start = max(end - _SEARCHED, 0)
    for low in (start, end & ~0xFFF):
        try:
            data = snapshot.memory.read(low, end - low)
        except MemoryFault:
            continue  # less than that is readable: try the stack pointer's page alone
        at = data.rfind(pattern)
        if at >= 0:
            return [low + at - arch.signal_context[0][1]]
    return []


def _fault_in(
    snapshot: Snapshot, thread: Thread, number: int, at: int, is_known: bool
) -> tuple[SignalInfo, Thread] | None:
    """The fault that the signal frame at `at` was pushed for; None when it is not proven.

    is_known: no other signal than that comes into question. Where others do, the processor's record
    of a page fault, which may make SIGSEGV or SIGBUS, does not tell alone.
    """
    arch = snapshot.arch
    try:
        data = snapshot.memory.read(at, arch.signal_frame_size)
    except MemoryFault:
        return None
    frame = arch.decode_signal_frame(data, number)
    if frame is None or frame.fault is None:
        return None
    code, address = frame.fault
    is_told_apart = is_known or number != SIGBUS
    if code == 0:
        assert address is not None
        is_mapped = _is_mapped(snapshot, address)
        code = _SEGV_ACCERR if is_mapped else _SEGV_MAPERR
        is_told_apart = is_known or not is_mapped
    is_said = _agrees(frame, number, address)
    if is_said:
        code = frame.code
    thread = _as_it_was(thread, frame)
    signal = SignalInfo(number, code, address, tid=thread.tid)
    if is_said or (is_told_apart and _is_explained(snapshot, signal, thread, frame)):
        return signal, thread
    return None


def _as_it_was(thread: Thread, frame: SignalFrame) -> Thread:
    """With the registers at the signal."""
    registers = thread.registers._replace(general=frame.general, syscall=None, syscall_args=())
    return thread._replace(registers=registers, vectors=())


def _is_mapped(snapshot: Snapshot, address: int) -> bool:
    return any(mapping.start <= address < mapping.end for mapping in snapshot.mappings)


def _agrees(frame: SignalFrame, number: int, address: int | None) -> bool:
    """Whether the siginfo tells of a fault at the same address as the processor's record."""
    return frame.signal == number and frame.code > 0 and frame.address == (address or 0)


def _is_explained(
    snapshot: Snapshot, signal: SignalInfo, thread: Thread, frame: SignalFrame
) -> bool:
    """Whether the interrupted instruction is one that fails in just this way."""
    access = access_of(snapshot, thread, signal)
    if isinstance(access, Absent):
        return False
    if signal.number == SIGFPE:
        return bool(access.registers)
    if signal.number == SIGILL:
        return not access.instruction or access.instruction[:2] == "ud" or bool(access.requires)
    if access.kind == "execute":
        pc = snapshot.arch.pc(thread.registers) or 0
        return signal.fault_address is None or 0 <= signal.fault_address - pc < _MAX_INSTRUCTION
    if signal.fault_address is None:
        return access.address is not None and not snapshot.arch.is_possible(access.address)
    return access.kind == ("write" if frame.is_write else "read")
