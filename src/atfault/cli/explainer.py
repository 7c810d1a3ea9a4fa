"""What `run` does with the deaths and hangs that the tracer sees: reports are made and told."""

from __future__ import annotations

import collections
import gc
import os
import sys
import time
from collections.abc import Sequence
from typing import Any

from atfault.analyze.live import CHILD_SECONDS, Look, look_into, watch_target
from atfault.analyze.process import (
    NOT_STARTED_BY_US,
    NOT_WATCHED,
    analyze,
    analyze_core,
    analyze_plainly,
    report_on,
)
from atfault.cli.builds import explain_build, how_to_keep
from atfault.cli.children import (
    amend_saved,
    note_death,
    note_hang,
    noted_deaths,
    noted_ending,
    noted_hang,
    summary,
    with_end,
    with_starter,
)
from atfault.cli.exceptions import consequences_in, explain_exceptions, failed_in, readable
from atfault.cli.gpu_core_reader import cores_in
from atfault.cli.output import emit_files, write_shown
from atfault.cli.unwatched import in_words
from atfault.cli.unwatched import told as told_unwatched
from atfault.cli.watch import Watch
from atfault.decode.exceptions.consequences import told_apart
from atfault.decode.faulthandler import parse, state_from_dump
from atfault.decode.watch.hang_watch import wait_for_hang
from atfault.decode.watch.memory_growth import load as load_growth
from atfault.diagnose.order import says_what_is_wrong
from atfault.errors import AccessError, AtfaultError
from atfault.folders import current_folder
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.endings import Termination
from atfault.model.findings import Evidence, Finding, is_fault
from atfault.model.masked import mask_arguments, mask_source
from atfault.model.process import ProcessInfo
from atfault.model.report import Report
from atfault.model.report_company import ConsequenceReport
from atfault.model.signals import signal_name
from atfault.model.state import Ending, GilState, ProcessState
from atfault.model.waits import Activity
from atfault.report.json import dumps, loads
from atfault.report.started import consequence_words
from atfault.saved import amend, load, save, save_case
from atfault.snapshot.protocol import Snapshot
from atfault.snapshot.target import Target
from atfault.snapshot.target_files import TargetFiles
from atfault.snapshot.tracing.fallback import Fallback
from atfault.snapshot.tracing.fatal_signals import ASKING, EVERYDAY, SIGKILL
from atfault.snapshot.tracing.front import RunOutcome
from atfault.snapshot.tracing.observer import Asked, Death
from atfault.source import SourceReader

SIGNALLED = 128
"""And the number of the signal: the exit status of a program that one has ended."""
LAST_WATCH_SECONDS = 1.0
"""How long a process that is about to be ended is watched, where one look proves nothing."""
SURE_AFTER = 3
"""Looks that find the same fault, beside something that goes on, from which it counts although
that might yet end it. They are further and further apart (`hang_watch`)."""


def is_quiet(death: Death) -> bool:
    """Whether a line is enough for what was not told at once: the program has ended well."""
    return bool(death.program) and death.exit_code == 0 and not death.number


def _hangs(report: Report) -> bool:
    """Whether it says so, first and at likely or better."""
    first = report.diagnosis[0]
    return first.family == "hang" and says_what_is_wrong(first)


def _place_of(finding: Finding) -> object:
    """What tells the fault that a finding is about from others of the same program: inside of a
    loop that goes round, where it is differs from look to look; what is named first does not."""
    return finding.cause, tuple([(one.file, one.line) for one in finding.blame[:1]])


def _is_of_others(death: Death, others: set[int | None]) -> bool:
    """Whether the program failed long after the death, and whoever had started the process for
    something else. others: who ended by an exception of their own."""
    return death.is_late and death.start is not None and death.start.pid in others


