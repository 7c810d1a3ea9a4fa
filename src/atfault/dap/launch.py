"""What is to be debugged, from the command line and from the editor's launch request, and where its
output goes."""

from __future__ import annotations

import asyncio
import codecs
import difflib
import os
import shlex
import shutil
import tempfile
from collections.abc import Callable, Mapping
from typing import Any

from atfault.dap.connection import RequestFailed
from atfault.dap.doors import Door, private_door
from atfault.dap.joining import check
from atfault.dap.postmortem import CoreFile, Postmortem
from atfault.dap.program import Program, program
from atfault.options import Options
from atfault.report.escape import clean

DEFAULT_OPTIONS = Options(mask_secrets=False)
OUT, ERR = "stdout", "stderr"
READ_BYTES = 1 << 16
MAX_TOLD = 8
MAX_READS = 32
"""In which a pipe that nobody writes to any more is empty (F_SETPIPE_SZ goes to 1 MiB)."""
OF_DEBUGPY = (
    *("justMyCode", "stopOnEntry", "showReturnValue", "django", "jinja", "flask", "gevent"),
    *("pathMappings", "rules", "steppingResumesAllThreads", "guiEventLoop"),
)
"""Settings of an editor's that are debugpy's."""
OF_STARTER = (
    *("program", "module", "code", "args", "python", "env", "cwd", "guiEventLoop"),
    *("core", "sysroot", "processId"),
)
"""What a request says of how the program is run, and what is imported in it: that counts where the
editor has started us, and could have run anything itself."""

OF_EDITORS = (
    *("type", "request", "name", "token", "noDebug", "restart", "console", "connect", "host"),
    *("port", "debugServer", "debugOptions", "clientOS", "workspaceFolder", "cwd", "purpose"),
    *("internalConsoleOptions", "presentation", "preLaunchTask", "postDebugTask", "envFile"),
    *("consoleName", "variablePresentation", "subProcess", "redirectOutput", "isOutputRedirected"),
    *("serverReadyAction", "suppressMultipleSessionWarning", "autoReload", "logToFile"),
    *("subProcessId", "door"),
)
"""What editors and VS Code's debugger for Python put into a request for themselves, or for a
debugpy of their own."""


