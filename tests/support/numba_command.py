"""`atfault numba` on a script given as text."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from support.run_command import ATFAULT, TIMEOUT, environment
from support.schema import validate


def numba(folder, text: str, *options: str, code: int = 0, **more: str):
    """(the report, standard output, standard error) of atfault numba on a script of that text,
    which is written anew only where it has changed."""
    path = f"{folder}/job.py"
    if not os.path.exists(path) or Path(path).read_text() != text:
        Path(path).write_text(text)
    report = f"{folder}/report.json"
    paths = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    done = subprocess.run(
        [*ATFAULT, "numba", "--json", report, *options, path],
        env=environment(str(folder), PATH=paths, **more),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode == code, done.stderr
    if code:
        assert not os.path.exists(report)
        return None, done.stdout, done.stderr
    with open(report, encoding="utf-8") as file:
        content = file.read()
    validate(content)
    return json.loads(content), done.stdout, done.stderr


def first_of(report) -> tuple[str, int | None]:
    finding = report["diagnosis"][0]
    return finding["cause"], finding["blame"][0]["line"] if finding["blame"] else None
