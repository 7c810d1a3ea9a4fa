"""Programs that die under `atfault run`: looked at once, in time, and always let go."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time

import pytest

from support.run_command import ATFAULT, SOURCE, environment, run, saved

PYTHON = sys.executable
CRASH = "import ctypes; ctypes.string_at(0)"


def needs_plain_core_pattern() -> None:
    with open("/proc/sys/kernel/core_pattern") as file:
        if file.read().strip() != "core":
            pytest.skip("kernel.core_pattern is not `core`")


@pytest.mark.representative("run")
def test_a_crash_is_explained_and_keeps_its_signal(tmp_path: object) -> None:
    ran = run(PYTHON, "-c", "print('out', flush=True)\n" + CRASH, state=str(tmp_path))
    assert (ran.code, ran.out) == (139, "out\n")
    (report,) = ran.reports
    assert report["kind"] == "crash"
    assert report["command"] == [PYTHON, "-c", "print('out', flush=True)\n" + CRASH]
    assert report["diagnosis"][0]["cause"] == "null-dereference"
    assert "atfault show 1" in ran.err


def test_json_goes_where_it_is_asked_for(tmp_path: object) -> None:
    import json

    path = f"{tmp_path}/report.json"
    ran = run(PYTHON, "-c", CRASH, state=str(tmp_path), options=("--json", path))
    with open(path) as file:
        assert json.load(file) == ran.reports[0]
    ran = run(PYTHON, "-c", CRASH, state=str(tmp_path), options=("--json", "-"))
    assert json.loads(ran.out)["signal"]["name"] == "SIGSEGV"


@pytest.mark.representative("run")
def test_a_core_is_still_dumped(tmp_path: object) -> None:
    needs_plain_core_pattern()

    def unlimited() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY,) * 2)

    try:
        ran = run(PYTHON, "-c", CRASH, state=str(tmp_path), cwd=str(tmp_path), preexec_fn=unlimited)
    except subprocess.SubprocessError:
        pytest.skip("RLIMIT_CORE may not be raised")
    assert ran.code == 139
    assert any(name.startswith("core") for name in os.listdir(str(tmp_path)))


def test_all_threads_are_in_the_report(tmp_path: object) -> None:
    script = (
        "import threading, ctypes, time\n"
        "def sleeper(): time.sleep(60)\n"
        "def busy():\n"
        "    while True: pass\n"
        "for _ in range(20): threading.Thread(target=sleeper, daemon=True).start()\n"
        "threading.Thread(target=busy, daemon=True).start()\n"
        "def die(): ctypes.string_at(0)\n"
        "t = threading.Thread(target=die); t.start(); t.join()\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert ran.code == 139
    threads = ran.reports[0]["threads"]
    assert len(threads) == 23
    assert [t["crashed"] for t in threads] == [True] + [False] * 22
    functions = [[f["function"] for f in t["frames"]] for t in threads]
    assert "die" in functions[0]
    assert sum("sleeper" in names for names in functions) == 20
    assert sum("busy" in names for names in functions) == 1


def test_a_crash_among_threads_that_come_go_and_fork(tmp_path: object) -> None:
    script = (
        "import threading, ctypes, time, os, subprocess\n"
        "def churn():\n"
        "    while True:\n"
        "        t = threading.Thread(target=int); t.start(); t.join()\n"
        "def forks():\n"
        "    while True: subprocess.call(['true'])\n"
        "for f in (churn, churn, forks): threading.Thread(target=f, daemon=True).start()\n"
        "time.sleep(0.5)\n"
        "ctypes.string_at(0)\n"
    )
    for _ in range(3):
        ran = run(PYTHON, "-c", script, state=str(tmp_path))
        assert ran.code == 139
        assert ran.reports[-1]["diagnosis"][0]["cause"] == "null-dereference"


@pytest.mark.representative("several crashes")
def test_two_threads_that_crash_at_once_are_one_report(tmp_path: object) -> None:
    script = (
        "import threading, ctypes\n"
        "barrier = threading.Barrier(4)\n"
        "def die(): barrier.wait(); ctypes.CDLL(None).raise_(1) if 0 else ctypes.string_at(0)\n"
        "ts = [threading.Thread(target=die) for _ in range(4)]\n"
        "[t.start() for t in ts]; [t.join() for t in ts]\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert ran.code == 139
    assert len(ran.reports) == 1


def test_a_child_that_crashes_is_explained_while_the_program_goes_on(tmp_path: object) -> None:
    script = (
        "import multiprocessing as m, ctypes, time\n"
        "p = m.get_context('fork').Process(target=ctypes.string_at, args=(0,))\n"
        "p.start(); p.join(); print(p.exitcode)\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert (ran.code, ran.out) == (0, "-11\n")
    (report,) = ran.reports
    assert report["diagnosis"][0]["cause"] == "null-dereference"


def test_the_same_crash_of_many_children_is_one_report_and_a_count(tmp_path: object) -> None:
    script = (
        "import multiprocessing as m, ctypes\n"
        "c = m.get_context('fork')\n"
        "ps = [c.Process(target=ctypes.string_at, args=(0,)) for _ in range(30)]\n"
        "[p.start() for p in ps]; [p.join() for p in ps]\n"
        "print({p.exitcode for p in ps})\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert (ran.code, ran.out) == (0, "{-11}\n")
    (report,) = ran.reports
    assert len(report["alike"]) == 29
    assert report["started"]["outcome"] == "ended with exit status 0"
    assert "30 of its processes had died" in ran.err
    assert "30 × null-dereference" in ran.err


def test_children_that_crashed_are_in_the_programs_own_report(tmp_path: object) -> None:
    script = (
        "import multiprocessing as m, ctypes\n"
        "p = m.get_context('fork').Process(target=ctypes.string_at, args=(0,))\n"
        "p.start(); p.join(); ctypes.string_at(0)\n"
    )
    ran = run(PYTHON, "-c", script, state=str(tmp_path))
    assert ran.code == 139
    (child,) = ran.reports[-1]["children"]
    assert child["diagnosis"][0]["cause"] == "null-dereference"
    assert child["process"]["pid"] != ran.reports[-1]["process"]["pid"]


def test_sigkill_of_unknown_origin_says_so(tmp_path: object) -> None:
    ran = run("sh", "-c", "kill -9 $$", state=str(tmp_path))
    assert ran.code == 137
    (report,) = ran.reports
    assert report["kind"] == "killed"
    assert report["diagnosis"][0]["cause"] == "killed"


def test_the_memory_limit_of_a_cgroup_is_named(tmp_path: object) -> None:
    root = "/sys/fs/cgroup/memory"
    name, limit = "memory.limit_in_bytes", 64 << 20
    if not os.path.exists(f"{root}/{name}"):
        root, name = "/sys/fs/cgroup", "memory.max"
    group = f"{root}/atfault-test-{os.getpid()}"
    try:
        os.mkdir(group)
    except OSError:
        pytest.skip("no cgroup can be made here")
    try:
        if not os.path.exists(f"{group}/{name}"):
            pytest.skip("no memory controller for a new cgroup")
        with open(f"{group}/{name}", "w") as file:
            file.write(str(limit))
        hog = "keep = []\nwhile True: keep.append(b'x' * (1 << 20))"
        enter = f'echo $$ > {group}/cgroup.procs && exec "$@"'
        ran = run(PYTHON, "-c", hog, state=str(tmp_path), before=("sh", "-c", enter, "sh"))
        assert ran.code == 137
        (report,) = ran.reports
        assert report["kind"] == "killed"
        assert report["diagnosis"][0]["cause"] == "out-of-memory"
        assert report["diagnosis"][0]["confidence"] == "certain"
    finally:
        for _ in range(50):
            try:
                os.rmdir(group)
                break
            except OSError:
                time.sleep(0.1)


@pytest.mark.representative("run does no harm")
@pytest.mark.parametrize("how", ["raise RuntimeError('oops')", "os.kill(os.getpid(), 11)"])
def test_an_analysis_that_fails_does_not_hold_the_program(tmp_path: object, how: str) -> None:
    assert hold(tmp_path, how) < 10


@pytest.mark.representative("run does no harm")
def test_an_analysis_that_takes_too_long_is_ended(tmp_path: object) -> None:
    assert 1 < hold(tmp_path, "time.sleep(60)") < 10


def hold(tmp_path: object, analysis: str) -> float:
    """Seconds that a crashing program takes with this for an analysis, and a limit of 1 s."""
    driver = (
        "import os, sys, time\n"
        "from atfault.snapshot.tracing import crashes, front\n"
        "crashes.HELPER_SECONDS = crashes.WAITING_SECONDS = crashes.PLAIN_WAITING_SECONDS = 1.0\n"
        "class Observer:\n"
        "    hang_seconds = 0\n"
        "    def analyze(self, snapshot, termination):\n"
        f"        {analysis}\n"
        "    def analyze_plainly(self, snapshot, termination, why):\n"
        f"        {analysis}\n"
        "    def child_died(self, death): pass\n"
        "    def ended(self, main, *others):\n"
        "        os.write(2, type(main.analysis).__name__.encode())\n"
        "sys.exit(front.run_traced(sys.argv[1:], Observer()).exit_code)\n"
    )
    began = time.monotonic()
    done = subprocess.run(
        [PYTHON, "-c", driver, PYTHON, "-c", CRASH],
        env=environment(str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 139
    assert done.stderr == "Absent"
    return time.monotonic() - began


REFUSE = (PYTHON, os.path.join(os.path.dirname(SOURCE), "tests", "support", "refuse_ptrace.py"))


@pytest.mark.parametrize("how", ["errno", "kill"])
def test_without_ptrace_the_program_runs_and_one_line_says_why(tmp_path: object, how: str) -> None:
    ran = run("echo", "hello", state=str(tmp_path), before=(*REFUSE, how))
    assert (ran.code, ran.out) == (0, "hello\n")
    assert ran.err.startswith("atfault: cannot watch the program: ")
    assert "seccomp" in ran.err and ran.err.count("\n") == 1


@pytest.mark.representative("without ptrace")
def test_without_ptrace_faulthandler_tells_the_python_lines(tmp_path: object) -> None:
    path = f"{tmp_path}/crash.py"
    with open(path, "w") as file:
        file.write("import ctypes\ndef deep():\n    ctypes.string_at(0)\ndeep()\n")
    ran = run(PYTHON, path, state=str(tmp_path), before=(*REFUSE, "errno"))
    assert ran.code == 139
    assert "Fatal Python error" not in ran.err
    (report,) = ran.reports
    mine = [(f["function"], f["line"]) for f in report["threads"][0]["frames"] if f["mine"]]
    assert mine == [("deep", 3), ("<module>", 4)]
    assert report["signal"] | {"name": "SIGSEGV", "code": None} == report["signal"]
    assert report["process"]["python"]["version"] == ".".join(map(str, sys.version_info[:3]))
    assert "could not be watched" in report["warnings"][0]


@pytest.mark.representative("without ptrace")
def test_without_ptrace_a_core_is_read_if_there_is_one(tmp_path: object) -> None:
    needs_plain_core_pattern()
    enter = 'ulimit -c unlimited || exit 77; exec "$@"'
    ran = run(
        PYTHON,
        "-c",
        CRASH,
        state=str(tmp_path),
        cwd=str(tmp_path),
        before=("sh", "-c", enter, "sh", *REFUSE, "errno"),
    )
    if ran.code == 77:
        pytest.skip("RLIMIT_CORE may not be raised")
    assert ran.code == 139
    assert ran.reports[0]["diagnosis"][0]["cause"] == "null-dereference"


@pytest.mark.representative("the probe")
def test_the_probe_leaves_no_trace_and_runs_what_it_hides(tmp_path: object) -> None:
    with open(f"{tmp_path}/sitecustomize.py", "w") as file:
        file.write("print('site', __file__)\n")
    script = (
        "import os, sys\n"
        "print([p for p in sys.path if 'probe' in p], os.environ['PYTHONPATH'])\n"
        "print([k for k in os.environ if 'PROBE' in k], sys.modules['sitecustomize'].__file__)\n"
        "print(os.open('/dev/null', 0))"
    )
    search = f"{tmp_path}:{SOURCE}"
    bare = subprocess.run(
        [PYTHON, "-c", script],
        env=environment(str(tmp_path), PYTHONPATH=search),
        capture_output=True,
        text=True,
    )
    ran = run(
        PYTHON,
        "-c",
        script,
        state=str(tmp_path),
        before=(*REFUSE, "errno"),
        env={"PYTHONPATH": search},
    )
    # Our own interpreters import that sitecustomize too.
    assert ran.out.endswith(bare.stdout)
    assert bare.stdout.startswith("site ")


def test_two_runs_at_once_do_not_disturb_each_other(tmp_path: object) -> None:
    command = [*ATFAULT, "run", PYTHON, "-c", CRASH]
    env = environment(str(tmp_path))
    processes = [subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [139] * 3
    assert len(saved(str(tmp_path))) == 3
