"""`atfault ranks`: which rank of a job is at fault, from what its ranks have left."""

from __future__ import annotations

import argparse
import sys

from atfault.analyze.ranks import analyze_ranks
from atfault.cli.arguments import add_common, analysis_options
from atfault.cli.command import Parser
from atfault.cli.output import emit, remove_old_files
from atfault.cli.ranks_collect import EXAMPLES, add_options, collect
from atfault.cli.statuses import MADE, USAGE
from atfault.errors import UsageError

COLLECT = "collect"


class Ranks:
    name = "ranks"
    summary = "which rank of a job of many processes is at fault"
    looks_inside = False

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] PATH...",
            description=(
                "Says which rank of a job hangs or died, at which line and why, and where all "
                "others are, a line for each group of ranks. It reads what the ranks have left, in "
                "any mix: dumps of PyTorch's flight recorder (pickle or JSON; nothing in them is "
                "executed), error files of torchelastic, reports that `attach --json` and `run "
                "--json` wrote, files of atfault.rank/1, cores. A folder stands for all files "
                "below it. What is none of these is named, and the rest is merged.\n\nThe number "
                "of a rank is told by the file itself, or else by the last number in its name: "
                "nccl_trace_rank_12."
            ),
            examples=(
                ("atfault ranks /tmp/nccl_trace_rank_*", "dumps of the flight recorder"),
                ("atfault ranks reports/ dumps/", "folders: what is in them is recognised"),
                ("atfault ranks reports --json -", "as JSON, for a script"),
                ("atfault ranks reports --html job.html", "a page to hand on"),
                ("atfault ranks ./collect", "a folder that has the name of a word"),
                *EXAMPLES,
            ),
            statuses=(
                MADE,
                ("1", "the input could be read, but there is no rank of a job in it"),
                USAGE,
            ),
        )
        parser.add_argument(
            "paths", metavar="PATH", nargs="+", help="a file or a folder of what ranks have left"
        )
        add_options(parser)
        add_common(parser)

    def run(self, args: argparse.Namespace) -> int:
        if args.paths[0] == COLLECT:
            if len(args.paths) != 2:
                raise UsageError("ranks: collect takes one folder, or - for standard output")
            return collect(args.paths[1], args)
        options = analysis_options(args)
        remove_old_files(args, *args.paths)
        report = analyze_ranks(args.paths, options)
        emit(report, args, sys.stdout)
        return 0
