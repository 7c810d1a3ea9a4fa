"""Rules about programs that were ended: by a check, an exception, a signal, the kernel."""

from __future__ import annotations

import pytest

from atfault.diagnose.engine import diagnose
from atfault.model.absent import Absent
from atfault.model.process import OutOfMemory, SignalInfo, Termination
from atfault.model.start import LastMoment, Start
from atfault.model.state import CppException, FaultAccess, GilState
from atfault.model.waits import Place
from support.states import (
    HEAP,
    PID,
    crash,
    ctypes_call,
    mapping,
    native,
    python,
    segv,
    thread,
)

ABORT = SignalInfo(6, -6, None, PID, 0, PID)
ABORTING = [native("pthread_kill"), native("raise"), native("abort")]


def first(**state):
    return diagnose(crash(**state)).findings[0]


def every_cause(**state):
    return [f.cause for f in diagnose(crash(**state)).findings]


def words(finding):
    return finding.summary + " | " + " | ".join(e.text for e in finding.evidence)


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
    ),
)
def test_the_c_librarys_own_check_is_certain_and_alone(text):
    state = {"signal": ABORT, "frames": [*ABORTING, python()], "abort_message": text + "\n"}
    assert first(**state).confidence == "certain"
    assert every_cause(**state) == ["heap-corruption"]


def test_who_calls_free_through_ctypes_is_told_so():
    frames = [*ABORTING, native("malloc_printerr"), native("free")]
    found = first(
        signal=ABORT,
        frames=[*ctypes_call(*frames), python()],
        abort_message="free(): invalid pointer",
    )
    assert "passed the pointer to that function itself" in words(found)


def test_damaged_records_are_not_put_down_to_the_caller_of_free():
    found = first(
        signal=ABORT,
        frames=[*ctypes_call(*ABORTING, native("free")), python()],
        abort_message="free(): invalid next size (normal)",
    )
    assert "it was done earlier" in words(found)


def test_a_crash_inside_malloc_is_likely():
    frames = [native("_int_malloc"), native("malloc"), native("work", "extension"), python()]
    found = first(signal=segv(0x4141_4141_0000), frames=frames)
    assert (found.cause, found.confidence) == ("heap-corruption", "likely")
    assert "malloc (libc.so.6)" in found.summary


def test_functions_without_names_below_free_belong_to_it():
    frames = [native("", "libc"), native("free"), native("work", "extension"), python()]
    assert first(signal=segv(0x4141_4141_0000), frames=frames).cause == "heap-corruption"


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


# assertion-failed


def test_the_text_of_an_assertion_is_certain():
    found = first(
        signal=ABORT,
        abort_message="python: queue.c:15: take: Assertion `used > 0' failed.\n",
        frames=[*ABORTING, native("__assert_fail"), native("take", "extension"), python()],
    )
    assert (found.cause, found.confidence) == ("assertion-failed", "certain")
    assert "used > 0" in found.summary
    assert "the check is in take (fast.so)" in words(found)


def test_an_assertion_function_on_the_stack_is_certain_without_a_text():
    frames = [
        *ABORTING,
        native("_ZSt21__glibcxx_assert_failPKciS0_S0_", "libstdc++"),
        native("at", "extension"),
        python(),
    ]
    assert first(signal=ABORT, frames=frames).confidence == "certain"


def test_a_bare_abort_is_only_possibly_an_assertion():
    found = first(signal=ABORT, frames=[*ABORTING, native("check", "extension"), python()])
    assert (found.cause, found.confidence) == ("assertion-failed", "possible")
    assert found.summary.startswith("abort() was called by check (fast.so), from ")


def test_a_segfault_is_no_assertion():
    assert "assertion-failed" not in every_cause(signal=segv(8), frames=[native("f")])


# uncaught-cpp-exception

THROWING = [
    *ABORTING,
    native("_ZN9__gnu_cxx27__verbose_terminate_handlerEv", "libstdc++"),
    native("_ZSt9terminatev", "libstdc++"),
    native("__cxa_throw", "libstdc++"),
    native("parse", "extension"),
]


RUST = [
    *ABORTING,
    native("std::sys::pal::unix::abort_internal", "extension"),
    native("std::process::abort", "extension"),
]
PANIC = [
    *RUST,
    native("std::panicking::panic_with_hook", "extension"),
    native("__rustc::rust_begin_unwind", "extension"),
    native("core::panicking::panic_fmt", "extension"),
]


