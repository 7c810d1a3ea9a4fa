"""`import atfault` with a real core and a real process."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

import atfault
from support import real_cores

STUCK = """
import threading
lock = threading.Lock()
lock.acquire()
print("ready", flush=True)
lock.acquire()
"""


def test_a_core_is_explained(tmp_path):
    core = real_cores.dump(sys.executable, tmp_path)
    if isinstance(core, str):
        pytest.skip(core)
    report = atfault.explain_core(core)
    assert isinstance(report, atfault.Report)
    best = report.diagnosis[0]
    assert (best.cause, best.blame[0].function) == ("null-dereference", "fail")
    crashed = next(one for one in report.threads if one.crashed)
    frame = next(one for one in crashed.frames if one.function == "fail")
    assert "values" in {one.name for one in frame.locals}


def test_a_process_is_explained_and_goes_on():
    with subprocess.Popen(
        [sys.executable, "-c", STUCK], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            causes = []
            while causes[-1:] != ["self-deadlock"] and len(causes) < 10:  # it may be on its way
                report = atfault.explain_process(process.pid, watch=0.5)
                causes.append(report.diagnosis[0].cause)
            assert causes[-1] == "self-deadlock", causes
            assert process.poll() is None
        finally:
            process.kill()
    with pytest.raises(atfault.AccessError):
        atfault.explain_process(process.pid, watch=0)


PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "api.md")
DEADLOCK = """
import os, sys, threading, time
import atfault
a, b = threading.Lock(), threading.Lock()
both = threading.Barrier(2)
def take(first, second):
    with first:
        both.wait()
        with second:
            pass
for name, locks in (("ab", (a, b)), ("ba", (b, a))):
    threading.Thread(target=take, args=locks, name=name, daemon=True).start()
def is_asleep(thread):
    frame = sys._current_frames()[thread.ident]
    return frame.f_code.co_name == "take" and frame.f_lineno == 9
while not all(is_asleep(one) for one in threading.enumerate() if one.name in ("ab", "ba")):
    time.sleep(0.001)
report = atfault.dump(watch=0.2)
print(report.diagnosis[0].cause, report.process.pid == os.getpid())
print(atfault.dump().diagnosis[0].cause)
"""


def test_a_program_has_itself_looked_at(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(DEADLOCK)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("deadlock True\ndeadlock\n", "")


def test_a_core_opens_as_threads_frames_and_values(tmp_path):
    core = real_cores.dump(sys.executable, tmp_path)
    if isinstance(core, str):
        pytest.skip(core)
    process = atfault.open_core(core)
    assert process.signal == 11 and process.python.startswith(f"{sys.version_info[0]}.")
    thread = process.threads[0]
    frame = next(one for one in thread.frames if one.function == "fail")
    assert thread.crashed and frame.is_user_code and frame.kind == "python"
    values = {one.name: one.value for one in frame.locals if one.value is not None}
    assert values and all(one.type and one.text for one in values.values())
    assert any(one.kind == "native" and one.address for one in thread.frames)


def test_a_process_opens_with_its_locks():
    with subprocess.Popen(
        [sys.executable, "-c", STUCK], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            found = atfault.open_process(process.pid)
            while not found.threads[0].waits_for:  # it has yet to come there
                found = atfault.open_process(process.pid)
            waiting = found.threads[0].waits_for[0]
            assert waiting.lock.name == "lock" and waiting.place.line == 6
            assert process.poll() is None
        finally:
            process.kill()


def test_the_examples_of_the_page_run(tmp_path):
    core = real_cores.dump(sys.executable, tmp_path)
    if isinstance(core, str):
        pytest.skip(core)
    os.rename(core, tmp_path / "core.4711")
    with open(PAGE, encoding="utf-8") as file:
        examples = re.findall(r"^```python\n(.*?)^```$", file.read(), re.M | re.S)
    assert len(examples) == 3
    for example in examples:
        done = subprocess.run(
            [sys.executable, "-c", example],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_the_page_names_what_the_package_offers():
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    for name in atfault.__all__:
        assert name == "__version__" or re.search(rf"`(atfault\.)?{name}\b", page), name
    for face in ("Process", "Thread", "Frame", "Variable", "Value", "Waiting", "Holding", "Lock"):
        row = re.search(rf"^\| `{face}` \|(.*)$", page, re.M)[1]
        assert all(f"`{field}`" in row for field in getattr(atfault, face)._fields), face
