"""atfault installed from this checkout, under each Python that it supports.

    tool = installed(python)                    as `pipx install .` does it, wheels alone
    tool.run("core", tool.inside(path))

An environment is made once for each state of pyproject.toml, and kept in the cache of the tests;
atfault's own packages in it are those of this checkout as it is now. In a Debian root it stands
inside, where /proc is mounted for it.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import hashlib
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pip
import pytest

from support.interpreters import Interpreter, all_interpreters, cache_folder
from support.run_command import SOURCE

MINORS = range(10, 16)
CHECKOUT = os.path.dirname(SOURCE)
INSTALL = ("--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--no-compile")
"""Not compiled: little of what is installed is ever imported."""
INSTALL_SECONDS = 250
WITH_PROC = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'


class Tool(NamedTuple):
    """atfault in an environment of its own."""

    python: Interpreter
    prefix: tuple[str, ...]
    """What comes before a command of the environment's interpreter."""
    target: tuple[str, ...]
    """An interpreter for programs to look at, as both see it."""

    def inside(self, path: str) -> str:
        return self.python.inside(path)

    def command(self, state: str, *arguments: str) -> list[str]:
        """argv of `atfault arguments`, with its reports below `state`, and no color."""
        variables = [
            f"XDG_STATE_HOME={self.inside(state)}",
            f"XDG_CACHE_HOME={self.inside(state)}",
        ]
        return [*self.prefix[:-1], "/usr/bin/env", *variables, self.prefix[-1], *arguments]

    def run(self, state: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(state, *arguments), capture_output=True, text=True, timeout=120
        )


def every_tool_python() -> list[object]:
    """Parameters: an interpreter of each version that atfault runs under, or a skip by name."""
    parameters: list[object] = []
    for minor in MINORS:
        fitting = [one for one in all_interpreters() if one.minor == minor]
        fitting = [one for one in fitting if not one.free_threaded]
        fitting.sort(key=lambda one: one.sysroot is not None)
        reason = f"no CPython 3.{minor} here (see tools/prepare_test_interpreters.sh)"
        marks = [] if fitting else [pytest.mark.skip(reason=reason)]
        parameters.append(pytest.param(next(iter(fitting), None), id=f"3.{minor}", marks=marks))
    return parameters


@functools.cache
def installed(python: Interpreter, *more: str) -> Tool:
    """more: packages beside it. On a Python that is too old for atfault its pytest plug-in is all
    that works. Skips where the environment cannot be entered."""
    root = python.sysroot or ""
    release = ".".join(map(str, python.version))
    home = root + "/var/cache/atfault" if root else cache_folder()
    folder = os.path.join(home, "tool-venvs", "-".join((_state(), release, *more)))
    with _locked(folder):
        if not os.path.exists(f"{folder}/ready"):
            shutil.rmtree(folder, ignore_errors=True)
            _make(python, folder, more)
            with open(f"{folder}/ready", "w", encoding="utf-8"):
                pass
        _put_in_sources(folder)
    command = python.inside(f"{folder}/bin/atfault")
    if not root:
        return Tool(python, (command,), (sys.executable,))
    enter = ("unshare", "--mount", "sh", "-c", WITH_PROC, root)
    if subprocess.run([*enter, "/bin/true"], capture_output=True, check=False).returncode:
        pytest.skip(f"{python.name}: /proc cannot be mounted in its root here")
    return Tool(python, (*enter, command), ("/usr/bin/python3",))


@contextlib.contextmanager
def _locked(path: str) -> Iterator[None]:
    """One process at a time makes what lies at `path`."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(f"{path}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _put_in_sources(folder: str) -> None:
    """The packages of this checkout in place of those installed, where they are not the same."""
    files = sorted(one for one in Path(SOURCE).rglob("*") if one.suffix != ".pyc")
    facts = [(str(one), one.stat().st_mtime_ns) for one in files if one.is_file()]
    digest = hashlib.sha256(repr(facts).encode()).hexdigest()
    mark = Path(folder, "sources")
    if mark.exists() and mark.read_text() == digest:
        return
    (packages,) = Path(folder, "lib").glob("python3.*/site-packages")
    for package in (one.name for one in Path(SOURCE).iterdir() if (one / "__init__.py").exists()):
        shutil.rmtree(packages / package, ignore_errors=True)
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(os.path.join(SOURCE, package), packages / package, ignore=ignored)
    mark.write_text(digest)


def _state() -> str:
    """Of each checkout its own, as what is in there is."""
    with open(os.path.join(CHECKOUT, "pyproject.toml"), "rb") as file:
        return hashlib.sha256(CHECKOUT.encode() + file.read()).hexdigest()[:16]


def compiled_installation(folder: str) -> str:
    """Install the wheel into a new environment as users do, below `folder`; its site-packages."""
    _do(sys.executable, "-m", "venv", "--without-pip", folder)
    options = [option for option in INSTALL if option != "--no-compile"]
    inside = f"{folder}/bin/python"
    _do(sys.executable, "-m", "pip", "--python", inside, "install", *options, _wheel())
    (packages,) = Path(folder, "lib").glob("python3.*/site-packages")
    return str(packages)


def _make(python: Interpreter, folder: str, more: tuple[str, ...]) -> None:
    """The environment, and atfault in it. (Debian packs neither pip nor ensurepip with venv.)"""
    wheel = _wheel()
    inside = f"{folder}/bin/python"
    if python.minor not in MINORS:  # which our pip is too new for
        _do(*python.argv_prefix, "-m", "venv", folder)
        _do(
            inside, "-m", "pip", "install", *INSTALL, "--ignore-requires-python", "--no-deps", wheel
        )
        _do(inside, "-m", "pip", "install", *INSTALL, *more)
        return
    _do(*python.argv_prefix, "-m", "venv", "--without-pip", python.inside(folder))
    if python.sysroot is None:
        _do(sys.executable, "-m", "pip", "--python", inside, "install", *INSTALL, wheel, *more)
        return
    copied = shutil.copy(wheel, folder)
    shutil.copytree(os.path.dirname(pip.__file__), f"{folder}/installer/pip")
    trusted = os.environ.get("PIP_CERT") or ssl.get_default_verify_paths().cafile
    # A machine behind a proxy trusts more than the root does.
    certificates = python.inside(shutil.copy(trusted, folder)) if trusted else ""
    variables = [f"{name}={certificates}" for name in ("PIP_CERT", "SSL_CERT_FILE") if trusted]
    command = [python.inside(inside), python.inside(f"{folder}/installer/pip"), "install"]
    enter = ["chroot", python.sysroot, "/usr/bin/env", *variables]
    _do(*enter, *command, *INSTALL, python.inside(copied), *more)


def _wheel() -> str:
    """One for all; built from a copy, so that nothing is left in the checkout."""
    kept = os.path.join(cache_folder(), "tool-venvs", f"{_state()}-wheel")
    with _locked(kept):
        if not os.path.exists(kept):
            with tempfile.TemporaryDirectory(dir=os.path.dirname(kept)) as scratch:
                copy = os.path.join(scratch, "checkout")
                shutil.copytree(SOURCE, f"{copy}/src", ignore=shutil.ignore_patterns("*.egg-info"))
                for name in ("pyproject.toml", "README.md", "LICENSE"):
                    shutil.copy(os.path.join(CHECKOUT, name), copy)
                to = f"{scratch}/wheel"
                _do(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", to, copy)
                os.rename(to, kept)
    (name,) = os.listdir(kept)
    return os.path.join(kept, name)


def _do(*command: str) -> None:
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stderr[-3000:]}"
