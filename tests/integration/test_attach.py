"""`atfault attach`: what it sees, and that the process never notices."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

import support
from atfault.analyze.live import Looker, look_into
from atfault.decode.watch.activity import Watcher
from atfault.errors import AccessError
from atfault.model.waits import ThreadActivity
from atfault.options import Options
from atfault.snapshot import procfs
from atfault.snapshot.family import children
from atfault.snapshot.sampler import cpu_seconds
from atfault.snapshot.target import Target
from support.run_command import ATFAULT, environment

PYTHON = sys.executable
Start = Callable[..., subprocess.Popen[str]]

DEADLOCK = """
import threading, time
a, b = threading.Lock(), threading.Lock()
ready = threading.Barrier(2)
def take(first, second):
    with first:
        ready.wait()
        with second:
            pass
threads = [threading.Thread(target=take, args=pair, daemon=True) for pair in ((a, b), (b, a))]
for thread in threads: thread.start()
time.sleep(0.2)
print("ready", flush=True)
for thread in threads: thread.join()
"""

BUSY = """
import threading
def spin():
    n = 0
    while True: n += 1
for _ in range(3): threading.Thread(target=spin, daemon=True).start()
print("ready", flush=True)
spin()
"""


FORKED = """
import os, signal, sys, threading, time
lock = threading.{kind}()
keep = threading.Event()
def writer():
    with lock:
        keep.wait(float(sys.argv[1]))
    time.sleep(3600)
threading.Thread(target=writer, name="writer", daemon=True).start()
time.sleep(0.1)
child = os.fork()
if child == 0:
    with lock:
        os._exit(0)
