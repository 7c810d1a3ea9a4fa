"""Run the programs of tests/real, look at each with atfault, and print how right it was.

    python tests/real/run.py [--ci] [--only NAME…] [--jobs N] [--verbose] [--reports FOLDER]

Ways of looking at a program that hangs:

    attach   atfault attach --watch 3
    now      atfault attach --now
    saved    atfault attach --now --save FILE, then atfault core FILE
    gcore    gdb's gcore, then atfault core
    run      atfault run --hang-after 4 --hang-kill

and at one that crashes (each with the packages it was reported for, `packages` in its answer, in an
environment of its own below .venv-real/pins, which is made on first need):

    run      atfault run
    core     the core that the kernel leaves of the bare program, then atfault core
    again    atfault run --again=auto: once more, where the first report offers that

Exit status 1 when less than 85 % are right, more than 5 % of the hangs or 2 % of the crashes are
wrong, one is wrong and certain, less than 97 % of the crashes' lines are right, or a healthy
program is said to hang. That is what is wanted of all; --ci tells whether something was broken. It
runs what is marked `ci` (no packages, or a few small ones), looks once more, at nothing else at the
time, where an answer is wrong, and is content with 75 % of the crashes and 90 % of their lines.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(TESTS)
sys.path[:0] = [os.path.join(ROOT, "src"), TESTS]

from support import real_judge, real_pins, real_programs  # noqa: E402
from support.core_files import why_no_core  # noqa: E402
from support.interpreters import Interpreter, all_interpreters  # noqa: E402
from support.levels import Levels  # noqa: E402
from support.real_judge import NOT_RUN, RIGHT, VAGUE, WRONG, Verdict  # noqa: E402
from support.real_programs import Answer, NotRun, Running  # noqa: E402
from support.schema import validate  # noqa: E402


class Wanted(NamedTuple):
    """Shares of the programs; of crashes, the lines as well."""

    right: float
    wrong: float
    lines: float = 0.0


WANTED = {"hangs": Wanted(0.85, 0.05), "crashes": Wanted(0.85, 0.02, 0.97)}
WANTED_IN_CI = {"hangs": Wanted(0.85, 0.05), "crashes": Wanted(0.75, 0.02, 0.9)}
WATCH_S = "3"
HANG_AFTER_S = "4"
LIMIT_S = 120
CRASH_LIMIT_S = 300
GRADES = (RIGHT, VAGUE, WRONG, NOT_RUN)
TRUE = (RIGHT, VAGUE)
"""What is said is so, though it may be less than was found out."""
AGAIN = (WRONG, NOT_RUN)
"""What a busy machine may be to blame for."""


class Job(NamedTuple):
    """One look at one program on one interpreter."""

    kind: str
    answer: Answer
    look: str
    python: Interpreter | None
    """None: that of its packages."""
    argv: tuple[str, ...]

    @property
    def label(self) -> str:
        on = f" {self.python.name}" if self.python else ""
        by = f" {self.look}" if self.look != ("run" if self.kind == "crashes" else "attach") else ""
        return self.answer.name + on + by


class Done(NamedTuple):
    job: Job
    verdict: Verdict
    seconds: float
    report: dict[str, Any] | None


def main() -> int:
    options = _options()
    python = os.environ.get("ATFAULT_REAL_PYTHON") or os.path.join(ROOT, ".venv-real/bin/python")
    python = os.path.abspath(python)
    jobs: list[Job] = []
    lacking: list[str] = []
    for kind in ("hangs", "crashes", "healthy"):
        for answer in real_programs.answers(kind):
            if not _wanted(answer, options):
                continue
            if options.ci:
                answer = answer._replace(look=answer.look[:1], python=())
            if kind == "crashes":
                _plan_crash(answer, python, jobs, lacking)
            else:
                _plan(kind, answer, python, jobs, lacking)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="atfault-real-state-") as state:
        environment = _environment(state)
        with ThreadPoolExecutor(options.jobs) as pool:
            shown = _Shown(options, len(jobs))
            look = functools.partial(_done, environment=environment, shown=shown)
            done = list(pool.map(look, jobs))
        if options.ci:
            done = [look(one.job) if one.verdict.grade in AGAIN else one for one in done]
    print(f"\n{len(jobs)} looks in {time.monotonic() - started:.0f} s")
    for line in lacking:
        print(f"  left out: {line}")
    wanted = WANTED_IN_CI if options.ci else WANTED
    good = [_score(kind, done, wanted.get(kind)) for kind in ("hangs", "crashes", "healthy")]
    return 0 if all(good) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="how right atfault is about real programs")
    parser.add_argument("--ci", action="store_true", help="the short run: one look each")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="parts of names")
    at_once = 6 * (os.cpu_count() or 1)  # they sleep most of the time
    parser.add_argument("--jobs", type=int, default=at_once, help=f"at a time (default: {at_once})")
    parser.add_argument("--verbose", action="store_true", help="with each finding's sentences")
    parser.add_argument("--reports", metavar="FOLDER", help="keep each report there")
    return parser.parse_args()


def _wanted(answer: Answer, options: argparse.Namespace) -> bool:
    if options.ci and not answer.ci:
        return False
    return not options.only or any(part in answer.name for part in options.only)


def _environment(state: str) -> dict[str, str]:
    dropped = ("PYTHONPATH", "OMP_NUM_THREADS", "PYTHONSTARTUP")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "XDG_STATE_HOME": state}


# What is run


def _plan(kind: str, answer: Answer, real: str, jobs: list[Job], lacking: list[str]) -> None:
    """Adds its looks to `jobs`, or the reason why it cannot be run to `lacking`."""
    if _lacks_programs(answer, lacking):
        return
    argv = (sys.executable,)
    if answer.packages:
        fitting = [p for p in (real, sys.executable) if _has(p, answer.packages)]
        if not fitting:
            lacking.append(f"{answer.name}: no environment with {', '.join(answer.packages)}")
            return
        argv = (fitting[0],)
    jobs += [Job(kind, answer, look, None, argv) for look in answer.look]
    for version in answer.python:
        others = [p for p in all_interpreters() if p.name.endswith(version)]
        if others:
            jobs.append(Job(kind, answer, "attach", others[0], others[0].argv_prefix))
        else:
            lacking.append(f"{answer.name}: no Python {version}")


def _lacks_programs(answer: Answer, lacking: list[str]) -> bool:
    missing = [need for need in answer.needs if shutil.which(need) is None]
    if missing:
        lacking.append(f"{answer.name}: {', '.join(missing)} not installed")
    return bool(missing)


def _plan_crash(answer: Answer, real: str, jobs: list[Job], lacking: list[str]) -> None:
    """The same for a crash, whose packages are installed for it."""
    if _lacks_programs(answer, lacking):
        return
    pins = os.path.join(os.path.dirname(os.path.dirname(real)), "pins")
    own = f"3.{sys.version_info.minor}"
    first = answer.on or own
    for version in (first, *answer.python):
        looks = answer.look if version == first else ("run",)
        fitting = [one for one in all_interpreters() if one.name == version]
        if not fitting:
            lacking.append(f"{answer.name}: no Python {version}")
            continue
        argv = fitting[0].argv_prefix
        if answer.packages and not (version == own and _has(sys.executable, answer.packages)):
            try:
                argv = (real_pins.python_with(pins, fitting[0], answer.packages),)
            except real_pins.NotInstalled as why:
                lacking.append(f"{answer.name}: {why}")
                continue
        shown = None if version == own else fitting[0]
        jobs += [Job("crashes", answer, look, shown, argv) for look in looks]


@functools.cache
def _has(python: str, packages: tuple[str, ...]) -> bool:
    script = (
        "import sys, importlib.metadata as m\n"
        "for wanted in sys.argv[1:]:\n"
        "    name, _, version = wanted.partition('==')\n"
        "    try:\n"
        "        here = m.version(name).partition('+')[0]\n"
        "    except m.PackageNotFoundError:\n"
        "        sys.exit(1)\n"
        "    if here != version:\n"
        "        sys.exit(1)\n"
    )
    if not os.access(python, os.X_OK):
        return False
    return subprocess.run([python, "-c", script, *packages], check=False).returncode == 0


def _done(job: Job, environment: dict[str, str], shown: _Shown) -> Done:
    """Looks at it; once more when it did not get as far as its hang or crash."""
    started = time.monotonic()
    report: dict[str, Any] | None = None
    looks = CRASH_LOOKS if job.kind == "crashes" else LOOKS
    for _ in range(2):
        try:
            report = looks[job.look](job, environment)
            verdict = _judged(job, report)
            break
        except NotRun as why:
            verdict = Verdict(NOT_RUN, "", str(why))
    done = Done(job, verdict, time.monotonic() - started, report)
    shown(done)
    return done


def _judged(job: Job, report: dict[str, Any]) -> Verdict:
    return JUDGES[job.kind](job.answer, report)


JUDGES = {
    "hangs": real_judge.judge,
    "crashes": real_judge.judge_crash,
    "healthy": real_judge.judge_healthy,
}


# Ways of looking


def _command(job: Job, folder: str) -> list[str]:
    if job.python is None or job.python.sysroot is None:
        return [*job.argv, "-u", job.answer.path]
    inside = job.python.scratch(folder)
    path = shutil.copy(job.answer.path, inside)
    return [*job.python.command_in(inside, path)]


def _attach(job: Job, environment: dict[str, str], *how: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        program = Running(job.answer.name, _command(job, folder), environment)
        try:
            program.wait_until_quiet()
            how = how or ("--watch", WATCH_S)
            return _report(["attach", *how, "--json", "-", str(program.process.pid)], environment)
        finally:
            program.close()


def _now(job: Job, environment: dict[str, str]) -> dict[str, Any]:
    return _attach(job, environment, "--now")


def _saved(job: Job, environment: dict[str, str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        core = os.path.join(folder, "hang.core")
        _attach(job, environment, "--now", "--save", core)
        return _report(["core", "--json", "-", core], environment)


def _gcore(job: Job, environment: dict[str, str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        program = Running(job.answer.name, _command(job, folder), environment)
        try:
            program.wait_until_quiet()
            pid = program.process.pid
            core = os.path.join(folder, "core")
            subprocess.run(
                ["gcore", "-o", core, str(pid)], capture_output=True, timeout=LIMIT_S, check=True
            )
            return _report(["core", "--json", "-", f"{core}.{pid}"], environment)
        finally:
            program.close()


def _run(job: Job, environment: dict[str, str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        tool = [sys.executable, "-m", "atfault", "run", "--hang-after", HANG_AFTER_S, "--hang-kill"]
        command = [*tool, "--json", path, "--", *_command(job, folder)]
        program = Running(
            job.answer.name, command, {**environment, "PYTHONPATH": os.path.join(ROOT, "src")}
        )
        try:
            program.process.wait(LIMIT_S)
            with open(path, encoding="utf-8") as file:
                return validate(file.read())
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NotRun(f"{error}: {program.output()[-600:]}") from None
        finally:
            program.close()


def _crash(job: Job, environment: dict[str, str], *how: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        # -I: what the program is given to import is not for atfault
        tool = [sys.executable, "-I", "-m", "atfault", "run", *how, "--json", path, "--"]
        no_input = ["sh", "-c", 'exec "$@" </dev/null', "sh"]  # what was read cannot be read again
        command = [*no_input, *tool, *job.argv, "-u", job.answer.path]
        program = Running(job.answer.name, command, environment, piped=True)
        try:
            status = program.process.wait(CRASH_LIMIT_S)
            if not os.path.exists(path):
                raise NotRun(f"ended with {status}, no report: {program.output()[-600:]}")
            with open(path, encoding="utf-8") as file:
                return validate(file.read())
        except subprocess.TimeoutExpired:
            raise NotRun(f"did not end in {CRASH_LIMIT_S} s: {program.output()[-600:]}") from None
        finally:
            program.close()


def _again(job: Job, environment: dict[str, str]) -> dict[str, Any]:
    return _crash(job, environment, "--again=auto")


def _core(job: Job, environment: dict[str, str]) -> dict[str, Any]:
    reason = why_no_core()
    if reason:
        raise NotRun(reason)
    allowed = ["sh", "-c", 'ulimit -S -c "$(ulimit -H -c)"; exec "$@"', "sh"]
    command = [*allowed, *job.argv, "-u", job.answer.path]
    program = Running(job.answer.name, command, environment, piped=True)
    try:
        status = program.process.wait(CRASH_LIMIT_S)
        cores = [name for name in os.listdir(program.folder) if name.startswith("core")]
        if not cores:
            raise NotRun(f"ended with {status}, no core: {program.output()[-600:]}")
        return _report(["core", "--json", "-", os.path.join(program.folder, cores[0])], environment)
    except subprocess.TimeoutExpired:
        raise NotRun(f"did not end in {CRASH_LIMIT_S} s: {program.output()[-600:]}") from None
    finally:
        program.close()


CRASH_LOOKS = {"run": _crash, "core": _core, "again": _again}
LOOKS = {"attach": _attach, "now": _now, "saved": _saved, "gcore": _gcore, "run": _run}


def _report(arguments: list[str], environment: dict[str, str]) -> dict[str, Any]:
    # In a session of its own, as the programs are: the kernel shares processors between sessions
    # first, and all tools together would get as much as one program that computes.
    done = subprocess.run(
        [sys.executable, "-m", "atfault", *arguments],
        env={**environment, "PYTHONPATH": os.path.join(ROOT, "src")},
        timeout=LIMIT_S,
        capture_output=True,
        check=False,
        start_new_session=True,
    )
    if done.returncode:
        raise NotRun(f"atfault: {done.stderr.decode(errors='replace')[-600:]}")
    return validate(done.stdout)


# What is told


class _Shown:
    """Prints each look when it is done."""

    def __init__(self, options: argparse.Namespace, count: int) -> None:
        self.options = options
        self.count = count
        self.number = 0

    def __call__(self, done: Done) -> None:
        self.number += 1
        verdict = done.verdict
        print(
            f"{self.number:3}/{self.count} {done.seconds:5.1f} s  {verdict.grade:7}"
            f" {done.job.label:42} {verdict.told}{' · ' + verdict.why if verdict.why else ''}",
            flush=True,
        )
        if done.report is None:
            return
        if self.options.verbose and verdict.grade != RIGHT:
            for finding in done.report["diagnosis"]:
                print(f"        {real_judge.describe(finding)}: {finding['summary']}")
                for evidence in finding["evidence"]:
                    print(f"            - {evidence['text']}")
        if self.options.reports:
            os.makedirs(self.options.reports, exist_ok=True)
            name = f"{done.job.kind}-{done.job.label.replace(' ', '-')}.json"
            with open(os.path.join(self.options.reports, name), "w", encoding="utf-8") as file:
                json.dump(done.report, file, indent=1, ensure_ascii=False)


def _score(kind: str, done: list[Done], wanted: Wanted | None) -> bool:
    """Prints the table of one kind; whether it is as good as is wanted (None: all of them right). A
    program that was looked at several times counts once, by its worst look."""
    mine = [one for one in done if one.job.kind == kind]
    if not mine:
        return True
    worst: dict[str, str] = {}
    for one in mine:
        name, grade = one.job.answer.name, one.verdict.grade
        worst[name] = max(worst.get(name, RIGHT), grade, key=GRADES.index)
    count = {grade: list(worst.values()).count(grade) for grade in GRADES}
    surely = sum(one.verdict.surely_wrong for one in mine)
    shares = "  ".join(f"{g} {n} ({100 * n / len(worst):.0f} %)" for g, n in count.items())
    print(f"\n{kind}: {len(worst)} programs, {len(mine)} looks")
    print(f"  {shares}  looks wrong at certain {surely}")
    levels = Levels()
    for one in mine:
        first = one.report["diagnosis"][0] if one.report else {}
        levels.add(first.get("confidence", ""), one.verdict.grade in TRUE, one.job.label)
    print("".join(f"  {line}\n" for line in levels.lines()), end="")
    for one in sorted(mine, key=lambda one: (one.verdict.grade, one.job.label)):
        if one.verdict.grade != RIGHT:
            grade, told, why = one.verdict[:3]
            print(f"  {grade:7} {one.job.label}: {told} · {why}")
    if wanted is None:
        return count[RIGHT] == len(worst)
    right, wrong = count[RIGHT] / len(worst), (count[WRONG] + count[NOT_RUN]) / len(worst)
    lines = _right_lines(mine) if kind == "crashes" else 1.0
    good = right >= wanted.right and wrong <= wanted.wrong and lines >= wanted.lines
    return good and not surely and not levels.surely_wrong


def _right_lines(crashes: list[Done]) -> float:
    """Prints how many looks at crashes have the right line; their share."""
    looked = [one for one in crashes if one.verdict.grade != NOT_RUN]
    right = [one for one in looked if one.verdict.line_right]
    print(f"  line right {len(right)} of {len(looked)} looks")
    for one in looked:
        if not one.verdict.line_right and one.verdict.grade == RIGHT:
            print(f"  line    {one.job.label}: {one.verdict.told} · {one.verdict.why}")
    return len(right) / max(len(looked), 1)


if __name__ == "__main__":
    sys.exit(main())
