"""`import atfault` with a real core and a real process."""

from __future__ import annotations

import subprocess
import sys

import pytest

import atfault
from support import real_cores

STUCK = """
import threading
lock = threading.Lock()
lock.acquire()
print("ready", flush=True)
lock.acquire()
"""


def test_a_core_is_explained(tmp_path):
    core = real_cores.dump(sys.executable, tmp_path)
    if isinstance(core, str):
        pytest.skip(core)
    report = atfault.explain_core(core)
    assert isinstance(report, atfault.Report)
    best = report.diagnosis[0]
    assert (best.cause, best.blame[0].function) == ("null-dereference", "fail")
    crashed = next(one for one in report.threads if one.crashed)
    frame = next(one for one in crashed.frames if one.function == "fail")
    assert "values" in {one.name for one in frame.locals}


def test_a_process_is_explained_and_goes_on():
    with subprocess.Popen(
        [sys.executable, "-c", STUCK], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            report = atfault.explain_process(process.pid, watch=0.5)
            assert report.diagnosis[0].cause == "self-deadlock"
            assert process.poll() is None
        finally:
            process.kill()
    with pytest.raises(atfault.AccessError):
        atfault.explain_process(process.pid, watch=0)
