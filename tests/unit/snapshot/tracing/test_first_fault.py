"""The registers of a fault as they lie in the signal frame."""

from __future__ import annotations

import os
import struct
import subprocess
import sys

from atfault.snapshot.tracing.first_fault import FirstFaults, signal_frame


def test_the_signal_frame_has_the_kernels_order() -> None:
    order = "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp"
    names = dict(enumerate(order.split()))
    registers = struct.pack("<27Q", *range(27))
    frame = struct.unpack("<17Q", signal_frame(registers))
    assert " ".join(names[word] for word in frame) == (
        "r8 r9 r10 r11 r12 r13 r14 r15 rdi rsi rbp rbx rdx rax rcx rsp rip"
    )


def test_a_thread_that_is_not_traced_is_not_remembered() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    faults = FirstFaults()
    faults.remember(process.pid, bytes(128))
    assert not faults
    assert faults.cause_of(process.pid, bytes(216)) is None
    faults.forget(process.pid)
    process.communicate(os.linesep.encode())
