"""`atfault stress`: is a callable thread-safe?"""

from __future__ import annotations

from atfault.cli.options import COMMON, Arguments, Command, Option, Positional, analysis_options
from atfault.errors import UsageError
from atfault.model.cleaning import without_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from atfault.model.report import Report
    from atfault.stress.campaign import Moment
    from atfault.stress.findings import Findings
    from atfault.stress.plan import Environment, Plan

INTERRUPTED = 130
CLOSE = (1e-5, 1e-8)
"""rtol and atol of --close: those of numpy.allclose."""


def _whole(low: int, high: int) -> Callable[[str], int]:
    def convert(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    return convert


def _seconds(text: str) -> float:
    value = float(text)
    if not 0.1 <= value <= 1e6:
        raise ValueError(text)
    return value


def _tolerance(text: str) -> float:
    value = float(text)
    if not 0 <= value < 1e300:
        raise ValueError(text)
    return value


COMMAND = Command(
    name="stress",
    summary="hammer a callable from many threads; does a lock cure it?",
    description=(
        "Calls TARGET from many threads at once, in child processes that may crash, and compares "
        "what happens with the same calls made by one thread. When it crashes, hangs, raises or "
        "returns something else, the same is done with one lock round each call and with an "
        "instance for each thread, which tells a data race from a callable that fails anyway. "
        "TARGET is package.module:callable or script.py:callable (the script is imported, its "
        "__main__ block is not run). --setup names a function, beside it or by the same notation, "
        "that returns the arguments: a tuple, a pair (tuple, dict) for keyword arguments too, or "
        "one value. It is called anew for each round. A method is written as Class.method, with "
        "the instance as its first argument: that is what the threads share."
    ),
    positionals=(Positional("TARGET", "package.module:callable or script.py:callable"),),
    options=(
        Option(("--setup",), "the function that makes the arguments (default: none)", "NAME"),
        Option(
            ("--threads",), "how many at once (default: 5)", "N", convert=_whole(2, 256), default=5
        ),
        Option(
            ("--iterations",),
            "calls of each thread in a round, of which there are many (default: 1000); fewer are "
            "made where a call takes long",
            "N",
            convert=_whole(1, 10_000_000),
            default=1000,
        ),
        Option(
            ("--close",),
            "floats may differ from the reference by RTOL times their size, plus ATOL, instead of "
            "being equal",
        ),
        Option(
            ("--rtol",), "for --close (default: 1e-5), which it implies", "R", convert=_tolerance
        ),
        Option(
            ("--atol",), "for --close (default: 1e-8), which it implies", "A", convert=_tolerance
        ),
        Option(
            ("--budget",),
            "how long it may take in all, about (default: 60)",
            "SECONDS",
            convert=_seconds,
            default=60.0,
        ),
        Option(
            ("--timeout",),
            "it hangs when no call ends for so long (default: 30)",
            "SECONDS",
            convert=_seconds,
            default=30.0,
        ),
        Option(("--until-failure",), "go on with many threads until something fails, or Ctrl-C"),
        Option(
            ("--seed",),
            "of the random delays and of the generators that --setup may use (default: a new one, "
            "which the report names)",
            "N",
            convert=_whole(0, (1 << 32) - 1),
        ),
        Option(
            ("--python",),
            "interpreter, or folder of the virtual environment, to run it in (default: the python "
            "on PATH)",
            "ENV",
        ),
        Option(
            ("--compare",),
            "run it in a second environment, too, and show both side by side",
            "ENV",
        ),
        *COMMON,
    ),
    examples=(
        ("atfault stress model.py:predict --setup make_input", "the function of a script"),
        ("atfault stress model.py:Model.predict --setup make_args", "a method of a shared object"),
        ("atfault stress app.codec:decode --until-failure", "a rare failure"),
        ("atfault stress job.py:run --python old/ --compare new/", "which release is cured?"),
    ),
)


def run(args: Arguments) -> int:
    import sys

    from atfault.cli.output import emit
    from atfault.stress.compose import compose
    from atfault.stress.plan import check_target, environment

    options = analysis_options(args)
    check_target(args.target)
    environments = [environment(args.python)]
    if args.compare is not None:
        environments.append(environment(args.compare))
    plan = _plan(args)._replace(options=options)
    _import_early()
    findings: list[Findings] = []
    problem = ""
    for one in environments:
        name = f"{one.name}: " if args.compare is not None else ""
        try:
            findings.append(_campaign(plan, one, name if sys.stderr.isatty() else None))
        except UsageError as error:
            problem = str(error).replace("stress: ", f"stress: {name}", 1)
            break
        if findings[-1].interrupted:
            break
    if not findings:
        raise UsageError(problem)
    report = compose(plan, findings, _command(args))
    if options.mask_secrets:
        report = without_secrets(report)
    emit(report, args, sys.stdout, footer=_saved(report))
    if problem:
        raise UsageError(problem)  # what the first environment has shown is told all the same
    return INTERRUPTED if findings[-1].interrupted else 0


def _plan(args: Arguments) -> Plan:
    import os

    from atfault.stress.plan import Plan

    seed = args.seed
    if seed is None:
        seed = int.from_bytes(os.urandom(2), "little")
    if args.setup is not None and not args.setup.rpartition(":")[2]:
        raise UsageError(f"stress: --setup {args.setup!r} names no function")
    return Plan(
        target=args.target,
        setup=args.setup,
        threads=args.threads,
        iterations=args.iterations,
        close=_close(args),
        seed=seed,
        timeout=args.timeout,
        budget=args.budget,
        until_failure=args.until_failure,
    )


def _close(args: Arguments) -> tuple[float, float] | None:
    if not args.close and args.rtol is None and args.atol is None:
        return None
    return (
        CLOSE[0] if args.rtol is None else args.rtol,
        CLOSE[1] if args.atol is None else args.atol,
    )


def _import_early() -> None:
    """What explains a crash is forked from here: imported once, not for each crash."""
    for name in (
        "analyze",
        "compose",
        "decode.state",
        "snapshot.tracing.front",
        "snapshot.tracing.tracer",
    ):
        __import__(f"atfault.{name}")


def _campaign(plan: Plan, environment: Environment, name: str | None) -> Findings:
    """One environment. name: what its progress bar begins with; None without a terminal."""
    from atfault.stress.campaign import Campaign

    if name is None:
        return Campaign(plan, environment).run()
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    words = {
        "reference": "one thread, reference",
        "alone": "one thread",
        "free": "many threads",
        "locked": "many threads, one lock",
        "own": "many threads, an instance each",
    }
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        TextColumn("run {task.fields[run]}, {task.fields[calls]:,} calls", markup=False),
        TextColumn("{task.fields[failed]} failed", markup=False),
        TimeElapsedColumn(),
    )
    # No refresh thread: this process forks.
    progress = Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True)
    with progress:
        task = progress.add_task("", total=1.0, run=0, calls=0, failed=0)

        def tell(moment: Moment) -> None:
            progress.update(
                task,
                description=f"{name}{words[moment.phase]}",
                completed=None if plan.until_failure else moment.fraction,
                total=None if plan.until_failure else 1.0,
                run=moment.run,
                calls=moment.calls,
                failed=moment.failed_runs,
            )
            progress.refresh()

        return Campaign(plan, environment, tell).run()


def _command(args: Arguments) -> tuple[str, ...]:
    """The command line, as it is shown again with the report."""
    parts = ["atfault", "stress", args.target]
    for name in ("setup", "python", "compare"):
        value = getattr(args, name)
        if value is not None:
            parts += [f"--{name}", value]
    return tuple(parts)


def _saved(report: Report) -> str:
    from atfault.model.absent import Absent
    from atfault.saved import save

    saved = save(report)
    if isinstance(saved, Absent):
        return saved.reason
    return f"saved as report {saved.number}: atfault show {saved.number}"
