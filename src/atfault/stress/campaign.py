"""The phases of a stress run in one environment, and when the evidence of each is enough.

reference ×2   one thread: what does the target return, and is it always the same?
alone          one other thread
free           many threads, until it has failed often enough or the time is up
locked         the same, one lock round each call     ┐ only when `free` has failed, and for as
own            the same, an instance for each thread  ┘ long as a clean result needs to mean it
"""

import math
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from atfault.errors import UsageError
from atfault.model.absent import Absent
from atfault.model.state import PythonInfo
from atfault.stress.child import ChildEnd, Job, Progress, run_child
from atfault.stress.plan import Environment, Plan
from atfault.stress.tally import Findings, Tally
from atfault.stress.verdict import is_enough

THREAD_BOUND = "thread"
"""Kind of a reference that holds for its own thread alone, so that nothing can be compared with
it."""
FREE_RUNS = 8
"""Child processes of the free phase while nothing fails."""
FAILED_RUNS = 3
"""Of the free phase, after which it has failed often enough."""
FREE_SHARE = 0.5
"""Of the whole time, at most, while nothing fails."""
MAX_RUNS = 60
"""Of any other phase."""
MIN_RUNS = 2
FIRST_ROUNDS = 5
"""Of the first look at whether another thread than the first may call at all."""
MANY = 1 << 30
EXPECTED = 10
"""Failures that a phase without any should have had, if it were like the free one."""
SLICES = 25
MIN_SLICE, MAX_SLICE = 0.1, 3.0
"""Seconds of one child's calls, at least and at most."""
MAX_ROUND = 1.0
"""Seconds that the calls of one round may take in a single thread."""


class Moment(NamedTuple):
    """Where a campaign is, for a progress bar."""

    phase: str
    run: int
    calls: int
    failed_runs: int
    fraction: float
    """Of the whole, roughly."""


