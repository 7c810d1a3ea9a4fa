"""`atfault debug`: one debugger for Python and native code, for any editor that speaks DAP."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import secrets
import sys

from atfault.arch.host import require_x86_64
from atfault.cli.arguments import Whole
from atfault.cli.command import Parser
from atfault.cli.statuses import OK, USAGE
from atfault.dap.doors import Door, private_door, tcp_door, unix_door
from atfault.dap.launch import Launch
from atfault.dap.postmortem import CoreFile
from atfault.dap.program import check_module, check_script, debugpy_folder, tools
from atfault.dap.server import serve_door, serve_streams
from atfault.errors import UsageError
from atfault.options import Options
from atfault.report.escape import clean

HOST = "127.0.0.1"
MAX_PORT = 65535
MAX_PID = (1 << 22) - 1
TOKEN = "ATFAULT_DEBUG_TOKEN"
"""Of the environment: a token that stays the same, for configurations that are kept."""
MIN_TOKEN = 16
_ON_PORT = re.compile(r"(?:(?P<host>\[[^]/]*\]|[^/:]*):)?(?P<port>-?\d+)")


class Debug:
    name = "debug"
    summary = "one debugger for Python and native code, for your editor (DAP)"
    looks_inside = True

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] [--] SCRIPT [ARG...] | --pid PID | --core CORE [EXECUTABLE]",
            description=(
                "Runs SCRIPT under debugpy and gdb at once, and shows an editor one program: "
                "breakpoints in .py, .c, .cpp and .pyx files and in functions compiled by Numba, "
                "stacks in which Python and native frames are merged, steps from one into the "
                "other. A crash stops it where it happens, with its cause. The editor speaks the "
                "Debug Adapter Protocol, and connects to a socket that is yours alone, as nvim-dap "
                "does, or to a port of this machine, as VS Code does with the debugger for Python "
                "(--listen PORT). What it needs for that is printed.\n\n"
                "With --pid, a program of yours that runs already is joined, and let go again as "
                "it was. With --core, what a program left behind is looked at instead: threads, "
                "merged stacks, variables and the cause, read only and without gdb.\n\n"
                "In its debug console, -exec COMMAND is a command of gdb's. Needs gdb and "
                "pip install 'atfault[debug]'."
            ),
            examples=(
                ("atfault debug train.py --epochs 3", "wait for an editor at a private socket"),
                ("atfault debug --listen 5678 -m pytest -x", "a module, for VS Code"),
                ("atfault debug --pid 4711", "a program that runs already, and goes on afterwards"),
                ("atfault debug --core core.4711", "the same views of a core, read only"),
                ("atfault debug --stdio", "started by an editor, which says what to run"),
            ),
            statuses=((str(OK), "the session has ended"), USAGE),
        )
        parser.add_program(
            help="a Python script, or -m MODULE or -c CODE, and its arguments",
            starts=("-m", "-c"),
            metavar="SCRIPT",
            optional_with=("stdio", "core", "pid"),
        )
        parser.add_argument(
            "--pid",
            metavar="PID",
            type=Whole(1, MAX_PID),
            default=0,
            help="join the program that is process PID (1 to 4,194,303); it goes on when the "
            "session ends",
        )
        parser.add_argument(
            "--core",
            metavar="CORE",
            help="look at a core file instead, plain or compressed; EXECUTABLE is the program, "
            "found from the core itself if left out",
        )
        parser.add_argument(
            "--sysroot",
            metavar="DIR",
            help="with --core: read the program's files below DIR (cores of containers)",
        )
        parser.add_argument(
            "--listen",
            metavar="PATH|[HOST:]PORT",
            help="where the editor connects: a Unix socket (one in a folder of its own), or a "
            "port, 0 for a free one, that only you and root reach, from this machine, with the "
            f"token that is printed ({TOKEN} sets it)",
        )
        parser.add_argument(
            "--stdio",
            action="store_true",
            help="speak through standard input and output instead; SCRIPT may be left to the "
            "editor's launch request",
        )
        parser.add_argument(
            "--follow",
            action="store_true",
            help="debug the Python processes that SCRIPT starts as well, each in a session of its "
            "own, where the editor begins these (startDebugging); in a launch request: subProcess",
        )
        parser.add_argument(
            "--python", metavar="PYTHON", default="python", help="the interpreter (python on PATH)"
        )
        parser.add_argument(
            "--all-code",
            action="store_true",
            help="stop and step in the standard library and installed packages, too",
        )
        parser.add_argument(
            "--no-locals", action="store_true", help="leave out values at native stops: faster"
        )
        parser.add_argument(
            "--no-lines",
            action="store_true",
            help="leave out lines of native frames and inlined ones: faster",
        )

    def run(self, args: argparse.Namespace) -> int:
        core = _core(args)
        if core is None:
            require_x86_64("debug of a program that runs")
            debugpy_folder()
        if args.pid and (args.command or core is not None):
            raise UsageError("debug: --pid PID is joined: no SCRIPT and no --core goes with it")
        script = tuple(args.command) if core is None else ()
        launch = Launch(
            script,
            python=args.python,
            options=Options(locals=not args.no_locals, lines=not args.no_lines, mask_secrets=False),
            settings={"justMyCode": not args.all_code},
            keeps_streams=not args.stdio,
            of_editor=args.stdio,
            core=core,
            pid=args.pid,
            follow=args.follow,
        )
        if args.stdio:
            asyncio.run(serve_streams(launch))
            return OK
        if core is not None:
            launch.postmortem({})
        elif args.pid:
            launch.process({})
        else:
            check_script(script)
            check_module(script, tools(args.python).python)
        door, token = _opened(args.listen or "")
        _say(_at_port(door, token) if token else _at_socket(door))
        asyncio.run(serve_door(door, token, launch, _say))
        return OK


def _core(args: argparse.Namespace) -> CoreFile | None:
    """Raises UsageError."""
    if args.core is None:
        if args.sysroot is not None:
            raise UsageError("debug: --sysroot belongs to --core CORE")
        return None
    if len(args.command) > 1:
        raise UsageError("debug: --core CORE is looked at, not run: EXECUTABLE alone may follow")
    if args.core == "-" and args.stdio:
        raise UsageError("debug: with --stdio, standard input is the editor's: name a file")
    return CoreFile(args.core, next(iter(args.command), None), args.sysroot)


def _opened(where: str) -> tuple[Door, str]:
    """Where --listen says, and the token that is asked for there; "" for none. Raises UsageError,
    AccessError."""
    if not where:
        return private_door("debug"), ""
    port = _ON_PORT.fullmatch(where)
    if port is None:
        return unix_door(where), ""
    try:
        number = Whole(0, MAX_PORT)(port["port"])
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"debug: --listen takes PATH or [HOST:]PORT: {error}") from None
    token = os.environ.pop(TOKEN, "") or secrets.token_urlsafe(24)
    if len(token) < MIN_TOKEN:
        raise UsageError(f"debug: {TOKEN} is shorter than {MIN_TOKEN} characters")
    return tcp_door((port["host"] or "").strip("[]") or HOST, number), token


def _at_socket(door: Door) -> str:
    return (
        f"waiting for an editor at {clean(door.path)}; in nvim-dap:\n"
        f"  dap.adapters.atfault = {{ type = 'pipe', pipe = {json.dumps(door.path)} }}\n"
        "  dap.run({ type = 'atfault', request = 'attach', name = 'atfault' })\n"
        "  VS Code and dape connect to ports: atfault debug --listen 5678 ..."
    )


def _at_port(door: Door, token: str) -> str:
    host, port = door.listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    configuration = {
        "type": "debugpy",
        "request": "attach",
        "name": "atfault",
        "connect": {"host": host, "port": port},
        "token": token,
    }
    return (
        f"waiting for an editor at {shown}:{port}; in VS Code, launch.json:\n"
        f"  {json.dumps(configuration)}\n"
        f"  others attach there with token = {json.dumps(token)} in their configuration"
    )


def _say(text: str) -> None:
    print(f"atfault debug: {text}", file=sys.stderr, flush=True)
