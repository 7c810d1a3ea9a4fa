"""Whatever runs a program's code (a test runner, a server, a queue's worker), and whatever signals
it handles: what hangs in that code is told as it would be of a program by itself.

ATFAULT_HOSTS_PYTHON names an interpreter that has the packages; those that it lacks are skipped."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from support.run_command import ATFAULT, TIMEOUT, environment

FOLDER = os.path.join(os.path.dirname(__file__), "hosts")
PYTHON = os.environ.get("ATFAULT_HOSTS_PYTHON", sys.executable)
CAUSES = {
    "twice": "self-deadlock",
    "event": "waits-for-nobody",
    "producer": "waits-for-nobody",
    "ring": "deadlock",
}
START_SECONDS = 60


class Host(NamedTuple):
    module: str
    """What it needs; "" for nothing."""
    argv: tuple[str, ...]
    path: str = ""
    """Of a request that is to be sent to it."""
    in_loop: bool = False
    """It runs the code in its event loop."""


GUNICORN = ("-m", "gunicorn", "-w", "1", "--timeout=300", "--bind=127.0.0.1:{port}")
CELERY = ("-m", "celery", "-A", "tasks", "worker", "-P")
PYTEST = (
    *("-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout=300"),
    *("-c", os.devnull, f"--rootdir={FOLDER}", f"--confcutdir={FOLDER}"),
)
UVICORN = ("-m", "uvicorn", "--port={port}", "web:asgi")
HOSTS = {
    "alone": Host("", ("alone.py",)),
    "own handler": Host("", ("handles_sigterm.py",)),
    "pytest-timeout": Host("pytest_timeout", (*PYTEST, "case_that_hangs.py")),
    "pytest-timeout, thread": Host(
        "pytest_timeout", (*PYTEST, "--timeout-method=thread", "case_that_hangs.py")
    ),
    "gunicorn sync": Host("gunicorn", (*GUNICORN, "web:wsgi"), "/"),
    "gunicorn gthread": Host(
        "gunicorn", (*GUNICORN, "-k", "gthread", "--threads=2", "web:wsgi"), "/"
    ),
    "uvicorn": Host("uvicorn", UVICORN, "/", in_loop=True),
    "uvicorn, thread": Host("uvicorn", UVICORN, "/thread"),
    "celery solo": Host("celery", (*CELERY, "solo")),
    "celery prefork": Host("celery", (*CELERY, "prefork", "-c", "1")),
    "celery threads": Host("celery", (*CELERY, "threads", "-c", "2")),
}


def line_of(body: str) -> int:
    with open(os.path.join(FOLDER, "bodies.py"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    return next(at for at, line in enumerate(lines, 1) if line.endswith(f"# <-- {body}"))


@contextmanager
def hanging(host: Host, body: str, folder: Path) -> Iterator[int]:
    """The process in which that body hangs."""
    note = folder / f"{body}.pid"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    argv = [PYTHON, *(part.format(port=port) for part in host.argv)]
    env = {**os.environ, "BODY": body, "NOTE": str(note), "PYTHONPATH": FOLDER}
    env.pop("ATFAULT_DEBUG", None)
    with (
        open(folder / f"{body}.log", "wb") as log,
        subprocess.Popen(
            argv, cwd=FOLDER, env=env, stdout=log, stderr=log, start_new_session=True
        ) as process,
    ):
        client = None
        try:
            deadline = time.monotonic() + START_SECONDS
            while not (note.exists() and note.read_text()):
                assert process.poll() is None, (folder / f"{body}.log").read_text()[-2000:]
                assert time.monotonic() < deadline, (folder / f"{body}.log").read_text()[-2000:]
                if host.path and client is None:
                    client = ask(port, host.path)
                time.sleep(0.1)
            time.sleep(1.0)
            yield int(note.read_text())
        finally:
            if client is not None:
                client.close()
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def ask(port: int, path: str) -> socket.socket | None:
    try:
        client = socket.create_connection(("127.0.0.1", port), timeout=5)
    except OSError:
        return None
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return client


def told(host: Host, body: str, folder: Path) -> str:
    """What is wrong with the answer; "" for nothing."""
    with hanging(host, body, folder) as pid:
        done = subprocess.run(
            [*ATFAULT, "attach", "--watch", "1", "--json", "-", str(pid)],
            env=environment(str(folder)),
            capture_output=True,
            timeout=TIMEOUT,
            check=True,
        )
    first = json.loads(done.stdout)["diagnosis"][0]
    wanted = (CAUSES[body],)
    if host.in_loop and body != "ring":
        wanted = ("event-loop-blocked", *wanted)
    lines = {(os.path.basename(one["file"]), one["line"]) for one in first["blame"]}
    is_right = first["cause"] in wanted and ("bodies.py", line_of(body)) in lines
    is_sure = first["confidence"] == "certain" or (
        first["confidence"] == "likely" and body != "ring"
    )
    return "" if is_right and is_sure else f"{body}: {first['cause']} ({first['confidence']})"


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTS)
def test_what_hangs_in_a_host_is_told_as_it_would_be_alone(name: str, tmp_path: Path) -> None:
    host = HOSTS[name]
    if host.module and subprocess.run([PYTHON, "-c", f"import {host.module}"]).returncode:
        pytest.skip(f"{host.module} is not installed")
    with ThreadPoolExecutor(2) as pool:
        wrong = list(filter(None, pool.map(lambda body: told(host, body, tmp_path), CAUSES)))
    assert not wrong
