"""A kernel of ours behind a Jupyter server, spoken to as JupyterLab's page does: sessions by REST,
cells by a websocket."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.run_command import ATFAULT, SOURCE, TIMEOUT

pytest.importorskip("ipykernel")
pytest.importorskip("jupyter_server")
websocket = pytest.importorskip("tornado.websocket")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(2 * TIMEOUT)]

TOKEN = "of-the-test"
SECONDS = 60
NULL = "import ctypes\n\ndef length(label):\n    return ctypes.string_at(label)\n\nlength(None)"
SELF_DEADLOCK = "import threading\nledger = threading.Lock()\nwith ledger:\n    with ledger: pass"


class Server:
    """One that runs, with the kernel that a notebook of it has."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as one:
            self._port = one.getsockname()[1]
        self.log = folder / "server.log"
        options = [f"--IdentityProvider.token={TOKEN}", f"--ServerApp.port={self._port}"]
        if os.geteuid() == 0:
            options.append("--allow-root")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "jupyter_server", "--no-browser", *options],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + SECONDS
        while True:
            try:
                self.asked("status")
                break
            except OSError:
                assert self.process.poll() is None and time.monotonic() < until, self.said()
                time.sleep(0.2)
        body = {"path": "labels.ipynb", "name": "labels.ipynb", "type": "notebook"}
        self.session = self.asked("sessions", {**body, "kernel": {"name": "atfault"}})

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def asked(self, what: str, body: dict[str, Any] | None = None) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._port}/api/{what}",
            None if body is None else json.dumps(body).encode(),
            {"Authorization": f"token {TOKEN}"},
        )
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)

    def cell(self, code: str, *, until: str) -> list[dict[str, Any]]:
        """Have a cell run in the notebook: what comes back, up to a message of a kind."""
        return asyncio.run(asyncio.wait_for(self._cell(code, until), SECONDS))

    async def _cell(self, code: str, until: str) -> list[dict[str, Any]]:
        kernel = f"ws://127.0.0.1:{self._port}/api/kernels/{self.session['kernel']['id']}"
        channels = await websocket.websocket_connect(f"{kernel}/channels?token={TOKEN}")
        header = {"msg_id": uuid.uuid4().hex, "msg_type": "execute_request", "version": "5.3"}
        header.update(session=uuid.uuid4().hex, username="", date="2026-01-01T00:00:00Z")
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}}
        content.update(allow_stdin=False, stop_on_error=True)
        parts = {"parent_header": {}, "metadata": {}, "channel": "shell", "buffers": []}
        await channels.write_message(json.dumps({"header": header, "content": content, **parts}))
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1]["header"]["msg_type"] != until:
            message = json.loads(await channels.read_message())
            if message["parent_header"].get("msg_id") == header["msg_id"]:
                heard.append(message)
        channels.close()
        return heard


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    for name in ("JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("PYTHONPATH", SOURCE)
    atfault("jupyter", "install")
    made = Server(tmp_path)
    yield made
    made.process.terminate()
    made.process.wait(TIMEOUT)


def atfault(*words: str) -> str:
    done = subprocess.run([*ATFAULT, *words], capture_output=True, text=True, timeout=TIMEOUT)
    return done.stdout + done.stderr


def test_the_page_gets_the_report_below_the_cell_and_a_new_kernel(server: Server) -> None:
    server.cell("label = None", until="execute_reply")
    (error,) = (one for one in server.cell(NULL, until="error") if one["content"].get("ename"))
    shown = re.sub("\x1b\\[[0-9;]*m", "", "\n".join(error["content"]["traceback"]))
    assert "null-dereference (certain)" in shown and "In [2]:4, in length" in shown
    until = time.monotonic() + SECONDS
    while "null-dereference (certain)" not in server.said() and time.monotonic() < until:
        time.sleep(0.2)
    assert "In [2]:4, in length" in server.said()
    # What it prints comes by another channel than the reply, and later at times.
    heard = server.cell("print('new')", until="stream")
    assert heard[-1]["content"]["text"] == "new\n"


def test_a_cell_that_hangs_is_found_by_the_name_of_its_notebook(server: Server) -> None:
    server.cell("print('begun')", until="execute_reply")
    server.cell(SELF_DEADLOCK, until="execute_input")
    time.sleep(1)
    assert "labels.ipynb" in atfault("attach", "--jupyter")
    seen = atfault("attach", "--jupyter", "labels.ipynb")
    assert "self-deadlock (certain)" in seen and "In [2]:4, in <module>" in seen, seen
