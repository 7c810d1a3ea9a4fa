"""What lies on a file system that never answers is left out by name, and holds nobody."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from support import silent_fuse
from support.compiled import LIBRARY, compile_once
from support.real_cores import dump
from support.run_command import ATFAULT, environment, saved

pytestmark = pytest.mark.skipif(bool(silent_fuse.why_not()), reason=silent_fuse.why_not())
SECONDS = 100
"""Far less than a look would be held, and than `silent_fuse` waits until it ends itself."""
SCRIPT = b"""
import ctypes, os, sys

def wait_for_the_word():
    print("ready", flush=True)
    sys.stdin.readline()  # <-- waits here

def fail():
    ctypes.string_at(8)  # <-- fails here

wait_for_the_word()
fail()
"""
WAITS, FAILS = (
    SCRIPT.split(b"\n").index(line) + 1 for line in SCRIPT.split(b"\n") if b"<--" in line
)
IN_C = """
#include <unistd.h>
static char never_read[1 << 20] __attribute__((aligned(4096))) = {1};
char read_one(void) { char word; return read(0, &word, 1) < 0 ? never_read[0] : 0; }
"""
CALLS_IT = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])

def wait_for_the_word():
    print("ready", flush=True)
    library.read_one()  # <-- waits here

wait_for_the_word()
"""


@contextmanager
def started(*command: str, state: str, **variables: str) -> Iterator[subprocess.Popen[str]]:
    """The program, once it waits."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(state, **variables),
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n", process.communicate()[1]
        yield process
    finally:
        process.kill()
        process.communicate()


def look(*arguments: str, state: Path) -> dict[str, Any]:
    """The report of a command."""
    done = subprocess.run(
        [*ATFAULT, *arguments, "--json", "-"],
        env=environment(str(state)),
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def says_so(report: dict[str, Any], path: Path) -> bool:
    return any(
        text.startswith(f"the file system at {path} (fuse.silent) does not answer")
        for text in report["warnings"]
    )


def own_lines(report: dict[str, Any]) -> list[tuple[str, int]]:
    frames = [frame for thread in report["threads"] for frame in thread["frames"]]
    return [(Path(f["file"]).name, f["line"]) for f in frames if f["mine"] and f["file"]]


def test_attach_tells_the_line_of_a_source_file_that_cannot_be_had(tmp_path: Path) -> None:
    with (
        silent_fuse.mounted({"program.py": SCRIPT}) as system,
        started(sys.executable, str(system.path / "program.py"), state=str(tmp_path)) as process,
    ):
        system.be_silent()
        report = look("attach", str(process.pid), "--now", state=tmp_path)
        assert own_lines(report)[0] == ("program.py", WAITS)
        assert says_so(report, system.path)


def test_attach_tells_what_calls_a_library_that_cannot_be_had(tmp_path: Path) -> None:
    source, script = tmp_path / "one.c", tmp_path / "program.py"
    source.write_text(IN_C)
    script.write_text(CALLS_IT)
    library = Path(compile_once(str(source), str(tmp_path / "one.so"), *LIBRARY))
    with (
        silent_fuse.mounted({"one.so": library.read_bytes()}) as system,
        started(
            sys.executable, str(script), str(system.path / "one.so"), state=str(tmp_path)
        ) as process,
    ):
        system.be_silent()
        report = look("attach", str(process.pid), "--now", state=tmp_path)
        waits = CALLS_IT.split("\n").index("    library.read_one()  # <-- waits here") + 1
        assert own_lines(report)[0] == ("program.py", waits)
        assert says_so(report, system.path)


def test_attach_tells_the_line_where_the_interpreter_itself_cannot_be_had(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_bytes(SCRIPT)
    python = Path(sys.executable).resolve()
    with (
        silent_fuse.mounted({python.name: python.read_bytes()}) as system,
        started(
            str(system.path / python.name),
            str(script),
            state=str(tmp_path),
            PYTHONHOME=sys.base_prefix,
        ) as process,
    ):
        system.be_silent()
        report = look("attach", str(process.pid), "--now", state=tmp_path)
        assert own_lines(report)[0] == ("program.py", WAITS)
        assert says_so(report, system.path)


@pytest.mark.representative("file systems that never answer")
def test_run_tells_the_line_of_a_crash_all_the_same(tmp_path: Path) -> None:
    with silent_fuse.mounted({"program.py": SCRIPT}) as system:
        program = (sys.executable, str(system.path / "program.py"))
        with started(*ATFAULT, "run", "--", *program, state=str(tmp_path)) as process:
            system.be_silent()
            _, err = process.communicate("go on\n", timeout=SECONDS)
            assert process.returncode == 139, err
        (report,) = saved(str(tmp_path))
        assert own_lines(report)[0] == ("program.py", FAILS)
        assert report["diagnosis"][0]["cause"] == "null-dereference"
        assert says_so(report, system.path)


def test_core_tells_the_line_of_a_crash_all_the_same(tmp_path: Path) -> None:
    with silent_fuse.mounted({"program.py": b"import ctypes\nctypes.string_at(8)\n"}) as system:
        runs_it = f"import runpy\nrunpy.run_path({str(system.path / 'program.py')!r})\n"
        core = dump(sys.executable, tmp_path, runs_it)
        if isinstance(core, str):
            pytest.skip(core)
        system.be_silent()
        report = look("core", str(core), state=tmp_path)
        assert own_lines(report)[0] == ("program.py", 2)
        assert says_so(report, system.path)
