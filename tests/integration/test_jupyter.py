"""A kernel of `atfault jupyter install`, with the real tools: what its death says, and that it is
interrupted, restarted and shut down as ipykernel's own."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support.run_command import ATFAULT, SOURCE, TIMEOUT

pytest.importorskip("ipykernel")
jupyter_client = pytest.importorskip("jupyter_client")
nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytestmark = pytest.mark.slow

SECONDS = 60
NULL = """\
import ctypes

def length(label):
    return ctypes.string_at(label)

length(None)
"""
OUT_OF_BOUNDS = """\
import numpy as np
from numpy.lib.stride_tricks import as_strided
grid = np.zeros((100, 100))
window = as_strided(grid, shape=(10_000_000, 100), strides=grid.strides)
window[5_000_000, 3] += 1.0
"""
ENDLESS = """\
import time
print("begun", flush=True)
while True:
    time.sleep(0.01)
"""
SELF_DEADLOCK = """\
import threading
ledger = threading.Lock()

def book():
    with ledger:
        refund()

def refund():
    with ledger:
        pass

book()
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("PYTHONPATH", SOURCE)
    said = atfault("jupyter", "install")
    assert "kernel atfault is in" in said.stdout, said.stderr


def atfault(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ATFAULT, *words], capture_output=True, text=True, timeout=TIMEOUT)


class Kernel:
    """One that runs, and its only client."""

    def __init__(self, log: Path, name: str = "atfault") -> None:
        self.log = log
        self.heard: list[dict[str, Any]] = []
        self.manager = jupyter_client.KernelManager(kernel_name=name)
        self._file = open(log, "ab")  # noqa: SIM115 (of restarts, too)
        before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # a worker of xdist ignores it
        self.manager.start_kernel(stderr=self._file, cwd=log.parent)
        signal.signal(signal.SIGINT, before)
        self.client = self.manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=SECONDS)

    @property
    def process(self) -> subprocess.Popen[bytes]:
        return self.manager.provisioner.process

    def pid(self) -> int:
        """Of the kernel itself."""
        self.client.execute_interactive(
            "import os; print(os.getpid())", timeout=SECONDS, output_hook=self._hear
        )
        return int(self.heard[-1]["content"]["text"])

    def _hear(self, message: dict[str, Any]) -> None:
        if message["msg_type"] in ("stream", "error"):
            self.heard = [*self.heard, message]

    def run(self, code: str) -> str:
        """What a cell writes."""
        self.heard = []
        self.client.execute_interactive(code, timeout=SECONDS, output_hook=self._hear)
        return "".join(
            one["content"].get("text") or f"{one['content']['ename']}\n" for one in self.heard
        )

    def begin(self, code: str) -> str:
        """Have a cell executed, and come back when it is; the request."""
        request: str = self.client.execute(code)
        while True:
            message = self.client.get_iopub_msg(timeout=SECONDS)
            if message["msg_type"] == "stream" and "begun" in message["content"]["text"]:
                return request

    def error_of(self, request: str) -> dict[str, Any]:
        """What is said below the cell of a request, of type "error"."""
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            try:
                message = self.client.get_iopub_msg(timeout=1)
            except queue.Empty:
                continue
            if message["msg_type"] == "error":
                assert message["parent_header"]["msg_id"] == request
                return message["content"]
        raise AssertionError("nothing was said")

    def close(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)
        self._file.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Kernel]]:
    kernels: list[Kernel] = []

    def started(name: str = "atfault") -> Kernel:
        kernels.append(Kernel(tmp_path / "server.log", name))
        return kernels[-1]

    yield started
    for one in kernels:
        one.close()


def executed(*cells: str) -> tuple[Exception | None, Any]:
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(one) for one in cells])
    try:
        nbclient.NotebookClient(book, kernel_name="atfault", timeout=SECONDS).execute()
    except Exception as error:
        return error, book
    return None, book


@pytest.mark.parametrize(
    ("cell", "headline", "line"),
    [
        (NULL, "null-dereference (certain)", "In [2]:4, in length"),
        (OUT_OF_BOUNDS, "out-of-bounds", "In [2]:5, in <module>"),
    ],
)
def test_a_cell_that_crashes_has_the_report_below_it(cell: str, headline: str, line: str) -> None:
    error, book = executed("x = 1", cell)
    assert isinstance(error, nbclient.exceptions.DeadKernelError)
    (output,) = book.cells[1].outputs
    assert (output.output_type, output.ename) == ("error", "KernelDied")
    assert output.evalue.startswith(headline)
    text = without_colours("\n".join(output.traceback))
    assert line in text and "/ipykernel_" not in text
    number = re.search(r"\n  atfault show -v (\d+)\s+also\s+shows", text)
    assert number is not None and line in atfault("show", "-v", number[1]).stdout


def test_the_report_is_in_the_servers_log_and_saved(
    start: Callable[..., Kernel], tmp_path: Path
) -> None:
    kernel = start()
    kernel.run("x = 1")
    content = kernel.error_of(kernel.client.execute(NULL))
    assert content["evalue"].startswith("null-dereference (certain)")
    assert kernel.process.wait(SECONDS) == -signal.SIGSEGV
    assert "In [2]:4, in length" in kernel.log.read_text()
    assert "In [2]:4, in length" in atfault("show").stdout


def test_where_no_report_can_be_saved_it_is_below_the_cell_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    error, book = executed("x = 1", NULL)
    assert type(error).__name__ == "DeadKernelError"
    (told,) = [one for one in book.cells[1].outputs if one["output_type"] == "error"]
    text = re.sub("\x1b[^m]*m", "", "\n".join(told["traceback"]))
    assert "null-dereference (certain)" in text and " shows " not in text


