"""assertion-failed: native code checked something and gave up."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import raised_where, unhandled_lines, what_is_passed
from atfault.diagnose.crash.rust_panic import ABORTS, RustPanic, rust_panic
from atfault.diagnose.crash.sanitizers import SanitizerReport, sanitizer_report
from atfault.diagnose.facts import (
    SIGABRT,
    bare_symbol,
    crash_frames,
    describe_frame,
    function_name,
    is_cpp_library,
    is_ctypes,
    is_libc,
    is_user_signal,
    native_frames,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import file_line
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState
from atfault.text.libc_messages import is_heap_message, overrun_words

ASSERT_FUNCTIONS = (
    "__assert_fail",
    "__assert_perror_fail",
    "__assert",
    "_ZSt21__glibcxx_assert_fail",
    "_ZSt20__replacement_assert",
    "g_assertion_message",
)
OTHERS_BUSINESS = (
    "Py_FatalError",
    "_Py_FatalError",
    "fatal_error",
    "_ZSt9terminatev",
    "_ZSt10unexpectedv",
    "__cxa_throw",
    "__stack_chk_fail",
    "__fortify_fail",
)
ABORT_FUNCTIONS = (
    "abort",
    "raise",
    "gsignal",
    "GI_abort",
    "GI_raise",
    "pthread_kill",
    "tgkill",
)
"""Without leading underscores."""
LOGGERS = "::LogMessage"
"""Of glog and abseil: LogMessage, LogMessageFatal."""


@rule(
    "assertion-failed",
    needs=(Need.SIGNAL,),
    on=(SIGABRT,),
    yields_to=(
        "heap-corruption",
        "native-overrun",
        "uncaught-cpp-exception",
        "two-openmp-runtimes",
    ),
)
def assertion_failed(case: Case) -> Iterator[Finding]:
    """Native code checked a condition, found it false, and ended the program with `abort()`.

    A failed `assert` of C or C++ leaves its text: the source file, the line, the function and the
    condition. libstdc++ (`_GLIBCXX_ASSERTIONS`) keeps none of it; file, line and condition are then
    taken from the code of the call that reported it. The loggers glog and abseil leave their last
    line ("Check failed: …") in a buffer. A panic of Rust that cannot go on ends the program, too;
    the finding names the place. Qt does so where a slot written in Python raises an exception; the
    finding names that exception and its line. Libraries also call `abort()` without leaving a text;
    then it is looked for among the constants in the code of the calls that led there. Where there
    is none, an assertion is merely possible, and the finding names the function that called it:
    look at the last lines of the program's standard error. Python's own
    `os.abort()` is told as what it is: the program ended itself, on that line.

    What to do: the condition usually names the argument that was wrong. Check what the line named
    passes to the native call.
    """
    state = case.process
    message = state.abort.said
    if is_heap_message(message):
        return
    frames = native_frames(state.crashed)
    panic = rust_panic(frames)
    if panic is not None:
        yield _panicked(panic, state)
        return
    found = sanitizer_report(frames)
    if found is not None:
        yield _reported(found)
        return
    asserting = _first_named(frames, ASSERT_FUNCTIONS)
    caller = _caller(frames)
    actor = describe_frame(caller) if caller else "native code"
    if "ssertion" in message or "Check failed" in message or asserting is not None:
        text = message or f"an assertion in {actor} (its text is on standard error)"
        evidence = ["the failed check ended the program with abort()"]
        if caller is not None and not is_ctypes(caller):
            evidence = [f"the check is in {actor}"]
        yield Finding.of(
            summary=f"an assertion in native code failed: {text}" if message else f"{text} failed",
            confidence="certain",
            evidence=evidence,
            advice=(f"check {what_is_passed(state)} to the native call against the condition",),
        )
        return
    if _explained_elsewhere(state, frames, message) or not _aborted_itself(state, frames):
        return
    if _is_os_abort(state, caller):
        yield _asked_for(state)
        return
    raised = "" if message else raised_where(state)
    if raised:
        yield _unhandled(state, raised, actor)
        return
    evidence = ["it ended the program on purpose, by calling abort()"]
    if not message:
        evidence.append("no text was left in memory: the last lines on standard error may say why")
    yield Finding.of(
        # Nothing proves an assertion here: only that abort() was called, and from where.
        summary=message or f"abort() was called by {actor}{_from_line(state)}",
        confidence="likely" if message else "possible",
        evidence=evidence,
        advice=("read what the program printed last; the library may have said why",),
    )


def _reported(found: SanitizerReport) -> Finding:
    where = f" in {found.place}" if found.place else ""
    return Finding.of(
        summary=f"{found.tool} found {found.kind}{where}",
        confidence="certain",
        evidence=(
            f"{found.tool} ended the program, as abort_on_error tells it to",
            "its report is not kept in memory: it was printed to standard error",
        ),
        advice=("read the report on standard error: it says what was touched, and where",),
    )


def _panicked(panic: RustPanic, state: ProcessState) -> Finding:
    where = f" in {panic.place}" if panic.place else ""
    return Finding.of(
        summary=f"Rust code panicked{where}" + (f": {panic.kind}" if panic.kind else ""),
        confidence="certain",
        evidence=(
            "Rust ends the process where a panic cannot go on: with panic = abort, out of a "
            'function for C (extern "C"), or while it is handling another',
            "its text is not kept in memory: it was printed to standard error",
        ),
        advice=(
            f"check {what_is_passed(state)} to the native call; with RUST_BACKTRACE=1 the "
            "panic also prints where it comes from",
        ),
    )


def _is_os_abort(state: ProcessState, caller: NativeFrame | None) -> bool:
    """Whether Python's os.abort() was called: by its name on the native stack, or in a build
    without symbols by what the innermost Python frame calls while abort() runs."""
    if caller is not None and bare_symbol(caller).startswith("os_abort"):
        return True
    return state.abort.called_builtin == "abort" and isinstance(state.abort.python_fatal, Absent)


def _unhandled(state: ProcessState, raised: str, actor: str) -> Finding:
    """What Python code that native code had called raised: a slot, a callback."""
    return Finding.of(
        summary=f"{raised}, and nothing handled it",
        confidence="likely",
        blame=unhandled_lines(state),
        evidence=(
            f"{actor} ended the program, by calling abort()",
            "the Python code was called by native code, which can hand on no exception",
        ),
        advice=("handle the exception inside of the function that native code calls",),
    )


def _asked_for(state: ProcessState) -> Finding:
    return Finding.of(
        summary=f"the program ended itself: os.abort() was called{_from_line(state)}",
        confidence="certain",
        evidence=("os.abort() does nothing else: no check of native code failed",),
        advice=("see why that line was reached: the program, or a library, gave up there",),
    )


def _from_line(state: ProcessState) -> str:
    """ ", from app.py:12", the user's own line; "" when there is none."""
    for frame in crash_frames(state.crashed):
        if frame.python is not None and frame.mine:
            location = frame.python.location
            where = file_line(location.file, location.line)
            return "" if location.line is None else f", from {where}"
    return ""


