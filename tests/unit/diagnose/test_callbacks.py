"""Callbacks of ctypes that C calls after they are gone: positive, near misses, missing evidence."""

from __future__ import annotations

import pytest

from atfault.model.process import SignalInfo
from atfault.model.state import PythonInfo
from support.diagnosed import every_cause, first, words
from support.states import PID, STACK, ctypes_call, mapping, native, python, segv

NAMED = [native("_CallPythonObject", "ctypes"), native("closure_fcn", "ctypes")]
STRIPPED = [native("", "ctypes"), native("", "ctypes")]
FFI = [native("", "libffi"), native("", "libffi")]
CALL = [*ctypes_call(native("fire", "extension")), python("tick", line=8)]


@pytest.mark.parametrize("inner", (NAMED, NAMED[1:], STRIPPED))
@pytest.mark.parametrize("address", (0x10, 0x1234_5678_9000))
def test_ctypes_that_finds_no_function_behind_a_callback_was_called_through_a_dead_one(
    inner, address
):
    found = first(signal=segv(address), frames=[*inner, *FFI, *CALL])
    assert (found.cause, found.confidence) == ("use-after-free", "likely")
    assert found.summary == "fire (fast.so) called a ctypes callback that is gone"
    assert f"{address:#x}" in words(found)
    assert "keep the callback" in found.advice[0].text


def test_an_inlined_function_is_part_of_the_one_around_it():
    inner = [native("PyTuple_GET_SIZE", "ctypes", is_inline=True), *NAMED]
    found = first(signal=segv(0x10), frames=[*inner, *FFI, *CALL])
    assert found.cause == "use-after-free"


@pytest.mark.parametrize(
    "frames",
    (
        [native("O_get", "ctypes"), *NAMED, *FFI, *CALL],  # of what C passed
        [native("strlen"), *NAMED, *FFI, *CALL],
        [native("i_get", "ctypes"), native("_PyObject_MakeTpCall", "libpython"), python()],
        [*ctypes_call(native("fire", "extension")), python()],
    ),
    ids=("argument", "deeper", "field", "call"),
)
def test_what_fails_elsewhere_is_no_dead_callback(frames):
    assert "use-after-free" not in every_cause(signal=segv(0x10), frames=frames)


def test_a_callback_for_which_no_stack_was_left_is_not_gone():
    frames = [native("_CallPythonObject", "ctypes", sp=STACK - 0x100, cfa=STACK), *FFI, *CALL]
    assert "use-after-free" not in every_cause(signal=segv(STACK - 0x108), frames=frames)


def test_at_the_end_of_the_process_it_is_a_crash_at_exit():
    frames = [*NAMED, *FFI, native("run_handlers"), native("exit")]
    ending = PythonInfo((3, 12, 1), "3.12.1", finalizing=True)
    causes = every_cause(signal=segv(0x10), frames=frames, python=ending)
    assert causes[0] == "crash-at-exit" and "use-after-free" not in causes


def test_a_signal_that_was_sent_is_nobodys_fault():
    sent = SignalInfo(11, 0, None, 99, 0, PID)
    assert every_cause(signal=sent, frames=[*NAMED, *FFI, *CALL]) == ["killed"]


TRAMPOLINE = 0x7E00_0000_0000


@pytest.mark.parametrize("address", (0, 0x1234_5678_9000))
def test_code_where_libffi_puts_its_own_may_be_a_callback_that_is_gone(address):
    for protection, path in (("rwx", ""), ("r-x", "/memfd:libffi (deleted)")):
        found = first(
            signal=segv(address),
            frames=[native("", None, pc=TRAMPOLINE + 16), *CALL],
            mappings=[mapping(TRAMPOLINE, 4096, protection, path)],
        )
        assert found.confidence == "likely"
        assert "if it is a ctypes callback" in found.advice[0].text


def test_code_that_a_compiler_made_at_run_time_is_no_callback():
    found = first(
        signal=segv(0),
        frames=[native("", None, pc=TRAMPOLINE + 16), *CALL],
        mappings=[mapping(TRAMPOLINE, 4096, "r-x")],
    )
    assert found.confidence == "certain"
    assert not any("callback" in advice.text for advice in found.advice)
