"""`atfault numba --gdb` with real gdb, and scripts that call gdb themselves."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support import needs
from support.run_command import ATFAULT, TIMEOUT, environment

pytestmark = [
    needs.module("numba"),
    pytest.mark.newest,
    pytest.mark.slow,
]
GDB = needs.program("gdb")

SURVEY = """\
import sys
import numpy as np
from numba import njit
from numba.typed import List

@njit
def total(heights, weights, table, pair):
    best = 0.0
    high = pair[1] > 2
    made = (high, 7)
    second = table[1]
    for row in range(heights.shape[0]):
        share = heights[row, 0] * weights[row]
        best += share
    return best + table[0].v + pair[0] + made[1] + second.n

table = np.array([(1, 2.5), (3, 4.5)], dtype=[("n", "i4"), ("v", "f8")])
print(sys.argv[1:], total(np.arange(6.0).reshape(3, 2), List([1.5, 2.5, 3.5]), table, (1, 2.5)))
"""


def paths() -> str:
    return f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"


def in_gdb(folder: Path, text: str, commands: str, *arguments: str) -> str:
    """What gdb and the program write, with addresses left out."""
    (folder / "survey.py").write_text(text)
    done = subprocess.run(
        [*ATFAULT, "numba", "--gdb", "survey.py", *arguments],
        input=commands,
        env=environment(str(folder), PATH=paths()),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stdout
    return re.sub(r"0x[0-9a-f]+", "0x…", done.stdout)


@GDB
def test_it_stops_at_lines_of_compiled_functions_and_shows_values(tmp_path: Path) -> None:
    out = in_gdb(
        tmp_path,
        SURVEY,
        "set width 0\nbreak survey.py:14\nrun\ninfo args\ninfo locals\nnext\nprint best\n"
        "continue\nprint best\nprint share\ndelete\ncontinue\n",
        "a b",
        "x",
    )
    for line in (
        "Breakpoint 1 (survey.py:14) pending.",
        "heights = float64[3, 2] [[0, 1], [2, 3], [4, 5]] at 0x…",
        "weights = [1.5, 2.5, 3.5]",
        "table = structured(n, v)[2] at 0x…: (n=1, v=2.5), (n=3, v=4.5)",
        "pair = (1, 2.5)",
        "made = (True, 7)",
        "second = (n=3, v=4.5) at 0x…",
        "share = 0 (or not set here)",
        "['a b', 'x'] 32.5",
    ):
        assert line in out
    assert out.count("hit Breakpoint 1") == 2
    assert "$3 = 5\n" in out  # the second share
    assert "exited normally" in out


@GDB
def test_the_merged_backtrace_has_python_and_compiled_frames_with_values(tmp_path: Path) -> None:
    out = in_gdb(
        tmp_path,
        SURVEY,
        "set width 120\nbreak survey.py:14\nrun\natfault bt\n"
        "atfault bt nonsense\nkill\natfault bt\n",
    )
    stack = out[out.index("most recent call last") : out.index("what is nonsense")]
    lines = [line.strip() for line in stack.splitlines()]
    python = next(i for i, line in enumerate(lines) if "survey.py:18" in line)
    compiled = next(i for i, line in enumerate(lines) if "survey.py:14" in line)
    assert python < compiled
    assert any(line.startswith("weights = [1.5, 2.5, 3.5]") for line in lines[compiled:])
    assert "atfault bt: no process of this machine is being debugged" in out


def test_without_gdb_it_says_so_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "survey.py").write_text(SURVEY)
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "python").symlink_to(sys.executable)
    done = subprocess.run(
        [*ATFAULT, "numba", "--gdb", "survey.py"],
        env=environment(str(tmp_path), PATH=str(folder)),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "gdb is not on PATH" in done.stderr


OWN_GDB = """\
from numba import gdb, gdb_breakpoint, gdb_init, njit

@njit(debug=True)
def doubled(a):
    b = a + 1
    START
    c = b * 2
    return c

print(f"result {doubled(3)}", flush=True)  # in one piece: gdb prints meanwhile
"""


@GDB
@pytest.mark.parametrize(
    ("command", "start"),
    [
        ("run", 'gdb("-batch", "-ex", "bt 4", "-ex", "detach")'),
        ("numba", 'gdb("-batch", "-ex", "bt 4", "-ex", "detach")'),
        ("run", 'gdb_init("-batch", "-ex", "detach")'),
        ("run", "gdb_breakpoint()"),
    ],
)
def test_scripts_that_start_gdb_themselves_do_so(command: str, start: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN_GDB.replace("START", start))
    done = subprocess.run(
        [*ATFAULT, command, "own.py"],
        env=environment(str(tmp_path), PATH=paths()),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr
    assert "result 8" in done.stdout
    let_go = "gdb attaches to process" in done.stderr
    assert let_go == (start != "gdb_breakpoint()")
    if start.startswith("gdb("):
        assert "own.py:6" in done.stdout  # of the backtrace
    if let_go:
        assert "Operation not permitted" not in done.stdout + done.stderr
