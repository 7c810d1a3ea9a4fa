"""`atfault debug`: one debugger for Python and native code, for any editor that speaks DAP."""

from __future__ import annotations

import argparse
import asyncio
import sys

from atfault.cli.arguments import Whole
from atfault.cli.command import Parser
from atfault.cli.statuses import OK, USAGE
from atfault.dap.launch import Launch
from atfault.dap.server import serve_port, serve_streams
from atfault.errors import UsageError
from atfault.options import Options

HOST = "127.0.0.1"
PORT = 5678
"""debugpy's, which editors are set up for."""
MAX_PORT = 65535


class Debug:
    name = "debug"
    summary = "one debugger for Python and native code, for your editor (DAP)"
    looks_inside = True

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] [--] SCRIPT [ARG...]",
            description=(
                "Runs SCRIPT under debugpy and gdb at once, and shows an editor one program: "
                "breakpoints in .py, .c, .cpp and .pyx files and in functions compiled by Numba, "
                "stacks in which Python and native frames are merged, steps from one into the "
                "other. A crash stops it where it happens, with its cause. The editor speaks the "
                "Debug Adapter Protocol: VS Code with the debugger for Python attaches to the port "
                'as it stands ("type": "debugpy", "request": "attach"); nvim-dap and others do '
                "likewise.\n\n"
                "In its debug console, -exec COMMAND is a command of gdb's. Needs gdb; processes "
                "that SCRIPT starts are not followed."
            ),
            examples=(
                ("atfault debug train.py --epochs 3", "wait for an editor on port 5678"),
                ("atfault debug --listen 5679 -m pytest -x", "a module, on another port"),
                ("atfault debug --stdio", "started by an editor, which says what to run"),
            ),
            statuses=((str(OK), "the session has ended"), USAGE),
        )
        parser.add_program(
            help="a Python script, or -m MODULE or -c CODE, and its arguments",
            starts=("-m", "-c"),
            metavar="SCRIPT",
            optional_with="stdio",
        )
        parser.add_argument(
            "--listen",
            metavar="[HOST:]PORT",
            default=f"{HOST}:{PORT}",
            help=f"where the editor connects ({HOST}:{PORT}); 0 takes a free port. Whoever reaches "
            "it can run code: keep to this machine",
        )
        parser.add_argument(
            "--stdio",
            action="store_true",
            help="speak through standard input and output instead; SCRIPT may be left to the "
            "editor's launch request",
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
        launch = Launch(
            tuple(args.command),
            python=args.python,
            options=Options(locals=not args.no_locals, lines=not args.no_lines, mask_secrets=False),
            settings={"justMyCode": not args.all_code},
            keeps_streams=not args.stdio,
        )
        if args.stdio:
            asyncio.run(serve_streams(launch))
        else:
            host, port = _address(args.listen)
            asyncio.run(serve_port(host, port, launch, _tell_address))
        return OK


def _address(text: str) -> tuple[str, int]:
    """ "5678", "0.0.0.0:5678", "[::1]:5678" → host, port. Raises UsageError."""
    host, _, port = text.rpartition(":")
    try:
        return host.strip("[]") or HOST, Whole(0, MAX_PORT)(port)
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"debug: --listen takes [HOST:]PORT: {error}") from None


def _tell_address(host: str, port: int) -> None:
    print(
        f"atfault debug: waiting for an editor at {host}:{port}; in VS Code, launch.json:\n"
        f'  {{"type": "debugpy", "request": "attach", "name": "atfault", '
        f'"connect": {{"host": "{host}", "port": {port}}}}}',
        file=sys.stderr,
        flush=True,
    )
