"""Unusual states of real interpreters: stopped anywhere, forked, with subinterpreters, ending,
fatal, endlessly recursive, or not there at all."""

from __future__ import annotations

import random
import subprocess
import sys
import time

import pytest

from atfault.cpython.fatal import fatal_message
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.search import find_runtime
from atfault.model.absent import Absent
from atfault.model.state import NO_PYTHON
from atfault.native.modules import load_modules
from atfault.native.unwind import Unwinder
from atfault.snapshot.core import open_core
from atfault.snapshot.protocol import Snapshot
from support.crash_core import crash, remove
from support.interpreters import Interpreter, every_interpreter, interpreter
from support.stopped_process import busy, stopped, wrong_calls

STOPS = 60


@pytest.mark.representative("processes stopped anywhere")
@pytest.mark.parametrize("one", every_interpreter())
def test_a_process_stopped_anywhere_never_shows_a_wrong_stack(
    one: Interpreter, tmp_path: object
) -> None:
    chance = random.Random(one.minor)
    wrong: list[str] = []
    torn = 0
    with busy(one, str(tmp_path)) as (pid, lines):
        for _ in range(STOPS):
            time.sleep(chance.random() * 0.01)
            with stopped(pid) as snapshot:
                runtime = find_runtime(snapshot, load_modules(snapshot))
                assert isinstance(runtime, PythonRuntime), runtime
                threads, gil = runtime.threads(), runtime.gil()
            assert gil.holder_tid is None or gil.holder_tid in {t.tid for t in snapshot.threads}
            assert len({t.native_tid for t in threads}) == 3
            for thread in threads:
                torn += bool(thread.stack.stop_reason)
                wrong += wrong_calls(thread, lines)
                if thread.stack.markers:
                    entries = sum(frame.is_entry for frame in thread.stack.frames)
                    assert len(thread.stack.markers) == entries
                outermost = thread.stack.frames[-1:]
                if outermost and not thread.stack.stop_reason:
                    assert outermost[0].code.name in ("<module>", "_bootstrap")
    assert wrong == []
    assert torn <= STOPS * 3 // 50


def decoded(core: str, sysroot: str | None = None) -> tuple[Snapshot, PythonRuntime]:
    snapshot = open_core(core, sysroot=sysroot)
    runtime = find_runtime(snapshot, load_modules(snapshot))
    assert isinstance(runtime, PythonRuntime), runtime
    return snapshot, runtime


FORK = """
import ctypes, os, threading, time
for i in range(3):
    threading.Thread(target=time.sleep, args=(100,), daemon=True, name="old%d" % i).start()
time.sleep(0.2)
def new():
    time.sleep(0.2)
    os.kill(os.getpid(), 11)
    time.sleep(100)
pid = ctypes.PyDLL(None).fork()
if pid == 0:
    thread = threading.Thread(target=new, name="new")
    thread.start()
    thread.join()
os.waitpid(pid, 0)
os.abort() if not os.path.exists("core") else os._exit(0)
"""


@pytest.mark.parametrize("minor", [8, 11, 13, 15])
def test_threads_lost_in_a_fork_are_tied_to_no_living_thread(minor: int, tmp_path: object) -> None:
    one = crash(interpreter(minor), FORK, tmp_path)
    snapshot, runtime = decoded(one.core)
    alive = {t.tid for t in snapshot.threads}
    threads = runtime.threads()
    tied = [t for t in threads if t.native_tid is not None]
    assert {t.native_tid for t in tied} <= alive
    assert len({t.native_tid for t in tied}) == len(tied)
    assert all(not t.name.startswith("old") for t in tied)
    assert sum(t.native_tid is None for t in threads) == 3


SUBINTERPRETER = """
import os
try:
    import _interpreters as module
except ImportError:
    import _xxsubinterpreters as module
def outer():
    inner = module.create()
    run = getattr(module, "exec", None) or module.run_string
    run(inner, "import os\\ndef inside():\\n    os.kill(os.getpid(), 11)\\ninside()\\n")
outer()
"""


