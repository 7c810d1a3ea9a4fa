"""Every command of atfault under each Python that it can be installed for."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import re
import subprocess
import sys
from pathlib import Path

import lz4.frame
import pytest
import zstandard

from atfault.extras import LZ4, ZSTD, Extra
from support import needs
from support.core_files import allow_core, require_core_files
from support.crossing import is_whole
from support.interpreters import Interpreter
from support.tool_pythons import (
    CHECKOUT,
    MINORS,
    Tool,
    compiled_installation,
    every_tool_python,
    installed,
)

CRASH = "import ctypes\ndef fail():\n    ctypes.string_at(8)\nfail()\n"
HANG = """
import threading
lock = threading.Lock()
def twice():
    with lock:
        with lock:
            pass
print("ready", flush=True)
twice()
"""
HALVES = """static inline __attribute__((always_inline)) int half(const int *p)
{ return *p / 2; }
int half_of(const int *p)
{ return half(p) + 1; }
"""
CALLS = "def double(number):\n    return 2 * number\ndef make():\n    return (21,)\n"
PACK = {
    "gz": lambda data: gzip.compress(data, 1),
    "xz": lambda data: lzma.compress(data, preset=0),
    "zst": lambda data: zstandard.ZstdCompressor().compress(data),
    "lz4": lz4.frame.compress,
}
BY_EXTRA = {"zst": ZSTD, "lz4": LZ4}
"""The tools are installed without any extra: a program of the system's has to do."""
BY_EVERY_PYTHON = ("gz", "xz")
"""Each Python brings what these need: they are tried by one after the other."""


@pytest.fixture(params=every_tool_python())
def tool(request: pytest.FixtureRequest) -> Tool:
    return installed(request.param)


@pytest.fixture
def folder(tool: Tool, tmp_path: object) -> str:
    """One that the tool sees as well."""
    return tool.python.scratch(str(tmp_path))


def write(folder: str, name: str, content: str | bytes) -> str:
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
    return path


def told(text: str) -> tuple[str, int, str]:
    """(cause, line, kind of the innermost frame) of a report in JSON."""
    report = json.loads(text)
    first = report["diagnosis"][0]
    kinds = [frame["kind"] for thread in report["threads"] for frame in thread["frames"]]
    return first["cause"], first["blame"][0]["line"], "native" if "native" in kinds else "python"


def test_a_crash_is_explained_listed_and_shown(tool: Tool, folder: str) -> None:
    program = tool.inside(write(folder, "crash.py", CRASH))
    ran = tool.run(folder, "run", "--", *tool.target, program)
    assert ran.returncode == 139, ran.stderr
    assert "null-dereference (certain)" in ran.stderr and "Traceback" not in ran.stderr
    listed = tool.run(folder, "list")
    assert re.search(r"^ +1 .*crash\.py:3", listed.stdout), listed.stdout + listed.stderr
    shown = tool.run(folder, "show", "1", "--json", "-")
    assert told(shown.stdout) == ("null-dereference", 3, "native")
    page = tool.inside(os.path.join(folder, "page.html"))
    assert tool.run(folder, "show", "1", "--html", page).returncode == 0
    with open(os.path.join(folder, "page.html"), encoding="utf-8") as file:
        assert "crash.py:3" in file.read()


def core_of(tool: Tool, folder: str, source: str) -> str:
    """Where a program leaves its core."""
    require_core_files()
    program = tool.inside(write(folder, "crash.py", source))
    change = ("sh", "-c", 'cd "$0" && exec "$@"', tool.inside(folder))
    enter = tool.python.argv_prefix[:2] if tool.python.sysroot else ()
    command = [*enter, *change, *tool.target, program]
    subprocess.run(command, capture_output=True, check=False, preexec_fn=allow_core)
    (name,) = [name for name in os.listdir(folder) if name.startswith("core")]
    return os.path.join(folder, name)


def native_lines(text: str) -> list[tuple[str, str, int]]:
    """(function, file, line) of the native frames of our library in a report in JSON."""
    (thread,) = [one for one in json.loads(text)["threads"] if one["crashed"]]
    return [
        (one["function"], os.path.basename(one["file"]), one["line"])
        for one in thread["frames"]
        if one["kind"] == "native" and one["module"] and "halves" in one["module"]
    ]


