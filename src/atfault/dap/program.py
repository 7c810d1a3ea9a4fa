"""The program that is debugged: how it is started, under debugpy and gdb.

    gdb --args python -X frozen_modules=off …/atfault_probe/atfault_debugged.py …/debugpy SOCKET …

gdb is its parent, so that nothing else has to be allowed to trace it. debugpy in it connects to a
Unix socket of ours: there is no port that others could reach.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

import atfault_probe
from atfault.dap.doors import Door, private_door
from atfault.errors import UsageError
from atfault.extras import DEBUG, how_to_get, missing
from atfault.interpreter import SECONDS, behind, question

NUMBA = {
    "NUMBA_DEBUGINFO": "1",
    "NUMBA_OPT": "0",
    "NUMBA_EXTEND_VARIABLE_LIFETIMES": "1",
}
"""So that the lines of compiled functions can be stopped at, and their variables keep values."""
SHELL = "/bin/sh"
"""What gdb starts the program with, for the quotes that it puts round the arguments."""
FROZEN_MODULES = (3, 11)
"""From here on the standard library is frozen into the interpreter, which hides its lines."""
DEBUGPY = ("--listen", "127.0.0.1:0", "--wait-for-client", "--configure-subProcess", "False")
"""Arguments of debugpy's. It wants an address, which atfault_debugged.py does not listen on."""
OPTIONS = {"-m": "a module", "-c": "code"}
"""What may stand in a script's place → what follows it."""
ELF = b"\x7fELF"
QUIET = "PYDEVD_DISABLE_FILE_VALIDATION"
"""Else pydevd warns in each child that the standard library is frozen."""
NOT_FOUND = 77
_FINDS = (  # what is in that folder is looked for, and nothing of it imported
    "import sys; here = sys.path.pop(0); import importlib.util as u; sys.path.insert(0, here); "
    f"sys.exit({NOT_FOUND} * (u.find_spec(sys.argv[1]) is None))"
)
_TAKE_OVER = (
    "import json, os, signal, sys; "
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
    door: Door
    """To which debugpy in the program will connect."""
    descriptors: tuple[int, int, int]
    """What the program gets as its standard streams."""
    gdb: str
    folder: str | None = None
    left_out: tuple[str, ...] = ()
    """What an editor's request has asked for, that does not count."""

    def gdb_command(self) -> list[str]:
        return [self.gdb, "-q", "-nx", "--interpreter=mi3", "--args", *self.command]

    def gdb_lines(self) -> list[str]:
        """Commands of gdb's before the program runs."""
        fds = json.dumps(self.descriptors)
        wrapper = shlex.join(question(sys.executable, _TAKE_OVER, fds))
        return [
            f"set environment SHELL {os.environ.get('SHELL', SHELL)}",
            f"set exec-wrapper {wrapper}",
        ]


class Tools(NamedTuple):
    """What debugging a program needs, besides it."""

    gdb: str
    python: str
    version: tuple[int, int]
    debugpy: str
    """Its folder: it runs in the program's interpreter, whatever is installed there."""


def tools(python: str) -> Tools:
    """Raises UsageError where one of them is not there."""
    folder = debugpy_folder()
    gdb = gdb_on_path()
    name = shutil.which(python) or (shutil.which("python3") if python == "python" else None)
    if name is None:
        raise UsageError(f"debug: no interpreter {python!r} on PATH; --python names one")
    executable, version = behind(name, "debug")
    return Tools(gdb, executable, version, folder)


def gdb_on_path() -> str:
    """Raises UsageError."""
    gdb = shutil.which("gdb")
    if gdb is None:
        raise UsageError("debug: gdb is not on PATH; apt-get install gdb")
    return gdb


def debugpy_folder() -> str:
    """Raises UsageError where the extra is not installed."""
    absent = missing(DEBUG)
    found = None if absent else importlib.util.find_spec("debugpy")
    if found is None or found.origin is None:
        names = " and ".join(absent or ("debugpy",))
        are = "are" if len(absent) > 1 else "is"
        raise UsageError(f"debug: {names} {are} not installed: {how_to_get(DEBUG)}")
    return os.path.dirname(found.origin)


def check_script(script: tuple[str, ...], folder: str | None = None) -> None:
    """Raises UsageError where there is nothing that an interpreter could run. folder: the working
    directory; None for ours."""
    name = script[0]
    if name in OPTIONS:
        if len(script) < 2:
            raise UsageError(f"debug: {name} wants {OPTIONS[name]} behind it")
        return
    path = os.path.join(folder or "", name)
    if not os.path.exists(path):
        is_command = os.sep not in name and shutil.which(name) is not None
        hint = f"; SCRIPT alone is named, --python {name} its interpreter" if is_command else ""
        raise UsageError(f"debug: {name or repr(name)}: there is no such script{hint}")
    if os.path.isdir(path):
        if not os.path.exists(os.path.join(path, "__main__.py")):
            raise UsageError(f"debug: {name}: a folder without __main__.py is no script")
        return
    if not os.path.isfile(path):
        return  # a pipe: what is read here would be gone
    try:
        with open(path, "rb") as file:
            head = file.read(len(ELF))
    except OSError as error:
        raise UsageError(f"debug: cannot read {name}: {error.strerror}") from None
    if head == ELF:
        raise UsageError(
            f"debug: {name} is a program of its own, no Python script: gdb --args {name} debugs it"
        )


def check_module(
    script: tuple[str, ...],
    python: str,
    environment: Mapping[str, str] | None = None,
    folder: str | None = None,
) -> None:
    """Raises UsageError where the script is a module (`-m`) that the interpreter does not find. It
    is not imported, nor is the package that it is in."""
    if script[0] != "-m":
        return
    top = script[1].partition(".")[0]
    try:
        found = subprocess.run(
            [python, "-c", _FINDS, top],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment,
            cwd=folder,
            timeout=SECONDS,
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise UsageError(f"debug: {python} cannot be asked for {script[1]}: {error}") from None
    if found.returncode == NOT_FOUND:
        raise UsageError(f"debug: -m {script[1]}: {python} finds no module {top}")


def program(
    script: tuple[str, ...],
    *,
    python: str = "python",
    environment: Mapping[str, str | None] | None = None,
    folder: str | None = None,
    descriptors: tuple[int, int, int] = (0, 1, 2),
    left_out: tuple[str, ...] = (),
    children: str = "",
) -> Program:
    """script: what debugpy's command line takes: a file, -m MODULE or -c CODE, then arguments.
    environment: beside ours; None for a variable that is not to be there.
    children: the socket to which followed children connect; "" where they are not followed.

    Raises UsageError where the script or something that is needed is not there, AccessError.
    """
    check_script(script, folder)
    found = tools(python)
    quiet = {QUIET: "1"} if children else {}
    merged = {**os.environ, **NUMBA, **quiet, **(environment or {}), "SHELL": SHELL}
    variables = {name: value for name, value in merged.items() if value is not None}
    check_module(script, found.python, variables, folder)
    options = ["-X", "frozen_modules=off"] if found.version >= FROZEN_MODULES else []
    begin = os.path.join(os.path.dirname(atfault_probe.__file__), "atfault_debugged.py")
    door = private_door("program")
    given = (found.debugpy, door.path, children, *DEBUGPY)
    command = (found.python, *options, begin, *given, *script)
    return Program(
        command,
        variables,
        door,
        descriptors,
        found.gdb,
        folder,
        left_out,
    )
