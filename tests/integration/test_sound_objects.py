"""No object of a healthy process is taken for a damaged one, whatever interpreter made it."""

from __future__ import annotations

import os
import subprocess

import pytest

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.search import find_runtime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.native.modules import load_modules
from atfault.snapshot.live import LiveSnapshot, open_memory
from support.interpreters import Interpreter, all_interpreters

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sound_objects_program.py")


@pytest.mark.representative("objects")
@pytest.mark.parametrize(
    "one", [one for one in all_interpreters() if one.sysroot is None], ids=lambda one: one.name
)
def test_every_object_of_a_healthy_process_is_sound(one: Interpreter, tmp_path) -> None:
    path = f"{tmp_path}/addresses"
    command = [*one.argv_prefix, PROGRAM, path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
            with open(path) as file:
                addresses = [int(word) for word in file.read().split()]
            memory_fd = open_memory(process.pid)
            with LiveSnapshot(process.pid, (), kind="live", memory_fd=memory_fd) as snapshot:
                runtime = find_runtime(snapshot, load_modules(snapshot))
                assert isinstance(runtime, PythonRuntime), runtime
                reader = ObjectReader(runtime)
                wrong = {hex(a): reader.problem(a) for a in addresses if reader.problem(a)}
        except PermissionError as error:
            pytest.skip(f"memory of other processes may not be read here: {error}")
        finally:
            process.kill()
    assert len(addresses) > 5_000
    assert wrong == {}
