"""Programs that hang on purpose, looked into alive and through a core that gcore makes of them.

with hanging(interpreter, "python_waits_program.py", tmp_path, "threads.json") as program:
    program.log                      what the program itself wrote before it hung
    with program.opened("live") as snapshot: …
    with program.opened("core") as snapshot: …
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest

from atfault.decode.threads import DecodedThreads, decode_threads
from atfault.native.modules import load_modules
from atfault.options import Options
from atfault.snapshot.core import open_core
from atfault.snapshot.live import stop
from atfault.snapshot.protocol import Snapshot
from support.interpreters import Interpreter

INTEGRATION = os.path.join(os.path.dirname(os.path.dirname(__file__)), "integration")
START_SECONDS = 60
SETTLE_SECONDS = 0.5


class HungProgram:
    """A program that hangs, and the folder it works in."""

    def __init__(self, interpreter: Interpreter, process: subprocess.Popen[bytes], folder: str):
        self.interpreter = interpreter
        self.process = process
        self.folder = folder
        self.log: Any = None

    @contextlib.contextmanager
    def opened(self, way: str) -> Iterator[Snapshot]:
        """The process as a snapshot: "live" stops it meanwhile, "core" has gcore dump it."""
        if way == "live":
            with stop(self.process.pid) as snapshot:
                yield snapshot
            return
        if not shutil.which("gcore"):
            pytest.skip("gcore (of gdb) is not installed")
        core = os.path.join(self.folder, "core")
        done = subprocess.run(
            ["gcore", "-o", core, str(self.process.pid)], capture_output=True, timeout=120
        )
        path = f"{core}.{self.process.pid}"
        assert os.path.exists(path), done.stderr[-500:]
        try:
            # glibc 2.42 guards stacks by MADV_GUARD_INSTALL, inside of their mappings, and this
            # gdb then writes zeros for the whole stack.
            if b"Memory read failed for corefile section, 1048576 bytes" in done.stderr:
                pytest.skip("gcore loses thread stacks of glibc 2.42 and later")
            # gdb names the files of a process in a chroot as this machine sees them.
            with open_core(path) as snapshot:
                yield snapshot
        finally:
            os.remove(path)


def decoded(snapshot: Snapshot) -> DecodedThreads:
    """The threads of a snapshot, without lines of native code and values."""
    modules = load_modules(snapshot)
    return decode_threads(snapshot, modules, Options(lines=False, locals=False), None)


@contextlib.contextmanager
def hanging(
    interpreter: Interpreter,
    program: str,
    fallback: str,
    logged: str,
    environment: dict[str, str] | None = None,
) -> Iterator[HungProgram]:
    """Run a program of tests/integration until it has written `logged`; ends it, and the children
    that it lists in "children", afterwards."""
    folder = interpreter.scratch(fallback)
    script = shutil.copy(os.path.join(INTEGRATION, program), folder)
    process = subprocess.Popen(
        interpreter.command(script, interpreter.inside(folder)),
        stdin=subprocess.PIPE,
        env={**os.environ, **(environment or {})},
    )
    hung = HungProgram(interpreter, process, folder)
    try:
        deadline = time.monotonic() + START_SECONDS
        while not os.path.exists(os.path.join(folder, logged)):
            assert process.poll() is None, f"the program ended with {process.returncode}"
            assert time.monotonic() < deadline, "the program does not get where it should hang"
            time.sleep(0.05)
        time.sleep(SETTLE_SECONDS)
        with open(os.path.join(folder, logged), encoding="utf-8") as file:
            hung.log = json.load(file)
        yield hung
    finally:
        process.kill()
        process.wait()
        assert process.stdin is not None
        process.stdin.close()
        _end_children(folder)
        if interpreter.sysroot is not None:
            shutil.rmtree(folder, ignore_errors=True)


def _end_children(folder: str) -> None:
    try:
        with open(os.path.join(folder, "children"), encoding="ascii") as file:
            pids = [int(line) for line in file]
    except OSError:
        return
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
