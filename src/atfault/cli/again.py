"""`atfault run --again`: the program once as it is, and when it dies, again under tighter settings.

first run    as without --again; its exit status is ours
second       settings that check more (atfault.again.settings)
third        guard pages round blocks of memory, when the second did not show the access itself
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile

from atfault.again.guard import build, guarding, worth_guarding
from atfault.again.launches import PLAN as LAUNCHES
from atfault.again.launches import is_late, merged_launches
from atfault.again.merge import Look, is_solved, merged, size_of_damaged
from atfault.again.settings import Plan, checks, environment, no_second_look
from atfault.again.streams import Capture, KeptFiles
from atfault.cli.explainer import Explainer
from atfault.cli.watch import Watch, say, with_interpreter
from atfault.decode.numba_run import read_run
from atfault.errors import AtfaultError
from atfault.folders import current_folder
from atfault.model.absent import Absent
from atfault.model.cleaning import without_secrets
from atfault.model.masked_command import mask_arguments
from atfault.model.masked_source import mask_source
from atfault.model.numba_run import NumbaRun
from atfault.model.report import Report
from atfault.options import Options
from atfault.report.json import dumps, loads
from atfault.saved import load_file, saved_reports
from atfault.snapshot.target_files import TargetFiles
from atfault.snapshot.tracing import launch
from atfault.snapshot.tracing.launch import Start
from atfault.snapshot.tracing.observer import Death
from atfault.snapshot.tracing.probe_folder import ProbeFolder
from atfault.source import SourceReader

MAX_BOX = 1 << 28
INTERRUPTS = (1, 2, 3, 15)
HANG_SECONDS = 120.0
"""A further run that makes no progress for so long is ended: nobody may be there to do it."""
MAX_EARLIER = 30
"""Saved reports that are looked through for an earlier crash."""


def run_again(args: argparse.Namespace, options: Options) -> int:
    """The first run's exit status."""
    argv = with_interpreter(args.command)
    start = launch.gather(argv)
    kept = KeptFiles()
    watch = Watch(args, options, tuple(argv))
    recorder = Recorder(watch)
    outcome = watch.run_program(start, keep_stdout=True)
    kept.restore()
    first = recorder.report()
    if outcome.start_error or (first is None and (outcome.refusal or outcome.signal)):
        return outcome.exit_code
    if first is not None and is_late(first):
        note = "" if outcome.refusal == "" else "it cannot be watched here"
        look = None if note else look_at_launches(args, options, start, kept)
        first = first if look is None else merged_launches(first, look)
        recorder.tell(without_secrets(first) if options.mask_secrets else first)
        return outcome.exit_code
    if first is None and recorder.has_told:
        return outcome.exit_code
    if first is None:
        number, first = earlier_crash(tuple(argv), mask_arguments(argv))
        if first is None:
            say("atfault: it did not crash, so there is nothing to look at again")
            return outcome.exit_code
        say(f"atfault: it did not crash this time; report {number} is of a time when it did")
        note = f"the first run of this command did not crash; what is told of it is report {number}"
        first = first._replace(again=(), warnings=(*first.warnings, note))
    reason = no_second_look(first)
    if outcome.refusal:
        reason = "it cannot be watched here"
    looks = [] if reason else look_again(args, options, start, first, kept)
    if reason:
        note = f"not run again: {reason}"
        first = first._replace(warnings=(*first.warnings, note))
    recorder.tell(_merged(first, looks, options))
    return outcome.exit_code


def earlier_crash(*commands: tuple[str, ...]) -> tuple[int, Report | None]:
    """The latest saved report of a crash of the same command in the same folder. commands: as it
    is, and as it is saved with secrets masked."""
    try:
        for saved in reversed(saved_reports()[-MAX_EARLIER:]):
            report = load_file(saved.path)
            same = report.command in commands and report.process.cwd == current_folder()
            if same and report.kind == "crash" and not report.again:
                return saved.number, report
    except (AtfaultError, OSError):
        pass
    return 0, None


def _merged(first: Report, looks: list[Look], options: Options) -> Report:
    mask = mask_source if options.mask_secrets else None
    cwd = first.process.cwd or None
    source = SourceReader(TargetFiles(folders=(cwd,) if cwd else ()), mask=mask)
    if not looks:
        return first
    report = merged(first, looks, source)
    return without_secrets(report) if options.mask_secrets else report


