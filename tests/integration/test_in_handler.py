"""A living process that stands in faulthandler's handler is told as the crash that it is."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from atfault.held import pair, standing
from support.run_command import ATFAULT, TIMEOUT, environment

PROGRAM = """
import ctypes, faulthandler, os, socket, sys
faulthandler.enable(file=socket.socket(fileno=int(sys.argv[1])))
def read(address):
    return ctypes.string_at(address)
def end(code):
    os.abort()
def divide(by):
    return ctypes.CDLL(None).div(1, by)
eval(sys.argv[2])
"""


def attached(pid: int, folder: Path) -> dict:
    done = subprocess.run(
        [*ATFAULT, "attach", "--now", "--json", "-", str(pid)],
        env=environment(str(folder)),
        capture_output=True,
        timeout=TIMEOUT,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("call", "cause", "line", "number"),
    [
        ("read(0)", "null-dereference", 5, signal.SIGSEGV),
        ("read(1 << 40)", "wild-pointer", 5, signal.SIGSEGV),
        ("end(3)", "assertion-failed", 7, signal.SIGABRT),
        ("divide(0)", "integer-division-by-zero", 9, signal.SIGFPE),
    ],
)
def test_the_crash_is_told_and_the_process_dies_of_it(
    tmp_path: Path, call: str, cause: str, line: int, number: int
) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    watcher, watched = pair()
    with (
        watcher,
        watched,
        subprocess.Popen(
            [sys.executable, str(program), str(watched.fileno()), call],
            pass_fds=[watched.fileno()],
            stderr=subprocess.DEVNULL,
        ) as process,
    ):
        watched.close()
        assert standing(watcher)[0] == process.pid
        report = attached(process.pid, tmp_path)
        watcher.close()
        assert process.wait(TIMEOUT) == -number
    first = report["diagnosis"][0]
    assert report["kind"] == "crash" and report["signal"]["number"] == number
    assert (first["cause"], first["blame"][0]["line"]) == (cause, line), first


def test_a_handler_of_the_programs_own_is_no_crash(tmp_path: Path) -> None:
    """It may go on behind the fault, as a signal that somebody sent is no fault at all."""
    program = tmp_path / "program.py"
    program.write_text(
        "import signal, os, sys, time\n"
        "def heard(number, frame):\n"
        "    print('x', flush=True)\n"
        "    time.sleep(100)\n"
        "signal.signal(signal.SIGSEGV, heard)\n"
        "os.kill(os.getpid(), signal.SIGSEGV)\n"
    )
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None and process.stdout.read(1) == b"x"
            report = attached(process.pid, tmp_path)
        finally:
            process.kill()
    assert report["kind"] != "crash" and report["diagnosis"][0]["family"] != "crash"


def test_a_socket_tells_who_has_written_to_it(tmp_path: Path) -> None:
    watcher, watched = pair()
    with watcher, watched:
        pid = os.fork()
        if not pid:
            watched.send(b"Fatal")
            os._exit(0)
        assert standing(watcher) == (pid, b"Fatal")
        os.waitpid(pid, 0)
        watched.shutdown(socket.SHUT_RDWR)
        assert standing(watcher) == (0, b"")
