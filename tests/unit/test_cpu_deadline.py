"""Limits of our own work count CPU time, and cost the part that ran alone."""

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

import atfault
from atfault.contained import TimeIsUp, contained, innermost
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


def test_whoever_takes_any_error_for_damage_does_not_take_the_end_of_the_time_for_it() -> None:
    losses: list[str] = []
    with contained("reading the heap", losses) as part:
        try:
            raise TimeIsUp(20.0)
        except Exception:
            losses.append("it is damaged")
    assert part.is_out_of_time and losses == [part.reason]


ENDS_OF_PROCESSES = {
    "handler/passing.py": "the last thing that a child does which becomes another program",
    "jupyter/extension.py": "how a cell's code ends in its child",
    "snapshot/tracing/crashes.py": "whatever ends a helper is its result",
    "snapshot/tracing/front.py": "the last thing that the tracer does",
    "stress/child.py": "the last thing that the front of a child does",
}
"""What catches everything and does not raise it again."""


def test_nothing_else_catches_the_end_of_the_time() -> None:
    found = {file for file, tree in trees() if any(map(keeps_all, ast.walk(tree)))}
    assert found == set(ENDS_OF_PROCESSES)


def trees() -> Iterator[tuple[str, ast.Module]]:
    root = os.path.dirname(atfault.__file__)
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(".py"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    yield os.path.relpath(path, root), ast.parse(file.read())


def keeps_all(node: ast.AST) -> bool:
    """Whether it is an `except` or a `suppress` for everything there is, and keeps it."""
    if isinstance(node, ast.Call):
        keeps = any(getattr(one, "id", "") == "BaseException" for one in node.args)
        return keeps and ast.unparse(node.func).rpartition(".")[2] == "suppress"
    if not isinstance(node, ast.ExceptHandler):
        return False
    kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    takes_all = any(kind is None or ast.unparse(kind) == "BaseException" for kind in kinds)
    return takes_all and not isinstance(node.body[-1], ast.Raise)


def test_only_what_is_in_a_part_may_be_interrupted() -> None:
    assert innermost() is None
    with contained("a", []) as outer:
        with contained("b", []) as inner:
            assert innermost() is inner
            raise TimeIsUp(1.0)
        assert innermost() is outer
    assert innermost() is None


def test_where_no_part_ends_any_more_none_keeps_the_end_of_the_time() -> None:
    losses: list[str] = []
    with pytest.raises(TimeIsUp), contained("a", losses), contained("b", losses):
        raise TimeIsUp(1.0, of_all=True)
    assert (losses, innermost()) == ([], None)


BEGINNING = """
import os, time
from atfault.contained import TimeIsUp, contained
from atfault.cpu_deadline import limit_parts
losses, done = [], []
def slow():
    while True: pass
def end(*words):
    print(*words, flush=True)
    os._exit(0)  # as helpers end: the timer goes on
"""
ONE_AFTER_THE_OTHER = """
limit_parts(0.2, 0.1)
x = 0
for at in range(700_000): x += at  # in no part: it goes on
with contained("slow", losses): slow()
with contained("slow again", losses): slow()
with contained("quick", losses):
    done.append("quick")
end(done, [one.split(" was")[0] for one in losses])
"""
NEARLY_DONE = """
limit_parts(0.1, 1.0)
with contained("nearly done", losses):
    while time.process_time() < 0.3: pass
    done.append("nearly done")
end(done, losses)
"""
MANY = """
limit_parts(0.2, 0.16, at_all=4.0)
for number in range(50):
    with contained(f"slow {number}", losses): slow()
end(len(losses))
"""
QUICK_PARTS_IN_ONE = """
limit_parts(0.1, 0.4)
with contained("slow", losses): slow()
def quick():
    for at in range(100_000): pass
with contained("whole", losses):
    for number in range(200):
        with contained("quick", losses): quick()
    done.append("whole")
end(done, len(losses))
"""
IN_NO_PART = """
limit_parts(0.1, 0.1, at_all=0.3)
try:
    with contained("slow", losses): slow()
    slow()
except TimeIsUp:
    end(len(losses), "and all")
"""


def printed_by(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", BEGINNING + program],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout.strip()


def test_after_the_limit_each_part_that_takes_long_is_left_out_and_the_rest_is_done() -> None:
    assert printed_by(ONE_AFTER_THE_OTHER) == "['quick'] ['slow', 'slow again']"
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_what_is_nearly_done_when_the_time_is_up_is_finished() -> None:
    assert printed_by(NEARLY_DONE) == "['nearly done'] []"


@pytest.mark.slow
def test_many_slow_parts_do_not_take_many_times_as_long() -> None:
    assert printed_by(MANY) == "50"  # with the same time for each it would be 8 s


def test_parts_that_are_quick_may_be_many_and_their_whole_may_take_long() -> None:
    assert printed_by(QUICK_PARTS_IN_ONE) == "['whole'] 1"


def test_what_is_in_no_part_is_ended_at_last() -> None:
    assert printed_by(IN_NO_PART) == "1 and all"
