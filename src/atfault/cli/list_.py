"""`atfault list`: the saved reports."""

from __future__ import annotations

import argparse
import json
import re
import sys
from datetime import datetime, timedelta, timezone
from typing import Any, NamedTuple

from atfault import lazy
from atfault.cli.arguments import add_color
from atfault.cli.command import Parser
from atfault.cli.output import STDOUT, put, terminal_width, wants_color, write_file
from atfault.cli.statuses import USAGE
from atfault.errors import AtfaultError
from atfault.folders import current_folder, reports_folder
from atfault.model.report import Report
from atfault.report.escape import clean, crop, pad
from atfault.report.layout import ANSI, PLAIN
from atfault.report.places import Places, command_line
from atfault.saved import Saved, load_summary, saved_reports

CAUSE_WIDTH = 24
PLACE_WIDTH = 28
MAX_CAUSES = 8
_AGE = re.compile(r"(\d{1,6})([mhdw])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d)?")


class List:
    name = "list"
    summary = "list the saved reports"
    looks_inside = False

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS]",
            description=(
                "Lists the reports that `atfault run` saved, the latest last. Times are UTC. "
                "Of several options that choose, all have to fit.\n\n"
                "With --coredumps: the cores that systemd-coredump and apport have kept, as far as "
                "you may read them; `atfault core PATH` explains one."
            ),
            examples=(
                ("atfault list", "number, time, cause, line and command of each"),
                ("atfault list --cause deadlock --since 7d", "those of a cause, of one week"),
                ("atfault list --coredumps", "the cores that the system kept"),
                ("atfault list --json", "as JSON, for a script"),
            ),
            statuses=(("0", "they were listed, if there are any"), USAGE),
        )
        parser.add_argument(
            "--cause",
            metavar="CAUSE",
            action="append",
            help="those whose first cause is this; may be given several times",
        )
        parser.add_argument(
            "--command", metavar="TEXT", dest="part", help="those whose command has TEXT in it"
        )
        parser.add_argument(
            "--since",
            metavar="WHEN",
            type=moment,
            help="those from then on: YYYY-MM-DD, 'YYYY-MM-DD HH:MM' (UTC), or how long ago: "
            "30m, 8h, 7d, 2w",
        )
        parser.add_argument(
            "--coredumps", action="store_true", help="the cores that the system kept, not reports"
        )
        parser.add_argument("--json", action="store_true", help="write them as a JSON list")
        add_color(parser)

    def run(self, args: argparse.Namespace) -> int:
        if args.coredumps:
            lazy.load("atfault.cli.list_coredumps:list_coredumps")(args)
            return 0
        known = [_load(saved) for saved in saved_reports()]
        rows = [row for row in known if _is_wanted(row, args)]
        if args.json:
            write_file(json.dumps([_plain(row) for row in rows], indent=2) + "\n", STDOUT)
        elif not known:
            put(f"no saved reports in {clean(reports_folder())}\n")
        elif not rows:
            put(_none_of(known))
        else:
            _show(rows, args.color)
        return 0


class Row(NamedTuple):
    """One saved report."""

    saved: Saved
    report: Report | None
    """Its head; None where the file is damaged."""
    problem: str = ""
    """What is wrong with it then."""

    @property
    def cause(self) -> str:
        return "" if self.report is None else self.report.diagnosis[0].cause

    @property
    def command(self) -> str:
        return "" if self.report is None else command_line(self.report)

    @property
    def place(self) -> str:
        """ "paint.py:16", "In [4]:3"; "" for none."""
        if self.report is None or not self.report.diagnosis[0].blame:
            return ""
        where = self.report.diagnosis[0].blame[0]
        return Places(self.report, current_folder()).line(where.file, where.line)


def moment(text: str, now: datetime | None = None) -> datetime:
    """The type of --since: a date, or an age. Raises argparse.ArgumentTypeError."""
    age = _AGE.fullmatch(text)
    try:
        if age is not None:
            past = timedelta(**{_UNITS[age[2]]: int(age[1])})
            return (now or datetime.now(timezone.utc)) - past
        if _DATE.fullmatch(text):
            return datetime.fromisoformat(text).replace(tzinfo=timezone.utc)
    except (ValueError, OverflowError):
        pass
    raise argparse.ArgumentTypeError(
        f"takes YYYY-MM-DD, 'YYYY-MM-DD HH:MM', or an age like 8h or 7d, not {text!r}"
    )


def _load(saved: Saved) -> Row:
    try:
        return Row(saved, load_summary(saved.path))
    except AtfaultError as error:
        return Row(saved, None, str(error))


def _is_wanted(row: Row, args: argparse.Namespace) -> bool:
    """A damaged report is, unless something is asked for that it cannot tell."""
    if row.report is None:
        return not (args.cause or args.part or args.since)
    if args.cause and row.cause not in args.cause:
        return False
    if args.part and args.part not in row.command:
        return False
    return not args.since or is_recent(row.report.created, args.since)


def is_recent(created: str, when: datetime) -> bool:
    """created: RFC 3339."""
    try:
        made = datetime.fromisoformat(created.replace("Z", "+00:00"))
        return made >= when
    except (ValueError, TypeError):  # not written by us
        return False


def _none_of(known: list[Row]) -> str:
    causes = list(dict.fromkeys(clean(row.cause) for row in reversed(known) if row.cause))
    more = ", …" if len(causes) > MAX_CAUSES else ""
    told = ", ".join(causes[:MAX_CAUSES]) + more
    return f"none of the {len(known)} saved reports fits; their causes: {told or 'unknown'}\n"


def _plain(row: Row) -> dict[str, Any]:
    """What a script needs: the rest is in the file."""
    found: dict[str, Any] = {"number": row.saved.number, "path": row.saved.path}
    if row.report is None:
        return {**found, "damaged": row.problem}
    best = row.report.diagnosis[0]
    where = best.blame[0] if best.blame else None
    return {
        **found,
        "created": row.report.created,
        "kind": row.report.kind,
        "cause": best.cause,
        "confidence": best.confidence,
        "summary": best.summary,
        "place": row.place or None,
        "file": where and where.file,
        "line": where and where.line,
        "function": where and where.function,
        "command": row.report.command or row.report.process.argv,
    }


def _show(rows: list[Row], color: str) -> None:
    style = ANSI if wants_color(sys.stdout, color) else PLAIN
    width = terminal_width(sys.stdout)
    shown = [None if row.report is None else _columns(row, row.report) for row in rows]
    whole = [columns for columns in shown if columns is not None]
    causes = max((len(columns[1]) for columns in whole), default=0)
    places = max((len(columns[2]) for columns in whole), default=0)
    lines = []
    for row, columns in zip(rows, shown):
        text = f"damaged: {clean(row.problem)}"
        if columns is not None:
            created, cause, place, command = columns
            text = "  ".join((created, pad(cause, causes), pad(place, places), command))
        number = style.paint("strong", f"{row.saved.number:>4}")
        lines.append(f"{number}  {crop(text, width - 6)}".rstrip() + "\n")
    put("".join(lines))


def _columns(row: Row, report: Report) -> tuple[str, str, str, str]:
    """("2026-11-21 02:39", "out-of-bounds", "paint.py:16", "python paint.py")."""
    return (
        clean(report.created[:16].replace("T", " ")),
        crop(clean(row.cause), CAUSE_WIDTH),
        crop(row.place, PLACE_WIDTH, keep_end=True),
        _brief(row.command),
    )


def _brief(command: str) -> str:
    """The command with the interpreter's or program's name in place of its path."""
    program, space, arguments = command.partition(" ")
    return program.rsplit("/", 1)[-1] + space + arguments
