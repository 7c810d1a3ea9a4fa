"""`atfault show`: a saved report again."""

from __future__ import annotations

from atfault.cli.options import NO_LOCALS, RENDERING, Arguments, Command, Positional
from atfault.model.cleaning import without_locals

COMMAND = Command(
    name="show",
    summary="show a saved report again, as text, HTML or JSON",
    description=(
        "Shows a report again that `atfault run` saved, by its number, or one in a JSON file. "
        "Without an argument: the latest."
    ),
    positionals=(Positional("REPORT", "its number (atfault list), or a JSON file", False),),
    options=(*RENDERING, NO_LOCALS),
    examples=(
        ("atfault show", "the latest report"),
        ("atfault show 12 -v", "report 12, with nothing folded"),
        ("atfault show 12 --html crash.html --no-locals", "a page to hand on"),
        ("atfault show report.json", "a report that --json wrote, here or elsewhere"),
    ),
)


def run(args: Arguments) -> int:
    import sys

    from atfault.cli.output import check_files, emit
    from atfault.saved import load, load_file

    check_files(args)
    which = args.report
    if which is None or (which.isascii() and which.isdigit()):
        report = load(None if which is None else int(which[:12]))[1]
    else:
        report = load_file(which)
    emit(without_locals(report) if args.no_locals else report, args, sys.stdout)
    return 0
