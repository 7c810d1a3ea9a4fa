"""uncaught-cpp-exception: a C++ exception that nobody caught."""

from __future__ import annotations

from atfault.diagnose.facts import bare_symbol, called_through_ctypes, describe_frame, native_frames
from atfault.diagnose.rule import Need, rule
from atfault.model.absent import Absent
from atfault.model.findings import Advice, Evidence, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from atfault.model.stacks import NativeFrame
    from atfault.model.state import ProcessState

TERMINATE = (
    "_ZSt9terminatev",
    "_ZN10__cxxabiv111__terminate",
    "std::terminate",
    "_ZSt10unexpectedv",
)
RUNTIME = ("libstdc++", "libc++", "libgcc_s", "libc.so", "libc-", "libunwind")
PURE_VIRTUAL = ("__cxa_pure_virtual", "__cxa_deleted_virtual")
THREAD_DESTRUCTORS = ("_ZNSt6threadD", "_ZNSt6threadaSEOS_", "~thread", "std::thread::~thread")
THROW = ("__cxa_throw", "__cxa_rethrow", "_ZSt17rethrow_exception")


@rule("uncaught-cpp-exception", needs=(Need.SIGNAL,))
def uncaught_cpp_exception(state: ProcessState) -> Iterator[Finding]:
    """A C++ exception left the C++ code without being caught, so the C++ runtime ended the program.

    Extension modules made with pybind11, nanobind or torch turn C++ exceptions into Python ones.
    That does not happen when C++ is called through ctypes or cffi, in a thread that the library
    started, in a destructor or a `noexcept` function, or when two C++ runtimes are mixed.

    What to do: the exception's type and text say what was wrong. Fix what was passed in, or catch
    the exception on the C++ side and return an error code.
    """
    frames = native_frames(state.crashed)
    terminated = any(bare_symbol(f).startswith(TERMINATE) for f in frames[:24])
    thrower = _thrower(frames)
    exception = state.cpp_exception
    if isinstance(exception, Absent):
        if not terminated:
            return
        yield _without_exception(state, frames)
        return
    if not terminated and thrower is None and not _in_runtime(frames):
        return
    text = f"{exception.type}: {exception.what}" if exception.what else exception.type
    evidence = [f"the exception is a {exception.type}"]
    if exception.what:
        evidence[0] += f' that says "{exception.what}"'
    if thrower is not None:
        evidence.append(f"it was thrown in {describe_frame(thrower)}")
    if called_through_ctypes(state):
        evidence.append(
            "the function was called through ctypes, which does not catch C++ exceptions"
        )
    yield Finding(
        cause="uncaught-cpp-exception",
        summary=f"nobody caught the C++ exception {text}",
        confidence="certain",
        evidence=tuple(Evidence(line) for line in evidence),
        advice=(
            Advice("fix what the text complains about, or catch the exception on the C++ side"),
        ),
    )


def _thrower(frames: tuple[NativeFrame, ...]) -> NativeFrame | None:
    """The function that threw: the caller of __cxa_throw."""
    for index, frame in enumerate(frames[:24]):
        if bare_symbol(frame).startswith(THROW) and index + 1 < len(frames):
            return frames[index + 1]
    return None


def _in_runtime(frames: tuple[NativeFrame, ...]) -> bool:
    """abort() was called by the C++ runtime, whose inner functions may have no names."""
    for frame in frames[:12]:
        if frame.module is None:
            return False
        if frame.module.name.startswith(("libstdc++", "libc++")):
            return True
        if not frame.module.name.startswith(RUNTIME):
            return False
    return False


def _without_exception(state: ProcessState, frames: tuple[NativeFrame, ...]) -> Finding:
    thrower = _thrower(frames)
    evidence = ["the C++ runtime called std::terminate"]
    if thrower is not None:
        evidence.append(f"an exception was thrown in {describe_frame(thrower)}")
    misuse = _misuse(frames)
    if misuse[0]:
        return Finding(
            cause="uncaught-cpp-exception",
            summary=f"the C++ runtime ended the program: {misuse[0]}",
            confidence="likely",
            evidence=tuple(Evidence(line) for line in (*evidence, "no exception is behind it")),
            advice=(Advice(misuse[1]),),
        )
    reason = state.cpp_exception.reason if isinstance(state.cpp_exception, Absent) else ""
    if reason:
        evidence.append(f"no type and text of an exception could be read: {reason}")
    return Finding(
        cause="uncaught-cpp-exception",
        summary="the C++ runtime ended the program (std::terminate)",
        confidence="likely",
        evidence=tuple(Evidence(line) for line in evidence),
        advice=(
            Advice("read what the program printed last: the C++ runtime names an exception there"),
        ),
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
