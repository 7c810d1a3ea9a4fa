"""`atfault stress`: is a callable thread-safe?"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from datetime import timedelta

from atfault.cli.arguments import Number, Whole, add_common, analysis_options
from atfault.cli.command import Parser
from atfault.cli.output import emit, keep_open, remove_old_files
from atfault.cli.progress import Line, is_terminal
from atfault.cli.statuses import INTERRUPTED, MADE, OK, RACE, USAGE
from atfault.errors import UsageError
from atfault.model.absent import Absent
from atfault.model.cleaning import without_secrets
from atfault.model.report import Report
from atfault.saved import save
from atfault.stress.campaign import Campaign, Moment
from atfault.stress.compose import compose
from atfault.stress.plan import Environment, Plan, check_target, environment
from atfault.stress.tally import Findings

CLOSE = (1e-5, 1e-8)
"""rtol and atol of --close: those of numpy.allclose."""


class Stress:
    name = "stress"
    summary = "hammer a callable from many threads; does a lock cure it?"
    looks_inside = True

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] TARGET",
            description=(
                "Calls TARGET from many threads at once, in child processes that may crash, and "
                "compares what happens with the same calls made by one thread. When it crashes, "
                "hangs, raises or returns something else, the same is done with one lock round "
                "each call and with an instance for each thread, which tells a data race from a "
                "callable that fails anyway.\n\n"
                "TARGET is package.module:callable or script.py:callable (the script is imported, "
                "its __main__ block is not run). --setup names a function, beside it or by the "
                "same notation, that returns the arguments: a tuple, a pair (tuple, dict) for "
                "keyword arguments too, or one value. It is called anew for each round. A method "
                "is written as Class.method, with the instance as its first argument: that is "
                "what the threads share."
            ),
            examples=(
                (
                    "atfault stress model.py:predict --setup make_input",
                    "the function of a script",
                ),
                (
                    "atfault stress model.py:Model.predict --setup make_args",
                    "a method of a shared object",
                ),
                ("atfault stress app.codec:decode --until-failure", "a rare failure"),
                ("atfault stress --check app.codec:decode", "in CI: fails when there is a race"),
                (
                    "atfault stress job.py:run --python old/ --compare new/",
                    "which release is cured?",
                ),
            ),
            statuses=(MADE, (str(RACE), "with --check: a race was found"), USAGE),
        )
        parser.add_argument(
            "target", metavar="TARGET", help="package.module:callable or script.py:callable"
        )
        _add_calls(parser)
        _add_limits(parser)
        add_common(parser)

    def run(self, args: argparse.Namespace) -> int:
        gc.enable()
        options = analysis_options(args)
        check_target(args.target)
        environments = [environment(args.python)]
        if args.compare is not None:
            environments.append(environment(args.compare))
        plan = _plan(args)._replace(options=options)
        remove_old_files(args)
        keep_open(args)
        _import_early()
        findings: list[Findings] = []
        problem = ""
        for one in environments:
            name = f"{one.name}: " if args.compare is not None else ""
            try:
                findings.append(_campaign(plan, one, name if is_terminal() else None))
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
        if args.check and _is_race(report):
            return RACE
        return INTERRUPTED if findings[-1].interrupted else OK


def _is_race(report: Report) -> bool:
    environments = () if report.stress is None else report.stress.environments
    return any(one.cause == "data-race" for one in environments)


def _add_calls(parser: Parser) -> None:
    group = parser.add_argument_group("what is called")
    group.add_argument(
        "--setup", metavar="NAME", help="the function that makes the arguments (default: none)"
    )
    group.add_argument(
        "--threads",
        metavar="N",
        type=Whole(2, 256),
        default=5,
        help="how many at once (2 to 256; default: 5)",
    )
    group.add_argument(
        "--iterations",
        metavar="N",
        type=Whole(1, 10_000_000),
        default=1000,
        help="calls of each thread in a round, of which there are many (1 to 10,000,000; default: "
        "1000); fewer are made where a call takes long",
    )
    group.add_argument(
        "--close",
        action="store_true",
        help="floats may differ from the reference by RTOL times their size, plus ATOL, instead of "
        "being equal",
    )
    group.add_argument(
        "--rtol",
        metavar="R",
        type=Number(0),
        help="for --close (0 or more; default: 1e-5), which it implies",
    )
    group.add_argument(
        "--atol",
        metavar="A",
        type=Number(0),
        help="for --close (0 or more; default: 1e-8), which it implies",
    )
    group.add_argument(
        "--seed",
        metavar="N",
        type=Whole(0, (1 << 32) - 1),
        help="of the random delays and of the generators that --setup may use (0 to 4,294,967,295; "
        "default: a new one, which the report names)",
    )


def _add_limits(parser: Parser) -> None:
    group = parser.add_argument_group("how long, and where")
    group.add_argument(
        "--budget",
        metavar="SECONDS",
        type=Number(0.1, 1_000_000, "seconds"),
        default=60.0,
        help="how long it may take in all, about (0.1 to 1,000,000; default: 60)",
    )
    group.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=Number(0.1, 1_000_000, "seconds"),
        default=30.0,
        help="it hangs when no call ends for so long (0.1 to 1,000,000; default: 30)",
    )
    group.add_argument(
        "--until-failure",
        action="store_true",
        help="go on with many threads until something fails, or Ctrl-C",
    )
    group.add_argument(
        "--check",
        action="store_true",
        help="exit status 1 when a race was found, for CI; with --compare, in either environment",
    )
    group.add_argument(
        "--python",
        metavar="ENV",
        help="interpreter, or folder of the virtual environment, to run it in (default: the python "
        "on PATH)",
    )
    group.add_argument(
        "--compare",
        metavar="ENV",
        help="run it in a second environment, too, and show both side by side",
    )


def _plan(args: argparse.Namespace) -> Plan:
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


def _close(args: argparse.Namespace) -> tuple[float, float] | None:
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
    if name is None:
        return Campaign(plan, environment).run()

    words = {
        "reference": "one thread, reference",
        "alone": "one thread",
        "free": "many threads",
        "locked": "many threads, one lock",
        "own": "many threads, an instance each",
    }
    began = time.monotonic()
    with Line(name) as line:

        def tell(moment: Moment) -> None:
            done = None if plan.until_failure else moment.fraction
            passed = timedelta(seconds=int(time.monotonic() - began))
            figures = f"run {moment.run}, {moment.calls:,} calls, {moment.failed_runs} failed"
            line.draw(done, f"{figures}  {passed}", what=f"{name}{words[moment.phase]}")

        return Campaign(plan, environment, tell).run()


def _command(args: argparse.Namespace) -> tuple[str, ...]:
    """The command line, as it is shown again with the report."""
    parts = ["atfault", "stress", args.target]
    for name in ("setup", "python", "compare"):
        value = getattr(args, name)
        if value is not None:
            parts += [f"--{name}", value]
    return tuple(parts)


def _saved(report: Report) -> str:
    saved = save(report)
    if isinstance(saved, Absent):
        return saved.reason
    return f"saved as report {saved.number}: atfault show {saved.number}"