def test_a_cell_that_ends_the_kernel_without_a_signal_says_so() -> None:
    _, book = executed("import os\nos._exit(7)")
    (output,) = book.cells[0].outputs
    assert output.evalue == "the cell ended the kernel's process, with exit status 7"


def test_what_nobody_listened_to_is_said_in_the_first_cell_of_the_next_kernel(
    start: Callable[..., Kernel],
) -> None:
    kernel = start()
    kernel.run(
        "import ctypes, threading, time\n"
        "def later():\n"
        "    time.sleep(1)\n"
        "    ctypes.string_at(None)\n"
        "threading.Thread(target=later).start()\n"
    )
    assert kernel.process.wait(SECONDS) == -signal.SIGSEGV
    kernel.manager.restart_kernel()
    kernel.client.wait_for_ready(timeout=SECONDS)
    said = kernel.run("print('again')")
    assert said.startswith("atfault: the kernel before this one has died\n")
    assert "In [1]:4" in without_colours(said) and said.endswith("again\n")
    assert kernel.run("print('once')") == "once\n"


@pytest.mark.parametrize("name", ["python3", "atfault"])
def test_it_is_interrupted_restarted_and_shut_down_as_ipykernels_own(
    start: Callable[..., Kernel], name: str
) -> None:
    kernel = start(name)
    for _ in range(2):
        request = kernel.begin(ENDLESS)
        kernel.manager.interrupt_kernel()
        assert kernel.error_of(request)["ename"] == "KeyboardInterrupt"
        time.sleep(0.5)  # until then it answers with "aborted"
    assert kernel.run("print(6 * 7)") == "42\n"
    first = kernel.pid()
    kernel.manager.restart_kernel()
    kernel.client.wait_for_ready(timeout=SECONDS)
    assert kernel.pid() != first and not lives(first)
    process, second = kernel.process, kernel.pid()
    kernel.manager.shutdown_kernel()
    assert process.wait(SECONDS) == 0 and not lives(second)
    assert "atfault" not in kernel.log.read_text().replace(SOURCE, "")


def test_one_that_does_not_listen_is_killed_without_a_report(start: Callable[..., Kernel]) -> None:
    kernel = start()
    pid = kernel.pid()
    kernel.begin(ENDLESS)
    kernel.manager.shutdown_kernel(now=True)
    until = time.monotonic() + SECONDS
    while lives(pid) and time.monotonic() < until:
        time.sleep(0.1)
    assert not lives(pid)
    assert atfault("list", "--json").stdout == "[]\n"


SERVER = """\
import sys, time, jupyter_client
manager = jupyter_client.KernelManager(kernel_name="atfault")
manager.start_kernel()
client = manager.blocking_client()
client.start_channels()
client.wait_for_ready(timeout=60)
client.execute_interactive("import os; print(os.getpid())", timeout=60)
sys.stdout.flush()
time.sleep(600)
"""


def test_it_ends_with_a_server_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert lives(pid)
        server.kill()
    until = time.monotonic() + SECONDS
    while lives(pid) and time.monotonic() < until:
        time.sleep(0.1)
    assert not lives(pid)


def test_where_it_cannot_be_watched_it_runs_as_it_is(start: Callable[..., Kernel]) -> None:
    os.environ["TMPDIR"] = "/nowhere"
    try:
        kernel = start()
        assert kernel.run("print(6 * 7)") == "42\n"
    finally:
        del os.environ["TMPDIR"]


@pytest.mark.parametrize("name", ["python3", "atfault"])
def test_a_kernel_that_hangs_is_found_and_explained(
    start: Callable[..., Kernel], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JPY_SESSION_NAME", "/home/ada/heat.ipynb")
    kernel = start(name)
    pid = kernel.pid()
    kernel.begin(f"print('begun', flush=True)\n{SELF_DEADLOCK}")
    time.sleep(1)
    listed = [one.split()[:2] for one in atfault("attach", "--jupyter").stdout.splitlines()]
    assert [str(pid), "heat.ipynb"] in listed
    seen = atfault("attach", "--jupyter", "heat.ipynb")
    assert "self-deadlock (certain)" in seen.stdout, seen.stderr
    assert "In [2]:10, in refund" in seen.stdout and lives(pid)
    refused = atfault("attach", "--jupyter", "cold.ipynb")
    assert refused.returncode == 2 and len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["python3", "atfault"])
def test_a_cell_in_a_child_is_explained_and_the_kernel_goes_on(
    start: Callable[..., Kernel], name: str
) -> None:
    kernel = start(name)
    kernel.run("%load_ext atfault")
    kernel.run("label, x = None, 1")
    kernel.client.execute(f"%%atfault\nx = 2\nprint('in it')\n{NULL}")
    text = html = ""
    while not html:
        message = kernel.client.get_iopub_msg(timeout=SECONDS)
        if message["msg_type"] == "execute_result":
            text, html = (message["content"]["data"][f"text/{one}"] for one in ("plain", "html"))
    assert "null-dereference (certain)" in text and "In [3]:7, in length" in text
    assert "> 7 |     return ctypes.string_at(label)" in text and html.startswith("<iframe")
    assert "to_text(verbose=True) also shows" in " ".join(text.split()) and "-v" not in text
    assert kernel.run("print(x)") == "1\n"
    assert kernel.run("%%atfault\nx = 2\nx + 5") == "7\n"
    assert "ZeroDivisionError" in kernel.run("%%atfault\n1 / 0")


def lives(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", text)
