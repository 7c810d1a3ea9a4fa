"""`atfault group`: many cores and reports, by what they have in common."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator

from atfault.cli.arguments import Whole, add_color
from atfault.cli.command import Parser
from atfault.cli.list_ import is_recent, moment
from atfault.cli.output import (
    STDOUT,
    check_target,
    put,
    remove_old_files,
    terminal_width,
    wants_color,
    write_file,
)
from atfault.cli.progress import counting
from atfault.cli.statuses import NO_STATE, OK, USAGE
from atfault.errors import UsageError
from atfault.folders import current_folder
from atfault.model.report import now
from atfault.model.triage import Member, Triage, Unread
from atfault.report.layout import ANSI, PLAIN
from atfault.report.triage import plain_triage, render_triage
from atfault.triage.farm import check_farm, read_by_dask
from atfault.triage.inputs import Input, find_inputs
from atfault.triage.known import Known
from atfault.triage.members import grouped
from atfault.triage.reading import Answer, read_cores, read_report

JOBS = Whole(1, 1024, "processes")
SAVE_SECONDS = 60.0
"""After which what was read so far is kept, should it be ended."""


class Group:
    name = "group"
    summary = "many cores and reports, by cause and line"
    looks_inside = False

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] PATH...",
            description=(
                "Reads cores, reports, and folders of them, and puts together what is the same "
                "failure: the same cause, at the same line of yours, in the same native function "
                "and version of its library. Of each group: how many, when first and last, on "
                "which machines, and the command that shows one of them. The most frequent comes "
                "first.\n\n"
                "A core is read once: what was found is kept, and the next look at the folder "
                "costs little. Files that cannot be read are named, and keep no others from being "
                "read."
            ),
            examples=(
                ("atfault group /var/lib/systemd/coredump", "all that systemd-coredump has kept"),
                ("atfault group ~/.local/state/atfault/reports", "the reports that run has saved"),
                ("atfault group cores --since 7d --jobs 8", "those of a week, 8 at a time"),
                ("atfault group cores --json - | jq '.groups[0]'", "as JSON, for a script"),
                (
                    "atfault group /shared/cores --dask tcp://head:8786",
                    "read by the workers of a Dask cluster",
                ),
            ),
            statuses=(
                (str(OK), "there are failures, and they were grouped"),
                (str(NO_STATE), "there is none in what could be read"),
                USAGE,
            ),
        )
        parser.add_argument(
            "paths", metavar="PATH", nargs="+", help="a core, a report as JSON, or a folder of them"
        )
        parser.add_argument(
            "--since",
            metavar="WHEN",
            type=moment,
            help="those from then on: YYYY-MM-DD, 'YYYY-MM-DD HH:MM' (UTC), or how long ago: "
            "30m, 8h, 7d, 2w",
        )
        parser.add_argument(
            "--json",
            metavar="FILE",
            help="also write the groups as JSON to FILE; - is standard output",
        )
        parser.add_argument(
            "--jobs",
            metavar="N",
            type=JOBS,
            help=f"read so many cores at a time ({JOBS.bounds}), each in a process of its own; the "
            "number of processors if left out",
        )
        parser.add_argument(
            "--dask",
            metavar="ADDRESS",
            help="have the workers of this Dask scheduler read the cores, which they see by the "
            "same paths (pip install 'atfault[dask]')",
        )
        parser.add_argument(
            "--fresh", action="store_true", help="read again what was read before, too"
        )
        parser.add_argument(
            "--sysroot", metavar="DIR", help="read the files of the cores' programs below DIR"
        )
        parser.add_argument(
            "-v", "--verbose", action="store_true", help="show all groups and files, not the first"
        )
        add_color(parser)

    def run(self, args: argparse.Namespace) -> int:
        _check(args)
        remove_old_files(args, *args.paths)
        triage = triage_of(args)
        if args.json is not None:
            write_file(json.dumps(plain_triage(triage, now()), indent=1) + "\n", args.json)
        if args.json != STDOUT:
            text = render_triage(
                triage,
                style=ANSI if wants_color(sys.stdout, args.color) else PLAIN,
                width=terminal_width(sys.stdout),
                verbose=args.verbose,
                cwd=current_folder(),
            )
            put(text)
        return OK if triage.groups else NO_STATE


def _check(args: argparse.Namespace) -> None:
    """Raises AccessError or UsageError."""
    if args.sysroot is not None and not os.path.isdir(args.sysroot):
        raise UsageError(f"--sysroot {args.sysroot}: no such folder")
    if args.dask is not None:
        if args.jobs is not None:
            raise UsageError("group: --jobs is of this machine, and --dask has workers of its own")
        check_farm()
    for path in args.paths:
        if not os.path.lexists(path):
            raise UsageError(f"group: {path or repr(path)}: no such file or folder")
    check_target(args.json)


def triage_of(args: argparse.Namespace) -> Triage:
    """Read what the options ask for, as far as it is not known yet."""
    found = find_inputs(args.paths)
    known = Known()
    since = args.since.timestamp() if args.since else 0.0
    inputs = [one for one in found.inputs if one.kind == "report" or one.seen >= since]
    answers: dict[str, Answer] = {}
    if not args.fresh:
        kept = ((one.path, known.get(_key(one, args))) for one in inputs)
        answers.update({path: answer for path, answer in kept if answer is not None})
    wanted = [one for one in inputs if one.path not in answers]
    try:
        saved = time.monotonic()
        for one, answer in _read(wanted, args):
            answers[one.path] = answer
            known.add(_key(one, args), answer)
            if time.monotonic() - saved > SAVE_SECONDS:
                known.save()
                saved = time.monotonic()
    finally:
        problem = known.save()
    shown = [answer._replace(path=path) for path, answer in answers.items()]  # as named this time
    members = [one for one in shown if isinstance(one, Member)]
    if args.since:
        members = [one for one in members if is_recent(one.seen, args.since)]
    unread = [one for one in shown if isinstance(one, Unread)]
    return Triage(
        grouped(members),
        (*found.unread, *sorted(unread)),
        found.passed_over,
        (problem,) if problem else (),
    )


def _key(one: Input, args: argparse.Namespace) -> str:
    """What the answer is kept by: what it depends on, beside the version."""
    return f"{one.key} {os.path.realpath(args.sysroot)}" if args.sysroot else one.key


def _read(inputs: list[Input], args: argparse.Namespace) -> Iterator[tuple[Input, Answer]]:
    """Each as it is done."""
    with counting("files") as tick:
        for done, (one, answer) in enumerate(_answers(inputs, args), start=1):
            if tick is not None:
                tick(done, len(inputs))
            yield one, answer


def _answers(inputs: list[Input], args: argparse.Namespace) -> Iterator[tuple[Input, Answer]]:
    cores = [one for one in inputs if one.kind == "core"]
    yield from ((one, read_report(one)) for one in inputs if one.kind == "report")
    if cores and args.dask is not None:
        yield from read_by_dask(args.dask, cores, args.sysroot)
    elif cores:
        jobs = args.jobs or len(os.sched_getaffinity(0))
        yield from read_cores(cores, min(jobs, len(cores)), args.sysroot)
