"""`atfault stress` as users start it."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any, NamedTuple

from support import needs
from support.compiled import LIBRARY, compile_once
from support.run_command import ATFAULT, SOURCE, environment
from support.schema import validate

TARGETS = os.path.join(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "integration", "stress_targets"
)


class Stressed(NamedTuple):
    """One finished run."""

    code: int
    text: str
    err: str
    report: dict[str, Any]
    """{} when there was none."""

    @property
    def finding(self) -> dict[str, Any]:
        return self.report["diagnosis"][0]

    def phase(self, name: str, environment: int = 0) -> dict[str, Any]:
        phases = self.report["stress"]["environments"][environment]["phases"]
        return next(phase for phase in phases if phase["name"] == name)


def stress(
    state: str,
    target: str,
    *options: str,
    python: str | None = None,
    budget: float = 2.0,
    env: dict[str, str] | None = None,
    timeout: float = 120,
    before: tuple[str, ...] = (),
) -> Stressed:
    """atfault stress TARGET OPTIONS, with a report in `state`, validated. before: a program that
    starts it, with its arguments."""
    import sys

    path = os.path.join(state, "stress.json")
    if os.path.exists(path):
        os.unlink(path)
    done = subprocess.run(
        [
            *before,
            *ATFAULT,
            "stress",
            target,
            *options,
            *("--python", python or sys.executable, "--budget", str(budget), "--json", path),
        ],
        env=environment(state, **(env or {})),
        cwd=TARGETS,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    report = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        validate(text)
        report = json.loads(text)
    return Stressed(done.returncode, done.stdout, done.stderr, report)


def build_racy(folder: str) -> dict[str, str]:
    """Compile the racy library into `folder`; the variables that its callers need."""
    library = os.path.join(folder, "racy.so")
    compile_once(os.path.join(TARGETS, "racy.c"), library, *LIBRARY)
    return {"RACY_LIBRARY": library}


def install_release(folder: str, version: str, *options: str) -> str:
    """A virtual environment in `folder` with the extension module labelmaker in it; its path."""
    import sys
    import venv

    include = needs.python_headers()
    venv.create(folder, symlinks=True)
    minor = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    packages = os.path.join(folder, "lib", minor, "site-packages")
    source = os.path.join(TARGETS, "labelmaker.c")
    output = os.path.join(packages, "labelmaker.so")
    compile_once(source, output, *LIBRARY, f"-I{include}", *options)
    about = os.path.join(packages, f"labelmaker-{version}.dist-info")
    os.mkdir(about)
    with open(os.path.join(about, "METADATA"), "w", encoding="utf-8") as file:
        file.write(f"Metadata-Version: 2.1\nName: labelmaker\nVersion: {version}\n")
    return folder


def build_extension(folder: str) -> dict[str, str]:
    """Compile the racy extension module for this interpreter; the variables that find it."""
    source = os.path.join(TARGETS, "racy_extension.c")
    library = os.path.join(folder, "racy_extension.so")
    compile_once(source, library, *LIBRARY, f"-I{needs.python_headers()}")
    return {"PYTHONPATH": os.pathsep.join((SOURCE, folder))}
