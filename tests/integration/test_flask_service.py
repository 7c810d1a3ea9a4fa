"""The example's whole story: it crashes under concurrent requests only, the report names the call
that they share, `atfault stress` proves it, and a lock cures it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from support import needs
from support.run_command import ATFAULT, environment, saved
from support.run_stress import stress

EXAMPLE = os.path.join(
    os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
    "examples",
    "flask_service",
)
START_SECONDS = 40

pytestmark = [needs.module("flask"), needs.program(os.environ.get("CC", "cc"))]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("recogniser"))
    build = [sys.executable, os.path.join(EXAMPLE, "build.py"), folder]
    subprocess.run(build, check=True, timeout=60, capture_output=True)
    return {"RECOGNISER_FOLDER": folder}


class Service:
    """The service under `atfault run`, on a free port."""

    def __init__(self, state, variables, *options):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._variables = environment(state, **variables)
        script = os.path.join(EXAMPLE, "service.py")
        program = [sys.executable, script, "--port", str(self.port), *options]
        self.process = subprocess.Popen(
            [*ATFAULT, "run", "--", *program],
            env=self._variables,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._wait_until_it_listens()

    def _wait_until_it_listens(self):
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        self.end()
        raise AssertionError(f"the service did not start: {self.process.stderr.read()}")

    def ask(self, threads, requests=10):
        """The client's exit code and output."""
        client = [sys.executable, os.path.join(EXAMPLE, "client.py"), "--port", str(self.port)]
        done = subprocess.run(
            [*client, "--threads", str(threads), "--requests", str(requests)],
            env=self._variables,
            capture_output=True,
            text=True,
            timeout=120,
        )
        return done.returncode, done.stdout

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # as Ctrl-C does; it ends by itself
        return self.process.communicate(timeout=60)[1]


def test_it_serves_one_request_after_the_other_and_dies_of_several_at_once(library, tmp_path):
    service = Service(str(tmp_path), library)
    try:
        assert service.ask(1) == (0, "10 right, 0 wrong\n")
        for _ in range(5):
            _, said = service.ask(8, 30)
            if "the service is gone" in said:
                service.process.wait(60)  # it is being explained
                break
    finally:
        text = service.end()
    assert service.process.returncode in (128 + 11, 128 + 6), text
    (report,) = saved(str(tmp_path))
    assert report["kind"] == "crash"
    shared = [blame for finding in report["diagnosis"] for blame in finding["blame"]]
    assert any(
        blame["file"].endswith("recogniser.py") and blame["function"] == "recognise"
        for blame in shared
    ), text
    assert "recogniser_run" in text


def test_stress_proves_the_race(library, tmp_path):
    target = os.path.join(EXAMPLE, "recogniser.py") + ":Recogniser.recognise"
    ran = stress(str(tmp_path), target, "--setup", "shared", budget=15, env=library)
    assert ran.finding["cause"] == "data-race", ran.text
    assert ran.phase("locked")["failed_runs"] == 0
    assert ran.phase("alone")["failed_runs"] == 0
    blame = ran.finding["blame"][0]
    assert (os.path.basename(blame["file"]), blame["function"]) == ("recogniser.py", "recognise")


def test_with_the_lock_it_serves_them_all(library, tmp_path):
    service = Service(str(tmp_path), library, "--locked")
    try:
        assert service.ask(8) == (0, "80 right, 0 wrong\n")
    finally:
        service.end()
    assert saved(str(tmp_path)) == ()


def test_stress_clears_the_locked_one(library, tmp_path):
    target = os.path.join(EXAMPLE, "recogniser.py") + ":LockedRecogniser.recognise"
    ran = stress(str(tmp_path), target, "--setup", "shared_locked", budget=4, env=library)
    assert ran.finding["cause"] == "no-race-found", ran.text
