"""`atfault numba --gdb`: gdb on a script whose compiled functions can be stopped in.

    gdb -q -ex 'set breakpoint pending on' … -ex 'source …/atfault_gdb/start.py' --args python …

NUMBA_DEBUGINFO=1, NUMBA_OPT=0 and NUMBA_EXTEND_VARIABLE_LIFETIMES=1, so that each line can be
stopped at and variables keep their values; a cache of its own, as Numba's knows nothing of these;
NUMBA_GDB_BINARY, as functions that call numba.gdb() do not compile without it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

import atfault_gdb
from atfault.arch.host import require_x86_64
from atfault.dap.program import NUMBA, SHELL
from atfault.errors import UsageError
from atfault.interpreter import behind, question

HELPER = "ATFAULT_GDB_HELPER"


def run_gdb(command: tuple[str, ...]) -> int:
    """gdb on `command`, an interpreter with its arguments, until the user leaves it. → its exit
    status. Raises UsageError where there is no gdb, or no such interpreter,
    UnsupportedMachine."""
    require_x86_64("numba --gdb")
    gdb = shutil.which(os.environ.get("NUMBA_GDB_BINARY") or "gdb")
    if gdb is None:
        raise UsageError(
            "numba --gdb: gdb is not on PATH; apt-get install gdb, or set NUMBA_GDB_BINARY"
        )
    python, _ = behind(command[0], "numba --gdb")
    cache = tempfile.mkdtemp(prefix="atfault-numba-")
    environment = {
        **os.environ,
        **NUMBA,
        "NUMBA_GDB_BINARY": gdb,
        "NUMBA_CACHE_DIR": cache,
        "SHELL": SHELL,
        HELPER: json.dumps(_helper()),
    }
    before = {number: signal.signal(number, signal.SIG_IGN) for number in _OF_GDB}
    try:
        return subprocess.call(
            [gdb, *_options(), "--args", python, *command[1:]],
            env=environment,
            preexec_fn=_signals_as_ever,
        )
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        shutil.rmtree(cache, ignore_errors=True)


_OF_GDB = (signal.SIGINT, signal.SIGQUIT)
"""Ctrl-C and Ctrl-\\ are meant for gdb and the program."""


def _signals_as_ever() -> None:
    for number in _OF_GDB:
        signal.signal(number, signal.SIG_DFL)


def _options() -> list[str]:
    """gdb's, before --args."""
    start = os.path.join(os.path.dirname(atfault_gdb.__file__), "start.py")
    commands = (
        "set breakpoint pending on",  # the functions are compiled later
        f"set environment SHELL {os.environ.get('SHELL', SHELL)}",
        f"source {start}",
    )
    return ["-q", *(word for one in commands for word in ("-ex", one))]


def _helper() -> list[str]:
    """The command behind gdb's `atfault bt`: this interpreter, with the modules that it has now and
    none of the folder that gdb was started in."""
    code = f"import sys; sys.path[:] = {sys.path!r}; "
    code += "from atfault.cli.gdb_stacks import main; sys.exit(main())"
    return question(sys.executable, code, packages=True)
