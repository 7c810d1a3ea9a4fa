"""Children that die under `atfault run`: told once each, with the line that started them."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from support.crossing import crossing
from support.interpreters import all_interpreters
from support.run_command import ATFAULT, environment, notices, run, saved, start

PYTHON = sys.executable

# One module for all ways to start a process; argv: the way. "job" dies, "launch" starts it.
WAYS = """
import ctypes, multiprocessing, os, subprocess, sys
from concurrent.futures import ProcessPoolExecutor

def job(n=0):
    ctypes.memset(n, 0, 10)  # dies

def launch(way):
    if way == "subprocess":
        subprocess.call([sys.executable, __file__, "die"])  # subprocess
    elif way == "shell":
        os.system(sys.executable + " " + __file__ + " die; true")  # shell
    elif way == "fork":
        pid = os.fork()  # fork
        if not pid:
            job()
        os.waitpid(pid, 0)
    elif way == "executor":
        with ProcessPoolExecutor(1) as pool:
            pool.submit(job).exception()  # executor
    else:
        process = multiprocessing.get_context(way).Process(target=job)
        process.start()  # process
        process.join()

if __name__ == "__main__":
    job() if sys.argv[1] == "die" else launch(sys.argv[1])
"""
FAMILIES = {
    "subprocess": "by hand",
    "shell": "by hand",
    "fork": "by hand",
    "executor": "by multiprocessing",
    "spawn": "by multiprocessing",
    "forkserver": "by multiprocessing",
}
HOW = {
    "subprocess": "subprocess",
    "shell": "os.fork",
    "fork": "os.fork",
    "executor": "ProcessPoolExecutor worker",
}


def line_of(mark: str) -> int:
    lines = WAYS.splitlines()
    return next(n for n, text in enumerate(lines, 1) if text.endswith(f"# {mark}"))


def others() -> list:
    return [one for one in all_interpreters() if one.sysroot is None and not one.free_threaded]


@pytest.mark.representative("children that die", only=("fork",))
@pytest.mark.parametrize("way, interpreter", crossing(FAMILIES, others()))
def test_the_line_that_started_it_is_told(tmp_path, way, interpreter) -> None:
    path = f"{tmp_path}/ways.py"
    with open(path, "w") as file:
        file.write(WAYS)
    ran = run(*interpreter.argv_prefix, path, way, state=str(tmp_path))
    assert ran.code == 0, ran.err
    (report,) = ran.reports
    best = report["diagnosis"][0]
    assert (best["cause"], best["blame"][0]["line"]) == ("null-dereference", line_of("dies"))
    started = report["started"]
    known = line_of(way if way in HOW else "process")
    assert (started["line"]["file"], started["line"]["line"]) == (path, known)
    assert started["how"] == HOW.get(way, "multiprocessing.Process")
    assert started["outcome"] == "ended with exit status 0"
    assert report["process"]["pid"] != started["pid"]
    assert "one of its processes had died" in ran.err


LAUNCHER = """
import subprocess, sys
from concurrent.futures import ThreadPoolExecutor

with ThreadPoolExecutor(1) as pool:
    pool.submit(subprocess.call, [sys.executable, *sys.argv[1:]]).result()
