"""Run a lot of programs by the commands that a user would use, and judge the answers by its truth.

    python tests/lots/run.py tests/lots/2026-11-24-mixed --python VENV/bin/python --json lot.json

The truth is the lot's answers.toml, whose head describes its fields. Each way of each program runs
in a copy of the lot, so that what is built, and cores, stay out of the tree. The way "explain" is
of texts: no program runs, and `file` names the text. The way "numba" is `atfault numba` with the
`options` of the program. Only processes that were started here are ended: the session of each
command, and what descends from it.

The last lines are the one for FIRST_SIGHT.md, where `number` counts programs and the four counts
are ways of programs that fail, and how often each level of confidence was right. Of what uses Numba
it is counted as well how often the cause, the line where it began (blamed first), any of the lines
and the column (where one is given in a line that has one in the truth) were met, and how `atfault
numba` ended.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import contextlib
import ctypes
import dataclasses
import datetime
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from judge import (
    LEFT_OUT,
    Verdict,
    alarms,
    any_accuses,
    confidences,
    figures,
    judge,
    parts,
    statuses,
    summary,
    worst,
)

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # of pytest

TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ATFAULT = [sys.executable, "-m", "atfault"]
WRONG_USAGE = 2
HANG_AFTER = 8
PATIENCE = 90  # seconds for a report, beyond what the program itself needs
NUMBA_PATIENCE = 300  # the same of `atfault numba`: what --compare interprets may take 200 alone
WATCHED = 30  # seconds that a healthy program is watched with --hang-after


def descendants(pid: int) -> list[int]:
    """Live processes below `pid`, itself first."""
    parents = collections.defaultdict(list)
    for entry in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{entry}/stat", "rb") as file:
            state, parent = file.read().rpartition(b") ")[2].split()[:2]
            if state != b"Z":
                parents[int(parent)].append(int(entry))
    found = [pid]
    for known in found:
        found += parents[known]
    return found


def arguments(pid: int) -> list[str]:
    with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
        return file.read().decode(errors="replace").split("\0")[:-1]
    return []


def program_of(pid: int, command: list[str]) -> int | None:
    """The process below `pid` that was started by `command` (those of atfault end so)."""
    return next((p for p in descendants(pid) if arguments(p) == command), None)


def child_named(pid: int, look_at: str) -> int | None:
    words = look_at.removeprefix("child:")
    if words == look_at:
        return pid
    return next((p for p in descendants(pid)[1:] if words in " ".join(arguments(p))), None)


@contextlib.contextmanager
def started(command: list[str], folder: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process in a session of its own, which ends, with all below it, when the context does."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    environment["XDG_STATE_HOME"] = os.path.join(folder, ".state")
    with open(os.path.join(folder, "output"), "ab") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        below = descendants(process.pid)[1:] if process.poll() is None else []
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pid in below:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def adopt_orphans() -> None:
    """Make this process the parent of what outlives its parents: daemons, workers of a supervisor
    that was killed. And end all that there is when this process is told to end."""
    set_child_subreaper = 36  # <linux/prctl.h>
    ctypes.CDLL(None).prctl(set_child_subreaper, 1)
    signal.signal(signal.SIGTERM, end_all)


def end_all(*_: object) -> None:
    for pid in descendants(os.getpid())[1:]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    os._exit(143)


def end_strays(folder: str) -> None:
    """End what a program has left behind: of our descendants those that are at home in `folder`."""
    for pid in descendants(os.getpid())[1:]:
        with contextlib.suppress(OSError):
            if os.readlink(f"/proc/{pid}/cwd").startswith(folder):
                os.kill(pid, signal.SIGKILL)


def load(path: str) -> dict[str, Any] | None:
    with contextlib.suppress(OSError, ValueError), open(path, encoding="utf-8") as file:
        report: dict[str, Any] = json.load(file)
        return report
    return None


class NotOpen(Exception):
    """The program did not fail, or this way is not open here; the text says why."""


Report = dict[str, Any] | None


def said_of(command: list[str], folder: str) -> Report:
    """The report of a command of atfault that writes it to report.json."""
    subprocess.run([*ATFAULT, *command], cwd=folder, capture_output=True, timeout=PATIENCE)
    return load(os.path.join(folder, "report.json"))


def settled(process: subprocess.Popen[bytes], truth: dict[str, Any]) -> int:
    """The pid to look at, once the program hangs."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        raise NotOpen(f"it ended with {process.wait(truth['settle'])} and did not hang")
    pid = child_named(process.pid, truth["look_at"])
    if pid is None:
        raise NotOpen(f"no process is {truth['look_at']}")
    return pid


