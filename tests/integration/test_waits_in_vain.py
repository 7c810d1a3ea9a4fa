"""What a wait on a condition is for, who could make that true, and functions that none runs any
more: of programs that really hang."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from support.run_command import ATFAULT, TIMEOUT, environment

pytestmark = pytest.mark.slow
BASIN = """
import threading, time

class Basin:
    def __init__(self):
        self.changed, self.level, self.depth = threading.Condition(), 1, 2

    def fill(self):
        while True:
            time.sleep(0.1)
            with self.changed:
                {fills}
                self.changed.notify_all()

    def is_deep(self):
        return self.level >= self.depth

    def wait(self):
        with self.changed:
            level = self.level
            {waits}

basin = Basin()
threading.Thread(target=basin.fill, daemon=True, name="pump").start()
basin.wait()
"""
WHILE = "while level < self.depth:\n                self.changed.wait()"
COPY, PASSES = "self.changed.wait_for(lambda: level >= self.depth)", "pass"
AROUND = """
import threading, time

def lake():
    changed, level = threading.Condition(), 1

    def put():
        nonlocal level
        level += 0.001

    def wait():
        with changed:
            changed.wait_for(lambda: level >= 2)

    threading.Thread(target=wait).start()
    while True:
        time.sleep(0.1)
        with changed:
            {assigns}
            changed.notify_all()

lake()
"""
HEAP = """
import array, collections, concurrent.futures, ctypes, heapq, io, operator, queue, struct
import threading, time, types
changed, jobs = threading.Condition(), {made}

def fill():
    while True:
        time.sleep(60)
        with changed:
            {fills}
            changed.notify()

threading.Thread(target=fill).start()
with changed:
    while {empty}:
        changed.wait()
"""
TANK = """
import queue, threading

class Desk:
    def __init__(self):
        self.jobs = queue.Queue()

    def serve(self):
        while True:
            int(self.jobs.get())
            self.jobs.task_done()

desk = Desk()
for job in "12x4":
    desk.jobs.put(job)
threading.excepthook = print
threading.Thread(target=desk.serve).start()
desk.jobs.join()
"""
ALARM = """
import signal, threading, time
done = threading.Event()
signal.signal(signal.SIGALRM, lambda *_: done.set())

def tick():
    while True:
        time.sleep(0.1)

threading.Thread(target=tick, daemon=True).start()
{blocks}
signal.setitimer(signal.ITIMER_REAL, {seconds})
done.wait()
"""
BLOCKS = "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])"


def seen(source: str, tmp_path: Path) -> dict[str, Any]:
    """The first finding on the program, a second after its start."""
    program = tmp_path / "program.py"
    program.write_text(source)
    env = environment(str(tmp_path))
    with subprocess.Popen([sys.executable, str(program)], env=env) as process:
        try:
            time.sleep(1.5)
            done = subprocess.run(
                [*ATFAULT, "attach", "--watch", "1", "--json", "-", str(process.pid)],
                env=env,
                capture_output=True,
                check=True,
                timeout=TIMEOUT,
            )
        finally:
            process.kill()
    found: list[dict[str, Any]] = json.loads(done.stdout)["diagnosis"]
    return found[0] if found else {"cause": ""}


@pytest.mark.parametrize("waits", [COPY, WHILE])
def test_who_looks_at_a_copy_is_never_notified_into_going_on(waits: str, tmp_path: Path) -> None:
    found = seen(BASIN.format(fills="self.level += 1", waits=waits), tmp_path)
    assert (found["cause"], found["confidence"]) == ("waits-for-nobody", "likely")
    assert "level = 1" in json.dumps(found) and "self.depth = 2" in json.dumps(found)


def test_a_method_is_asked_of_what_it_looks_at(tmp_path: Path) -> None:
    waits = "self.changed.wait_for(self.is_deep)"
    found = seen(BASIN.format(fills=PASSES, waits=waits), tmp_path)
    assert (found["cause"], found["confidence"]) == ("waits-for-nobody", "likely")
    assert "while not self.is_deep()" in found["summary"]


@pytest.mark.parametrize(
    ("fills", "waits"),
    [
        ("self.depth -= 0.001", COPY),
        ("setattr(self, 'depth', self.depth - 0.001)", WHILE),
        ("self.level += 0.001", "self.changed.wait_for(self.is_deep)"),
    ],
)
def test_who_assigns_what_it_looks_at_may_end_it(fills: str, waits: str, tmp_path: Path) -> None:
    found = seen(BASIN.format(fills=fills, waits=waits), tmp_path)
    assert found["cause"] not in ("waits-for-nobody", "deadlock")


@pytest.mark.parametrize(
    ("made", "empty", "fills"),
    [
        ("[]", "not jobs", "heapq.heappush(jobs, 1)"),
        ("queue.Queue()", "jobs.empty()", "jobs.put(1)"),
        ("collections.deque()", "len(jobs) < 3", "jobs.extendleft([1])"),
        ("collections.OrderedDict()", "'key' not in jobs", "jobs.update(key=1)"),
        ("set()", "not jobs", "jobs.symmetric_difference_update([1])"),
        ("types.SimpleNamespace(at=0)", "not jobs.at", "jobs.at = 1"),
        ("collections.Counter()", "jobs['key'] < 1", "jobs['key'] += 1"),
        ("io.BytesIO()", "not jobs.getvalue()", "jobs.write(b'1')"),
        ("threading.Event()", "not jobs.is_set()", "jobs.set()"),
        ("concurrent.futures.Future()", "not jobs.done()", "jobs.set_result(1)"),
        ("[0]", "jobs[0] < 1", "operator.setitem(jobs, 0, 1)"),
        ("array.array('i', [0])", "jobs[0] < 1", "struct.pack_into('i', jobs, 0, 1)"),
        ("ctypes.c_int(0)", "jobs.value < 1", "ctypes.memset(ctypes.addressof(jobs), 1, 1)"),
    ],
)
def test_who_hands_on_what_it_looks_at_may_fill_it(
    made: str, empty: str, fills: str, tmp_path: Path
) -> None:
    found = seen(HEAP.format(made=made, empty=empty, fills=fills), tmp_path)
    assert found["cause"] not in ("waits-for-nobody", "deadlock")


@pytest.mark.parametrize("assigns", ["level += 0.001", "put()"])
def test_a_function_around_the_one_that_waits_may_assign_its_variables(
    assigns: str, tmp_path: Path
) -> None:
    found = seen(AROUND.format(assigns=assigns), tmp_path)
    assert found["cause"] not in ("waits-for-nobody", "deadlock")


def test_the_function_of_a_thread_that_has_ended_is_told(tmp_path: Path) -> None:
    found = seen(TANK, tmp_path)
    assert found["cause"] == "waits-for-nobody"
    assert "Desk.serve (program.py:8)" in json.dumps(found)


def test_a_handler_is_called_where_the_main_thread_takes_the_signal(tmp_path: Path) -> None:
    found = seen(ALARM.format(blocks=BLOCKS, seconds=0.1), tmp_path)
    assert (found["cause"], found["confidence"]) == ("waits-for-nobody", "likely")
    assert "SIGALRM" in json.dumps(found)


def test_one_that_it_does_not_block_may_yet_come(tmp_path: Path) -> None:
    found = seen(ALARM.format(blocks="", seconds=60), tmp_path)
    assert found["cause"] != "waits-for-nobody"