"""


def test_what_a_library_starts_comes_of_the_line_that_ran_the_library(tmp_path) -> None:
    packages = tmp_path / "site-packages"
    packages.mkdir()
    (packages / "launcher.py").write_text(LAUNCHER)
    (tmp_path / "worker.py").write_text("import ctypes\nctypes.memset(0, 0, 10)\n")
    path = tmp_path / "job.py"
    path.write_text("import subprocess, sys\nsubprocess.call([sys.executable, *sys.argv[1:]])\n")
    command = (str(packages / "launcher.py"), str(tmp_path / "worker.py"))
    ran = run(PYTHON, str(path), *command, state=str(tmp_path), cwd=tmp_path)
    (report,) = ran.reports
    started = report["started"]
    assert (started["line"]["file"], started["line"]["line"]) == (str(path), 2)
    assert started["above_pid"] not in (None, started["pid"], report["process"]["pid"])
    direct = run(PYTHON, *command, state=str(tmp_path / "direct"), cwd=tmp_path)
    (report,) = direct.reports
    assert report["started"]["line"] is None and "_execute_child" not in direct.err


def test_workers_that_a_pool_starts_anew_are_of_the_pools_line(tmp_path) -> None:
    script = (
        "import ctypes, multiprocessing as m, time\n"
        "def job(n):\n"
        "    if n == 2: ctypes.memset(0, 0, 10)\n"
        "    if n == 3: ctypes.string_at(0)\n"
        "with m.get_context('fork').Pool(1) as pool:\n"
        "    for n in range(4):\n"
        "        pool.apply_async(job, (n,))\n"
        "        pool.apply(abs, (n,))\n"  # by the same worker, or the one that comes after it
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert ran.code == 0
    assert [report["diagnosis"][0]["blame"][0]["line"] for report in ran.reports] == [3, 4]
    for report in ran.reports:
        assert report["started"]["line"]["line"] == 5
        assert report["started"]["how"] == "multiprocessing.Pool worker"


SERVER = """
import ctypes, os, socket
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
def answer(request):
    if request == b"a": ctypes.string_at(0)
    if request == b"b": ctypes.memset(0, 0, 1)
    return b"ok"
def serve():
    while True:
        connection, _ = listener.accept()
        with connection: connection.sendall(answer(connection.recv(10)))
while True:
    if not os.fork():
        serve()
    os.wait()
"""


def test_a_server_is_told_of_each_way_to_crash_once_and_goes_on(tmp_path) -> None:
    server = start(PYTHON, "-c", SERVER, state=str(tmp_path), start_new_session=True)
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline())

        def ask(text: bytes) -> bytes:
            for _ in range(100):
                try:
                    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
                        connection.sendall(text)
                        return connection.recv(10)
                except ConnectionError:
                    time.sleep(0.05)
            raise AssertionError("nobody answers")

        assert ask(b"x") == b"ok"
        for request in (b"a", b"a", b"b", b"a", b"b"):
            try:
                ask(request)
            except (OSError, AssertionError):
                pass
            assert ask(b"x") == b"ok"
        for _ in range(100):
            if len(saved(str(tmp_path))) == 2:
                break
            time.sleep(0.1)
        lines = {one["diagnosis"][0]["blame"][0]["line"] for one in saved(str(tmp_path))}
        assert lines == {6, 7}, "told while the server runs"
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        _, err = server.communicate(timeout=30)
    assert server.returncode == 143
    assert "× null-dereference at <string>:6" in err
    reports = saved(str(tmp_path))
    assert all(report["alike"] for report in reports[:2])
    causes = [report["diagnosis"][0]["cause"] for report in reports]
    assert causes == ["null-dereference", "null-dereference", "killed"], "the last is the master's"


LOST = """
import os, sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
def job(): {how}
with ProcessPoolExecutor(1) as pool:
    try: pool.submit(job).result()
    except BrokenProcessPool: {then}
"""


@pytest.mark.representative("workers that are gone")
@pytest.mark.parametrize(
    ("how", "cause", "word"),
    [
        ("os._exit(5)", "worker-died", "exit status 5"),
        ("os.kill(os.getpid(), 9)", "killed", "KILL"),
    ],
)
def test_a_worker_that_is_gone_is_told_of_when_the_program_fails(
    tmp_path, how: str, cause: str, word: str
) -> None:
    ran = run(PYTHON, "-c", LOST.format(how=how, then="raise"), state=str(tmp_path))
    assert ran.code == 1
    (report,) = ran.reports
    assert report["diagnosis"][0]["cause"] == cause
    assert report["started"]["line"]["line"] == 7
    assert report["started"]["outcome"] == "ended with exit status 1"
    assert [b["line"] for b in report["diagnosis"][0]["blame"]] == [5]
    assert word in report["diagnosis"][0]["summary"] and "BrokenProcessPool" in ran.err


@pytest.mark.parametrize("how", ["os._exit(5)", "os._exit(0)", "os.kill(os.getpid(), 9)"])
def test_a_program_that_copes_with_a_lost_worker_gets_one_line(tmp_path, how: str) -> None:
    path = tmp_path / "report.json"
    ran = run(
        *(PYTHON, "-c", LOST.format(how=how, then="print('again')")),
        state=str(tmp_path),
        options=("--json", str(path)),
    )
    assert (ran.code, ran.out) == (0, "again\n")
    (line,) = ran.err.splitlines()
    assert "exit status 0; one of its processes had died" in line
    assert "at <string>:5, report 1)" in line
    assert json.loads(path.read_text())["diagnosis"] == ran.reports[0]["diagnosis"]


ENDS_ITSELF = """
import multiprocessing, os, signal, sys, time
def again(number, frame):
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
def job():
    {job}