@pytest.mark.parametrize(
    ("inner", "kind"),
    [
        ("core::panicking::panic_bounds_check", "an index was out of range"),
        ("core::option::expect_failed", "a value was expected where there was None"),
        ("core::panicking::panic_in_cleanup", "a destructor panicked while"),
    ],
)
def test_a_panic_of_rust_names_its_kind_and_its_place(inner, kind):
    frames = [*PANIC, native(inner, "extension"), native("shape::row", "extension"), python()]
    found = first(signal=ABORT, frames=frames)
    assert (found.cause, found.confidence) == ("assertion-failed", "certain")
    assert found.summary.startswith(f"Rust code panicked in shape::row (fast.so): {kind}")


def test_an_abort_of_c_code_that_rust_called_is_no_panic():
    caught = [native("std::panicking::catch_unwind::do_call", "extension"), python()]
    found = first(signal=ABORT, frames=[*ABORTING, native("check", "torch"), *caught])
    assert found.confidence == "possible"
    held = [native("std::process::abort", "extension"), native("run", "extension"), *caught]
    assert first(signal=ABORT, frames=[*ABORTING, *held]).confidence == "possible"


def test_an_abort_under_a_function_that_a_sanitizer_replaced_is_no_report():
    inner = [native("compare", "extension"), native("__interceptor_qsort", "torch")]
    found = first(signal=ABORT, frames=[*ABORTING, *inner, native("sort", "extension"), python()])
    assert found.confidence == "possible"


def test_a_panic_in_the_runtime_alone_names_no_place():
    found = first(signal=ABORT, frames=[*PANIC, native("ffi_call", "libffi"), python()])
    assert found.summary == "Rust code panicked"


def test_an_abort_of_rust_without_a_panic_is_only_possible():
    frames = [*RUST, native("abort_on_error", "extension"), native("run", "extension"), python()]
    found = first(signal=ABORT, frames=frames)
    assert (found.cause, found.confidence) == ("assertion-failed", "possible")
    assert "abort_on_error (fast.so)" in found.summary


DIED = [
    *ABORTING,
    native("__sanitizer::Abort()", "extension"),
    native("__sanitizer::Die()", "extension"),
]


@pytest.mark.parametrize(
    ("inner", "words_"),
    [
        (("__ubsan_handle_add_overflow_abort",), "UndefinedBehaviorSanitizer found an integer"),
        (
            ("__asan::ReportDoubleFree(unsigned long)", "__interceptor_free"),
            "AddressSanitizer found memory freed twice in smooth (fast.so)",
        ),
        ((), "a sanitizer found an error in smooth (fast.so)"),
    ],
)
def test_a_sanitizers_report_names_the_tool_and_the_place(inner, words_):
    frames = [*DIED, *(native(name, "extension") for name in inner)]
    found = first(signal=ABORT, frames=[*frames, native("smooth", "extension"), python()])
    assert (found.cause, found.confidence) == ("assertion-failed", "certain")
    assert found.summary.startswith(words_)


def test_type_and_text_of_the_exception_are_told():
    found = first(
        signal=ABORT,
        frames=[*ctypes_call(*THROWING), python()],
        cpp_exception=CppException("std::out_of_range", "no such column"),
    )
    assert (found.cause, found.confidence) == ("uncaught-cpp-exception", "certain")
    assert "std::out_of_range: no such column" in found.summary
    assert "thrown in parse (fast.so)" in words(found)
    assert "does not catch C++ exceptions" in words(found)


def test_what_the_library_throws_is_put_down_to_who_called_it():
    frames = [
        *THROWING[:-1],
        native("_ZSt20__throw_out_of_rangePKc", "libstdc++"),
        native("std::vector<int>::at", "extension", is_inline=True),
        native("parse", "extension"),
    ]
    found = first(
        signal=ABORT,
        frames=[*ctypes_call(*frames), python()],
        cpp_exception=CppException("std::out_of_range", "at"),
    )
    assert "thrown by the C++ library for parse (fast.so)" in words(found)


def test_no_memory_for_operator_new_is_said_in_words():
    found = first(
        signal=ABORT,
        frames=[*ctypes_call(*THROWING), python()],
        cpp_exception=CppException("std::bad_alloc", "std::bad_alloc"),
    )
    assert found.summary.endswith("std::bad_alloc")
    assert "could not be had" in words(found)