def _first_named(frames: tuple[NativeFrame, ...], names: tuple[str, ...]) -> NativeFrame | None:
    for frame in frames[:24]:
        if bare_symbol(frame).startswith(names):
            return frame
    return None


def _caller(frames: tuple[NativeFrame, ...]) -> NativeFrame | None:
    """The innermost function that is not part of abort or of the assertion machinery; a frame of
    the C library without a name belongs to them. Of C++ that of the program rather than of the
    library's headers, where the check may be inlined."""
    caller = _first_caller(frames)
    if caller is None or not is_cpp_library(caller):
        return caller
    own = (frame for frame in frames[frames.index(caller) : 24] if not is_cpp_library(frame))
    return next(own, caller)


def _first_caller(frames: tuple[NativeFrame, ...]) -> NativeFrame | None:
    for frame in frames[:24]:
        symbol = bare_symbol(frame)
        if symbol.lstrip("_") in ABORT_FUNCTIONS or symbol.startswith(ASSERT_FUNCTIONS):
            continue
        if is_libc(frame) and (not symbol or symbol.lstrip("_").startswith(ABORT_FUNCTIONS)):
            continue
        if function_name(frame).startswith(ABORTS) or LOGGERS in function_name(frame):
            continue
        return frame
    return None


def _explained_elsewhere(
    state: ProcessState, frames: tuple[NativeFrame, ...], message: str
) -> bool:
    """Checks of the C library, fatal errors of Python and uncaught C++ exceptions end in abort()
    too."""
    if overrun_words(message):
        return True
    if not isinstance(state.abort.cpp_exception, Absent) or not isinstance(
        state.abort.python_fatal, Absent
    ):
        return True
    if message.startswith("***"):  # of a check of the C library that has no rule of its own
        return False
    return _first_named(frames, OTHERS_BUSINESS) is not None


def _aborted_itself(state: ProcessState, frames: tuple[NativeFrame, ...]) -> bool:
    if _calls_abort(frames) or _raised_to_abort(state, frames):
        return True
    signal = state.ending.signal
    if isinstance(signal, Absent) or not is_user_signal(state):
        return False
    return not frames and signal.sender_pid in (None, state.process.pid)


def _calls_abort(frames: tuple[NativeFrame, ...]) -> bool:
    called = (bare_symbol(frame).lstrip("_") for frame in frames[:8])
    return any(name.startswith(("abort", "GI_abort")) for name in called)


def _raised_to_abort(state: ProcessState, frames: tuple[NativeFrame, ...]) -> bool:
    """Whether native code raised a signal whose handler, of the program's own, called abort(): GMP
    raises SIGFPE where a number becomes too large, and gmpy2 handles it so. frames: what raised
    it, without the handler's."""
    native = Absent("") if state.crashed is None else state.crashed.native
    if isinstance(native, Absent) or not frames or len(frames) == len(native.frames):
        return False
    raised = bare_symbol(frames[0]).lstrip("_").startswith(ABORT_FUNCTIONS)
    return raised and _calls_abort(native.frames)
