"""Rules about memory that the C library or the compiler found damaged."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.endings import Termination
from atfault.model.exception import Unhandled
from atfault.model.places import Place
from atfault.model.process import SignalInfo
from atfault.model.suspects import SuspectCall
from support.diagnosed import claims, diagnose, every_cause, first
from support.states import PID, calls, crash, ctypes_call, native, python, segv

ABORT = SignalInfo(6, -6, None, PID, 0, PID)
ABORTING = [native("pthread_kill"), native("raise"), native("abort")]


# heap-corruption


@pytest.mark.parametrize(
    "text",
    (
        "free(): invalid pointer",
        "double free or corruption (fasttop)",
        "malloc(): corrupted top size",
        "corrupted size vs. prev_size",
        "munmap_chunk(): invalid pointer",
        "free(): double free detected in tcache 2",
        "Fatal glibc error: malloc.c:2599 (sysmalloc): assertion failed: old_top",
        "Fatal glibc error: malloc assertion failure in sysmalloc: (old_top == initial_top (av))",
    ),
)
def test_the_c_librarys_own_check_is_certain_and_alone(text):
    state = {"signal": ABORT, "frames": [*ABORTING, python()], "abort_message": text + "\n"}
    assert first(**state).confidence == "certain"
    assert every_cause(**state) == ["heap-corruption"]


@pytest.mark.parametrize(("printed", "lines"), ((True, [23]), (False, [])))
def test_damage_noticed_while_an_exception_is_printed_names_the_line_that_raised_it(printed, lines):
    """Another exception has nothing to do with it: what was printed before."""
    place = Place("/home/ada/paint.py", 23, "smooth", mine=True)
    found = first(
        signal=ABORT,
        frames=[*ABORTING, native("malloc"), native("_PyErr_PrintEx", "libpython")],
        abort_message="malloc(): unaligned tcache chunk detected",
        unhandled=Unhandled("SystemError()", (place,), is_printed=printed),
    )
    assert (found.cause, found.confidence) == ("heap-corruption", "certain")
    assert [one.line for one in found.blame] == lines


def freed(*frames, name):
    return first(
        signal=ABORT,
        frames=[
            *ctypes_call(*ABORTING, native("malloc_printerr"), native("free"), *frames),
            calls(python(), 0x1000, name=name),
        ],
        abort_message="free(): invalid pointer",
    )


@pytest.mark.parametrize("name", ("free", "_free", "libc.free"))
def test_who_calls_free_through_ctypes_is_told_so(name):
    found = freed(name=name)
    assert claims(found) == ("heap-corruption", "certain", ["paint.py:10:main"], {"read": 1})


def test_who_calls_a_function_that_frees_passed_nothing_to_free():
    assert claims(freed(native("drop", "extension"), name="free")) == (
        "heap-corruption",
        "certain",
        ["paint.py:10:main"],
        {"read": 2},
    )


def test_a_function_that_ends_in_a_jump_to_free_leaves_no_frame():
    assert claims(freed(name="drop")) == (
        "heap-corruption",
        "certain",
        ["paint.py:10:main"],
        {"read": 2},
    )


def test_damaged_records_are_not_put_down_to_the_caller_of_free():
    found = first(
        signal=ABORT,
        frames=[*ctypes_call(*ABORTING, native("free")), python()],
        abort_message="free(): invalid next size (normal)",
    )
    assert claims(found) == ("heap-corruption", "certain", ["paint.py:10:main"], {"read": 1})
    assert found.advice[-1].is_again


def test_a_crash_inside_malloc_is_likely():
    frames = [native("_int_malloc"), native("malloc"), native("work", "extension"), python()]
    found = first(signal=segv(0x4141_4141_0000), frames=frames)
    assert claims(found) == ("heap-corruption", "likely", ["paint.py:10:main"], {"read": 3})


def test_functions_without_names_below_free_belong_to_it():
    frames = [native("", "libc"), native("free"), native("work", "extension"), python()]
    assert first(signal=segv(0x4141_4141_0000), frames=frames).cause == "heap-corruption"


TRIE = SuspectCall("/home/ada/words.py", 10, "build", "datrie.Trie", "extension")


def test_what_python_alone_comes_upon_is_put_down_to_the_one_call_of_other_native_code():
    """pytries/datrie#74: a list that grows meets what an earlier Trie wrote past its block."""
    frames = [
        native("unlink_chunk.constprop.0"),
        native("realloc"),
        native("list_resize", "libpython"),
    ]
    found = first(signal=segv(0x18), frames=[*frames, python(line=9)], foreign=TRIE)
    assert [one.line for one in found.blame] == [10, 9]
    assert claims(found) == (
        "heap-corruption",
        "likely",
        ["words.py:10:build", "paint.py:9:main"],
        {"read": 3},
    )
    frames.append(native("read", "extension"))
    found = first(signal=segv(0x18), frames=[*frames, python(line=9)], foreign=TRIE)
    assert [one.line for one in found.blame] == [9]


