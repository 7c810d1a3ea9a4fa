"""`atfault export`: a saved report for others' systems. Nothing is sent."""

from __future__ import annotations

import argparse

from atfault import lazy
from atfault.cli.command import Parser
from atfault.cli.formats import plain_text
from atfault.cli.output import STDOUT, write_file
from atfault.cli.statuses import USAGE
from atfault.folders import current_folder
from atfault.model.cleaning import without_locals
from atfault.model.for_others import for_others
from atfault.model.report import Report
from atfault.saved import load_any


class Export:
    name = "export"
    summary = "a saved report for others' systems: Sentry, OpenTelemetry"
    looks_inside = False

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="--sentry|--otel [OPTIONS] [REPORT]",
            description=(
                "Writes a saved report as others' systems take it, by its number, or one in a JSON "
                "file; without an argument the latest. Nothing is sent: send it yourself, when you "
                "have looked at it. Texts in variables are left out, and secrets masked, as by "
                "`atfault show --issue`."
            ),
            examples=(
                ("atfault export --sentry 12 --output crash.envelope", "for sentry-cli"),
                ("atfault export --otel", "the latest, as a line of OTLP's JSON"),
                ("atfault export --sentry --no-locals report.json", "without any values"),
            ),
            statuses=(("0", "it was written"), USAGE),
        )
        parser.add_argument(
            "report", metavar="REPORT", nargs="?", help="its number (atfault list), or a JSON file"
        )
        form = parser.add_mutually_exclusive_group(required=True)
        form.add_argument(
            "--sentry",
            action="store_true",
            help="an envelope with one event: frames of both kinds, the cause as tags",
        )
        form.add_argument(
            "--otel",
            action="store_true",
            help="a log record of OpenTelemetry, as JSON of OTLP",
        )
        parser.add_argument(
            "--output", metavar="FILE", default=STDOUT, help="where it goes, instead of the output"
        )
        parser.add_argument(
            "--no-locals", action="store_true", help="leave out the values of local variables"
        )

    def run(self, args: argparse.Namespace) -> int:
        report = load_any(args.report)
        if args.no_locals:
            report = without_locals(report)
        write_file(exported(for_others(report), "sentry" if args.sentry else "otel"), args.output)
        return 0


def exported(report: Report, form: str) -> str:
    """form: "sentry" or "otel"."""
    cwd = current_folder()
    if form == "sentry":
        envelope: str = lazy.load("atfault.report.sentry:render_envelope")(report, cwd)
        return envelope
    line: str = lazy.load("atfault.report.otel:render_otel")(report, plain_text, cwd)
    return line
