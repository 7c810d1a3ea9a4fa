"""Jobs of three ranks that hang, or do not: torchrun with gloo, Open MPI, and a stand-in for torch
without its size."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time

import pytest

from support.run_command import ATFAULT, SOURCE
from support.schema import validate

pytestmark = [pytest.mark.newest, pytest.mark.slow]

PROGRAM = os.path.join(os.path.dirname(__file__), "ranks_program.py")
RANKS = 3
LAUNCHER = os.path.join(os.path.dirname(__file__), "ranks_launcher.py")
NEEDS = {
    "stand-in": (None, None),
    "torch": ("torch", None),
    "mpi": ("mpi4py", "mpirun"),
}
"""Package of Python and program."""


def skip_without(library):
    package, program = NEEDS[library]
    if package is not None and importlib.util.find_spec(package) is None:
        pytest.skip(f"needs the package {package}")
    if program is not None and shutil.which(program) is None:
        pytest.skip(f"needs {program}: apt-get install openmpi-bin")


def launcher(library):
    if library == "stand-in":
        return [sys.executable, LAUNCHER, str(RANKS)]
    if library == "mpi":
        return ["mpirun", "--oversubscribe", "-np", str(RANKS), sys.executable]
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    run = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", str(RANKS)]
    return [*run, "--master-port", str(port)]


@pytest.fixture
def started(tmp_path):
    """Starts a job, and ends it: its launcher and its ranks, by their pids."""
    processes = []
    folder = tmp_path / "ranks"
    folder.mkdir()

    def start(library, way):
        skip_without(library)
        root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        yields = {"OMPI_MCA_mpi_yield_when_idle": "1", "OMP_NUM_THREADS": "1"}
        name = "torch" if library == "stand-in" else library
        process = subprocess.Popen(
            [*launcher(library), PROGRAM, name, way, str(folder)],
            env={**os.environ, **root, **yields},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        processes.append(process)
        deadline = time.monotonic() + 120
        while len(os.listdir(folder)) < RANKS and time.monotonic() < deadline:
            time.sleep(0.2)
        time.sleep(3)  # until it hangs
        return process.pid

    yield start
    for name in os.listdir(folder):
        try:
            os.kill(int(name.partition(".")[2]), signal.SIGKILL)
        except ProcessLookupError:
            pass
    for process in processes:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def attach(pid, *options):
    told = subprocess.run(
        [*ATFAULT, "attach", "--watch", "1", *options, "--json", "-", str(pid)],
        env={**os.environ, "PYTHONPATH": SOURCE},
        stdout=subprocess.PIPE,
        timeout=300,
        check=True,
    )
    report = json.loads(told.stdout[told.stdout.index(b"{\n") :])
    validate(json.dumps(report))
    return report


@pytest.mark.representative("waits-for-rank", only=("stand-in-late",))
@pytest.mark.parametrize(
    ("library", "way", "cause", "function"),
    [
        ("stand-in", "late", "waits-for-rank", "save"),
        ("stand-in", "stray", "collective-mismatch", "other"),
        ("torch", "late", "waits-for-rank", "save"),
        ("torch", "stopped", "waits-for-rank", "train"),
        ("torch", "stray", "collective-mismatch", "other"),
        ("mpi", "late", "waits-for-rank", "save"),
        ("mpi", "stray", "collective-mismatch", "other"),
        ("mpi", "ring", "message-mismatch", "ring"),
    ],
)
def test_the_rank_at_fault_is_named_and_not_those_that_wait_for_it(
    started, library, way, cause, function
):
    report = attach(started(library, way))
    first = report["diagnosis"][0]
    assert (first["cause"], first["confidence"]) == (cause, "likely"), report["headline"]
    assert first["blame"][0]["function"] == function
    assert report["job"]["world"] == RANKS and report["job"]["missing"] == []
    if way != "ring":
        assert report["job"]["odd"] == [1]
        assert report["job"]["groups"][0]["ranks"] == "0,2"


@pytest.mark.parametrize("library", ["torch", "mpi"])
def test_a_job_that_goes_on_is_not_accused(started, library):
    pid = started(library, "healthy")
    for options in ((), ("--now",)):
        report = attach(pid, *options)
        assert report["diagnosis"][0]["confidence"] == "possible", report["headline"]
        assert report["job"]["world"] == RANKS
