"""What ranks leave, and `atfault ranks` on it: reports of ranks that died, dumps of real torch."""

from __future__ import annotations

import importlib.util
import json
import os
import socket
import subprocess
import sys

import pytest

from support.run_command import ATFAULT
from support.schema import validate

DUMPING = os.path.join(os.path.dirname(__file__), "ranks_dumping.py")
CRASHING = """
import ctypes
def load(address):
    return ctypes.string_at(address)
load(0)
"""


def ranks(folder):
    """The report of `atfault ranks`."""
    command = [*ATFAULT, "ranks", str(folder), "--json", "-"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    validate(done.stdout)
    return json.loads(done.stdout)


@pytest.mark.representative("ranks")
def test_a_rank_that_crashed_is_named_with_its_line(tmp_path):
    program = tmp_path / "train.py"
    program.write_text(CRASHING)
    (tmp_path / "left").mkdir()
    command = [*ATFAULT, "run", "--json", str(tmp_path / "left" / "one.json"), "--"]
    env = {**os.environ, "RANK": "3", "WORLD_SIZE": "8", "XDG_STATE_HOME": str(tmp_path)}
    subprocess.run([*command, sys.executable, str(program)], env=env, capture_output=True,
                   timeout=120, check=False)  # fmt: skip
    report = ranks(tmp_path / "left")
    best = report["diagnosis"][0]
    assert (best["cause"], best["blame"][0]["line"]) == ("rank-died", 4)
    assert "ank 3" in report["headline"] and "SIGSEGV" in report["headline"]
    assert report["job"]["world"] == 8


@pytest.mark.newest
@pytest.mark.slow
def test_dumps_of_this_torch_are_read(tmp_path):
    if importlib.util.find_spec("torch") is None:
        pytest.skip("needs the package torch")
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = str(one.getsockname()[1])
    known = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    known |= {"TORCH_FR_BUFFER_SIZE": "500", "OMP_NUM_THREADS": "1"}
    started = [
        subprocess.Popen([sys.executable, DUMPING, str(tmp_path)], stdout=subprocess.PIPE,
                         env={**os.environ, **known, "RANK": str(rank)})
        for rank in range(2)
    ]  # fmt: skip
    try:
        for one in started:
            assert one.stdout is not None and one.stdout.readline() == b"left\n"
    finally:
        for one in started:
            one.kill()
            one.communicate()
    for ending in ("", ".json"):
        folder = tmp_path / f"of{ending}"
        folder.mkdir()
        for rank in range(2):
            os.rename(tmp_path / f"trace_rank_{rank}{ending}", folder / f"rank_{rank}{ending}")
        best = ranks(folder)["diagnosis"][0]
        assert best["cause"] == "collective-mismatch"
    with open(DUMPING, encoding="utf-8") as file:
        fault = next(number for number, line in enumerate(file, 1) if "# <- fault" in line)
    assert fault in [one["line"] for one in ranks(tmp_path / "of")["diagnosis"][0]["blame"]]