class Launch:
    """One program to be. An editor's request may add what the command line has left open."""

    def __init__(
        self,
        script: tuple[str, ...] = (),
        *,
        python: str = "python",
        options: Options = DEFAULT_OPTIONS,
        settings: Mapping[str, Any] | None = None,
        keeps_streams: bool = True,
        of_editor: bool = True,
        core: CoreFile | None = None,
        pid: int = 0,
        follow: bool = False,
    ) -> None:
        """script: as debugpy takes it; () for what the request will say. core: looked at instead.
        pid: of a program that runs already; 0 for none. follow: its children, too.
        of_editor: the editor has started us, so that all of its request counts.
        keeps_streams: the program has our standard streams; else its output is told as events."""
        self.options = options
        self.name = script[0] if script else ""
        self.on_output: Callable[[str, str], None] = lambda kind, text: None
        self._script = script
        self._python = python
        self._settings = dict(settings or {})
        self._keeps_streams = keeps_streams
        self._of_editor = of_editor
        self._core = core
        self._pid = pid
        self._follow = follow
        self._door: Door | None = None
        self._dead: Postmortem | None = None
        self._program: Program | None = None
        self._cache = ""
        self._to_close: list[int] = []
        self._reading: dict[int, Callable[[bytes], None]] = {}
        """Our ends of the program's pipes, and who takes what comes out of them."""

    def postmortem(self, arguments: Mapping[str, Any]) -> Postmortem | None:
        """The core that is to be looked at; None for a program. Raises AtfaultError."""
        if self._dead is None and not self._script and not self._pid:
            core = self._core or CoreFile.of(self._counting(arguments)[1])
            self._dead = None if core is None else Postmortem.read(core, self.options)
        return self._dead

    def process(self, arguments: Mapping[str, Any]) -> int:
        """The program that runs already, and is to be joined; 0 for none. Raises InputError."""
        told = 0 if self._script else self._counting(arguments)[1].get("processId") or 0
        text = str(self._pid or told)
        pid = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
        if pid < 0:
            raise RequestFailed("processId is the number of a process")
        if pid:
            check(pid)
            self.name = os.path.basename(os.readlink(f"/proc/{pid}/exe"))
        return pid

    def door(self) -> Door:
        """At which debugpy in a program that is joined will connect. Raises AccessError."""
        self._door = private_door("program")
        return self._door

    def follows(self, arguments: Mapping[str, Any]) -> bool:
        """Whether the processes that the program starts are to be debugged as well."""
        return self._follow or arguments.get("subProcess") is True

    def child(self, arguments: Mapping[str, Any]) -> str:
        """The socket of another session, one of whose children is meant; "" for none."""
        door = arguments.get("door")
        return door if self._of_editor and isinstance(door, str) else ""

    def program(self, arguments: Mapping[str, Any], children: str = "") -> Program:
        """arguments: of a launch request, as debugpy's extension for VS Code has them. children:
        the socket for those that are followed. Raises RequestFailed, UsageError."""
        left_out, arguments = self._counting(arguments)
        script = self._script or _script(arguments)
        self.name = script[1] if script[0] in ("-m", "-c") else script[0]
        self._cache = tempfile.mkdtemp(prefix="atfault-numba-")
        environment: dict[str, str | None] = {"NUMBA_CACHE_DIR": self._cache}
        if not self._keeps_streams:
            environment["PYTHONUNBUFFERED"] = "1"
        given = arguments.get("env") or {}
        if not isinstance(given, dict):
            raise RequestFailed("env is no object")
        for name, value in given.items():
            environment[str(name)] = None if value is None else str(value)
        python = arguments.get("python") or self._python
        self._program = program(
            script,
            python=str(python[0] if isinstance(python, list) else python),
            environment=environment,
            folder=arguments.get("cwd") or None,
            descriptors=self._streams() if self._keeps_streams else self._pipes(),
            left_out=left_out,
            children=children,
        )
        return self._program

    def _counting(self, arguments: Mapping[str, Any]) -> tuple[tuple[str, ...], Mapping[str, Any]]:
        """→ what does not count, and the rest."""
        if self._of_editor:
            return (), arguments
        left_out = tuple(name for name in OF_STARTER if arguments.get(name))
        return left_out, {name: arguments[name] for name in arguments if name not in OF_STARTER}

    def unknown(self, arguments: Mapping[str, Any]) -> str:
        """A line for the user on settings that nobody here knows, likely misspelt; "" for none."""
        known = (*OF_DEBUGPY, *OF_STARTER, *OF_EDITORS)
        found = [one for one in arguments if one not in known and not one.startswith("_")]
        if not found:
            return ""
        near = [difflib.get_close_matches(one, known, 1) for one in found]
        told = [clean(one) + (f" ({hint[0]}?)" if hint else "") for one, hint in zip(found, near)]
        return f"atfault debug: not known, and left out: {', '.join(told[:MAX_TOLD])}\n"

    def settings(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Of debugpy's attach request."""
        _, arguments = self._counting(arguments)
        given = {name: arguments[name] for name in OF_DEBUGPY if name in arguments}
        fixed = {"subProcess": False, "redirectOutput": False, "stopAllThreadsOnSuspend": True}
        return {**fixed, **self._settings, **given}

    def started(self) -> None:
        """gdb has the other ends of the pipes."""
        for descriptor in self._to_close:
            os.close(descriptor)
        self._to_close.clear()
        loop = asyncio.get_running_loop()
        for descriptor in self._reading:
            loop.add_reader(descriptor, self._read, descriptor)

    def drain(self) -> None:
        """Tell what the program has written so far."""
        for descriptor in self._reading:
            for _ in range(MAX_READS):  # a child of the program may write for ever
                if not self._read(descriptor):
                    break

    def close(self) -> None:
        for descriptor in (*self._to_close, *self._reading):
            os.close(descriptor)
        self._to_close.clear()
        self._reading.clear()
        self.remove()
        if self._dead is not None:
            self._dead.close()

    def remove(self) -> None:
        """What was made in folders."""
        if self._program is not None:
            self._program.door.close()
        if self._door is not None:
            self._door.close()
        if self._cache:
            shutil.rmtree(self._cache, ignore_errors=True)

    def _streams(self) -> tuple[int, int, int]:
        """Ours, by other numbers: those that gdb has by the usual ones are its interface."""
        self._to_close = [os.dup(0), os.dup(1), os.dup(2)]
        return (self._to_close[0], self._to_close[1], self._to_close[2])

    def _pipes(self) -> tuple[int, int, int]:
        nothing = os.open(os.devnull, os.O_RDONLY)
        (out, out_end), (err, err_end) = os.pipe(), os.pipe()
        self._reading = {out: self._teller(OUT), err: self._teller(ERR)}
        for descriptor in self._reading:
            os.set_blocking(descriptor, False)
        self._to_close = [nothing, out_end, err_end]
        return nothing, out_end, err_end

    def _teller(self, kind: str) -> Callable[[bytes], None]:
        """A character may come in two pieces."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        return lambda data: self.on_output(kind, decoder.decode(data))

    def _read(self, descriptor: int) -> bool:
        """Whether there may be more at once."""
        try:
            data = os.read(descriptor, READ_BYTES)
        except BlockingIOError:
            return False
        if data:
            self._reading[descriptor](data)
        else:
            asyncio.get_running_loop().remove_reader(descriptor)
        return bool(data)


def _script(arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """What a launch request names."""
    given = arguments.get("args") or ()
    if not isinstance(given, (str, list, tuple)):
        raise RequestFailed("args is no list")
    rest = tuple(shlex.split(given) if isinstance(given, str) else map(str, given))
    if arguments.get("program"):
        return (str(arguments["program"]), *rest)
    if arguments.get("module"):
        return ("-m", str(arguments["module"]), *rest)
    if arguments.get("code"):
        code = arguments["code"]
        return ("-c", "\n".join(code) if isinstance(code, list) else str(code), *rest)
    raise RequestFailed("launch names nothing to run: program, module or code is wanted")
