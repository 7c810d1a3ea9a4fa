"""`atfault numba`: scripts as users write them, run whole."""

from __future__ import annotations

import os

import pytest

from support import needs
from support.numba_command import first_of, numba
from support.run_command import saved

pytestmark = [
    needs.module("numba"),
    pytest.mark.newest,
    pytest.mark.slow,
]


OUTSIDE = """\
import numpy as np
from numba import njit, prange

@njit
def blur(values, out):
    for i in range(len(values)):
        out[i] = (values[i] + values[i + 1]) / 2
    return out

@njit(parallel=True)
def shift(values, n):
    out = np.zeros(values.size)
    for i in prange(values.size):
        out[i] = values[i + n]
    return out

@njit
def pick(table, i, j):
    return table[i, j]

"""


USES = """
for use in (
    lambda: shift(np.arange(5.0), 1),
    lambda: blur(np.arange(5.0), np.zeros(5)),
    lambda: pick(np.ones((3, 4)), 1, -9),
    lambda: pick(np.ones((3, 4)), 7, 0),
):
    try:
        use()
    except IndexError:
        pass
print("done")
"""


def test_each_index_outside_of_its_array_is_told_though_nothing_crashes(tmp_path) -> None:
    """In a parallel loop too, and where the program catches the error that the check raises."""
    report, out, _ = numba(tmp_path, OUTSIDE + USES, "--check-bounds")
    assert out.startswith("done\n")
    assert first_of(report) == ("out-of-bounds", 14)
    finding = report["diagnosis"][0]
    assert finding["summary"] == "values has 5 elements; index 5 was used"
    assert [(one["line"], one["function"]) for one in finding["blame"]] == [
        (14, "shift"),
        (7, "blur"),
        (19, "pick"),
    ]
    told = " ".join(one["text"] for one in finding["evidence"])
    assert "axis 1 of table has size 4; index -9 was used" in told
    assert "table has 3 rows; row 7 was used" in told


def test_a_run_with_checks_leaves_the_users_cache_alone(tmp_path) -> None:
    text = OUTSIDE.replace("@njit\ndef pick", "@njit(cache=True)\ndef pick")
    cache = tmp_path / "cache"
    cache.mkdir()
    text += "pick(np.ones((3, 4)), 1, 1)\n"
    report, _, _ = numba(tmp_path, text, "--check-bounds", NUMBA_CACHE_DIR=str(cache))
    assert first_of(report) == ("none", None)
    assert report["numba"]["checked"] and os.listdir(cache) == []
    report, _, _ = numba(tmp_path, text, "--report", NUMBA_CACHE_DIR=str(cache))
    (function,) = report["numba"]["functions"]
    assert (function["cache_hits"], function["cache_misses"]) == (0, 1)
    assert os.listdir(cache) != []


def test_what_the_checks_found_before_a_crash_leads(tmp_path) -> None:
    text = OUTSIDE + "shift(np.arange(5.0), 1)\nimport ctypes\nctypes.string_at(8)\n"
    report, _, _ = numba(tmp_path, text, "--check-bounds")
    assert report["kind"] == "crash" and report["signal"]["name"] == "SIGSEGV"
    assert first_of(report) == ("out-of-bounds", 14)
    assert [one["cause"] for one in report["diagnosis"]][1:] == ["null-dereference"]


def test_a_crash_in_compiled_code_has_its_line(tmp_path) -> None:
    text = OUTSIDE + "pick(np.ones((3, 4)), 50_000_000, 1)\n"
    report, _, _ = numba(tmp_path, text)
    assert report["kind"] == "crash"
    assert first_of(report) == ("out-of-bounds", 19)


def test_what_cannot_be_compiled_is_explained_on_standard_output(tmp_path) -> None:
    report, out, err = numba(tmp_path, OUTSIDE + "pick('text', 1, 1)\n")
    assert first_of(report) == ("numba-operand-types", 19)
    assert "numba-operand-types (certain)" in out and "TypingError" in err
    assert len(saved(str(tmp_path))) == 1


MANY = """
import numpy as np
from numba import njit

@njit
def total(a, k):
    return a.sum() * k

for kind in (np.float32, np.float64, np.int32):
    for a in (np.ones(8, kind), np.ones(8, kind)[::2]):
        total(a, 2)
"""
AGAIN = """
from numba import njit

def area(side):
    @njit
    def square(x):
        return x * x
    return square(side)

print([area(n) for n in range(6)])
"""


def test_a_function_compiled_for_many_types_is_told_with_what_varies(tmp_path) -> None:
    report, out, _ = numba(tmp_path, MANY, "--report")
    assert first_of(report) == ("numba-recompilation", 11)
    reason = report["diagnosis"][0]["evidence"][0]["text"]
    assert reason == "a varies: elements of float32, float64 and int32; layout C and A"
    (function,) = report["numba"]["functions"]
    assert (function["combinations"], len(function["overloads"])) == (6, 6)
    assert "total" in out and "6 combinations of types" in out


def test_a_function_decorated_again_and_again_is_told(tmp_path) -> None:
    kept = AGAIN.replace(
        "    return square(side)", "    made.append(square)\n    return square(side)"
    )
    report, _, _ = numba(tmp_path, "made = []\n" + kept, "--report")
    assert first_of(report) == ("numba-recompilation", 6)
    assert [one["line"] for one in report["diagnosis"][0]["blame"]][:2] == [6, 12]


SPAWNED = """
import multiprocessing
import numpy as np
from numba import njit

@njit
def total(a):
    return a.sum()

def work():
    print(total(np.ones(3)), flush=True)

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    child = multiprocessing.Process(target=work)
    child.start(); child.join()
"""


def test_what_a_spawned_worker_compiles_is_in_the_report(tmp_path) -> None:
    report, out, _ = numba(tmp_path, SPAWNED, "--report")
    assert out.startswith("3.0\n")
    assert [one["function"] for one in report["numba"]["functions"]] == ["total"]


KERNEL = """
import numpy as np
from numba import cuda

@cuda.jit
def increment(cells):
    i = cuda.grid(1)
    cells[i, 0] += 1

data = np.zeros((30, 2))
increment[1, SIZE](data)
print(data[:, 0].sum())
"""


@needs.module("numba.cuda")
def test_a_kernel_that_leaves_its_array_is_told_without_a_gpu(tmp_path) -> None:
    report, _, _ = numba(tmp_path, KERNEL.replace("SIZE", "31"), "--cudasim")
    assert first_of(report) == ("out-of-bounds", 8)
    summary = report["diagnosis"][0]["summary"]
    assert summary.startswith("cells has size 30 along axis 0; index 30 was ")
    assert summary.endswith("by thread (30, 0, 0) of block (0, 0, 0)")
    report, out, _ = numba(tmp_path, KERNEL.replace("SIZE", "30"), "--cudasim")
    assert out.startswith("30.0\n") and first_of(report) == ("none", None)
