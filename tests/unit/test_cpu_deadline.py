"""Limits of our own work count CPU time, and cost the part that ran alone."""

import signal
import subprocess
import sys

from atfault.contained import TimeIsUp, contained, is_in_part
from atfault.cpu_deadline import CpuDeadline


def test_a_deadline_counts_its_own_clock() -> None:
    now = [5.0]
    deadline = CpuDeadline(2.0, lambda: now[0])
    now[0] = 6.9
    assert not deadline.passed()
    now[0] = 7.0
    assert deadline.passed()


def test_a_part_that_runs_when_the_time_is_up_is_left_out_by_name_under_debug_too() -> None:
    losses: list[str] = []
    with contained("reading the heap", losses) as part:
        raise TimeIsUp(20.0)
    said = "reading the heap was left out: the 20 s of CPU time for all of it are used up"
    assert (part.reason, losses) == (said, [said])


def test_only_what_is_in_a_part_may_be_interrupted() -> None:
    assert not is_in_part()
    with contained("a", []):
        with contained("b", []):
            raise TimeIsUp(1.0)
        assert is_in_part()
    assert not is_in_part()


PROGRAM = """
import os, sys
from atfault.contained import contained
from atfault.cpu_deadline import limit_parts
limit_parts(0.2, 0.1)
losses, done = [], []
x = 0
for at in range(700_000): x += at  # in no part: it goes on
with contained("slow", losses):
    while True: x += 1
with contained("slow again", losses):
    while True: x += 1
with contained("quick", losses):
    done.append("quick")
print(done, [one.split(" was")[0] for one in losses])
"""


def test_after_the_limit_each_part_that_takes_long_is_left_out_and_the_rest_is_done() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.strip() == "['quick'] ['slow', 'slow again']"
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