def test_a_pure_virtual_call_in_a_handler_is_not_put_down_to_what_is_handled():
    frames = [
        native("abort"),
        native("_ZSt9terminatev", "libstdc++"),
        native("__cxa_pure_virtual", "libstdc++"),
        native("run", "extension"),
        python(line=5),
    ]
    handled = CppException("std::runtime_error", "handled")
    found = first(signal=ABORT, frames=frames, cpp_exception=handled)
    assert "a pure virtual method was called" in found.summary


def test_a_pure_virtual_call_is_told_from_an_exception():
    frames = [
        native("abort"),
        native("_ZSt9terminatev", "libstdc++"),
        native("__cxa_pure_virtual", "libstdc++"),
        native("run", "extension"),
        python(line=5),
    ]
    found = first(signal=ABORT, frames=frames)
    assert "a pure virtual method was called" in found.summary
    assert found.confidence == "likely"


def test_a_thread_destroyed_while_joinable_is_told_from_an_exception():
    frames = [
        native("abort"),
        native("_ZSt9terminatev", "libstdc++"),
        native("~thread", "extension", is_inline=True),
        native("run", "extension"),
        python(line=5),
    ]
    found = first(signal=ABORT, frames=frames)
    assert "std::thread was destroyed" in found.summary


def test_terminate_alone_is_only_likely():
    found = first(
        signal=ABORT,
        frames=[*THROWING[:5], python()],
        cpp_exception=Absent("libstdc++ is stripped"),
    )
    assert (found.cause, found.confidence) == ("uncaught-cpp-exception", "likely")
    assert "libstdc++ is stripped" in words(found)


def test_a_caught_exception_is_not_blamed_for_a_later_abort():
    state = {
        "signal": ABORT,
        "frames": [*ABORTING, native("check", "extension"), python()],
        "cpp_exception": CppException("std::runtime_error", "handled long ago"),
    }
    assert "uncaught-cpp-exception" not in every_cause(**state)


# python-fatal-error and gil-not-held


def test_the_check_of_nanobind_is_about_the_gil():
    frames = [
        *ABORTING,
        native("_ZN8nanobind6detail8fail_gilEv", "extension"),
        native("copy", "extension"),
        python(),
    ]
    found = first(signal=ABORT, frames=frames)
    assert (found.cause, found.confidence) == ("gil-not-held", "certain")
    assert "copy (fast.so)" in words(found)
    assert "gil-not-held" not in every_cause(signal=ABORT, frames=[*ABORTING, *frames[-2:]])


def test_the_text_of_a_fatal_error_is_told():
    found = first(
        signal=ABORT,
        python_fatal="bad marshal data",
        frames=[
            *ABORTING,
            native("_Py_FatalErrorFunc", "libpython"),
            native("load", "libpython"),
            python(),
        ],
    )
    assert (found.cause, found.confidence) == ("python-fatal-error", "certain")
    assert "bad marshal data" in found.summary


def test_a_fatal_error_without_a_text_says_why():
    found = first(
        signal=ABORT,
        python_fatal=Absent("its text was made up at run time"),
        frames=[
            *ABORTING,
            native("Py_FatalError", "libpython"),
            native("f", "extension"),
            python(),
        ],
    )
    assert found.cause == "python-fatal-error"
    assert "made up at run time" in words(found)


def test_a_bare_abort_is_no_fatal_error():
    assert "python-fatal-error" not in every_cause(signal=ABORT, frames=ABORTING)


GIL_TEXT = (
    "PyEval_SaveThread: the function must be called with the GIL held, but the GIL is released "
    "(the current Python thread state is NULL)"
)


def test_a_fatal_error_about_the_gil_is_gil_not_held():
    state = {
        "signal": ABORT,
        "python_fatal": GIL_TEXT,
        "frames": [*ABORTING, native("_Py_FatalErrorFunc", "libpython"), python()],
    }
    assert every_cause(**state) == ["gil-not-held"]


def test_a_check_of_the_thread_state_tells_it_without_a_text():
    frames = [
        *ABORTING,
        native("_Py_FatalError_TstateNULL", "libpython"),
        native("PyEval_SaveThread", "libpython"),
        native("f", "extension"),
        python(),
    ]
    found = first(signal=ABORT, frames=frames)
    assert (found.cause, found.confidence) == ("gil-not-held", "certain")


NOBODY = GilState(True, False, None)
API = [native("PyErr_Occurred", "libpython"), native("sample", "extension")]


