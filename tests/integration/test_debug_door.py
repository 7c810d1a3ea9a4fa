"""Who gets to `atfault debug`: real connections, from this user and from another one."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from atfault.dap.server import MAX_PENDING
from support import needs
from support.dap_client import Editor, Refused
from support.run_command import SOURCE

pytestmark = [
    pytest.mark.slow,
    needs.program("gdb"),
]
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
NOBODY = 65534
PROGRAM = (
    "import os, time\nprint('PID', os.getpid(), flush=True)\ntime.sleep(int(os.environ['S']))\n"
)
INITIALIZE = {"seq": 1, "type": "request", "command": "initialize", "arguments": {}}
LAUNCH = {
    "seq": 2,
    "type": "request",
    "command": "launch",
    "arguments": {"env": {"PYTHONWARNINGS": "error", "BROWSER": "x"}, "python": "/bin/false"},
}


def framed(message: Any) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Waiting:
    """An `atfault debug` that waits for its editor."""

    def __init__(self, folder: Path, *options: str, seconds: int = 0, **variables: str) -> None:
        script = folder / "program.py"
        script.write_text(PROGRAM)
        runtime = folder / "runtime"
        runtime.mkdir(mode=0o700, exist_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "atfault", "debug", "--python", sys.executable]
            + [*options, str(script)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": SOURCE,
                "XDG_RUNTIME_DIR": str(runtime),
                "S": str(seconds),
                **variables,
            },
        )
        assert self.process.stderr is not None
        told = self.process.stderr.readline()
        found = re.search(r"waiting for an editor at (.*); in ", told)
        assert found, told + self.process.stderr.read()
        self.place = found[1]
        self.token = ""
        if not self.place.startswith("/"):
            self.configuration = json.loads(self.process.stderr.readline())
            self.token = self.configuration["token"]

    def connect(self) -> socket.socket:
        if self.place.startswith("/"):
            one = socket.socket(socket.AF_UNIX)
            one.connect(self.place)
        else:
            host, _, port = self.place.rpartition(":")
            one = socket.create_connection((host.strip("[]"), int(port)))
        one.settimeout(30)
        return one

    def send(self, data: bytes) -> bytes:
        """What comes back until the connection is ended by the other side."""
        with self.connect() as one:
            return conversation(one, data)

    def editor(self) -> Editor:
        return Editor.over(self.connect().makefile("rwb"), self.process)

    def is_served(self) -> None:
        """The command waits for an editor still, and serves one."""
        editor = self.editor()
        editor.begin(token=self.token) if self.token else editor.begin()
        assert editor.event("exited")["exitCode"] == 0
        editor.ask("disconnect")
        assert self.process.wait(30) == 0

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.communicate()


def conversation(one: socket.socket, data: bytes) -> bytes:
    found = b""
    try:
        one.sendall(data)
        while part := one.recv(1 << 16):
            found += part
    except ConnectionError:
        pass
    return found


Starter = Callable[..., Waiting]


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Starter]:
    made: list[Waiting] = []

    def start(*options: str, **more: Any) -> Waiting:
        made.append(Waiting(tmp_path, *options, **more))
        return made[-1]

    yield start
    for one in made:
        one.end()


ON_PORT = ("--listen", "0")
ATTACKS = {
    "curl": b"POST /a:b HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 90\r\n\r\n" + b"x" * 90,
    "http that ends in a message": b"POST /a:b HTTP/1.1\r\nHost: x\r\n\r\n"
    + framed(INITIALIZE)
    + framed(LAUNCH),
    "a header first": b"Host: x\r\n" + framed(INITIALIZE) + framed(LAUNCH),
    "WebSocket": b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 300 + b"\n",
    "no line": b"A" * (1 << 20),
    "no end of the header": b"Content-Length: 2\r\n" + b"A: b\r\n" * 100_000,
    "a body without an end": b"Content-Length: 99999999999\r\n\r\n",
    "no JSON": b"Content-Length: 3\r\n\r\n{]}",
    "no protocol": b"Content-Length: 2\r\n\r\n[]",
    "launch first": framed(LAUNCH),
    "an event first": framed({"seq": 1, "type": "event", "event": "initialized"}),
    "bad length": b"Content-Length: 1_0\r\n\r\n{}",
    "nothing but an end": b"\r\n\r\n",
}


@pytest.mark.parametrize("options", [(), ON_PORT], ids=["socket", "port"])
def test_what_is_no_initialize_is_unanswered_and_the_next_client_served(
    waiting: Starter, options: tuple[str, ...]
) -> None:
    one = waiting(*options)
    for name, data in ATTACKS.items():
        assert one.send(data) == b"", name
        assert one.process.poll() is None, name
    one.is_served()


def test_a_silent_connection_does_not_block_the_next_client(waiting: Starter) -> None:
    one = waiting(*ON_PORT)
    silent = [one.connect() for _ in range(40)]
    one.is_served()
    for connection in silent:
        connection.close()


def test_of_silent_connections_no_more_than_a_few_are_kept(waiting: Starter) -> None:
    one = waiting(*ON_PORT)
    silent = [one.connect() for _ in range(40)]
    deadline, ended = time.monotonic() + 60, 0
    while ended < 40 - MAX_PENDING and time.monotonic() < deadline:
        time.sleep(0.05)
        ended = sum(_is_ended(connection) for connection in silent)
    assert ended >= 40 - MAX_PENDING
    one.is_served()


def _is_ended(connection: socket.socket) -> bool:
    connection.settimeout(0)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def asked_to_start(one: Waiting, command: str, **arguments: Any) -> Editor:
    editor = one.editor()
    editor.ask("initialize", adapterID="x")
    with pytest.raises(Refused, match="token"):
        editor.ask(command, **arguments)
    return editor


@pytest.mark.representative("who gets to debug")
def test_on_a_port_nothing_starts_without_the_token(waiting: Starter) -> None:
    one = waiting(*ON_PORT)
    assert len(one.token) >= 24
    for wrong in (
        {},
        {"token": ""},
        {"token": one.token[:-1]},
        {"token": None},
        {"token": [1]},
        {"token": "\ud800"},
    ):
        for command in ("launch", "attach"):
            asked_to_start(one, command, **wrong)
    early = one.editor()
    early.ask("initialize")
    for command in ("evaluate", "setBreakpoints", "configurationDone", "initialize"):
        with pytest.raises(Refused, match="comes first"):
            early.ask(command, expression="-exec shell id", context="repl")
    one.is_served()


def test_a_token_can_be_kept(waiting: Starter) -> None:
    one = waiting(*ON_PORT, ATFAULT_DEBUG_TOKEN="a token that stays the same")
    assert one.token == "a token that stays the same"
    one.is_served()


@pytest.mark.representative("who gets to debug")
def test_the_socket_is_in_a_private_folder_and_goes_away(waiting: Starter) -> None:
    one = waiting()
    folder = os.path.dirname(one.place)
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    assert stat.S_IMODE(os.stat(one.place).st_mode) == 0o600
    one.is_served()
    assert not os.path.exists(one.place)


def test_a_runtime_folder_that_others_may_enter_is_not_used(
    waiting: Starter, tmp_path: Path
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    one = waiting(XDG_RUNTIME_DIR=str(shared))
    assert not one.place.startswith(str(shared))
    assert stat.S_IMODE(os.stat(os.path.dirname(one.place)).st_mode) == 0o700


def test_a_path_can_be_named(waiting: Starter, tmp_path: Path) -> None:
    path = str(tmp_path / "here.sock")
    left_over = socket.socket(socket.AF_UNIX)
    left_over.bind(path)
    left_over.close()
    one = waiting("--listen", path)
    assert one.place == path
    one.is_served()


@pytest.mark.parametrize(("listen", "by"), [("[::1]:0", "::1"), ("0", "::ffff:127.0.0.1")])
def test_ipv6_and_ipv4_through_it_are_told_apart_from_strangers(
    waiting: Starter, listen: str, by: str
) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("no IPv6 here")
    one = waiting("--listen", listen)
    one.place = f"{by}:{one.place.rpartition(':')[2]}"
    asked_to_start(one, "launch")
    one.is_served()


# Another user


def as_nobody(code: str, *arguments: str) -> str:
    """What a program of another user's prints."""
    done = subprocess.run(
        [shutil.which("python3", path="/usr/bin:/bin") or sys.executable, "-I", "-c", code]
        + [*arguments],
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        cwd="/",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout + done.stderr


SEND = """
import socket, sys, time
host, port, how, data = sys.argv[1], int(sys.argv[2]), sys.argv[3], bytes.fromhex(sys.argv[4])
one = socket.create_connection((host, port))
answer = b""
try:
    one.sendall(data)
    if how == "gone":
        one.close()  # the row of an orphan says user 0
        time.sleep(1)
    else:
        if how == "half":
            one.shutdown(socket.SHUT_WR)
        answer = one.recv(1000)
except OSError:
    pass  # it was ended
print("ANSWER", answer)
"""


@as_root
@pytest.mark.parametrize("how", ["open", "half", "gone"])
def test_another_user_is_not_answered_even_with_the_token(waiting: Starter, how: str) -> None:
    one = waiting(*ON_PORT)
    launch = {**LAUNCH, "arguments": {"token": one.token}}
    host, _, port = one.place.rpartition(":")
    data = (framed(INITIALIZE) + framed(launch)).hex()
    told = as_nobody(SEND, host, port, how, data)
    assert told == "ANSWER b''\n"
    assert one.process.poll() is None
    one.is_served()
    assert "PID" in (one.process.stdout.read() if one.process.stdout else "")


@as_root
def test_another_user_does_not_reach_the_socket(waiting: Starter) -> None:
    one = waiting()
    code = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
    assert "PermissionError" in as_nobody(code, one.place)
    one.is_served()


LISTENING = """
import sys
for name in ("tcp", "tcp6"):
    for line in open("/proc/net/" + name):
        words = line.split()
        if words[3] == "0A":
            print(name, words[1], words[9])
"""


@as_root
def test_while_the_session_runs_nothing_in_it_can_be_connected_to(waiting: Starter) -> None:
    before = set(as_nobody(LISTENING).splitlines())
    one = waiting(seconds=300)
    editor = one.editor()
    editor.begin()
    assert one.process.stdout is not None
    pid = int(one.process.stdout.readline().split()[1])
    held = [os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")]
    inodes = {name[8:-1] for name in held if name.startswith("socket:")}
    assert inodes  # debugpy's connection to us
    new = set(as_nobody(LISTENING).splitlines()) - before
    assert not [line for line in new if line.split()[2] in inodes]
    with open(f"/proc/{pid}/cmdline", encoding="utf-8") as file:
        words = file.read().split("\0")
    path = next(word for word in words if word.endswith(".sock"))
    code = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
    assert "Error" in as_nobody(code, path)
    with pytest.raises(OSError):  # nor does root: one connection was accepted, the program's
        socket.socket(socket.AF_UNIX).connect(path)
    with pytest.raises(OSError):  # nor a second editor
        one.connect()
    with pytest.raises(Refused, match="once"):
        editor.ask("initialize")
    editor.ask("disconnect", terminateDebuggee=True)
    assert one.process.wait(30) == 0


def test_what_a_request_says_of_how_to_run_counts_with_stdio_alone(
    waiting: Starter, tmp_path: Path
) -> None:
    one = waiting()
    editor = one.editor()
    mark = tmp_path / "mark"
    editor.begin(
        python="/bin/false",
        env={"S": "x", "PYTHONSTARTUP": str(mark)},
        cwd="/",
        program=str(mark),
    )
    assert editor.event("exited")["exitCode"] == 0  # int("x") would have failed
    assert "program, python, env, cwd" in editor.output
    editor.ask("disconnect")
    assert one.process.wait(30) == 0


@pytest.mark.parametrize("options", [(), ON_PORT])
def test_a_script_that_is_not_there_is_told_before_an_editor_comes(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "atfault", "debug", *options, "no-such-script.py"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": SOURCE},
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "no-such-script.py" in done.stderr


@pytest.mark.parametrize("where", ["70000", "x:-1", "/no/such/folder/a.sock"])
def test_a_place_that_cannot_be_listened_on_is_one_line(tmp_path: Path, where: str) -> None:
    (tmp_path / "a.py").write_text("")
    done = subprocess.run(
        [sys.executable, "-m", "atfault", "debug", "--python", sys.executable]
        + ["--listen", where, "a.py"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": SOURCE},
        timeout=60,
        check=False,
    )
    assert done.returncode == 2 and done.stderr.count("\n") == 1
