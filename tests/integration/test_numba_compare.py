"""`atfault numba --compare`: compiled against interpreted, on scripts run whole."""

from __future__ import annotations

import pytest

from support import needs
from support.numba_command import first_of, numba

pytestmark = [
    needs.module("numba"),
    pytest.mark.newest,
    pytest.mark.slow,
]
START = """\
import numpy as np
from numba import jit, njit, objmode, prange

"""


def compared(report) -> dict[str, tuple[int, int, bool]]:
    """Function → (calls, compared, whether one differs)."""
    return {
        one["function"]: (one["calls"], one["compared"], one["differs"])
        for one in report["numba"]["compared"]
    }


def left_out(report) -> dict[str, str]:
    """Function → why calls of it were not compared."""
    return {
        one["function"]: one["left_out"][0]["reason"]
        for one in report["numba"]["compared"]
        if one["left_out"]
    }


def run(folder, text: str, *options: str):
    """(report, first finding, standard output)."""
    report, out, _ = numba(folder, START + text, "--compare", *options)
    return report, report["diagnosis"][0], out


def reasons(finding) -> str:
    return " ".join(one["text"] for one in finding["evidence"])


FACTORIAL = """\
@njit
def factorial(n):
    result = 1
    for i in range(2, n + 1):
        result *= i
    return result

@njit
def halved(n):
    return factorial(n) // 2

print(factorial(5))
"""


def test_a_whole_number_that_wraps_around_is_told_with_call_and_line(tmp_path) -> None:
    report, finding, out = run(tmp_path, FACTORIAL + "print(factorial(25))\n")
    assert out.startswith("120\n7034535277573963776\n")
    assert first_of(report) == ("numba-result-differs", 8)
    assert finding["confidence"] == "certain"
    assert finding["summary"] == (
        "factorial(25) is 7034535277573963776 compiled, and 15511210043330985984000000 interpreted"
    )
    assert [(one["line"], one["function"]) for one in finding["blame"]] == [
        (8, "factorial"),
        (16, "<module>"),
        (4, "factorial"),
    ]
    assert "result is 51090942171709440000, more than int64 holds" in reasons(finding)
    assert "call 2 of factorial" in reasons(finding)


def test_the_inner_call_that_differs_by_itself_is_named(tmp_path) -> None:
    _, finding, _ = run(tmp_path, FACTORIAL + "print(halved(30))\n")
    assert "on the way, job.py:13 in halved: factorial(30) is" in reasons(finding)
    assert 13 in [one["line"] for one in finding["blame"]]


OPERATIONS = """\
@njit
def power(base, exponent, modulus):
    result = 1
    for _ in range(exponent):
        result = result * base % modulus  # wraps
    return result

@njit
def is_later(stamp, previous, window):
    return stamp >= previous + window

@njit
def scale_of(places):
    return 10 ** -places

large = 1 << 60
"""


@pytest.mark.parametrize(
    ("call", "line", "column", "told"),
    [
        ("power(10**11 - 1, 3, 10**11)", 8, 18, "result * base is"),
        ("is_later(np.uint64(large), np.uint64(large), 1)", 13, 12, "compiled"),
        ("scale_of(2)", 17, 12, "10 ** (-places) is 0.01"),
    ],
)
def test_the_operation_whose_types_make_another_number_is_underlined(
    tmp_path, call, line, column, told
) -> None:
    _, finding, _ = run(tmp_path, f"{OPERATIONS}print({call})\n")
    place = finding["blame"][0]
    assert (place["line"], place["column"], finding["confidence"]) == (line, column, "certain")
    assert told in reasons(finding)


BLUR = """\
@njit
def blur(values, out):
    for i in range(len(values)):
        out[i] = (values[i] + values[i + 1]) / 2

out = np.zeros(5)
blur(np.arange(5.0), out)
print(out[:4])
"""


def test_an_index_outside_of_its_array_is_the_reason_where_python_raises(tmp_path) -> None:
    report, finding, out = run(tmp_path, BLUR)
    assert out.startswith("[0.5 1.5 2.5 3.5]\n")
    assert first_of(report) == ("numba-result-differs", 7)
    assert finding["summary"] == "blur returned compiled, and raised IndexError interpreted"
    assert "index 5 is out of bounds for axis 0 with size 5" in reasons(finding)


NARROW = """\
@njit
def add(pairs, sums):
    for i in range(len(pairs)):
        total = pairs[i, 0] + pairs[i, 1]
        sums[i] = total // 2

sums = np.zeros(4, np.int64)
add(np.array([[1, 2], [3, 4], [200, 100], [5, 6]], np.uint8), sums)
print(sums)
"""


def test_a_changed_argument_is_told_with_element_and_type(tmp_path) -> None:
    """uint8 stays uint8 in numpy; Numba computes with 64 bits."""
    _, finding, _ = run(tmp_path, NARROW)
    assert finding["cause"] == "numba-result-differs"
    assert finding["summary"] == "sums[2], after add, is 150 compiled, and 22 interpreted"
    assert "1 of 4 elements differ" in reasons(finding)
    told = "pairs[i, 0] + pairs[i, 1] is computed of uint8 interpreted, and of uint64 compiled"
    assert told in reasons(finding)
    assert finding["blame"][0]["line"] == 7


HOLE = """\
@njit
def running(n):
    out = np.empty(n)
    for i in range(n - 1):
        out[i] = i
    return out

for _ in range(20):
    filled = np.full(5000, np.random.random())
    del filled
    running(5000)
"""


def test_an_array_that_is_used_before_it_is_written_is_the_reason(tmp_path) -> None:
    report, finding, _ = run(tmp_path, HOLE)
    if finding["cause"] == "none":
        pytest.skip("the memory held the same by chance")
    assert first_of(report) == ("numba-result-differs", 6)
    assert "np.empty" in reasons(finding)