def built_library(folder: str) -> str:
    source = write(folder, "halves.c", HALVES)
    library = os.path.join(folder, "halves.so")
    compiler = needs.found("gcc")
    command = [compiler, "-g", "-O2", "-shared", "-fPIC", "-o", library, source]
    subprocess.run(command, check=True)
    return library


def test_native_frames_have_lines_without_any_extra(tool: Tool, folder: str) -> None:
    library = tool.inside(built_library(folder))
    core = core_of(tool, folder, f"import ctypes\nctypes.CDLL({library!r}).half_of(None)\n")
    ran = tool.run(folder, "core", tool.inside(core), "--json", "-")
    assert ran.returncode == 0, ran.stderr
    assert native_lines(ran.stdout) == [("half", "halves.c", 2), ("half_of", "halves.c", 4)]


@pytest.mark.slow
def test_what_is_installed_is_small_and_reads_lines(tmp_path: Path) -> None:
    packages = compiled_installation(str(tmp_path / "venv"))
    files = [one for one in Path(packages).rglob("*") if one.is_file()]
    assert sum(one.stat().st_blocks * 512 for one in files) <= 40_000_000
    names = {one.name.partition("-")[0] for one in Path(packages).glob("*.dist-info")}
    assert names == {"atfault", "capstone", "jinja2", "markupsafe", "packaging"}
    here = Interpreter("here", sys.version_info[:3], (), None, False, False, sys.executable)
    tool = Tool(here, (str(tmp_path / "venv/bin/atfault"),), (sys.executable,))
    test_native_frames_have_lines_without_any_extra(tool, str(tmp_path))


def test_a_core_is_explained_however_it_is_compressed(tool: Tool, folder: str) -> None:
    with open(core_of(tool, folder, CRASH), "rb") as file:
        core = file.read()
    left_out = "" if is_whole() else BY_EVERY_PYTHON[tool.python.minor % len(BY_EVERY_PYTHON)]
    for end, pack in PACK.items():
        if end == left_out:
            continue
        path = tool.inside(write(folder, f"packed.{end}", pack(core)))
        ran = tool.run(folder, "core", path, "--json", "-")
        if end in BY_EXTRA and not can_unpack(tool, BY_EXTRA[end]):
            assert (ran.returncode, ran.stdout) == (2, "")
            assert ran.stderr.count("\n") == 1
            assert f"or install the program {BY_EXTRA[end].program}" in ran.stderr
            continue
        assert ran.returncode == 0, f"{end}: {ran.stderr}"
        assert told(ran.stdout) == ("null-dereference", 3, "native")


def can_unpack(tool: Tool, extra: Extra) -> bool:
    """Without the extra: by the standard library, or by a program of the system's."""
    root = tool.python.sysroot or ""
    places = [f"{root}{folder}/{extra.program}" for folder in ("/usr/bin", "/usr/local/bin")]
    return (extra is ZSTD and tool.python.minor >= 14) or any(map(os.path.exists, places))


def test_a_process_that_hangs_is_explained(tool: Tool, folder: str) -> None:
    program = tool.inside(write(folder, "hang.py", HANG))
    enter = tool.python.argv_prefix[:2] if tool.python.sysroot else ()
    process = subprocess.Popen([*enter, *tool.target, program], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        ran = tool.run(folder, "attach", "--watch", "0.5", "--json", "-", str(process.pid))
        assert ran.returncode == 0, ran.stderr
        assert told(ran.stdout) == ("self-deadlock", 6, "native")
    finally:
        process.kill()
        process.wait()


def test_a_call_is_put_under_stress(tool: Tool, folder: str) -> None:
    calls = tool.inside(write(folder, "calls.py", CALLS))
    python = ("--python", *tool.target, "--budget", "1", "--json", "-")
    ran = tool.run(folder, "stress", f"{calls}:double", "--setup", "make", *python)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["diagnosis"][0]["cause"] == "no-race-found"


def test_help_is_there(tool: Tool, folder: str) -> None:
    assert "usage: atfault COMMAND" in tool.run(folder, "--help").stdout


def test_the_versions_that_are_promised_are_those_that_are_tried() -> None:
    with open(os.path.join(CHECKOUT, "pyproject.toml"), encoding="utf-8") as file:
        promised = re.findall(r'"Programming Language :: Python :: 3\.(\d+)"', file.read())
    assert [int(minor) for minor in promised] == list(MINORS)