def test_pythons_allocator_counts():
    frames = [native("_PyObject_Malloc", "libpython"), native("PyList_New", "libpython"), python()]
    assert first(signal=segv(0x4141_4141_0000), frames=frames).cause == "heap-corruption"


def test_the_collector_meeting_a_damaged_object_is_likely():
    frames = [native("visit_decref", "libpython"), native("list_traverse", "libpython"), python()]
    found = first(signal=segv(0x4141_4141_0000), frames=frames)
    assert (found.cause, found.confidence) == ("heap-corruption", "likely")


def test_a_small_address_in_the_collector_is_no_null_pointer_of_the_users():
    frames = [native("visit_decref", "libpython"), native("list_traverse", "libpython"), python()]
    assert every_cause(signal=segv(0xD2), frames=frames) == ["heap-corruption"]


def test_a_function_of_an_extension_named_like_one_of_the_collectors_is_not_taken_for_it():
    found = first(signal=segv(0), frames=[native("collect", "extension"), python()])
    assert (found.cause, found.confidence) == ("null-dereference", "certain")


def test_a_function_that_merely_allocates_farther_out_is_no_heap_corruption():
    frames = [native("copy", "extension"), native("make", "extension"), native("malloc"), python()]
    assert "heap-corruption" not in every_cause(signal=segv(0x4141_4141_0000), frames=frames)


def test_pythons_debug_allocator_is_told_as_heap_corruption():
    found = first(
        signal=ABORT,
        python_fatal="_PyMem_DebugRawFree: bad trailing pad byte",
        frames=[*ABORTING, native("_Py_FatalErrorFunc", "libpython"), python()],
    )
    assert (found.cause, found.confidence) == ("heap-corruption", "certain")


def test_a_block_of_another_allocator_blames_the_call_that_freed_it():
    text = "_PyMem_DebugRawFree: bad ID: Allocated using API '…', verified using API '…'"
    checks = [native("_PyMem_DebugRawFree", "libpython"), native("_PyMem_DebugFree", "libpython")]
    freeing = [*ABORTING, native("_Py_FatalErrorFormat", "libpython"), *checks]
    found = first(
        signal=ABORT, python_fatal=text, frames=[*freeing, native("add_ids", "extension"), python()]
    )
    assert claims(found) == ("heap-corruption", "certain", ["paint.py:10:main"], {"read": 2})
    assert not any("earlier" in one.text for one in found.evidence)


def test_without_a_signal_heap_corruption_is_not_checked():
    diagnosis = diagnose(crash(signal=Absent("no NT_SIGINFO")))
    termination = Termination(None, 11)
    diagnosis = diagnose(crash(signal=Absent("no NT_SIGINFO"), termination=termination))
    assert ("heap-corruption", "no NT_SIGINFO") in [tuple(n) for n in diagnosis.not_checked]


# out-of-bounds, by a built-in check


def test_stack_smashing_names_the_function():
    frames = [
        *ABORTING,
        native("__fortify_fail"),
        native("__stack_chk_fail"),
        native("greet", "extension"),
        python(),
    ]
    found = first(signal=ABORT, frames=frames, abort_message="*** stack smashing detected ***: x")
    assert (found.cause, found.confidence) == ("out-of-bounds", "certain")
    assert found.summary.startswith("greet ")


def test_an_assertion_is_no_overrun():
    assert "out-of-bounds" not in every_cause(
        signal=ABORT, frames=ABORTING, abort_message="a.c:1: f: Assertion `x' failed."
    )
