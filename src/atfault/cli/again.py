"""`atfault run --again`: the program once as it is, and when it dies, again under tighter settings.

first run    as without --again; its exit status is ours
second       settings that check more (atfault.again.settings)
third        guard pages round blocks of memory, when the second did not show the access itself

--again=auto is the same for those ends alone of which a further run may show more, where it can do
no harm: the program ended within a minute, and has read no input.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import tempfile
import time

from atfault.again.merge import (
    LAUNCHES,
    Look,
    guarded_block,
    is_late,
    is_misaligned,
    is_solved,
    merged,
    merged_launches,
    offers_second_look,
    size_of_damaged,
    where_allocated,
)
from atfault.again.settings import (
    Plan,
    aligned,
    build,
    checks,
    environment,
    guarding,
    no_second_look,
    stopping,
    worth_guarding,
)
from atfault.again.streams import Capture, KeptFiles
from atfault.cli.explainer import Explainer, is_quiet
from atfault.cli.watch import Watch, say
from atfault.decode.numba.run import read_run
from atfault.errors import AtfaultError, CannotWatch
from atfault.folders import current_folder
from atfault.model.absent import Absent
from atfault.model.cleaning import without_secrets
from atfault.model.masked import mask_arguments, mask_source
from atfault.model.numba_run import NumbaRun
from atfault.model.report import Report
from atfault.options import Options
from atfault.report.json import dumps, loads
from atfault.saved import load, saved_reports
from atfault.snapshot.target_files import TargetFiles
from atfault.snapshot.tracing.launch import Start, needed_to_watch
from atfault.snapshot.tracing.observer import Death
from atfault.snapshot.tracing.probe_folder import ProbeFolder
from atfault.source import SourceReader

MAX_BOX = 1 << 28
INTERRUPTS = (1, 2, 3, 15)
HANG_SECONDS = 120.0
"""A further run that makes no progress for so long is ended: nobody may be there to do it."""
UNASKED_SECONDS = 60.0
"""A program that took longer is run again only where that is asked for."""
MIN_LIMIT, SLOWER = 20, 6
"""A further run that nobody asked for is ended after MIN_LIMIT + SLOWER times what the first took:
the checks cost time."""
MAX_EARLIER = 30
"""Saved reports that are looked through for an earlier crash."""


def run_again(args: argparse.Namespace, options: Options, start: Start) -> int:
    """The first run's exit status. Raises CannotWatch, before the program was started."""
    argv = list(map(os.fsdecode, start.argv))
    watch = Watch(args, options, tuple(argv))
    with needed_to_watch():
        further = Further(args, options, start)
        recorder = Recorder(watch)
    began = time.monotonic()
    outcome = watch.run_program(start, keep_stdout=True)
    seconds = time.monotonic() - began
    further.kept.restore()
    first = recorder.report()
    if outcome.start_error or (first is None and (outcome.refusal or outcome.signal)):
        return watch.status(outcome)
    if first is None and (recorder.has_told or not further.is_asked):
        return watch.status(outcome)
    is_told = first is not None and first.process.pid != outcome.pid
    if first is None:
        first = _in_its_place(argv)
        if first is None:
            return watch.status(outcome)
    reason = "it cannot be watched here" if outcome.refusal else ""
    if not further.is_asked and not reason:
        if not offers_second_look(first):
            recorder.tell(further.cleaned(first), is_told=is_told)
            return watch.status(outcome)
        reason = further.not_unasked(seconds)
    report = further.report(first, reason)
    adds_nothing = report.diagnosis == further.cleaned(first).diagnosis
    recorder.tell(report, is_told=is_told and adds_nothing)
    return watch.status(outcome)


def _in_its_place(argv: list[str]) -> Report | None:
    """The report on an earlier crash of a command that has not crashed now."""
    number, first = earlier_crash(tuple(argv), mask_arguments(argv))
    if first is None:
        say("atfault: it did not crash, so there is nothing to look at again")
        return None
    say(f"atfault: it did not crash this time; report {number} is of a time when it did")
    note = f"the first run of this command did not crash; what is told of it is report {number}"
    return first._replace(again=(), warnings=(*first.warnings, note))


def earlier_crash(*commands: tuple[str, ...]) -> tuple[int, Report | None]:
    """The latest saved report of a crash of the same command in the same folder. commands: as it
    is, and as it is saved with secrets masked."""
    try:
        for saved in reversed(saved_reports()[-MAX_EARLIER:]):
            report = load(saved.number)[1]
            same = report.command in commands and report.process.cwd == current_folder()
            if same and report.kind == "crash" and not (report.again or no_second_look(report)):
                return saved.number, report
    except (AtfaultError, OSError):
        pass
    return 0, None