class Campaign:
    """Runs the phases. Raises UsageError when the target cannot be called at all."""

    def __init__(
        self,
        plan: Plan,
        environment: Environment,
        tell: Callable[[Moment], None] | None = None,
    ) -> None:
        self._plan = plan
        self._environment = environment
        self._tell = tell
        self._began = time.monotonic()
        self._slice = min(max(plan.budget / SLICES, MIN_SLICE), MAX_SLICE)
        self._calls = plan.iterations
        self._slow = 0.0
        self._folder = ""
        self._info: PythonInfo | Absent = Absent("no child told")
        self._python: dict[str, Any] = {}
        self._packages: dict[str, str] = {}
        self._place: dict[str, Any] = {"function": plan.target.rpartition(":")[2]}
        self._reference = ""
        self._tallies = {
            name: Tally(name) for name in ("reference", "alone", "free", "locked", "own")
        }
        self._interrupted = False

    def run(self) -> Findings:
        with tempfile.TemporaryDirectory(prefix="atfault-stress-") as folder:
            self._folder = folder
            try:
                self._phases()
            except KeyboardInterrupt:
                self._interrupted = True
                if not self._tallies["free"].runs:
                    raise
                for tally in self._tallies.values():
                    if not tally.runs:
                        tally.skipped = "interrupted before that"
        return Findings(
            self._environment,
            self._python,
            self._info,
            self._packages,
            self._place,
            tuple(self._tallies.values()),
            self._reference,
            self._calls,
            self._interrupted,
        )

    def _phases(self) -> None:
        reference, alone = self._tallies["reference"], self._tallies["alone"]
        free, locked, own = (self._tallies[name] for name in ("free", "locked", "own"))
        if not self._learn_reference():
            for tally in (alone, free, locked, own):
                tally.skipped = "it fails in a single thread"
            return
        self._run(alone, FIRST_ROUNDS)
        if alone.failures and alone.failures[0].kind in ("result", "state"):
            # Nothing has failed: it is another thread, and that is to be seen in what it returns.
            self._reference = THREAD_BOUND
            alone = self._tallies["alone"] = Tally("alone")
            self._run(alone, FIRST_ROUNDS)
        if alone.failed_runs:
            self._run(alone, FIRST_ROUNDS)
            for tally in (free, locked, own):
                tally.skipped = "it fails in a single thread"
            return
        self._run_free(free)
        if not free.failed_runs:
            for tally in (locked, own):
                tally.skipped = "nothing failed without it"
            return
        if self._plan.setup is None:
            own.skipped = "no --setup that could make an instance for each thread"
        phases = [locked, own, alone] if self._plan.setup is not None else [locked, alone]
        for number, tally in enumerate(phases):
            share = max(self._left() / (len(phases) - number), self._slice * MIN_RUNS)
            self._run_until_enough(tally, free, share)
        assert reference.runs

    def _learn_reference(self) -> bool:
        """Two runs of one thread; False when either fails."""
        tally = self._tallies["reference"]
        seconds = min(self._slice, MAX_ROUND)
        end = self._child(tally, "reference", seconds)
        if tally.failed_runs:
            self._child(tally, "reference", seconds)
            return False
        assert end.result is not None
        made = end.result["calls"]
        self._calls = min(self._calls, max(1, made // self._plan.threads))
        self._slow = end.result["first_call"] + end.result["seconds"] / max(1, made)
        start_up = end.seconds - end.result["seconds"]
        self._slice = max(self._slice, min(start_up, self._plan.budget / 15, MAX_SLICE))
        end = self._child(tally, "again", self._slice)
        if tally.failed_runs or end.result is None:
            return False
        self._reference = end.result["reference"]
        return True

    def _run_free(self, tally: Tally) -> None:
        began = time.monotonic()
        endless = self._plan.until_failure
        while tally.failed_runs < FAILED_RUNS:
            spent = time.monotonic() - began
            if endless and tally.failed_runs:
                endless = False
                began = self._began = time.monotonic()  # the budget is for what follows
                continue
            if not endless and tally.runs >= MIN_RUNS:
                if spent > self._plan.budget * FREE_SHARE:
                    break
                if tally.runs >= FREE_RUNS and not tally.failed_runs:
                    break
                if tally.runs >= MAX_RUNS:
                    break
            self._run(tally)

    def _run_until_enough(self, tally: Tally, free: Tally, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        failed_runs = 0
        rate = free.failed_rounds / free.rounds
        rounds = math.ceil(EXPECTED / rate / FAILED_RUNS)
        while tally.runs < MAX_RUNS and not tally.skipped:
            self._run(tally, rounds)
            failed_runs = tally.failed_runs
            if failed_runs >= FAILED_RUNS:
                break
            if tally.runs >= MIN_RUNS and not failed_runs and is_enough(free, tally):
                break
            if tally.runs >= MIN_RUNS and time.monotonic() > deadline:
                break

    def _left(self) -> float:
        return max(0.0, self._began + self._plan.budget - time.monotonic())

    def _run(self, tally: Tally, rounds: int = MANY) -> ChildEnd:
        return self._child(tally, tally.name, self._slice, rounds)

    def _child(self, tally: Tally, mode: str, seconds: float, rounds: int = MANY) -> ChildEnd:
        """One child, counted."""
        before = tally.calls

        def tick(progress: Progress) -> None:
            self._say(tally, before + progress.calls)

        self._say(tally, before)
        compare = self._reference != THREAD_BOUND
        job = Job(mode, tally.runs, self._calls, seconds, rounds, compare)
        end = run_child(self._plan, self._environment.python, self._folder, job, self._slow, tick)
        if mode == "own" and end.result is not None and "unusable" in end.result:
            tally.skipped = end.result["unusable"]  # it cannot be made twice
            return end
        self._note(end)
        tally.add(end, self._info)
        return end

    def _note(self, end: ChildEnd) -> None:
        """What a child tells of its environment and target. Raises UsageError."""
        result = end.result
        if result is None:
            if end.stage == 0 and not end.signal and not end.hung:
                last = next((t for t in reversed(end.log.splitlines()) if t.strip()), "")
                raise UsageError(
                    f"stress: {self._environment.python} cannot run the target: "
                    f"{last.strip()[:300]}"
                )
            result = end.about
        if "unusable" in result:
            raise UsageError(f"stress: {_advised(result['unusable'], self._plan)}")
        self._place = result.get("target", self._place)
        python = result.get("python")
        if python:
            self._python, self._packages = python, result.get("packages", {})
            parts = tuple(int(part) for part in python["version"].split("."))
            self._info = PythonInfo(
                (parts[0], parts[1], parts[2]),
                python["version"],
                python["implementation"],
                python["free_threaded"],
                prefix=python["prefix"],
                stdlib=python["stdlib"],
            )

    def _say(self, tally: Tally, calls: int) -> None:
        if self._tell is None:
            return
        spent = (time.monotonic() - self._began) / self._plan.budget
        self._tell(Moment(tally.name, tally.runs + 1, calls, tally.failed_runs, min(0.99, spent)))


def _advised(text: str, plan: Plan) -> str:
    """One line that says what to do, too."""
    if plan.setup is None and ("argument" in text or "parameter" in text):
        return f"{text}; --setup NAME names a function that returns the arguments"
    return text