time.sleep(0.5)
print("ready", child, flush=True)
os.waitpid(child, 0)
"""


@pytest.fixture
def program() -> Iterator[Start]:
    started: list[subprocess.Popen[str]] = []

    def start(source: str, *arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [PYTHON, "-c", source, *arguments], stdout=subprocess.PIPE, text=True
        )
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ready")
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


def states(pid: int) -> set[str]:
    found = [procfs.stat(pid, tid) for tid in procfs.threads(pid)]
    return {one.state for one in found if one is not None}


def is_free(pid: int) -> bool:
    """No thread is stopped or traced."""
    return not states(pid) & set("tT") and all(
        procfs.tracer_of(tid) == 0 for tid in procfs.threads(pid)
    )


def becomes_free(pid: int) -> bool:
    deadline = time.monotonic() + 2
    while not is_free(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def command(*arguments: str, home: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ATFAULT, "attach", *arguments],
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.representative("attach")
def test_a_deadlock_is_explained_and_goes_on(program: Start, tmp_path: object) -> None:
    process = program(DEADLOCK)
    done = command("--watch", "0.5", str(process.pid), home=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Deadlock between 2 threads")
    assert process.poll() is None
    assert is_free(process.pid)


@pytest.mark.representative("attach --save")
def test_a_saved_core_says_the_same_to_its_owner_alone(program: Start, tmp_path: object) -> None:
    process = program(DEADLOCK)
    path = f"{tmp_path}/hang.core"
    live = command("--now", "--no-lines", "--save", path, str(process.pid), home=str(tmp_path))
    assert live.returncode == 0, live.stderr
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert os.path.getsize(path) < 32 << 20
    process.kill()
    again = subprocess.run(
        [*ATFAULT, "core", "--no-lines", path],
        env=environment(str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=60,
    )
    head = live.stdout.split("\n  Next", 1)[0]
    assert again.stdout.split("\n  Next", 1)[0] == head


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_end_of_atfault_leaves_the_process_running(
    program: Start, tmp_path: object, number: int
) -> None:
    process = program(BUSY)
    for delay in (0.1, 0.2, 0.3, 0.4):
        attach = subprocess.Popen(
            [*ATFAULT, "attach", "--now", str(process.pid)],
            env=environment(str(tmp_path)),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(delay)
        attach.send_signal(number)
        attach.wait(10)
        assert becomes_free(process.pid)
    assert process.poll() is None


@pytest.mark.representative("attach does no harm")
def test_a_tracer_killed_in_the_middle_of_a_pause_leaves_all_running(program: Start) -> None:
    process = program(BUSY)
    script = (
        "import sys, time\n"
        "from atfault.snapshot.seizure import Seizure\n"
        "seizure = Seizure(int(sys.argv[1]))\n"
        "if sys.argv[2] == 'stopped': seizure.stop()\n"
        "print('ready', flush=True)\n"
        "time.sleep(60)\n"
    )
    for phase in ("seized", "stopped"):
        tracer = subprocess.Popen(
            [PYTHON, "-c", script, str(process.pid), phase], stdout=subprocess.PIPE
        )
        assert tracer.stdout is not None
        tracer.stdout.readline()
        assert (states(process.pid) == {"t"}) == (phase == "stopped")
        tracer.kill()
        tracer.wait()
        assert becomes_free(process.pid)


def test_an_error_in_the_pause_leaves_the_process_running(
    program: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = program(BUSY)

    def fail(self: Looker, memory: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(Looker, "_follow_frames", fail)
    with Target(process.pid) as target, pytest.raises(RuntimeError):
        Looker(target, Options()).moment()
    assert is_free(process.pid)


def test_a_process_that_was_stopped_stays_stopped(program: Start) -> None:
    process = program(BUSY)
    os.kill(process.pid, signal.SIGSTOP)
    while states(process.pid) != {"T"}:
        time.sleep(0.01)
    with Target(process.pid) as target:
        report = look_into(target, Options()).report
    assert len(report.threads) == 4
    assert states(process.pid) == {"T"}
    os.kill(process.pid, signal.SIGCONT)
    assert becomes_free(process.pid)


@pytest.mark.representative("attach does no harm")
def test_a_signal_that_arrives_in_the_pause_is_not_lost(program: Start) -> None:
    process = program(
        "import os, signal, time\n"
        "signal.signal(signal.SIGUSR1, lambda n, f: os.write(1, b'got\\n'))\n"
        "print('ready', flush=True)\n"
        "while True: time.sleep(0.001)\n"
    )
    assert process.stdout is not None
    with Target(process.pid) as target:
        looker = Looker(target, Options())
        for _ in range(30):
            os.kill(process.pid, signal.SIGUSR1)
            looker.moment()
            assert process.stdout.readline() == "got\n"


@pytest.mark.parametrize(
    ("pid", "words"),
    [("999999999", "there is no process"), ("x", "number of a process"), ("-1", "no option")],
)
def test_what_is_no_process_is_one_line(tmp_path: object, pid: str, words: str) -> None:
    done = command("--now", pid, home=str(tmp_path))
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.mark.parametrize("how", ["errno", "kill"])
def test_a_filter_that_forbids_ptrace_is_one_line(tmp_path: object, how: str) -> None:
    refuse = os.path.join(next(iter(support.__path__)), "refuse_ptrace.py")
    done = subprocess.run(
        [PYTHON, refuse, how, *ATFAULT, "attach", "--now", str(os.getppid())],
        env=environment(str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "seccomp filter forbids ptrace" in done.stderr and done.stderr.count("\n") == 1


def test_a_zombie_and_a_thread_are_named_as_such() -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    while (found := procfs.stat(child)) is None or found.state != "Z":
        time.sleep(0.01)
    with pytest.raises(AccessError, match="zombie"):
        Target(child)
    os.waitpid(child, 0)
    with pytest.raises(AccessError, match="no process"):
        Target(child)


def test_a_tracer_in_the_way_is_named(program: Start) -> None:
    process = program(BUSY)
    script = (
        "import sys, time\n"
        "from atfault.snapshot import ptrace\n"
        "ptrace.seize(int(sys.argv[1]))\n"
        "print('ready', flush=True)\n"
        "time.sleep(60)\n"
    )
    tracer = program(script, str(process.pid))
    with Target(process.pid) as target, pytest.raises(AccessError) as error:
        Looker(target, Options()).moment()
    assert f"already traced by pid {tracer.pid}" in str(error.value)
    tracer.kill()
    tracer.wait()
    assert becomes_free(process.pid)


@pytest.mark.parametrize("kind", ["Lock", "RLock"])
@pytest.mark.parametrize(("seconds", "confidence"), [("3600", "certain"), ("0.2", "likely")])
def test_of_a_forked_child_the_parent_is_looked_at_too(
    program: Start, kind: str, seconds: str, confidence: str
) -> None:
    """The lock's holder lives in the parent alone, and may have let go of its copy since."""
    parent = program(FORKED.replace("{kind}", kind), seconds)
    (child,) = children(parent.pid)
    try:
        with Target(child) as target:
            report = look_into(target, Options()).report
        first = report.diagnosis[0]
        assert (first.cause, is_free(parent.pid)) == ("fork-held-lock", True)
        if kind == "Lock" or confidence == "certain":
            assert first.confidence == confidence
        named = f'in the parent {parent.pid}, thread "writer" holds the same lock'
        assert any(named in one.text for one in first.evidence) == (confidence == "certain")
    finally:
        os.kill(child, signal.SIGKILL)