class Further:
    """The further runs of a program, and the one report of all.

    asked: by --again; with --again=auto nobody asked for one. Then only that one is made is said,
    its output is kept from a terminal, and it may not ask there, nor take much longer than the
    first.
    """

    def __init__(self, args: argparse.Namespace, options: Options, start: Start) -> None:
        self._args = args
        self._options = options
        self._start = start
        self.is_asked = args.again != "auto"
        self.kept = KeptFiles()
        if not self.is_asked:
            self.kept.watch_input()

    def not_unasked(self, seconds: float) -> str:
        """Why no further run is made unasked; "" where it is. seconds: what the first took."""
        if seconds > UNASKED_SECONDS:
            return f"it ran for longer than {UNASKED_SECONDS:.0f} s"
        reason = self.kept.input_was_read()
        if not reason:
            self._start = self._start._replace(seconds=int(MIN_LIMIT + SLOWER * seconds))
            say(
                "atfault: running it again with checks of its memory, to find the first wrong "
                "step; its output is not shown again (Ctrl-C: enough)"
            )
        return reason

    def report(self, first: Report, reason: str) -> Report:
        """That of all runs. reason: why there is to be no further one; "" where there is."""
        late = is_late(first)
        reason = reason or ("" if late else no_second_look(first))
        found = first
        try:
            if not reason and late:
                found = merged_launches(first, self._look(LAUNCHES))
            elif not reason:
                found = self._of_memory(first)
        except CannotWatch as error:
            reason = f"it cannot be watched here: {error}"
        if reason:
            note = f"not run again: {reason}"
            found = found._replace(warnings=(*found.warnings, note))
        return self.cleaned(found)

    def cleaned(self, report: Report) -> Report:
        """Without secrets, unless they are asked for."""
        return without_secrets(report) if self._options.mask_secrets else report

    def _of_memory(self, first: Report) -> Report:
        mask = mask_source if self._options.mask_secrets else None
        cwd = first.process.cwd or None
        source = SourceReader(TargetFiles(folders=(cwd,) if cwd else ()), mask=mask)
        return merged(first, self._looks(first), source)

    def _looks(self, first: Report) -> list[Look]:
        folder = tempfile.mkdtemp(prefix="atfault-")
        try:
            cache = os.path.join(folder, "numba")
            os.mkdir(cache)
            looks = [self._look(checks(first, cache))]
            if is_solved(first, looks[0]) or not worth_guarding(first):
                return looks
            library = build(folder, first)
            if isinstance(library, Absent):
                note = f"no guard pages round blocks of memory: {library.reason}"
                return [looks[0]._replace(notes=(*looks[0].notes, note))]
            plan = guarding(library, size_of_damaged(looks[0]))
            guarded = self._look(plan)
            if is_misaligned(guarded):
                plan = aligned(plan)
                guarded = self._look(plan)
            block = guarded_block(guarded)
            if block:
                allocation = self._look(stopping(plan, block))
                guarded = guarded._replace(allocated=where_allocated(allocation))
            return [*looks, guarded]
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _look(self, plan: Plan) -> Look:
        """Run the program once more, with its output kept instead of shown."""
        start, kept, options = self._start, self.kept, self._options
        if self.is_asked:
            say(f"atfault: running it again with {plan.words}")
        note = kept.rewind_input(asked=self.is_asked)
        capture = Capture(kept, shown=self.is_asked)
        watch = Watch(self._args, options, tuple(map(os.fsdecode, start.argv)))
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
        late = start.seconds and outcome.signal == signal.SIGALRM
        if late:
            notes.append(f"the run with {plan.words} was ended after {start.seconds} s")
        elif outcome.signal in INTERRUPTS:
            notes.append(f"the run with {plan.words} was interrupted, or ended as it hung")
        hits = checked[0].hits if checked else ()
        found = None if late else recorder.report()
        return Look(plan, found, outcome.exit_code, output, errors, tuple(notes), hits)


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

    def tell(self, report: Report, *, is_told: bool = False) -> None:
        """Print, save and write what was found in all runs. is_told: it is of a child whose report
        was printed and saved while the program went on, and there is nothing to add."""
        self._is_telling = True
        if is_told:
            self._emit_files(report)
        else:
            super()._tell(report, in_files=True)

    def child_died(self, death: Death) -> int | None:
        return 0 if self._quiet else super().child_died(death)

    def ended(
        self,
        main: Death | None,
        children: tuple[Death, ...],
        left_out: dict[int, int],
        unsure: tuple[Death, ...] = (),
    ) -> None:
        children = self._failed_for(children, unsure)
        if not self._quiet:
            coped = main is None and all(map(is_quiet, children))
            self._is_telling = coped  # there is nothing to look at again
            super().ended(main, children, left_out)
            if main is not None or coped:
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
