"""The kernels that run on this machine, and the notebooks that they are for.

A kernel is a process that was given a connection file. The notebook is told by a server of this
user that answers, else by that file or the kernel's environment, as the server wrote it when it
started the kernel; VS Code and nbconvert say nothing there.
"""

from __future__ import annotations

import glob
import json
import os
import urllib.request
from collections.abc import Iterator
from typing import Any, NamedTuple

from atfault.errors import UsageError
from atfault.jupyter.files import read_json
from atfault.snapshot import procfs

SESSION = "JPY_SESSION_NAME"
MAX_SERVERS = 16
MAX_ANSWER = 1 << 22
ANSWER_SECONDS = 2.0
_GIVEN = ("-f", "--f", "--IPKernelApp.connection_file")
_MAX_WORDS = 40


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
