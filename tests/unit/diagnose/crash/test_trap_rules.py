"""misaligned-access and breakpoint-trap: positive, near miss, missing evidence."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.process import SignalInfo
from atfault.model.state import FaultAccess
from support.diagnosed import claims, diagnose
from support.states import HEAP, PID, STACK, array, crash, ctypes_call, native, python, segv

PROTECTION = SignalInfo(11, 0x80, 0, tid=PID)


def moved(address, instruction="movaps xmmword ptr [rdi], xmm0", size=16, register="rdi"):
    return FaultAccess(
        "write", address, size, instruction, b"\x0f\x29\x07", registers=((register, address),)
    )


def first(**state):
    return diagnose(crash(**state)).findings[0]


def words(finding):
    return " | ".join(evidence.text for evidence in finding.evidence)


FRAMES = [*ctypes_call(native("blend", "extension")), python(samples=array(HEAP + 0x1000, (33,)))]


def test_an_aligned_move_to_another_address_is_certain_and_names_the_array():
    found = first(signal=PROTECTION, frames=FRAMES, access=moved(HEAP + 0x1008))
    assert claims(found) == ("misaligned-access", "certain", ["paint.py:10:main"], {"read": 4})


def test_the_width_is_that_of_the_operand():
    access = moved(HEAP + 0x1010, "vmovaps ymmword ptr [rdi], ymm0", 32)
    found = first(signal=PROTECTION, frames=FRAMES, access=access)
    assert claims(found) == ("misaligned-access", "certain", ["paint.py:10:main"], {"read": 4})


def test_a_misaligned_stack_is_put_down_to_the_callers():
    access = moved(STACK + 0x7008, "movaps xmmword ptr [rsp], xmm0", register="rsp")
    found = first(signal=PROTECTION, frames=FRAMES, access=access)
    assert claims(found) == ("misaligned-access", "certain", ["paint.py:10:main"], {"read": 3})


def test_an_aligned_address_is_no_misaligned_access():
    assert first(signal=PROTECTION, frames=FRAMES, access=moved(HEAP + 0x1010)).cause == "unknown"


def test_an_impossible_address_is_a_wild_pointer_not_a_misaligned_one():
    access = moved(0x4141_4141_4141_4149)
    found = first(signal=PROTECTION, frames=[native("blend"), python()], access=access)
    assert claims(found) == ("wild-pointer", "likely", ["paint.py:10:main"], {"read": 3})


def test_an_ordinary_fault_at_an_odd_address_is_not_misaligned():
    found = first(signal=segv(HEAP - 0x1001), frames=FRAMES, access=moved(HEAP - 0x1001))
    assert found.cause != "misaligned-access"


def test_an_undecoded_instruction_is_unknown():
    assert first(signal=PROTECTION, frames=[native("f")], access=Absent("no capstone")).cause in (
        "unknown",
        "wild-pointer",
    )


def trap(code=0x80):
    return SignalInfo(5, code, 0, tid=PID)


def test_a_breakpoint_instruction_is_certain():
    access = FaultAccess("", None, instruction="int3", code=b"\xcc")
    found = first(signal=trap(), frames=[native("check", "extension"), python()], access=access)
    assert (found.cause, found.confidence) == ("breakpoint-trap", "certain")
    assert "check" in found.summary
    assert found.blame[0].line == 10


def test_a_trap_without_the_instruction_is_likely():
    found = first(signal=trap(1), frames=[native("check"), python()], access=Absent("none"))
    assert (found.cause, found.confidence) == ("breakpoint-trap", "likely")


def test_single_steps_are_told_apart():
    assert claims(first(signal=trap(2), frames=[native("check")])) == (
        "breakpoint-trap",
        "certain",
        [],
        {"read": 2},
    )


@pytest.mark.parametrize("code", [0, -6])
def test_a_sent_sigtrap_is_no_breakpoint(code):
    sent = SignalInfo(5, code, None, PID, 0, PID)
    assert first(signal=sent, frames=[native("kill"), python()]).cause == "killed"


RAISED = SignalInfo(5, -6, None, PID, 0, PID)


def test_a_sigtrap_that_native_code_raises_is_a_check_of_its_own():
    frames = [native("raise"), native("warning", "extension"), python()]
    found = first(signal=RAISED, frames=frames)
    assert (found.cause, found.confidence) == ("breakpoint-trap", "likely")
    assert "warning" in found.summary and found.blame[0].line == 10


def test_a_sigtrap_that_python_raises_is_its_users_will():
    frames = [native("raise"), native("signal_raise_signal", "libpython"), python()]
    assert first(signal=RAISED, frames=frames).cause == "killed"
