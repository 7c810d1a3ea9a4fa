"""`atfault numba` where there is nothing for Numba to do: it need not be installed."""

from __future__ import annotations

import subprocess

import pytest

from support.numba_command import numba
from support.run_command import ATFAULT, TIMEOUT, environment


@pytest.mark.representative("numba")
def test_a_script_that_does_not_use_numba_has_no_report(tmp_path) -> None:
    _, out, err = numba(tmp_path, "print(1)\n", code=1)
    assert out == "1\n" and "compiled nothing" in err


@pytest.mark.representative("numba")
@pytest.mark.parametrize("arguments", [("nowhere.py",), ("--gdb-of-old", "x.py"), ()])
def test_wrong_usage_is_told_in_one_line(tmp_path, arguments) -> None:
    done = subprocess.run(
        [*ATFAULT, "numba", *arguments],
        env=environment(str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
