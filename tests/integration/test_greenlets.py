"""Suspended greenlets, held against what greenlet itself tells of their frames (gr_frame)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from atfault.analyze.live import decoded
from atfault.options import Options
from atfault.snapshot.target import Target

pytest.importorskip("greenlet")

PROGRAM = """
import gc, json, sys, threading
import greenlet

lock = threading.Lock()
parked = []


def deep(number, left):
    if left:
        deep(number, left - 1)
    else:
        greenlet.getcurrent().parent.switch()


def keeps(number):
    with lock:
        deep(number, 1)


def lines(frame):
    found = []
    while frame is not None:
        found.append([frame.f_code.co_name, frame.f_lineno])
        frame = frame.f_back
    return found


for number in range(5):
    parked.append(greenlet.greenlet(deep))
    parked[-1].switch(number, number)
    gc.collect(number % 3)  # they lie in different generations
parked.append(greenlet.greenlet(keeps))
parked[-1].switch(5)
ended = greenlet.greenlet(lambda: None)
ended.switch()
unborn = greenlet.greenlet(deep)
print(json.dumps({hex(id(one)): lines(one.gr_frame) for one in parked}), flush=True)
threading.Thread(target=lock.acquire, name="wants", daemon=True).start()
threading.Event().wait()
"""


def test_frames_and_locks_of_suspended_greenlets_are_read(tmp_path: Path) -> None:
    script = tmp_path / "parked.py"
    script.write_text(PROGRAM)
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        expected = json.loads(process.stdout.readline())
        with Target(process.pid) as target:
            waits = decoded(target, Options(lines=False))[1].waiting
    finally:
        process.kill()
        process.communicate()
    found = {
        hex(task.address): [[one.function, one.line] for one in reversed(task.frames)]
        for task in waits.tasks
    }
    assert found == expected
    assert {task.library for task in waits.tasks} == {"greenlet"}
    assert {task.tid for task in waits.tasks} == {process.pid}
    (kept,) = [wait.kept for wait in waits.waits if wait.kept is not None]
    assert hex(kept.task) == list(expected)[-1]
    assert kept.place.function == "keeps"
    (hold,) = [hold for hold in waits.holds if hold.resource.kind == "lock"]
    assert hold.tid == process.pid