if __name__ == "__main__":
    child = multiprocessing.get_context(sys.argv[1]).Process(target=job)
    child.start()
    {then}
    child.join()
    print(child.exitcode)
"""


@pytest.mark.parametrize("way", ["fork", "spawn", "forkserver"])
def test_a_process_that_ends_itself_by_sigterm_is_told_with_its_line(tmp_path, way: str) -> None:
    script = tmp_path / "job.py"
    script.write_text(ENDS_ITSELF.format(job="os.kill(os.getpid(), signal.SIGTERM)", then="pass"))
    ran = run(PYTHON, str(script), way, state=str(tmp_path))
    assert (ran.code, ran.out) == (0, "-15\n")
    (report,) = ran.reports
    (finding,) = report["diagnosis"]
    assert (finding["cause"], finding["confidence"]) == ("killed", "certain")
    assert finding["blame"][0]["line"] == 7
    assert report["started"]["line"]["line"] == 10


def test_a_handler_that_sends_sigterm_once_more_is_left_in_peace(tmp_path) -> None:
    script = tmp_path / "job.py"
    job = "signal.signal(signal.SIGTERM, again); time.sleep(30)"
    then = "time.sleep(0.5); child.terminate()"
    script.write_text(ENDS_ITSELF.format(job=job, then=then))
    ran = run(PYTHON, str(script), "fork", state=str(tmp_path))
    assert (ran.code, ran.out, ran.err, ran.reports) == (0, "-15\n", "", ())


HEALTHY = """
import concurrent.futures, multiprocessing, sys
def job(n): return n
def leave(): sys.exit(3)
if __name__ == "__main__":
    way = multiprocessing.get_context(sys.argv[1])
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=way) as pool:
        list(pool.map(job, range(4)))
    with way.Pool(2, maxtasksperchild=1) as pool:
        pool.map(job, range(4), 1)
    child = way.Process(target=leave)
    child.start()
    child.join()
    print(child.exitcode)
"""


@pytest.mark.parametrize(
    "way, interpreter", crossing(dict.fromkeys(["fork", "spawn", "forkserver"], "all"), others())
)
def test_workers_that_end_as_they_should_are_not_told(tmp_path, way, interpreter) -> None:
    script = tmp_path / "job.py"
    script.write_text(HEALTHY)
    ran = run(*interpreter.argv_prefix, str(script), way, state=str(tmp_path))
    assert (ran.code, ran.out, ran.err, ran.reports) == (0, "3\n", "", ())


@pytest.mark.representative("forks")
@pytest.mark.parametrize("then", ["pass", "child.join(); sys.exit(child.exitcode and 'failed')"])
def test_a_librarys_guard_against_forks_is_named(tmp_path, then: str) -> None:
    packages = tmp_path / "site-packages"
    packages.mkdir()
    (packages / "engine.py").write_text(
        "import os\ndef _guard():\n    os._exit(70)\nos.register_at_fork(after_in_child=_guard)\n"
    )
    text = ENDS_ITSELF.format(job="pass", then=then)
    ran = run(
        *(PYTHON, "-c", f"import engine\n{text}", "fork"),
        state=str(tmp_path),
        env={"PYTHONPATH": str(packages)},
    )
    (report,) = ran.reports
    (finding,) = report["diagnosis"]
    assert (finding["cause"], finding["confidence"]) == ("worker-died", "certain")
    assert "engine.py:3, in _guard" in finding["evidence"][0]["text"]
    assert report["started"]["line"]["line"] == 11


def test_a_process_that_was_killed_is_told_of_when_the_program_fails(tmp_path) -> None:
    script = (
        "import multiprocessing as m, os, sys\n"
        "p = m.get_context('fork').Process(target=os.kill, args=(0, 0))\n"
        "p.run = lambda: os.kill(os.getpid(), 9)\n"
        "p.start()\n"
        "p.join(); sys.exit(p.exitcode and 'failed')\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert ran.code == 1
    (report,) = ran.reports
    assert report["diagnosis"][0]["cause"] == "killed"
    assert report["started"]["line"]["line"] == 4


def test_a_script_that_took_too_long_was_ended_by_the_program(tmp_path) -> None:
    script = (
        "import subprocess, sys\n"
        "child = 'import time; time.sleep(30)'\n"
        "subprocess.run([sys.executable, '-c', child], timeout=0.3)\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert ran.code == 1 and "TimeoutExpired" in ran.err
    assert ran.reports == () and ran.notices == []


KILLED_COMMAND = """
import os, signal, subprocess, sys, threading
def run(*how):
    child = "import os, sys, time\\ndef job(): {job}\\njob()"
    subprocess.run([sys.executable, "-c", child], check=True)
run()
"""


@pytest.mark.representative("children that are killed")
@pytest.mark.parametrize("interpreter", others(), ids=lambda one: one.name)
def test_a_command_that_was_killed_is_told_of_when_the_program_fails(tmp_path, interpreter) -> None:
    script = KILLED_COMMAND.format(job="os.kill(os.getpid(), 9)")
    ran = run(*interpreter.argv_prefix, "-c", script, state=str(tmp_path))
    assert ran.code == 1 and "SIGKILL: 9" in ran.err
    (report,) = ran.reports
    best = report["diagnosis"][0]
    assert (best["cause"], best["confidence"]) == ("killed", "certain")
    assert (best["blame"][0]["line"], best["blame"][0]["function"]) == (2, "job")
    assert (report["started"]["how"], report["started"]["line"]["line"]) == ("subprocess", 5)
    assert "-c" in report["process"]["argv"]


def test_the_lines_of_a_killed_command_are_found_by_relative_names_and_masked(tmp_path) -> None:
    """As Python 3.8 names a script."""
    job = "import os\n\ndef job(password='hunter2'):\n    os.kill(os.getpid(), 9)\n\njob()\n"
    (tmp_path / "job.py").write_text(job)
    child = "exec(compile(open('job.py').read(), 'job.py', 'exec'))"
    script = (
        f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {child!r}], check=True)"
    )
    (report,) = run(PYTHON, "-c", script, state=str(tmp_path), cwd=tmp_path).reports
    shown = [line["text"] for line in report["diagnosis"][0]["blame"][0]["source"]]
    assert "    os.kill(os.getpid(), 9)" in shown
    assert not any("hunter2" in line for line in shown)


def test_a_program_in_a_folder_that_was_removed_is_run_and_explained(tmp_path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    in_it = f'cd {gone} && rmdir {gone} && exec "$@"'
    crash = "import ctypes; ctypes.string_at(0)"
    ran = run(PYTHON, "-c", crash, state=str(tmp_path), before=("sh", "-c", in_it, "sh"))
    assert ran.code == 128 + signal.SIGSEGV
    assert ran.reports[0]["diagnosis"][0]["cause"] == "null-dereference"


def test_a_command_that_somebody_else_kills_tells_where_it_was(tmp_path) -> None:
    job = "os.system(f'(sleep 0.3; kill -9 {os.getpid()}) &'); time.sleep(9)"
    ran = run(PYTHON, "-c", KILLED_COMMAND.format(job=job), state=str(tmp_path))
    (report,) = ran.reports
    best = report["diagnosis"][0]
    assert (best["cause"], best["blame"]) == ("killed", [])
    assert "its main thread was at <string>:2, in job" in [e["text"] for e in best["evidence"]]


NOTICES_LATE = """
import subprocess, sys, time
JOB = {job!r}
ITSELF = "import os\\nos.kill(os.getpid(), 9)"
OTHERS = "import os, time\\nos.system(f'(sleep 0.3; kill -9 {{os.getpid()}}) &')\\ntime.sleep(9)"
def main():
    job = subprocess.Popen([sys.executable, "-c", {{"itself": ITSELF, "others": OTHERS}}[JOB]])
    {wait}
    time.sleep(1.5)
    {end}
main()
"""
POLLS, WAITS = "while job.poll() is None: time.sleep(0.05)", "job.wait()"
FAILS = "sys.exit(1)"
SAYS_SO = "raise subprocess.CalledProcessError(job.returncode, 'job')"


@pytest.mark.parametrize(
    ("job", "wait", "end", "is_told"),
    [
        ("itself", POLLS, FAILS, True),
        ("others", WAITS, FAILS, True),
        ("others", POLLS, SAYS_SO, True),
        ("others", POLLS, "sys.exit(128 - job.returncode)", True),
        ("others", POLLS, FAILS, False),  # it may not have minded
        ("itself", POLLS, "raise ValueError('something else')", False),
        ("itself", POLLS, "subprocess.run('true'); sys.exit(1)", False),  # it went on
    ],
)
def test_a_program_that_fails_late_for_a_process_that_died_tells_of_it(
    tmp_path, job: str, wait: str, end: str, is_told: bool
) -> None:
    script = NOTICES_LATE.format(job=job, wait=wait, end=end)
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    killed = [one for one in ran.reports if one["diagnosis"][0]["cause"] == "killed"]
    assert len(killed) == is_told, ran.err


def test_the_hard_limit_of_cpu_time_is_known_from_other_kills(tmp_path) -> None:
    script = (
        "import os, resource, sys\n"
        "pid = os.fork()\n"
        "if not pid:\n"
        "    resource.setrlimit(resource.RLIMIT_CPU, (1, 1))\n"
        "    while True: pass\n"
        "sys.exit(os.waitpid(pid, 0)[1] != 0)\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    (report,) = ran.reports
    best = report["diagnosis"][0]
    assert (best["cause"], best["confidence"]) == ("killed", "likely")
    assert "hard limit of CPU time" in best["summary"]


CLEANS_UP = """
import subprocess, sys, time
server = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"])
def check(): raise ValueError
def end():
    server.kill()
    server.wait()
try:
    time.sleep(0.3)
    check()
finally:
    end()
