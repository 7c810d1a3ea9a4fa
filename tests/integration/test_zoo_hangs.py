"""Every hanging and every healthy program of the zoo through `atfault attach`.

A hang must be explained: its cause, and the lines. A healthy or slow program must not be told to
hang. No program's name or marker reaches the rules: they see the process alone.

A test runs many programs, several at a time, since most of their time is spent asleep.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest

from support import hang_zoo, needs, zoo
from support.crossing import crossed
from support.interpreters import Interpreter, all_interpreters
from support.schema import validate

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WATCH_S = "1"
AT_ONCE = 8
"""Programs that are under way in a test; most of their time is spent asleep."""
COMPUTING_AT_ONCE = 1
"""Beside them, of those that keep a processor busy."""
LIMIT_S = 60
OTHER_MINORS = (8, 13, 14, 15)
"""Besides this interpreter's: those where locks, frames and waits differ."""
NO_REPORT = {"a report": False}
HANGS = hang_zoo.programs("hang")
HEALTHY = hang_zoo.programs("healthy")


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    native = str(tmp_path_factory.mktemp("hang_native"))
    hang_zoo.compile_natives(native)
    state = str(tmp_path_factory.mktemp("hang_state"))
    return {
        **os.environ,
        "XDG_STATE_HOME": state,
        "PYTHONPATH": os.path.join(ROOT, "src"),
        "ZOO_NATIVE": native,
    }


@functools.cache
def _has_module(argv: tuple[str, ...], name: str) -> bool:
    done = subprocess.run([*argv, "-c", f"import {name}"], capture_output=True, check=False)
    return done.returncode == 0


def _missing(program: hang_zoo.HangProgram, argv: tuple[str, ...]) -> str:
    for need in program.listed("needs"):
        if need in needs.COMPILERS:
            if lack := needs.lack(need):
                return lack
        elif not _has_module(argv, need):
            return f"the module {need} is not installed"
    return ""


class Way(NamedTuple):
    """How programs are run: by which interpreter, with what variables, from what folder."""

    argv: tuple[str, ...]
    environment: dict[str, str]
    inside: Callable[[str], str] = str
    """A program's path as the interpreter sees it."""


def _explained(program, way: Way) -> tuple[dict[str, bool], str, str]:
    """(what was asked → whether the report has it right, how sure it is, the report in words). A
    loaded machine may not have let a program or the samples run, so what goes wrong is done again,
    and shown, twice; but never may a finding be certain and wrong."""
    for rest in (2, 1, 0):
        report = _look(program, way)
        if isinstance(report, str):
            right, level, told = NO_REPORT, "", report
        else:
            level = report["diagnosis"][0]["confidence"]
            judge = hang_zoo.judged if program.kind == "hang" else hang_zoo.no_false_alarm
            right = judge(program, report)
            told = hang_zoo.told(report["diagnosis"])
        if all(right.values()) or not rest or not right.get(hang_zoo.SURELY, True):
            break
        warnings.warn(f"{program.name} is looked at again: {right}\n{told}", stacklevel=2)
    return right, level, told


def _look(program, way: Way) -> dict | str:
    """The report about a program, or in words why there is none."""
    running = hang_zoo.Running(program, [*way.argv, way.inside(program.path)], way.environment)
    try:
        return running.wait_until_settled() or _attach(running.pid, way.environment)
    finally:
        running.kill()


def _attach(pid: int, environment) -> dict | str:
    tool = [sys.executable, "-m", "atfault", "attach", "--watch", WATCH_S, "--json", "-"]
    # The kernel shares the processors between sessions first: in that of the tests, all the tools
    # together would get as much as one program that computes.
    done = subprocess.run(
        [*tool, str(pid)], env=environment, timeout=LIMIT_S, capture_output=True, check=False,
        start_new_session=True,
    )  # fmt: skip
    if done.returncode:
        return f"exit status {done.returncode}: {done.stderr.decode(errors='replace')[-2000:]}"
    return validate(done.stdout)


