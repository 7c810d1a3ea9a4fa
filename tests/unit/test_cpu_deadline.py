"""Limits of our own work count CPU time, and cost the part that ran alone."""

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import atfault
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


def test_what_takes_any_error_of_a_library_for_damage_does_not_take_the_end_of_the_time_for_it() -> (
    None
):
    losses: list[str] = []
    with contained("reading the heap", losses) as part:
        try:
            raise TimeIsUp(20.0)
        except Exception:
            losses.append("it is damaged")
    assert part.is_out_of_time and losses == [part.reason]


ENDS_OF_PROCESSES = {
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
        is_suppress = ast.unparse(node.func).rpartition(".")[2] == "suppress"
        return is_suppress and "BaseException" in map(ast.unparse, node.args)
    if not isinstance(node, ast.ExceptHandler):
        return False
    kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    takes_all = any(kind is None or ast.unparse(kind) == "BaseException" for kind in kinds)
    return takes_all and not isinstance(node.body[-1], ast.Raise)


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
