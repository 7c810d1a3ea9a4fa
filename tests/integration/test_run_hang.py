"""`atfault run --hang-after`, and a look on demand by SIGQUIT."""

from __future__ import annotations

import glob
import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from tests.integration.test_attach import DEADLOCK

from atfault.snapshot import procfs
from support.run_command import environment, run, saved, start

PYTHON = sys.executable
KILL = ("--hang-after", "1", "--hang-kill")


@pytest.mark.representative("run --hang-after")
def test_a_hang_is_explained_and_ended_on_request(tmp_path: object) -> None:
    ran = run(PYTHON, "-c", DEADLOCK, state=str(tmp_path), options=KILL)
    assert ran.code == 128 + signal.SIGTERM
    assert "no progress for 1 s" in ran.err
    assert [report["kind"] for report in ran.reports] == ["hang"]
    assert ran.reports[0]["diagnosis"][0]["cause"] == "deadlock"
    assert ran.reports[0]["activity"] is not None


@pytest.mark.representative("run --hang-after")
def test_a_program_that_makes_progress_is_left_alone(tmp_path: object) -> None:
    source = "import time\nfor step in range(30):\n    time.sleep(0.1)\n"
    ran = run(PYTHON, "-c", source, state=str(tmp_path), options=KILL)
    assert (ran.code, ran.err, ran.reports) == (0, "", ())


ENDS_WHEN_ASKED = """
import os, signal, time
class Asked(Exception):
    pass
def ask(*_):
    raise Asked
signal.signal(signal.SIGUSR1, ask)
try:
    print(os.getpid(), flush=True)
    time.sleep(200)
except Asked:
    print("done")
"""


@pytest.mark.parametrize(
    ("options", "sent"), [(KILL[:2], 0), ((), signal.SIGQUIT)], ids=["a hang", "SIGQUIT"]
)
def test_what_is_told_of_while_it_runs_goes_on(tmp_path: object, options, sent: int) -> None:
    """It is asked to end when it has been told of, however long that takes."""
    state = str(tmp_path)
    process = start(PYTHON, "-c", ENDS_WHEN_ASKED, state=state, options=options)
    assert process.stdout is not None
    pid = int(process.stdout.readline())
    os.kill(pid, sent)
    while not saved(state):
        assert process.poll() is None, "it ended untold"
        time.sleep(0.05)
    os.kill(pid, signal.SIGUSR1)
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out, len(saved(state))) == (0, "done\n", 1)


def test_a_program_that_handles_sigquit_gets_it(tmp_path: object) -> None:
    source = (
        "import os, signal, time\n"
        "got = []\n"
        "signal.signal(signal.SIGQUIT, lambda n, f: got.append('mine'))\n"
        "print(os.getpid(), flush=True)\n"
        "while not got: time.sleep(0.05)\n"
        "print(*got)\n"
    )
    process = start(PYTHON, "-c", source, state=str(tmp_path))
    assert process.stdout is not None
    os.kill(int(process.stdout.readline()), signal.SIGQUIT)
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out, saved(str(tmp_path))) == (0, "mine\n", ())


@pytest.mark.representative("run --hang-after")
def test_the_watcher_ends_with_the_program(tmp_path: object) -> None:
    ran = run(PYTHON, "-c", "pass", state=str(tmp_path), options=("--hang-after", "30"))
    assert ran.code == 0
    while processes_with(str(tmp_path)):  # the test's own limit ends it
        time.sleep(0.05)


def processes_with(text: str) -> list[str]:
    """Those whose command or variables name it."""
    found = []
    for file in glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/proc/[0-9]*/environ"):
        try:
            with open(file, "rb") as content:
                found += [file] if text.encode() in content.read() else []
        except OSError:
            pass
    return found


# The processes that a program has started

