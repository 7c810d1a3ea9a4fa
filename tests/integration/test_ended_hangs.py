"""A program that hangs, and that another process ends for it: the hang is told, and by whom."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.integration.test_attach import DEADLOCK

from support.core_files import allow_core, require_core_files
from support.run_command import ATFAULT, TIMEOUT, environment, saved, start

SLEEPS = "import time; print('ready', flush=True); time.sleep(100)"


def ended_in_run(source: str, number: int, state: Path) -> tuple[int, tuple[dict[str, Any], ...]]:
    """(exit status, reports) of a run whose program gets a signal from here."""
    named = f"import os; print(os.getpid(), flush=True)\n{source}"
    run = start(sys.executable, "-c", named, state=str(state))
    assert run.stdout is not None
    pid = int(run.stdout.readline())
    assert run.stdout.readline() == "ready\n"
    os.kill(pid, number)
    run.communicate(timeout=TIMEOUT)
    return run.returncode, saved(str(state))


def told(report: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["cause"], one["confidence"]) for one in report["diagnosis"]]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGABRT, signal.SIGHUP])
def test_run_names_the_ring_of_a_deadlock_that_was_ended(number: int, tmp_path: Path) -> None:
    code, (report,) = ended_in_run(DEADLOCK, number, tmp_path)
    assert code == 128 + number
    assert report["kind"] == "hang"
    assert told(report) == [("deadlock", "certain"), ("killed", "certain")]
    assert len(report["diagnosis"][0]["about"]) == 4
    by = f"ended by {signal.Signals(number).name} from pid {os.getpid()}"
    assert by in report["headline"]


def test_run_says_of_a_program_at_rest_who_ended_it(tmp_path: Path) -> None:
    code, (report,) = ended_in_run(SLEEPS, signal.SIGTERM, tmp_path)
    assert (code, report["kind"]) == (128 + signal.SIGTERM, "killed")
    assert told(report) == [("killed", "certain")]


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
