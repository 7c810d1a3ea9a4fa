"""Merged stacks of real cores, held against what the programs wrote down about themselves."""

from __future__ import annotations

import json

import pytest

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.search import find_runtime
from atfault.model.stacks import StackTrace
from atfault.native.jit import JitRegistry
from atfault.native.modules import load_modules
from atfault.native.symbolize import symbolize
from atfault.native.unwind import Unwinder
from atfault.snapshot.core import open_core
from atfault.stacks.eval_frames import EVAL_FUNCTION, INSTRUCTION
from atfault.stacks.merge import merge
from support import programs
from support.cores import VARIANTS, Core, interpreter, labels, make_core

SHARED = labels("3.8", "3.9", "3.10", "3.11", "3.12", "3.13", *VARIANTS)
EVERY = labels(*SHARED, "debian", "3.14", "3.15", "sid", "trixie")


def merged(core: Core) -> dict[int, StackTrace]:
    with open_core(core.path, sysroot=core.sysroot) as snapshot:
        modules = load_modules(snapshot)
        jit = JitRegistry(snapshot, modules)
        unwinder = Unwinder(snapshot, modules, jit)
        natives = [unwinder.unwind(thread) for thread in snapshot.threads]
        natives = symbolize(natives, snapshot, modules, jit, lines=False)
        runtime = find_runtime(snapshot, modules)
        assert isinstance(runtime, PythonRuntime), runtime
        python: dict[int | None, list[object]] = {}
        for thread in runtime.threads():
            python.setdefault(thread.native_tid, []).append(thread.stack)
        return {
            thread.tid: merge(native, python.get(thread.tid, []), runtime.info(), snapshot.memory)
            for thread, native in zip(snapshot.threads, natives)
        }


def recorded(core: Core) -> tuple[int, dict[int, list[list[object]]]]:
    """(tid of the thread that died, {tid: [[function, file, line], …] innermost first})."""
    with open(core.folder + "/stacks.json", encoding="utf-8") as file:
        tid, stacks = json.load(file)
    return tid, {int(key): value for key, value in stacks.items()}


def python_frames(stack: StackTrace) -> list[list[object]]:
    return [
        [f.python.code.name, f.python.code.filename, f.python.location.line]
        for f in stack.frames
        if f.python is not None
    ]


def without_inner(frames: list[list[object]]) -> list[list[object]]:
    """From the second frame whose line does not change after the record was written."""
    for number, frame in enumerate(frames):
        if frame[0] == "die":
            return frames[number + 1 :]
    return frames


@pytest.mark.representative("merged stacks")
@pytest.mark.parametrize("label", EVERY)
def test_python_frames_are_all_there_and_in_order(label: str) -> None:
    core = make_core(interpreter(label), programs.MIXED)
    tid, truth = recorded(core)
    stack = merged(core)[tid]
    assert stack.merged, stack.stop_reason
    assert stack.stop_reason == ""
    assert without_inner(python_frames(stack)) == without_inner(truth[tid])


@pytest.mark.representative("merged stacks")
@pytest.mark.parametrize("label", EVERY)
def test_waiting_threads_merge(label: str) -> None:
    core = make_core(interpreter(label), programs.THREADS)
    _, truth = recorded(core)
    stacks = merged(core)
    assert stacks.keys() == truth.keys()
    for tid, stack in stacks.items():
        assert stack.merged, stack.stop_reason
        assert without_inner(python_frames(stack)) == without_inner(truth[tid])
        assert stack.frames[0].native is not None


# What lies between two Python functions, innermost first: (inner, C function in between, outer).
BETWEEN = (
    ("string_at", "ffi_call_unix64", None),
    ("die", None, "__eq__"),
    ("by_hash", None, "<module>"),
    ("<module>", "builtin_exec", "by_exec"),
    ("by_exec", "closure_fcn", "by_callback"),
    ("by_callback", "map_next", "by_comprehension"),
    ("inner", None, "generate"),
    ("delegate", "list_extend", "by_generator"),
    ("by_generator", None, "__init__"),
    ("__init__", "type_call", "<lambda>"),
    ("<lambda>", "functools_reduce", "by_reduce"),
    ("__getattr__", "slot_tp_getattr_hook", "value"),
    ("value", "property_descr_get", "<lambda>"),
    ("<lambda>", "list_sort_impl", "by_sort"),
)


@pytest.mark.parametrize("label", SHARED)
def test_native_frames_lie_between_the_right_python_functions(label: str) -> None:
    core = make_core(interpreter(label), programs.MIXED)
    tid, _ = recorded(core)
    names = [
        "py:" + f.python.code.name if f.python else (f.native.symbol if f.native else "")
        for f in merged(core)[tid].frames
    ]
    text = "\n".join(names) + "\n"
    assert EVAL_FUNCTION not in text and INSTRUCTION not in text
    checked = 0
    for inner, native, outer in BETWEEN:
        if native is None or outer is None or f"\n{native}" not in text:
            continue  # inlined, or of another name, in this version
        segments = _segments_between(names, inner, outer)
        assert any(any(n.startswith(native) for n in segment) for segment in segments), (
            inner, native, outer, text,
        )  # fmt: skip
        checked += 1
    assert checked >= 5, text


