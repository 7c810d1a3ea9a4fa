"""Folding of recursion, of the interpreter's own frames and of the middle of a stack."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atfault.report.folding import Folder
from atfault.report.places import Places
from support.reports import (
    LIBC,
    LIBPYTHON,
    PACKAGES,
    STARTUP,
    interpreter_frames,
    native_frame,
    out_of_memory,
    python_frame,
)


def folder(executable="/usr/bin/python3.11", verbose=False):
    return Folder(Places(out_of_memory()), executable, verbose)


def names(view):
    return [row.frame.function if row.frame else row.note for row in view.rows]


def calls(text):
    """Frames of one-letter functions, the innermost last in the text."""
    return [python_frame(name, "a.py", ord(name)) for name in reversed(text)]


def test_a_recursion_is_folded_to_its_ends():
    view = folder().fold(calls("m" + "f" * 1000 + "g"), 1000)
    assert names(view) == ["m", "f", "[998 more: f (a.py:102)]", "f", "g"]


def test_a_cycle_of_several_functions_is_folded():
    view = folder().fold(calls("m" + "abc" * 50 + "ab"), 1000)
    note = "[48 more rounds of 3 frames: a (a.py:97), b (a.py:98), c (a.py:99)]"
    assert names(view) == ["m", "a", "b", "c", note, "a", "b", "c", "a", "b"]


def test_short_repetitions_are_left_alone():
    assert names(folder().fold(calls("mfffg"), 1000)) == list("mfffg")


def test_recursions_from_different_lines_are_kept_apart():
    frames = [python_frame("f", "a.py", line % 100) for line in range(100)]
    assert len(folder().fold(frames, 1000).rows) == 100


@settings(max_examples=200, deadline=None)
@given(st.text("ab", max_size=120), st.text("abc", max_size=40))
def test_folding_counts_every_frame(first, second):
    """Frames shown plus frames spoken of in notes are all frames, in order at both ends."""
    text = first + second * 8
    view = folder().fold(calls(text), 10_000)
    total = 0
    for row in view.rows:
        if row.frame is not None:
            total += 1
            continue
        words = row.note.strip("[]").split()
        count = int(words[0].replace(",", ""))
        total += count * (int(words[4]) if words[2] == "rounds" else 1)
    assert total == len(text)


def test_a_hundred_thousand_frames_without_a_pattern_are_cropped_in_the_middle():
    frames = [python_frame(f"f{i}", "a.py", i, mine=False) for i in range(100_000)]
    shown = names(folder().fold(frames, 40))
    assert shown[0] == "f99999"
    assert shown[-1] == "f0"
    assert len(shown) == 40
    assert "[99,961 more frames: -v shows them]" in shown


def test_the_users_frames_survive_the_cropping():
    frames = [python_frame(f"f{i}", "a.py", i, mine=i == 500) for i in range(1000)]
    assert "f500" in names(folder().fold(frames, 40))


def test_the_interpreters_frames_between_python_frames_go():
    frames = [
        python_frame("g", "a.py", 1),
        *interpreter_frames("_PyEval_EvalFrameDefault", "PyObject_Vectorcall"),
        python_frame("f", "a.py", 2),
        *STARTUP,
    ]
    view = folder().fold(frames, 40)
    assert names(view) == ["f", "g"]
    assert view.plumbing == 2 + len(STARTUP)


def test_a_crash_inside_the_interpreter_keeps_its_innermost_frames():
    frames = [
        native_frame("list_dealloc", LIBPYTHON),
        native_frame("_Py_Dealloc", LIBPYTHON),
        python_frame("f", "a.py", 2),
        *STARTUP,
    ]
    assert names(folder().fold(frames, 40)) == ["f", "_Py_Dealloc", "list_dealloc"]


def test_the_frames_between_python_and_a_foreign_function_go():
    frames = [
        native_frame("boom", "/opt/libboom.so"),
        native_frame("ffi_call_unix64", "/usr/lib/libffi.so.8"),
        native_frame("_ctypes_callproc", f"{PACKAGES}/_ctypes.cpython-311-x86_64-linux-gnu.so"),
        *interpreter_frames("_PyEval_EvalFrameDefault"),
        python_frame("f", "a.py", 2),
    ]
    assert names(folder().fold(frames, 40)) == ["f", "boom"]


@pytest.mark.parametrize("module", ["/usr/bin/python3.11", "/opt/app/bin/python", "/opt/embedded"])
def test_a_static_interpreter_is_known_by_its_program(module):
    frames = [
        native_frame("boom", "/opt/libboom.so"),
        native_frame("??", module),
        python_frame("f", "a.py", 2),
        native_frame("main", module),
        native_frame("__libc_start_main", LIBC),
    ]
    shown = names(folder(executable="/opt/embedded").fold(frames, 40))
    known = module != "/opt/app/bin/python"
    assert shown == (["f", "boom"] if known else shown)
    assert shown[-1] == "boom"


def test_a_library_that_only_looks_like_python_is_shown():
    frames = [
        native_frame("boom", "/opt/python3-tools/libtool.so"),
        native_frame("call", "/opt/pythonish"),
        python_frame("f", "a.py", 2),
    ]
    assert names(folder().fold(frames, 40)) == ["f", "call", "boom"]


def test_a_stack_of_nothing_but_the_interpreter_is_shown_whole():
    assert len(folder().fold(interpreter_frames("a", "b", "c"), 40).rows) == 3


def test_verbose_folds_nothing_but_recursion():
    view = folder(verbose=True).fold([*calls("m" + "f" * 100), *STARTUP], 4)
    assert view.plumbing == 0
    assert len(view.rows) == len(STARTUP) + 1 + 3
