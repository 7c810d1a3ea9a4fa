"""Runs a program until it dies and hands back its core file."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import NamedTuple

import pytest

from support.core_files import allow_core, require_core_files
from support.interpreters import Interpreter


class Crash(NamedTuple):
    """A program that died."""

    core: str
    folder: str
    """Where it ran; holds whatever it wrote."""
    output: str
    """Standard output and error."""
    interpreter: Interpreter

    def read(self, name: str) -> str:
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()


def crash(
    interpreter: Interpreter, program: str, tmp_path: object, *arguments: str, timeout: float = 60
) -> Crash:
    """Run the Python source `program` until it dies of a signal; skips where cores go elsewhere."""
    require_core_files()
    folder = interpreter.scratch(str(tmp_path))
    script = os.path.join(folder, "program.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(program)
    command = interpreter.command_in(folder, script, *arguments)
    done = subprocess.run(
        command,
        cwd=folder,
        preexec_fn=allow_core,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        check=False,
    )
    cores = [name for name in os.listdir(folder) if name == "core" or name.startswith("core.")]
    if not cores:
        remove(folder)
        pytest.fail(f"no core of {command}: exit {done.returncode}\n{done.stdout[-2000:]}")
    return Crash(os.path.join(folder, cores[0]), folder, done.stdout, interpreter)


def remove(folder: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
