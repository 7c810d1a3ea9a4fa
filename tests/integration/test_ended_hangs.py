"""A program that hangs and that another process ends: the hang is told, and who ended it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.integration.test_attach import DEADLOCK

from atfault.snapshot import procfs
from support.core_files import allow_core, require_core_files
from support.run_command import ATFAULT, TIMEOUT, environment, run, saved, start

WAITS_TO_BE_TOLD = """
import signal, threading
stop = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: stop.set())
print("ready", flush=True)
stop.wait()
"""
SLEEPS = "import time; print('ready', flush=True); time.sleep(100)"


def until_asleep(pid: int) -> None:
    """Until the main thread of a process sleeps in a call without an end: in none of those with
    which it prints."""
    asleep = 0
    while asleep < 5:
        found = procfs.stat(pid)
        asleep = asleep + 1 if found is not None and found.state == "S" else 0
        time.sleep(0.02)


def ended_in_run(source: str, number: int, state: Path) -> tuple[int, tuple[dict[str, Any], ...]]:
    """(exit status, reports) of a run whose program gets a signal from here."""
    named = f"import os; print(os.getpid(), flush=True)\n{source}"
    running = start(sys.executable, "-c", named, state=str(state))
    assert running.stdout is not None
    pid = int(running.stdout.readline())
    assert running.stdout.readline() == "ready\n"
    until_asleep(pid)
    os.kill(pid, number)
    running.communicate(timeout=TIMEOUT)
    return running.returncode, saved(str(state))


def told(report: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["cause"], one["confidence"]) for one in report["diagnosis"]]


@pytest.mark.representative("hangs that were ended", only=("15",))
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGABRT, signal.SIGHUP])
def test_run_names_the_ring_of_a_deadlock_that_was_ended(number: int, tmp_path: Path) -> None:
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("signals are ignored below nohup")
    code, (report,) = ended_in_run(DEADLOCK, number, tmp_path)
    assert code == 128 + number
    assert report["kind"] == "hang"
    assert told(report) == [("deadlock", "certain"), ("killed", "certain")]
    assert len(report["diagnosis"][0]["about"]) == 4
    by = f"ended by {signal.Signals(number).name} from pid {os.getpid()}"
    assert by in report["headline"]


LEAVES = "import signal, sys\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(3))\n"


@pytest.mark.parametrize(
    ("source", "number", "status"),
    [(DEADLOCK, signal.SIGINT, 128 + signal.SIGINT), (LEAVES + DEADLOCK, signal.SIGTERM, 3)],
    ids=["SIGINT", "SIGTERM"],
)
def test_run_names_the_ring_of_a_deadlock_that_a_handler_of_the_program_ends(
    source: str, number: int, status: int, tmp_path: Path
) -> None:
    """Python's own handler of SIGINT raises KeyboardInterrupt, which tears the ring apart."""
    code, (report, *_) = ended_in_run(source, number, tmp_path)
    assert (code, report["kind"]) == (status, "hang")
    assert told(report)[0] == ("deadlock", "certain")
    by = f"ended after {signal.Signals(number).name}, sent by pid {os.getpid()}"
    assert by in report["headline"]


def test_run_names_the_ring_of_a_deadlock_that_timeout_ends(tmp_path: Path) -> None:
    ran = run("timeout", "4", sys.executable, "-c", DEADLOCK, state=str(tmp_path))
    (report,) = ran.reports
    assert (ran.code, told(report)[0]) == (124, ("deadlock", "certain"))
    assert "ended by SIGTERM from pid" in report["headline"]


BESIDE_A_TICKER = """
import queue, threading, time
def tick():
    while True:
        time.sleep(0.1)
jobs = queue.Queue()
threading.Thread(target=tick, daemon=True).start()
def work():
    jobs.get()
worker = threading.Thread(target=work)
worker.start()
print("ready", flush=True)
worker.join()
"""


def test_a_wait_beside_a_thread_that_goes_on_is_told_as_of_the_living_process(
    tmp_path: Path,
) -> None:
    """The hooks of the probe, which any thread may call as it fails, lead nowhere."""
    _, (report,) = ended_in_run(BESIDE_A_TICKER, signal.SIGTERM, tmp_path)
    assert report["kind"] == "hang"
    assert told(report) == [("waits-for-nobody", "likely"), ("killed", "certain")]
    assert f"ended by SIGTERM from pid {os.getpid()}" in report["headline"]


@pytest.mark.parametrize("source", [SLEEPS, LEAVES + SLEEPS, LEAVES + WAITS_TO_BE_TOLD])
def test_run_says_nothing_of_a_program_at_rest_that_ends_as_it_is_told_to(
    source: str, tmp_path: Path
) -> None:
    number = signal.SIGTERM if source.startswith(LEAVES) else signal.SIGINT
    _, reports = ended_in_run(source, number, tmp_path)
    assert [report for report in reports if report["kind"] == "hang"] == []


def test_run_says_of_a_program_at_rest_who_ended_it(tmp_path: Path) -> None:
    code, (report,) = ended_in_run(SLEEPS, signal.SIGTERM, tmp_path)
    assert (code, report["kind"]) == (128 + signal.SIGTERM, "killed")
    assert told(report) == [("killed", "certain")]


@pytest.mark.representative("hangs that were ended", only=("6",))
@pytest.mark.parametrize("number", [signal.SIGABRT, signal.SIGQUIT])
def test_a_core_of_a_deadlock_that_was_ended_names_the_ring(number: int, tmp_path: Path) -> None:
    require_core_files()
    with subprocess.Popen(
        [sys.executable, "-c", DEADLOCK],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=allow_core,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        program.send_signal(number)
    (core,) = tmp_path.glob("core*")
    done = subprocess.run(
        [*ATFAULT, "core", "--json", "-", str(core)],
        env=environment(str(tmp_path)),
        capture_output=True,
        check=True,
    )
    report = json.loads(done.stdout)
    assert report["kind"] == "hang"
    assert told(report) == [("deadlock", "certain"), ("killed", "certain")]
    assert f"from pid {os.getpid()}" in report["headline"]
