"""Jobs of a program's own inside of a package that goes on: who could end what they wait for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from support.run_command import ATFAULT, TIMEOUT, environment

pytestmark = pytest.mark.slow
HOST = """
import threading, time

def host(*jobs, given=()):
    for job in jobs:
        threading.Thread(target=_run, args=(job,), daemon=True).start()
    while True:
        _tick(given)

def _run(job):
    job()

def _tick(given):
    time.sleep(0.05)
"""
EVENT = "import threading, hosting\ndone = threading.Event()\ndef job(): done.wait()\n"
LOCK = (
    "import threading, hosting\nlock = threading.Lock()\n"
    "def job():\n    lock.acquire()\n    lock.acquire()\n"
)
QUEUE = (
    "import queue, threading, hosting\njobs = queue.Queue()\n"
    "def produce(): jobs.put(1)\n"
    "def job():\n"
    "    one = threading.Thread(target=produce)\n    one.start()\n    one.join()\n"
    "    jobs.get()\n    jobs.get()\n"
)
BRANCHES = (
    "import queue, hosting\njobs = queue.Queue()\nlistens = {}\n"
    "def publish(): jobs.put(1)\n"
    "def job():\n    if listens:\n        {}\n    else:\n        {}\n"
    "hosting.host(job)\n"
)
"""What is called in the branch that is taken is another matter than what is in the other one."""
RUNS = "hosting.host(job)\n"
NOBODY, OWN = "waits-for-nobody", "self-deadlock"


def seen(source: str, tmp_path: Path) -> list[dict[str, Any]]:
    """The findings about a program whose package is hosting."""
    packages = tmp_path / "site-packages"
    packages.mkdir()
    (packages / "hosting.py").write_text(HOST)
    program = tmp_path / "program.py"
    program.write_text(source)
    env = {**environment(str(tmp_path)), "PYTHONPATH": str(packages)}
    with subprocess.Popen([sys.executable, str(program)], env=env) as process:
        try:
            until_hosted(process.pid)
            done = subprocess.run(
                [*ATFAULT, "attach", "--watch", "1", "--json", "-", str(process.pid)],
                env=environment(str(tmp_path)),
                capture_output=True,
                check=True,
                timeout=TIMEOUT,
            )
        finally:
            process.kill()
    found: list[dict[str, Any]] = json.loads(done.stdout)["diagnosis"]
    return found


def until_hosted(pid: int) -> None:
    while len(os.listdir(f"/proc/{pid}/task")) < 2:
        time.sleep(0.02)
    time.sleep(0.3)


@pytest.mark.parametrize(
    ("source", "cause"),
    [
        (EVENT + RUNS, NOBODY),
        (LOCK + RUNS, OWN),
        (QUEUE + RUNS, NOBODY),
        # A set is no setter, and what sets another event does not set this one.
        (EVENT + "seen = set()\ndef note(): seen.update(set([1]))\n" + RUNS, NOBODY),
        (EVENT + "other = threading.Event()\ndef tell(): other.set()\n" + RUNS, NOBODY),
        # Who takes the lock before would wait there.
        (LOCK + "def balanced():\n    lock.acquire()\n    lock.release()\n" + RUNS, OWN),
        # The module's own code has run.
        (EVENT + "done.set()\ndone.clear()\n" + RUNS, NOBODY),
        # The code of another thread that goes on does not lead to it.
        (
            EVENT + "import time\ndef reads():\n    while True: time.sleep(0.05)\n"
            "threading.Thread(target=reads, daemon=True).start()\n" + RUNS,
            NOBODY,
        ),
    ],
)
def test_what_no_code_of_the_program_ends_and_no_package_was_given(
    source: str, cause: str, tmp_path: Path
) -> None:
    first = seen(source, tmp_path)[0]
    assert (first["cause"], first["confidence"]) == (cause, "likely")
    assert any("were not given it" in one["text"] for one in first["evidence"])


@pytest.mark.parametrize(
    "source",
    [
        EVENT + "def another_request(): done.set()\n" + RUNS,
        EVENT + "class Site:\n    @staticmethod\n    def stop(): done.set()\n" + RUNS,
        EVENT + "class Site:\n    @property\n    def stop(self): done.set()\n" + RUNS,
        EVENT + "import functools\nlater = functools.partial(lambda one: one.set(), done)\n" + RUNS,
        EVENT + "def made():\n    return lambda: done.set()\nhooks = [made()]\n" + RUNS,
        EVENT + "def tell(one): one.set()\nhosting.host(job, given=(tell,))\n",
        EVENT + "hosting.host(job, given=(done,))\n",
        EVENT + "hosting.host(job, given=(done.set,))\n",
        EVENT + "hosting.host(job)\ndone.set()\n",
        LOCK + "def give_back(): lock.release()\n" + RUNS,
        QUEUE + "def enqueue(): jobs.put_nowait(2)\n" + RUNS,
        QUEUE + "hooks = {'produce': produce}\n" + RUNS,
        BRANCHES.format({}, "publish()", "jobs.get()"),
        BRANCHES.format({1: 1}, "jobs.get()", "publish()"),
        QUEUE + "def again(): produce()\n" + RUNS,
        EVENT + "import signal\nsignal.signal(signal.SIGTERM, lambda *_: done.set())\n" + RUNS,
    ],
)
def test_what_may_yet_be_ended_is_no_hang(source: str, tmp_path: Path) -> None:
    first = seen(source, tmp_path)[0]
    harmless = ("unknown", "slow-not-stuck", "busy-loop", "waiting-external")
    assert first["cause"] in harmless or first["confidence"] == "possible"
