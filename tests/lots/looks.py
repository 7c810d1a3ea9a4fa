"""Look at jobs that go on, many times each, at moments that chance chooses: how many are accused?

    python tests/lots/looks.py tests/lots/2026-11-29-ranks-healthy --python VENV/bin/python

Each healthy program of the lot is started once, and looked at by turns: `attach`, `attach --now`,
and `ranks collect` with `ranks`. What is above possible and claims a failure is an alarm, of the
job or of one of its processes.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Any

from judge import alarms
from run import ATFAULT, adopt_orphans, end_strays, load, started, words

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # of pytest

WAYS = ("attach", "now", "collect")
BETWEEN = 3.0  # seconds from a look to the next, at most
PATIENCE = 300  # seconds for a look, on a machine that others use as well


def look(way: str, pid: int, folder: str) -> dict[str, Any] | None:
    """The report; None where there is none."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(os.path.join(folder, "report.json"))
    commands = [["attach", *["--now"] * (way == "now"), "--json", "report.json", str(pid)]]
    if way == "collect":
        shutil.rmtree(os.path.join(folder, "left"), ignore_errors=True)
        collect = ["ranks", "collect", "left", "--pid", str(pid)]
        commands = [collect, ["ranks", "left", "--json", "report.json"]]
    for command in commands:
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run([*ATFAULT, *command], cwd=folder, capture_output=True, timeout=PATIENCE)
    return load(os.path.join(folder, "report.json"))


def accused(report: dict[str, Any], depth: int = 0) -> list[dict[str, Any]]:
    """The first finding of the report, and of each of its processes, that is an alarm."""
    first = (report.get("diagnosis") or [None])[0]
    below = [one for child in report.get("children", []) for one in accused(child, depth + 1)]
    return ([first] if first and alarms(first) else []) + below


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("lot", help="folder with answers.toml")
    parser.add_argument("--only", action="append", metavar="NAME", help="this program alone")
    parser.add_argument("--looks", type=int, default=10, metavar="N", help="at each program")
    parser.add_argument("--python", default=sys.executable, help="that has the lot's packages")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with open(os.path.join(options.lot, "answers.toml"), "rb") as file:
        healthy = {n: one for n, one in tomllib.load(file).items() if one["kind"] == "healthy"}
    adopt_orphans()
    looks = alarmed = 0
    for name, truth in healthy.items():
        if options.only and name not in options.only:
            continue
        with tempfile.TemporaryDirectory(prefix="lot-") as scratch:
            folder = os.path.join(scratch, "lot")
            shutil.copytree(options.lot, folder)
            with started(words(truth["command"], os.path.abspath(options.python)), folder) as job:
                time.sleep(truth["settle"])
                for number in range(options.looks):
                    time.sleep(chance.random() * BETWEEN)
                    way = WAYS[number % len(WAYS)]
                    report = look(way, job.pid, folder)
                    if report is None or job.poll() is not None:
                        print(f"no report {name} {way}, status {job.poll()}", flush=True)
                        continue
                    found = accused(report)
                    looks, alarmed = looks + 1, alarmed + bool(found)
                    for one in found or report["diagnosis"][:1]:
                        word = "ALARM" if found else "right"
                        told = f"{one['cause']}: {one['summary']}"
                        print(f"{word} {name:18} {way:8} {one['confidence']:8} {told}", flush=True)
            end_strays(folder)
    print(f"{looks} looks, {alarmed} with an alarm")
    return 1 if alarmed else 0


if __name__ == "__main__":
    sys.exit(main())
