"""Folding of recursion, of the interpreter's own frames and of the middle of a stack."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atfault.report.folding import Folder, interpreter_program
from atfault.report.places import Places
from support.crash_reports import out_of_memory
from support.report_parts import (
    LIBC,
    LIBPYTHON,
    PACKAGES,
    STARTUP,
    interpreter_frames,
    native_frame,
    python_frame,
    thread,
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


def test_a_gap_in_a_recursion_stands_in_its_note():
    frames = calls("m" + "ab" * 40)
    frames[11] = frames[11]._replace(left_out=20)
    note = "[38 more rounds of 2 frames: a (a.py:97), b (a.py:98); 20 frames between are not in the"
    view = folder().fold(frames, 1000)
    assert names(view) == ["m", "a", "b", f"{note} report]", "a", "b"]
    assert view.rows[3].left_out == 2 * 38 + 20


def test_a_gap_elsewhere_is_a_row_of_its_own():
    inner, middle, outer = calls("abc")
    gap = "[1 frame between is not in the report]"
    view = folder().fold([inner, middle._replace(left_out=1), outer], 1000)
    assert names(view) == ["a", gap, "b", "c"]
    plumbing = native_frame("ffi_call", "/usr/lib/libffi.so.8")._replace(left_out=1)
    assert names(folder().fold([inner, plumbing, outer], 1000)) == ["a", gap, "c"]


def test_a_leap_over_frames_is_shown_though_its_end_is_of_libffi():
    guessed = native_frame("ffi_call_int", "/usr/lib/libffi.so.8", trust="scanned")
    outer = native_frame("ffi_call", "/usr/lib/libffi.so.8")
    crashed = native_frame("store", "/home/ada/libshape.so")
    view = folder().fold([crashed, guessed, outer, *calls("m")], 100)
    assert names(view) == ["m", "ffi_call_int", "store"]
    beyond = outer._replace(trust="frame-pointer")
    view = folder().fold([crashed, beyond, beyond, *calls("m")], 100)
    assert names(view) == ["m", "ffi_call", "store"]
    start = native_frame("_start", "/usr/bin/python3.11", trust="scanned")
    assert names(folder().fold([crashed, *calls("m"), start], 100)) == ["_start", "m", "store"]


def test_short_repetitions_are_left_alone():
    assert names(folder().fold(calls("mfffg"), 1000)) == list("mfffg")


def test_recursions_from_different_lines_are_kept_apart():
    frames = [python_frame("f", "a.py", line % 100) for line in range(100)]
    assert len(folder().fold(frames, 1000).rows) == 100


@settings(max_examples=200)
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


@pytest.mark.slow
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


def library_frames(count, first=1):
    """Frames of a library, the innermost first, the outermost called f1."""
    return [
        python_frame(f"f{n}", f"{PACKAGES}/web/app.py", n, mine=False)
        for n in range(first + count - 1, first - 1, -1)
    ]


def test_a_long_way_through_libraries_to_the_users_code_is_told_as_a_number():
    frames = [python_frame("mine", "a.py", 1), *library_frames(9)]
    note = "[5 more frames of web: -v shows them]"
    assert names(folder().fold(frames, 40)) == ["f1", "f2", note, "f8", "f9", "mine"]


def test_frames_behind_a_note_that_goes_with_the_middle_are_counted_too():
    inner = [native_frame(f"g{n}", "/lib/libm.so.6") for n in range(12)]
    way = [*library_frames(9), python_frame("main", "a.py", 1), *library_frames(9, first=21)]
    frames = [*inner, python_frame("mine", "a.py", 1), *way]
    view = folder().fold(frames, 10)
    shown = sum(row.frame is not None for row in view.rows)
    assert shown + sum(row.left_out for row in view.rows) == len(frames)
    assert sum("more frames" in row.note for row in view.rows) == 1


def test_a_page_that_nothing_adds_to_keeps_what_libraries_do():
    inner = [native_frame(name, LIBC) for name in ("raise", "abort")]
    frames = [*inner, python_frame("mine", "a.py", 1), *library_frames(9)]
    view = Folder(Places(out_of_memory()), None, for_page=True).fold(frames, 40)
    assert len(view.rows) == len(frames)


def test_a_short_way_and_the_innermost_frames_are_shown_whole():
    frames = [*library_frames(20, first=7), python_frame("mine", "a.py", 1), *library_frames(6)]
    assert len(folder().fold(frames, 40).rows) == len(frames)


def test_what_the_c_library_does_inside_of_a_wait_is_left_out():
    frames = [
        native_frame("__futex_abstimed_wait_common64", LIBC, inlined=True),
        native_frame("__futex_abstimed_wait_common", LIBC),
        native_frame("pthread_cond_timedwait", LIBC),
        python_frame("f", "a.py", 2),
    ]
    view = folder().fold(frames, 40, waiting=True)
    assert names(view) == ["f", "pthread_cond_timedwait"]
    assert view.depths == 2
    assert len(folder().fold(frames, 40).rows) == len(frames)
    assert len(folder(verbose=True).fold(frames, 40, waiting=True).rows) == len(frames)


def test_a_wait_of_a_thread_without_python_is_shown_not_its_beginning_alone():
    names_ = ["futex_wait", "pthread_cond_wait", "start_thread", "__clone3"]
    view = folder().fold([native_frame(name, LIBC) for name in names_], 40, waiting=True)
    assert names(view) == ["pthread_cond_wait"]
    assert (view.depths, view.plumbing) == (1, 2)


def test_what_abort_does_is_left_out_and_who_called_it_is_not():
    inner = ["pthread_kill", "raise", "abort", "malloc_printerr", "free"]
    frames = [*(native_frame(name, LIBC) for name in inner), python_frame("f", "a.py", 2)]
    view = folder().fold(frames, 40)
    assert names(view) == ["f", "free", "malloc_printerr", "abort"]
    assert view.depths == 2


def test_the_import_systems_frames_go_unless_innermost():
    frozen = "<frozen importlib._bootstrap>"
    frames = [
        python_frame("<module>", "b.py", 1),
        python_frame("_load_unlocked", frozen, 690, mine=False),
        python_frame("_find_and_load", frozen, 1176, mine=False),
        python_frame("<module>", "a.py", 2),
    ]
    assert names(folder().fold(frames, 40)) == ["<module>", "<module>"]
    assert names(folder().fold(frames[1:], 40)) == ["<module>", "_load_unlocked"]
    again = [frames[1], frames[3], frames[1], frames[3]]  # equal frames may be one record
    assert names(folder().fold(again, 40)) == ["<module>", "<module>", "_load_unlocked"]


def test_only_what_saves_room_becomes_a_note():
    frames = [python_frame(f"f{i}", "a.py", i, mine=False) for i in range(42)]
    assert any("more frames" in name for name in names(folder().fold(frames, 40)))
    mine = [python_frame(f"f{i}", "a.py", i, mine=i not in (20, 21)) for i in range(42)]
    one_of_others = [frame._replace(mine=True) if frame.line == 21 else frame for frame in mine]
    assert not any("1 more frame" in name for name in names(folder().fold(one_of_others, 40)))


@pytest.mark.parametrize(
    ("program", "python", "frames", "known"),
    [
        ("/usr/bin/python3.11", True, [], True),
        ("/opt/embedded", True, [("PyEval_EvalCode", "/opt/embedded")], True),
        ("/opt/embedded", True, [("main", "/opt/embedded")], False),
        ("/opt/embedded", True, [("f", LIBPYTHON)], False),
        ("/usr/bin/server", False, [], False),
    ],
)
def test_a_program_is_the_interpreter_unless_it_loads_one_or_has_none(
    program, python, frames, known
):
    report = out_of_memory()
    main = thread("MainThread", 1, [native_frame(*frame) for frame in frames])
    process = report.process._replace(executable=program)
    process = process if python else process._replace(python=None)
    report = report._replace(process=process, threads=(main,))
    assert interpreter_program(report) == (program if known else None)


def test_a_stack_of_nothing_but_the_interpreter_is_shown_whole():
    assert len(folder().fold(interpreter_frames("a", "b", "c"), 40).rows) == 3


def test_verbose_folds_nothing_but_recursion():
    view = folder(verbose=True).fold([*calls("m" + "f" * 100), *STARTUP], 4)
    assert view.plumbing == 0
    assert len(view.rows) == len(STARTUP) + 1 + 3
