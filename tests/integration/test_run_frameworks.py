"""Workers of frameworks under `atfault run`: which of them died, where, and who ended it."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
import urllib.request

import pytest

from support import needs
from support.run_command import run, saved, start

PYTHON = sys.executable


def script(folder, text: str, name: str = "job.py") -> str:
    path = f"{folder}/{name}"
    with open(path, "w") as file:
        file.write(text)
    return path


def line_of(text: str, mark: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.endswith(f"# {mark}"))


JOBLIB = """
import ctypes, os
from joblib import Parallel, delayed

def convert(n):
    if n == 3:
        {how}  # dies
    return n

if __name__ == "__main__":
    Parallel(n_jobs=2)(delayed(convert)(n) for n in range(6))  # starts
"""


@needs.module("joblib")
@pytest.mark.parametrize(
    ("how", "cause"),
    [
        ("ctypes.string_at(n)", "null-dereference"),
        ("os._exit(n)", "worker-died"),
        ("os.kill(os.getpid(), 9)", "killed"),
    ],
)
def test_a_joblib_worker_is_told_and_not_those_that_joblib_then_ends(tmp_path, how, cause) -> None:
    text = JOBLIB.format(how=how)
    ran = run(PYTHON, script(tmp_path, text), state=str(tmp_path))
    assert ran.code == 1 and "TerminatedWorkerError" in ran.err
    (report,) = ran.reports
    best = report["diagnosis"][0]
    assert (best["cause"], best["confidence"]) == (cause, "certain")
    assert best["blame"][0]["line"] == line_of(text, "dies")
    assert report["started"]["how"] == "joblib worker"
    assert report["started"]["line"]["line"] == line_of(text, "starts")
    assert report["alike"] == []


@needs.module("joblib")
def test_an_error_in_a_joblib_worker_is_no_dead_worker(tmp_path) -> None:
    text = JOBLIB.format(how="raise ValueError(n)")
    ran = run(PYTHON, script(tmp_path, text), state=str(tmp_path))
    assert ran.code == 1 and "ValueError: 3" in ran.err
    assert ran.reports == () and ran.notices == []


APPLICATION = """
import ctypes, os

def answer(environ, start_response):
    way = environ["PATH_INFO"]
    if way == "/crash":
        ctypes.string_at(5)  # crash
    if way == "/leave":
        os._exit(3)  # leave
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]
"""


@needs.module("gunicorn")
@pytest.mark.parametrize("kind", ["sync", "gthread"])
def test_a_gunicorn_worker_is_told_with_the_request_it_died_of(tmp_path, kind: str) -> None:
    script(tmp_path, APPLICATION, "application.py")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    command = [PYTHON, "-m", "gunicorn", "-k", kind, "-w", "2", "-b", f"127.0.0.1:{port}"]
    command += ["--chdir", str(tmp_path), "application:answer"]
    home = {"HOME": str(tmp_path)}  # where newer releases keep a control socket
    server = start(*command, state=str(tmp_path), start_new_session=True, env=home)

    def ask(path: str) -> bytes:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
            content: bytes = answer.read()
            return content

    try:
        for _ in range(200):
            try:
                assert ask("/") == b"ok"
                break
            except OSError:
                time.sleep(0.1)
        with pytest.raises(OSError):
            ask("/crash")
        for _ in range(100):
            if saved(str(tmp_path)):
                break
            time.sleep(0.1)
        assert ask("/") == b"ok", "another worker serves"
        time.sleep(1.5)  # so that the crash is not why the server ends
        with pytest.raises(OSError):
            ask("/leave")
        _, err = server.communicate(timeout=30)
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)
    assert server.returncode == 3, "gunicorn takes this status for a worker that cannot start"
    crashed, left = saved(str(tmp_path))
    for report, cause, mark in (
        (crashed, "null-dereference", "crash"),
        (left, "worker-died", "leave"),
    ):
        best = report["diagnosis"][0]
        assert (best["cause"], best["confidence"]) == (cause, "certain")
        assert best["blame"][0]["line"] == line_of(APPLICATION, mark)
        assert report["started"]["how"] == "gunicorn worker"
    assert "2 of its processes had died" in err


XDIST = """
import ctypes, os

def test_before(): pass

def test_dies():
    {how}  # dies

def test_after(): pass
"""


@pytest.mark.representative("workers of frameworks", only=("worker-died",))
@needs.module("xdist")
@pytest.mark.parametrize(
    ("how", "cause"),
    [
        ("ctypes.string_at(5)", "null-dereference"),
        ("os._exit(5)", "worker-died"),
        ("os.kill(os.getpid(), 9)", "killed"),
    ],
)
def test_a_worker_of_pytest_xdist_is_told_with_the_line_of_the_test(tmp_path, how, cause) -> None:
    text = XDIST.format(how=how)
    path = script(tmp_path, text, "test_it.py")
    options = ("-q", "-p", "no:cacheprovider", "-n", "1", "--rootdir", str(tmp_path))
    ran = run(PYTHON, "-m", "pytest", *options, path, state=str(tmp_path))
    assert ran.code == 1
    (report,) = ran.reports
    best = report["diagnosis"][0]
    assert (best["cause"], best["confidence"]) == (cause, "certain")
    assert best["blame"][0]["line"] == line_of(text, "dies")
    assert report["started"]["how"] == "pytest-xdist worker"
