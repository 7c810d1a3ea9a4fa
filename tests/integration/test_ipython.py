"""IPython, in a terminal and as a notebook's kernel: what a cell raises is told as of a script."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator

import pytest

from support.run_command import SOURCE, environment, run

pytest.importorskip("IPython")
client = pytest.importorskip("jupyter_client", reason="no jupyter_client: no kernel to talk to")
pytest.importorskip("ipykernel", reason="ipykernel is not installed: no kernel to start")
pytest.importorskip("torch")
pytestmark = pytest.mark.slow

PYTHON = sys.executable
HOOKS = """
def hooks():
    shell = get_ipython()
    functions = (sys.excepthook, sys.displayhook, shell.showtraceback, shell.CustomTB)
    events = {name: list(calls) for name, calls in shell.events.callbacks.items()}
    return functions, shell.custom_exceptions, events
"""
BACKWARD = """
ids = numpy.array([1, 2])
weight = torch.rand(5, 4, requires_grad=True)
loss = F.embedding(torch.from_numpy(ids), weight).sum()
ids[0] = 9
"""
# A launch that was noted as one on a GPU is, and the error that comes of it: there is no GPU here.
LAUNCH = """
class AcceleratorError(RuntimeError):
    pass

from atfault_probe.torch_guard.torch import Launches
from atfault_probe.torch_guard.table import Demand
atfault_probe._guards[0].launches = ring = Launches(pinned=False)

def launch(ids):
    demand = Demand("indices", ids, 0, 4, "weight", torch.empty(5, 2), 0)
    frame = sys._getframe()
    ring.note(demand, "embedding", [frame.f_code.co_filename, frame.f_lineno, "launch"])

counter = 17
launch(torch.tensor([0, 9]))
"""
FATAL = "raise AcceleratorError('CUDA error: device-side assert triggered')"


class Kernel:
    """A real one, with the probe where its Python finds it."""

    def __init__(self) -> None:
        env = {**os.environ, "PYTHONPATH": SOURCE}
        self._manager, self._client = client.manager.start_new_kernel(
            kernel_name="python3", env=env
        )

    def run(self, code: str) -> tuple[str, str]:
        """(what it wrote, the last line of the error)."""
        written, raised = [], []

        def hear(message: dict) -> None:
            content = message["content"]
            if message["msg_type"] == "stream":
                written.append(content["text"])
            elif message["msg_type"] == "error":
                raised.append(f"{content['ename']}: {content['evalue']}")

        self._client.execute_interactive(code, output_hook=hear, timeout=60)
        return "".join(written), "".join(raised)

    def close(self) -> None:
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)


@pytest.fixture
def kernel() -> Iterator[Kernel]:
    one = Kernel()
    begin = "import sys, numpy, torch, atfault_probe\nfrom torch.nn import functional as F"
    assert one.run(begin) == ("", "")
    one.run(HOOKS)
    one.run("before = hooks()")
    yield one
    one.close()


def test_a_kernel_is_guarded_and_its_hooks_stay_as_they_were(kernel):
    kernel.run("atfault_probe.guard()")
    assert kernel.run("print(hooks()[:2] == before[:2])") == ("True\n", "")
    _, error = kernel.run("F.cross_entropy(torch.rand(4, 3), torch.tensor([0, 1, 2, 3]))")
    assert error.startswith("IndexGuardError: nll_loss(): target[3] is 3; legal are 0 to 2")
    assert kernel.run("1 / 0") == ("", "ZeroDivisionError: division by zero")
    assert kernel.run("atfault_probe.unguard(); print(hooks() == before)") == ("True\n", "")


def test_a_backward_pass_names_the_cell_of_its_forward(kernel):
    kernel.run("atfault_probe.guard()")
    kernel.run(BACKWARD)
    _, error = kernel.run("loss.backward()")
    assert "indices[0] is 9; legal are 0 to 4" in error
    assert "in the backward pass of Cell In[5], line 3, in <module>" in error


@pytest.mark.parametrize("way", ["cell", "%run"])
def test_the_launch_at_fault_is_told_below_the_traceback_and_the_state_is_saved(
    kernel, tmp_path, way
):
    kernel.run(f"from atfault_probe import salvage; salvage.enable({str(tmp_path)!r})")
    kernel.run("atfault_probe.guard()")
    assert kernel.run(LAUNCH) == ("", "")
    script = tmp_path / "fails.py"
    script.write_text(f"class AcceleratorError(RuntimeError):\n    pass\n\n{FATAL}\n")
    written, error = kernel.run(FATAL if way == "cell" else f"%run {script}")
    assert error == "AcceleratorError: CUDA error: device-side assert triggered"
    launch, saved = sorted(written.splitlines())
    assert launch == (
        "atfault: the launch at fault: Cell In[6], line 11, in launch: embedding(): indices held "
        "0 to 9; legal are 0 to 4"
    )
    (path,) = tmp_path.glob("*.salvage")
    assert saved.endswith(f"atfault show {path}")
    shown = subprocess.run(
        [PYTHON, "-m", "atfault", "show", str(path)], capture_output=True, text=True
    ).stdout
    assert ("counter" in shown and "17" in shown) if way == "cell" else "fails.py" in shown
    again, _ = kernel.run(FATAL)
    assert len(list(tmp_path.glob("*.salvage"))) == 1 and "saved" not in again
    kernel.run("atfault_probe.unguard(); salvage.disable()")
    assert kernel.run("print(hooks() == before)")[0] == "True\n"


NOTEBOOK = """\
import sys
from jupyter_client.manager import start_new_kernel

