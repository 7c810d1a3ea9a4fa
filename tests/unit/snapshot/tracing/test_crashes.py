"""The registers of a fault as they lie in the signal frame."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import time
from typing import Any

from atfault.model.process import SignalInfo
from atfault.snapshot.tracing.crashes import DYING_SECONDS, Crashes, FirstFaults, signal_frame

SEGV = SignalInfo(11, 1, 0x10, None, None, 43)


class Nothing:
    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was asked for")


def test_a_process_that_was_let_go_to_die_is_not_looked_at_again() -> None:
    nothing: Any = Nothing()
    crashes = Crashes(nothing, nothing, nothing, nothing, nothing, nothing)
    crashes._dying[42] = time.monotonic()
    assert crashes.on_fatal(43, 42, SEGV, b"") is False


def test_one_that_lives_on_is_looked_at_again() -> None:
    class Family:
        main = 42
        living: set[int] = set()

    nothing: Any = Nothing()
    family: Any = Family()
    crashes = Crashes(family, nothing, nothing, nothing, nothing, nothing)
    crashes._dying[42] = time.monotonic() - DYING_SECONDS - 1
    assert crashes.on_fatal(1 << 30, 42, SEGV, b"") is False  # no such thread to be asked
    assert family.living == {42}


def test_a_crash_is_looked_at_on_a_machine_that_has_just_started(monkeypatch) -> None:
    class Family:
        main = 42
        living: set[int] = set()

    nothing: Any = Nothing()
    family: Any = Family()
    monkeypatch.setattr(time, "monotonic", lambda: 0.5)
    Crashes(family, nothing, nothing, nothing, nothing, nothing).on_fatal(1 << 30, 42, SEGV, b"")
    assert family.living == {42}


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
