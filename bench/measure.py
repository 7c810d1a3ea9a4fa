"""Paired timing of whole processes: A B A B …, medians and pairwise ratios."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Command:
    """One command line; `prepare` runs, untimed, before each of its runs."""

    label: str
    argv: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)
    prepare: Callable[[], None] | None = None
    cwd: str | None = None


@dataclass(frozen=True)
class Sample:
    """One run. Times in seconds, peak resident memory in bytes."""

    wall: float
    cpu: float
    user: float
    peak: int
    status: int


def run_once(command: Command) -> Sample:
    """Run to the end with output thrown away; the figures come from wait4."""
    if command.prepare:
        command.prepare()
    env = {**os.environ, **command.env}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    null = os.open(os.devnull, os.O_RDWR)
    start = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        if command.cwd:
            os.chdir(command.cwd)
        try:
            os.execvpe(command.argv[0], list(command.argv), env)
        finally:
            os._exit(127)
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - start
    os.close(null)
    code = os.waitstatus_to_exitcode(status)
    if code == 127:
        raise SystemExit(f"bench: cannot run {command.argv[0]}")
    user = usage.ru_utime
    return Sample(wall, user + usage.ru_stime, user, usage.ru_maxrss * 1024, code)


@dataclass(frozen=True)
class Comparison:
    """Samples of two commands that ran in turn."""

    ours: Command
    peer: Command
    our_samples: list[Sample]
    peer_samples: list[Sample]

    def ratio(self, time: str = "wall") -> float:
        """Median over the pairs of our time over the peer's; time: a field of Sample."""
        pairs = zip(self.our_samples, self.peer_samples)
        return statistics.median(getattr(a, time) / getattr(b, time) for a, b in pairs)


def compare(ours: Command, peer: Command, runs: int, warmup: int = 1) -> Comparison:
    """Run both in turn `runs` times, after `warmup` rounds that do not count."""
    for _ in range(warmup):
        run_once(ours)
        run_once(peer)
    samples: tuple[list[Sample], list[Sample]] = ([], [])
    for _ in range(runs):
        samples[0].append(run_once(ours))
        samples[1].append(run_once(peer))
    return Comparison(ours, peer, *samples)


def median_of(samples: list[Sample], time: str) -> float:
    return statistics.median(getattr(s, time) for s in samples)


def peak(samples: list[Sample]) -> int:
    return max(s.peak for s in samples)
