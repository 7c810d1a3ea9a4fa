"""Programs on a CPython that runs on musl, which has no names but the exported ones and next to no
unwind information, as on Alpine: crashes, deadlocks, live and in cores."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import atfault
from support import needs
from support.compiled import compile_once
from support.core_files import allow_core, require_core_files
from support.cores import MUSL, interpreter
from support.run_command import SOURCE as SRC
from support.run_command import run

SOURCE = os.path.join(os.path.dirname(__file__), "extensions", "for_musl.c")
HEAD = "import ctypes, sys, threading, time\nsys.path.insert(0, {folder!r})\nimport for_musl\n"
CRASHES = {
    "ctypes": ("ctypes.string_at(8)", "null-dereference", "certain"),
    "extension": ("for_musl.read_null()", "null-dereference", "certain"),
    "freed twice": ("for_musl.free_twice()", "heap-corruption", "likely"),
    "assertion": ("for_musl.check(0)", "assertion-failed", "certain"),
    "stack": ("ctypes.CDLL(for_musl.__file__).copy(b'x' * 60)", "out-of-bounds", "certain"),
    "abort": ("ctypes.CDLL(None).abort()", "unknown", "possible"),
}
"""Name → (expression, cause, confidence)."""
PYTHON_LOCKS = """
def take(first, second):
    with first:
        time.sleep(0.2)
        with second:  # stands here
            pass
a, b = threading.Lock(), threading.Lock()
pairs = (a, b), (b, a)
"""
NATIVE_LOCK = """
def take(first, second):
    if first is a:
        time.sleep(0.2)
        for_musl.lock_engine()  # stands here
    else:
        for_musl.lock_engine()
        time.sleep(0.4)
        a.acquire()  # stands here
a, b = threading.RLock(), threading.RLock()
a.acquire()
pairs = (a, b), (b, a)
"""
RUN = """
threads = [threading.Thread(target=take, args=pair) for pair in pairs]
for thread in threads: thread.start()
print("ready", flush=True)
for thread in threads: thread.join()
"""


@pytest.fixture(scope="module")
def python() -> str:
    return interpreter(MUSL).path


@pytest.fixture
def program(python: str, tmp_path: Path):
    """Writes a program that has the extension: text → its path, and the lines that are at fault."""
    include = Path(python).parents[1] / "include" / "python3.13"
    flags = "-O1", "-shared", "-fPIC", "-s", "-pthread", f"-I{include}"
    compile_once(SOURCE, str(tmp_path / "for_musl.so"), *flags, by="musl-gcc")

    def write(text: str) -> tuple[str, list[int]]:
        whole = HEAD.format(folder=str(tmp_path)) + text
        path = tmp_path / "program.py"
        path.write_text(whole)
        lines = enumerate(whole.splitlines(), 1)
        return str(path), [number for number, line in lines if line.endswith("# stands here")]

    return write


@pytest.mark.parametrize("name", CRASHES)
def test_a_crash_has_the_line_and_the_cause(python, program, tmp_path, name):
    call, cause, confidence = CRASHES[name]
    path, lines = program(f"def work():\n    return {call}  # stands here\nwork()\n")
    ran = run(python, path, state=str(tmp_path / "state"))
    found = ran.reports[0]["diagnosis"][0]
    assert (found["cause"], found["confidence"]) == (cause, confidence)
    assert [one["line"] for one in found["blame"]][:1] == lines
    bare = subprocess.run([python, path], capture_output=True, check=False)
    assert ran.code == 128 - bare.returncode
    assert ran.reports[0]["environment"]["libc"].startswith("musl 1.")


@pytest.mark.parametrize("name", ["extension", "assertion"])
def test_a_core_tells_the_same(python, program, tmp_path, name):
    require_core_files()
    call, cause, confidence = CRASHES[name]
    path, lines = program(f"def work():\n    return {call}  # stands here\nwork()\n")
    subprocess.run([python, path], cwd=tmp_path, preexec_fn=allow_core, capture_output=True)
    core = next(path for path in tmp_path.iterdir() if path.name.startswith("core"))
    found = atfault.explain_core(core).diagnosis[0]
    assert (found.cause, found.confidence) == (cause, confidence)
    assert [place.line for place in found.blame][:1] == lines


@pytest.mark.parametrize("text", [PYTHON_LOCKS, NATIVE_LOCK], ids=["python", "native"])
def test_a_deadlock_is_certain(python, program, tmp_path, text):
    path, lines = program(text + RUN)
    options = ("--hang-after", "2", "--hang-kill")
    ran = run(python, path, state=str(tmp_path / "state"), options=options)
    found = ran.reports[0]["diagnosis"][0]
    assert (found["cause"], found["confidence"]) == ("deadlock", "certain")
    assert {one["line"] for one in found["blame"]} >= set(lines)


def test_a_living_process_and_its_core_tell_of_a_deadlock(python, program, tmp_path):
    needs.found("gcore")
    path, lines = program(PYTHON_LOCKS + RUN)
    with subprocess.Popen([python, path], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            reports = [atfault.explain_process(process.pid, watch=1)]
            name = str(tmp_path / "core")
            subprocess.run(["gcore", "-o", name, str(process.pid)], capture_output=True)
            reports.append(atfault.explain_core(f"{name}.{process.pid}"))
        finally:
            process.kill()
    for report in reports:
        found = report.diagnosis[0]
        assert (found.cause, found.confidence) == ("deadlock", "certain")
        assert {place.line for place in found.blame} >= set(lines)


def test_atfault_runs_on_musl_itself(python, program, tmp_path):
    path, lines = program(PYTHON_LOCKS + RUN)
    folders = [SRC, *(entry for entry in sys.path if entry.endswith("site-packages"))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    told = tmp_path / "report.json"
    with subprocess.Popen([python, path], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            command = [python, "-m", "atfault", "attach", str(process.pid), "--json", str(told)]
            subprocess.run(command, env=environment, capture_output=True, check=True)
        finally:
            process.kill()
    found = json.loads(told.read_text())["diagnosis"][0]
    assert (found["cause"], found["confidence"]) == ("deadlock", "certain")
    assert {place["line"] for place in found["blame"]} >= set(lines)


def test_the_second_look_says_what_musl_cannot_be_asked_for(python, program, tmp_path):
    path, _ = program("def work():\n    for_musl.free_twice()\nwork()\n")
    ran = run(python, path, state=str(tmp_path / "state"), options=("--again",))
    told = ran.reports[0]["again"][0]
    assert "PYTHONMALLOC" in str(told)
    assert ran.reports[0]["diagnosis"][0]["cause"] == "heap-corruption"
    assert any("__libc_malloc" in note for note in ran.reports[0]["warnings"])
