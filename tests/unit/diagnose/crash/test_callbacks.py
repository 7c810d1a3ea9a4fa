"""Callbacks of ctypes that C calls after they are gone: positive, near misses, missing evidence."""

from __future__ import annotations

import pytest

from atfault.model.process import Module, SignalInfo
from atfault.model.state import PythonInfo
from support.diagnosed import claims, every_cause, first, words
from support.states import PID, STACK, array, ctypes_call, mapping, native, python, segv

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
    assert claims(found) == ("use-after-free", "likely", ["paint.py:8:tick"], {"read": 2})
    assert f"{address:#x}" in words(found)
    assert claims(found) == ("use-after-free", "likely", ["paint.py:8:tick"], {"read": 2})


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


ILLEGAL = SignalInfo(4, 2, None, None, None, PID)
TRAMPOLINE = 0x7E00_0000_0000


CFFI = Module("/lib/_cffi_backend.so", None, "", 0x1000, 0x1000, 0x2000)


@pytest.mark.parametrize("signal", (segv(0), segv(0x1234_5678_9000), ILLEGAL, segv(None)))
@pytest.mark.parametrize("memory", (("rwx", ""), ("r-x", "/memfd:libffi (deleted)")))
def test_what_runs_where_libffi_keeps_its_trampolines_is_a_callback_that_is_gone(signal, memory):
    found = first(
        signal=signal,
        frames=[native("", None, pc=TRAMPOLINE + 16), *CALL],
        mappings=[mapping(TRAMPOLINE, 4096, *memory)],
    )
    assert claims(found) == ("use-after-free", "likely", ["paint.py:8:tick"], {"read": 2})


def test_an_array_that_what_runs_there_happens_to_lead_to_is_not_blamed():
    values, index = array(0x7E00_1000_0000, (5,), "int32", 4), 535_410_999
    frames = [native("", None, pc=TRAMPOLINE + 16), *CALL[:-1]]
    causes = every_cause(
        signal=segv(0x7E00_1000_0000 + 4 * index),
        frames=[*frames, python("tick", line=8, values=values, index=index)],
        mappings=[mapping(TRAMPOLINE, 4096, "rwx")],
    )
    assert causes == ["use-after-free"]


def test_a_callback_of_cffi_is_told_as_one():
    found = first(
        signal=ILLEGAL,
        frames=[native("", None, pc=TRAMPOLINE + 16), native("fire", "extension"), python()],
        mappings=[mapping(TRAMPOLINE, 4096, "rwx")],
        modules=(CFFI,),
    )
    assert claims(found) == ("use-after-free", "likely", ["paint.py:10:main"], {"read": 2})
    assert "ffi.callback" in found.advice[0].text


def test_a_closure_in_which_libffi_finds_nothing_to_call_is_gone():
    found = first(signal=segv(0x4141_4141_4141), frames=[*FFI, *CALL])
    assert claims(found) == ("use-after-free", "likely", ["paint.py:8:tick"], {"read": 2})


@pytest.mark.parametrize(
    "frames",
    (
        [native("", "libffi"), native("ffi_call", "libffi"), native("i_get", "ctypes"), python()],
        [native("", "libffi"), native("ffi_call", "libffi"), native("fire", "extension")],
        [*FFI, native("", "ctypes"), python()],
    ),
    ids=("ctypes", "another", "stripped"),
)
def test_a_call_of_libffi_into_c_is_none_of_a_callback(frames):
    assert "use-after-free" not in every_cause(signal=segv(0x1234_5678_9000), frames=frames)


def test_code_that_a_program_runs_itself_is_no_callback():
    frames = [native("", None, pc=TRAMPOLINE + 16), *FFI, native("call", "ctypes"), python()]
    causes = every_cause(signal=ILLEGAL, frames=frames, mappings=[mapping(TRAMPOLINE, 4096, "rwx")])
    assert causes == ["illegal-instruction"]


def test_nobody_who_makes_callbacks_means_no_callback():
    frames = [native("", None, pc=TRAMPOLINE + 16), native("fire", "extension"), python()]
    memory = [mapping(TRAMPOLINE, 4096, "rwx")]
    causes = every_cause(signal=segv(0), frames=frames, mappings=memory, modules=())
    assert causes == ["null-dereference"]


def test_code_that_a_compiler_made_at_run_time_is_no_callback():
    found = first(
        signal=segv(0),
        frames=[native("", None, pc=TRAMPOLINE + 16), *CALL],
        mappings=[mapping(TRAMPOLINE, 4096, "r-x")],
    )
    assert (found.cause, found.confidence) == ("null-dereference", "certain")
