"""`atfault numba --report`: loops, types, caches and globals of scripts run whole."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from support import needs
from support.numba_command import first_of, numba
from support.run_command import ATFAULT, TIMEOUT, environment

pytestmark = [
    needs.module("numba"),
    pytest.mark.newest,
    pytest.mark.slow,
]
LOOPS = """\
import numpy as np
from numba import jit, njit, prange

@njit(parallel=True)
def work(a, b, n):
    c = a + b
    d = c * 2
    total = 0.0
    for i in prange(a.size):
        total += d[i]
        for j in prange(3):
            total += j
    for k in range(n):
        total += k
    return total, d.sum()

@jit(forceobj=True)
def label(x):
    text = str(x)
    return text

work(np.ones(4), np.ones(4), 3)
label(3)
"""


def overload_of(report, name: str):
    functions = [one for one in report["numba"]["functions"] if one["function"] == name]
    return functions[0]["overloads"][0]


def test_loops_types_and_objects_are_listed(tmp_path) -> None:
    report, out, _ = numba(tmp_path, LOOPS, "--report", "-v")
    work, label = overload_of(report, "work"), overload_of(report, "label")
    loops = {one["line"]: one for one in work["loops"]}
    assert loops[6]["state"] == "parallel" and loops[6]["what"].startswith("array expression")
    assert (loops[7]["state"], loops[7]["into"]) == ("fused", loops[6]["loop"])
    assert (loops[9]["state"], loops[9]["what"]) == ("parallel", "prange")
    assert (loops[11]["state"], loops[11]["into"]) == ("serial", loops[9]["loop"])
    assert (loops[13]["state"], loops[13]["loop"]) == ("ordinary", None)
    assert loops[15]["what"] == "numpy.sum"
    types = {one["line"]: {v["name"]: v["type"] for v in one["variables"]} for one in work["lines"]}
    assert types[8]["total"] == "float64"
    assert types[15]["return"] == "UniTuple(float64 x 2)"
    assert label["object_mode"] and {"x", "text"} <= set(label["objects"])
    assert "line 8  total: float64" in out
    assert "serial inside of" in out and "Python objects: " in out


def test_the_page_has_the_table_too(tmp_path) -> None:
    numba(tmp_path, LOOPS.replace("label(3)", "label('<b>')"), "--report")
    done = subprocess.run(
        [*ATFAULT, "show", f"{tmp_path}/report.json", "--html", "-"],
        env=environment(str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr
    page = done.stdout or (tmp_path / "-").read_text()
    assert "Compiled by Numba" in page and "serial inside of" in page
    assert "<td>8</td><td>total: float64</td>" in page


FROZEN = """\
from numba import njit

LIMIT = 3

@njit
def clipped(x):
    return min(x, LIMIT)

print(clipped(5))
LIMIT = 4
print(clipped(5))
"""


OBJECTS = """
import sys
import numpy as np
from numba import njit, objmode

@njit
def total(n):
    with objmode(y='float64[:]', label='unicode_type'):
        y = np.arange(n)
        label = 3 if n > 5 else "a"
    return y.sum() + len(label)

total(int(sys.argv[1]))
"""


def test_what_leaves_an_objmode_block_is_held_against_its_head(tmp_path) -> None:
    report, _, _ = numba(tmp_path, OBJECTS.replace("sys.argv[1]", "4"))
    assert first_of(report) == ("numba-signature-mismatch", 8)
    assert [one["line"] for one in report["diagnosis"][0]["blame"]] == [8, 9]
    report, _, _ = numba(
        tmp_path, OBJECTS.replace("sys.argv[1]", "4").replace("(n)\n", "(1.0 * n)\n")
    )
    assert first_of(report) == ("none", None)
    report, _, _ = numba(tmp_path, OBJECTS.replace("sys.argv[1]", "6"))
    assert report["kind"] == "crash" or report["diagnosis"][0]["confidence"] == "certain"
    assert first_of(report) == ("numba-signature-mismatch", 8)


def test_a_global_that_changed_after_it_was_compiled_in_is_told(tmp_path) -> None:
    report, out, _ = numba(tmp_path, FROZEN, "--report")
    assert out.startswith("3\n3\n")
    assert first_of(report) == ("numba-global", 7)
    finding = report["diagnosis"][0]
    assert finding["summary"] == "clipped was compiled with LIMIT = 3; it is 4 now"
    assert finding["confidence"] == "likely"
    report, _, _ = numba(tmp_path, FROZEN.replace("LIMIT = 4\n", "LIMIT = 3\n"), "--report")
    assert first_of(report)[0] == "none"


HELPER = """\
from numba import njit

@njit
def step(x):
    return x + 1
"""
USES = """\
import os
from numba import njit
from helper import step
import settings
from settings import SCALE

@njit(cache=True)
def walk(x):
    return step(x) * SCALE + settings.OFFSET

