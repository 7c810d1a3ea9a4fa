"""Runs a program until it dies and hands back its core file."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from typing import NamedTuple

import pytest

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


def allow_core() -> None:
    """For a child before it executes its program: as large a core as it may leave."""
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))


def require_core_files() -> None:
    """Skip the test where the kernel would not leave a core in the working directory."""
    with open("/proc/sys/kernel/core_pattern", encoding="ascii") as file:
        pattern = file.read().strip()
    if pattern.startswith("|") or "/" in pattern:
        pytest.skip(f"core_pattern {pattern!r} does not put cores into the working directory")
    if resource.getrlimit(resource.RLIMIT_CORE)[1] == 0:
        pytest.skip("the hard limit on core files is 0")


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