STUCK_CHILD = """
import multiprocessing, os, threading, time
def work():
    print(os.getpid(), flush=True)
    a, b = threading.Lock(), threading.Lock()
    ready = threading.Barrier(2)
    def take(first, second):
        with first:
            ready.wait()
            with second:
                pass
    threads = [threading.Thread(target=take, args=pair) for pair in ((a, b), (b, a))]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
child = multiprocessing.get_context("fork").Process(target=work)
child.start()
child.join()
"""


@pytest.mark.representative("run --hang-after")
def test_a_deadlock_in_a_child_is_found_and_the_child_is_ended_too(tmp_path: object) -> None:
    ran = run(PYTHON, "-c", STUCK_CHILD, state=str(tmp_path), options=KILL)
    assert ran.code == 128 + signal.SIGTERM
    assert [report["diagnosis"][0]["cause"] for report in ran.reports] == ["deadlock"]
    child = int(ran.out)
    assert f"of process {child}" in ran.reports[0]["diagnosis"][0]["summary"]
    assert procfs.stat(child) is None or not procfs.arguments(child)


@pytest.mark.parametrize(
    "child",
    [
        [PYTHON, "-c", "import time\nfor step in range(30): time.sleep(0.1)"],
        ["sh", "-c", "n=0; while [ $n -lt 800000 ]; do n=$((n+1)); done"],
        ["sh", "-c", "for n in 1 2 3 4 5 6 7 8; do echo $n; sleep 0.4; done"],
    ],
    ids=["python", "native", "writes"],
)
def test_a_parent_that_waits_for_a_working_child_is_not_stuck(
    tmp_path: object, child: list[str]
) -> None:
    source = f"import subprocess\nsubprocess.run({child!r}, check=True)\n"
    ran = run(PYTHON, "-c", source, state=str(tmp_path), options=KILL)
    assert (ran.code, ran.err, ran.reports) == (0, "", ())


def test_a_parent_that_waits_for_a_child_that_sleeps_is(tmp_path: object) -> None:
    source = "import subprocess\nsubprocess.run(['sleep', '5'])\nprint('done')\n"
    ran = run(PYTHON, "-c", source, state=str(tmp_path), options=("--hang-after", "1"))
    assert (ran.code, ran.out) == (0, "done\n")
    assert {report["kind"] for report in ran.reports} == {"hang"}


# While the program goes on

PULSE = """
import os, threading, time
lock = threading.Lock()
lock.acquire()
for _ in range(6):
    threading.Thread(target=lock.acquire, daemon=True).start()
print(os.getpid(), flush=True)
largest, last = 0.0, time.perf_counter()
end = last + 2.5
while last < end:
    time.sleep(0.001)
    now = time.perf_counter()
    largest, last = max(largest, now - last), now
print(largest)
"""


def test_the_program_is_not_held_while_it_is_explained(tmp_path: object) -> None:
    process = start(PYTHON, "-c", PULSE, state=str(tmp_path))
    assert process.stdout is not None
    pid = int(process.stdout.readline())
    os.kill(pid, signal.SIGQUIT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert len(saved(str(tmp_path))) == 1, err
    assert float(out) < 0.15


DRIVER = """
import os, sys, time
from atfault.snapshot.tracing import front, hangs
hangs.PAUSE_SECONDS = 1.0
class Observer:
    hang_seconds = 0
    def explain(self, target, seen, is_to_end):
        seizure = target.access.seize(target.pid)
        seizure.stop()
        os.write(2, b"stopped %d\\n" % os.getppid())
        {then}
    def cannot_explain(self, reason): pass
    def ended(self, main, *others): pass
sys.exit(front.run_traced(sys.argv[1:], Observer()).exit_code)
"""


@pytest.mark.parametrize("then", ["time.sleep(60)", "os._exit(1)", "1 / 0", "os.kill(0, 0)"])
@pytest.mark.parametrize("victim", ["nobody", "tracer"])
def test_a_program_that_is_held_for_a_look_is_let_go(
    tmp_path: object, then: str, victim: str
) -> None:
    source = (
        "import os, threading, time\n"
        "for _ in range(3): threading.Thread(target=time.sleep, args=(1.5,)).start()\n"
        "print(os.getpid(), flush=True)\n"
        "time.sleep(2)\n"
        "print('done')\n"
    )
    process = subprocess.Popen(
        [PYTHON, "-c", DRIVER.replace("{then}", then), PYTHON, "-c", source],
        env=environment(str(tmp_path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    pid = int(process.stdout.readline())
    os.kill(pid, signal.SIGQUIT)
    word, tracer = process.stderr.readline().split()
    assert word == "stopped"
    if victim == "tracer":
        os.kill(int(tracer), signal.SIGKILL)
    out, _ = process.communicate(timeout=20)
    assert (process.returncode, out) == (0, "done\n")


def test_where_none_but_the_tracer_may_open_a_process_it_does_so(tmp_path: object) -> None:
    """As under Yama's scope 1: the helper that looks is no parent of the program."""
    then = (
        "from atfault.errors import AccessError\n"
        "        from atfault.snapshot.tracing import lent\n"
        "        seizure.release()\n"
        "        def refuse(pid): raise AccessError('refused')\n"
        "        lent.open_memory = refuse\n"
        "        fd = target.access.open_memory(target.pid)\n"
        "        at = next(m.start for m in target.mappings if m.readable)\n"
        "        os.write(2, os.readlink(f'/proc/self/fd/{fd}').encode() + b' %d\\n' % "
        "len(os.pread(fd, 64, at)))"
    )
    scope = "hangs.lent.procfs.yama_scope = lambda: 1\n"
    driver = DRIVER.replace("{then}", then).replace("hangs.PAUSE", scope + "hangs.PAUSE")
    process = subprocess.Popen(
        [PYTHON, "-c", driver, PYTHON, "-c", PULSE],
        env=environment(str(tmp_path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    pid = int(process.stdout.readline())
    os.kill(pid, signal.SIGQUIT)
    _, err = process.communicate(timeout=30)
    assert err.splitlines()[1:] == [f"/proc/{pid}/mem 64"], err
    assert process.returncode == 0


LOST_JOB = """\
import ctypes, multiprocessing

def work(number):
    return ctypes.string_at(8) if number == 2 else number

if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        pool.map(work, range(4), chunksize=1)
"""


def test_a_hang_for_a_worker_names_the_report_on_its_death(tmp_path: object) -> None:
    script = os.path.join(str(tmp_path), "pool.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(LOST_JOB)
    options = ("--hang-after", "2", "--hang-kill")
    ran = run(PYTHON, script, state=str(tmp_path), options=options)
    reports = ran.reports
    assert [one["kind"] for one in reports] == ["crash", "hang"], ran.err
    best = reports[1]["diagnosis"][0]
    assert best["cause"] == "worker-died"
    pid = reports[0]["process"]["pid"]
    assert f"process {pid} was ended by SIGSEGV: report 1" in [
        one["text"] for one in best["evidence"]
    ]
    assert [one["command"] for one in best["advice"] if one["command"]] == ["atfault show 1"]


LOST_WORKER = """
import multiprocessing
pool = multiprocessing.get_context("fork").Pool(1)
def late(number): return number
print(pool.map(late, [1]))
"""


def test_the_report_on_a_hang_is_kept_when_the_program_is_ended_for_it(tmp_path: object) -> None:
    """Its worker has died of an exception, which is told as well when all is over."""
    path = f"{tmp_path}/report.json"
    ran = run(PYTHON, "-c", LOST_WORKER, state=str(tmp_path), options=(*KILL, "--json", path))
    assert "hang" in [report["kind"] for report in ran.reports]
    with open(path, encoding="utf-8") as file:
        assert json.load(file)["kind"] == "hang"


# What had failed before

FAILED_WORKERS = """
import queue, threading
jobs = queue.Queue()

def work():
    while True:
        number = jobs.get()
        result = 100 / number
        jobs.task_done()

workers = [threading.Thread(target=work, daemon=True, name=f"worker-{n}") for n in range(2)]
for worker in workers:
    worker.start()
for number in (0, 0, 4):
    jobs.put(number)
jobs.join()
"""
FAILED_CHILD = """
import multiprocessing, sys

def load(results, path):
    results.put(open(path).read())

if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    results = context.SimpleQueue()
    context.Process(target=load, args=(results, "/no/such/file")).start()
    results.get()
"""


def _evidence(report: dict[str, Any]) -> str:
    return " ".join(one["text"] for one in report["diagnosis"][0]["evidence"])


@pytest.mark.representative("exceptions before a hang")
def test_threads_that_failed_before_the_hang_are_told_with_their_exception(tmp_path: Any) -> None:
    program = tmp_path / "jobs.py"
    program.write_text(FAILED_WORKERS)
    ran = run(PYTHON, str(program), state=str(tmp_path), options=KILL)
    told = _evidence(ran.reports[0])
    assert "had ended by ZeroDivisionError: division by zero (jobs.py:8, in work)" in told
    assert '"worker-0"' in told and '"worker-1"' in told


def test_a_child_that_failed_before_the_hang_is_told_with_its_exception(tmp_path: Any) -> None:
    program = tmp_path / "load.py"
    program.write_text(FAILED_CHILD)
    ran = run(PYTHON, str(program), state=str(tmp_path), options=("--hang-after", "3", *KILL[2:]))
    told = _evidence(ran.reports[0])
    assert "had ended by FileNotFoundError" in told and "(load.py:5, in load)" in told


FAILING_AT_ONCE = """
import threading, time
go = threading.Event()

def work():
    go.wait()
    raise KeyError("gone")

workers = [threading.Thread(target=work, name=f"worker-{n}") for n in range(8)]
for worker in workers:
    worker.start()
go.set()
for worker in workers:
    worker.join()
threading.Event().wait()
"""


def test_of_threads_that_fail_at_once_none_is_forgotten(tmp_path: Any) -> None:
    ran = run(PYTHON, "-c", FAILING_AT_ONCE, state=str(tmp_path), options=KILL)
    told = _evidence(ran.reports[0])
    assert "and 5 more had ended by KeyError: 'gone'" in told


BESIDE_A_HEARTBEAT = """
import threading, time
def beat(seen):
    while True:
        time.sleep(0.1)
        seen.append(len(seen))
threading.Thread(target=beat, args=([],), daemon=True).start()
"""
STUCK = """
lock = threading.Lock()
def take():
    with lock, lock:
        pass
take()
"""
WORKS_AS_LONG = """
done = threading.Event()
threading.Timer(4.5, done.set).start()
done.wait()
"""


@pytest.mark.representative("run --hang-after")
def test_a_heartbeat_keeps_the_main_thread_from_no_hang(tmp_path: Any) -> None:
    """It is told once, however long that goes on."""
    source = f"{BESIDE_A_HEARTBEAT}import os\nthreading.Timer(14, os._exit, (0,)).start()\n{STUCK}"
    ran = run(PYTHON, "-c", source, state=str(tmp_path), options=("--hang-after", "1"))
    assert [report["diagnosis"][0]["cause"] for report in ran.reports] == ["self-deadlock"]
    assert "it goes on after this report" in ran.err


def test_a_main_thread_that_others_may_wake_is_left_alone_beside_a_heartbeat(tmp_path: Any) -> None:
    source = BESIDE_A_HEARTBEAT + WORKS_AS_LONG
    ran = run(PYTHON, "-c", source, state=str(tmp_path), options=KILL)
    assert (ran.code, ran.err, ran.reports) == (0, "", ())


def test_what_was_seen_of_a_hang_is_of_the_time_since_it_began(tmp_path: Any) -> None:
    """Nothing of how it ran before."""
    source = "import threading\nfor n in range(9_000_000):\n    n * n\n" + STUCK
    ran = run(PYTHON, "-c", source, state=str(tmp_path), options=KILL)
    threads = ran.reports[0]["activity"]["threads"]
    assert [one["moved"] for one in threads] == [False]
