"""Cores of real programs that really die, made once per session and shared by all tests.

    core = make_core(interpreter("3.12"), "import ctypes; ctypes.string_at(8)")
    with open_core(core.path, sysroot=core.sysroot) as snapshot: ...

A test that needs what this machine lacks (an interpreter, a compiler, core files) is skipped by
name.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from typing import NamedTuple

import pytest

from support import needs
from support.core_files import allow_core, require_core_files
from support.parts import is_first

CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), "atfault")
_IN_ROOTS = {
    "trixie": ("trixie", "/usr/bin/python3"),
    "3.14": ("sid", "/usr/bin/python3.14"),
    "sid": ("sid", "/usr/bin/python3.15"),
}
"""Label → (Debian suite, path inside its root); all stripped."""
VARIANTS = ("3.14-tail", "3.14-jit")
"""Builds with other native frames: a function for each instruction; code made at run time."""
MUSL = "3.13-musl"
"""A stripped build, with a shared libpython, that runs on musl."""
VERSIONS = ("3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15")


class Interpreter(NamedTuple):
    """A Python to run programs with."""

    label: str
    path: str
    """Inside the root, if there is one."""
    root: str | None = None
    """A folder to chroot into."""

    @property
    def binary(self) -> str:
        """The program itself, as a path of this machine."""
        real = os.path.realpath((self.root or "") + self.path)
        if self.root and not real.startswith(self.root):
            real = self.root + real
        return real


def labels(*wanted: str) -> tuple[str, ...]:
    """Of the interpreters that a test is run with; for `make test` the one that runs the tests."""
    return ("self",) if is_first() else wanted


class Core(NamedTuple):
    path: str
    interpreter: Interpreter
    folder: str
    """Its working directory, as a path of this machine; what the program wrote lies here."""

    @property
    def sysroot(self) -> str | None:
        return self.interpreter.root


def interpreter(label: str) -> Interpreter:
    """ "3.8" … "3.13": with a shared libpython and debug information; "3.15": static, with debug
    information in a file of its own; "debian": this machine's own, stripped; "3.14", "sid" (3.15)
    and "trixie": stripped, in a root; or MUSL, or one of VARIANTS. Skips when it is not here."""
    if label == "self":
        return Interpreter(label, sys.executable)
    if label in _IN_ROOTS:
        suite, path = _IN_ROOTS[label]
        root = os.path.join(CACHE, "roots", suite)
        if not os.path.exists(root + path):
            pytest.skip(f"the Debian root {suite} is not prepared, or has no {path}")
        if os.geteuid():
            pytest.skip(f"chroot into the Debian root for {label} needs root")
        return Interpreter(label, path, root)
    if label in (MUSL, *VARIANTS):
        path = os.path.join(CACHE, "pythons", label, "bin", "python" + label.partition("-")[0])
        if not os.path.exists(path):
            how = "" if label == MUSL else "ATFAULT_PREPARE_VARIANTS=1 "
            how += "tools/prepare_test_interpreters.sh makes it"
            pytest.skip(f"the build {label} is not here ({how})")
        return Interpreter(label, path)
    if label == "debian":
        if not os.path.exists("/usr/bin/python3"):
            pytest.skip("this machine has no /usr/bin/python3")
        return Interpreter(label, "/usr/bin/python3")
    path = os.path.join(CACHE, "venvs", label, "bin", "python")
    if not os.path.exists(path):
        pytest.skip(f"no test interpreter for Python {label}")
    return Interpreter(label, path)


@cache
def _workspace(root: str | None) -> str:
    folder = tempfile.mkdtemp(prefix="atfault-cores-", dir=(root or "") + tempfile.gettempdir())
    os.chmod(folder, 0o755)
    if not os.environ.get("ATFAULT_KEEP_CORES"):
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def make_core(
    python: Interpreter, source: str, *args: str, runs: int = 1, timeout: float = 60
) -> Core:
    """The core of the last of `runs` runs of `python program.py args…`, where program.py holds
    `source`. Fails when the program leaves none, skips where the machine writes cores elsewhere."""
    require_core_files()
    return _make_core(python, source, args, runs, timeout)


@cache
def _make_core(
    python: Interpreter, source: str, args: tuple[str, ...], runs: int, timeout: float
) -> Core:
    digest = hashlib.sha256(repr((python, source, args, runs)).encode()).hexdigest()[:16]
    folder = os.path.join(_workspace(python.root), digest)
    os.makedirs(folder)
    with open(os.path.join(folder, "program.py"), "w", encoding="utf-8") as file:
        file.write(source)
    inside = folder[len(python.root) :] if python.root else folder
    command = [python.path, os.path.join(inside, "program.py"), *args]
    if python.root:
        command = ["chroot", python.root, "sh", "-c", f"cd {inside} && exec {' '.join(command)}"]
    for _ in range(runs):
        for name in os.listdir(folder):
            if name.startswith("core"):
                os.remove(os.path.join(folder, name))
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=timeout,
            preexec_fn=allow_core,
        )
    found = [name for name in os.listdir(folder) if name.startswith("core")]
    assert found, f"no core, exit status {done.returncode}: {done.stderr[-2000:]}"
    return Core(os.path.join(folder, found[0]), python, folder)


@cache
def shared_library(source: str, language: str = "c", flags: str = "-O1") -> str:
    """A shared object compiled from `source`; skips without a compiler."""
    compiler = {"c": "gcc", "c++": "g++"}[language]
    needs.found(compiler)
    digest = hashlib.sha256(repr((source, language, flags)).encode()).hexdigest()[:16]
    target = os.path.join(_workspace(None), f"lib{digest}.so")
    command = [compiler, "-x", language, *flags.split(), "-shared", "-fPIC", "-o", target, "-"]
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return target
