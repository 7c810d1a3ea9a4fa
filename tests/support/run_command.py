"""`atfault run` as users start it: its own process, with its reports in a folder of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any, NamedTuple

SOURCE = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(__file__))), "src")
ATFAULT = (sys.executable, "-m", "atfault")
TIMEOUT = 200
_NOTICE = re.compile(r"atfault: |saved as report \d+: atfault show ")


class Ran(NamedTuple):
    """One finished run."""

    code: int
    """As subprocess has it: negative for a signal, which `atfault run` must never show."""
    out: str
    err: str
    reports: tuple[dict[str, Any], ...]
    """The reports it saved, in order."""

    @property
    def notices(self) -> list[str]:
        """What atfault itself wrote to standard error beside reports."""
        return notices(self.err)


def notices(err: str) -> list[str]:
    """The lines of `err` that are atfault's own: its messages, and where a report was saved. The
    word alone tells nothing, as it is also in the paths of a checkout that is called so."""
    return [line for line in err.splitlines() if _NOTICE.match(line)]


def environment(state: str, **more: str) -> dict[str, str]:
    """The variables for a run that saves its reports below `state`."""
    return {**os.environ, "PYTHONPATH": SOURCE, "XDG_STATE_HOME": state, **more}


def saved(state: str) -> tuple[dict[str, Any], ...]:
    """The saved reports, in order; those that are being written are none yet."""
    folder = os.path.join(state, "atfault", "reports")
    names = os.listdir(folder) if os.path.isdir(folder) else []
    names = [name for name in names if not name.startswith(".draft-")]
    reports = []
    for name in sorted(names, key=lambda name: int(name.split(".")[0])):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            reports.append(json.load(file))
    return tuple(reports)


def run(
    *command: str,
    state: str,
    options: tuple[str, ...] = (),
    before: tuple[str, ...] = (),
    **kwargs: Any,
) -> Ran:
    """atfault run [options] -- command. before: a program that starts it, with its arguments."""
    env = environment(state, **kwargs.pop("env", {}))
    done = subprocess.run(
        [*before, *ATFAULT, "run", *options, "--", *command],
        env=env,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=TIMEOUT,
        **kwargs,
    )
    return Ran(done.returncode, done.stdout, done.stderr, saved(state))


def start(
    *command: str, state: str, options: tuple[str, ...] = (), **kwargs: Any
) -> subprocess.Popen[str]:
    """The same, still running."""
    return subprocess.Popen(
        [*ATFAULT, "run", *options, "--", *command],
        env=environment(state, **kwargs.pop("env", {})),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **kwargs,
    )