print(walk(1))
"""


def test_a_cached_function_whose_callee_or_globals_changed_is_told(tmp_path) -> None:
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    script, helper, settings = (tmp_path / f"{name}.py" for name in ("job", "helper", "settings"))
    helper.write_text(HELPER)
    settings.write_text("SCALE = 2\nOFFSET = 0\n")
    numba(tmp_path, USES, "--report", **cache)
    report, out, _ = numba(tmp_path, USES, "--report", **cache)
    assert out.startswith("4\n") and first_of(report)[0] == "none"
    helper.write_text(HELPER.replace("x + 1", "x + 100"))
    later = os.stat(script).st_mtime + 1000
    os.utime(helper, (later, later))
    report, out, _ = numba(tmp_path, USES, "--report", **cache)
    assert out.startswith("4\n"), "Numba takes the old code"
    assert first_of(report) == ("numba-stale-cache", 9)
    finding = report["diagnosis"][0]
    assert finding["confidence"] == "likely" and "helper.py" in finding["summary"]
    settings.write_text("SCALE = 5\nOFFSET = 0\n")
    report, _, _ = numba(tmp_path, USES, "--report", **cache)
    finding = report["diagnosis"][0]
    assert finding["summary"] == "walk was cached with SCALE = 2; it is 5 now"
    assert finding["confidence"] == "certain" and first_of(report)[1] == 9
    report, _, _ = numba(tmp_path, USES, "--compare", **cache)
    causes = [one["cause"] for one in report["diagnosis"]]
    assert causes[:2] == ["numba-result-differs", "numba-stale-cache"]
    told = " ".join(one["text"] for one in report["diagnosis"][0]["evidence"])
    assert "walk was compiled with SCALE = 2; it is 5 now" in told
    command = report["diagnosis"][1]["advice"][0]["command"]
    assert command.startswith("rm ")
    subprocess.run(command, shell=True, check=True)
    report, out, _ = numba(tmp_path, USES, "--report", **cache)
    assert out.startswith("505\n") and first_of(report)[0] == "none"


POOL = """\
import concurrent.futures
import multiprocessing
import subprocess
import sys
import numpy as np
from numba import njit

@njit
def total(a):
    return a.sum()

@njit
def doubled(n):
    return n * 2

def work(n):
    return doubled(n)

if __name__ == "__main__":
    if len(sys.argv) > 1:
        total(np.ones(3))
    else:
        context = multiprocessing.get_context("fork")
        with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
            list(pool.map(work, [1, 2]))
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            pool.map(work, [1, 2])
            pool.close()
            pool.join()
        subprocess.run([sys.executable, __file__, "again"], check=True)
"""


def test_workers_and_subprocesses_are_in_the_report(tmp_path) -> None:
    report, _, _ = numba(tmp_path, POOL, "--report")
    names = [one["function"] for one in report["numba"]["functions"]]
    assert names.count("total") == 1
    assert names.count("doubled") == 2, "two pools, begun in two ways"


BY_ARGUMENT = """\
import sys
from numba import njit

FACTOR = float(sys.argv[1])

@njit(cache=True)
def night(price):
    return price * FACTOR

@njit(cache=True)
def income(price):
    return night(price) + night(2 * price)

print(income(3.0))
"""


def test_a_global_of_a_function_within_a_cached_one_is_told(tmp_path) -> None:
    path = tmp_path / "nights.py"
    path.write_text(BY_ARGUMENT)
    both = "import subprocess, sys\n" + "".join(
        f"subprocess.run([sys.executable, {str(path)!r}, '{one}'])\n" for one in "12"
    )
    report, _, _ = numba(tmp_path, both, "--report")
    (finding,) = (one for one in report["diagnosis"] if one["cause"] == "numba-stale-cache")
    place = finding["blame"][0]
    assert (place["line"], place["function"]) == (8, "night")
    assert "FACTOR = 1.0; it is 2.0 now" in finding["summary"]


SLOW = """\
import time
import numba
from numba import njit
from numba.core import event

@njit
def patient(x):
    return x + 1

wait = [True]
class Slow(event.Listener):
    def on_start(self, event):
        if wait:
            wait.clear()
            time.sleep(3)
    def on_end(self, event):
        pass
event.register("numba:run_pass", Slow())
patient(1)
print("done")
"""


def test_what_takes_long_to_compile_shows_on_a_terminal_and_is_gone_then(tmp_path) -> None:
    path = tmp_path / "job.py"
    path.write_text(SLOW)
    master, slave = pty.openpty()
    paths = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    done = subprocess.run(
        [*ATFAULT, "numba", "--report", str(path)],
        env=environment(str(tmp_path), PATH=paths, TERM="xterm"),
        stdout=subprocess.PIPE,
        stderr=slave,
        timeout=TIMEOUT,
    )
    os.close(slave)
    seen = b""
    try:
        while part := os.read(master, 65536):
            seen += part
    except OSError:
        pass
    os.close(master)
    text = seen.decode()
    assert done.returncode == 0 and done.stdout.startswith(b"done\n")
    assert "compiling patient (" in text and "s; 0 done)" in text
    assert text.endswith("\r\x1b[K") and b"compiling" not in done.stdout
