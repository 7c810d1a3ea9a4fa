"""The kernels that run on this machine, and the notebooks that they are for.

A kernel is a process that was given a connection file. The notebook is told by a server of this
user that answers, else by that file or the kernel's environment, as the server wrote it when it
started the kernel; VS Code and nbconvert say nothing there.

The files of JSON that Jupyter, or the probe, has written are not trusted.

The last words of a kernel are said by whoever has watched it die. A kernel
publishes its output on a socket that its clients connect to (ZMQ: they connect again when it is
gone), at an address in its connection file. Once the kernel has ended the address is free,
and stays so until its manager has noticed, which is when this process ends. An output that names
the request of a cell as its parent is shown below that cell.

Nothing is said on the other channels: a client finds its kernel dead as it would without us.
https://jupyter-client.readthedocs.io/en/stable/messaging.html
"""

from __future__ import annotations

import glob
import json
import os
import stat
import time
import urllib.request
from collections.abc import Iterator
from typing import Any, NamedTuple

from atfault import lazy
from atfault.errors import UsageError
from atfault.snapshot import procfs

SESSION = "JPY_SESSION_NAME"
MAX_SERVERS = 16
MAX_ANSWER = 1 << 22
ANSWER_SECONDS = 2.0
_GIVEN = ("-f", "--f", "--IPKernelApp.connection_file")
_MAX_WORDS = 40
MAX_FILE = 1 << 16
MAX_CLIENTS = 1000
FIRST_SECONDS = 3.0
"""How long the first client is waited for: they try again after a tenth of a second each."""
MORE_SECONDS = 0.4
"""How long for another one, behind the last."""
LINGER_MS = 1000
HEARD_SECONDS = 0.5
"""Behind the last word: a client that finds the kernel dead reads no more (nbclient)."""


class Kernel(NamedTuple):
    """One that runs. key: Jupyter's name for it; notebook: its path, "" where nobody tells."""

    pid: int
    key: str
    notebook: str
    cwd: str


def kernels() -> list[Kernel]:
    """All that can be seen, the oldest first."""
    given = {pid: file for pid in procfs.processes() if (file := connection_file(pid))}
    found = []
    notebooks = _told_by_servers()
    for pid, file in sorted(given.items()):
        status = procfs.stat(pid)
        if status is None or given.get(status.ppid) == file:
            continue  # a worker that the kernel has forked
        told = read_json(file)
        if not {"iopub_port", "shell_port"} <= told.keys():
            continue
        key = os.path.basename(file).removeprefix("kernel-").removesuffix(".json")
        notebook = notebooks.get(key) or _text(told.get("jupyter_session"))
        notebook = notebook or procfs.variables(pid, (SESSION,)).get(SESSION, "")
        found.append(Kernel(pid, key, notebook, procfs.link(pid, "cwd")))
    return found


def chosen(name: str, known: list[Kernel]) -> Kernel:
    """By the notebook's name or path, the beginning of the kernel's id, or its pid. Raises
    UsageError where that is none, or several."""
    for fits in (_is_named, _begins):
        found = [one for one in known if fits(one, name)]
        if len(found) == 1:
            return found[0]
        if found:
            pids = ", ".join([str(one.pid) for one in found])
            raise UsageError(f"attach: {len(found)} kernels are called {name}: processes {pids}")
    raise UsageError(
        f"attach: no kernel is called {name}; atfault attach --jupyter lists those that run"
    )


def connection_file(pid: int) -> str:
    """What a kernel was started with, as an absolute path; "" for what is none."""
    words = procfs.arguments(pid)[:_MAX_WORDS]
    if "atfault" in words and "--jupyter" in words:
        return ""  # who watches one
    for word, following in zip(words, (*words[1:], "")):
        option, equals, value = word.partition("=")
        file = value if equals else following
        if option in _GIVEN and file.endswith(".json"):
            return os.path.join(procfs.link(pid, "cwd"), file)
    return ""


def _is_named(kernel: Kernel, name: str) -> bool:
    path = kernel.notebook
    file = os.path.basename(path)
    names = (path, os.path.join(kernel.cwd, file), file, os.path.splitext(file)[0])
    return name == str(kernel.pid) or (bool(path) and name in names)


def _begins(kernel: Kernel, name: str) -> bool:
    return kernel.key.startswith(name)


def _told_by_servers() -> dict[str, str]:
    """Id of a kernel → its notebook."""
    found: dict[str, str] = {}
    pattern = os.path.join(glob.escape(_runtime_folder()), "*server-*.json")  # nbserver, jpserver
    for path in sorted(glob.glob(pattern))[:MAX_SERVERS]:
        told = read_json(path)
        pid, url = told.get("pid"), _text(told.get("url"))
        if isinstance(pid, int) and procfs.lives(pid) and url.startswith(("http://", "https://")):
            found.update(_sessions(url, _text(told.get("token"))))
    return found


def _sessions(url: str, token: str) -> Iterator[tuple[str, str]]:
    """(id of a kernel, its notebook) of a server; none where it does not answer."""
    request = urllib.request.Request(f"{url.rstrip('/')}/api/sessions")
    if token:
        request.add_header("Authorization", f"token {token}")
    directly = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with directly.open(request, timeout=ANSWER_SECONDS) as answer:
            sessions = json.loads(answer.read(MAX_ANSWER))
    except (OSError, ValueError):
        return
    for one in sessions if isinstance(sessions, list) else ():
        kernel: Any = one.get("kernel") if isinstance(one, dict) else None
        key = _text(kernel.get("id")) if isinstance(kernel, dict) else ""
        if key and _text(one.get("path")):
            yield key, one["path"]


def _runtime_folder() -> str:
    """As jupyter_core.paths.jupyter_runtime_dir has it."""
    given = os.environ.get("JUPYTER_RUNTIME_DIR")
    if given:
        return given
    data = os.environ.get("JUPYTER_DATA_DIR")
    if not data:
        home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        data = os.path.join(home, "jupyter")
    return os.path.join(data, "runtime")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def read_json(path: str) -> dict[str, Any]:
    """An object; {} for what is none, is no regular file, or cannot be read."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
        with open(fd, "rb") as file:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                return {}
            found = json.loads(file.read(MAX_FILE))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


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
