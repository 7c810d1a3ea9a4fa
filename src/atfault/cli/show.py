"""`atfault show`: a saved report again."""

from __future__ import annotations

import argparse
import json
import sys

from atfault import lazy
from atfault.cli.arguments import add_no_locals, add_rendering
from atfault.cli.command import Parser
from atfault.cli.output import (
    STDOUT,
    check_files,
    emit,
    emit_files,
    put,
    terminal_width,
    wants_color,
    write_file,
)
from atfault.cli.statuses import USAGE
from atfault.errors import AccessError, UsageError
from atfault.folders import current_folder
from atfault.formats.salvage import MAGIC, read_salvage
from atfault.model.cleaning import without_locals
from atfault.model.for_others import for_others, masked_again
from atfault.report.layout import ANSI, PLAIN
from atfault.report.salvage import render_salvage
from atfault.saved import load_any


class Show:
    name = "show"
    summary = "show a saved report again, as text, HTML or JSON"
    looks_inside = False

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
                ("atfault show 12 --issue", "the text of a bug report, to be pasted"),
                ("atfault show 12 --html crash.html --no-locals", "a page to hand on"),
                (
                    "atfault show 4711.salvage",
                    "what atfault_probe.salvage saved; nothing is executed",
                ),
                ("atfault show report.json", "a report that --json wrote, here or elsewhere"),
            ),
            statuses=(("0", "it was shown"), USAGE),
        )
        parser.add_argument(
            "report",
            metavar="REPORT",
            nargs="?",
            help="its number (atfault list), a JSON file, or one of atfault_probe.salvage",
        )
        parser.add_argument(
            "--issue",
            action="store_true",
            help="the text of a bug report in Markdown: cause, stack, values, a skeleton of the "
            "call that failed, versions; read it before you publish it",
        )
        parser.add_argument(
            "--with-text",
            action="store_true",
            help="with --issue: the contents of texts in variables too, not their lengths alone",
        )
        add_rendering(parser)
        add_no_locals(parser)

    def run(self, args: argparse.Namespace) -> int:
        check_files(args)
        if args.issue and STDOUT in (args.json, args.html, args.output):
            raise UsageError("show: --issue goes to standard output, and so does -; name a file")
        if args.issue and args.format != "text" and args.output is None:
            raise UsageError(
                f"show: --issue goes to standard output, and so does --format {args.format}"
            )
        which = args.report
        if which is not None and not which.isdigit() and _is_salvage(which):
            if args.issue:
                raise UsageError(f"show: --issue takes a report, and {which} is none")
            return _show_salvage(which, args)
        report = load_any(which)
        if args.with_text and not args.issue:
            raise UsageError("show: --with-text belongs to --issue")
        if args.no_locals:
            report = masked_again(without_locals(report))
        if args.issue and not args.with_text:
            report = for_others(report)
        if args.issue:
            emit_files(report, args)
            put(lazy.load("atfault.report.issue:render_issue")(report, cwd=current_folder()))
        else:
            emit(report, args, sys.stdout)
        return 0


def _is_salvage(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False


def _show_salvage(path: str, args: argparse.Namespace) -> int:
    try:
        salvage = read_salvage(path)
    except OSError as error:
        raise AccessError(f"cannot read {path}: {error.strerror or error}") from None
    if args.json is not None:
        write_file(json.dumps(salvage.plain, indent=1) + "\n", args.json)
    if args.json != STDOUT:
        style = ANSI if wants_color(sys.stdout, args.color) else PLAIN
        width = terminal_width(sys.stdout)
        put(render_salvage(salvage, path, style, width, verbose=args.verbose))
    return 0