def _segments_between(names: list[str], inner: str, outer: str) -> list[list[str]]:
    found = []
    for start, name in enumerate(names):
        if name == "py:" + inner:
            rest = names[start + 1 :]
            stop = next((i for i, n in enumerate(rest) if n.startswith("py:")), None)
            if stop is not None and rest[stop] == "py:" + outer:
                found.append(rest[:stop])
    return found


@pytest.mark.parametrize("label", EVERY)
def test_the_users_own_frames_are_told_from_the_librarys(label: str) -> None:
    core = make_core(interpreter(label), programs.MIXED)
    tid, _ = recorded(core)
    for frame in merged(core)[tid].frames:
        if frame.python is not None:
            own = frame.python.code.filename.endswith(("program.py", "<string>"))
            assert frame.mine == own, frame.python.code


@pytest.mark.newest
def test_numba_frames_lie_between_dispatcher_and_callee() -> None:
    pytest.importorskip("numba", reason="numba is not installed")
    source = programs.NUMBA.format(options="", range="range")
    stack = next(iter(merged(make_core(interpreter("self"), source)).values()))
    kinds = [frame.kind for frame in stack.frames]
    assert stack.merged
    assert kinds[0] == "jit"
    assert stack.frames[0].native is not None and stack.frames[0].native.is_jit
    main = next(i for i, f in enumerate(stack.frames) if f.python is not None)
    python = stack.frames[main].python
    assert python is not None and python.code.name == "main"
    names = [f.native.symbol for f in stack.frames[:main] if f.native and not f.native.is_jit]
    assert "Dispatcher_call" in " ".join(names)


# Hot enough to be compiled, and left through C from compiled code.
HOT = (
    programs.RECORD
    + """
class Number:
    def __init__(self, n):
        self.n = n
    def __add__(self, other):
        if self.n == 6000:
            middle(self.n)
        return Number(self.n + other.n)
    def __lt__(self, other):
        if other.n == 9000:
            die()
        return self.n < other.n

def middle(n):
    found = []
    for i in range(10_000):
        found = smallest(Number(i), Number(n))
    return found

def smallest(one, other):
    return sorted([one, other])[0]

def outer():
    total, one = Number(0), Number(1)
    for i in range(10_000):
        total = total + one
    return total

outer()
"""
)


@pytest.mark.parametrize("label", ("3.12", "3.13", "3.14", *VARIANTS))
def test_frames_of_code_that_the_interpreter_compiled_are_all_there_and_in_order(
    label: str,
) -> None:
    core = make_core(interpreter(label), HOT)
    tid, truth = recorded(core)
    stack = merged(core)[tid]
    assert stack.merged and stack.stop_reason == ""
    assert without_inner(python_frames(stack)) == without_inner(truth[tid])
    names = [frame[0] for frame in python_frames(stack)]
    assert names[names.index("die") + 1 :] == [
        "__lt__", "smallest", "middle", "__add__", "outer", "<module>"
    ]  # fmt: skip
    natives = [frame.native for frame in stack.frames if frame.native is not None]
    made = [number for number, frame in enumerate(natives) if frame.module is None]
    assert bool(made) == (label == "3.14-jit")
    # It has no unwind tables, so the way on from it was guessed, and the next frame says so.
    assert all(natives[number + 1].trust != "cfi" for number in made)


SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

CODE = '''
def nested():
    import ctypes
    ctypes.string_at(8)
nested()
'''

def outer():
    run = getattr(interpreters, "exec", None) or interpreters.run_string
    try:
        interp = interpreters.create("legacy")
    except TypeError:
        interp = interpreters.create(isolated=False)
    run(interp, CODE)

outer()
"""


@pytest.mark.representative("subinterpreters")
@pytest.mark.parametrize("label", labels("3.8", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15"))
def test_frames_of_nested_interpreters_are_in_one_order(label: str) -> None:
    if label == "3.8":
        source = SUBINTERPRETER.replace("create(isolated=False)", "create()")
    else:
        source = SUBINTERPRETER
    core = make_core(interpreter(label), source)
    (stack,) = merged(core).values()
    names = [f.python.code.name for f in stack.frames if f.python is not None]
    if stack.merged and not stack.stop_reason:
        assert names == ["string_at", "nested", "<module>", "outer", "<module>"], names
    else:
        assert stack.stop_reason


GREENLETS = (
    programs.RECORD
    + """
import greenlet

def child(n):
    if n == 0:
        other.switch()
        die()
    child(n - 1)

def second():
    third()

def third():
    first.switch()

first = greenlet.greenlet(child)
other = greenlet.greenlet(second)

def main():
    first.switch(3)

main()
"""
)


@pytest.mark.parametrize("label", ("self", "3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.15"))
def test_a_greenlets_frames_are_never_mixed_with_another_stacks(label: str) -> None:
    source = "import greenlet\n"
    python = interpreter(label)
    import subprocess

    if subprocess.run([python.path, "-c", source], capture_output=True).returncode:
        pytest.skip(f"greenlet is not installed for {label}")
    core = make_core(python, GREENLETS)
    tid, truth = recorded(core)
    stack = merged(core)[tid]
    expected = without_inner(truth[tid])
    got = without_inner(python_frames(stack))
    assert got[: len(expected)] == expected
    if got != expected or not stack.merged:
        assert stack.stop_reason
