"""What is said in the place of a dead kernel."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atfault.jupyter import speaking
from atfault.jupyter.speaking import Request, Words, read_request, say

zmq = pytest.importorskip("zmq")
session = pytest.importorskip("jupyter_client.session")

KEY = b"secret"
WORDS = Words("KernelDied", "null-dereference", "first\nsecond\n")
REQUEST = Request({"msg_id": "m1", "msg_type": "execute_request", "session": "s1"}, False)


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
    monkeypatch.setattr(speaking, "FIRST_SECONDS", 0.1)
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
