"""Servers without a client, of frameworks and of the user's own, looked at by attach."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time

import pytest

APP = """\
def app(environ, start_response):
    start_response("200 OK", [])
    return []
"""
ASYNCIO = """\
import asyncio
import sys


async def talk(reader, writer):
    await reader.read()


async def main():
    server = await asyncio.start_server(talk, "127.0.0.1", int(sys.argv[1]))
    async with server:
        await server.serve_forever()


asyncio.run(main())
"""
SERVERS = {
    "http.server": (
        ("-m", "http.server", "{port}", "--bind", "127.0.0.1"),
        '"MainThread" waits for connections on TCP 127.0.0.1:{port}',
    ),
    "gunicorn": (
        ("-m", "gunicorn", "-b", "127.0.0.1:{port}", "-w", "2", "app:app"),
        '"MainThread" of process {child} waits for connections on TCP 127.0.0.1:{port}',
    ),
    "asyncio": (
        ("serve.py", "{port}"),
        'the event loop of "MainThread" waits for connections on TCP 127.0.0.1:{port}',
    ),
}


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def children(pid: int) -> list[str]:
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return file.read().split()


def wait_until_it_serves(process: subprocess.Popen[bytes], port: int, workers: int) -> None:
    """Without connecting: a client would be something to wait for."""
    deadline = time.monotonic() + 60
    wanted = f":{port:04X} 00000000:0000 0A"
    while time.monotonic() < deadline and process.poll() is None:
        with open("/proc/net/tcp", encoding="ascii") as file:
            if wanted in file.read() and len(children(process.pid)) >= workers:
                time.sleep(1)  # until it has gone to sleep
                return
        time.sleep(0.05)
    raise AssertionError("the server did not start")


@pytest.mark.representative("servers at rest", only=("http.server",))
@pytest.mark.parametrize("name", SERVERS)
def test_an_idle_server_waits_for_connections(name: str, tmp_path) -> None:
    if name == "gunicorn":
        pytest.importorskip("gunicorn")
    (tmp_path / "app.py").write_text(APP)
    (tmp_path / "serve.py").write_text(ASYNCIO)
    port = free_port()
    argv, summary = SERVERS[name]
    process = subprocess.Popen(
        [sys.executable, *[word.format(port=port) for word in argv]],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until_it_serves(process, port, 2 if name == "gunicorn" else 0)
        child = min(map(int, children(process.pid)), default=0)
        done = subprocess.run(
            [sys.executable, "-m", "atfault", "attach", "--json", "-", "--watch", "1",
             str(process.pid)],
            capture_output=True,
            timeout=120,
        )  # fmt: skip
    finally:
        process.terminate()
        process.wait(30)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    best = report["diagnosis"][0]
    assert (best["cause"], best["confidence"]) == ("waiting-external", "likely")
    assert best["summary"] == summary.format(port=port, child=child)
    assert report["headline"] == f"Waiting for connections on TCP 127.0.0.1:{port}"
    blamed = [(os.path.basename(line["file"]), line["function"]) for line in best["blame"]]
    mine = [("serve.py", "main"), ("serve.py", "<module>")] if name == "asyncio" else []
    assert blamed == mine  # the task that awaits first, then the line that runs the loop
