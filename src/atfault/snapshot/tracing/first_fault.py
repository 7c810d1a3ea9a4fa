"""The fault behind a fault: programs whose handler re-raises the signal it was called for.

faulthandler, and many others, handle SIGSEGV by printing something, putting the previous action
back and raising the signal again. The process dies at the second delivery, inside raise(); what
tells the story is the first. Each thread's last handled fault is kept, and counts as the cause of a
later fatal signal only while its signal frame is still on the stack, above the stack pointer:

    stack of the thread, growing down
      crashing function
      ├ signal frame   ucontext: the 17 registers of the crash  ← must equal those remembered
      ├ handler
      └ raise()        ← stack pointer at the fatal signal

A handler that recovered (longjmp, a repaired page) has no such frame left. A handler during which
the signal stays blocked raises it in vain: it comes when the handler returns, and finds the
registers just as they were at the fault.

For cores, in which nothing of the first fault was kept but this frame: native/handled_fault.py.
"""

import os
import struct
from typing import NamedTuple

from atfault.arch import of_this_machine
from atfault.snapshot import ptrace

_MAX_THREADS = 64
_SEARCHED = 256 << 10
_SI_CODE = struct.Struct("<i")


class FirstFault(NamedTuple):
    """A fault whose handler was about to run."""

    siginfo: bytes
    registers: bytes


class FirstFaults:
    """The last handled fault of each thread, of at most 64 threads."""

    def __init__(self) -> None:
        self._by_thread: dict[int, FirstFault] = {}

    def __bool__(self) -> bool:
        return bool(self._by_thread)

    def remember(self, tid: int, siginfo: bytes) -> None:
        """Called at the delivery of a handled fault. One that software sent from inside the handler
        of another (handlers in a chain) does not replace that."""
        known = self._by_thread
        try:
            registers = ptrace.general_registers(tid)
            if _SI_CODE.unpack_from(siginfo, 8)[0] <= 0 and self.cause_of(tid, registers):
                return
        except OSError:
            return
        if not signal_frame(registers):
            return
        known.pop(tid, None)
        if len(known) >= _MAX_THREADS:
            del known[next(iter(known))]
        known[tid] = FirstFault(siginfo, registers)

    def forget(self, tid: int) -> None:
        self._by_thread.pop(tid, None)

    def cause_of(self, tid: int, registers: bytes) -> FirstFault | None:
        """The fault in whose handler the stopped thread is now, given its present registers."""
        first = self._by_thread.get(tid)
        if first is None:
            return None
        frame = signal_frame(first.registers)
        if frame == signal_frame(registers):
            return first
        arch = of_this_machine()
        stack_pointer = arch.decode_user_regs(registers).general[arch.sp] or 0
        return first if frame in _read_stack(tid, stack_pointer) else None


def signal_frame(registers: bytes) -> bytes:
    """What the kernel's signal frame holds of these registers (struct user_regs_struct)."""
    return of_this_machine().signal_frame_registers(registers)


def _read_stack(tid: int, stack_pointer: int) -> bytes:
    if stack_pointer >> 63:
        return b""
    try:
        memory_fd = os.open(f"/proc/{tid}/mem", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.pread(memory_fd, _SEARCHED, stack_pointer)
    except OSError:
        return b""
    finally:
        os.close(memory_fd)