def test_the_c_api_called_from_outside_without_the_gil_is_certain():
    found = first(signal=segv(0x60), frames=API, gil=NOBODY)
    assert (found.cause, found.confidence) == ("gil-not-held", "certain")
    assert "nobody held the GIL" in words(found)
    assert "not known to Python at all" in words(found)


def test_the_thread_that_held_it_is_named():
    holder = thread([python()], tid=99, crashed=False, name="reader")
    found = first(
        signal=segv(0x60), frames=[*API, python()], gil=GilState(True, True, 99), threads=(holder,)
    )
    assert 'held by another thread ("reader")' in words(found)


def test_the_holder_of_the_gil_is_not_accused():
    assert "gil-not-held" not in every_cause(signal=segv(0x60), frames=API)


def test_the_holder_without_a_current_thread_state_cannot_use_python_either():
    put_away = GilState(True, True, PID, no_current=True)
    crashed = {"frames": API, "gil": put_away, "thread": {"holds_gil": True}}
    found = first(signal=segv(0x60), **crashed)
    assert (found.cause, found.confidence) == ("gil-not-held", "certain")
    assert "no current thread state" in words(found)
    assert "gil-not-held" not in every_cause(signal=segv(0x7E00_0000_0000), **crashed)


def test_a_signal_handler_that_used_python_is_told_what_it_may_do():
    frames = [
        native("PyObject_Malloc", "libpython"),
        native("PyRun_SimpleStringFlags", "libpython"),
        native("<signal handler called>", is_signal_frame=True),
        native("clock_nanosleep"),
        python(),
    ]
    found = first(signal=segv(0x10), frames=frames, gil=NOBODY, thread={"fails_here": True})
    assert (found.cause, found.confidence) == ("gil-not-held", "certain")
    assert "Py_AddPendingCall" in found.advice[0].text


def test_a_released_gil_is_fine_outside_of_the_interpreter():
    frames = [native("compress", "extension"), python()]
    assert "gil-not-held" not in every_cause(signal=segv(0x60), frames=frames, gil=NOBODY)


def test_functions_that_need_no_gil_are_not_accused():
    frames = [native("PyMem_RawMalloc", "libpython"), native("f", "extension"), python()]
    assert "gil-not-held" not in every_cause(signal=segv(0x60), frames=frames, gil=NOBODY)


def test_a_module_inside_the_interpreters_object_may_work_without_the_gil():
    frames = [
        native("sha256_process", "libpython"),
        native("PyObject_Vectorcall", "libpython"),
        native("_PyEval_EvalFrameDefault", "libpython"),
        python(),
    ]
    assert "gil-not-held" not in every_cause(
        signal=segv(0x7E00_0000_0000), frames=frames, gil=NOBODY
    )


def test_an_unknown_gil_accuses_nobody():
    unknown = GilState(False, reason="offsets of this version are not known")
    assert "gil-not-held" not in every_cause(signal=segv(0x60), frames=API, gil=unknown)


# integer-division-by-zero


def fpe(code=1):
    return SignalInfo(8, code, 0x1000, tid=PID)


def test_an_integer_division_is_certain():
    found = first(
        signal=fpe(),
        frames=[native("div"), python()],
        access=FaultAccess("", None, instruction="idiv esi", registers=(("divisor", 0),)),
    )
    assert (found.cause, found.confidence) == ("integer-division-by-zero", "certain")
    assert "the divisor was 0" in words(found)


def test_a_quotient_that_does_not_fit_is_told_apart():
    found = first(
        signal=fpe(),
        frames=[native("ldiv"), python()],
        access=FaultAccess("", None, instruction="idiv rsi", registers=(("divisor", -1),)),
    )
    assert "divided by -1, and the quotient does not fit" in found.summary


def test_a_floating_point_trap_is_no_integer_division():
    assert every_cause(signal=fpe(code=3), frames=[native("f")]) == ["unknown"]


def test_an_undecoded_instruction_leaves_the_divisor_open():
    found = first(signal=fpe(), frames=[native("div"), python()], access=Absent("no capstone"))
    assert found.cause == "integer-division-by-zero"
    assert "the divisor was" not in words(found)


# illegal-instruction


def ill():
    return SignalInfo(4, 2, 0x1000, tid=PID)