def by_attach(truth: dict[str, Any], command: list[str], folder: str) -> Report:
    with started(command, folder) as process:
        pid = settled(process, truth)
        return said_of(["attach", "--json", "report.json", str(pid)], folder)


def by_core(truth: dict[str, Any], command: list[str], folder: str) -> Report:
    if truth["kind"] == "crash":
        return said_of(["core", "--json", "report.json", kernel_core(command, folder)], folder)
    if not shutil.which("gcore"):
        raise NotOpen("there is no gcore")
    with started(command, folder) as process:
        pid = settled(process, truth)
        subprocess.run(["gcore", "-o", "core", str(pid)], cwd=folder, capture_output=True)
    return said_of(["core", "--json", "report.json", f"core.{pid}"], folder)


def kernel_core(command: list[str], folder: str) -> str:
    """The name of the core that the kernel wrote of the program, in its folder."""
    with open("/proc/sys/kernel/core_pattern", encoding="utf-8") as file:
        pattern = file.read().strip()
    if pattern[0] in "|/":
        raise NotOpen(f"core_pattern is {pattern}")
    before = set(os.listdir(folder))
    with started(["prlimit", "--core=unlimited:unlimited", *command], folder) as process:
        process.wait(PATIENCE)
    cores = [name for name in set(os.listdir(folder)) - before if name.startswith("core")]
    if not cores:
        raise NotOpen(f"it ended with {process.returncode} and left no core")
    return cores[0]


def by_run(truth: dict[str, Any], command: list[str], folder: str, way: str) -> Report:
    """The ways run, hang-after and ended:SIGNAL."""
    healthy = truth["kind"] == "healthy"
    options = ["--json", "report.json"]
    if way == "hang-after":
        options += ["--hang-after", str(HANG_AFTER), "--hang-kill"]
    with started([*ATFAULT, "run", *options, "--", *command], folder) as process:
        if way.startswith("ended:"):
            settled(process, truth | {"look_at": "main"})
            pid = program_of(process.pid, command)
            if pid is None:
                raise NotOpen("the program is not below atfault run")
            os.kill(pid, signal.Signals[way.removeprefix("ended:")])
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(truth["settle"] + (WATCHED if healthy else HANG_AFTER + PATIENCE))
    return load(os.path.join(folder, "report.json"))


def by_numba(truth: dict[str, Any], command: list[str], folder: str) -> tuple[Report, int | None]:
    """With the exit status of `atfault numba`, None where it did not end in time."""
    options = ["--json", "report.json", *truth["options"]]
    with started([*ATFAULT, "numba", *options, *command], folder) as process:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(truth["settle"] + NUMBA_PATIENCE)
        status = process.poll()
    report = load(os.path.join(folder, "report.json"))
    if status == WRONG_USAGE and report is None:
        with open(os.path.join(folder, "output"), encoding="utf-8", errors="replace") as output:
            raise NotOpen((output.read().splitlines() or ["wrong usage"])[-1])
    return report, status


def by_explain(truth: dict[str, Any], folder: str) -> Report:
    """The text gets a name that tells nothing."""
    shutil.copy(os.path.join(folder, truth["file"]), os.path.join(folder, "posted.txt"))
    return said_of(["explain", "--json", "report.json", "posted.txt"], folder)


def words(command: str, python: str) -> list[str]:
    return [word.replace("{python}", python) for word in shlex.split(command)]


