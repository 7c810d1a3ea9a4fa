"""`atfault run`: run a program under watch and explain how it died."""

from __future__ import annotations

import os
import sys

from atfault.cli.options import COMMON, Arguments, Command, Option, Positional, analysis_options
from atfault.errors import UsageError
from atfault.folders import current_folder
from atfault.model.masked_command import mask_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from atfault.decode.starts import Starts
    from atfault.model.process import ProcessInfo, Termination
    from atfault.model.report import Report
    from atfault.options import Options
    from atfault.snapshot.protocol import Snapshot
    from atfault.snapshot.target import Target
    from atfault.snapshot.tracing.fallback import Fallback
    from atfault.snapshot.tracing.front import RunOutcome
    from atfault.snapshot.tracing.launch import Start
    from atfault.snapshot.tracing.lent import Lender
    from atfault.snapshot.tracing.observer import Death
    from atfault.source import SourceReader


def _seconds(text: str) -> float:
    value = float(text)
    if not 0.1 <= value <= 1e6:
        raise UsageError(f"run: --hang-after takes 0.1 to 1,000,000 seconds, not {text!r}")
    return value


COMMAND = Command(
    name="run",
    summary="run a program under watch; explain how it died",
    description=(
        "Runs a program as if it were started without atfault: same terminal, same output, same "
        "exit code. When a signal ends it, or one of the processes it started, the report goes to "
        "standard error and is saved. COMMAND that ends in .py, or is -m or -c, is run by the "
        "python on PATH; any other is run as it stands. Exit code: the program's own, 128+N when "
        "signal N ended it. Ctrl-\\ (SIGQUIT) explains what the program is doing, and it goes on, "
        "unless it handles that signal itself."
    ),
    positionals=(
        Positional("COMMAND", "the program and its arguments", rest=True, starts=("-m", "-c")),
    ),
    options=(
        Option(
            ("--hang-after",),
            "explain the program when no thread makes progress for SECONDS, and let it go on",
            "SECONDS",
            convert=_seconds,
        ),
        Option(
            ("--hang-kill",),
            "with --hang-after: end the program after the report (SIGTERM, 5 s later SIGKILL), and "
            "the processes it has started",
        ),
        Option(
            ("--again",),
            "when it dies, run it again under stricter settings, to find the first wrong step",
        ),
        *COMMON,
    ),
    examples=(
        ("atfault run train.py --epochs 3", "run a script"),
        ("atfault run -m pytest -x", "run a module"),
        ("atfault run --again app.py", "run it again when it dies, with checks of its memory"),
        ("atfault run --json crash.json -- ./server -p 80", "any program, with a JSON report"),
    ),
)


def run(args: Arguments) -> int:
    options = analysis_options(args)
    if args.hang_kill and not args.hang_after:
        raise UsageError("run: --hang-kill goes with --hang-after SECONDS")
    if args.again:
        from atfault.cli.again import run_again

        return run_again(args, options)
    explainer = Explainer(args, options, tuple(with_interpreter(args.command)))
    return explainer.run_program(None, keep_stdout="-" in (args.json, args.html)).exit_code


def with_interpreter(command: Sequence[str]) -> list[str]:
    """The argv that COMMAND stands for: a script, -m and -c are run by the python on PATH."""
    if not (command[0].endswith(".py") or command[0] in ("-m", "-c")):
        return list(command)
    import shutil

    python = "python" if shutil.which("python") else "python3"
    return [python, *command]


