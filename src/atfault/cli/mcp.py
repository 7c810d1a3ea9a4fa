"""`atfault mcp`: reports for people's assistants."""

from __future__ import annotations

import argparse

from atfault import lazy
from atfault.cli.command import Parser
from atfault.cli.statuses import OK, USAGE
from atfault.errors import UsageError
from atfault.extras import MCP, how_to_get, missing


class Mcp:
    name = "mcp"
    summary = "serve reports to an assistant (Model Context Protocol)"
    looks_inside = True

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS]",
            description=(
                "Serves four tools over standard input and output, for an assistant that speaks "
                "the Model Context Protocol: explain_core, explain_process, explain_text and "
                "show_report. Answers come in pages, without the texts that variables hold, and "
                "with secrets masked. Needs the extra: pip install 'atfault[mcp]'."
            ),
            examples=(
                ("atfault mcp", "the command to name in an assistant's configuration"),
                ("atfault mcp --allow-run", "with a tool that runs programs under watch"),
            ),
            statuses=((str(OK), "the assistant has ended the session"), USAGE),
        )
        parser.add_argument(
            "--allow-run",
            action="store_true",
            help="offer run_program too, which runs any command as you; otherwise nothing is run",
        )

    def run(self, args: argparse.Namespace) -> int:
        if missing(MCP):
            raise UsageError(f"mcp: the package mcp is not installed: {how_to_get(MCP)}")
        lazy.load("atfault.mcp_server:serve")(allow_run=args.allow_run)
        return OK
