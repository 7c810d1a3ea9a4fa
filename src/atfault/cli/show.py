"""`atfault show`: a saved report again."""

from __future__ import annotations

import argparse
import sys

from atfault.cli.arguments import add_no_locals, add_rendering
from atfault.cli.command import Parser
from atfault.cli.output import check_files, emit
from atfault.cli.statuses import USAGE
from atfault.model.cleaning import without_locals
from atfault.saved import load, load_file


class Show:
    name = "show"
    summary = "show a saved report again, as text, HTML or JSON"

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] [REPORT]",
            description=(
                "Shows a report again that `atfault run` saved, by its number, or one in a JSON "
                "file. Without an argument: the latest."
            ),
            examples=(
                ("atfault show", "the latest report"),
                ("atfault show 12 -v", "report 12, with nothing folded"),
                ("atfault show 12 --html crash.html --no-locals", "a page to hand on"),
                ("atfault show report.json", "a report that --json wrote, here or elsewhere"),
            ),
            statuses=(("0", "it was shown"), USAGE),
        )
        parser.add_argument(
            "report",
            metavar="REPORT",
            nargs="?",
            help="its number (atfault list), or a JSON file",
        )
        add_rendering(parser)
        add_no_locals(parser)

    def run(self, args: argparse.Namespace) -> int:
        check_files(args)
        which = args.report
        if which is None or (which.isascii() and which.isdigit()):
            report = load(None if which is None else int(which[:12]))[1]
        else:
            report = load_file(which)
        emit(without_locals(report) if args.no_locals else report, args, sys.stdout)
        return 0
