"""`atfault attach` to processes that are out of the ordinary: a right report, or one clear line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.integration.test_attach import DEADLOCK, becomes_free, command, states

from atfault.analyze.live import CHANGED_PROGRAM, look_into
from atfault.errors import AccessError
from atfault.model.report import Report
from atfault.options import Options
from atfault.snapshot import procfs
from atfault.snapshot.family import children
from atfault.snapshot.target import Target
from support import needs
from support.run_command import saved, start

PYTHON = sys.executable
NOBODY = 65534

needs_root = needs.root


@contextmanager
def running(*argv: str) -> Iterator[subprocess.Popen[str]]:
    """A program that has said something."""
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline()
        yield process
    finally:
        for child in children(process.pid):
            os.kill(child, signal.SIGKILL)
        process.kill()
        process.wait()


def explained(pid: int, watch: float = 0.0) -> Report:
    with Target(pid) as target:
        return look_into(target, Options(lines=False), watch).report


@pytest.mark.representative("containers")
@needs_root
@needs.program("unshare")
def test_a_process_in_a_pid_and_mount_namespace_of_its_own() -> None:
    shell = ("unshare", "--pid", "--mount-proc", "--fork")
    if subprocess.run([*shell, "true"], capture_output=True).returncode:
        pytest.skip("namespaces cannot be made here")
    with running(*shell, PYTHON, "-c", DEADLOCK) as process:
        (pid,) = children(process.pid)
        report = explained(pid)
        assert [finding.cause for finding in report.diagnosis][:1] == ["deadlock"]
        assert {thread.tid for thread in report.threads} == set(procfs.threads(pid))
        assert becomes_free(pid)


@needs_root
def test_another_users_process_is_looked_at_by_root_alone() -> None:
    def become_nobody() -> None:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)

    with running(PYTHON, "-c", DEADLOCK) as process:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            message = "it was allowed"
            try:
                become_nobody()
                Target(process.pid)
            except AccessError as error:
                message = str(error)
            finally:
                os.write(writer, message.encode())
                os._exit(0)
        os.waitpid(child, 0)
        message = os.read(reader, 4096).decode()
        os.close(reader)
        os.close(writer)
        assert f"no permission to trace process {process.pid}" in message
        assert "it belongs to user 0" in message and "\n" not in message
    argv = ["/bin/sh", "-c", "echo ready; sleep 60; true"]
    sleeper = subprocess.Popen(argv, stdout=subprocess.PIPE, preexec_fn=become_nobody)
    try:
        assert sleeper.stdout is not None and sleeper.stdout.readline()
        assert explained(sleeper.pid).threads
    finally:
        for one in children(sleeper.pid):
            os.kill(one, signal.SIGKILL)
        sleeper.kill()
        sleeper.communicate()


def test_a_program_under_run_is_explained_the_way_that_attach_names(tmp_path: object) -> None:
    process = start(PYTHON, "-c", DEADLOCK, state=str(tmp_path))
    try:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        session = os.getsid(process.pid)
        (program,) = [pid for pid in children(process.pid) if os.getsid(pid) == session]
        done = command("--now", str(program), home=str(tmp_path))
        assert done.returncode == 2
        assert done.stderr.endswith(f"or: kill -QUIT {process.pid}\n")
        assert done.stderr.count("\n") == 1
        os.kill(process.pid, signal.SIGQUIT)
        deadline = time.monotonic() + 20
        while not saved(str(tmp_path)) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert [one["diagnosis"][0]["cause"] for one in saved(str(tmp_path))] == ["deadlock"]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)


EXEC = """
import os, sys, time
print("ready", flush=True)
time.sleep(0.7)
source = "def waiting(): time.sleep(60)\\nimport time\\nwaiting()"
os.execv(sys.executable, [sys.executable, "-c", source])
"""


def test_a_process_that_executes_another_program_while_it_is_watched() -> None:
    with running(PYTHON, "-c", EXEC) as process:
        report = explained(process.pid, 2.0)
        assert CHANGED_PROGRAM in report.warnings
        functions = [frame.function for frame in report.threads[0].frames if frame.function]
        assert any("waiting" in name for name in functions), functions
        assert report.activity is None


@pytest.mark.representative("processes that end meanwhile")
@pytest.mark.parametrize("waited_for", [True, False])
def test_a_process_that_ends_while_it_is_watched(waited_for: bool) -> None:
    child = os.fork()
    if child == 0:
        time.sleep(0.6)
        os._exit(0)
    if waited_for:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # no zombie is left
    try:
        with pytest.raises(AccessError, match=f"process {child}"):
            explained(child, 1.0)
    finally:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if not waited_for:
            os.waitpid(child, 0)


def test_a_thread_in_uninterruptible_sleep_is_shown_as_such(tmp_path: object) -> None:
    """A parent sleeps so until the child that it spawns has executed its program; this one first
    opens a pipe that nobody writes to."""
    fifo = f"{tmp_path}/fifo"
    os.mkfifo(fifo)
    source = (
        "import os, sys, threading, time\n"
        "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "def spawn():\n"
        "    action = (os.POSIX_SPAWN_OPEN, 5, sys.argv[1], os.O_RDONLY, 0)\n"
        "    os.posix_spawn('/bin/true', ['true'], {}, file_actions=[action])\n"
        "print('ready', flush=True)\n"
        "spawn()\n"
    )
    with running(PYTHON, "-c", source, fifo) as process:
        deadline = time.monotonic() + 5
        while states(process.pid) != {"D", "S"} and time.monotonic() < deadline:
            time.sleep(0.01)
        report = explained(process.pid)
        assert states(process.pid) == {"D", "S"}
        assert any("uninterruptible sleep" in one for one in report.warnings), report.warnings
        main = next(thread for thread in report.threads if thread.tid == process.pid)
        assert any("spawn" in (frame.function or "") for frame in main.frames)
        os.close(os.open(fifo, os.O_WRONLY))


def test_kernel_threads_and_we_ourselves_are_named_as_such() -> None:
    with pytest.raises(AccessError, match="atfault itself"):
        Target(os.getpid())
    if procfs.comm(2) != "kthreadd":
        pytest.skip("no kernel threads are to be seen here")
    with pytest.raises(AccessError, match="is a kernel thread"):
        Target(2)
