"""The program that is debugged: how it is started, under debugpy and gdb.

    gdb --args python -X frozen_modules=off …/atfault_probe/debugged.py …/debugpy --listen …

gdb is its parent, so that nothing else has to be allowed to trace it.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

import atfault_probe
from atfault.errors import UsageError

NUMBA = {
    "NUMBA_DEBUGINFO": "1",
    "NUMBA_OPT": "0",
    "NUMBA_EXTEND_VARIABLE_LIFETIMES": "1",
}
"""So that the lines of compiled functions can be stopped at, and their variables keep values."""
SHELL = "/bin/sh"
"""What gdb starts the program with, for the quotes that it puts round the arguments."""
LOCALHOST = "127.0.0.1"
_ASK = "import json, sys; print(json.dumps([sys.executable, *sys.version_info[:2]]))"
_ASK_SECONDS = 30
FROZEN_MODULES = (3, 11)
"""From here on the standard library is frozen into the interpreter, which hides its lines."""
_TAKE_OVER = (
    "import os, signal, sys; "
    "fds = json.loads(sys.argv[1]); "
    "[os.dup2(fd, at) for at, fd in enumerate(fds)]; "
    "[os.close(fd) for fd in set(fds) if fd > 2]; "
    "[signal.signal(one, signal.SIG_DFL) for one in (signal.SIGPIPE, signal.SIGXFSZ)]; "
    "os.execv(sys.argv[2], sys.argv[2:])"
)
"""gdb's own standard streams are its machine interface: the program gets these."""


class Program(NamedTuple):
    """What to start. `command` begins with the interpreter itself."""

    command: tuple[str, ...]
    environment: Mapping[str, str]
    port: int
    """On which debugpy will listen."""
    descriptors: tuple[int, int, int]
    """What the program gets as its standard streams."""
    gdb: str
    folder: str | None = None

    def gdb_command(self) -> list[str]:
        return [self.gdb, "-q", "-nx", "--interpreter=mi3", "--args", *self.command]

    def gdb_lines(self) -> list[str]:
        """Commands of gdb's before the program runs."""
        fds = json.dumps(self.descriptors)
        code = f"import json; {_TAKE_OVER}"
        wrapper = shlex.join([sys.executable, "-I", "-S", "-c", code, fds])
        return [
            f"set environment SHELL {os.environ.get('SHELL', SHELL)}",
            f"set exec-wrapper {wrapper}",
        ]


def program(
    script: tuple[str, ...],
    *,
    python: str = "python",
    environment: Mapping[str, str | None] | None = None,
    folder: str | None = None,
    descriptors: tuple[int, int, int] = (0, 1, 2),
) -> Program:
    """script: what debugpy's command line takes: a file, -m MODULE or -c CODE, then arguments.
    environment: beside ours; None for a variable that is not to be there.

    Raises UsageError where something that is needed is not there.
    """
    gdb = shutil.which("gdb")
    if gdb is None:
        raise UsageError("debug: gdb is not on PATH; apt-get install gdb")
    name = shutil.which(python) or (shutil.which("python3") if python == "python" else None)
    if name is None:
        raise UsageError(f"debug: no interpreter {python!r} on PATH; --python names one")
    executable, version = interpreter(name, "debug")
    options = ["-X", "frozen_modules=off"] if version >= FROZEN_MODULES else []
    port = _free_port()
    listen = ["--listen", f"{LOCALHOST}:{port}", "--wait-for-client"]
    without_children = ["--configure-subProcess", "False"]
    begin = os.path.join(os.path.dirname(atfault_probe.__file__), "debugged.py")
    command = (executable, *options, begin, _debugpy(), *listen, *without_children, *script)
    merged = {**os.environ, **NUMBA, **(environment or {}), "SHELL": SHELL}
    return Program(
        command,
        {name: value for name, value in merged.items() if value is not None},
        port,
        descriptors,
        gdb,
        folder,
    )


def _debugpy() -> str:
    """debugpy's folder: it runs in the program's interpreter, whatever is installed there."""
    found = importlib.util.find_spec("debugpy")
    if found is None or found.origin is None:
        raise UsageError(f"debug: debugpy is missing; {sys.executable} -m pip install debugpy")
    return os.path.dirname(found.origin)


def interpreter(name: str, command: str) -> tuple[str, tuple[int, int]]:
    """The program behind the name of an interpreter, and its version: gdb cannot debug the scripts
    that pyenv and others put on PATH. command: ours, for the message. Raises UsageError."""
    try:
        done = subprocess.run(
            [name, "-c", _ASK], capture_output=True, text=True, timeout=_ASK_SECONDS, check=True
        )
        executable, major, minor = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise UsageError(f"{command}: {name} does not run as an interpreter: {error}") from None
    return executable or name, (major, minor)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind((LOCALHOST, 0))
        port: int = one.getsockname()[1]
        return port