def _check_all(part, programs, way: Way, score, tell, prefix="") -> None:
    """Run the programs and hold each report against its program's markers."""
    lacks = {p.name: _missing(p, way.argv) for p in programs}
    usable = [p for p in programs if not lacks[p.name]]
    if not usable:
        pytest.skip(", ".join(dict.fromkeys(lacks.values())))
    for name, why in lacks.items():
        if why:
            tell(f"{part}: {prefix}{name} is left out: {why}")
    notes = [score(part, prefix + program.name) for program in usable]
    wrong = []
    with ThreadPoolExecutor(AT_ONCE) as asleep, ThreadPoolExecutor(COMPUTING_AT_ONCE) as computing:
        looks = [
            (computing if program.computes else asleep).submit(_explained, program, way)
            for program in usable
        ]
        for program, note, look in zip(usable, notes, looks):
            right, level, told = look.result()
            note(right, level)
            missed = [what for what, good in right.items() if not good]
            wrong += [f"{program.name}: wrong: {missed}\n{told}"] if missed else []
    assert not wrong, "\n\n".join(wrong)


HERE = (sys.executable,)


def _parts(programs: list[hang_zoo.HangProgram], count: int) -> list[object]:
    """Parameters: the programs that `make test` runs, the others in so many parts, and those that
    need certain packages."""
    first = [p for p in programs if p.is_first]
    special = [p for p in programs if set(zoo.PACKAGES) & set(p.listed("needs"))]
    others = [p for p in programs if p not in first and p not in special]
    mechanism = pytest.mark.representative(f"{programs[0].kind}: {len(first)} programs")
    parts: list[object] = [pytest.param(others[n::count], id=str(n)) for n in range(count)]
    return [
        pytest.param(first, id="first", marks=mechanism),
        *parts,
        pytest.param(special, id="packages", marks=pytest.mark.newest),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("programs", _parts(HANGS, 3))
def test_hangs_are_explained(programs, environment, score, tell):
    _check_all("hangs", programs, Way(HERE, environment), score, tell)


@pytest.mark.slow
@pytest.mark.parametrize("programs", _parts(HEALTHY, 2))
def test_healthy_programs_raise_no_alarm(programs, environment, score, tell):
    _check_all("healthy programs", programs, Way(HERE, environment), score, tell)


def _others() -> list[Interpreter]:
    found = []
    for minor in OTHER_MINORS:
        fitting = [i for i in all_interpreters() if i.minor == minor and not i.free_threaded]
        found += fitting[:1] if minor != sys.version_info[1] else []
    return found + [i for i in all_interpreters() if i.free_threaded]


def _crossing() -> list[object]:
    """Parameters: each other interpreter, and the programs that are run on it."""
    others = _others()
    fitting = {
        program.name: [o.name for o in others if program.runs_on(o.minor, o.free_threaded)]
        for program in HANGS
    }
    chosen = crossed({program.name: program.cause for program in HANGS}, fitting, least=0)
    return [
        pytest.param(other, [p for p in HANGS if (p.name, other.name) in chosen], id=other.name)
        for other in others
    ]


@pytest.mark.slow
@pytest.mark.parametrize("other, programs", _crossing())
def test_hangs_on_other_interpreters(other, programs, environment, score, tell):
    way = _copied_to(other, environment) if other.sysroot else Way(other.argv_prefix, environment)
    _check_all("hangs of other interpreters", programs, way, score, tell, f"{other.name} ")


def _copied_to(other: Interpreter, environment: dict[str, str]) -> Way:
    """Copies the zoo, and what is compiled for it, to where a chroot sees it."""
    folder = other.scratch("")
    shutil.copytree(os.path.join(hang_zoo.ZOO, "hangs"), os.path.join(folder, "hangs"))
    native = os.path.join(folder, "native")
    shutil.copytree(environment["ZOO_NATIVE"], native)

    def inside(path: str) -> str:
        return other.inside(os.path.join(folder, "hangs", os.path.basename(path)))

    return Way(other.argv_prefix, {**environment, "ZOO_NATIVE": other.inside(native)}, inside)
