"""os.abort() under every interpreter here, stripped ones too."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from support.interpreters import Interpreter, every_interpreter

PROGRAM = """\
import os

def give_up(why):
    os.abort()

give_up("nothing works")
"""


@pytest.mark.representative("os.abort()")
@pytest.mark.parametrize("interpreter", every_interpreter())
def test_os_abort_is_the_programs_own_doing(interpreter: Interpreter, tmp_path) -> None:
    if interpreter.sysroot is not None:
        pytest.skip("run starts programs of this machine's own root")
    script, report = tmp_path / "quit.py", tmp_path / "report.json"
    script.write_text(PROGRAM)
    command = [sys.executable, "-m", "atfault", "run", "--json", str(report), "--"]
    done = subprocess.run(
        [*command, *interpreter.command(str(script))],
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 134
    best = json.loads(report.read_text())["diagnosis"][0]
    assert best["confidence"] == "certain"
    assert "os.abort() was called, from quit.py:4" in best["summary"]
    assert (best["blame"][0]["line"], best["blame"][0]["function"]) == (4, "give_up")