FAST = """\
@njit(fastmath=True)
def missing(values):
    count = 0
    for value in values:
        if np.isnan(value):
            count += 1
    return count

print(missing(np.array([1.0, np.nan, 3.0])))
"""


def test_an_option_that_changes_the_result_is_the_reason(tmp_path) -> None:
    _, finding, out = run(tmp_path, FAST)
    assert out.startswith("0\n")
    assert "the result of missing is 0 compiled, and 1 interpreted" in finding["summary"]
    assert "compiled without fastmath, missing comes to the interpreted result" in reasons(finding)


FROZEN = """\
FACTOR = 3

@njit
def inner(x):
    return x * FACTOR

@njit
def scaled(x):
    return inner(x)

print(scaled(2))
FACTOR = 10
print(scaled(2))
"""


def test_a_global_that_changed_after_it_was_compiled_in_is_the_reason(tmp_path) -> None:
    report, finding, out = run(tmp_path, FROZEN)
    assert out.startswith("6\n6\n")
    assert first_of(report) == ("numba-result-differs", 8)
    assert finding["summary"] == "scaled(2) is 6 compiled, and 20 interpreted"
    assert "job.py:8: inner was compiled with FACTOR = 3; it is 10 now" in reasons(finding)


PARALLEL = """\
@njit(parallel=True)
def chain(cells):
    for i in prange(cells.size - 1):
        cells[i + 1] = cells[i] + 1

chain(np.zeros(2_000_000))
"""


def test_iterations_that_are_not_independent_are_the_reason(tmp_path) -> None:
    for _ in range(5):  # whether the threads meet is up to the machine
        _, finding, _ = numba_with_threads(tmp_path, START + PARALLEL)
        if finding["cause"] == "numba-result-differs":
            break
    assert finding["cause"] == "numba-result-differs"
    assert "compiled without parallel=True, chain comes to the interpreted" in reasons(finding)


def numba_with_threads(folder, text: str):
    """As `run`, with more threads than cores: one that runs behind the others differs surely."""
    report, out, _ = numba(folder, text, "--compare", NUMBA_NUM_THREADS="2")
    return report, report["diagnosis"][0], out


SAME = """\
@njit
def stats(values):
    return values.sum(), values.std(), [1, 2], "text", None

@njit(parallel=True)
def total(values):
    found = 0.0
    for i in prange(len(values)):
        found += values[i]
    return found

@njit
def drawn(n):
    np.random.seed(n)
    return np.random.random()

@njit
def generated(source):
    return source.random()

@njit
def checked(n):
    if n > 2:
        raise ValueError("too large")
    return n

@njit
def filled(values):
    values[:] = 7
    print("once")

values = np.random.default_rng(1).random(100_000)
stats(values); total(values); drawn(3)
source = np.random.default_rng(1)
print(generated(source), source.random())
try:
    checked(5)
except ValueError as error:
    print(error)
filled(values)
print(values[0])
"""


def test_what_comes_to_the_same_is_not_told_and_runs_once(tmp_path) -> None:
    """Rounding in sums, random states, generators, exceptions and output."""
    report, finding, out = run(tmp_path, SAME)
    assert out.splitlines()[:4] == [
        "0.5118216247002567 0.9504636963259353",
        "too large",
        "once",
        "7.0",
    ]
    assert finding["cause"] == "none"
    assert "6 of 6 calls from Python were run interpreted, too" in reasons(finding)
    assert all(one[:2] == (1, 1) and not one[2] for one in compared(report).values())
    assert report["children"] == [] and report["warnings"] == []


NOT = """\
import mmap
import time

@njit
def long(n):
    total = 0
    for i in range(n):
        total += i % 7
    return total

def note():
    with open("told.txt", "a") as file:
        file.write("x")

@njit
def told(n):
    with objmode():
        note()
    return n

@jit(forceobj=True)
def object_mode(x):
    return str(x)

@njit
def shared(values):
    values[0] += 1

@njit
def drawn(n):
    return np.random.randint(0, 1000, n).sum() + np.random.gamma(2.0)

@njit
def many(i):
    return i + 1

long(300_000_000)
told(3)
object_mode(3)
page = mmap.mmap(-1, 4096)
values = np.frombuffer(page, np.float64)
shared(values)
print(values[0])
drawn(100)
for i in range(1000):
    many(i)
"""


def test_what_cannot_be_compared_is_said_and_has_no_effect(tmp_path) -> None:
    report, finding, out = run(tmp_path, NOT, "--compare-limit", "3")
    assert out.startswith("1.0\n")
    assert (tmp_path / "told.txt").read_text() == "x"
    assert finding["cause"] == "none"
    assert left_out(report) == {
        "long": "time",
        "told": "object-mode",
        "object_mode": "object-mode",
        "shared": "shared-memory",
        "drawn": "random",
    }
    assert any("of long not compared: it takes too long" in one for one in report["warnings"])
    calls, done, _ = compared(report)["many"]
    assert calls == 1000 and 100 <= done < 250
    assert report["children"] == []


ENDS = """\
@njit
def halve(n):
    return 10 // n

halve(2)
halve(0)
"""


def test_an_exception_that_ends_the_program_has_the_traceback_of_before(tmp_path) -> None:
    _, _, alone = numba(tmp_path, START + ENDS)
    report, _, told = numba(tmp_path, START + ENDS, "--compare")
    assert told == alone and "atfault_probe" not in told
    assert compared(report) == {"halve": (2, 2, False)}
    assert report["process"]["exit_code"] == 1
