"""`atfault attach`: look into a live process and explain why it hangs."""

from __future__ import annotations

import argparse
import os
import sys

from atfault import lazy
from atfault.analyze.live import look_into, watch_target
from atfault.analyze.process import NOT_WATCHED
from atfault.cli.arguments import Number, add_common, analysis_options
from atfault.cli.command import Parser
from atfault.cli.output import emit, put, remove_old_files
from atfault.cli.progress import watching
from atfault.cli.statuses import MADE, NO_STATE, OK, USAGE
from atfault.errors import UsageError
from atfault.report.escape import clean, pad
from atfault.snapshot.ptrace import ensure_survives
from atfault.snapshot.target import Target

DEFAULT_WATCH = 3.0
MAX_WATCH = 3600
RUNNING = "atfault.jupyter.running"
WATCHED = "atfault.jupyter.watched:asked_of_watcher"


class Attach:
    name = "attach"
    summary = "look into a live process; explain why it hangs"
    looks_inside = True

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] PID | --jupyter [NAME]",
            description=(
                "Watches a running process for a few seconds, stops it for some milliseconds to "
                "copy its stacks and locks, and explains what it waits for, who holds it, or where "
                "it is busy. The process goes on as if nothing had happened: none of its memory is "
                "written, and no code is run in it."
            ),
            examples=(
                ("atfault attach 4711", "why does it not go on?"),
                ("atfault attach --now 4711", "where is it at this moment?"),
                ("atfault attach --save hang.core 4711", "something to send to somebody else"),
                ("atfault attach --jupyter", "the kernels that run, and their notebooks"),
                ("atfault attach --jupyter heat.ipynb", "what does the cell of that one wait for?"),
            ),
            statuses=(MADE, USAGE),
        )
        parser.add_argument("pid", metavar="PID", nargs="?", help="number of the process")
        parser.add_argument(
            "--jupyter",
            action="store_true",
            help="list the kernels of Jupyter that run, by notebook; with a NAME (of the notebook, "
            "or the beginning of the kernel's id) look at that one",
        )
        group = parser.add_argument_group("how it looks")
        group.add_argument(
            "--watch",
            metavar="SECONDS",
            type=Number(0, MAX_WATCH, "seconds"),
            default=DEFAULT_WATCH,
            help="watch for SECONDS first, to tell what moves (0 to 3,600; default: 3)",
        )
        group.add_argument(
            "--now", action="store_true", help="do not watch: one look at this moment"
        )
        group.add_argument(
            "--save",
            metavar="FILE",
            help="also write a small core FILE, which atfault core, gdb and pystack open, without "
            "texts and freed memory",
        )
        group.add_argument(
            "--with-text",
            action="store_true",
            help="with --save: keep texts (str, bytes, command line …), and what lies beside them",
        )
        add_common(parser)

    def run(self, args: argparse.Namespace) -> int:
        options = analysis_options(args, is_kept=False)
        if args.with_text and args.save is None:
            raise UsageError("attach: --with-text belongs to --save FILE")
        if args.jupyter and args.pid is None:
            return _list_kernels()
        pid = _kernel(args.pid) if args.jupyter else _pid(args.pid)
        remove_old_files(args)
        watched = lazy.load(WATCHED)(pid) if args.jupyter else None
        if watched is not None:
            emit(watched, args, sys.stdout)
            return 0
        ensure_survives()
        seconds = 0.0 if args.now else args.watch
        with Target(pid) as target:
            with watching(f"process {pid}", seconds) as tick:
                activity = watch_target(target, options, seconds, tick) if seconds else NOT_WATCHED
            look = look_into(
                target, options, save=args.save, with_text=args.with_text, activity=activity
            )
        footer = "" if args.save is None else _saved(args.save, args.with_text)
        emit(look.report, args, sys.stdout, footer=footer)
        return 0


def _saved(path: str, with_text: bool) -> str:
    if with_text:
        return f"saved as {path}, with the texts of the program: read it before you pass it on"
    return f"saved as {path}, without texts (str, bytes, environment) and freed memory"


def _list_kernels() -> int:
    """Print those that run; the exit status."""
    found = lazy.load(RUNNING).kernels()
    if not found:
        put("no kernel of Jupyter's runs here\n")
        return NO_STATE
    rows = [(str(k.pid), os.path.basename(k.notebook) or "-", k.key, k.cwd) for k in found]
    widths = [max(map(len, column)) for column in list(zip(*rows))[:3]]
    for row in rows:
        cells = [pad(clean(cell), width) for cell, width in zip(row, widths)]
        put("  ".join([*cells, clean(row[3])]).rstrip() + "\n")
    return OK


def _kernel(name: str) -> int:
    running = lazy.load(RUNNING)
    pid: int = running.chosen(name, running.kernels()).pid
    return pid


def _pid(text: str | None) -> int:
    if text is None:
        raise UsageError(
            "attach: the number of a process is wanted: atfault attach PID (--help explains it)"
        )
    value = int(text[:11]) if text.isascii() and text.isdigit() else 0
    if not 0 < value < 1 << 31:
        raise UsageError(f"attach: PID: the number of a process is wanted, not {text!r}")
    return value
