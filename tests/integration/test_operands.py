"""Values on the value stacks of real programs, on every interpreter of this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from atfault.cpython.frames.operands import Operands
from atfault.cpython.runtime import PythonRuntime, PyThread
from atfault.cpython.search import find_runtime
from atfault.cpython.values.handlers import value_decoder
from atfault.cpython.values.objects import ValueDecoder
from atfault.model.values import Value, Variable
from atfault.native.modules import load_modules
from atfault.snapshot.core import open_core
from support.crash_core import Crash, crash, remove
from support.interpreters import Interpreter, every_interpreter

HERE = os.path.dirname(os.path.abspath(__file__))
NOT_TOLD = {(8, "inside_finally")}
"""3.8 has two heights of the stack there, and it is not known which."""


@pytest.fixture(scope="module", params=every_interpreter())
def crashed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Crash]:
    interpreter: Interpreter = request.param
    with open(os.path.join(HERE, "operands_program.py"), encoding="utf-8") as file:
        program = file.read()
    one = crash(interpreter, program, tmp_path_factory.mktemp("operands"))
    yield one
    remove(one.folder)


def operands_of(
    thread: PyThread, operands: Operands, decoder: ValueDecoder
) -> list[tuple[str, str]]:
    """(name, text) of the operands of all its frames that are in a call into C."""
    found: list[Variable] = []
    calls_c = True
    for frame in thread.stack.frames:
        if calls_c:
            found += operands.of(frame, decoder)
        calls_c = frame.is_entry
    return [(one.name, one.value.text) for one in found if isinstance(one.value, Value)]


@pytest.mark.representative("values on the stack")
def test_arguments_and_intermediate_values_are_found_and_nothing_stale(crashed: Crash) -> None:
    snapshot = open_core(crashed.core, sysroot=crashed.interpreter.sysroot)
    runtime = find_runtime(snapshot, load_modules(snapshot))
    assert isinstance(runtime, PythonRuntime), runtime
    decoder = value_decoder(snapshot.memory, runtime.offsets, runtime.version)
    operands = Operands(runtime)
    found = {one.name: operands_of(one, operands, decoder) for one in runtime.threads()}
    missing = []
    for line in crashed.read("wanted.txt").splitlines():
        thread, name, contents = line.split("\t")
        if (crashed.interpreter.minor, thread) in NOT_TOLD:
            assert not any(contents in text for _, text in found[thread])
        elif not any(name == one and contents in text for one, text in found[thread]):
            missing.append((thread, name, contents, found[thread]))
    assert not missing
    assert not [text for thread in found.values() for _, text in thread if "stale" in text]