def test_a_compilers_trap_is_told():
    found = first(
        signal=ill(),
        frames=[native("corners", "extension"), python()],
        access=FaultAccess("", None, instruction="ud2", code=b"\x0f\x0b"),
    )
    assert (found.cause, found.confidence) == ("illegal-instruction", "certain")
    assert "trap that its compiler had placed" in found.summary


AVX512 = FaultAccess("", None, instruction="vaddps zmm0, zmm1, zmm2", requires=("avx512f",))


def test_a_feature_that_the_processor_lacks_is_named():
    found = first(
        signal=ill(),
        frames=[native("f", "extension"), python()],
        access=AVX512,
        cpu_features=("sse2", "avx2"),
    )
    assert "uses avx512f, which this processor does not have" in found.summary


def test_in_a_core_the_processor_is_not_known():
    found = first(signal=ill(), frames=[native("f", "extension"), python()], access=AVX512)
    assert "whether the processor had that is not known" in words(found)


def test_a_feature_that_the_processor_has_is_not_blamed():
    found = first(signal=ill(), frames=[native("f")], access=AVX512, cpu_features=("avx512f",))
    assert "does not have" not in found.summary


def test_a_sent_sigill_is_no_illegal_instruction():
    sent = SignalInfo(4, 0, None, 99, 0, PID)
    assert every_cause(signal=sent, frames=[native("f")]) == ["killed"]


# killed and out-of-memory


def ended(number, **more):
    return Termination(None, number, **more)


def gone(termination, signal=None):
    return crash(signal=signal or Absent("SIGKILL leaves none"), termination=termination)._replace(
        threads=(), buffers=()
    )


def test_the_sender_is_named():
    found = diagnose(gone(ended(9, sender="pid 812 (supervisor)", sender_pid=812))).findings[0]
    assert (found.cause, found.confidence) == ("killed", "certain")
    assert found.summary == "pid 812 (supervisor) sent it SIGKILL"
    assert found.blame == ()


WORK = Place("/home/ada/job.py", 7, "work", mine=True)


def test_the_line_where_a_process_killed_itself_is_blamed():
    itself = ended(9, sender="the process itself", sender_pid=PID)
    found = diagnose(gone(itself)._replace(last=LastMoment(PID, "kill", (WORK,)))).findings[0]
    assert [(b.line, b.thread) for b in found.blame] == [(7, "MainThread")]
    assert "can no longer be told" not in words(found)


def test_a_process_killed_by_nobody_knows_whom_tells_where_it_was():
    found = diagnose(gone(ended(9))._replace(last=LastMoment(PID, "", (WORK,)))).findings[0]
    assert found.blame == () and "its main thread was at job.py:7, in work" in words(found)


def test_the_hard_limit_of_cpu_time_is_told():
    state = gone(ended(9))._replace(last=LastMoment(PID, "cpu-limit", (WORK,)))
    found = diagnose(state).findings[0]
    assert "hard limit of CPU time" in found.summary
    assert all("killed process" not in (a.command or "") for a in found.advice)


def test_the_line_where_memory_ran_out_is_blamed():
    memory = OutOfMemory("cgroup", limit=1 << 30, kills=1)
    state = gone(ended(9, oom=memory))._replace(last=LastMoment(PID, "", (WORK,)))
    found = diagnose(state).findings[0]
    assert (found.cause, found.blame[0].line) == ("out-of-memory", 7)
    assert "job.py:7 when it was killed" in words(found)


@pytest.mark.parametrize(("last", "lines"), [((WORK,), [7]), ((), [])])
def test_a_worker_that_left_is_told_with_its_line(last, lines):
    pool = Start(1, 1, "ProcessPoolExecutor worker", ())
    state = gone(Termination(exit_code=3))._replace(
        started=pool, last=LastMoment(PID, "exit", last)
    )
    found = diagnose(state).findings[0]
    assert (found.cause, [b.line for b in found.blame]) == ("worker-died", lines)
    assert ("at job.py:7" in words(found)) is bool(lines)


def test_an_unknown_sender_is_said():
    found = diagnose(gone(ended(15))).findings[0]
    assert "who sent it is not known" in found.summary


def test_the_line_of_the_thread_that_sent_the_signal_is_blamed_not_that_of_the_thread_it_hit():
    sender = thread([native("os_kill", "libpython"), python("quit_all", line=3)], tid=PID + 1)
    own = SignalInfo(15, 0, None, PID, 0, PID)
    found = first(signal=own, frames=[native("nanosleep"), python()], threads=[sender])
    assert [(blame.function, blame.line) for blame in found.blame] == [("quit_all", 3)]