class Explainer:
    """The observer that `run` gives to the tracer."""

    def __init__(self, args: Arguments, options: Options, command: tuple[str, ...]) -> None:
        self._args = args
        self._options = options
        self._command = command
        self._shown = mask_arguments(command) if options.mask_secrets else command
        """As reports show it."""
        self._starts: Starts | None = None
        self._growth = os.memfd_create("atfault-growth")
        self.hang_seconds: float = args.hang_after or 0.0
        self.hang_kill: bool = args.hang_kill

    def run_program(self, start: Start | None, *, keep_stdout: bool) -> RunOutcome:
        """Run the program until it ends, with this observer."""
        from atfault.snapshot.tracing.fallback import Fallback
        from atfault.snapshot.tracing.front import run_traced

        with Fallback() as fallback:

            def untraced(reason: str, start: Start) -> Start:
                say(f"atfault: cannot watch the program: {reason}")
                return fallback.prepare(start)

            outcome = run_traced(
                self._command,
                self,
                scout=self.scout,
                keep_stdout=keep_stdout,
                untraced=untraced,
                start=start,
            )
            if outcome.start_error:
                say(f"atfault: {_not_started(self._command[0], outcome)}")
            elif outcome.refusal and outcome.signal:
                self.ended_untraced(outcome, fallback)
        return outcome

    def scout(self) -> Starts:
        """What knows where the program's processes are started; called in the tracer."""
        from atfault.decode.starts import Starts

        self._starts = Starts()
        return self._starts

    def analyze(self, snapshot: Snapshot, termination: Termination) -> bytes:
        import gc

        gc.disable()
        from atfault.analyze import NOT_STARTED_BY_US, analyze
        from atfault.report.json import dumps

        known = None if self._starts is None else self._starts.start_of(snapshot.process.pid)
        started = known or NOT_STARTED_BY_US
        report = analyze(snapshot, self._options, termination=termination, started=started)
        if known is not None and self._starts is not None:
            from atfault.cli.children import with_starter

            report = with_starter(report, self._starts.main_thread(known.pid))
        return dumps(report).encode("utf-8", "surrogatepass")

    def watch_memory(self, pid: int, access: Lender) -> None:
        """Sample the program while its memory grows; what is found lies in a file of memory."""
        from atfault.decode.memory_growth import watch_growth

        watch_growth(pid, access, self._growth)

    def _with_growth(self, death: Death) -> Termination:
        """How it ended, with what was seen of its memory, where that is why."""
        termination = death.termination
        if termination.oom is None or not death.is_main:
            return termination
        from atfault.decode.memory_growth import load

        return termination._replace(oom=termination.oom._replace(growth=load(self._growth)))

    def wait_for_hang(self, target: Target, has_told: bool) -> object:
        from atfault.decode.hang_watch import wait_for_hang

        return wait_for_hang(target, self._options, self.hang_seconds, has_told)

    def explain(self, target: Target, seen: Any) -> None:
        from atfault.analyze import NOT_WATCHED
        from atfault.attach import look_into

        activity = NOT_WATCHED if seen is None else seen
        look = look_into(target, self._options, activity=activity, command=self._shown)
        if seen is not None:
            ends = "it is ended" if self.hang_kill else "it goes on"
            say(f"atfault: no progress for {self.hang_seconds:g} s; {ends} after this report")
        self._tell(look.report, in_files=True)

    def cannot_explain(self, reason: str) -> None:
        say(f"atfault: the program could not be looked at: {reason}")

    def child_died(self, death: Death) -> int | None:
        return self._tell(self._report(death), in_files=False)

    def ended(
        self, main: Death | None, children: tuple[Death, ...], left_out: dict[int, int]
    ) -> None:
        if main is None and not children and not left_out:
            return
        from atfault.cli.children import amend_saved, summary, with_end

        deaths, reports = [], []
        for death in children:
            report = with_end(self._report(death), death)
            if death.number:
                amend_saved(report, death)
            else:
                death = death._replace(number=self._tell(report, in_files=False) or 0)
            deaths.append(death)
            reports.append(report)
        if main is not None:
            self._tell(self._report(main)._replace(children=tuple(reports)), in_files=True)
        elif reports and (self._args.json or self._args.html):
            self._emit_files(reports[0]._replace(children=tuple(reports[1:])))
        for line in summary(tuple(deaths), tuple(reports)):
            say(line)
        self.say_left_out(left_out)

    def say_left_out(self, left_out: dict[int, int]) -> None:
        """Children that died and are not explained. left_out: signal number → how many."""
        from atfault.model.signals import signal_name

        for number, count in left_out.items():
            more = "1 more child" if count == 1 else f"{count} more children"
            say(f"atfault: {more} of the program died of {signal_name(number)}, not shown")

    def ended_untraced(self, outcome: RunOutcome, fallback: Fallback) -> None:
        """The program was ended by a signal, and nobody was watching: explain what it left."""
        from atfault.snapshot.tracing.fatal_signals import EVERYDAY

        if outcome.signal in EVERYDAY:
            return
        warning = f"the program could not be watched: {outcome.refusal}"
        core = fallback.core_file(outcome.pid) if outcome.dumped_core else None
        if core is not None:
            from atfault.analyze import analyze_core

            report = analyze_core(core, None, self._options)
        else:
            report = self._from_faulthandler(outcome, fallback.text())
        report = report._replace(command=self._shown, warnings=(warning, *report.warnings))
        self._tell(report, in_files=True)

    def _from_faulthandler(self, outcome: RunOutcome, text: str) -> Report:
        from atfault.analyze import report_on
        from atfault.decode.faulthandler import parse, state_from_dump
        from atfault.model.case import Case
        from atfault.model.process import ProcessInfo, Termination

        process = ProcessInfo(outcome.pid, os.getpid(), "", self._shown, current_folder())
        state = state_from_dump(parse(text), process, Termination(None, outcome.signal))
        mask = self._options.mask_secrets
        return report_on(Case(state), self._source(process.cwd), mask_secrets=mask)

    def _source(self, cwd: str | None) -> SourceReader:
        """Of what ran in folder `cwd`."""
        from atfault.model.masked_source import mask_source
        from atfault.source import SourceReader

        mask = mask_source if self._options.mask_secrets else None
        return SourceReader(lambda path: (path, ""), self._options.sysroot, cwd=cwd, mask=mask)

    def _tell(self, report: Report, *, in_files: bool) -> int | None:
        """Print and save a report; its number, 0 when it is not saved. A report that cannot be
        written is no reason to fail."""
        from atfault.cli.output import write_text
        from atfault.errors import AccessError
        from atfault.model.absent import Absent
        from atfault.saved import save

        saved = save(report)
        if isinstance(saved, Absent):
            footer = saved.reason
        else:
            footer = f"saved as report {saved.number}: atfault show {saved.number}"
        if in_files:
            self._emit_files(report)
        try:
            write_text(report, sys.stderr, self._args.color, self._args.verbose, footer)
        except (AccessError, OSError):
            pass
        return 0 if isinstance(saved, Absent) else saved.number

    def _emit_files(self, report: Report) -> None:
        from atfault.cli.output import emit_files
        from atfault.errors import AtfaultError

        try:
            emit_files(report, self._args)
        except BrokenPipeError:
            pass  # who reads the JSON has seen enough
        except (AtfaultError, OSError, ValueError) as error:
            say(f"atfault: {error}")

    def _report(self, death: Death) -> Report:
        from atfault.model.absent import Absent

        if isinstance(death.analysis, Absent):
            report = self._without_snapshot(death, death.analysis.reason)
        else:
            from atfault.report.json import loads

            report = loads(death.analysis.decode("utf-8", "surrogatepass"))
        command = self._shown if death.is_main else self._process(death).argv or None
        return report._replace(command=command)

    def _process(self, death: Death) -> ProcessInfo:
        """Who died, as reports show it."""
        process = death.process
        if not self._options.mask_secrets:
            return process
        return process._replace(argv=mask_arguments(process.argv))

    def _without_snapshot(self, death: Death, reason: str) -> Report:
        """What is known of a process that was gone before anybody could look at it."""
        from atfault.analyze import NOT_STARTED_BY_US, report_on
        from atfault.model.absent import Absent
        from atfault.model.case import Case
        from atfault.model.state import Ending, GilState, ProcessState
        from atfault.snapshot.tracing.fatal_signals import SIGKILL

        killed = death.termination.signal in (SIGKILL, None)  # or left by itself
        state = ProcessState(
            process=self._process(death),
            arch=os.uname().machine,
            kind="traced",
            ending=Ending(
                death.signal,
                self._with_growth(death),
                Absent("not known") if death.last is None else death.last,
            ),
            python=Absent(reason),
            gil=GilState(known=False, reason=reason),
            started=NOT_STARTED_BY_US if death.start is None else death.start,
            warnings=() if killed else (f"the process could not be looked at: {reason}",),
        )
        mask = self._options.mask_secrets
        return report_on(Case(state), self._source(death.process.cwd), mask_secrets=mask)


def _not_started(program: str, outcome: RunOutcome) -> str:
    """Why the command could not be started, in a shell's words."""
    from atfault.snapshot.tracing.launch import NOT_FOUND

    if outcome.exit_code != NOT_FOUND:
        return f"{program}: cannot be executed: {os.strerror(outcome.start_error)}"
    if "/" not in program:
        hint = f"; to run the file here: ./{program}" if os.path.isfile(program) else ""
        return f"{program}: command not found{hint}"
    if os.path.exists(program):
        return f"{program}: cannot be executed: the interpreter that it names does not exist"
    return f"{program}: no such file"


def say(line: str) -> None:
    """One line on standard error, which may be closed."""
    from atfault.report.escape import clean

    try:
        sys.stderr.write(clean(line) + "\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass
