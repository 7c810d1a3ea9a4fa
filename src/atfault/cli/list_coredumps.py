"""`atfault list --coredumps`: the cores that systemd-coredump and apport have kept."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import datetime, timezone
from typing import Any

from atfault.cli.output import STDOUT, put, terminal_width, wants_color, write_file
from atfault.doctor.words import in_bytes
from atfault.errors import UsageError
from atfault.model.signals import signal_name
from atfault.report.escape import clean, crop
from atfault.report.layout import ANSI, PLAIN
from atfault.snapshot.kept_cores import APPORT, SYSTEMD, Kept, kept_cores


def list_coredumps(args: argparse.Namespace) -> None:
    """Print them, the latest last, as `list`'s options ask. Raises UsageError."""
    if args.cause:
        raise UsageError("list: --cause is of reports: a core's cause is not known before a look")
    shown = [one for one in kept_cores() if _is_wanted(one, args)]
    if args.json:
        write_file(json.dumps([_plain(one) for one in shown], indent=2) + "\n", STDOUT)
    elif not shown:
        put(f"no cores that fit, and that this user may read, in {SYSTEMD} and {APPORT}\n")
    else:
        put("".join(map(_line_maker(args.color), shown)))


def _is_wanted(one: Kept, args: argparse.Namespace) -> bool:
    if args.part and args.part not in one.program:
        return False
    return not args.since or one.time >= args.since.timestamp()


def _plain(one: Kept) -> dict[str, Any]:
    return {**one._asdict(), "time": _when(one.time).isoformat(), "python": one.is_python}


def _when(seconds: float) -> datetime:
    try:
        return datetime.fromtimestamp(seconds, timezone.utc)
    except (ValueError, OverflowError, OSError):  # of a file's name that nobody's clock gave
        return datetime.fromtimestamp(0, timezone.utc)


def _line_maker(color: str) -> Any:
    style = ANSI if wants_color(sys.stdout, color) else PLAIN
    width = terminal_width(sys.stdout)

    def line(one: Kept) -> str:
        name = "?" if one.signal is None else signal_name(one.signal)
        facts = [name, one.program, f"pid {one.pid}" if one.pid else "", in_bytes(one.size)]
        told = "  ".join(clean(fact) for fact in facts if fact)
        when = style.paint("strong", f"{_when(one.time):%Y-%m-%d %H:%M}")
        return f"{when}  {crop(told, width - 18)}\n                  {clean(one.path)}\n"

    return line
