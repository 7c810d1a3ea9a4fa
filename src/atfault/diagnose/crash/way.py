"""Which function a crash is put down to, and the way that led from Python code to it.

memcpy                     libc.so.6            what all call: no answer
Py_DECREF (object.h)       _fast.so, inlined    a macro of Python's headers: no answer
grow_buffer                _fast.so         ◄── the actor
fast_append, list_append   _fast.so         ◄── the way
line 12 of app.py calls Buffer.append

And whether a native function was called again before it had returned, for the same object:

    parser.Parse(chunk)      feed.py:19      at work on the parser's buffer
      more(text)             feed.py:12      a handler that it calls
        parser.Parse(text)   feed.py:13      moves that buffer, or fails over what is half done

Few native functions are made for that. It is a fact of the stack, and no proof that it matters.
"""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.facts import (
    bare_symbol,
    crash_frames,
    describe_failed,
    describe_frame,
    interpreter_module,
    is_libc,
    native_frames,
    plain_name,
)
from atfault.diagnose.words import listed, place
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.stacks import NativeFrame, PyFrame
from atfault.model.state import ProcessState

PLUMBING = ("pybind11::", "nanobind::", "boost::python::", "std::", "__gnu_cxx::", "pyo3::", "ffi_")
"""What stands between Python and the functions that people wrote."""
MAX_DEPTH = 40
MAX_NAMED = 4
REACH = 6
"""So many frames may lie between a function that all call and who is at fault for its arguments."""
_PLAIN = frozenset("NoneType bool bytes code function module method str tuple type".split())
"""Types whose objects many calls have in common, or that nothing changes."""


def actor(state: ProcessState) -> str:
    """Who failed, in words: "grow_buffer (_fast)"; with a function of the C library or of the
    interpreter also who of an extension called it: "memcpy (libc.so.6), called by grow_buffer
    (_fast),"."""
    frames = [one for one in native_frames(state.crashed) if not _is_macro(one)]
    if not frames:
        return describe_failed(state)
    first, caller = frames[0], _caller(state, frames)
    if caller is None:
        return describe_frame(first)
    return f"{describe_frame(first)}, called by {describe_frame(caller)},"


def with_way(finding: Finding, state: ProcessState) -> Finding:
    """The finding, with how Python code came to where it failed, as far as it does not say so."""
    told = "\n".join((finding.summary, *(one.text for one in finding.evidence)))
    added = tuple(Evidence(text) for text in way(state, told))
    return finding._replace(evidence=(*finding.evidence, *added))


def way(state: ProcessState, told: str) -> Iterator[str]:
    """The native functions that Python code came through, in words, where what is told does not
    name the first of them."""
    frames, python = _frames(state)
    if python is None:
        caller = _caller_words(state, frames, told)
        if caller:
            yield caller
        return
    called = _called(python)
    if not frames or _names(told, plain_name(frames[-1])):
        text = "\n".join((told, *map(plain_name, frames)))
        if called and called.rpartition(".")[2].strip("_") not in text:
            yield f"Python code had called {called}"
        return
    if _names(told, plain_name(frames[0])):
        way_there = listed(_shortened([plain_name(one) for one in frames[1:]]))
        text = f"it was called through {way_there}"
    else:
        way_there = describe_frame(frames[-1])
        text = f"it came of a call of {way_there}"
    yield text + (f", as Python code called {called}" if called not in way_there else "")


def _caller_words(state: ProcessState, frames: list[NativeFrame], told: str) -> str:
    """Who called what failed, where that was no Python code; "" where it is told, or nobody did."""
    inner = [one for one in native_frames(state.crashed) if not _is_macro(one)][:1]
    if not frames or frames[:1] == inner or _names(told, plain_name(frames[0])):
        return ""
    return f"it was called by {describe_frame(frames[0])}"


def _names(told: str, name: str) -> bool:
    """Whether the name stands there, and is no part of a longer one; what has none needs no
    telling."""
    at = told.find(name)
    while at >= 0 and name:
        end = at + len(name)
        if not (_is_of_word(told[max(at - 1, 0) : at]) or _is_of_word(told[end : end + 1])):
            return True
        at = told.find(name, at + 1)
    return not name


def _is_of_word(letter: str) -> bool:
    return letter == "_" or letter.isalnum()


def _shortened(names: list[str]) -> list[str]:
    """The innermost of a long way, and its outer end."""
    return names if len(names) < MAX_NAMED else [*names[: MAX_NAMED - 2], names[-1]]


def _called(python: PyFrame | None) -> str:
    operands = () if python is None else python.operands
    return next((one.called for one in operands if one.called), "")


def _inside_of(called: str, frames: list[NativeFrame]) -> list[NativeFrame]:
    """Those from the function on that Python code called by its name: what lies further out led
    there, and runs whatever it is given (Numba's dispatcher, the binding of a method)."""
    name = called.rpartition(".")[2]
    alike = [index for index, frame in enumerate(frames) if _own_name(frame) == name]
    if not name or not alike:
        return frames
    end = alike[-1]
    while end - 1 in alike:  # what Numba compiles has a function that unpacks its arguments
        end -= 1
    return frames[: end + 1]


