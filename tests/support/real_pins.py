"""Environments with the packages that a crash was reported for: old versions, each set in its own.

    <environment>/pins/3.9-numpy-1.21.0-pandas-1.3.0/bin/python

A set is installed from wheels when it is first needed, and kept. An environment, not a folder on
PYTHONPATH: there installed code lies in site-packages, as it does where people crash, and atfault
itself, which may run under another Python, does not see it.
"""

from __future__ import annotations

import fcntl
import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys

from support.interpreters import Interpreter

LIMIT_S = 1800
LONGEST_NAME = 80


class NotInstalled(Exception):
    """The packages cannot be had for that interpreter; the text says what pip said."""


def python_with(folder: str, interpreter: Interpreter, packages: tuple[str, ...]) -> str:
    """Path of an interpreter that has just `packages`, below `folder`. Raises NotInstalled."""
    os.makedirs(folder, exist_ok=True)
    environment = os.path.join(folder, _name(interpreter, packages))
    python = os.path.join(environment, "bin", "python")
    done = os.path.join(environment, ".done")
    with open(environment + ".lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(done):
            shutil.rmtree(environment, ignore_errors=True)
            _make(environment, interpreter, packages)
            with open(done, "w", encoding="ascii"):
                pass
    return python


def _name(interpreter: Interpreter, packages: tuple[str, ...]) -> str:
    readable = "-".join((interpreter.name, *(re.sub(r"[^\w.]+", "-", one) for one in packages)))
    if len(readable) <= LONGEST_NAME:
        return readable
    whole = hashlib.sha256(readable.encode()).hexdigest()[:12]
    return f"{readable[: LONGEST_NAME - len(whole) - 1]}-{whole}"


def _make(environment: str, interpreter: Interpreter, packages: tuple[str, ...]) -> None:
    print(f"installing {', '.join(packages)} for {interpreter.name}", flush=True)
    argv = list(interpreter.argv_prefix)
    _run([*argv, "-m", "venv", "--without-pip", environment])
    if not packages:
        return
    python = os.path.join(environment, "bin", "python")
    # pip of that Python, which knows its old formats; ours where it has none
    pip = [*argv, "-m", "pip"]
    if not _has_pip(tuple(argv)):
        pip = [sys.executable, "-m", "pip", "--python", python]
    libraries = os.path.join(environment, "lib", f"python3.{interpreter.minor}")
    if interpreter.free_threaded:
        libraries += "t"
    target = os.path.join(libraries, "site-packages")
    _run([*pip, "install", "--quiet", "--only-binary", ":all:", "--target", target, *packages])


@functools.cache
def _has_pip(argv: tuple[str, ...]) -> bool:
    return (
        subprocess.run([*argv, "-m", "pip", "-V"], capture_output=True, check=False).returncode == 0
    )


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        raise NotInstalled(f"not done in {LIMIT_S} s: {' '.join(command[:4])}") from None
    if done.returncode:
        told = [line for line in done.stderr.splitlines() if line.strip()]
        raise NotInstalled(told[-1] if told else f"exit status {done.returncode}")
