"""What of a thread's Python thread states its name is taken from, and whose calls are looked at."""

from __future__ import annotations

import pytest

from atfault.cpython.runtime import PyThread
from atfault.decode.threads import _thread_state, works_beside
from atfault.model.absent import Absent
from atfault.model.process import Registers, Thread
from atfault.model.stacks import PythonStack, StackTrace
from support.states import native, python, thread


def state(name: str, interpreter: int) -> PyThread:
    return PyThread(0x100, 7, 1, name, 0x9000 + interpreter, None, PythonStack(()), interpreter)


@pytest.mark.parametrize(
    ("states", "name"),
    [
        ([("MainThread", 0)], "MainThread"),
        ([("MainThread", 1), ("worker", 0)], "worker"),
        ([("", 2), ("MainThread", 1), ("worker", 0)], "worker"),
        ([("MainThread", 1)], ""),  # a thread of C code that runs in a subinterpreter alone
        ([("pool-1", 1)], "pool-1"),
    ],
)
def test_the_main_interpreter_names_a_thread(states: list[tuple[str, int]], name: str) -> None:
    thread = Thread(7, "", Registers(()))
    pythons = [state(*one) for one in states]
    absent, stack = Absent("not unwound"), StackTrace((), True)
    found = _thread_state(thread, absent, pythons, stack, None, False)
    assert found.python_name == name
    assert found.interpreter == pythons[0].interpreter


def test_threads_inside_of_one_library_work_beside_each_other() -> None:
    def other(*frames):
        return thread(frames, tid=4712, crashed=False)

    crashed = thread([native("memcpy"), native("compress", "extension"), python()])
    library = "/venv/lib/python3.12/site-packages/fast/__init__.py"
    assert works_beside(crashed, other(native("reset", "extension"), python(file=library)))
    assert not works_beside(crashed, other(native("memcpy"), python()))
    assert not works_beside(crashed, other(native("lstm", "torch"), python()))
    assert not works_beside(crashed, other(python(), native("reset", "extension"), python()))
    assert not works_beside(crashed, crashed)
    jit = thread([native("", jit=True), python()])
    assert works_beside(jit, other(native("", jit=True), python()))


def test_who_gave_a_helper_thread_its_work_is_the_users_call() -> None:
    helper = thread([native("gemm", "torch"), native("start_thread")])
    assert works_beside(helper, thread([native("wait"), python()], tid=4712, crashed=False))
    library = python(file="/venv/lib/python3.12/site-packages/fast/__init__.py")
    for frames in ([native("wait"), library, python()], [native("wait")]):
        assert not works_beside(helper, thread(frames, tid=4712, crashed=False))