def _own_name(frame: NativeFrame) -> str:
    """ "count" of "cpython::count(Array<double, 1, C>)"."""
    return plain_name(frame).partition("(")[0].partition("<")[0].rpartition("::")[2]


def _frames(state: ProcessState) -> tuple[list[NativeFrame], PyFrame | None]:
    """(frames of extensions on the way, innermost first, and of the function of the C library that
    Python code called itself; the Python frame that called them, None for none). Of a deep
    recursion the outermost alone: what it went round through is told."""
    found: dict[str, NativeFrame] = {}
    inner: NativeFrame | None = None
    interpreter = interpreter_module(state)
    frames = crash_frames(state.crashed)
    end = next((index for index, one in enumerate(frames) if one.native is None), len(frames))
    python = frames[end].python if end < len(frames) else None
    is_deep = python is not None and end > MAX_DEPTH
    for frame in frames[end - MAX_DEPTH : end] if is_deep else frames[: min(end, MAX_DEPTH)]:
        native = frame.native
        if native is None:
            break
        if not found and inner is not None and is_libc(inner) and _leads_from_python(native):
            found.setdefault(plain_name(inner), inner)
        inner = native
        if _is_macro(native) or _is_common(native) or native.module == interpreter:
            continue
        name = plain_name(native) if native.trust != "scanned" else ""
        if name and not name.startswith(PLUMBING):
            found.setdefault(name, native)
    way_there = _inside_of(_called(python), list(found.values()))
    return way_there[-1:] if is_deep else way_there, python


def _caller(state: ProcessState, frames: list[NativeFrame]) -> NativeFrame | None:
    """Who of an extension called the innermost function, where that is everybody's."""
    interpreter = interpreter_module(state)

    def is_everybodys(frame: NativeFrame) -> bool:
        return _is_common(frame) or (interpreter is not None and frame.module == interpreter)

    if not is_everybodys(frames[0]):
        return None
    merged = [one.native for one in crash_frames(state.crashed)[:MAX_DEPTH]]
    reached = merged.index(None) if None in merged else len(merged)
    inner = [one for one in merged[:reached] if one is not None and not _is_macro(one)]
    for frame in inner[1:REACH]:
        if not is_everybodys(frame):
            return frame if bare_symbol(frame) else None
    return None


def _is_common(frame: NativeFrame) -> bool:
    return frame.module is not None and roles.is_plumbing(frame.module.name)


def _leads_from_python(frame: NativeFrame) -> bool:
    """Whether it is of ctypes or cffi, which call what Python code tells them to."""
    name = "" if frame.module is None else frame.module.name
    return _is_common(frame) and not (roles.is_system(name) or roles.is_interpreter(name))


def _is_macro(frame: NativeFrame) -> bool:
    """Whether it is what a header of Python's put into the function: Py_DECREF and its like."""
    file = "" if frame.location is None else frame.location.file
    return frame.is_inline and file.endswith(".h") and bare_symbol(frame).startswith(("Py", "_Py"))


class _Call(NamedTuple):
    """A call of a native function, which has not returned."""

    frame: PyFrame
    function: str
    address: int
    """Of the object that it belongs to, or else of its first argument."""


def with_reentry(finding: Finding, state: ProcessState) -> Finding:
    """The finding, with what it may come of: a native function that was entered twice."""
    calls = list(_calls(state))
    again = [one for one in calls[1:] if one[1:] == calls[0][1:]]
    if not again or not calls[0].address:
        return finding
    inner, outer = calls[0], again[-1]
    callers = f"{place(outer.frame)} had called it, and {place(inner.frame)} called it again"
    if place(outer.frame) == place(inner.frame):
        callers = f"{place(inner.frame)} called it again and again"
    text = f"{inner.function} was re-entered: {callers}, for the same object, before it returned"
    advice = Advice(
        f"do not call {inner.function} from a function that {inner.function} itself calls: keep "
        "what there is to do, and do it when it has returned"
    )
    return finding._replace(
        evidence=(*finding.evidence, Evidence(text)), advice=(advice, *finding.advice)
    )


def _calls(state: ProcessState) -> Iterator[_Call]:
    """Those that the crashed thread is in, the innermost first. A function of Python's that is
    called lies below native frames, too, up to 3.10; then its own frame is the next one."""
    is_in_native, inner = False, ""
    for one in crash_frames(state.crashed):
        if one.python is None:
            is_in_native = True
            continue
        if is_in_native:
            for call in _call(one.python):
                yield call if call.function != inner else call._replace(function="", address=0)
        is_in_native, inner = False, one.python.code.name


def _call(frame: PyFrame) -> Iterator[_Call]:
    of_call = [one for one in frame.operands if one.called]
    ordered = sorted(of_call, key=lambda one: one.is_passed)  # what it belongs to comes first
    for one in ordered[:1]:
        value = one.value
        if not isinstance(value, Absent) and value.number is None and value.type not in _PLAIN:
            yield _Call(frame, one.called, value.address)
            return
    yield _Call(frame, "", 0)
