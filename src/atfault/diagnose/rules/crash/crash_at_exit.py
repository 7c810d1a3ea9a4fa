"""crash-at-exit: the process was ending, and something was used that was gone already."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import thread_label, thread_words
from atfault.diagnose.crash.allocator import allocator_frame, collector_frame, destroying_frame
from atfault.diagnose.crash.damage import caller_of_interpreter, subject
from atfault.diagnose.crash.exit_phase import ENDS, MAX_FRAMES, PROCESS, Exit, exit_phase, was_ended
from atfault.diagnose.crash.fatal_errors import who_raised
from atfault.diagnose.crash.holders import told_of_holders
from atfault.diagnose.facts import (
    BREAKDOWNS,
    bare_symbol,
    called_by_ctypes,
    called_through_ctypes,
    crash_frames,
    describe_failed,
    describe_frame,
    interpreter_module,
    native_frames,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import file_line, place
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Blame, Finding
from atfault.model.stacks import NativeFrame, PyFrame, ThreadState
from atfault.model.state import ProcessState

STAGES = {
    "handlers": "Python was running the functions registered with atexit",
    "teardown": "Python was being shut down (Py_Finalize): its modules and objects were being "
    "destroyed",
    "process": "Python had been shut down, and the C library was running the exit handlers and "
    "destructors of the process",
    "thread": "a thread was ending, and the destructors of its own data were running",
}
DAMAGED = (
    "look for native code that gives back a reference that it was only lent, frees twice or writes "
    "past the end of a block; atfault run --again has it checked"
)


@rule("crash-at-exit", needs=(Need.NATIVE_STACK,), on=BREAKDOWNS)
def crash_at_exit(case: Case) -> Iterator[Finding]:
    """The process crashed while it was ending, over something that was gone already.

    When a program ends, Python runs the functions registered with `atexit`, destroys modules and
    objects (whose `__del__` methods run then), and shuts itself down; after that the C library runs
    exit handlers and the destructors of libraries. In that order things disappear, and what is
    still running finds them gone:

    - a daemon thread, or a library's own thread, that still runs native code
    - an `atexit` function that uses what another one has closed before (the last registered runs
      first)
    - a `__del__` that uses a library, a file or a module that has been closed or cleared
    - a C exit handler, a C++ global's or a thread-local's destructor that uses Python after its end

    What to do: end threads before the program ends (an event they watch, then `join`), close
    handles in a `with` block rather than in `__del__`, and let native code check `Py_IsFinalizing`
    (`Py_IsInitialized` in exit handlers) before it uses Python.
    """
    state = case.process
    if subject(state) is not None:
        return
    if not isinstance(state.heap.damaged_chunk, Absent):
        return  # of the heap, and done earlier: heap-corruption
    leaving = exit_phase(state)
    if leaving is None:
        return
    if leaving.thread is None:
        yield _after_python(state)
    elif was_ended(state.crashed) and not leaving.own:
        yield _ended_thread(state, leaving)
    elif not leaving.own:
        yield _other_thread(state, leaving)
    else:
        yield _own_thread(state, leaving)


def _ended_thread(state: ProcessState, leaving: Exit) -> Finding:
    """Python ends a thread that asks for the GIL after the end has begun (up to 3.13), which
    unwinds its native stack like an exception, and C++ code may not let that pass."""
    crashed = state.crashed
    assert crashed is not None
    caller = caller_of_interpreter(state)
    evidence = [STAGES[leaving.stage]]
    evidence.append("the thread asked for the GIL after that, and Python ended it (pthread_exit)")
    if caller is not None:
        evidence.append(f"{describe_frame(caller)} does not let a thread be ended inside of it")
    return _finding(
        f'thread "{thread_label(crashed)}" was ended by Python at exit, inside native code',
        evidence,
        "stop and join the threads that call into Python before the program ends",
    )


def _after_python(state: ProcessState) -> Finding:
    """The program has shut Python down, goes on, and uses it once more."""
    assert state.crashed is not None
    failed = describe_failed(state)
    actor = caller_of_interpreter(state)
    who = describe_frame(actor) if actor is not None else thread_words(state, state.crashed)
    evidence = ["Python had been shut down (Py_Finalize), and the program went on"]
    if failed != who:
        evidence.append(f"it failed in {failed}")
    return _finding(
        f"{who} used Python after it had been shut down",
        evidence,
        "native code: check Py_IsInitialized() before Python is used, and end the threads that "
        "use it before Py_Finalize",
    )


def _other_thread(state: ProcessState, leaving: Exit) -> Finding:
    crashed = state.crashed
    assert crashed is not None
    frames = native_frames(crashed)
    actor = caller_of_interpreter(state) or (frames[0] if frames else None)
    daemon = "daemon thread" if crashed.is_daemon else "thread"
    what = f"in {describe_frame(actor)}" if actor is not None else "native code"
    evidence = [STAGES[leaving.stage]]
    if leaving.thread is not None:
        evidence[0] += f" (in {thread_words(state, leaving.thread)})"
        handler = _handler(leaving.thread)
        if handler:
            evidence.append(f"it was in {handler}")
    evidence.append("nobody waits for daemon threads and threads of libraries at that time")
    return _finding(
        f'{daemon} "{thread_label(crashed)}" was still running {what} while the process was ending',
        evidence,
        "stop that thread and join it before the program ends, or make it no daemon thread",
    )


def _own_thread(state: ProcessState, leaving: Exit) -> Finding:
    crashed = state.crashed
    assert crashed is not None
    function = _outermost_python(state)
    actor = caller_of_interpreter(state)
    raised = who_raised(state)
    failed = describe_failed(state) if raised is None else describe_frame(raised)
    evidence = [STAGES[leaving.stage]]
    if function is not None:
        who = _named(function)
        evidence.append(f"{who} was called by it")
    elif actor is not None:
        who = describe_frame(actor)
        evidence.append(f"{who} was called by it, not by Python code")
    elif (foreign := _foreign_function(state)) is not None:
        who = describe_frame(foreign)
        evidence.append(f"{who} was called by it, through ctypes")
    elif called_through_ctypes(state):
        who = "a ctypes callback"
        evidence.append("a Python function that ctypes made into a C callback was called by it")
    else:
        who = failed
    library = _library_at_end(crashed) if leaving.stage == "process" else ""
    if library:
        evidence.append(
            f"that was an exit handler, or the destructor of something static, of {library}"
        )
    if failed != who:
        evidence.append(f"it failed in {failed}")
    if function is not None:
        evidence += told_of_holders(state)
    is_pythons_own = _is_pythons_own(state, leaving) and function is None and actor is None
    blame, called = _callee(state) if function is None and not is_pythons_own else ((), "")
    if called:
        evidence.append(f"the Python function that it was to call is {called}")
    if leaving.stage in ("teardown", "process") and _uses_python(state, actor):
        gone = "which was not there any more" if leaving.stage == "process" else "much of it gone"
        evidence.append(f"it used Python, {gone}")
    if is_pythons_own:
        evidence.append(
            "nothing but Python's own code was at work: what it used had likely been damaged before"
        )
    what = "thread" if leaving.stage == "thread" else "process"
    found = _finding(
        f"{who} {'crashed' if raised is None else 'gave up'} while the {what} was ending",
        evidence,
        DAMAGED if is_pythons_own else _advice(leaving, function),
    )._replace(blame=blame)
    in_allocator = leaving.stage == "teardown" and function is None and allocator_frame(state)
    # An object that the allocator fails over is as damaged before its end as at the end.
    return found._replace(confidence="possible") if is_pythons_own or in_allocator else found


def _is_pythons_own(state: ProcessState, leaving: Exit) -> bool:
    """Whether Python failed at what it does at each exit: it takes its modules apart, destroys
    objects, collects garbage, allocates."""
    if destroying_frame(state) or collector_frame(state) or allocator_frame(state):
        return True
    if leaving.stage != "teardown" or called_through_ctypes(state) or _foreign_function(state):
        return False
    interpreter = interpreter_module(state)
    for frame in native_frames(state.crashed):
        if bare_symbol(frame) in ENDS:
            return True
        if interpreter is None or frame.module != interpreter:
            return False
    return False


def _foreign_function(state: ProcessState) -> NativeFrame | None:
    """The native function that was called through ctypes; None where ctypes was called itself, for
    a Python function that it had made into a C callback."""
    called = called_by_ctypes(state)
    if called is None or (called.module is not None and called.module.name.startswith("_ctypes")):
        return None
    return called


def _callee(state: ProcessState) -> tuple[tuple[Blame, ...], str]:
    """(where the function that was to be called begins, its name and place); ((), "") if none."""
    code = state.objects.exit_callee
    if isinstance(code, Absent) or state.crashed is None or code.name == "<module>":
        return (), ""  # nothing calls a module again: it was running, and where is not known
    crashed = state.crashed
    tid = crashed.thread.tid
    line = Blame(code.filename, code.first_line, code.name, thread_label(crashed), tid=tid)
    return (line,), f"{code.qualname} ({file_line(code.filename, code.first_line)})"


def _named(function: PyFrame) -> str:
    """ "Session.__del__ (app.py:18)"; other functions by their name alone."""
    if function.code.name != "__del__":
        return place(function)
    where = file_line(function.location.file, function.location.line)
    return f"{function.code.qualname} ({where})"


def _advice(leaving: Exit, function: PyFrame | None) -> str:
    if leaving.stage == "process":
        return (
            "native code: do not use Python in exit handlers and destructors of globals; register "
            "with Python's atexit instead, or check Py_IsInitialized()"
        )
    if function is not None and function.code.name == "__del__":
        return (
            "close it before the program ends, in a with block or an atexit function, and not in "
            "__del__"
        )
    return (
        "let it do without what may be closed or cleared by then: the last registered with atexit "
        "runs first, and modules are cleared after that"
    )


def _finding(summary: str, evidence: list[str], *advice: str) -> Finding:
    return Finding.of(
        summary=summary,
        confidence="likely",
        evidence=evidence,
        advice=advice,
    )


def _handler(thread: ThreadState) -> str:
    """What the ending thread was running: the native function that exit had called, in words."""
    previous: NativeFrame | None = None
    for frame in native_frames(thread)[:200]:
        if bare_symbol(frame) in ENDS:
            break
        if bare_symbol(frame):
            previous = frame
    return describe_frame(previous) if previous is not None else ""


def _library_at_end(thread: ThreadState) -> str:
    """File name of the library whose code the C library had called, the nearest to that call: where
    the destructor is one of C++'s own, the library around it; "" for none."""
    frames = native_frames(thread)[:MAX_FRAMES]
    ends = [index for index, frame in enumerate(frames) if bare_symbol(frame) in PROCESS]
    if not ends:
        return ""
    inside, outside = frames[: ends[0]], frames[ends[0] : ends[-1]]
    for frame in (*reversed(inside), *outside):
        if frame.module is not None and not roles.is_plumbing(frame.module.name):
            return frame.module.name
    return ""


def _outermost_python(state: ProcessState) -> PyFrame | None:
    """The Python function that the exit machinery called: the outermost one inside of it."""
    found: PyFrame | None = None
    for frame in crash_frames(state.crashed):
        if frame.python is not None:
            found = frame.python
        elif frame.native is not None and bare_symbol(frame.native) in ENDS:
            return found
    return found


def _uses_python(state: ProcessState, actor: NativeFrame | None) -> bool:
    """Whether native code from outside had called a function of the interpreter."""
    frames = native_frames(state.crashed)
    if actor is None or actor not in frames or frames[0] == actor:
        return False
    callee = frames[frames.index(actor) - 1]
    return bare_symbol(callee).startswith(("Py", "_Py")) or isinstance(state.python, Absent)