def test_no_line_is_blamed_when_no_thread_is_seen_sending_the_signal():
    own = SignalInfo(15, 0, None, PID, 0, PID)
    found = first(signal=own, frames=[native("nanosleep"), python()])
    assert found.cause == "killed"
    assert found.blame == ()


def test_a_limit_of_the_kernel_is_told():
    found = first(signal=SignalInfo(24, 0x80, None, tid=PID), frames=[python()])
    assert found.cause == "killed"
    assert "CPU time" in found.summary


def test_a_limit_that_the_kernel_signals_in_the_name_of_the_process_is_told():
    own = SignalInfo(25, 0, None, PID, 0, PID)
    found = first(signal=own, frames=[native("write"), python(line=6)])
    assert (found.cause, found.confidence) == ("killed", "likely")
    assert "limit of file sizes" in found.summary
    assert [b.line for b in found.blame] == [6]


def test_a_limits_signal_that_the_program_sends_itself_is_told_apart():
    frames = [native("kill"), native("os_kill", "libpython"), python("stop", line=8)]
    found = first(signal=SignalInfo(25, 0, None, PID, 0, PID), frames=frames)
    assert found.summary == "the program sent SIGXFSZ to itself"


def test_a_fault_signal_that_another_process_sent_is_killed():
    found = first(signal=SignalInfo(11, 0, None, 99, 1000, PID), frames=[native("f"), python()])
    assert (found.cause, found.summary) == ("killed", "process 99 of user 1000 sent it SIGSEGV")


def test_a_program_that_kills_itself_is_shown_the_line():
    frames = [native("kill"), native("os_kill", "libpython"), python("stop", line=8)]
    found = first(signal=SignalInfo(15, 0, None, PID, 0, PID), frames=frames)
    assert found.summary == "the program sent SIGTERM to itself"
    assert [b.line for b in found.blame] == [8]


def test_a_handler_that_raises_a_fault_again_is_not_killed():
    frames = [
        native("raise"),
        native("handler", "extension"),
        native("<signal handler called>", is_signal_frame=True),
        native("f"),
        python(),
    ]
    assert "killed" not in every_cause(signal=SignalInfo(11, -6, None, PID, 0, PID), frames=frames)


def test_the_kernels_memory_killer_is_told_with_its_figures():
    oom = OutOfMemory("cgroup", 200 << 20, 200 << 20, 190 << 20, 1, "memory.events of /job")
    found = diagnose(gone(ended(9, oom=oom))).findings
    assert [(f.cause, f.confidence) for f in found] == [("out-of-memory", "certain")]
    assert "the memory limit of its group of 209.7 MB" in found[0].summary
    assert "memory.events of /job" in words(found[0])


def test_a_kill_by_a_process_during_low_memory_is_not_surely_the_kernels():
    oom = OutOfMemory("system", kills=1)
    found = diagnose(gone(ended(9, sender="pid 5", sender_pid=5, oom=oom))).findings[0]
    assert found.confidence == "likely"


def test_sigterm_is_never_out_of_memory():
    oom = OutOfMemory("system", kills=1)
    assert diagnose(gone(ended(15, oom=oom))).findings[0].cause != "out-of-memory"


def test_without_its_end_out_of_memory_is_not_checked():
    found = diagnose(crash(signal=SignalInfo(9), frames=[native("f")])).not_checked
    assert "out-of-memory" in [n.rule for n in found]


# unknown


def test_unknown_says_what_is_known():
    found = first(signal=segv(HEAP + 8, number=7), frames=[native("f", "extension"), python()])
    assert found.cause == "unknown"
    assert "Bus error (SIGBUS) in f (fast.so)" in found.summary
    assert "BUS_ADRALN" in words(found)
    assert "[heap]" in words(found)


def test_a_fault_without_a_snapshot_advises_to_keep_a_core():
    found = diagnose(gone(ended(11), Absent("the program was not watched"))).findings[0]
    assert found.cause == "unknown"
    assert found.advice[0].command == "ulimit -c unlimited"


def test_nothing_is_surely_wrong_about_a_page_that_is_mapped_and_writable():
    found = first(
        signal=segv(0x7E00_0000_0000, code=2),
        mappings=[mapping(0x7E00_0000_0000, 4096)],
        frames=[native("f"), python()],
    )
    assert found.cause == "unknown"
