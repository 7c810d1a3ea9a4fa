"""`atfault core`: explain a core file."""

from __future__ import annotations

import argparse
import sys

from atfault import lazy
from atfault.analyze.process import analyze_core
from atfault.cli.arguments import add_common, analysis_options
from atfault.cli.command import Parser
from atfault.cli.output import emit, remove_old_files
from atfault.cli.statuses import MADE, NOTHING, USAGE
from atfault.errors import AccessError, UsageError
from atfault.report.escape import clean


class Core:
    name = "core"
    summary = "explain a core file"
    looks_inside = True

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] CORE|-|--last [EXECUTABLE]",
            description=(
                "Explains what a Python process died of, from the core file it left: the cause, "
                "your line that led to it, and every thread's stack with Python and native frames "
                "in one. Reads plain cores, those compressed with gzip, zstd, xz or lz4, and what "
                "apport keeps; from standard input for -."
            ),
            examples=(
                ("atfault core core.4711", "explain it"),
                ("atfault core --last", "the latest one of a Python that systemd or apport kept"),
                ("coredumpctl dump 4711 | atfault core -", "one that comes through a pipe"),
                ("atfault core core.4711.zst --json -", "the same as JSON, for a script"),
                (
                    "atfault core core --sysroot /mnt/container",
                    "a core from a container or another machine",
                ),
                ("atfault core core --no-lines", "names only, at once"),
            ),
            statuses=(MADE, NOTHING, USAGE),
        )
        parser.add_argument(
            "core", metavar="CORE", nargs="?", help="the core file; - is standard input"
        )
        parser.add_argument(
            "executable",
            metavar="EXECUTABLE",
            nargs="?",
            help="the program; found from the core itself if left out",
        )
        parser.add_argument(
            "--last",
            action="store_true",
            help="the latest core of a Python that systemd-coredump or apport kept (atfault list "
            "--coredumps shows all)",
        )
        add_common(parser)

    def run(self, args: argparse.Namespace) -> int:
        options = analysis_options(args, is_kept=False)
        if args.last == (args.core is not None):
            raise UsageError(
                "core: one core is wanted: a file, - for standard input, or --last for the latest "
                "that the system kept"
            )
        core = _last() if args.last else args.core
        remove_old_files(args, core, args.executable)
        report = analyze_core(core, args.executable, options)
        emit(report, args, sys.stdout, footer=f"the core: {clean(core)}" if args.last else "")
        return 0


def _last() -> str:
    """The path of the latest core of a Python that was kept. Raises AccessError."""
    kept = lazy.load("atfault.snapshot.kept_cores")
    known = kept.kept_cores()
    for one in reversed(known):
        if one.is_python:
            return str(one.path)
    others = f" ({len(known)} of other programs: atfault list --coredumps)" if known else ""
    raise AccessError(
        f"no core of a Python is kept in {kept.SYSTEMD} or {kept.APPORT}{others} that this user "
        "may read"
    )
