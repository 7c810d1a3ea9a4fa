"""The observer that `run` gives to the tracer. Most programs end well: what explains a death or a
hang (`explainer`) is imported by the process that does so, when there is one."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from atfault import lazy
from atfault.cli import unwatched
from atfault.cli.build_tools import is_build
from atfault.cli.fail_on import FAILED, FailOn
from atfault.cli.gpu_core import GpuCores
from atfault.cli.unwatched import in_words
from atfault.contained import contained
from atfault.decode.scout import LateStarts
from atfault.decode.watch.growing import watch_growth
from atfault.model.absent import Absent
from atfault.model.endings import Termination
from atfault.options import Options
from atfault.report.escape import clean
from atfault.snapshot.protocol import Snapshot
from atfault.snapshot.target import Target
from atfault.snapshot.tracing.fallback import Fallback
from atfault.snapshot.tracing.front import RunOutcome, run_traced
from atfault.snapshot.tracing.launch import (
    NOT_FOUND,
    Start,
    needed_to_watch,
    status_of_failure,
)
from atfault.snapshot.tracing.lent import Lender
from atfault.snapshot.tracing.observer import Asked, Death
from atfault.snapshot.tracing.privileges import LostPrivileges
from atfault.snapshot.tracing.probe_folder import ProbeFolder
from atfault.snapshot.tracing.stderr_tail import StandardError
from atfault.snapshot.tracing.terminal import remember
from atfault.snapshot.tracing.unwatched import LetGo


def with_interpreter(command: Sequence[str]) -> list[str]:
    """The argv that COMMAND stands for: a script, -m and -c are run by the python on PATH."""
    if not (command[0].endswith(".py") or command[0] in ("-m", "-c")):
        return list(command)
    python = "python" if shutil.which("python") else "python3"
    return [python, *command]


class Watch:
    """One run of a program, and what is known of it while it goes on."""

    def __init__(
        self, args: argparse.Namespace, options: Options, command: tuple[str, ...]
    ) -> None:
        """Raises CannotWatch."""
        self.args = args
        self.options = options
        self.command = command
        self.starts: LateStarts | None = None
        """Where its processes were started; in the tracer, and what that forks."""
        with needed_to_watch():
            self.growth = os.memfd_create("atfault-growth")
            """What was seen of its memory (`memory_growth.load`)."""
            self.told = os.memfd_create("atfault-told")
            """The children whose death has been reported (`told`)."""
            self.unwatched = os.memfd_create("atfault-unwatched")
            """What the tracer has let go (`unwatched`)."""
            self.fail_on = FailOn(args.fail_on)
        self.standard_error = StandardError()
        self.hang_seconds: float = args.hang_after or 0.0
        self.hang_kill: bool = args.hang_kill
        self.began = time.time()
        self.guard = _guard_mode(args)
        self.gpu_cores = GpuCores(args.gpu_core)
        self.numba = ""
        """What the probe is to do besides where Numba is used; of `atfault numba`."""
        self.finished: Callable[[ProbeFolder, RunOutcome], None] = self._explain_failure
        """Called when the program has ended, and no signal ended it."""
        self.beside: Callable[[str], AbstractContextManager[None]] = lambda _: nullcontext()
        """Open while the program runs; called with the probe's folder."""
        self.left: Callable[[ProbeFolder], None] = lambda _: None
        """Called when the program has ended, however that was, before `finished`."""
        self.probe: ProbeFolder | None = None
        """While the program runs."""
        self.explainer: Any = None
        """An `explainer.Explainer`, once there is something to explain."""

    def run_program(self, start: Start, *, keep_stdout: bool) -> RunOutcome:
        """Run the program until it ends. Raises CannotWatch, before it was started."""
        with ProbeFolder(self.numba) as probe, Fallback() as fallback, self.gpu_cores as gpu:
            self.probe = probe
            start = gpu.prepare(probe.prepare(start, self.guard))

            def untraced(reason: str, start: Start) -> Start:
                self.say(f"atfault: cannot watch the program: {reason}")
                return fallback.prepare(start)

            with self.beside(probe.path):
                outcome = run_traced(
                    self.command,
                    self,
                    scout=self.scout,
                    keep_stdout=keep_stdout,
                    untraced=untraced,
                    start=start,
                    terminal=remember(),
                    standard_error=self.standard_error,
                    detach_on_death=self.args.detach_on_death,
                )
            failed: list[str] = []
            with contained("telling how the program ended", failed):
                self.left(probe)
                self._tell_end(outcome, probe, fallback)
            for line in failed:  # its exit status is what it is all the same
                say(f"atfault: {line}")
        return outcome

    def status(self, outcome: RunOutcome) -> int:
        """The exit status of the run: the program's own, but for --fail-on."""
        cause = self.fail_on.found()
        if outcome.exit_code or not cause:
            return outcome.exit_code
        say(f"atfault: the program ended well; exit status {FAILED} as --fail-on asks, for {cause}")
        return FAILED

    def _tell_end(self, outcome: RunOutcome, probe: ProbeFolder, fallback: Fallback) -> None:
        not_watched = unwatched.told(self.unwatched)
        if outcome.was_let_go and outcome.signal:
            outcome = outcome._replace(refusal=not_watched[0])
        if outcome.start_error:
            say(f"atfault: {not_started(self.command[0], outcome.start_error)}")
        elif outcome.refusal and outcome.signal:
            self._explainer().ended_untraced(outcome, fallback)
        elif not outcome.signal:
            self.finished(probe, outcome)
        for line in not_watched:
            say(f"atfault: {line}")

    def _explain_failure(self, probe: ProbeFolder, outcome: RunOutcome) -> None:
        contents = probe.hand_overs()
        printed = outcome.printed
        failed_aloud = outcome.exit_code and not isinstance(printed, Absent) and printed.text
        builds = probe.failed_builds() if outcome.exit_code else []
        failed_build = outcome.exit_code and (builds or is_build(self.command))
        if contents or failed_aloud or failed_build:
            self._explainer().explain_failure(contents, builds, outcome, self.began)

    def scout(self) -> LateStarts:
        """What knows where the program's processes are started; called in the tracer."""
        self.starts = LateStarts()
        return self.starts

    def watch_memory(self, pid: int, access: Lender) -> None:
        """Sample the program while its memory grows; what is found lies in a file of memory."""
        watch_growth(pid, access, self.growth)

    def privileges_lost(self, lost: LostPrivileges) -> None:
        self.say(f"atfault: {in_words(lost)}")

    def let_go(self, one: LetGo, is_all: bool) -> None:
        unwatched.note(self.unwatched, one, is_all=is_all)

    def say(self, line: str) -> None:
        """As `say` below, while the program runs."""
        with self.standard_error.speaking():
            say(line)

    def cannot_explain(self, reason: str) -> None:
        self.say(f"atfault: the program could not be looked at: {reason}")

    # What the explainer does (see Observer)

    def analyze(self, snapshot: Snapshot, termination: Termination) -> bytes:
        analysis: bytes = self._explainer().analyze(snapshot, termination)
        return analysis

    def analyze_plainly(self, snapshot: Snapshot, termination: Termination, why: str) -> bytes:
        analysis: bytes = self._explainer().analyze_plainly(snapshot, termination, why)
        return analysis

    def last_look(self, target: Target, asked: Asked) -> bytes:
        report: bytes = self._explainer().last_look(target, asked)
        return report

    def wait_for_hang(self, target: Target, has_told: bool) -> tuple[object, bool]:
        seen: tuple[object, bool] = self._explainer().wait_for_hang(target, has_told)
        return seen

    def explain(self, target: Target, seen: object, is_to_end: bool = False) -> None:
        self._explainer().explain(target, seen, is_to_end)

    def child_died(self, death: Death) -> int | None:
        number: int | None = self._explainer().child_died(death)
        return number

    def ended(
        self,
        main: Death | None,
        children: tuple[Death, ...],
        left_out: dict[int, int],
        unsure: tuple[Death, ...] = (),
    ) -> None:
        if main is not None and main.is_everyday:
            self.say(f"atfault: {everyday_in_words(main.termination)}")
            main = None
        if main is not None or children or left_out or unsure:
            self._explainer().ended(main, children, left_out, unsure)

    def _explainer(self) -> Any:
        if self.explainer is None:
            self.explainer = lazy.load("atfault.cli.explainer:Explainer")(self)
        return self.explainer


def everyday_in_words(termination: Termination) -> str:
    """Of a program that SIGPIPE ended, as it ends those in a pipeline."""
    if termination.broken is None:
        return "the program ended itself with SIGPIPE"
    names = {1: "standard output", 2: "standard error"}
    name = names.get(termination.broken.fd, "standard output")
    return f"the program was ended by SIGPIPE: nobody reads its {name} any more"


def _guard_mode(args: argparse.Namespace) -> str:
    if args.guard_strict:
        return "strict"
    return "plain" if args.guard else ""


def not_started(program: str, code: int) -> str:
    """Why the command could not be started, in a shell's words. code: errno."""
    if status_of_failure(code) != NOT_FOUND:
        return f"{program}: cannot be executed: {os.strerror(code)}"
    if "/" not in program:
        hint = f"; to run the file here: ./{program}" if os.path.isfile(program) else ""
        return f"{program}: command not found{hint}"
    if os.path.exists(program):
        return f"{program}: cannot be executed: the interpreter that it names does not exist"
    return f"{program}: no such file"


def say(line: str) -> None:
    """One line on standard error, which may be closed."""
    try:
        sys.stderr.write(clean(line) + "\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass
