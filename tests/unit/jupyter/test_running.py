"""Kernels that run: which processes they are, and what they are called."""

from __future__ import annotations

import http.server
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from atfault.errors import UsageError
from atfault.jupyter import running
from atfault.jupyter.files import read_json
from atfault.jupyter.running import Kernel, chosen, connection_file

KERNELS = [
    Kernel(11, "aa11", "work/heat.ipynb", "/home/ada/work"),
    Kernel(12, "aa22", "old/heat.ipynb", "/home/ada/old"),
    Kernel(13, "bb33", "rain.ipynb", "/home/ada"),
    Kernel(14, "cc44", "", "/tmp"),
]


@pytest.mark.parametrize(
    ("name", "pid"),
    [
        ("rain.ipynb", 13),
        ("rain", 13),
        ("/home/ada/old/heat.ipynb", 12),
        ("work/heat.ipynb", 11),
        ("bb", 13),
        ("cc44", 14),
        ("12", 12),
    ],
)
def test_a_kernel_is_found_by_notebook_id_or_process(name: str, pid: int) -> None:
    assert chosen(name, KERNELS).pid == pid


@pytest.mark.parametrize(
    ("name", "said"), [("heat", "processes 11, 12"), ("aa", "2 kernels"), ("snow", "no kernel")]
)
def test_what_is_no_kernel_or_several_is_refused(name: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        chosen(name, KERNELS)


@pytest.mark.parametrize(
    ("words", "file"),
    [
        ("python -m ipykernel_launcher -f /r/kernel-1.json", "/r/kernel-1.json"),
        ("python -m ipykernel_launcher --f=/r/kernel-v3a.json", "/r/kernel-v3a.json"),
        ("python -m ipykernel_launcher -f kernel-1.json", "/w/kernel-1.json"),
        ("python -m atfault run --jupyter /r/k.json -- python -f /r/k.json", ""),
        ("tail -f /var/log/messages", ""),
        ("python -m ipykernel_launcher -f", ""),
        ("", ""),
    ],
)
def test_a_kernel_is_known_by_its_connection_file(
    words: str, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running.procfs, "arguments", lambda _: tuple(words.split()))
    monkeypatch.setattr(running.procfs, "link", lambda *_: "/w")
    assert connection_file(1) == file


class Server(http.server.BaseHTTPRequestHandler):
    """A Jupyter server that knows one session, and asks for a token."""

    def do_GET(self) -> None:
        is_known = self.headers["Authorization"] == "token t0ken"
        self.send_response(200 if is_known and self.path == "/base/api/sessions" else 403)
        self.end_headers()
        session = {"path": "new.ipynb", "kernel": {"id": "aa11"}}
        self.wfile.write(json.dumps([session, {"kernel": None}, 7]).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def url() -> Iterator[str]:
    with http.server.HTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/base/"
        server.shutdown()


def test_a_server_that_answers_tells_the_notebook(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")

    def told(**server: object) -> dict[str, str]:
        (tmp_path / "jpserver-1.json").write_text(json.dumps(server))
        return running._told_by_servers()

    assert told(url=url, token="t0ken", pid=os.getpid()) == {"aa11": "new.ipynb"}
    assert told(url=url, token="other", pid=os.getpid()) == {}
    assert told(url="file:///etc/passwd", token="", pid=os.getpid()) == {}
    assert told(url=7, pid="x") == {}


@pytest.mark.parametrize("content", [b"", b"[1]", b"\xff{", b"[" * 60000])
def test_a_file_that_is_no_object_is_an_empty_one(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "k.json"
    path.write_bytes(content)
    assert read_json(str(path)) == {}
    os.mkfifo(tmp_path / "pipe")
    assert read_json(str(tmp_path / "pipe")) == {}
