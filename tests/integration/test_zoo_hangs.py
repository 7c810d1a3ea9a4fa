"""Every hanging and every healthy program of the zoo through `atfault attach`.

A hang must be explained: its cause, and the lines. A healthy or slow program must not be told to
hang. No program's name or marker reaches the rules: they see the process alone.

The programs are started in batches, since most of their time is spent asleep.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import jsonschema
import pytest

from support import hang_zoo
from support.interpreters import Interpreter, all_interpreters

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCHEMA = os.path.join(ROOT, "src/atfault/model/atfault.report-1.schema.json")
WATCH_S = "1"
BATCH = 10
LIMIT_S = 60
OTHER_MINORS = (8, 13, 14)
"""Besides this interpreter's: those where locks, frames and waits differ."""
HANGS = hang_zoo.programs("hang")
HEALTHY = hang_zoo.programs("healthy")
SCORE: dict[str, dict[str, bool]] = {}
ALARMS: list[str] = []
RUN: list[str] = []


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    native = str(tmp_path_factory.mktemp("hang_native"))
    hang_zoo.compile_natives(native)
    state = str(tmp_path_factory.mktemp("hang_state"))
    return {
        **os.environ,
        "XDG_STATE_HOME": state,
        "PYTHONPATH": os.path.join(ROOT, "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "ZOO_NATIVE": native,
    }


@functools.cache
def _has_module(argv: tuple[str, ...], name: str) -> bool:
    done = subprocess.run([*argv, "-c", f"import {name}"], capture_output=True, check=False)
    return done.returncode == 0


def _missing(program: hang_zoo.HangProgram, argv: tuple[str, ...]) -> str:
    for need in program.listed("needs"):
        if need == "gcc":
            if shutil.which("gcc") is None:
                return f"{program.name}: gcc is not installed"
        elif not _has_module(argv, need):
            return f"{program.name}: the module {need} is not installed"
    return ""


def _reports(programs, argv, environment, inside=lambda path: path):
    """(program, report) for each, started BATCH at a time."""
    usable = [p for p in programs if not _missing(p, argv)]
    for start in range(0, len(usable), BATCH):
        batch = [
            hang_zoo.Running(p, [*argv, inside(p.path)], environment)
            for p in usable[start : start + BATCH]
        ]
        try:
            with ThreadPoolExecutor(2) as pool:
                look = functools.partial(_look, environment=environment)
                found = list(pool.map(look, batch))
            yield from zip([running.program for running in batch], found)
        finally:
            for running in batch:
                running.kill()


def _look(running: hang_zoo.Running, environment):
    """The report about a program, or in words why there is none."""
    problem = running.wait_until_settled()
    if problem:
        return problem
    report = _attach(running.pid, environment)
    running.kill()
    return report


def _attach(pid: int, environment) -> dict:
    tool = [sys.executable, "-m", "atfault", "attach", "--watch", WATCH_S, "--json", "-"]
    done = subprocess.run(
        [*tool, str(pid)], env=environment, timeout=LIMIT_S, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-2000:]
    return json.loads(done.stdout)


def _judge(program, report: dict, label: str) -> str:
    """Score one hang; what is wrong with its report, or ""."""
    found = report["diagnosis"]
    first = found[0]
    named = {
        (os.path.basename(b["file"]), b["line"]) for b in first["blame"] if b["line"] is not None
    }
    base = os.path.basename(program.file)
    lines = _lines_right(program, first["blame"], named, base)
    allowed = program.marks.get("confidence", "certain|likely|possible").split("|")
    words = json.dumps(first)
    SCORE[label] = {
        "cause": first["cause"] == program.cause,
        "lines": lines,
        "confidence": first["confidence"] in allowed,
        "words": all(w in words for w in program.listed("text") + program.listed("names")),
        "not surely wrong": all(
            f["cause"] == program.cause for f in found if f["confidence"] == "certain"
        ),
    }
    wrong = [what for what, right in SCORE[label].items() if not right]
    return f"{label}: wrong: {wrong}\n{_told(found)}" if wrong else ""


def _lines_right(program, blame: list[dict], named: set, base: str) -> bool:
    if not blame or os.path.basename(blame[0]["file"]) != base:
        return False
    if program.loop is not None:
        return program.loop[0] <= blame[0]["line"] <= program.loop[1]
    wanted = {(base, line) for line in program.lines}
    return wanted <= named and blame[0]["line"] in program.lines


def _told(findings: list[dict]) -> str:
    short = [
        {
            "cause": f["cause"],
            "confidence": f["confidence"],
            "summary": f["summary"],
            "blame": [f"{os.path.basename(b['file'])}:{b['line']}" for b in f["blame"]],
            "evidence": [e["text"] for e in f["evidence"]],
        }
        for f in findings
    ]
    return json.dumps(short, indent=1, ensure_ascii=False)


def _validate(report: dict) -> None:
    with open(SCHEMA, encoding="utf-8") as file:
        jsonschema.validate(report, json.load(file))


def _check_all(programs, argv, environment, prefix="", inside=lambda path: path) -> None:
    wrong = []
    for program, report in _reports(programs, argv, environment, inside):
        label = prefix + program.name
        RUN.append(label)
        if isinstance(report, str):
            wrong.append(report)
            continue
        _validate(report)
        if program.kind == "hang":
            wrong.append(_judge(program, report, label))
        else:
            wrong.append(_false_alarm(program, report, label))
    told = [text for text in wrong if text]
    assert RUN
    assert not told, "\n\n".join(told)


def _false_alarm(program, report: dict, label: str) -> str:
    """What a healthy program's report claims wrongly, or ""."""
    allowed = hang_zoo.HARMLESS | set(program.listed("may"))
    alarms = [
        f
        for f in report["diagnosis"]
        if f["cause"] not in allowed and f["confidence"] != "possible"
    ]
    if report["diagnosis"][0]["cause"] not in allowed:
        alarms.append(report["diagnosis"][0])
    if not alarms:
        return ""
    ALARMS.append(label)
    return f"{label}: a false alarm\n{_told(alarms)}"


HERE = (sys.executable,)


@pytest.mark.timeout(400)
@pytest.mark.parametrize("part", range(3))
def test_hangs_are_explained(part, environment):
    _check_all(HANGS[part::3], HERE, environment)


@pytest.mark.timeout(400)
@pytest.mark.parametrize("part", range(2))
def test_healthy_programs_raise_no_alarm(part, environment):
    _check_all(HEALTHY[part::2], HERE, environment)


def _others() -> list[Interpreter]:
    found = []
    for minor in OTHER_MINORS:
        fitting = [i for i in all_interpreters() if i.minor == minor and not i.free_threaded]
        found += fitting[:1] if minor != sys.version_info[1] else []
    return found + [i for i in all_interpreters() if i.free_threaded]


@pytest.mark.timeout(400)
@pytest.mark.parametrize("other", _others(), ids=lambda i: i.name)
def test_hangs_on_other_interpreters(other, environment):
    programs = [p for p in HANGS if p.runs_on(other.minor, other.free_threaded)]
    inside = _copied_to(other) if other.sysroot else lambda path: path
    _check_all(programs, other.argv_prefix, environment, f"{other.name} ", inside)


def _copied_to(other: Interpreter):
    """Copies the zoo to where a chroot sees it."""
    folder = other.scratch("")
    shutil.copytree(os.path.join(hang_zoo.ZOO, "hangs"), os.path.join(folder, "hangs"))

    def inside(path: str) -> str:
        return other.inside(os.path.join(folder, "hangs", os.path.basename(path)))

    return inside


def test_the_score_of_hangs(capsys):
    """Printed last: what was right, of what could be run here, and the false alarms."""
    if not SCORE:
        pytest.skip("no program was run")
    with capsys.disabled():
        print()
        for what in next(iter(SCORE.values())):
            right = sum(score[what] for score in SCORE.values())
            wrong = [label for label, score in SCORE.items() if not score[what]]
            print(f"  hangs: {what}: {right}/{len(SCORE)}" + (f"  wrong: {wrong}" if wrong else ""))
        healthy = len(RUN) - len(SCORE)
        print(f"  healthy: {len(ALARMS)} false alarms in {healthy}: {ALARMS}")
    assert all(score["not surely wrong"] for score in SCORE.values())