@pytest.mark.parametrize("minor", [8, 10, 11, 12, 13, 15])
def test_each_interpreter_of_a_thread_has_its_own_stack(minor: int, tmp_path: object) -> None:
    snapshot, runtime = decoded(crash(interpreter(minor), SUBINTERPRETER, tmp_path).core)
    by_interpreter = {t.interpreter_id: t for t in runtime.threads()}
    assert {t.native_tid for t in by_interpreter.values()} == {snapshot.threads[0].tid}
    outer, inner = by_interpreter[0], by_interpreter[1]
    assert [f.code.name for f in outer.stack.frames] == ["outer", "<module>"]
    assert [f.code.name for f in inner.stack.frames] == ["inside", "<module>"]
    if inner.stack.markers:
        assert inner.stack.markers[-1] < outer.stack.markers[0]
    assert runtime.gil(inner.interpreter).holder_tid == snapshot.threads[0].tid


ENDING = """
import os
class Last:
    def __del__(self, kill=os.kill, pid=os.getpid()):
        kill(pid, 11)
last = Last()
Last.itself = last
"""


@pytest.mark.representative("interpreters that end")
@pytest.mark.parametrize("one", every_interpreter())
def test_an_interpreter_that_is_ending_says_so(one: Interpreter, tmp_path: object) -> None:
    died = crash(one, ENDING, tmp_path)
    try:
        _, runtime = decoded(died.core, one.sysroot)
        assert runtime.info().finalizing
        assert [f.code.name for f in runtime.threads()[0].stack.frames] == ["__del__"]
    finally:
        if one.sysroot:
            remove(died.folder)


FATAL = "import ctypes; ctypes.CDLL(None).PyThreadState_Get()"


@pytest.mark.representative("fatal errors of Python")
@pytest.mark.parametrize("one", every_interpreter())
def test_the_text_of_a_fatal_error_is_the_one_that_was_printed(
    one: Interpreter, tmp_path: object
) -> None:
    died = crash(one, FATAL, tmp_path)
    try:
        snapshot, runtime = decoded(died.core, one.sysroot)
        stack = Unwinder(snapshot, load_modules(snapshot)).unwind(snapshot.threads[0])
        text = fatal_message(runtime, stack)
    finally:
        if one.sysroot:
            remove(died.folder)
    printed = next(line for line in died.output.split("\n") if "Fatal Python error: " in line)
    expected = printed.partition("Fatal Python error: ")[2]
    if isinstance(text, Absent):
        pytest.skip(f"{one.name}: {text.reason}")
    assert text in (expected, expected.partition(": ")[2])


DEEP = """
import os, sys, threading
sys.setrecursionlimit(10**6)
def down(n):
    if n == 0:
        os.kill(os.getpid(), 11)
    return down(n - 1)
threading.stack_size(256 << 20)
thread = threading.Thread(target=down, args=(20_000,))
thread.start()
thread.join()
"""


@pytest.mark.parametrize("minor", [9, 10, 11, 12, 13, 15])
def test_a_deep_recursion_is_read_to_its_end(minor: int, tmp_path: object) -> None:
    _, runtime = decoded(crash(interpreter(minor), DEEP, tmp_path).core)
    deepest = max(runtime.threads(), key=lambda thread: len(thread.stack.frames))
    names = [frame.code.name for frame in deepest.stack.frames]
    assert names[:20_001] == ["down"] * 20_001
    assert names[-1] == "_bootstrap" and deepest.stack.stop_reason == ""


def test_a_program_without_python_is_said_to_be_one() -> None:
    process = subprocess.Popen(["sleep", "100"])
    try:
        time.sleep(0.1)
        with stopped(process.pid) as snapshot:
            assert find_runtime(snapshot, load_modules(snapshot)) == Absent(NO_PYTHON)
    except PermissionError as error:
        pytest.skip(f"ptrace is not allowed here: {error}")
    finally:
        process.kill()
        process.wait()


@pytest.mark.representative("interpreters that begin")
def test_an_interpreter_that_has_just_been_started_is_no_error(tmp_path: object) -> None:
    wrong = []
    for delay in range(12):
        process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(9)"])
        try:
            time.sleep(delay * 0.0015)
            with stopped(process.pid) as snapshot:
                found = find_runtime(snapshot, load_modules(snapshot))
                if isinstance(found, PythonRuntime):
                    found.info()
                    found.gil()
                    wrong += [t.tstate for t in found.threads() if t.native_tid != process.pid]
        except PermissionError as error:
            pytest.skip(f"ptrace is not allowed here: {error}")
        finally:
            process.kill()
            process.wait()
    assert wrong == []