def by_way(truth: dict[str, Any], way: str, folder: str, python: str) -> tuple[Report, int | None]:
    """With the exit status, of `atfault numba` alone."""
    if way == "explain":
        return by_explain(truth, folder), None
    text = truth.get("run_command", truth["command"]) if way == "run" else truth["command"]
    command = words(text, python)
    for build in truth.get("build", []):
        subprocess.run(words(build, python), cwd=folder, check=True, capture_output=True)
    if way == "numba":
        return by_numba(truth, command, folder)
    if way == "attach":
        return by_attach(truth, command, folder), None
    if way == "core":
        return by_core(truth, command, folder), None
    return by_run(truth, command, folder, way), None


def try_way(name: str, truth: dict[str, Any], way: str, lot: str, python: str) -> Verdict:
    with tempfile.TemporaryDirectory(prefix="lot-") as scratch:
        folder = os.path.join(scratch, "lot")
        shutil.copytree(lot, folder)
        try:
            report, status = by_way(truth, way, folder, python)
        except (NotOpen, subprocess.SubprocessError) as error:
            return Verdict(name, truth["kind"], way, LEFT_OUT, str(error))
        finally:
            end_strays(folder)
        finding = worst(report, truth | {"look_at": "main"} if way == "attach" else truth)
        healthy = truth["kind"] == "healthy"
        word = judge(truth, finding, folder)
        ended_well = report is not None and not report["process"]["exit_code"]
        if healthy and way == "numba" and not ended_well and word == "right":
            word = "silent"  # a report is due of all that uses Numba, and none changes its end
        return Verdict(
            name,
            truth["kind"],
            way,
            word,
            said=said(report, finding, status),
            confidence=finding["confidence"] if finding else "",
            alarm=healthy and alarms(finding, any_accuses(truth)),
            status=status,
            figures=figures(truth, finding, folder),
        )


def said(report: Report, finding: Report, status: int | None) -> str:
    if finding:
        return f"{finding['cause']}: {finding['summary']}"
    if report:
        return "nothing was found"
    return "no report" if status is None else f"no report, and status {status}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("lot", help="folder with answers.toml")
    parser.add_argument("--only", action="append", metavar="NAME", help="this program alone")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--json", metavar="OUT", help="all verdicts")
    parser.add_argument("--python", default=sys.executable, help="that has the lot's packages")
    parser.add_argument("--busy", type=int, default=0, metavar="N", help="beside N busy processes")
    options = parser.parse_args()
    lot = os.path.abspath(options.lot)
    with open(os.path.join(lot, "answers.toml"), "rb") as file:
        answers = tomllib.load(file)
    if unknown := set(options.only or ()) - set(answers):
        parser.error(f"not in the lot: {', '.join(sorted(unknown))}")
    tries = [
        (name, truth, way, lot, os.path.abspath(options.python))
        for name, truth in answers.items()
        if not options.only or name in options.only
        for way in truth["ways"]
    ]
    verdicts = []
    adopt_orphans()
    with contextlib.ExitStack() as stack:
        for _ in range(options.busy):
            quiet = stack.enter_context(tempfile.TemporaryDirectory())
            stack.enter_context(started([sys.executable, "-c", "while True: pass"], quiet))
            time.sleep(0.1)
        pool = stack.enter_context(concurrent.futures.ThreadPoolExecutor(options.jobs))
        for verdict in pool.map(lambda one: try_way(*one), tries):
            verdicts.append(verdict)
            print(verdict, flush=True)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=TREE, capture_output=True, text=True
    ).stdout.strip()
    kind = os.path.basename(lot).split("-", 3)[-1]
    print(summary(verdicts, datetime.date.today().isoformat(), kind, commit))
    print("\n".join(confidences(verdicts)))
    if any("numba" in truth["ways"] for _, truth, *_ in tries):
        print(parts(verdicts))
        print(f"statuses of atfault numba: {statuses(verdicts)}")
    print(f"{LEFT_OUT}: {sum(v.word == LEFT_OUT for v in verdicts)}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as out:
            json.dump([dataclasses.asdict(verdict) for verdict in verdicts], out, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
