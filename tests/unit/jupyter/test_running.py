"""Kernels that run: which processes they are, and what they are called.

What is said in the place of a dead kernel.
"""

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
from atfault.jupyter.running import (
    Kernel,
    Request,
    Words,
    chosen,
    connection_file,
    read_json,
    read_request,
    say,
)

KERNELS = [
    Kernel(11, "aa11", "work/heat.ipynb", "/home/ada/work"),
    Kernel(12, "aa22", "old/heat.ipynb", "/home/ada/old"),
    Kernel(13, "bb33", "rain.ipynb", "/home/ada"),
    Kernel(14, "cc44", "", "/tmp"),
]
zmq = pytest.importorskip("zmq")
session = pytest.importorskip("jupyter_client.session")

KEY = b"secret"
WORDS = Words("KernelDied", "null-dereference", "first\nsecond\n")
REQUEST = Request({"msg_id": "m1", "msg_type": "execute_request", "session": "s1"}, False)


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


def connection(folder: Path, **more: object) -> str:
    path = folder / "kernel-1.json"
    told = {"transport": "ipc", "ip": str(folder / "k"), "iopub_port": 1, "key": KEY.decode()}
    path.write_text(json.dumps({**told, **more}))
    return str(path)


@pytest.mark.parametrize("is_encrypted", [False, True])
def test_a_client_of_the_dead_kernel_hears_an_error_of_its_request(
    tmp_path: Path, is_encrypted: bool
) -> None:
    with zmq.Context() as context, context.socket(zmq.SUB) as client:
        client.linger = 0
        more = {}
        if is_encrypted:
            public, secret = zmq.curve_keypair()
            more = {"curve_publickey": public.decode(), "curve_secretkey": secret.decode()}
            client.curve_serverkey = public
            client.curve_publickey, client.curve_secretkey = zmq.curve_keypair()
        client.subscribe(b"")
        client.connect(f"ipc://{tmp_path / 'k'}-1")
        assert say(connection(tmp_path, **more), REQUEST, WORDS)
        assert client.poll(10_000)
        _, parts = session.Session(key=KEY).feed_identities(client.recv_multipart())
        message = session.Session(key=KEY).deserialize(parts)
    assert message["msg_type"] == "error"
    assert message["parent_header"]["msg_id"] == "m1"
    assert message["content"] == {
        "ename": "KernelDied",
        "evalue": "null-dereference",
        "traceback": ["first", "second"],
    }


def test_it_is_told_that_nobody_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "FIRST_SECONDS", 0.1)
    assert not say(connection(tmp_path), REQUEST, WORDS)


def test_an_address_that_is_taken_is_an_error_of_the_system(tmp_path: Path) -> None:
    with zmq.Context() as context, context.socket(zmq.PUB) as other:
        port = other.bind_to_random_port("tcp://127.0.0.1")
        file = connection(tmp_path, transport="tcp", ip="127.0.0.1", iopub_port=port)
        with pytest.raises(OSError, match="in use"):
            say(file, REQUEST, WORDS)


@pytest.mark.parametrize("told", ["{}", "[]", '{"key": 7}', '{"key": "k", "ip": "h"}'])
def test_what_is_no_connection_file_is_refused(tmp_path: Path, told: str) -> None:
    path = tmp_path / "kernel-1.json"
    path.write_text(told)
    with pytest.raises(ValueError, match="no connection file"):
        say(str(path), REQUEST, WORDS)


def test_a_request_is_what_the_probe_has_noted_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    for text in ("4711", "{}", '{"header": 1}', '{"header": {"msg_id": 1}}'):
        path.write_text(text)
        assert read_request(str(path)) is None
    path.write_text('{"done": false, "header": {"msg_id": "m", "date": null, "x": [1]}}')
    assert read_request(str(path)) == Request({"msg_id": "m"}, False)
