"""`atfault list`: the saved reports."""

from __future__ import annotations

import argparse
import sys

from atfault.cli.arguments import add_color
from atfault.cli.command import Parser
from atfault.cli.output import put, terminal_width, wants_color
from atfault.cli.statuses import USAGE
from atfault.errors import AtfaultError
from atfault.folders import current_folder, reports_folder
from atfault.model.report import Report
from atfault.report.escape import clean, crop, pad
from atfault.report.places import Places, command_line
from atfault.report.style import ANSI, PLAIN
from atfault.saved import load_summary, saved_reports

CAUSE_WIDTH = 24
PLACE_WIDTH = 28


class List:
    name = "list"
    summary = "list the saved reports"
    looks_inside = False

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS]",
            description="Lists the reports that `atfault run` saved, the latest last.",
            examples=(("atfault list", "number, time, cause, line and command of each"),),
            statuses=(("0", "they were listed, if there are any"), USAGE),
        )
        add_color(parser)

    def run(self, args: argparse.Namespace) -> int:
        style = ANSI if wants_color(sys.stdout, args.color) else PLAIN
        width = terminal_width(sys.stdout)
        known = saved_reports()
        if not known:
            put(f"no saved reports in {clean(reports_folder())}\n")
            return 0
        rows: list[tuple[str, ...]] = []
        for saved in known:
            try:
                rows.append(_columns(load_summary(saved.path)))
            except AtfaultError as error:
                rows.append((f"damaged: {clean(str(error))}",))
        whole = [row for row in rows if len(row) > 1]
        causes = max((len(row[1]) for row in whole), default=0)
        places = max((len(row[2]) for row in whole), default=0)
        lines = []
        for saved, row in zip(known, rows):
            if len(row) > 1:
                created, cause, place, command = row
                row = (created, pad(cause, causes), pad(place, places), command)
            number = style.paint("strong", f"{saved.number:>4}")
            lines.append(f"{number}  {crop('  '.join(row), width - 6)}".rstrip() + "\n")
        put("".join(lines))
        return 0


def _columns(report: Report) -> tuple[str, str, str, str]:
    """("2026-11-21 02:39", "out-of-bounds", "paint.py:16", "python paint.py")."""
    best = report.diagnosis[0]
    place = ""
    if best.blame:
        where = best.blame[0]
        place = Places(report, current_folder()).line(where.file, where.line)
    return (
        clean(report.created[:16].replace("T", " ")),
        crop(clean(best.cause), CAUSE_WIDTH),
        crop(place, PLACE_WIDTH, keep_end=True),
        _brief(command_line(report)),
    )


def _brief(command: str) -> str:
    """The command with the interpreter's or program's name in place of its path."""
    program, space, arguments = command.partition(" ")
    return program.rsplit("/", 1)[-1] + space + arguments
