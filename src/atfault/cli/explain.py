"""`atfault explain`: explain a log, a traceback, or what another tool reported."""

from __future__ import annotations

import argparse
import gc
import sys
from typing import BinaryIO

from atfault.analyze_text import analyze_text
from atfault.cli.arguments import add_common, analysis_options
from atfault.cli.command import Parser
from atfault.cli.output import emit, remove_old_files
from atfault.cli.statuses import MADE, NOTHING, USAGE
from atfault.errors import AccessError

STDIN = "-"


class Explain:
    name = "explain"
    summary = "explain a build log, a traceback or a sanitizer's report"

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] FILE|-",
            description=(
                "Finds what failed first in a text: the log of a build (make, ninja, CMake, meson,"
                " pip, cargo …; gcc, clang, nvcc, MSVC and their linkers, in any language), a"
                " traceback, a report of a sanitizer or Valgrind, stacks of gdb or py-spy, a line"
                " of the kernel's log.\n\nFailed checks of configure are no failures, and a build"
                " that succeeded is said to have succeeded (cause none)."
            ),
            examples=(
                ("atfault explain build.log", "why the build failed"),
                ("make -j8 2>&1 | atfault explain -", "the same of a pipe"),
                ("dmesg | atfault explain -", "what the kernel said of a crash"),
                ("atfault explain build.log --json -", "as JSON, for a script"),
            ),
            statuses=(MADE, NOTHING, USAGE),
        )
        parser.add_argument("file", metavar="FILE", help="the text; - is standard input")
        add_common(parser)

    def run(self, args: argparse.Namespace) -> int:
        options = analysis_options(args)
        remove_old_files(args, None if args.file == STDIN else args.file)
        gc.disable()  # short-lived, and what it builds holds no cycles
        with _opened(args.file) as stream:
            report = analyze_text(stream, args.file, options)
        emit(report, args, sys.stdout)
        return 0


def _opened(name: str) -> BinaryIO:
    """Raises AccessError."""
    if name == STDIN:
        return sys.stdin.buffer
    try:
        return open(name, "rb")
    except OSError as error:
        raise AccessError(f"cannot read {name}: {error.strerror or error}") from None