cells = (
    "import torch\\nfrom torch.nn import functional as F",
    "def train(x, y):\\n    return F.cross_entropy(x, y)\\n\\n"
    "labels = torch.tensor([0, 1, 2, 3])\\ntrain(torch.rand(4, 3), labels)",
)
manager, client = start_new_kernel(kernel_name="python3")
for code in cells:
    reply = client.execute_interactive(code, output_hook=lambda message: None, timeout=60)
client.stop_channels()
manager.shutdown_kernel()
sys.exit(reply["content"]["status"] != "ok")
"""


def test_a_notebook_that_is_executed_is_told_by_its_cell(tmp_path):
    path = tmp_path / "execute.py"
    path.write_text(NOTEBOOK)
    ran = run(PYTHON, str(path), state=str(tmp_path), options=("--guard",), cwd=tmp_path)
    (report,) = ran.reports
    found = report["diagnosis"][0]
    assert (ran.code, found["cause"]) == (1, "index-out-of-range")
    assert found["summary"] == "y[3] is 3; legal are 0 to 2"
    blame = found["blame"][0]
    assert (blame["file"], blame["line"], blame["function"]) == ("In[2]", 2, "train")
    assert "> 2 |     return F.cross_entropy(x, y)" in ran.err


DIES = """\
import sys, time
from jupyter_client.manager import start_new_kernel

cells = (
    "import ctypes, numba, numpy",
    "@numba.njit(debug=True)\\ndef paint(grid, row):\\n    grid[row, 3] = 1.0",
    "def first(grid):\\n    paint(grid, 50_000_000)" if sys.argv[1] == "compiled"
    else "def first(grid):\\n    return ctypes.string_at(None)",
    "grid = numpy.zeros((64, 64))\\nfirst(grid)",
)
manager, client = start_new_kernel(kernel_name="python3")
for code in cells[:-1]:
    client.execute_interactive(code, timeout=200)
client.execute(cells[-1])
while manager.is_alive():
    time.sleep(0.05)
client.stop_channels()
"""


@pytest.mark.parametrize(
    ("kind", "line", "text"),
    [
        ("plain", ("In[3]", 2), "In [3]:2, in first"),
        ("compiled", ("In[2]", 3), "In [2]:3, in paint"),
    ],
)
def test_a_kernel_that_dies_in_native_code_is_told_by_its_cells(tmp_path, kind, line, text):
    pytest.importorskip("numba")
    path = tmp_path / "execute.py"
    path.write_text(DIES)
    ran = run(PYTHON, str(path), kind, state=str(tmp_path), cwd=tmp_path)
    (report,) = ran.reports
    (blame, *_) = report["diagnosis"][0]["blame"]
    assert (blame["file"], blame["line"]) == line
    assert text in ran.err and "/ipykernel_" not in ran.err
    files = [frame["file"] for frame in report["threads"][0]["frames"] if frame["mine"]]
    assert files[-1] == "In[4]" and "In[3]" in files
    assert blame["source"]


def test_a_line_typed_into_ipython_that_dies_in_native_code_is_told_by_its_number(tmp_path):
    command = [PYTHON, "-m", "atfault", "run", "--", PYTHON, "-m", "IPython", "--simple-prompt"]
    env = {**environment(str(tmp_path)), "IPYTHONDIR": str(tmp_path / "ipython")}
    done = subprocess.run(
        command,
        input="import ctypes\nctypes.string_at(None)\n",
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 139
    assert "In [2]:1, in <module>" in done.stderr


def test_a_script_of_terminal_ipython_is_told_as_one_of_python(tmp_path):
    path = tmp_path / "job.py"
    path.write_text(
        textwrap.dedent("""\
            import torch
            ids = torch.tensor([0, 3])
            torch.zeros(3, 4)[ids]
        """)
    )
    command = (PYTHON, "-m", "IPython", "--no-banner", str(path))
    env = {"IPYTHONDIR": str(tmp_path / "ipython")}
    ran = run(*command, state=str(tmp_path), options=("--guard",), cwd=tmp_path, env=env)
    (report,) = ran.reports
    found = report["diagnosis"][0]
    assert (found["cause"], found["summary"]) == (
        "index-out-of-range",
        "indices[1] of index() is 3; legal are -3 to 2",  # by then IPython has cleared the names
    )
    assert (found["blame"][0]["file"], found["blame"][0]["line"]) == (str(path), 3)


def test_a_session_that_ended_well_is_not_told_of(tmp_path):
    command = [PYTHON, "-m", "atfault", "run", "--", PYTHON, "-m", "IPython", "--simple-prompt"]
    env = {**environment(str(tmp_path)), "IPYTHONDIR": str(tmp_path / "ipython")}
    done = subprocess.run(
        command, input="[][5]\nexit\n", env=env, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0 and "IndexError" in done.stdout
    assert "Uncaught" not in done.stderr
