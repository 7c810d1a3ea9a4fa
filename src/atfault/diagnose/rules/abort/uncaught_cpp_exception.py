"""uncaught-cpp-exception: a C++ exception that nobody caught."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atfault.diagnose.blame import on_line, raised_where, unhandled_lines
from atfault.diagnose.crash.given import impossible_size, size_words
from atfault.diagnose.facts import (
    SIGABRT,
    bare_symbol,
    called_through_ctypes,
    describe_frame,
    is_cpp_library,
    is_ctypes,
    native_frames,
)
from atfault.diagnose.rule import Need, rule
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState
from atfault.text.ends import consequence_kind, end_in

TERMINATE = (
    "_ZSt9terminatev",
    "_ZN10__cxxabiv111__terminate",
    "std::terminate",
    "_ZSt10unexpectedv",
)
PURE_VIRTUAL = ("__cxa_pure_virtual", "__cxa_deleted_virtual")
THREAD_DESTRUCTORS = ("_ZNSt6threadD", "_ZNSt6threadaSEOS_", "~thread", "std::thread::~thread")
NO_MEMORY = ("std::bad_alloc", "std::bad_array_new_length")
WRONG_SIZE = ("std::bad_array_new_length", "std::length_error")
"""What is thrown for a size that no memory would be enough for."""
NUMBERS = (
    *("int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long"),
    *("short", "unsigned short", "float", "double"),
)
BY_COMPILER = "__clang_call_terminate"
THROW = ("__cxa_throw", "__cxa_rethrow", "_ZSt17rethrow_exception")


@rule("uncaught-cpp-exception", needs=(Need.SIGNAL,), on=(SIGABRT,), yields_to=("crash-at-exit",))
def uncaught_cpp_exception(case: Case) -> Iterator[Finding]:
    """A C++ exception left the C++ code without being caught, so the C++ runtime ended the program.

    Extension modules made with pybind11, nanobind or torch turn C++ exceptions into Python ones.
    That does not happen when C++ is called through ctypes or cffi, in a thread that the library
    started, in a destructor or a `noexcept` function, or when two C++ runtimes are mixed.

    What to do: the exception's type and text say what was wrong. Fix what was passed in, or catch
    the exception on the C++ side and return an error code.
    """
    state = case.process
    frames = native_frames(state.crashed)
    terminated = any(bare_symbol(f).startswith(TERMINATE) for f in frames[:24])
    thrown = _thrown(frames)
    exception = state.abort.cpp_exception
    if isinstance(exception, Absent) or (terminated and _misuse(frames)[0]):
        if terminated:
            yield _without_exception(state, frames)
        return
    if not terminated and not thrown and not _in_runtime(frames):
        return
    no_memory = exception.type in NO_MEMORY
    text = exception.type
    evidence = []
    if exception.what and not no_memory:
        text += f": {exception.what}"
        if exception.type in NUMBERS:
            evidence.append(f"its type is {exception.type}, its value {exception.what}")
    if thrown:
        evidence.append(f"it was {thrown}")
    wanted = impossible_size(state) if no_memory or exception.type in WRONG_SIZE else None
    if wanted is not None:
        evidence.append(size_words(wanted))
    elif exception.type in WRONG_SIZE:
        evidence.append("a size was negative, or more than such an array can have")
    elif no_memory:
        evidence.append(
            "the memory that was asked for could not be had: too much at once, or all used"
        )
    if called_through_ctypes(state):
        evidence.append(
            "the function was called through ctypes, which does not catch C++ exceptions"
        )
    if consequence_kind(exception.type, exception.what):
        evidence.append(
            "it says that another process of the job had failed, or did not come: the report on "
            "the one that failed first tells why"
        )
    elif (said := end_in(exception.what, ("died",))) is not None and said.cause:
        evidence.append(f"{said.cause}: {said.words}")
    raised = raised_where(state)
    if raised:
        evidence.append(f"{raised}, which C++ had called")
    caught = not thrown and _is_called_by_others(frames)
    if caught:
        evidence.append(
            "no throw is under way: the code called std::terminate itself while it handled that "
            "exception, or a std::thread was destroyed there that had not been joined"
        )
    elif not evidence:
        evidence.append("the C++ runtime ended the program for it (std::terminate)")
    yield Finding.of(
        summary=f"std::terminate was called while the C++ exception {text} was handled"
        if caught
        else f"nobody caught the C++ exception {text}",
        confidence="likely" if caught else "certain",
        blame=unhandled_lines(state),
        evidence=evidence,
        advice=(_next(exception.type, wanted is not None, state),),
    )


def _next(kind: str, is_wrong_size: bool, state: ProcessState) -> str:
    if is_wrong_size or kind in WRONG_SIZE:
        return f"check the size that is asked for{on_line(state)}"
    if kind in NO_MEMORY:
        return f"check the size that is asked for{on_line(state)}, and how much memory is free"
    return "fix what the text complains about, or catch the exception on the C++ side"


def _thrown(frames: tuple[NativeFrame, ...]) -> str:
    """ "thrown in f (f.cpp:3)": the caller of __cxa_throw, and who called that where it is part of
    the C++ library; "" when the exception was thrown elsewhere."""
    for index, frame in enumerate(frames[:24]):
        if not bare_symbol(frame).startswith(THROW):
            continue
        callers = frames[index + 1 : index + 25]
        if not callers:
            return ""
        own = next((caller for caller in callers if not is_cpp_library(caller)), None)
        if own is None or is_ctypes(own):
            return f"thrown in {describe_frame(callers[0])}"
        where = describe_frame(own)
        return (
            f"thrown in {where}" if own is callers[0] else f"thrown by the C++ library for {where}"
        )
    return ""


def _is_called_by_others(frames: tuple[NativeFrame, ...]) -> bool:
    """Whether other code than the C++ library called std::terminate, and not as clang lets a
    function do that an exception must not leave."""
    outside = [one for one in frames[:24] if not one.is_inline]
    for callee, caller in pairwise(outside):
        if bare_symbol(callee).startswith(TERMINATE) and not is_cpp_library(caller):
            return not bare_symbol(caller).startswith(BY_COMPILER)
    return False


def _in_runtime(frames: tuple[NativeFrame, ...]) -> bool:
    """abort() was called by the C++ runtime, whose inner functions may have no names."""
    for frame in frames[:12]:
        if frame.module is None:
            return False
        if roles.is_cpp_library(frame.module.name):
            return True
        if not roles.is_system(frame.module.name):
            return False
    return False


def _without_exception(state: ProcessState, frames: tuple[NativeFrame, ...]) -> Finding:
    thrown = _thrown(frames)
    evidence = ["the C++ runtime called std::terminate"]
    if thrown:
        evidence.append(f"an exception was {thrown}")
    misuse = _misuse(frames)
    if misuse[0]:
        return Finding.of(
            summary=f"the C++ runtime ended the program: {misuse[0]}",
            confidence="likely",
            evidence=(*evidence, "no exception is behind it"),
            advice=(misuse[1],),
        )
    reason = (
        state.abort.cpp_exception.reason if isinstance(state.abort.cpp_exception, Absent) else ""
    )
    if reason:
        evidence.append(f"no type and text of an exception could be read: {reason}")
    return Finding.of(
        summary="the C++ runtime ended the program (std::terminate)",
        confidence="likely",
        evidence=evidence,
        advice=("read what the program printed last: the C++ runtime names an exception there",),
    )


def _misuse(frames: tuple[NativeFrame, ...]) -> tuple[str, str]:
    """(what the runtime found wrong, next step) where std::terminate is no matter of an exception,
    told by the functions that led there; ("", "") otherwise."""
    for frame in frames[:24]:
        symbol = bare_symbol(frame)
        if symbol.startswith(THROW):
            break
        if symbol.startswith(PURE_VIRTUAL):
            return (
                "a pure virtual method was called",
                "C++: do not call virtual methods in constructors and destructors, nor on an "
                "object that has been destroyed",
            )
        if symbol.startswith(THREAD_DESTRUCTORS):
            return (
                "a std::thread was destroyed while it was still joinable",
                "C++: call join() or detach() on every std::thread before it goes out of scope",
            )
    return "", ""
