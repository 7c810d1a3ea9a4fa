"""Cores of the zoo's programs, made once and kept: what a core tells can be asked again and again,
in milliseconds, and without a running program.

    build/recorded/deadlock-6f1d0c2e9a47.core       what `attach --save` keeps of a hanging program
    build/recorded/null_pointer-….core              what the kernel leaves of one that crashes
    build/recorded/native/                          what was compiled for them

A core is made anew when its program, or the interpreter, is another one. Where ATFAULT_RECORDED
names the folder, none is made: so does tools/mutants.py, whose source is not to be trusted.
"""

from __future__ import annotations

import functools
import hashlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable

import pytest

from support import hang_zoo, needs, zoo
from support.core_files import why_no_core

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VARIABLE = "ATFAULT_RECORDED"
FOLDER = os.environ.get(VARIABLE) or os.path.join(ROOT, "build", "recorded")
LIMIT_S = 120


def may_record() -> bool:
    return VARIABLE not in os.environ


def core_of(program: hang_zoo.HangProgram | zoo.Program, *, anew: bool = False) -> str:
    """The path of its core; a skip where there is none, and none can be made."""
    path = os.path.join(FOLDER, f"{program.name}-{_digest(program)}.core")
    if anew or not os.path.exists(path):
        if not may_record():
            pytest.skip("no core of it is kept")
        os.makedirs(os.path.join(FOLDER, "native"), exist_ok=True)
        with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
            made = os.path.join(folder, "made")
            record = _record_hang if isinstance(program, hang_zoo.HangProgram) else _record_crash
            why = record(program, made)  # type: ignore[operator]
            if why:
                pytest.skip(why)
            os.replace(made, path)
    return path


def _digest(program: hang_zoo.HangProgram | zoo.Program) -> str:
    """Of all that its core depends on and that changes."""
    found = hashlib.sha256(f"{sys.version} {os.path.realpath(sys.executable)}".encode())
    folder = os.path.dirname(program.path)
    native = program.marks.get("native")
    sources = [program.path, program.file]
    for path in [*sources, *([os.path.join(folder, "native", native)] if native else [])]:
        with open(path, "rb") as file:
            found.update(file.read())
    return found.hexdigest()[:12]


def _environment() -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": os.path.join(ROOT, "src"),
        "ZOO_NATIVE": os.path.join(FOLDER, "native"),
    }


def _record_hang(program: hang_zoo.HangProgram, path: str) -> str:
    """Why there is none, or ""."""
    for need in program.listed("needs"):
        lack = needs.lack(need) if need in needs.COMPILERS else ""
        if lack or (need not in needs.COMPILERS and not _has_module(need)):
            return lack or f"the module {need} is not installed"
    hang_zoo.compile_natives(os.path.join(FOLDER, "native"))
    running = hang_zoo.Running(program, [sys.executable, program.path], _environment())
    try:
        why = running.wait_until_settled()
        if why:
            return why
        tool = [sys.executable, "-m", "atfault", "attach", "--now", "--save", path]
        done = subprocess.run(
            [*tool, str(running.pid)], env=_environment(), timeout=LIMIT_S, capture_output=True
        )
        return "" if done.returncode == 0 else done.stderr.decode(errors="replace")[-500:]
    finally:
        running.kill()


def _record_crash(program: zoo.Program, path: str) -> str:
    lacks = zoo.missing(program, _has_module) or why_no_core()
    if lacks or not program.fails_on(sys.version_info[1]):
        return lacks or "this interpreter does not fail in that way"
    zoo.compile_native(program, os.path.join(FOLDER, "native"))
    folder = os.path.dirname(path)
    subprocess.run(
        [sys.executable, program.path], env={**_environment(), "TMPDIR": folder}, cwd=folder,
        timeout=LIMIT_S, capture_output=True, check=False, preexec_fn=_limits(program),
    )  # fmt: skip
    cores = [name for name in os.listdir(folder) if name.startswith("core")]
    if not cores:
        return "no core was written"
    # Most of a core is empty: --sparse keeps it small.
    copy = ["cp", "--sparse=always", os.path.join(folder, cores[0]), path]
    if subprocess.run(copy, check=False).returncode:
        shutil.copy(os.path.join(folder, cores[0]), path)
    return ""


def _limits(program: zoo.Program) -> Callable[[], None]:
    def apply() -> None:
        kind, _, amount = program.marks.get("limit", "").partition(":")
        if kind == "stack":
            hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
            resource.setrlimit(resource.RLIMIT_STACK, (int(amount), hard))
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))

    return apply


@functools.cache
def _has_module(name: str) -> bool:
    test = [sys.executable, "-c", f"import {name}"]
    return subprocess.run(test, capture_output=True, check=False).returncode == 0
