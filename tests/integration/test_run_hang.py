"""`atfault run --hang-after`, and a look on demand by SIGQUIT."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

from tests.integration.test_attach import DEADLOCK
from tests.support.run_command import run, saved, start

PYTHON = sys.executable
KILL = ("--hang-after", "1", "--hang-kill")


def test_a_hang_is_explained_and_ended_on_request(tmp_path: object) -> None:
    ran = run(PYTHON, "-c", DEADLOCK, state=str(tmp_path), options=KILL)
    assert ran.code == 128 + signal.SIGTERM
    assert "no progress for 1 s" in ran.err
    assert [report["kind"] for report in ran.reports] == ["hang"]
    assert ran.reports[0]["diagnosis"][0]["cause"] == "deadlock"
    assert ran.reports[0]["activity"] is not None


def test_a_program_that_makes_progress_is_left_alone(tmp_path: object) -> None:
    source = "import time\nfor step in range(30):\n    time.sleep(0.1)\n"
    ran = run(PYTHON, "-c", source, state=str(tmp_path), options=KILL)
    assert (ran.code, ran.err, ran.reports) == (0, "", ())


def test_a_hang_that_ends_goes_on(tmp_path: object) -> None:
    source = "import time\ntime.sleep(2.5)\nprint('done')\n"
    ran = run(PYTHON, "-c", source, state=str(tmp_path), options=KILL[:2])
    assert (ran.code, ran.out) == (0, "done\n")
    assert len(ran.reports) == 1


def _asked(source: str, tmp_path: object) -> tuple[int, str, int]:
    """(exit code, standard output, reports) of a program that gets SIGQUIT from outside."""
    process = start(PYTHON, "-c", source, state=str(tmp_path))
    assert process.stdout is not None
    first = process.stdout.readline()
    pid = int(first)
    os.kill(pid, signal.SIGQUIT)
    out, _ = process.communicate(timeout=30)
    return process.returncode, str(out), len(saved(str(tmp_path)))


def test_sigquit_explains_and_the_program_goes_on(tmp_path: object) -> None:
    source = "import os, time\nprint(os.getpid(), flush=True)\ntime.sleep(1.5)\nprint('done')\n"
    assert _asked(source, tmp_path) == (0, "done\n", 1)


def test_a_program_that_handles_sigquit_gets_it(tmp_path: object) -> None:
    source = (
        "import os, signal, time\n"
        "signal.signal(signal.SIGQUIT, lambda n, f: print('mine', flush=True))\n"
        "print(os.getpid(), flush=True)\n"
        "time.sleep(1)\n"
    )
    assert _asked(source, tmp_path) == (0, "mine\n", 0)


def test_the_watcher_ends_with_the_program(tmp_path: object) -> None:
    ran = run(PYTHON, "-c", "pass", state=str(tmp_path), options=("--hang-after", "30"))
    assert ran.code == 0
    time.sleep(0.3)
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    assert str(tmp_path) not in listed
