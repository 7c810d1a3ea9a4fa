"""Values decoded from processes of every interpreter there is, and from cores, against repr."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from atfault.cpython.offsets import load
from atfault.cpython.values.handlers import value_decoder
from atfault.cpython.values.objects import ValueDecoder
from atfault.model.absent import Absent
from atfault.model.values import Value
from atfault.runtimes import handlers
from atfault.snapshot.protocol import Memory
from support import needs
from support.interpreters import Interpreter, all_interpreters, every_interpreter, interpreter
from support.proc_memory import ProcMemory
from support.this_process import EVERYTHING

HERE = Path(__file__).parent
each_interpreter = pytest.mark.parametrize("python", every_interpreter())


@contextmanager
def running(
    python: Interpreter, program: str, folder: Path, *arguments: str
) -> Iterator[tuple[subprocess.Popen[str], Any]]:
    """(the process, what it printed) of a program of this folder that waits for a line of input."""
    scratch = python.scratch(str(folder))
    script = os.path.join(scratch, program)
    shutil.copy(HERE / program, script)
    process = subprocess.Popen(
        python.command(script, *arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        yield process, json.loads(process.stdout.readline())
    finally:
        process.stdin.close()
        if process.wait() not in (0, -6):
            raise AssertionError(f"{program} ended with {process.returncode}")
        process.stdout.close()
        if python.sysroot is not None:
            shutil.rmtree(scratch, ignore_errors=True)


def decoder_of(python: Interpreter, memory: Memory, **options: Any) -> ValueDecoder:
    structs, _ = load(python.minor, python.free_threaded)
    return value_decoder(memory, structs, python.version, plugins=handlers(), **options)


def differences(decoder: ValueDecoder, rows: list[list[Any]]) -> list[str]:
    wrong = []
    for name, address, type_name, text in rows:
        value = decoder.decode(address)
        got = (value.type, value.text) if isinstance(value, Value) else value.reason
        if got != (type_name, text):
            wrong.append(f"{name}: {got}, not {(type_name, text)}")
        if decoder.check_header(address):
            wrong.append(f"{name}: {decoder.check_header(address)}")
    return wrong


@pytest.mark.representative("values")
@each_interpreter
def test_values_of_every_kind(python: Interpreter, tmp_path: Path) -> None:
    with running(python, "values_program.py", tmp_path) as (process, rows):
        assert differences(decoder_of(python, ProcMemory(process.pid)), rows) == []
        assert len(rows) > 100


@each_interpreter
def test_every_object_of_the_interpreter_has_a_header_and_a_value(
    python: Interpreter, tmp_path: Path
) -> None:
    with running(python, "every_object_program.py", tmp_path) as (process, rows):
        decoder = decoder_of(python, ProcMemory(process.pid))
        for address, type_name in rows:
            assert decoder.check_header(address) == "", type_name
            decoder.begin_frame()
            value = decoder.decode(address)
            assert isinstance(value, Value), (type_name, value)
            assert value.type == type_name
            assert value.text.isprintable()


@pytest.mark.representative("values")
@each_interpreter
def test_random_values_are_what_repr_says(python: Interpreter, tmp_path: Path) -> None:
    with running(python, "random_values_program.py", tmp_path, "20") as (process, rows):
        decoder = decoder_of(python, ProcMemory(process.pid), limits=EVERYTHING, mask_secrets=False)
        for address, text in rows:
            value = decoder.decode(address)
            assert isinstance(value, Value), value
            # What is printable differs between the Unicode tables of Python versions.
            assert eval(value.text, NUMBERS) == eval(text, NUMBERS) or value.text == text


NUMBERS = {"inf": float("inf"), "nan": float("nan")}


@pytest.mark.representative("values")
@each_interpreter
def test_arrays_and_numpy_scalars(python: Interpreter, tmp_path: Path) -> None:
    if not python.has_numpy:
        pytest.skip(f"{python.name} has no numpy")
    with running(python, "arrays_program.py", tmp_path) as (process, rows):
        check_arrays(python, process.pid, rows)


@pytest.mark.newest
def test_tensors(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    with running(this_python(), "arrays_program.py", tmp_path, "torch") as (process, rows):
        assert any(name.startswith("tensor") for name, _, _ in rows)
        check_arrays(this_python(), process.pid, rows)


def this_python() -> Interpreter:
    """The interpreter that runs the tests, which has what the tests need installed."""
    return next(one for one in all_interpreters() if one.argv_prefix == (sys.executable,))


def check_arrays(python: Interpreter, pid: int, rows: list[list[Any]]) -> None:
    memory = ProcMemory(pid)
    decoder = decoder_of(python, memory, mappings=memory.mappings())
    for name, address, facts in rows:
        value = decoder.decode(address)
        assert isinstance(value, Value), (name, value)
        if name.startswith("scalar"):
            assert value.number == facts["number"], name
            continue
        buffer = value.buffer
        assert buffer is not None, name
        assert list(buffer.shape) == facts["shape"], name
        assert list(buffer.strides) == facts["strides"], name
        assert buffer.itemsize == facts["itemsize"], name
        assert not facts["dtype"] or buffer.dtype == facts["dtype"], name
        if not facts["size"]:
            assert buffer.low == buffer.high, name
            continue
        assert buffer.address == facts["address"], name
        assert buffer.mapped is True, name
        assert value.text.rstrip(")").endswith(", mapped"), name
        for field in ("low", "high", "writable"):
            assert field not in facts or getattr(buffer, field) == facts[field], (name, field)
        if facts["owner"] is not None:
            assert list(buffer.owner or ()) == facts["owner"], name


@pytest.mark.parametrize("minor", [8, 11, 13, 15])
def test_values_from_a_core(minor: int, tmp_path: Path) -> None:
    from atfault.snapshot.core import open_core

    needs.found("gcore")
    python = interpreter(minor)
    core = tmp_path / "core"
    with running(python, "values_program.py", tmp_path) as (process, rows):
        subprocess.run(
            ["gcore", "-o", str(core), str(process.pid)], check=True, capture_output=True
        )
    with open_core(f"{core}.{process.pid}") as snapshot:
        decoder = decoder_of(python, snapshot.memory)
        assert differences(decoder, rows) == []


def test_a_value_is_absent_once_its_process_memory_is_gone(tmp_path: Path) -> None:
    python = this_python()
    with running(python, "values_program.py", tmp_path) as (process, rows):
        memory = ProcMemory(process.pid)
    decoder = decoder_of(python, memory)
    assert all(isinstance(decoder.decode(row[1]), Absent) for row in rows)


@each_interpreter
def test_pointers_of_structures_are_found(python: Interpreter, tmp_path: Path) -> None:
    with running(python, "structures_program.py", tmp_path) as (process, (address, pointers)):
        value = decoder_of(python, ProcMemory(process.pid)).decode(address)
        assert isinstance(value, Value), value
        found = [
            [name, part.pointer_at, part.number] for name, part in value.children if part.pointer_at
        ]
        assert found == pointers
