"""What is imported on the way to an answer. Structural: imports are counted, time is not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from atfault.report.json import dumps
from support.crash_reports import out_of_bounds

HEAVY = {
    "typing",
    "dataclasses",
    "enum",
    "functools",
    "collections",
    "contextlib",
    "pathlib",
    "logging",
    "re",
    "json",
    "subprocess",
    "inspect",
    "argparse",
    "shutil",
    "tempfile",
    "rich",
    "drgn",
    "capstone",
    "ctypes",
    "zstandard",
    "lz4",
}
"""Modules that cost more than a millisecond, or pull in one that does."""
OTHER_COMMANDS = {
    "core": (
        "atfault.cli.run",
        "atfault.cli.show",
        "atfault.snapshot.tracing.tracer",
        "atfault.saved",
    ),
    "run": ("atfault.cli.core", "atfault.cli.show", "atfault.snapshot.core", "atfault.analyze"),
    "show": ("atfault.cli.core", "atfault.cli.run", "atfault.analyze", "atfault.snapshot"),
    "list": ("atfault.cli.core", "atfault.cli.run", "atfault.analyze", "atfault.snapshot"),
}


def modules_after(code, *argv):
    """Names in sys.modules of a bare interpreter (-S: no site, no .pth files) after `code`."""
    script = (
        f"import sys; sys.path[:0] = sys.argv[1].split({os.pathsep!r}); del sys.argv[1]\n{code}\n"
        "sys.stderr.write('\\n' + ' '.join(sys.modules))"
    )
    path = os.pathsep.join(entry for entry in sys.path if entry)
    done = subprocess.run(
        [sys.executable, "-S", "-c", script, path, *argv],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stderr.splitlines()[-1].split())


def test_the_interpreter_itself_imports_nothing_of_this():
    assert not modules_after("") & HEAVY


@pytest.mark.parametrize("command", OTHER_COMMANDS)
def test_a_command_imports_its_own_module_and_nothing_heavy(command):
    code = f"from atfault.cli.main import _module, main; _module({command!r})"
    loaded = modules_after(code)
    assert not loaded & HEAVY
    assert not loaded & set(OTHER_COMMANDS[command])


@pytest.mark.parametrize("module", ["atfault.analyze", "atfault.report.text", "atfault.saved"])
def test_the_parts_of_the_hot_path_import_nothing_heavy(module):
    assert not modules_after(f"import {module}") & HEAVY


def test_rendering_text_imports_nothing_heavy():
    code = (
        "from support.crash_reports import out_of_bounds, stack_overflow\n"
        "before = set(sys.modules)\n"
        "from atfault.report.text import render\n"
        "render(out_of_bounds()); render(stack_overflow())"
    )
    assert not modules_after(code) & HEAVY


def test_explaining_a_small_core_imports_nothing_heavy(tmp_path):
    """The whole of `atfault core --no-lines`, on a core that this test makes."""
    resource = pytest.importorskip("resource")
    if resource.getrlimit(resource.RLIMIT_CORE)[1] == 0:
        pytest.skip("core dumps are forbidden here (hard limit 0)")
    with open("/proc/sys/kernel/core_pattern", encoding="ascii") as file:
        pattern = file.read().strip()
    if pattern != "core":
        pytest.skip(f"cores do not land in the working directory (core_pattern {pattern})")
    crash = "import ctypes; ctypes.string_at(24)"
    subprocess.run(
        ["sh", "-c", 'ulimit -c unlimited; exec "$0" -c "$1"', sys.executable, crash],
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    cores = [name for name in os.listdir(tmp_path) if name.startswith("core")]
    assert cores, "no core was left"
    code = "from atfault.cli.main import main\nassert main(sys.argv[1:]) == 0"
    loaded = modules_after(code, "core", str(tmp_path / cores[0]), "--no-lines")
    os.unlink(tmp_path / cores[0])
    assert not loaded & HEAVY


def test_showing_a_report_loads_no_analysis(tmp_path):
    path = tmp_path / "report.json"
    path.write_text(dumps(out_of_bounds()))
    loaded = modules_after(
        "from atfault.cli.main import main; main(sys.argv[1:])", "show", str(path)
    )
    assert not {name for name in loaded if name.startswith(("atfault.native", "atfault.snapshot"))}
