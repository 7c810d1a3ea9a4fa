"""The last words of a kernel, said by whoever has watched it die.

A kernel publishes its output on a socket that its clients connect to (ZMQ: they connect again when
it is gone), at an address in its connection file. Once the kernel has ended the address is free,
and stays so until its manager has noticed, which is when this process ends. An output that names
the request of a cell as its parent is shown below that cell.

Nothing is said on the other channels: a client finds its kernel dead as it would without us.
https://jupyter-client.readthedocs.io/en/stable/messaging.html
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from atfault import lazy
from atfault.jupyter.files import read_json

MAX_CLIENTS = 1000
FIRST_SECONDS = 3.0
"""How long the first client is waited for: they try again after a tenth of a second each."""
MORE_SECONDS = 0.4
"""How long for another one, behind the last."""
LINGER_MS = 1000
HEARD_SECONDS = 0.5
"""Behind the last word: a client that finds the kernel dead reads no more (nbclient)."""


class Request(NamedTuple):
    """What a kernel was asked last, as the probe has noted it. header: of the message."""

    header: dict[str, Any]
    is_done: bool


class Words(NamedTuple):
    """An error as Jupyter has it. headline: one line; text: shown, with ANSI's colours."""

    name: str
    headline: str
    text: str


def read_request(path: str) -> Request | None:
    """None where the kernel was not asked for anything, or what is there is not ours."""
    found = read_json(path)
    header = found.get("header")
    if not isinstance(header, dict) or not isinstance(header.get("msg_id"), str):
        return None
    kept = {name: value for name, value in header.items() if isinstance(value, str)}
    return Request(kept, found.get("done") is not False)


def say(connection_file: str, request: Request, words: Words) -> bool:
    """Publish it below the cell of a request; whether anybody listened. The kernel must have ended.

    Raises ImportError without pyzmq and jupyter_client, OSError or ValueError where that address
    cannot be had.
    """
    zmq = lazy.load("zmq")
    session_class = lazy.load("jupyter_client.session:Session")
    told = read_json(connection_file)
    try:
        key, scheme = told["key"].encode(), told.get("signature_scheme", "hmac-sha256")
        address = _address(told)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{connection_file} is no connection file of a kernel") from error
    session = session_class(key=key, signature_scheme=scheme)
    with zmq.Context() as context, context.socket(zmq.XPUB) as socket:
        socket.linger = LINGER_MS
        if told.get("curve_secretkey"):
            socket.curve_secretkey = told["curve_secretkey"].encode()
            socket.curve_publickey = told["curve_publickey"].encode()
            socket.curve_server = True
        try:
            socket.bind(address)
        except zmq.ZMQError as error:  # which is no OSError
            raise OSError(error.errno, f"{address}: {error}") from None
        if not _clients(socket):
            return False
        content = {
            "ename": words.name,
            "evalue": words.headline,
            "traceback": words.text.rstrip("\n").split("\n"),
        }
        session.send(socket, "error", content, parent=request.header, ident=b"error")
    time.sleep(HEARD_SECONDS)
    return True


def _clients(socket: Any) -> int:
    """How many have connected, once there come no more."""
    found = 0
    until = time.monotonic() + FIRST_SECONDS
    while found < MAX_CLIENTS:
        left = until - time.monotonic()
        if left <= 0 or not socket.poll(left * 1000):
            break
        socket.recv()  # b"\1" and what it wants to hear of
        found += 1
        until = time.monotonic() + MORE_SECONDS
    return found


def _address(told: dict[str, Any]) -> str:
    """Of the channel iopub."""
    transport, ip, port = told.get("transport", "tcp"), told["ip"], int(told["iopub_port"])
    if transport == "ipc":
        return f"ipc://{ip}-{port}"
    return f"tcp://{ip}:{port}"