@pytest.mark.representative("processes without Python")
def test_a_process_without_python_has_native_stacks(tmp_path: object) -> None:
    process = subprocess.Popen(["sleep", "60"])
    time.sleep(0.1)
    try:
        with Target(process.pid) as target:
            report = look_into(target, Options()).report
        assert report.process.python is None
        assert [frame.kind for frame in report.threads[0].frames][:1] == ["native"]
    finally:
        process.kill()
        process.wait()


def activity_of(
    source: str, program: Start, enough: Callable[[ThreadActivity], bool] = lambda thread: True
) -> ThreadActivity:
    """What is seen of the one thread of a program, watched until that is enough: how far it gets in
    a second is for the machine's load to say."""
    process = program(source)
    begins(process.pid)
    deadline = time.monotonic() + 60
    with Target(process.pid) as target:
        watcher = Watcher(target, Options())
        while True:
            watcher.run(1.5)
            (thread,) = watcher.activity().threads
            if enough(thread) or time.monotonic() > deadline:
                return thread


def begins(pid: int) -> None:
    """Wait until a program that has said that it is ready sleeps or has worked for a while."""
    said = cpu_seconds(pid, pid)
    assert said is not None
    while (found := procfs.stat(pid)) is not None and found.state != "S":
        if (cpu_seconds(pid, pid) or 0) > said + 0.05:
            break
        time.sleep(0.01)


@pytest.mark.representative("samples over time")
def test_a_loop_and_what_stays_the_same_in_it(program: Start) -> None:
    source = (
        "def poll():\n"
        "    return sum(range(300))\n"
        "def wait():\n"
        "    done = False\n"
        "    while not done:\n"
        "        poll()\n"
        "print('ready', flush=True)\n"
        "wait()\n"
    )

    def has_been_seen_outside_of_poll(thread: ThreadActivity) -> bool:
        return thread.loop is not None and thread.loop.function != "poll"

    thread = activity_of(source, program, has_been_seen_outside_of_poll)
    assert thread.moved
    assert 0.02 < thread.cpu_seconds <= thread.wall_seconds + 0.05
    assert thread.loop is not None
    assert (thread.loop.function, thread.fixed) == ("wait", ("done = False",))
    assert thread.changed == ()


def test_what_makes_progress_shows_by_its_variables(program: Start) -> None:
    source = (
        "import time\n"
        "def train():\n"
        "    for step in range(10**9):\n"
        "        time.sleep(0.01)\n"
        "print('ready', flush=True)\n"
        "train()\n"
    )
    thread = activity_of(source, program, lambda thread: thread.voluntary_switches > 20)
    assert thread.changed
    assert thread.changed[0].startswith("step ")
    assert thread.voluntary_switches > 20


def test_a_thread_that_sleeps_does_nothing(program: Start) -> None:
    thread = activity_of("import time; print('ready', flush=True); time.sleep(60)", program)
    assert (thread.moved, thread.changed, thread.loop) == (False, (), None)
    assert thread.cpu_seconds < 0.05
    assert thread.syscalls[:1] == ("clock_nanosleep",)
