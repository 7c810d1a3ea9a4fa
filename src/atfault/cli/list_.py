"""`atfault list`: the saved reports."""

from __future__ import annotations

from atfault.cli.options import COLOR, Arguments, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from atfault.model.report import Report

COMMAND = Command(
    name="list",
    summary="list the saved reports",
    description="Lists the reports that `atfault run` saved, the latest last.",
    positionals=(),
    options=(COLOR,),
    examples=(("atfault list", "number, time, cause, line and command of each"),),
)
CAUSE_WIDTH = 24
PLACE_WIDTH = 28


def run(args: Arguments) -> int:
    import sys

    from atfault.cli.output import terminal_width, wants_color
    from atfault.errors import AtfaultError
    from atfault.report.escape import clean, crop
    from atfault.report.style import ANSI, PLAIN
    from atfault.saved import load_file, reports_folder, saved_reports

    style = ANSI if wants_color(sys.stdout, args.color) else PLAIN
    width = terminal_width(sys.stdout)
    known = saved_reports()
    if not known:
        sys.stdout.write(f"no saved reports in {clean(reports_folder())}\n")
    for saved in known:
        try:
            number, rest = f"{saved.number:>4}", _columns(load_file(saved.path))
        except AtfaultError as error:
            number, rest = f"{saved.number:>4}", f"damaged: {clean(str(error))}"
        line = crop(rest, width - 6)
        sys.stdout.write(f"{style.paint('strong', number)}  {line}\n")
    return 0


def _columns(report: Report) -> str:
    """'2026-11-21 02:39  out-of-bounds  paint.py:16  python paint.py'."""
    from atfault.report.escape import clean, crop, pad

    best = report.diagnosis[0]
    place = ""
    if best.blame:
        where = best.blame[0]
        place = clean(where.file.rsplit("/", 1)[-1])
        place += f":{where.line}" if where.line is not None else ""
    command = " ".join(report.command or report.process.argv or ())
    return (
        f"{clean(report.created[:16].replace('T', ' ')):<16}  "
        f"{pad(crop(clean(best.cause), CAUSE_WIDTH), CAUSE_WIDTH)}  "
        f"{pad(crop(place, PLACE_WIDTH, keep_end=True), PLACE_WIDTH)}  {clean(command)}"
    )
