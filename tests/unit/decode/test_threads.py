"""What of a thread's Python thread states its name is taken from."""

from __future__ import annotations

import pytest

from atfault.cpython.runtime import PyThread
from atfault.decode.threads import _thread_state
from atfault.model.absent import Absent
from atfault.model.process import Registers, Thread
from atfault.model.stacks import PythonStack, StackTrace


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
