"""Rules about instructions that the processor refused."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.process import SignalInfo
from atfault.model.state import FaultAccess
from support.diagnosed import claims, every_cause, first
from support.states import JIT_CODE, PID, native, python

# integer-division-by-zero


def fpe(code=1):
    return SignalInfo(8, code, 0x1000, tid=PID)


def test_an_integer_division_is_certain():
    found = first(
        signal=fpe(),
        frames=[native("div"), python()],
        access=FaultAccess("", None, instruction="idiv esi", registers=(("divisor", 0),)),
    )
    assert claims(found) == (
        "integer-division-by-zero",
        "certain",
        ["paint.py:10:main"],
        {"read": 2},
    )


def test_a_quotient_that_does_not_fit_is_told_apart():
    found = first(
        signal=fpe(),
        frames=[native("ldiv"), python()],
        access=FaultAccess("", None, instruction="idiv rsi", registers=(("divisor", -1),)),
    )
    assert claims(found) == (
        "integer-division-by-zero",
        "certain",
        ["paint.py:10:main"],
        {"read": 2},
    )


@pytest.mark.parametrize(
    ("instruction", "confidence"),
    [("vdivsd xmm0, xmm0, qword ptr [r10]", "certain"), ("fstp st(0)", "likely"), ("", "likely")],
)
def test_a_floating_point_trap_was_switched_on_and_is_no_integer_division(instruction, confidence):
    access = FaultAccess("", None, instruction=instruction)
    frames = [native("divide", "extension"), python()]
    found = first(signal=fpe(code=7), frames=frames, access=access)
    read = 2 if instruction else 1
    assert claims(found) == ("configuration", confidence, ["paint.py:10:main"], {"read": read})
    assert every_cause(signal=fpe(code=3), frames=frames) == ["configuration"]


def test_other_traps_of_arithmetic_are_no_floating_point_ones():
    """An integer that overflowed (2), a conditional trap (15), one that was sent by hand (0)."""
    for code in (2, 15, 0):
        assert "configuration" not in every_cause(signal=fpe(code=code), frames=[native("f")])


def test_an_undecoded_instruction_leaves_the_divisor_open():
    found = first(signal=fpe(), frames=[native("div"), python()], access=Absent("no capstone"))
    assert claims(found) == (
        "integer-division-by-zero",
        "certain",
        ["paint.py:10:main"],
        {"read": 1},
    )


# illegal-instruction


def ill():
    return SignalInfo(4, 2, 0x1000, tid=PID)


def test_a_compilers_trap_is_told():
    found = first(
        signal=ill(),
        frames=[native("corners", "extension"), python()],
        access=FaultAccess("", None, instruction="ud2", code=b"\x0f\x0b"),
    )
    assert claims(found) == ("illegal-instruction", "certain", ["paint.py:10:main"], {"read": 3})


def test_a_trap_in_memory_that_is_nobodys_code_was_placed_by_no_compiler():
    found = first(
        signal=ill(),
        frames=[native("", None, pc=JIT_CODE + 16), python()],
        access=FaultAccess("", None, instruction="ud2", code=b"\x0f\x0b"),
    )
    assert claims(found) == ("illegal-instruction", "certain", ["paint.py:10:main"], {"read": 3})


AVX512 = FaultAccess("", None, instruction="vaddps zmm0, zmm1, zmm2", requires=("avx512f",))


def test_a_feature_that_the_processor_lacks_is_named():
    found = first(
        signal=ill(),
        frames=[native("f", "extension"), python()],
        access=AVX512,
        cpu_features=("sse2", "avx2"),
    )
    assert claims(found) == ("illegal-instruction", "certain", ["paint.py:10:main"], {"read": 3})


def test_in_a_core_the_processor_is_not_known():
    found = first(signal=ill(), frames=[native("f", "extension"), python()], access=AVX512)
    assert claims(found) == ("illegal-instruction", "certain", ["paint.py:10:main"], {"read": 3})


def test_a_feature_that_the_processor_has_is_not_blamed():
    found = first(signal=ill(), frames=[native("f")], access=AVX512, cpu_features=("avx512f",))
    assert claims(found) == ("illegal-instruction", "certain", [], {"read": 3})


def test_a_sent_sigill_is_no_illegal_instruction():
    sent = SignalInfo(4, 0, None, 99, 0, PID)
    assert every_cause(signal=sent, frames=[native("f")]) == ["killed"]
