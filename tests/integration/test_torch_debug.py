"""The page in torch's own debug server, of a job of two ranks that hangs."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from support.run_command import SOURCE

PROGRAM = os.path.join(os.path.dirname(__file__), "ranks_debug_server.py")
NEEDED = ("torch", "aiohttp", "tabulate")
"""torch's server wants the others."""
pytestmark = [pytest.mark.newest, pytest.mark.slow]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


def page(port):
    """The text, once the server answers."""
    deadline = time.monotonic() + 200
    while True:
        try:
            with urllib.request.urlopen(f"http://localhost:{port}/atfault", timeout=200) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            pytest.fail(error.read().decode())
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.5)


def test_the_page_names_the_rank_that_the_others_wait_for():
    missing = [one for one in NEEDED if importlib.util.find_spec(one) is None]
    if missing:
        pytest.skip(f"needs the package {missing[0]}")
    port = free_port()
    job = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": free_port()}
    env = {**os.environ, **job, "OMP_NUM_THREADS": "1", "PYTHONPATH": SOURCE}
    ranks = [
        subprocess.Popen([sys.executable, PROGRAM, port], stdout=subprocess.PIPE,
                         env={**env, "RANK": rank}, start_new_session=True)
        for rank in "01"
    ]  # fmt: skip
    try:
        for one in ranks:
            assert one.stdout is not None and one.stdout.readline() == b"ready\n"
        text = page(port)
    finally:
        for one in ranks:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(one.pid, signal.SIGKILL)
            one.communicate()
    with open(PROGRAM, encoding="utf-8") as file:
        fault = next(number for number, line in enumerate(file, 1) if "# <- fault" in line)
    assert "waits-for-rank" in text and "rank 1" in text.lower()
    assert f"ranks_debug_server.py:{fault}" in text
