"""`atfault attach`: look into a live process and explain why it hangs."""

from __future__ import annotations

from atfault.cli.options import COMMON, Arguments, Command, Option, Positional, analysis_options
from atfault.errors import UsageError

DEFAULT_WATCH = 3.0
MAX_WATCH = 3600.0


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= MAX_WATCH:
        raise ValueError(text)
    return value


def _pid(text: str) -> int:
    number = int(text[:11]) if text.isascii() and text.isdigit() else 0
    if not 0 < number < 1 << 31:
        raise UsageError(f"attach: PID is the number of a process, not {text!r}")
    return number


COMMAND = Command(
    name="attach",
    summary="look into a live process; explain why it hangs",
    description=(
        "Watches a running process for a few seconds, stops it for some milliseconds to copy its "
        "stacks and locks, and explains what it waits for, who holds it, or where it is busy. The "
        "process goes on as if nothing had happened: none of its memory is written, and no code is "
        "run in it."
    ),
    positionals=(Positional("PID", "number of the process"),),
    options=(
        Option(
            ("--watch",),
            "watch for SECONDS first, to tell what moves (default: 3)",
            "SECONDS",
            convert=_seconds,
            default=DEFAULT_WATCH,
        ),
        Option(("--now",), "do not watch: one look at this moment"),
        Option(
            ("--save",),
            "also write a small core FILE, which atfault core, gdb and pystack open",
            "FILE",
        ),
        *COMMON,
    ),
    examples=(
        ("atfault attach 4711", "why does it not go on?"),
        ("atfault attach --now 4711", "where is it at this moment?"),
        ("atfault attach --save hang.core 4711", "something to send to somebody else"),
    ),
)


def run(args: Arguments) -> int:
    import gc
    import sys

    pid = _pid(args.pid)
    options = analysis_options(args)
    gc.disable()  # short-lived, and what it builds holds no cycles
    from atfault.analyze import NOT_WATCHED
    from atfault.attach import look_into, watch_target
    from atfault.cli.output import emit
    from atfault.cli.progress import watching
    from atfault.snapshot.ptrace import ensure_survives
    from atfault.snapshot.target import Target

    ensure_survives()
    seconds = 0.0 if args.now else args.watch
    with Target(pid) as target:
        with watching(f"process {pid}", seconds) as tick:
            activity = watch_target(target, options, seconds, tick) if seconds else NOT_WATCHED
        report, _ = look_into(target, options, save=args.save, activity=activity)
    emit(report, args, sys.stdout)
    return 0
