"""`atfault explain`: why an import does not work."""

from __future__ import annotations

import argparse
import sys

from atfault import lazy
from atfault.cli.arguments import add_common, analysis_options
from atfault.cli.command import Parser
from atfault.cli.output import emit, remove_old_files
from atfault.cli.statuses import MADE, USAGE


class Explain:
    name = "explain"
    summary = "explain an import that fails"

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] --module NAME",
            description=(
                "Tries an import in a child process, with the python on PATH and its output kept "
                "away, and says why it does not work: which symbols and libraries are missing, who "
                "wants them, and which packages do not belong together. The native files of the "
                "package are checked even where the import works."
            ),
            examples=(("atfault explain --module torchvision", "why can it not be imported?"),),
            statuses=(MADE, USAGE),
        )
        parser.add_argument(
            "--module", metavar="NAME", required=True, help="import NAME in a child, and explain it"
        )
        add_common(parser)

    def run(self, args: argparse.Namespace) -> int:
        options = analysis_options(args)
        remove_old_files(args)
        report = lazy.load("atfault.cli.explain_module:explain_module")(args.module, options)
        emit(report, args, sys.stdout)
        return 0
