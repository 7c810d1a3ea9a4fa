"""Programs that hang on purpose, looked into alive and through the core of an abort.

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

from atfault.decode.threads import DecodedThreads, decode_threads, native_stacks
from atfault.native.modules import load_modules
from atfault.options import Options
from atfault.snapshot.core import open_core
from atfault.snapshot.protocol import Snapshot
from atfault.snapshot.stop import Stop
from support.core_files import allow_core, require_core_files
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
        self._core: str | None = None

    @contextlib.contextmanager
    def opened(self, way: str) -> Iterator[Snapshot]:
        """The process as a snapshot: "live" stops it meanwhile, "core" ends it by SIGABRT, as
        `kill -ABRT` does, and opens what the kernel writes. "live" comes first."""
        if way == "live":
            with Stop(self.process.pid) as snapshot:
                yield snapshot
            return
        if self._core is None:
            require_core_files()
            self.process.send_signal(signal.SIGABRT)
            self.process.wait(START_SECONDS)
            (name,) = (name for name in os.listdir(self.folder) if name.split(".")[0] == "core")
            self._core = os.path.join(self.folder, name)
        with open_core(self._core, sysroot=self.interpreter.sysroot) as snapshot:
            yield snapshot

    def close(self) -> None:
        """End it, and the children that it lists in "children"; remove its core."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        self.process.stdin.close()
        _end_children(self.folder)
        if self._core is not None:
            os.remove(self._core)
        if self.interpreter.sysroot is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def decoded(snapshot: Snapshot) -> DecodedThreads:
    """The threads of a snapshot, without lines of native code and values."""
    modules, options = load_modules(snapshot), Options(lines=False, locals=False)
    stacks = native_stacks(snapshot, modules, options)
    return decode_threads(snapshot, modules, options, None, stacks)


@contextlib.contextmanager
def hanging(
    interpreter: Interpreter,
    program: str,
    fallback: str,
    logged: str,
    environment: dict[str, str] | None = None,
) -> Iterator[HungProgram]:
    """Run a program of tests/integration until it has written `logged`; ends it afterwards."""
    folder = interpreter.scratch(fallback)
    script = shutil.copy(os.path.join(INTEGRATION, program), folder)
    process = subprocess.Popen(
        interpreter.command_in(folder, script, interpreter.inside(folder)),
        cwd=folder,
        stdin=subprocess.PIPE,
        env={**os.environ, **(environment or {})},
        preexec_fn=allow_core,
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
        hung.close()


def _end_children(folder: str) -> None:
    try:
        with open(os.path.join(folder, "children"), encoding="ascii") as file:
            pids = [int(line) for line in file]
    except OSError:
        return
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
