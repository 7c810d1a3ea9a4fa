"""`atfault doctor`: what on this machine stands in the way of debugging."""

from __future__ import annotations

import argparse
import json
import sys

from atfault.cli.arguments import add_color
from atfault.cli.command import Parser
from atfault.cli.output import (
    check_target,
    put,
    remove_old_files,
    terminal_width,
    wants_color,
    write_file,
)
from atfault.cli.progress import counting
from atfault.cli.statuses import OK, USAGE
from atfault.doctor.checks import examine
from atfault.doctor.subject import subject_of
from atfault.report.doctor import render_doctor
from atfault.report.layout import ANSI, PLAIN

IN_THE_WAY = 1


class Doctor:
    name = "doctor"
    summary = "what on this machine stands in the way of debugging"
    looks_inside = False

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] [TARGET]",
            description=(
                "Looks at what cores, tracing, symbols, gdb, memory and the installed packages "
                "need, and says what is in the way, what that means and which command cures it. "
                "TARGET narrows it to a process (its number), a core file, or an installed "
                "package. All native modules of the environment of `python` are checked by their "
                "files. Nothing is changed, and none of the packages is imported."
            ),
            examples=(
                ("atfault doctor", "this machine, and the packages of the python on PATH"),
                ("atfault doctor 4711", "may process 4711 be looked into?"),
                ("atfault doctor core.4711", "is the core whole, are its files here?"),
                ("atfault doctor torchvision", "does the package fit the others?"),
            ),
            statuses=(
                (str(OK), "nothing stands in the way"),
                (str(IN_THE_WAY), "something does"),
                USAGE,
            ),
        )
        parser.add_argument(
            "target",
            metavar="TARGET",
            nargs="?",
            help="number of a process, a core file, or name of a package",
        )
        parser.add_argument(
            "--json",
            metavar="FILE",
            help="write what was found as JSON to FILE; - is standard output",
        )
        add_color(parser)
        parser.add_argument(
            "-v", "--verbose", action="store_true", help="show the checks that found nothing, too"
        )

    def run(self, args: argparse.Namespace) -> int:
        check_target(args.json)
        remove_old_files(args, args.target)
        subject = subject_of(args.target)
        try:
            with counting("native modules") as tick:
                subject.progress = tick
                report = examine(subject)
        finally:
            subject.close()
        if args.json is not None:
            write_file(json.dumps(report.to_plain(), indent=2) + "\n", args.json)
        if args.json != "-":
            style = ANSI if wants_color(sys.stdout, args.color) else PLAIN
            width = terminal_width(sys.stdout)
            put(render_doctor(report, style=style, width=width, verbose=args.verbose))
        return IN_THE_WAY if report.count("problem") else OK