def look_at_launches(
    args: argparse.Namespace, options: Options, start: Start, kept: KeptFiles
) -> Look:
    """The further run of a program that a failure on the GPU ended."""
    return _look(args, options, start, LAUNCHES, kept)


def look_again(
    args: argparse.Namespace, options: Options, start: Start, first: Report, kept: KeptFiles
) -> list[Look]:
    """The further runs."""

    folder = tempfile.mkdtemp(prefix="atfault-")
    try:
        cache = os.path.join(folder, "numba")
        os.mkdir(cache)
        looks = [_look(args, options, start, checks(first, cache), kept)]
        if is_solved(first, looks[0]) or not worth_guarding(first):
            return looks
        library = build(folder)
        if isinstance(library, Absent):
            note = f"no guard pages round blocks of memory: {library.reason}"
            return [looks[0]._replace(notes=(*looks[0].notes, note))]
        plan = guarding(library, size_of_damaged(looks[0]))
        return [*looks, _look(args, options, start, plan, kept)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _look(
    args: argparse.Namespace, options: Options, start: Start, plan: Plan, kept: KeptFiles
) -> Look:
    """Run the program once more, with its output kept instead of shown."""
    say(f"atfault: running it again with {plan.words}")
    note = kept.rewind_input()
    capture = Capture(kept)
    watch = Watch(args, options, tuple(map(os.fsdecode, start.argv)))
    watch.guard = plan.guard or watch.guard
    watch.numba = plan.numba
    checked: list[NumbaRun] = []
    watch.left = lambda probe: checked.append(_numba_run(probe, options, plan))
    recorder = Recorder(watch, quiet=True)
    try:
        again = start._replace(environment=environment(start.environment, plan))
        outcome = watch.run_program(again, keep_stdout=True)
    finally:
        kept.restore()
    output, errors = capture.texts()
    notes = [note] if note else []
    if outcome.signal in INTERRUPTS:
        notes.append(f"the run with {plan.words} was interrupted, or ended as it hung")
    hits = checked[0].hits if checked else ()
    return Look(plan, recorder.report(), outcome.exit_code, output, errors, tuple(notes), hits)


def _numba_run(probe: ProbeFolder, options: Options, plan: Plan) -> NumbaRun:
    return read_run((), probe.failed_checks(), (), options, plan.numba)


class Recorder(Explainer):
    """Keeps the report of the program's end instead of telling it."""

    def __init__(self, watch: Watch, *, quiet: bool = False) -> None:
        super().__init__(watch)
        watch.explainer = self
        self._quiet = quiet
        if quiet:
            watch.hang_seconds, watch.hang_kill = HANG_SECONDS, True
        self._is_telling = False
        self.has_told = False
        """Of an exception, at once."""
        self._box = os.memfd_create("atfault-report")
        """Written by the tracer, which is another process, and read here."""

    def report(self) -> Report | None:
        """That of the program, or else of the first of its children that died."""
        content = os.pread(self._box, MAX_BOX, 0)
        return loads(content.decode("utf-8", "surrogatepass")) if content else None

    def tell(self, report: Report) -> None:
        """Print, save and write what was found in all runs."""
        self._is_telling = True
        super()._tell(report, in_files=True)

    def child_died(self, death: Death) -> int | None:
        return 0 if self._quiet else super().child_died(death)

    def ended(
        self, main: Death | None, children: tuple[Death, ...], left_out: dict[int, int]
    ) -> None:
        if not self._quiet:
            super().ended(main, children, left_out)
            if main is not None or not children:
                return
        reports = tuple([self._report(child) for child in children])
        if main is not None:
            self._keep(self._report(main)._replace(children=reports))
        elif reports:
            self._keep(reports[0]._replace(children=reports[1:]))

    def _tell(self, report: Report, *, in_files: bool) -> int | None:
        if report.kind == "exception":
            if self._quiet or is_late(report):
                self._keep(report)
                return 0
            self._is_telling = self.has_told = True  # there is nothing to look at again
            return super()._tell(report, in_files=in_files)
        if in_files and report.kind in ("crash", "killed"):
            self._keep(report)
        elif not self._quiet:
            return super()._tell(report, in_files=in_files)
        return 0

    def _emit_files(self, report: Report) -> None:
        if self._is_telling:
            super()._emit_files(report)

    def _keep(self, report: Report) -> None:
        os.ftruncate(self._box, 0)
        os.pwrite(self._box, dumps(report).encode("utf-8", "surrogatepass"), 0)
