"""`atfault core`: explain a core file."""

from __future__ import annotations

import argparse
import sys

from atfault.analyze.process import analyze_core
from atfault.cli.arguments import add_common, analysis_options
from atfault.cli.command import Parser
from atfault.cli.output import emit, remove_old_files
from atfault.cli.statuses import MADE, NOTHING, USAGE


class Core:
    name = "core"
    summary = "explain a core file"
    looks_inside = True

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] CORE [EXECUTABLE]",
            description=(
                "Explains what a Python process died of, from the core file it left: the cause, "
                "your line that led to it, and every thread's stack with Python and native frames "
                "in one. Reads plain cores and those compressed with gzip, zstd, xz or lz4."
            ),
            examples=(
                ("atfault core core.4711", "explain it"),
                ("atfault core core.4711.zst --json -", "the same as JSON, for a script"),
                (
                    "atfault core core --sysroot /mnt/container",
                    "a core from a container or another machine",
                ),
                ("atfault core core --no-lines", "names only, at once"),
            ),
            statuses=(MADE, NOTHING, USAGE),
        )
        parser.add_argument("core", metavar="CORE", help="the core file")
        parser.add_argument(
            "executable",
            metavar="EXECUTABLE",
            nargs="?",
            help="the program; found from the core itself if left out",
        )
        add_common(parser)

    def run(self, args: argparse.Namespace) -> int:
        options = analysis_options(args)
        remove_old_files(args, args.core, args.executable)
        report = analyze_core(args.core, args.executable, options)
        emit(report, args, sys.stdout)
        return 0
