"""A crash in the end of a local variable, as the function that had it returns."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from support.interpreters import Interpreter, every_interpreter

PROGRAM = """\
import ctypes

def hold():
    new = ctypes.pythonapi.PyCapsule_New
    new.restype = ctypes.py_object
    new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    capsule = new(1, None, ctypes.cast(ctypes.CDLL(None).abort, ctypes.c_void_p))
    if capsule is not None:
        return 7

print(hold())
"""


@pytest.mark.representative("ends of variables")
@pytest.mark.parametrize("interpreter", every_interpreter())
def test_the_line_that_returned_is_blamed_for_the_end_of_its_variables(
    interpreter: Interpreter, tmp_path
) -> None:
    if interpreter.sysroot is not None or interpreter.minor < 11 or interpreter.free_threaded:
        pytest.skip("not known there, or not of this machine's own root")
    script, report = tmp_path / "holding.py", tmp_path / "report.json"
    script.write_text(PROGRAM)
    command = [sys.executable, "-m", "atfault", "run", "--json", str(report), "--"]
    done = subprocess.run(
        [*command, *interpreter.command(str(script))],
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 134
    blame = json.loads(report.read_text())["diagnosis"][0]["blame"]
    assert [(one["line"], one["function"]) for one in blame] == [(9, "hold"), (11, "<module>")]
