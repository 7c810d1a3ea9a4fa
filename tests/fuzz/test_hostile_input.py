"""Hostile texts, saved reports and hand-overs cost a warning or one line of error: never an
exception, seconds without end, unbounded memory, or output that does what they say.

A quarter of ATFAULT_FUZZ_CASES is how many of each.
"""

from __future__ import annotations

import glob
import io
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import atfault_probe
from atfault.analyze.exception import analyze_exception
from atfault.analyze.text import analyze_text
from atfault.decode.exceptions.uncaught import read_uncaught
from atfault.errors import AtfaultError, InputError, MemoryFault, NoProcessState
from atfault.model.endings import Termination
from atfault.model.process import ProcessInfo
from atfault.options import Options
from atfault.report.json import dumps, loads
from fuzz import hostile
from fuzz.limits import failures
from fuzz.shown import check
from support import crash_reports, hang_reports, lock_hang_reports, stress_reports
from support.parts import times

COUNT = times("ATFAULT_FUZZ_CASES", few=60, many=600) // 4
SEED = int(os.environ.get("ATFAULT_FUZZ_SEED", "1"))
TESTS = os.path.dirname(os.path.dirname(__file__))
BOOTSTRAP = os.path.join(os.path.dirname(atfault_probe.__file__), "bootstrap")
RAISING = (
    """
import collections, threading
class Grid:
    def __init__(self): self.width, self.password = 4, "hunter2"
def pick(row, *rest, scale=1.5):
    grid, text, data = Grid(), "a\\u00e9\\n", b"\\x00x"
    items = [1, (2, None), {"k": True, "s": {1}}, 1 << 70, float("nan"), collections.deque([1])]
    return items[row]
try:
    try: {}["x"]
    except KeyError as error: raise ValueError("bad", 3) from error
except ValueError as error:
    pick(9)
""",
    """
def outer():
    try:
        open("/nowhere/at/all")
    except OSError as error:
        raise ExceptionGroup("several", [error, ImportError("libx.so.1: cannot open shared object "
            "file: No such file or directory", name="x", path="/nowhere/x.so")])
outer()
""",
    "def f(n):\n    return f(n + 1)\nf(0)",
    "raise ImportError('/x.so: undefined symbol: _Z3geoSs', name='x', path='/x.so')",
    """
import numpy
def add(a, b):
    return a + b
add(numpy.zeros((3, 4)), numpy.zeros((5, 6)))
""",
    """
import numba
@numba.njit
def add(a, b):
    return a + b["x"]
add(1.5, "text")
""",
)
"""Programs that an exception ends."""


def corpus() -> list[bytes]:
    """Real texts."""
    names = sorted(glob.glob(os.path.join(TESTS, "corpus", "**", "*"), recursive=True))
    names += sorted(glob.glob(os.path.join(TESTS, "golden", "*.txt")))
    return [Path(name).read_bytes()[:100_000] for name in names if os.path.isfile(name)]


def reports() -> Iterator[Any]:
    """Reports of every kind, as plain JSON values."""
    for module in (crash_reports, hang_reports, lock_hang_reports):
        for name, make in sorted(vars(module).items()):
            is_own = getattr(make, "__module__", "") == module.__name__
            if is_own and not name.startswith("_") and make.__code__.co_argcount == 0:
                made = make()
                if len(made.threads) < 100:
                    yield json.loads(dumps(made))
    for make in (stress_reports.race, stress_reports.compared):
        yield json.loads(dumps(make()))


@pytest.fixture(scope="module")
def hand_overs(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    found = []
    for number, program in enumerate(RAISING):
        folder = tmp_path_factory.mktemp(f"probe{number}")
        script = folder / "job.py"
        script.write_text(program)
        handed = folder / "handed"
        handed.mkdir()
        env = {**os.environ, "ATFAULT_PROBE_FOLDER": str(handed), "PYTHONPATH": BOOTSTRAP}
        subprocess.run([sys.executable, script], env=env, stderr=subprocess.DEVNULL, cwd=folder)
        found += [json.loads(path.read_bytes()) for path in handed.iterdir()]
    assert len(found) >= len(RAISING) - 2
    return found


@pytest.mark.slow
@pytest.mark.chance
@pytest.mark.timeout(1200)
def test_no_text_fails_takes_long_or_is_obeyed() -> None:
    sources = corpus()

    def one(number: int) -> None:
        text = hostile.text(sources, random.Random(f"{SEED}:{number}"))
        explain(text)

    assert failures(one, range(COUNT)) == []


def explain(text: bytes) -> None:
    try:
        report = analyze_text(io.BytesIO(text), "-", Options())
    except MemoryFault:
        raise
    except (NoProcessState, InputError) as error:
        assert "\n" not in str(error)
        return
    check(report)


@pytest.mark.slow
@pytest.mark.chance
@pytest.mark.timeout(1200)
def test_no_saved_report_fails_takes_long_or_is_obeyed() -> None:
    plain = list(reports())

    def one(number: int) -> None:
        rng = random.Random(f"{SEED}:{number}")
        data = json.dumps(hostile.value(rng.choice(plain), rng)).encode()
        if rng.random() < 0.1:
            data = hostile.text([data], rng)
        try:
            report = loads(data)
        except InputError as error:
            assert "\n" not in str(error)
            return
        check(report)

    assert failures(one, range(COUNT)) == []


@pytest.mark.slow
@pytest.mark.chance
@pytest.mark.timeout(1200)
def test_no_hand_over_fails_takes_long_or_is_obeyed(hand_overs: list[Any]) -> None:
    def one(number: int) -> None:
        rng = random.Random(f"{SEED}:{number}")
        data = json.dumps(hostile.value(rng.choice(hand_overs), rng)).encode()
        if rng.random() < 0.1:
            data = hostile.text([data], rng)
        try:
            handed = read_uncaught(data, Options())
        except AtfaultError as error:
            assert "\n" not in str(error)
            return
        report = analyze_exception(
            handed, ProcessInfo(7, cwd="/"), Termination(exit_code=1), Options(), always=True
        )
        assert report is not None
        check(report)

    assert failures(one, range(COUNT)) == []


# The runner itself: what it must notice.


def test_the_runner_notices_what_raises_hangs_fills_memory_and_dies() -> None:
    def case(number: int) -> None:
        if number == 1:
            raise KeyError("x")
        if number == 2:
            while True:
                pass
        if number == 3:
            bytearray(1 << 30)
        if number == 5:
            os.kill(os.getpid(), 9)

    found = failures(case, range(7), seconds=0.2)
    assert [one.partition(":")[0] for one in found] == ["1", "2", "3", "5"]
    assert "KeyError" in found[0] and "TooLong" in found[1] and "MemoryError" in found[2]
