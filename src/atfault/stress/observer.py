"""What becomes of the crash or hang of a child: a report in the child's folder.

The tracer calls these methods in processes of its own, so files are the way back.
"""

from __future__ import annotations

import gc
import os
from typing import Any

from atfault.analyze.live import look_into
from atfault.analyze.process import analyze, analyze_core, analyze_plainly, report_on
from atfault.decode.faulthandler import parse, state_from_dump
from atfault.folders import current_folder
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.process import ProcessInfo, Termination
from atfault.model.report import Report
from atfault.model.state import Ending, GilState, ProcessState
from atfault.options import Options
from atfault.report.json import dump_lines, dumps, loads
from atfault.snapshot.protocol import Snapshot
from atfault.snapshot.target import Target
from atfault.snapshot.tracing.fallback import Fallback
from atfault.snapshot.tracing.front import RunOutcome
from atfault.snapshot.tracing.observer import Death
from atfault.snapshot.tracing.privileges import LostPrivileges
from atfault.snapshot.tracing.unwatched import LetGo
from atfault.source import SourceReader

CRASH, HANG = "crash.json", "hang.json"
WATCH_SECONDS = 1.0
"""How long a child that hangs is watched before it is looked at."""


class ChildObserver:
    """The tracer's observer of one child."""

    hang_seconds: float = 0.0

    def __init__(self, folder: str, options: Options, command: tuple[str, ...]) -> None:
        self._folder = folder
        self._options = options
        self._command = command

    def analyze(self, snapshot: Snapshot, termination: Termination) -> bytes:
        gc.disable()
        report = analyze(snapshot, self._options, termination=termination)
        return dumps(report).encode("utf-8", "surrogatepass")

    def analyze_plainly(self, snapshot: Snapshot, termination: Termination, why: str) -> bytes:
        report = analyze_plainly(snapshot, self._options, termination=termination, why=why)
        return dumps(report).encode("utf-8", "surrogatepass")

    def child_died(self, death: Death) -> None:
        """Told when all has ended."""

    def ended(
        self,
        main: Death | None,
        children: tuple[Death, ...],
        left_out: dict[int, int],
        unsure: tuple[Death, ...] = (),
    ) -> None:
        reports = tuple([self._report(child) for child in children])
        if main is not None:
            self._write(CRASH, self._report(main)._replace(children=reports))
        elif reports:
            self._write(CRASH, reports[0]._replace(children=reports[1:]))

    def wait_for_hang(self, target: Target, has_told: bool) -> tuple[object, bool]:
        raise NotImplementedError  # hang_seconds is 0: the parent looks at the calls instead

    def explain(self, target: Target, seen: Any, is_to_end: bool = False) -> None:
        """Asked for by the parent, with SIGQUIT, when no call ends any more."""
        look = look_into(target, self._options, WATCH_SECONDS, command=self._command)
        self._write(HANG, look.report)

    def privileges_lost(self, lost: LostPrivileges) -> None:
        """Of no interest to a callable."""

    def let_go(self, one: LetGo, is_all: bool) -> None:
        """The callable is stressed on; what it dies of is not seen any more."""

    def cannot_explain(self, reason: str) -> None:
        with open(os.path.join(self._folder, HANG), "w", encoding="utf-8"):
            pass  # nothing more is to be waited for

    def died_untraced(self, outcome: RunOutcome, fallback: Fallback) -> None:
        """The system forbade tracing: explain what the child has left."""
        warning = f"the process could not be watched: {outcome.refusal}"
        core = fallback.core_file(outcome.pid) if outcome.dumped_core else None
        if core is not None:
            report = analyze_core(core, None, self._options)
        else:
            process = ProcessInfo(outcome.pid, os.getpid(), "", self._command, current_folder())
            termination = Termination(None, outcome.signal)
            report = _composed(state_from_dump(parse(fallback.text()), process, termination))
        self._write(CRASH, report._replace(warnings=(warning, *report.warnings)))

    def _report(self, death: Death) -> Report:
        if isinstance(death.analysis, Absent):
            return _composed(_state_of(death, death.analysis))
        return loads(death.analysis.decode("utf-8", "surrogatepass"))

    def _write(self, name: str, report: Report) -> None:
        draft = os.path.join(self._folder, name + ".draft")
        try:
            with open(draft, "w", encoding="utf-8") as file:
                file.writelines(dump_lines(report._replace(command=self._command)))
            os.replace(draft, os.path.join(self._folder, name))
        except OSError:
            pass  # the parent is gone, and its folder with it


def _state_of(death: Death, absent: Absent) -> ProcessState:
    """What is known of a process that was gone before anybody could look at it."""
    return ProcessState(
        process=death.process,
        arch=os.uname().machine,
        kind="traced",
        ending=Ending(death.signal, death.termination),
        python=absent,
        gil=GilState(known=False, reason=absent.reason),
        warnings=(f"the process could not be looked at: {absent.reason}",),
    )


def _composed(state: ProcessState) -> Report:
    return report_on(Case(state), SourceReader())
