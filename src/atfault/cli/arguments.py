"""Options that several commands take, and the kinds of values that options have."""

from __future__ import annotations

import argparse
import os

from atfault.cli.command import Parser
from atfault.cli.formats import FORMATS
from atfault.cli.output import check_files, is_for_people_alone
from atfault.errors import UsageError
from atfault.options import Options

INFINITY = float("inf")


class Number:
    """The type of an option whose value is a number from `low` to `high`, both included.

    unit: what it counts, for the messages: "seconds". bounds: the range in words, which the
    option's help is to name.
    """

    def __init__(self, low: float, high: float = INFINITY, unit: str = "") -> None:
        self._low = low
        self._high = high
        self._unit = f" {unit}" if unit else ""
        self.bounds = f"{low:,} or more" if high == INFINITY else f"{low:,} to {high:,}"

    def __call__(self, text: str) -> float:
        """Raises argparse.ArgumentTypeError for what is no such number."""
        try:
            value = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"a number is wanted, not {text!r}") from None
        if not (self._low <= value <= self._high and value != INFINITY):
            raise argparse.ArgumentTypeError(f"takes {self.bounds}{self._unit}, not {text!r}")
        return value


class Whole(Number):
    """The same for whole numbers."""

    def __call__(self, text: str) -> int:
        """Raises argparse.ArgumentTypeError for what is no such number."""
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"a whole number is wanted, not {text!r}") from None
        if not self._low <= value <= self._high:
            raise argparse.ArgumentTypeError(f"takes {self.bounds}{self._unit}, not {text!r}")
        return value


def add_color(parser: Parser | argparse._ArgumentGroup) -> None:
    """--color."""
    parser.add_argument(
        "--color",
        metavar="WHEN",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours: auto (on a terminal), always or never",
    )


def add_rendering(parser: Parser) -> None:
    """How a report is shown, and where it goes."""
    group = parser.add_argument_group("the report")
    group.add_argument(
        "--json",
        metavar="FILE",
        help="also write the report as JSON to FILE; - is standard output",
    )
    group.add_argument(
        "--html",
        metavar="FILE",
        help="also write the report as one HTML page to FILE; - is standard output",
    )
    group.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        metavar="FORM",
        help="text; github: the text, annotations and a summary of the job; junit or markdown, "
        "which --output may send to a file",
    )
    group.add_argument(
        "--output",
        metavar="FILE",
        help="where --format junit or markdown goes; the text then goes where it always does",
    )
    add_color(group)
    group.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="show all: idle threads, inner frames, every local",
    )


def add_no_locals(parser: Parser | argparse._ArgumentGroup) -> None:
    """--no-locals."""
    parser.add_argument(
        "--no-locals", action="store_true", help="leave out the values of local variables"
    )


def add_analysis(parser: Parser) -> None:
    """What is read of the process, and from where."""
    group = parser.add_argument_group("what is read")
    add_no_locals(group)
    group.add_argument(
        "--no-lines",
        action="store_true",
        help="leave out native file:line and inlined frames: faster",
    )
    group.add_argument(
        "--show-secrets",
        action="store_true",
        help="do not mask values whose names look like secrets (password, token …)",
    )
    group.add_argument(
        "--sysroot",
        metavar="DIR",
        help="read the target's files below DIR (cores of containers)",
    )


def add_common(parser: Parser) -> None:
    """What every command takes that makes a report."""
    add_rendering(parser)
    add_analysis(parser)


def analysis_options(args: argparse.Namespace, *, is_kept: bool = True) -> Options:
    """The `atfault.options.Options` that `add_common`'s options ask for. Raises AccessError or
    UsageError for those that cannot work.

    is_kept: the report is not only shown, but saved.
    """
    check_files(args)
    if args.sysroot is not None and not os.path.isdir(args.sysroot):
        raise UsageError(f"--sysroot {args.sysroot}: no such folder")
    return Options(
        locals=not args.no_locals,
        lines=not args.no_lines,
        plumbing_lines=is_kept or args.verbose or not is_for_people_alone(args),
        sysroot=args.sysroot,
        mask_secrets=not args.show_secrets,
        verbose=args.verbose,
    )