class Explainer:
    """Explains the deaths and hangs of one run; its methods are those of Observer."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._args = watch.args
        self._options = watch.options
        command = watch.command
        self._shown = mask_arguments(command) if watch.options.mask_secrets else command
        """The command, as reports show it."""
        self._hangs: set[object] = set()
        """Those that were told."""
        self._fault: tuple[Activity | None, Any] = (None, None)
        """What was seen last of a part of the program that stands still, and the report on that."""
        self._found: collections.Counter[object] = collections.Counter()
        """In how many looks each was found, beside something that goes on."""

    def analyze(self, snapshot: Snapshot, termination: Termination) -> bytes:
        gc.disable()
        starts = self._watch.starts
        known = None if starts is None else starts.start_of(snapshot.process.pid)
        started = known or NOT_STARTED_BY_US
        report = analyze(
            snapshot,
            self._options,
            termination=termination,
            command=self._shown,
            started=started,
            printed=self._watch.standard_error.tail(),
        )
        if known is not None and starts is not None:
            report = with_starter(report, starts.loaded().main_thread(known.pid))
        return dumps(report).encode("utf-8", "surrogatepass")

    def analyze_plainly(self, snapshot: Snapshot, termination: Termination, why: str) -> bytes:
        report = analyze_plainly(
            snapshot,
            self._options,
            termination=termination,
            command=self._shown,
            printed=self._watch.standard_error.tail(),
            why=why,
        )
        return dumps(report).encode("utf-8", "surrogatepass")

    def _with_growth(self, death: Death) -> Termination:
        """How it ended, with what was seen of its memory, where that is why."""
        termination = death.termination
        if termination.oom is None or not death.is_main:
            return termination
        return termination._replace(
            oom=termination.oom._replace(growth=load_growth(self._watch.growth))
        )

    def wait_for_hang(self, target: Target, has_told: bool) -> tuple[Activity, bool]:
        is_sure = True

        def weigh(activity: Activity) -> bool | None:
            nonlocal is_sure
            report = self._look(target, activity).report
            first = report.diagnosis[0]
            is_told, may_be_ended = self._weigh(first)
            is_sure = not is_told or may_be_ended
            self._fault = activity, report
            kinds = {one.advance.kind for one in activity.threads if one.advance is not None}
            turns = not kinds.isdisjoint(("returns", "unending"))
            is_open = is_fault(first.cause) and turns and self._found[_place_of(first)] < SURE_AFTER
            return None if is_open and first.confidence == "possible" else is_told

        seen = wait_for_hang(target, self._options, self._watch.hang_seconds, has_told, weigh)
        return seen, is_sure and self._watch.hang_kill

    def _weigh(self, first: Finding) -> tuple[bool, bool]:
        """Of what a look finds beside something that goes on: whether it is to be told, and whether
        the program may be ended for it. What is only likely may yet end, and what is possible is
        told where looks find nothing better."""
        if first.family != "hang" or not is_fault(first.cause):
            return False, False
        place = _place_of(first)
        self._found[place] += 1
        is_lasting = self._found[place] >= SURE_AFTER
        is_sure = first.confidence == "certain" or (is_lasting and says_what_is_wrong(first))
        is_news = place not in self._hangs and (is_lasting or says_what_is_wrong(first))
        return is_news or (is_sure and self._watch.hang_kill), is_sure

    def explain(self, target: Target, seen: Any, is_to_end: bool = False) -> None:
        watched, report = self._fault
        if seen is None or watched is not seen:
            report = self._look(target, NOT_WATCHED if seen is None else seen).report
        if seen is not None:
            ends = "it is ended" if is_to_end else "it goes on"
            self._watch.say(
                f"atfault: no progress for {self._watch.hang_seconds:g} s; {ends} after this report"
            )
        self._tell(self._with_dead(report), in_files=True)
        if seen is not None:
            self._hangs.update(map(_place_of, report.diagnosis[:1]))
            note_hang(self._watch.told, is_to_end)

    def last_look(self, target: Target, asked: Asked) -> bytes:
        began = time.monotonic()
        look = self._look(target, NOT_WATCHED, asked.ending)
        is_told = any(
            one.family == "hang" and one.confidence != "possible" for one in look.report.diagnosis
        )
        if not is_told and look.may_wait_in_vain:
            a_look = time.monotonic() - began
            # Time for two looks, and for one more on a busy machine, has to be left.
            watch = min(LAST_WATCH_SECONDS, asked.seconds - 3 * a_look)
            if watch > 0:
                activity = watch_target(target, self._options, watch)
                look = self._look(target, activity, asked.ending, for_children=0.0)
        report = look.report
        first, *others = report.diagnosis
        if not _hangs(report):
            return b""
        if not (asked.is_alone or first.about):  # it may wait for those that have just been ended
            return b""
        if asked.ending is None:
            seen = Evidence(f"it is seen as it was when {asked.told}, came; it ended after that")
            first = first._replace(evidence=(*first.evidence, seen))
            headline = f"{report.headline}; ended after {asked.told}"
            report = report._replace(diagnosis=(first, *others), headline=headline)
        return dumps(report).encode("utf-8", "surrogatepass")

    def _look(
        self,
        target: Target,
        activity: Activity | Absent,
        ending: Ending | None = None,
        for_children: float = CHILD_SECONDS,
    ) -> Look:
        return look_into(
            target,
            self._options,
            activity=activity,
            for_children=for_children,
            ending=ending,
            command=self._shown,
            printed=self._watch.standard_error.tail(),
            reported=noted_deaths(self._watch.told),
            failed=() if self._watch.probe is None else failed_in(self._watch.probe, self._options),
        )

    def child_died(self, death: Death) -> int | None:
        number = self._tell(self._report(death), in_files=False)
        note_death(self._watch.told, death.process.pid, death.termination.signal, number)
        return number

    def ended(
        self,
        main: Death | None,
        children: tuple[Death, ...],
        left_out: dict[int, int],
        unsure: tuple[Death, ...] = (),
    ) -> None:
        deaths, reports = [], []
        for death in self._failed_for(children, unsure):
            report = with_end(self._report(death), death)
            if death.number:
                amend_saved(report, death)
                self._keep_case(report)
            else:
                quiet = is_quiet(death)
                number = self._keep_report(report) if quiet else self._tell(report, in_files=False)
                death = death._replace(number=number or 0)
                note_death(self._watch.told, death.process.pid, None, number)
            deaths.append(death)
            reports.append(report)
        if main is not None:
            report = self._report(main)._replace(children=tuple(reports))
            self._tell(report, in_files=not self._was_hung(main))
        elif reports and (self._args.json or self._args.html) and not self._was_hung(deaths[0]):
            self._emit_files(reports[0]._replace(children=tuple(reports[1:])))
        for line in summary(tuple(deaths), tuple(reports)):
            self._watch.say(line)
        self.say_left_out(left_out)

    def _failed_for(
        self, children: tuple[Death, ...], unsure: tuple[Death, ...]
    ) -> tuple[Death, ...]:
        """Those of its processes that the program may have failed for: not where whoever started
        them says that it was something else, and others where it says that it was them."""
        if not unsure and not any(death.is_late for death in children):
            return children
        handed = () if self._watch.probe is None else self._watch.probe.hand_overs()
        others, follows = (
            {one.exception.pid for one in some}
            for some in told_apart(readable(handed, self._options, []))
        )
        children += tuple([one for one in unsure if one.start and one.start.pid in follows])
        return tuple([one for one in children if not _is_of_others(one, others)])

    def _was_hung(self, death: Death) -> bool:
        """Whether somebody ended the program after it was said to hang: the files tell that, and
        with it which of its children had died."""
        ended_by = death.termination.signal if death.is_main else death.exit_code - SIGNALLED
        was_asked = ended_by in (*ASKING, *EVERYDAY, SIGKILL) and noted_hang(self._watch.told)
        return was_asked or noted_ending(self._watch.told)

    def say_left_out(self, left_out: dict[int, int]) -> None:
        """Children that died and are not explained. left_out: signal number → how many."""
        for number, count in left_out.items():
            more = counted(count, "more child", "more children")
            self._watch.say(
                f"atfault: {more} of the program died of {signal_name(number)}, not shown"
            )

    def ended_untraced(self, outcome: RunOutcome, fallback: Fallback) -> None:
        """The program was ended by a signal, and nobody was watching: explain what it left."""
        if outcome.signal in EVERYDAY:
            return
        warning = f"the program could not be watched: {outcome.refusal}"
        core = fallback.core_file(outcome.pid) if outcome.dumped_core else None
        if core is not None:
            report = analyze_core(core, None, self._options)
        else:
            report = self._from_faulthandler(outcome, fallback.text())
        report = report._replace(command=self._shown, warnings=(warning, *report.warnings))
        self._tell(report, in_files=True)

    def explain_failure(
        self,
        contents: Sequence[bytes],
        builds: Sequence[tuple[int, bytes]],
        outcome: RunOutcome,
        began: float,
    ) -> None:
        """Tell of the build that failed, or the uncaught exception that ended the program or a part
        of it, where there is more to say than was printed. contents: what the probe handed over;
        builds: what pip's builds printed; began: of the run, in seconds since the epoch."""
        command = self._watch.command
        gpu = self._watch.gpu_cores
        report = explain_exceptions(contents, outcome, self._options, command, cores_in(gpu))
        if outcome.exit_code and (report is None or builds):
            found = explain_build(outcome, self._options, command, builds, began)
            report = found or report
        if report is not None:
            report = report._replace(warnings=(*report.warnings, *gpu.notes))
            self._tell(self._with_dead(report), in_files=True)
            return
        if outcome.exit_code and (line := how_to_keep(outcome, command)):
            self._watch.say(line)
        deaths = [death for death in noted_deaths(self._watch.told) if death.report]
        followed = consequences_in(contents, self._options) if deaths else ()
        if followed:
            self._add_consequences(deaths[0].report, followed)

    def _with_dead(self, report: Report) -> Report:
        """The report on the program, or a part of it, with those on its processes that had died."""
        dead = []
        for death in noted_deaths(self._watch.told):
            if death.report and death.pid != report.process.pid:
                try:
                    dead.append(load(death.report)[1])
                except AtfaultError:
                    pass  # it has been removed since
        return report._replace(children=(*report.children, *dead))

    def _add_consequences(self, number: int, followed: tuple[ConsequenceReport, ...]) -> None:
        """To the saved report on the process that died first: which others failed because of it."""
        try:
            report = load(number)[1]._replace(consequences=followed)
            amend(number, report)
        except (AtfaultError, OSError):
            return  # it has been removed since
        self._keep_case(report)
        if self._args.json or self._args.html:
            self._emit_files(self._with_dead(report))
        self._watch.say("atfault: what failed because of that:")
        for text in consequence_words(report):
            self._watch.say(f"atfault:   {text}")

    def _from_faulthandler(self, outcome: RunOutcome, text: str) -> Report:
        process = ProcessInfo(outcome.pid, os.getpid(), "", self._shown, current_folder())
        state = state_from_dump(parse(text), process, Termination(None, outcome.signal))
        mask = self._options.mask_secrets
        case = Case(state, printed=outcome.printed, command=self._shown)
        return report_on(case, self._source(process.cwd), mask_secrets=mask)

    def _source(self, cwd: str | None) -> SourceReader:
        """Of what ran in folder `cwd`."""
        mask = mask_source if self._options.mask_secrets else None
        return SourceReader(TargetFiles(folders=(cwd,) if cwd else ()), mask=mask)

    def _keep_report(self, report: Report) -> int:
        """Save a report and show none of it; its number, 0 when it cannot be saved."""
        saved = save(report)
        self._keep_case(report)
        self._watch.fail_on.note(report)
        return 0 if isinstance(saved, Absent) else saved.number

    def _tell(self, report: Report, *, in_files: bool) -> int | None:
        """Print and save a report; its number, 0 when it is not saved. A report that cannot be
        written is no reason to fail."""
        saved = save(report)
        self._keep_case(report)
        self._watch.fail_on.note(report)
        if isinstance(saved, Absent):
            footer = saved.reason
        else:
            footer = f"saved as report {saved.number}: atfault show {saved.number}"
        if in_files:
            self._emit_files(report)
        try:
            with self._watch.standard_error.speaking():
                shown = report
                if self._args.format == "github":  # those were told one by one
                    shown = report._replace(children=())
                write_shown(shown, sys.stderr, self._args, footer)
        except (AccessError, OSError):
            pass
        return 0 if isinstance(saved, Absent) else saved.number

    def _keep_case(self, report: Report) -> None:
        """In the folder of --cases."""
        folder = getattr(self._args, "cases", None)
        if folder is None:
            return
        try:
            save_case(report, folder)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            self._watch.say(f"atfault: report not kept in {folder}: {why}")

    def _emit_files(self, report: Report) -> None:
        try:
            emit_files(report, self._args)
        except BrokenPipeError:
            pass  # who reads the JSON has seen enough
        except (AtfaultError, OSError, ValueError) as error:
            self._watch.say(f"atfault: {error}")

    def _report(self, death: Death) -> Report:
        if isinstance(death.analysis, Absent):
            report = self._without_snapshot(death, death.analysis.reason)
        else:
            report = loads(death.analysis.decode("utf-8", "surrogatepass"))
        if death.lost is not None:
            report = report._replace(warnings=(*report.warnings, in_words(death.lost)))
        not_watched = told_unwatched(self._watch.unwatched)
        report = report._replace(warnings=(*report.warnings, *not_watched))
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
        case = Case(state, printed=self._watch.standard_error.tail(), command=self._shown)
        return report_on(case, self._source(death.process.cwd), mask_secrets=mask)
