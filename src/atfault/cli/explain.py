"""`atfault explain`: explain a log, a traceback, what another tool reported, or an import."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from typing import BinaryIO

from atfault import lazy
from atfault.analyze.text import analyze_text
from atfault.cli.arguments import add_common, analysis_options
from atfault.cli.command import Parser
from atfault.cli.output import emit, remove_old_files
from atfault.cli.progress import reading
from atfault.cli.statuses import MADE, NOTHING, USAGE
from atfault.errors import AccessError, UsageError
from atfault.model.report import Report
from atfault.options import Options
from atfault.snapshot.rights import Rights, rights_of_user

STDIN = "-"


class Explain:
    name = "explain"
    summary = "explain a build log, a traceback, a sanitizer's report, or an import"
    looks_inside = False

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] FILE|- | --module NAME",
            description=(
                "Finds what failed first in a text: the log of a build (make, ninja, CMake, meson,"
                " pip, cargo …; gcc, clang, nvcc, MSVC and their linkers, in any language), a"
                " traceback, a report of a sanitizer or Valgrind, stacks of gdb or py-spy, a line"
                " of the kernel's log.\n\nFailed checks of configure are no failures, and a build"
                " that succeeded is said to have succeeded (cause none).\n\nWith --module an import"
                " is tried in a child process, with the python on PATH and its output kept away:"
                " which symbols and libraries are missing, who wants them, and which packages do"
                " not belong together. The native files of the package are checked even where the"
                " import works."
            ),
            examples=(
                ("atfault explain build.log", "why the build failed"),
                ("make -j8 2>&1 | atfault explain -", "the same of a pipe"),
                ("atfault explain --module torchvision", "why can it not be imported?"),
                ("dmesg | atfault explain -", "what the kernel said of a crash"),
                ("atfault explain build.log --json -", "as JSON, for a script"),
            ),
            statuses=(MADE, NOTHING, USAGE),
        )
        parser.add_argument("file", metavar="FILE", nargs="?", help="the text; - is standard input")
        parser.add_argument(
            "--module", metavar="NAME", help="import NAME in a child, and explain that"
        )
        add_common(parser)

    def run(self, args: argparse.Namespace) -> int:
        options = analysis_options(args)
        if (args.file is None) == (args.module is None):
            raise UsageError("explain: a FILE (or -) is wanted, or --module NAME; not both")
        remove_old_files(args, None if args.file == STDIN else args.file)
        emit(_report(args, options), args, sys.stdout)
        return 0


def _report(args: argparse.Namespace, options: Options) -> Report:
    if args.module is not None:
        tried: Report = lazy.load("atfault.cli.explain_module:explain_module")(args.module, options)
        return tried
    name = "standard input" if args.file == STDIN else os.path.basename(args.file)
    with _opened(args.file) as stream, reading(stream, name) as watched:
        return analyze_text(watched, args.file, options, _rights(stream))


def _rights(stream: BinaryIO) -> Rights | None:
    """Those of whose text it is, with which the sources that it names are read; None for our own:
    of a text that was piped in nobody knows whose it is."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode) or status.st_uid == os.geteuid():
        return None
    return rights_of_user(status.st_uid, status.st_gid)


def _opened(name: str) -> BinaryIO:
    """Raises AccessError."""
    if name == STDIN:
        return sys.stdin.buffer
    try:
        return open(name, "rb")
    except OSError as error:
        raise AccessError(f"cannot read {name}: {error.strerror or error}") from None
