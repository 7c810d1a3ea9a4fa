"""Which processes `ranks collect` takes for ranks."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from atfault.analyze.node import _ADDRESS, _command, _is_ours, ranks_below, ranks_of_user


@pytest.fixture
def started():
    """Starts processes that sleep, with some variables."""
    running = []

    def start(*argv, **variables):
        names = ("RANK", "WORLD_SIZE", "PMIX_RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK")
        plain = {key: one for key, one in os.environ.items() if key not in names}
        program = [sys.executable, "-c", "print(flush=True); input()", *argv]
        process = subprocess.Popen(
            program, env={**plain, **variables}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        process.stdout.readline()
        running.append(process)
        return process.pid

    yield start
    for process in running:
        process.communicate(b"\n")


def test_a_rank_is_known_by_its_launchers_variables(started):
    rank = started(RANK="3", WORLD_SIZE="8", MASTER_PORT="29500")
    others = [started(), started(RANK="abc", WORLD_SIZE="2"), started(RANK="2", WORLD_SIZE="2")]
    found = ranks_below([rank, *others])
    assert list(found) == [rank]
    assert (found[rank].rank, found[rank].world_size, found[rank].job) == (3, 8, "RANK 29500")
    assert ranks_below([os.getpid()]).keys() == {rank}


def test_those_of_the_user_are_found_on_the_machine(started):
    rank, other = started(RANK="0", WORLD_SIZE="1"), started()
    found = ranks_of_user()
    assert rank in found and other not in found


def test_atfault_itself_is_no_rank():
    """A launcher gives its variables to what it starts beside the job as well."""
    assert _is_ours(["/usr/bin/python3", "/opt/bin/atfault", "ranks", "collect", "-"])
    assert _is_ours(["python", "-m", "atfault", "run", "train.py"])
    assert not _is_ours(["python", "train.py", "--log", "atfault"])
    assert not _is_ours([])


@pytest.mark.parametrize(
    ("argv", "name"),
    [
        (("python", "-u", "/a/train.py", "b.py"), "train.py"),
        (("python", "-m", "pkg.train"), "-m pkg.train"),
        (("/opt/solver", "x"), "solver"),
        ((), ""),
    ],
)
def test_a_command_is_the_name_of_what_it_runs(argv, name):
    assert _command(argv) == name


def test_no_address_stands_in_what_was_found():
    text = "waits for a threading.Event at 0x7ff2c579f8d0, and nobody is left to set it"
    assert _ADDRESS.sub("", text) == "waits for a threading.Event, and nobody is left to set it"