"""


def test_a_command_that_a_failing_program_cleans_up_is_left_in_peace(tmp_path) -> None:
    ran = run(PYTHON, "-c", CLEANS_UP, state=str(tmp_path))
    assert ran.code == 1 and "ValueError" in ran.err
    assert ran.reports == () and ran.notices == []


def test_a_worker_that_dies_right_after_its_birth_is_not_missed(tmp_path) -> None:
    script = (
        "import os, sys\n"
        "for _ in range(30):\n"
        "    pid = os.fork()\n"
        "    if not pid: os.kill(os.getpid(), 9)\n"
        "    os.waitpid(pid, 0)\n"
        "sys.exit(1)\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    (report,) = ran.reports
    assert 1 + len(report["alike"]) == 30
    assert report["diagnosis"][0]["blame"][0]["line"] == 4


def test_a_program_that_ends_its_own_processes_is_left_in_peace(tmp_path) -> None:
    script = (
        "import subprocess, sys, time, multiprocessing as m\n"
        "try: subprocess.run(['sleep', '30'], timeout=0.2)\n"
        "except subprocess.TimeoutExpired: pass\n"
        "p = m.get_context('fork').Process(target=time.sleep, args=(30,))\n"
        "p.start(); p.terminate(); p.join()\n"
        "with m.get_context('fork').Pool(2) as pool: pool.map(abs, [1])\n"
        "sys.exit(3)\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert (ran.code, ran.err, ran.reports) == (3, "", ())


def test_ctrl_c_at_a_pool_that_lost_its_job_tells_of_the_worker(tmp_path) -> None:
    script = (
        "import multiprocessing as m, os, time\n"
        "def job(n):\n"
        "    if n: os.kill(os.getpid(), 9)\n"
        "with m.get_context('fork').Pool(1) as pool:\n"
        "    result = pool.map_async(job, [0, 1], 1)\n"
        "    time.sleep(1)\n"
        "    print('waits', flush=True)\n"
        "    result.get()\n"
    )
    process = subprocess.Popen(
        [*ATFAULT, "run", "--", PYTHON, "-c", script],
        env=environment(str(tmp_path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "waits\n"
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    (report,) = saved(str(tmp_path))
    first = report["diagnosis"][0]
    assert (first["cause"], first["blame"][0]["line"]) == ("worker-died", 8)
    assert "ended after SIGINT" in report["headline"]
    assert "KeyboardInterrupt" in err


def test_ctrl_c_at_a_healthy_pool_is_no_report(tmp_path) -> None:
    script = (
        "import multiprocessing as m, time\n"
        "if __name__ == '__main__':\n"
        "    with m.get_context('fork').Pool(2) as pool:\n"
        "        print('up', flush=True)\n"
        "        pool.map(time.sleep, [30, 30])\n"
    )
    process = subprocess.Popen(
        [*ATFAULT, "run", "--", PYTHON, "-c", script],
        env=environment(str(tmp_path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "up\n"
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert saved(str(tmp_path)) == () and notices(err) == []


GRANDCHILD = """
import ctypes, os, sys
if os.fork() == 0:
    if os.fork() == 0:
        ctypes.string_at(8)
    os.wait()
    os._exit(0)
os.wait()
sys.exit(int(sys.argv[1]))
"""


@pytest.mark.parametrize("status", ["0", "3"])
def test_how_the_program_itself_ended_is_told_where_only_a_child_died(tmp_path, status) -> None:
    path = tmp_path / "report.json"
    ran = run(PYTHON, "-c", GRANDCHILD, status, state=str(tmp_path), options=("--json", str(path)))
    assert ran.code == int(status)
    written = json.loads(path.read_text())
    assert written["process"]["exit_code"] == 128 + 11
    assert written["program"]["exit_code"] == int(status)
    assert written["program"]["pid"] != written["process"]["pid"]
    assert ran.reports[0]["program"] == written["program"]
    shown = subprocess.run(
        [*ATFAULT, "show"], env=environment(str(tmp_path)), capture_output=True, text=True
    )
    assert f"ended with exit status {status}" in shown.stdout


TWO_DIE = """
import ctypes, multiprocessing, sys

def writes():
    ctypes.memset(0, 0, 10)

def reads():
    ctypes.string_at(0)

def main(then):
    for job in (writes, reads):
        process = multiprocessing.get_context("fork").Process(target=job)
        process.start()
        process.join()
    print("BOTH", flush=True)
    if then == "hang":
        sys.stdin.read()
    elif then == "raise":
        import torch
        torch.nn.functional.cross_entropy(torch.rand(4, 3), torch.tensor([0, 1, 2, 3]))

main(sys.argv[1])
"""


@pytest.mark.parametrize("then", ["end", "raise", "hang"])
def test_all_that_died_are_in_the_one_json_of_the_run(tmp_path, then: str) -> None:
    if then == "raise":
        pytest.importorskip("torch")
    path = tmp_path / "two.py"
    path.write_text(TWO_DIE)
    file = tmp_path / "report.json"
    options = ("--json", str(file), "--no-lines", "--hang-after", "4", "--hang-kill")
    options = options if then == "hang" else options[:3]
    read, write = os.pipe()  # nobody writes
    run(PYTHON, str(path), then, state=str(tmp_path), options=options, stdin=read)
    os.close(read)
    os.close(write)
    report = json.loads(file.read_text())
    assert report["kind"] == {"end": "crash", "raise": "exception", "hang": "hang"}[then]
    told = [report, *report["children"]] if then == "end" else report["children"]
    functions = [one["diagnosis"][0]["blame"][0]["function"] for one in told]
    assert functions == ["writes", "reads"]
