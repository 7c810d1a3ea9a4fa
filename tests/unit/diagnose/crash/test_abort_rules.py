"""Rules about programs that ended themselves: a check, an exception, a panic, a sanitizer."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.endings import CppException
from atfault.model.exception import Unhandled
from atfault.model.places import Place
from atfault.model.process import SignalInfo
from support.diagnosed import claims, every_cause, first, words
from support.states import PID, ctypes_call, native, python, segv

ABORT = SignalInfo(6, -6, None, PID, 0, PID)
ABORTING = [native("pthread_kill"), native("raise"), native("abort")]


# assertion-failed


def test_the_text_of_an_assertion_is_certain():
    found = first(
        signal=ABORT,
        abort_message="python: queue.c:15: take: Assertion `used > 0' failed.\n",
        frames=[*ABORTING, native("__assert_fail"), native("take", "extension"), python()],
    )
    assert claims(found) == ("assertion-failed", "certain", ["paint.py:10:main"], {"read": 1})


def test_ctypes_is_not_the_place_of_a_check():
    found = first(
        signal=ABORT,
        abort_message="queue.c:15: take: Assertion `used > 0' failed.",
        frames=[*ctypes_call(*ABORTING, native("__assert_fail")), python()],
    )
    assert claims(found) == ("assertion-failed", "certain", ["paint.py:10:main"], {"read": 2})


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
    assert claims(found) == ("assertion-failed", "possible", ["paint.py:10:main"], {"read": 2})


def test_abort_in_the_handler_of_a_signal_that_a_library_raised_is_the_librarys():
    handler = [*ABORTING, native("on_fpe", "extension"), native("", is_signal_frame=True)]
    library = [native("fail", "extension"), native("pow", "extension"), python()]
    said = {"signal": ABORT, "abort_message": "gmp: overflow in mpz type"}
    found = first(frames=[*handler, native("pthread_kill"), native("raise"), *library], **said)
    assert claims(found) == ("assertion-failed", "likely", ["paint.py:10:main"], {"read": 2})
    assert "assertion-failed" not in every_cause(frames=[*handler, *library], **said)


UNHANDLED = Unhandled(
    "KeyError('pears')",
    (Place("/home/ada/shop.py", 12, "show", mine=True), Place("/usr/lib/python3/x.py", 3, "call")),
)


def test_an_exception_that_nothing_handled_is_why_a_library_gave_up_and_its_line_comes_first():
    found = first(
        signal=ABORT,
        unhandled=UNHANDLED,
        frames=[*ABORTING, native("fatal", "extension"), python("main", line=20)],
    )
    assert claims(found) == (
        "assertion-failed",
        "likely",
        ["shop.py:12:show", "paint.py:20:main"],
        {"read": 2},
    )
    assert found.blame[0].file == "/home/ada/shop.py"
    assert [line.line for line in found.blame] == [12, 20]
    assert claims(found) == (
        "assertion-failed",
        "likely",
        ["shop.py:12:show", "paint.py:20:main"],
        {"read": 2},
    )


def test_an_exception_is_not_why_a_library_gave_up_that_says_something_else():
    found = first(
        signal=ABORT,
        unhandled=UNHANDLED,
        abort_message="QThread: Destroyed while thread '…' is still running",
        frames=[*ABORTING, native("fatal", "extension"), python("main", line=20)],
    )
    assert found.summary.startswith("QThread")
    assert [line.line for line in found.blame] == [20]


def test_the_python_exception_behind_one_of_c_plus_plus_is_told_with_its_line():
    found = first(
        signal=ABORT,
        unhandled=UNHANDLED,
        cpp_exception=CppException("Swig::DirectorMethodException", "'Task.run'"),
        frames=[*ABORTING, native("_ZSt9terminatev", "libstdc++"), python("main", line=20)],
    )
    assert claims(found) == (
        "uncaught-cpp-exception",
        "certain",
        ["shop.py:12:show", "paint.py:20:main"],
        {"read": 1},
    )
    assert [line.line for line in found.blame] == [12, 20]


def test_a_segfault_is_no_assertion():
    assert "assertion-failed" not in every_cause(signal=segv(8), frames=[native("f")])


def test_checks_of_the_c_library_are_told_by_their_text():
    frames = [*ABORTING, native("__fortify_fail"), native("__fdelt_chk"), native("f", "extension")]
    message = "*** bit out of range 0 - FD_SETSIZE on fd_set ***: terminated"
    found = first(signal=ABORT, frames=[*frames, python()], abort_message=message)
    assert claims(found) == ("out-of-bounds", "certain", ["paint.py:10:main"], {"read": 1})
    message = "*** longjmp causes uninitialized stack frame ***: terminated"
    found = first(signal=ABORT, frames=[*frames, python()], abort_message=message)
    assert claims(found) == ("assertion-failed", "likely", ["paint.py:10:main"], {"read": 2})


@pytest.mark.parametrize(
    ("said", "more"),
    (
        ("Assertion `used > 0' failed.", {"abort_message": "Assertion `used > 0' failed."}),
        ("free(): invalid size", {"abort_message": "free(): invalid size"}),
        ("bad marshal data", {"python_fatal": "bad marshal data"}),
        ("no column", {"cpp_exception": CppException("std::out_of_range", "no column")}),
    ),
)
def test_a_text_that_the_summary_has_is_not_told_again(said, more):
    frames = THROWING if "cpp_exception" in more else ABORTING
    found = first(signal=ABORT, frames=[*frames, python()], **more)
    assert said in found.summary
    assert found.evidence
    assert not [one.text for one in found.evidence if said in one.text]


# uncaught-cpp-exception

THROWING = [
    *ABORTING,
    native("_ZN9__gnu_cxx27__verbose_terminate_handlerEv", "libstdc++"),
    native("_ZSt9terminatev", "libstdc++"),
    native("__cxa_throw", "libstdc++"),
    native("parse", "extension"),
]


def test_ctypes_is_not_the_place_of_a_throw():
    thrown = [native("_ZSt20__throw_out_of_rangePKc", "libstdc++")]
    found = first(
        signal=ABORT,
        cpp_exception=CppException("std::out_of_range", "no column"),
        frames=[*ctypes_call(*THROWING[:-1], *thrown), python()],
    )
    assert found.cause == "uncaught-cpp-exception"
    assert "libffi" not in words(found)
    assert claims(found) == ("uncaught-cpp-exception", "certain", ["paint.py:10:main"], {"read": 2})


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
    assert claims(found) == ("assertion-failed", "certain", ["paint.py:10:main"], {"read": 2})


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
    assert claims(found) == ("assertion-failed", "certain", ["paint.py:10:main"], {"read": 3})


def test_an_abort_of_rust_without_a_panic_is_only_possible():
    frames = [*RUST, native("abort_on_error", "extension"), native("run", "extension"), python()]
    found = first(signal=ABORT, frames=frames)
    assert claims(found) == ("assertion-failed", "possible", ["paint.py:10:main"], {"read": 3})


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
    assert claims(found) == ("uncaught-cpp-exception", "certain", ["paint.py:10:main"], {"read": 2})


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
    assert claims(found) == ("uncaught-cpp-exception", "certain", ["paint.py:10:main"], {"read": 2})


def test_no_memory_for_operator_new_is_said_in_words():
    found = first(
        signal=ABORT,
        frames=[*ctypes_call(*THROWING), python()],
        cpp_exception=CppException("std::bad_alloc", "std::bad_alloc"),
    )
    assert found.summary.endswith("std::bad_alloc")
    assert claims(found) == ("uncaught-cpp-exception", "certain", ["paint.py:10:main"], {"read": 3})


@pytest.mark.parametrize(
    "kind", ["std::bad_alloc", "std::bad_array_new_length", "std::length_error"]
)
def test_a_negative_number_that_was_asked_for_is_named(kind):
    found = first(
        signal=ABORT,
        frames=[*ctypes_call(*THROWING), python(count=-5)],
        cpp_exception=CppException(kind, "what"),
    )
    assert claims(found) == ("uncaught-cpp-exception", "certain", ["paint.py:10:main"], {"read": 3})


def test_a_wrong_size_is_no_want_of_memory_where_its_number_is_not_known():
    found = first(
        signal=ABORT,
        frames=[*ctypes_call(*THROWING), python(count=5)],
        cpp_exception=CppException("std::bad_array_new_length", ""),
    )
    assert claims(found) == ("uncaught-cpp-exception", "certain", ["paint.py:10:main"], {"read": 3})


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
    assert claims(found) == ("uncaught-cpp-exception", "likely", ["paint.py:5:main"], {"read": 3})


def test_a_pure_virtual_call_is_told_from_an_exception():
    frames = [
        native("abort"),
        native("_ZSt9terminatev", "libstdc++"),
        native("__cxa_pure_virtual", "libstdc++"),
        native("run", "extension"),
        python(line=5),
    ]
    found = first(signal=ABORT, frames=frames)
    assert claims(found) == ("uncaught-cpp-exception", "likely", ["paint.py:5:main"], {"read": 3})
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
    assert claims(found) == ("uncaught-cpp-exception", "likely", ["paint.py:5:main"], {"read": 3})


def test_terminate_alone_is_only_likely():
    found = first(
        signal=ABORT,
        frames=[*THROWING[:5], python()],
        cpp_exception=Absent("libstdc++ is stripped"),
    )
    assert claims(found) == ("uncaught-cpp-exception", "likely", ["paint.py:10:main"], {"read": 2})


def test_a_caught_exception_is_not_blamed_for_a_later_abort():
    state = {
        "signal": ABORT,
        "frames": [*ABORTING, native("check", "extension"), python()],
        "cpp_exception": CppException("std::runtime_error", "handled long ago"),
    }
    assert "uncaught-cpp-exception" not in every_cause(**state)


def test_os_abort_is_certain_by_its_symbol_or_by_what_python_calls():
    symbol = [*ABORTING, native("os_abort"), native("cfunction_vectorcall_NOARGS"), python()]
    nameless = [*ABORTING, native(""), python()]
    for parts in ({"frames": symbol}, {"frames": nameless, "called_builtin": "abort"}):
        found = first(signal=ABORT, **parts)
        assert claims(found) == ("assertion-failed", "certain", ["paint.py:10:main"], {"read": 1})


def test_another_function_that_ends_in_abort_is_not_os_abort():
    frames = [*ABORTING, native("check", "extension"), python()]
    for parts in ({"called_builtin": ""}, {"called_builtin": "call_check"}):
        assert first(signal=ABORT, frames=frames, **parts).confidence == "possible"
    fatal = {"called_builtin": "abort", "python_fatal": "a function returned NULL"}
    assert first(signal=ABORT, frames=frames, **fatal).cause == "python-fatal-error"


def test_the_watchdog_of_nccl_says_that_another_rank_failed():
    what = (
        "[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7, "
        "OpType=ALLREDUCE) ran for 600005 milliseconds before timing out."
    )
    found = first(
        signal=ABORT, frames=THROWING, cpp_exception=CppException("c10::DistBackendError", what)
    )
    assert claims(found) == ("uncaught-cpp-exception", "certain", [], {"read": 3})


def test_what_another_rank_gave_that_does_not_fit_is_said():
    what = (
        "[enforce fail at /pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:456] "
        "op.preamble.length <= op.nbytes. 1024 vs 512. Received data size doesn't match"
    )
    found = first(
        signal=ABORT, frames=THROWING, cpp_exception=CppException("gloo::EnforceNotMet", what)
    )
    said = next(one.text for one in found.evidence if "collective-mismatch" in one.text)
    assert "1024" in said and "512" in said


def test_a_failed_check_of_a_logger_is_an_assertion_in_the_function_that_checks():
    loggers = [
        native("absl::log_internal::LogMessage::Die()", "extension"),
        native("absl::log_internal::LogMessageFatal::~LogMessageFatal()", "extension"),
    ]
    frames = [native("raise"), native("abort"), *loggers, native("add_stop", "extension")]
    text = "routing.cc:1575: Check failed: pickup < size (49 vs. 5)"
    found = first(signal=ABORT, frames=[*frames, python()], abort_message=text)
    assert (found.cause, found.confidence) == ("assertion-failed", "certain")
    assert text in found.summary and "the check is in add_stop" in words(found)


@pytest.mark.parametrize(
    ("caller", "confidence"),
    [("close", "likely"), ("__clang_call_terminate", "certain"), ("__cxa_throw", "certain")],
)
def test_terminate_that_no_throw_called_is_not_put_down_to_the_exception_that_is_handled(
    caller, confidence
):
    """A std::thread that is destroyed in a catch block, its destructor inlined and stripped."""
    module = "libstdc++" if caller == "__cxa_throw" else "extension"
    frames = [
        native("abort"),
        native("_ZSt9terminatev", "libstdc++"),
        native(caller, module),
        native("close", "extension"),
        python(),
    ]
    handled = CppException("std::runtime_error", "no such file")
    found = first(signal=ABORT, frames=frames, cpp_exception=handled)
    assert (found.cause, found.confidence) == ("uncaught-cpp-exception", confidence)
    assert ("std::terminate was called" in found.summary) == (confidence == "likely")
