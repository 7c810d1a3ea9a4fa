"""The tables that atfault carries, held against each interpreter of this machine: line tables
against what the interpreter says itself, structure layouts against its headers."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sysconfig

import pytest

from atfault.cpython.frames import linetable
from atfault.cpython.offsets import load
from support import needs
from support.interpreters import Interpreter, every_interpreter, other_releases

HERE = os.path.dirname(os.path.abspath(__file__))
GENERATOR = os.path.join(HERE, "..", "..", "tools", "offsets", "generate.py")

# Prints for every code object of a few modules: first line, table, and the line of each instruction
# according to PyCode_Addr2Line, which the interpreter itself uses for tracebacks.
_DUMP = """
import argparse, ctypes, json, sys, types, asyncio.base_events as events
addr2line = ctypes.pythonapi.PyCode_Addr2Line
addr2line.argtypes = [ctypes.py_object, ctypes.c_int]
out = []
def walk(code):
    table = code.co_linetable if sys.version_info >= (3, 10) else code.co_lnotab
    lines = [addr2line(code, at) for at in range(0, len(code.co_code), 2)]
    out.append([code.co_firstlineno, table.hex(), lines])
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            walk(constant)
sample = '''
def f(a,
      b):
    try:
        return [
            x
            for x in a
            if x
        ] or {
            1: b,
        }
    finally:
        with a as c: b(
            c, *a)
    while 1:
        if a: continue
        break
'''
for module in (argparse, events):
    with open(module.__file__, encoding="utf-8") as file:
        walk(compile(file.read(), module.__file__, "exec"))
walk(compile(sample + "\\n" * 700 + sample, "sample", "exec"))
json.dump(out, sys.stdout)
"""


@pytest.mark.representative("line tables")
@pytest.mark.parametrize("interpreter", every_interpreter())
def test_every_instruction_has_the_line_that_the_interpreter_gives(
    interpreter: Interpreter,
) -> None:
    done = subprocess.run(
        [*interpreter.argv_prefix, "-c", _DUMP],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"{interpreter.name} cannot dump its tables: {done.stderr[-200:]}")
    checked = 0
    for first_line, hexadecimal, lines in json.loads(done.stdout):
        table = bytes.fromhex(hexadecimal)
        for index, expected in enumerate(lines):
            at = 2 * index
            found: int | None
            if interpreter.minor >= 11:
                found = linetable.location(table, first_line, at)[0]
            elif interpreter.minor == 10:
                found = linetable.linetable_line(table, first_line, at)
            else:
                found = linetable.lnotab_line(table, first_line, at)
            assert (found if found is not None else -1) == expected
            checked += 1
    assert checked > 5000


def headers_of(interpreter: Interpreter) -> str:
    """The folder of its Python.h, or a skip."""
    done = subprocess.run(
        [*interpreter.argv_prefix, "-c", "import sysconfig; print(sysconfig.get_path('include'))"],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    folder = (interpreter.sysroot or "") + done.stdout.strip()
    if not os.path.exists(os.path.join(folder, "internal", "pycore_gil.h")):
        package = f"libpython3.{interpreter.minor}-dev"
        pytest.skip(f"{interpreter.name} has no internal headers in {folder} (package {package})")
    return folder


MAY_DIFFER = {("_PyRuntimeState", "sizeof"), ("PyInterpreterState", "sizeof")}
"""With the patch release, without a column of its own."""


@pytest.mark.representative("layouts of structures")
@pytest.mark.parametrize("interpreter", [*every_interpreter(), *other_releases()])
def test_the_committed_layout_is_what_the_headers_say(interpreter: Interpreter) -> None:
    check_layout(interpreter, interpreter.free_threaded)


@pytest.mark.parametrize("interpreter", [*every_interpreter(), *other_releases()])
def test_the_layout_of_free_threaded_builds_is_what_the_headers_say(
    interpreter: Interpreter,
) -> None:
    if interpreter.free_threaded or interpreter.minor < 13:
        pytest.skip(f"{interpreter.name}: nothing more to compare")
    check_layout(interpreter, free_threaded=True)


def check_layout(interpreter: Interpreter, free_threaded: bool) -> None:
    """Compile against the interpreter's headers and compare; free_threaded: as if they had been
    configured so."""
    compiler = needs.found(os.environ.get("CC") or "cc")
    include = headers_of(interpreter)
    spec = importlib.util.spec_from_file_location("generate_offsets", GENERATOR)
    assert spec is not None and spec.loader is not None
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    with open(os.path.join(os.path.dirname(GENERATOR), "fields.txt"), encoding="utf-8") as file:
        wanted = generate.parse_fields(file.read(), interpreter.minor, free_threaded)
    defines = ["Py_GIL_DISABLED=1"] if free_threaded and not interpreter.free_threaded else []
    try:
        output = generate.run_c(generate.c_program(wanted), include, compiler, defines)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"the headers of {interpreter.name} do not compile here: {error}")
    structs, constants = load(interpreter.minor, free_threaded, interpreter.version[2])
    for line in output.splitlines():
        kind, owner, name, value = line.split()
        if kind == "field":
            if (owner, name) in MAY_DIFFER:
                continue
            assert structs[owner][name] == int(value), f"{owner}.{name}"
        else:
            assert constants[name] == int(value), name


def test_this_machine_is_one_that_the_tables_are_for() -> None:
    assert sysconfig.get_config_var("SIZEOF_VOID_P") == 8
