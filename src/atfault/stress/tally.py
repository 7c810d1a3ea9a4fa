"""What the children of one phase have done, counted.

What one campaign has found: the input of the verdict.
"""

from typing import Any, NamedTuple

from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.report import Report, ThreadReport
from atfault.model.signals import signal_name
from atfault.model.state import PythonInfo
from atfault.model.stress import FailureKind, StressFailure, StressPhase
from atfault.stacks.mine import is_mine
from atfault.stress.child import ChildEnd
from atfault.stress.plan import Environment

MAX_REPORTS = 3
"""Crash and hang reports that one phase keeps."""
MAX_KINDS = 6
SIGKILL = 9
WHEN = {1: " while it was imported", 2: " while --setup made its arguments"}
"""Stage of a child (atfault_probe.stressing.progress) before its first call → in words."""
ORDER = ("crash", "hang", "exit", "exception", "result", "state")


class Seen(NamedTuple):
    """One failure of one run."""

    kind: FailureKind
    text: str
    file: str = ""
    line: int | None = None
    function: str = ""


class Tally:
    """The counts of one phase."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.runs = 0
        self.failed_runs = 0
        self.rounds = 0
        self.failed_rounds = 0
        self.calls = 0
        self.failed_calls = 0
        self.seconds = 0.0
        self.rounded = 0
        self.rounded_text = ""
        self.skipped = ""
        self.reports: list[Report] = []
        self._seen: dict[tuple[str, str, str, int | None], tuple[Seen, int]] = {}

    def add(self, end: ChildEnd, python: PythonInfo | Absent) -> None:
        """Count what one child did. python: tells the user's own lines from a library's."""
        self.runs += 1
        self.seconds += end.seconds
        result = end.result
        failures = []
        if result is not None and not end.hung and end.crash is None:
            self.calls += result.get("calls", end.calls)
            self.rounds += max(1, result.get("rounds", 1))
            self.rounded += result.get("rounded", 0)
            self.rounded_text = self.rounded_text or result.get("rounded_text", "")
            failures = [_told(plain, python) for plain in result.get("failures", ())]
            self.failed_calls += result.get("failed_calls", len(failures))
        else:
            self.calls += end.calls
            self.rounds += end.rounds + 1
            failures = [_death(end)]
            self.failed_calls += 1
            for report in (end.crash, end.hang):
                if report is not None and len(self.reports) < MAX_REPORTS:
                    self.reports.append(_named(report, self.name, self.runs))
        if failures:
            self.failed_runs += 1
            self.failed_rounds += 1
        for seen in dict.fromkeys(failures):
            text = seen.text if seen.kind not in ("result", "state") else ""
            key = (seen.kind, text, seen.file, seen.line)
            known, count = self._seen.get(key, (seen, 0))
            self._seen[key] = (known, count + 1)

    @property
    def failures(self) -> tuple[StressFailure, ...]:
        """What was seen, crashes first, then the most frequent."""
        found = [
            StressFailure(seen.kind, seen.text, runs, seen.file, seen.line, seen.function)
            for seen, runs in self._seen.values()
        ]
        found.sort(key=lambda failure: (ORDER.index(failure.kind), -failure.runs))
        kept: list[StressFailure] = []
        for failure in found:
            same = [one for one in kept if one.kind == failure.kind]
            if len(kept) < MAX_KINDS and len(same) < 3:
                kept.append(failure)
        return tuple(kept)

    def phase(self) -> StressPhase:
        return StressPhase(
            name=self.name,
            runs=self.runs,
            failed_runs=self.failed_runs,
            rounds=self.rounds,
            failed_rounds=self.failed_rounds,
            calls=self.calls,
            failed_calls=self.failed_calls,
            seconds=round(self.seconds, 3),
            failures=self.failures,
            skipped=self.skipped,
        )


def _named(report: Report, phase: str, run: int) -> Report:
    """A child's report, saying in which run it was, and without blame for our own lines."""
    words = {
        "reference": "one thread, the first",
        "alone": "one thread",
        "free": "many threads",
        "locked": "many threads, one lock round each call",
        "own": "many threads, an instance each",
    }
    findings = tuple(
        finding._replace(blame=tuple(b for b in finding.blame if not roles.is_of_probe(b.file)))
        for finding in report.diagnosis
    )
    process = report.process._replace(relation=f"run {run}, {words[phase]}")
    return report._replace(diagnosis=findings, process=process)


def _told(plain: dict[str, Any], python: PythonInfo | Absent) -> Seen:
    """A failure that the child itself told of."""
    file, line, function = "", None, ""
    for frame_file, frame_line, frame_function in plain.get("frames", ()):
        if is_mine(frame_file, python):
            file, line, function = frame_file, frame_line, frame_function
    return Seen(plain["kind"], plain["text"], file, line, function)


def _death(end: ChildEnd) -> Seen:
    """How a child that wrote no result came to its end."""
    report = end.hang if end.hung else end.crash
    when = WHEN.get(end.stage, "")
    file, line, function = "", None, ""
    if report is not None and report.diagnosis:
        for blame in report.diagnosis[0].blame:
            if not roles.is_of_probe(blame.file):
                file, line, function = blame.file, blame.line, blame.function
                break
    if end.hung:
        where = f" in {function}" if function else ""
        return Seen("hang", when.strip() or f"no call ended any more{where}", file, line, function)
    if end.signal or (end.crash is not None and end.crash.signal is not None):
        return Seen("crash", _crash_words(end, report) + when, file, line, function)
    last = next((text for text in reversed(end.log.splitlines()) if text.strip()), "")
    last = f": {last.strip()[:200]}" if last else ""
    return Seen("exit", f"the process ended with exit code {end.exit_code}{when}{last}")


def _crash_words(end: ChildEnd, report: Report | None) -> str:
    """ "SIGSEGV in recognise (librecognise.so)"."""
    name = signal_name(end.signal) if end.signal else ""
    if report is None:
        return name
    if report.signal is not None:
        name = report.signal.name
    thread = next((thread for thread in report.threads if thread.crashed), None)
    where = _innermost(thread) if thread is not None else ""
    return f"{name} in {where}" if where else name


def _innermost(thread: ThreadReport) -> str:
    """The innermost native function outside the C library and the interpreter, if there is one
    before the first Python frame."""
    for frame in thread.frames[:64]:
        if frame.kind == "python":
            return ""
        module = (frame.module or "").rsplit("/", 1)[-1]
        if roles.is_plumbing(module):
            continue
        if frame.function and frame.function != "??":
            name = frame.function.partition("(")[0][:60]
            return f"{name} ({module})" if module else name
        if module:
            return module
    return ""


class Findings(NamedTuple):
    """All that one campaign has found."""

    environment: Environment
    python: dict[str, Any]
    """As atfault_probe.stressing.target.environment tells it; {} when no child got so far."""
    info: PythonInfo | Absent
    """The same, as far as it tells whose code a file is."""
    packages: dict[str, str]
    place: dict[str, Any]
    """file, line and function of the target."""
    phases: tuple[Tally, ...]
    reference: str
    calls: int
    interrupted: bool = False
