"""Threads at the same line, in a Python without the GIL: positive, near miss, missing evidence."""

from __future__ import annotations

from atfault.model.process import SignalInfo
from atfault.model.state import PythonInfo
from support.diagnosed import claims, diagnose
from support.states import PID, crash, native, python, segv, thread

FREE = PythonInfo((3, 14, 5), "3.14.5", free_threaded=True)
WITH_GIL = PythonInfo((3, 14, 5), "3.14.5")
EVAL = native("_PyEval_EvalFrameDefault", "libpython")


def draw(line=21, inner=EVAL):
    return [inner, native("builtin_next", "libpython"), python("draw", line=line)]


def beside(frames):
    return thread(frames, tid=4712, name="worker-2", crashed=False)


def first(frames=None, other=None, **state):
    threads = [beside(draw() if other is None else other)]
    given = {"python": FREE, "signal": segv(0x18), **state}
    return diagnose(crash(frames=frames or draw(), threads=threads, **given)).findings[0]


def test_threads_at_one_line_are_the_likely_reason_of_a_crash_of_the_interpreter():
    found = first()
    assert claims(found) == ("data-race", "likely", ["paint.py:21:draw"], {"read": 2})
    assert any("worker-2" in one.text for one in found.evidence)
    assert found.blame[0].line == 21


def test_a_generator_that_threads_share_is_named_by_the_line_that_draws_from_it():
    frames = draw()
    inner = python("tickets", line=10)
    inner = inner._replace(owner="generator")
    found = first(frames=[EVAL, inner, *frames[1:]], other=[EVAL, inner, *frames[1:]])
    assert found.cause == "data-race" and found.blame[0].line == 21


def test_with_the_gil_it_is_what_it_looks_like():
    found = first(python=WITH_GIL)
    assert (found.cause, found.confidence) == ("null-dereference", "certain")


def test_another_line_means_nothing_but_that_null_is_merely_likely():
    """https://github.com/python/cpython/issues/156351, where the other thread has gone on."""
    found = first(other=draw(line=40))
    assert claims(found) == ("null-dereference", "likely", ["paint.py:21:draw"], {"read": 2})


def test_a_fatal_error_beside_other_threads_is_likely_and_tells_of_them():
    found = first(
        frames=[native("Py_FatalError", "libpython"), *draw()],
        other=draw(line=40),
        signal=SignalInfo(6, -6, None, PID, 0, PID),
        python_fatal="gen_send_ex2: bad frame",
    )
    assert claims(found) == ("python-fatal-error", "likely", ["paint.py:21:draw"], {"read": 2})


def test_the_only_thread_of_python_raced_with_nobody():
    state = crash(signal=segv(0x18), frames=draw(), python=FREE)
    found = diagnose(state).findings[0]
    assert (found.cause, found.confidence) == ("null-dereference", "certain")


def test_a_thread_that_waits_for_its_turn_does_not_count():
    waiting = draw(inner=native("_PySemaphore_Wait", "libpython"))
    assert first(other=waiting).cause == "null-dereference"


def test_a_crash_in_an_extension_is_not_explained_by_it():
    frames = draw(inner=native("next_row", "extension"))
    assert first(frames=frames).cause == "null-dereference"


def test_where_the_frames_of_the_interpreter_do_not_fit_its_stack_null_is_merely_likely():
    state = crash(signal=segv(0x18), frames=draw(), python=FREE)
    broken = tuple(one._replace(stack=one.stack._replace(merged=False)) for one in state.threads)
    found = diagnose(state._replace(threads=broken)).findings[0]
    assert (found.cause, found.confidence) == ("null-dereference", "likely")
