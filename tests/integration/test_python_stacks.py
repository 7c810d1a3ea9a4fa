"""Python stacks of real crashes on every interpreter of this machine, held against what the program
itself noted down and against pystack."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from atfault.cpython.frames.frame_locals import frame_locals
from atfault.cpython.runtime import PythonRuntime, PyThread
from atfault.cpython.search import find_runtime
from atfault.cpython.values.handlers import value_decoder
from atfault.model.absent import Absent
from atfault.model.state import GilState
from atfault.model.values import Value
from atfault.native.modules import load_modules
from atfault.snapshot.core import open_core
from atfault.snapshot.protocol import Snapshot
from support import needs
from support.crash_core import Crash, crash, remove
from support.interpreters import Interpreter, all_interpreters, every_interpreter

HERE = os.path.dirname(os.path.abspath(__file__))

_cores: dict[str, Crash] = {}


@pytest.fixture(scope="module", autouse=True)
def _clean_up() -> Iterator[None]:
    yield
    for one in _cores.values():
        remove(one.folder)
    _cores.clear()


@pytest.fixture(params=every_interpreter())
def crashed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Crash:
    """The program of this test, dead, once per interpreter."""
    interpreter: Interpreter = request.param
    if interpreter.name not in _cores:
        with open(os.path.join(HERE, "python_stacks_program.py"), encoding="utf-8") as file:
            program = file.read()
        _cores[interpreter.name] = crash(interpreter, program, tmp_path_factory.mktemp("stacks"))
    return _cores[interpreter.name]


def opened(one: Crash, sysroot: str | None = None) -> tuple[Snapshot, PythonRuntime]:
    snapshot = open_core(one.core, sysroot=sysroot or one.interpreter.sysroot)
    runtime = find_runtime(snapshot, load_modules(snapshot))
    assert isinstance(runtime, PythonRuntime), runtime
    return snapshot, runtime


def main_thread(snapshot: Snapshot, runtime: PythonRuntime) -> PyThread:
    return next(t for t in runtime.threads() if t.native_tid == snapshot.threads[0].tid)


def names_and_lines(thread: PyThread) -> list[str]:
    return [f"{frame.code.name} {frame.location.line}" for frame in thread.stack.frames]


@pytest.mark.representative("stacks of Python")
def test_names_and_lines_are_those_the_program_saw(crashed: Crash) -> None:
    snapshot, runtime = opened(crashed)
    thread = main_thread(snapshot, runtime)
    assert thread.stack.stop_reason == ""
    assert names_and_lines(thread) == crashed.read("names.txt").split("\n")


def test_the_exact_release_is_told(crashed: Crash) -> None:
    _, runtime = opened(crashed)
    info = runtime.info()
    assert info.version == crashed.interpreter.version
    assert info.version_text == ".".join(map(str, crashed.interpreter.version))
    assert not info.finalizing
    suffix = "t" if info.free_threaded else ""
    assert info.stdlib.endswith(f"python3.{crashed.interpreter.minor}{suffix}")
    assert info.free_threaded == crashed.interpreter.free_threaded


@pytest.mark.representative("stacks of Python")
def test_threads_have_their_names_and_native_ids(crashed: Crash) -> None:
    snapshot, runtime = opened(crashed)
    threads = runtime.threads()
    assert {t.native_tid for t in threads} == {t.tid for t in snapshot.threads}
    assert {(t.name, t.is_daemon) for t in threads} == {
        ("MainThread", False),
        ("wartet-\u00fc", True),
    }
    waiting = next(t for t in threads if t.is_daemon)
    assert [f.code.name for f in waiting.stack.frames][-4:] == [
        "waiting",
        "run",
        "_bootstrap_inner",
        "_bootstrap",
    ]


@pytest.mark.representative("stacks of Python")
def test_the_crashed_thread_held_the_lock(crashed: Crash) -> None:
    snapshot, runtime = opened(crashed)
    gil = runtime.gil()
    if crashed.interpreter.free_threaded:
        assert gil == GilState(False, reason="a free-threaded build")
        return
    assert gil.known and gil.locked
    assert gil.holder_tid == snapshot.threads[0].tid


def test_each_run_of_the_eval_function_has_a_marker_on_the_stack(crashed: Crash) -> None:
    snapshot, runtime = opened(crashed)
    stack = main_thread(snapshot, runtime).stack
    entries = sum(frame.is_entry for frame in stack.frames)
    assert stack.frames[-1].is_entry
    if crashed.interpreter.minor < 10:
        assert entries == len(stack.frames)
        assert stack.markers == ()
        return
    assert len(stack.markers) == entries
    assert list(stack.markers) == sorted(stack.markers)
    sp = snapshot.arch.stack_pointer(snapshot.threads[0].registers)
    assert sp is not None and all(sp < marker for marker in stack.markers)


@pytest.mark.representative("stacks of Python")
def test_columns_span_the_expression_being_evaluated(crashed: Crash) -> None:
    if crashed.interpreter.minor < 11:
        pytest.skip("code objects have no columns before 3.11")
    snapshot, runtime = opened(crashed)
    source = crashed.read("program.py").split("\n")
    frames = {f.code.name: f.location for f in main_thread(snapshot, runtime).stack.frames}
    call = frames["keyword_call"]
    assert (call.line, call.end_line) == (
        source.index("    return die(") + 1,
        source.index("        extra=None,") + 2,
    )
    assert call.column == 12
    one_line = frames["from_c"]
    assert one_line.line is not None and one_line.column is not None
    text = source[one_line.line - 1]
    assert one_line.end_column is not None
    assert text[one_line.column - 1 : one_line.end_column - 1].startswith("functools.reduce(")


@pytest.mark.representative("stacks of Python")
def test_locals_have_their_names_kinds_and_values(crashed: Crash) -> None:
    snapshot, runtime = opened(crashed)
    decoder = value_decoder(snapshot.memory, runtime.offsets, runtime.version)
    frame = next(f for f in main_thread(snapshot, runtime).stack.frames if f.code.name == "die")
    found = frame_locals(runtime, frame, decoder)
    assert not isinstance(found, Absent)
    values = {v.name: (v.kind, v.value.text if isinstance(v.value, Value) else "") for v in found}
    inner = values.pop("inner")
    assert inner[0] == "local" and "inner" in inner[1]
    assert values == {
        "first": ("argument", "5"),
        "second": ("argument", "'zwei'"),
        "rest": ("argument", "(3.5,)"),
        "flag": ("argument", "True"),
        "options": ("argument", "{'extra': None}"),
        "shared": ("cell", "[5, 'zwei']"),
        "unset": ("local", "None"),
    }


def test_a_closure_sees_its_free_variables(crashed: Crash) -> None:
    snapshot, runtime = opened(crashed)
    decoder = value_decoder(snapshot.memory, runtime.offsets, runtime.version)
    frame = next(f for f in main_thread(snapshot, runtime).stack.frames if f.code.name == "wrapper")
    found = frame_locals(runtime, frame, decoder)
    assert not isinstance(found, Absent)
    kinds = {v.name: v.kind for v in found}
    assert kinds == {"args": "argument", "kwargs": "argument", "function": "free"}


def test_modules_and_class_bodies_show_their_namespace(crashed: Crash) -> None:
    snapshot, runtime = opened(crashed)
    decoder = value_decoder(snapshot.memory, runtime.offsets, runtime.version)
    frames = main_thread(snapshot, runtime).stack.frames
    body = frame_locals(runtime, next(f for f in frames if f.code.name == "Body"), decoder)
    assert not isinstance(body, Absent)
    assert [(v.name, v.kind) for v in body] == [("attribute", "local")]
    module = frame_locals(runtime, frames[-1], decoder)
    assert not isinstance(module, Absent)
    names = {v.name for v in module}
    assert {"HERE", "lock", "event", "thread", "loop"} <= names
    assert all(v.kind == "global" for v in module)
    assert not names & {"asyncio", "decorated", "Shape", "__name__"}


@pytest.mark.representative("stacks of Python")
def test_without_any_binary_the_core_alone_gives_the_same_stacks(
    crashed: Crash, tmp_path: object
) -> None:
    snapshot, runtime = opened(crashed, sysroot=str(tmp_path))
    assert names_and_lines(main_thread(snapshot, runtime)) == crashed.read("names.txt").split("\n")
    assert runtime.info().version == crashed.interpreter.version
    if not crashed.interpreter.free_threaded:
        assert runtime.gil().holder_tid == snapshot.threads[0].tid
    assert {t.name for t in runtime.threads()} == {"MainThread", "wartet-\u00fc"}


def test_pystack_sees_the_same_frames(crashed: Crash) -> None:
    pystack = os.path.join(os.path.dirname(sys.executable), "pystack")
    if not os.access(pystack, os.X_OK):
        pystack = needs.found("pystack")
    done = subprocess.run(
        [pystack, "core", crashed.core, crashed.interpreter.executable],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )
    theirs: dict[int, list[tuple[str, str]]] = {}
    for line in re.sub(r"\x1b\[[0-9;]*m", "", done.stdout).splitlines():
        if match := re.match(r"Traceback for thread (\d+)", line):
            frames = theirs.setdefault(int(match.group(1)), [])
        elif match := re.search(r'\(Python\) File ".*", line (\d+), in (.*)$', line):
            frames.insert(0, (match.group(2).rpartition(".")[2], match.group(1)))
    if not theirs:
        pytest.skip(f"pystack cannot read this core: {done.stderr.strip()[-200:]}")
    _, runtime = opened(crashed)
    for thread in runtime.threads():
        ours = [(f.code.name, str(f.location.line)) for f in thread.stack.frames]
        assert thread.native_tid in theirs and ours == theirs[thread.native_tid], thread.name


def test_every_minor_version_of_this_machine_is_found_once() -> None:
    names = [one.name for one in all_interpreters()]
    assert len(names) == len(set(names))
