"""`atfault handler`: explain crashes that nobody waited for."""

from __future__ import annotations

import argparse
import json
import time

from atfault.cli.command import Parser
from atfault.cli.output import STDOUT, put, write_file
from atfault.cli.statuses import USAGE
from atfault.handler.handle import DROPPED, EXPLAINED
from atfault.handler.install import (
    Status,
    check_machine,
    check_program,
    install,
    remove,
    status_of,
)
from atfault.handler.places import Places
from atfault.handler.spool import MAX_JOBS
from atfault.report.escape import clean

PLACES = Places()


class Handler:
    name = "handler"
    summary = "explain crashes that nobody waited for, on the whole machine"
    looks_inside = True

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] install|remove|status",
            description=(
                "install has the kernel bring each core to atfault (core_pattern), from containers "
                "too: a crash of a Python program becomes a report, saved for the user whose it "
                "was: `atfault list` shows it. Whoever had the cores before gets them as before, "
                "those of other programs as well. remove puts back what was there.\n\n"
                "The core is looked at as the user whose program crashed, and never as root. Where "
                "systemd-coredump or apport keep cores, `atfault core --last` explains one without "
                "any handler."
            ),
            examples=(
                ("sudo atfault handler install", "from now on, and after a restart"),
                ("atfault handler status", "whether it is there, and what came of the crashes"),
                ("sudo atfault handler remove", "as it was before; reports stay"),
            ),
            statuses=(
                ("0", "it was done; status: the handler is installed, and nothing is wrong"),
                ("1", "status: it is not installed, or something is wrong, as it says"),
                USAGE,
            ),
        )
        parser.add_argument(
            "what",
            metavar="install|remove|status",
            choices=("install", "remove", "status"),
            help="what to do",
        )
        parser.add_argument("--json", action="store_true", help="status: as JSON, for a script")

    def run(self, args: argparse.Namespace) -> int:
        if args.what == "status":
            return _tell(status_of(PLACES), args.json)
        check_machine()
        if args.what == "remove":
            told = remove(PLACES)
            put(f"the handler is removed{'; ' + clean(told) if told else ''}\n")
            return 0
        check_program()
        before = install(PLACES)
        put(
            "the handler is installed: crashes of Python programs become reports of their owners\n"
            f"cores go on to what had them before: {clean(before.pattern) or 'nothing'}\n"
        )
        return 0


def _tell(status: Status, as_json: bool) -> int:
    if as_json:
        plain = {**status._asdict(), "installed": status.is_installed}
        plain["before"] = status.before and status.before._asdict()
        write_file(json.dumps(plain, indent=2) + "\n", STDOUT)
    else:
        put("".join(f"{line}\n" for line in _lines(status)))
    return 0 if status.is_installed and not status.problem else 1


def _lines(status: Status) -> list[str]:
    is_here = "is installed" if status.is_installed else "is not installed"
    lines = [f"the handler {is_here}", f"  core_pattern  {clean(status.pattern)}"]
    if status.before is not None:
        lines.append(f"  before        {clean(status.before.pattern) or 'nothing'}")
    known = sorted(status.counts.items(), key=lambda one: (one[0] != EXPLAINED, one[0] == DROPPED))
    counted = [f"{number} {what}" for what, number in known if _is_count(number)]
    if counted:
        lines.append(f"  crashes       {', '.join(map(clean, counted))}")
    if status.at_work:
        lines.append(f"  at work       {status.at_work}, of {MAX_JOBS} at once")
    if status.left_out:
        lines.append(f"  left out      {status.left_out}, by the kernel: too many at once")
    reasons = status.counts.get("reasons")
    for reason, number in reasons.items() if isinstance(reasons, dict) else ():
        lines.append(f"    {number} × {clean(str(reason))}")
    latest = status.counts.get("latest")
    if isinstance(latest, list) and latest and _is_count(latest[0]):
        when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(latest[0]))
        lines.append(f"  last trouble  {when} UTC")
    if status.problem:
        lines.append(f"  wrong         {clean(status.problem)}")
    return lines


def _is_count(value: object) -> bool:
    return isinstance(value, (int, float)) and 0 <= value < 1 << 40
