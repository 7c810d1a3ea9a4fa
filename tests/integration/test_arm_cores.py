"""Cores of AArch64, read here: the line, the cause and its certainty, and how deep the stack is.

tools/arm_cores.py made them, of programs of the zoo in an emulated Debian 12 (CPython 3.11.2, which
has no debug information there).
"""

from __future__ import annotations

import functools

import pytest

import atfault
from atfault.native.modules import load_modules
from atfault.native.unwind import Unwinder
from atfault.snapshot.core import open_core
from support import zoo
from support.arm_cores import arm_cores

LINES = {program.name: program.line for program in zoo.programs()}

CORES = {
    "assert_text": ("assertion-failed", "certain", 22),
    "count_too_large": ("out-of-bounds", "likely", 18),
    "deep_in_native_thread": ("stack-overflow", "certain", 18_723),
    "double_free": ("heap-corruption", "certain", 24),
    "fatal_error": ("python-fatal-error", "certain", 22),
    "faulthandler_on": ("null-dereference", "certain", 22),
    "field_left_null": ("null-dereference", "certain", 18),
    "in_signal_handler": ("null-dereference", "certain", 25),
    "item_released_twice": ("refcount-corruption", "likely", 13),
    "null_function": ("bad-code-pointer", "certain", 18),
    "philosophers": ("deadlock", "certain", 18),
    "pointer_index": ("out-of-bounds", "certain", 14),
    "shared_engine": ("data-race", "likely", 18),
    "string_at_null": ("null-dereference", "certain", 19),
    "thread_state_put_away": ("gil-not-held", "certain", 16),
    "throw_in_library": ("uncaught-cpp-exception", "certain", 25),
    "throw_out_of_range": ("uncaught-cpp-exception", "certain", 25),
    "truncated_by_another": ("file-truncated", "likely", 13),
    "wild_address": ("wild-pointer", "likely", 19),
}
"""Name → cause, confidence, and frames of its thread by gdb-multiarch 13.1."""
OTHER_LINES = {"faulthandler_on": LINES["string_at_null"], "philosophers": 13}
TEXTS = {
    "throw_in_library": "cannot parse line_3",
    "throw_out_of_range": "no_such_column",
    "assert_text": "count_>_0",
    "field_left_null": "film.next.contents.picture.data",
}
"""What the findings must tell as well."""


@functools.cache
def explained(name: str) -> atfault.Report:
    folder = arm_cores()
    return atfault.explain_core(folder / f"{name}.core", sysroot=folder / "sysroot")


@pytest.mark.parametrize("name", CORES)
@pytest.mark.representative("cores of aarch64", only=("string_at_null", "philosophers"))
def test_the_cause_is_that_of_the_program(name: str) -> None:
    first = explained(name).diagnosis[0]
    assert (first.cause, first.confidence) == CORES[name][:2]
    assert OTHER_LINES.get(name, LINES.get(name)) in [place.line for place in first.blame]


def test_what_is_not_decoded_is_said() -> None:
    assert [one for one in explained("string_at_null").warnings if "not decoded on AArch64" in one]


@pytest.mark.parametrize("name", TEXTS)
def test_the_texts_are_told(name: str) -> None:
    first = explained(name).diagnosis[0]
    words = [first.summary, *[one.text for one in first.evidence]]
    assert any(TEXTS[name] in one for one in words), words


def test_a_return_address_overwritten_has_no_wrong_answer() -> None:
    # The frame record that its buffer runs into is its caller's: that one fails, with a text.
    first = explained("return_overwritten").diagnosis[0]
    assert first.cause in ("bad-code-pointer", "wild-pointer")
    assert first.confidence != "certain"


@pytest.mark.parametrize("name", CORES)
def test_stacks_reach_the_outermost_frame(name: str) -> None:
    folder = arm_cores()
    with open_core(str(folder / f"{name}.core"), sysroot=str(folder / "sysroot")) as core:
        unwinder = Unwinder(core, load_modules(core))
        stacks = [unwinder.unwind(thread) for thread in core.threads]
    assert [stack.stop_reason for stack in stacks] == [""] * len(stacks)
    assert len(stacks[0].frames) == CORES[name][2]
    assert not [frame for stack in stacks for frame in stack.frames if frame.trust != "cfi"]


def test_threads_are_told_by_their_descriptors() -> None:
    folder = arm_cores()
    with open_core(str(folder / "philosophers.core"), sysroot=str(folder / "sysroot")) as core:
        assert core.arch.pthread_size == 0x740
        calls = [thread.registers.syscall for thread in core.threads]
    assert set(calls) == {98}  # futex


@pytest.mark.parametrize("name", ["string_at_null", "philosophers", "shared_engine"])
def test_native_and_python_frames_are_one_stack(name: str) -> None:
    for thread in explained(name).threads:
        kinds = {frame.kind for frame in thread.frames}
        assert kinds == {"python", "native"}, thread.stop_reason
