"""`atfault run`: run a program under watch and explain how it died."""

from __future__ import annotations

import argparse
import gc
import os

from atfault import lazy
from atfault.cli.arguments import Number, add_common, analysis_options
from atfault.cli.command import Parser
from atfault.cli.fail_on import causes_of, flattened
from atfault.cli.formats import check_format
from atfault.cli.output import keep_open, make_folder, remove_old_files
from atfault.cli.statuses import WRONG_USAGE
from atfault.cli.watch import Watch, not_started, say, with_interpreter
from atfault.errors import CannotWatch, UsageError
from atfault.options import Options
from atfault.snapshot.tracing.launch import (
    Start,
    become,
    gather,
    keep_standard_numbers,
    needed_to_watch,
    status_of_failure,
)


class Run:
    name = "run"
    summary = "run a program under watch; explain how it died"
    looks_inside = True

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] [--] COMMAND [ARG...]",
            description=(
                "Runs a program as if it were started without atfault: same terminal, same output, "
                "same exit status. When a signal ends it, or one of the processes it started, the "
                "report goes to standard error and is saved.\n\n"
                "COMMAND that ends in .py, or is -m or -c, is run by the python on PATH; any other "
                "is run as it stands. Options behind it are its own. Ctrl-\\ (SIGQUIT) explains "
                "what the program is doing, and it goes on, unless it handles that signal itself."
            ),
            examples=(
                ("atfault run train.py --epochs 3", "run a script"),
                ("atfault run -m pytest -x", "run a module"),
                (
                    "atfault run --again app.py",
                    "run it again when it dies, with checks of its memory",
                ),
                (
                    "atfault run --again=auto app.py",
                    "the same, unasked, where that may show more",
                ),
                (
                    "atfault run --hang-after 60 app.py",
                    "explain it when nothing moves for a minute",
                ),
                ("atfault run --guard train.py", "with torch's arguments checked"),
                (
                    "mpirun -np 4 atfault run --cases died train.py",
                    "of each rank a report of its own",
                ),
                ("atfault run --format github -m pytest", "annotations and a summary, in CI"),
                (
                    "atfault run --json crash.json -- ./server -p 80",
                    "any program, with a JSON report",
                ),
            ),
            statuses=(
                ("N", "the program's own; 1 where it is 0 and --fail-on found what it names"),
                ("128+N", "signal N ended it"),
                ("127, 126", "there is no such program, or it cannot be executed"),
                (str(WRONG_USAGE), "wrong usage: one line on standard error, and nothing was run"),
            ),
        )
        parser.add_program("the program and its arguments", starts=("-m", "-c"))
        self._prepare_hangs(parser)
        self._prepare_torch(parser)
        parser.add_argument(
            "--cases",
            metavar="DIR",
            help="also keep the report of each process that dies or hangs in DIR, which the ranks "
            "of a job may share: a file a process, named by its machine, rank and number",
        )
        parser.add_argument(
            "--jupyter",
            metavar="FILE",
            help="the program is a kernel of Jupyter's, with this connection file: what it dies of "
            "is told in its notebook (see atfault jupyter)",
        )
        add_common(parser)

    def _prepare_hangs(self, parser: Parser) -> None:
        group = parser.add_argument_group("hangs and further runs")
        group.add_argument(
            "--hang-after",
            metavar="SECONDS",
            type=Number(0.1, 1_000_000, "seconds"),
            help="explain the program when no thread makes progress for SECONDS (0.1 to "
            "1,000,000), and let it go on",
        )
        group.add_argument(
            "--hang-kill",
            action="store_true",
            help="with --hang-after: end the program after the report (SIGTERM, 5 s later "
            "SIGKILL), and the processes it has started",
        )
        group.add_argument(
            "--again",
            nargs="?",
            const="always",
            choices=("always", "auto"),
            metavar="auto",
            help="when it dies, run it again under stricter settings, to find the first wrong "
            "step; --again=auto: only where that may show more, the program ended within a minute "
            "and read no input",
        )
        group.add_argument(
            "--fail-on",
            metavar="CAUSE",
            action="append",
            type=causes_of,
            help="end with status 1 where this was found although the program ended well: a worker "
            "that died, a hang that passed; several causes with commas between, or any",
        )
        group.add_argument(
            "--detach-on-death",
            action="store_true",
            help="when atfault itself is killed (SIGKILL), let the program go on, watched by "
            "nobody; otherwise it is killed too, as without atfault",
        )

    def _prepare_torch(self, parser: Parser) -> None:
        group = parser.add_argument_group("torch")
        group.add_argument(
            "--guard",
            action="store_true",
            help="check indices, labels and probabilities before torch's kernels run: an error "
            "then comes at the line that passed them, and names them, on a GPU too",
        )
        group.add_argument(
            "--guard-strict",
            action="store_true",
            help="as --guard; on a GPU also what is only known there, by waiting for it",
        )
        group.add_argument(
            "--gpu-core",
            action="store_true",
            help="let the CUDA driver write a core when a kernel fails, and read it with cuda-gdb, "
            "where that is installed: the kernel, its line, the block and the thread",
        )

    def run(self, args: argparse.Namespace) -> int:
        gc.enable()  # for days, perhaps
        options = analysis_options(args)
        if args.hang_kill and not args.hang_after:
            raise UsageError("run: --hang-kill goes with --hang-after SECONDS")
        check_format(args, is_run=True)
        args.fail_on = flattened(args.fail_on)
        if args.cases is not None:
            make_folder(args.cases)
        start = gather(with_interpreter(args.command))
        remove_old_files(args)
        keep_open(args)
        try:
            return self._watched(args, options, start)
        except CannotWatch as error:
            return _unwatched(start, str(error))

    def _watched(self, args: argparse.Namespace, options: Options, start: Start) -> int:
        """Raises CannotWatch."""
        other = "atfault.cli.again:run_again" if args.again else ""
        if args.jupyter is not None:
            other = "atfault.cli.kernel:run_kernel"
        with needed_to_watch():
            keep_standard_numbers()
            run_otherwise = lazy.load(other) if other else None
        if run_otherwise is not None:
            status: int = run_otherwise(args, options, start)
            return status
        watch = Watch(args, options, tuple(map(os.fsdecode, start.argv)))
        keep_stdout = "-" in (args.json, args.html, args.output)
        return watch.status(watch.run_program(start, keep_stdout=keep_stdout))


def _unwatched(start: Start, reason: str) -> int:
    """Become the program: it is what was asked for. Returns where that fails."""
    program = os.fsdecode(start.argv[0])
    say(f"atfault: {program} runs unwatched, as it cannot be watched here: {reason}")
    try:
        become(start)
    except OSError as error:
        code = error.errno or 0
        say(f"atfault: {not_started(program, code)}")
        return status_of_failure(code)
