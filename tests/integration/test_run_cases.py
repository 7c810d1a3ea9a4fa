"""`atfault run --cases DIR`: each process that dies or hangs leaves its report, in a folder that
the ranks of a job share."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from atfault.saved import host_name
from support.run_command import ATFAULT, environment, run
from support.schema import validate

CRASH = """\
import ctypes, os
if os.environ["RANK"] == "1":
    ctypes.string_at(8)
ctypes.string_at(int(os.environ["RANK"]) * 8)
"""
CHILDREN = """\
import os, sys, subprocess
died = [subprocess.Popen([sys.executable, sys.argv[1]], env={**os.environ, "RANK": str(n)})
        for n in range(2)]
codes = [one.wait() for one in died]
os.kill(os.getpid(), 6)
"""


def kept(folder):
    reports = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        assert os.stat(path).st_mode & 0o777 == 0o600
        with open(path, encoding="utf-8") as file:
            reports[name] = json.load(file)
        validate(json.dumps(reports[name]))
    return reports


def script(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    return str(path)


@pytest.mark.representative("cases of a job")
def test_ranks_that_share_a_folder_leave_a_report_each(tmp_path):
    """Four runs, as `mpirun -np 4 atfault run` starts them."""
    program, cases = script(tmp_path, "rank.py", CRASH), tmp_path / "deep" / "cases"
    runs = [
        subprocess.Popen(
            [*ATFAULT, "run", "--cases", str(cases), "--", sys.executable, program],
            env=environment(str(tmp_path / str(n)), RANK=str(n), WORLD_SIZE="4"),
            stderr=subprocess.DEVNULL,
        )
        for n in range(4)
    ]
    assert [one.wait() for one in runs] == [139] * 4
    found = kept(cases)
    assert sorted(one["process"]["rank"]["rank"] for one in found.values()) == [0, 1, 2, 3]
    for name, report in found.items():
        rank, pid = report["process"]["rank"]["rank"], report["process"]["pid"]
        assert name == f"{host_name()}.rank{rank}.{pid}.crash.json"
        assert report["signal"]["address"] == hex(rank * 8)


def test_children_of_one_run_leave_theirs_and_the_program_its_own(tmp_path):
    program, cases = script(tmp_path, "rank.py", CRASH), str(tmp_path / "cases")
    starter = script(tmp_path, "starter.py", CHILDREN)
    ran = run(
        *(sys.executable, starter, program),
        state=str(tmp_path),
        options=("--cases", cases),
        env={"WORLD_SIZE": "2"},
    )
    assert ran.code == 128 + 6
    found = kept(cases)
    ranks = [one["process"]["rank"] for one in found.values()]
    assert sorted(one["rank"] for one in ranks if one) == [0, 1] and ranks.count(None) == 1


def test_a_folder_that_cannot_be_written_is_told_before_anything_runs(tmp_path):
    (tmp_path / "file").write_text("")
    program = script(tmp_path, "rank.py", "print('ran')")
    ran = run(
        *(sys.executable, program),
        state=str(tmp_path),
        options=("--cases", str(tmp_path / "file" / "cases")),
    )
    assert (ran.code, ran.out) == (2, "") and "cannot write" in ran.err


def test_a_program_that_ends_well_leaves_nothing(tmp_path):
    cases = tmp_path / "cases"
    ran = run(sys.executable, "-c", "", state=str(tmp_path), options=("--cases", str(cases)))
    assert ran.code == 0 and os.listdir(cases) == []
