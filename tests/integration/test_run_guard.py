"""Programs that use torch under `atfault run --guard`, and ones that fail as those on a GPU do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap

import pytest

from support import needs
from support.run_command import environment, run

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.newest

PYTHON = sys.executable
LABELS = """\
import torch
import torch.nn.functional as F

def train(activations, labels):
    loss = F.cross_entropy(activations, labels)
    average = loss.mean()
    return average.item()

print(train(torch.rand(4, 3), torch.tensor([0, 1, 2, 3])))
"""
HEALTHY = """\
import sys, importlib.util
print(importlib.util.find_spec("torch").origin)
import torch
table = torch.nn.Embedding(3, 4)
table(torch.tensor([0, 2])).sum().backward()
# One finder waits for Numba in every program under run (tests/integration/test_numba_errors.py).
finders = [one for one in sys.meta_path if type(one).__module__ != "atfault_probe.hooks"]
print([type(one).__name__ for one in finders], torch.__loader__)
print({name: type(value).__name__ for name, value in vars(torch.__loader__).items()})
"""


def script(folder, text: str, name: str = "job.py") -> str:
    path = f"{folder}/{name}"
    with open(path, "w") as file:
        file.write(textwrap.dedent(text))
    return path


def guarded(path: str, folder):
    return run(PYTHON, path, state=str(folder), options=("--guard",), cwd=folder)


def finding(ran) -> dict:
    (report,) = ran.reports
    return report["diagnosis"][0]


def test_the_label_is_named_at_the_line_that_passed_it(tmp_path):
    path = script(tmp_path, LABELS)
    ran = guarded(path, tmp_path)
    found = finding(ran)
    assert (found["cause"], found["confidence"]) == ("index-out-of-range", "certain")
    assert found["summary"] == "labels[3] is 3; legal are 0 to 2"
    assert (found["blame"][0]["file"], found["blame"][0]["line"]) == (path, 5)
    assert "IndexGuardError: nll_loss(): target[3] is 3; legal are 0 to 2" in ran.err
    frames = ran.reports[0]["threads"][0]["frames"]
    assert not any("atfault_probe" in (frame["file"] or "") for frame in frames)


def test_without_the_guard_torchs_own_error_is_told_with_the_same_values(tmp_path):
    ran = run(PYTHON, script(tmp_path, LABELS), state=str(tmp_path))
    assert finding(ran)["summary"] == "labels[3] is 3; legal are 0 to 2"
    assert "IndexError: Target 3 is out of bounds." in ran.err


def test_a_program_without_a_fault_sees_nothing_of_the_guard(tmp_path):
    path = script(tmp_path, HEALTHY)
    env = environment(str(tmp_path))
    alone = subprocess.run([PYTHON, path], env=env, capture_output=True, text=True)
    ran = guarded(path, tmp_path)
    assert ran.code == 0
    plain = [text.split(" object at ")[0] for text in (ran.out, alone.stdout)]
    assert plain[0] == plain[1]
    assert (ran.err, ran.reports) == (alone.stderr, ())


def test_a_program_that_does_not_import_torch_does_not_pay_for_it(tmp_path):
    text = "import sys; print([name for name in sys.modules if 'guard' in name or 'torch' in name])"
    ran = guarded(script(tmp_path, text), tmp_path)
    assert ran.out == "[]\n"


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_are_guarded(tmp_path, method):
    text = """\
        import torch
        import torch.multiprocessing as mp

        def work(ids):
            return torch.zeros(3, 4)[ids].sum()

        if __name__ == "__main__":
            process = mp.get_context("METHOD").Process(target=work, args=(torch.tensor([0, 3]),))
            process.start()
            process.join()
            raise SystemExit(process.exitcode)
    """.replace("METHOD", method)
    path = script(tmp_path, text)
    ran = guarded(path, tmp_path)
    assert finding(ran)["summary"] == "ids[1] is 3; legal are -3 to 2"
    assert finding(ran)["blame"][0]["line"] == 5


def test_workers_of_a_data_loader_are_guarded(tmp_path):
    text = """\
        import torch
        from torch.utils.data import DataLoader, Dataset

        class Rows(Dataset):
            table = torch.zeros(3, 4)

            def __len__(self):
                return 4

            def __getitem__(self, at):
                ids = torch.tensor([at])
                return self.table.index_select(0, ids)

        for batch in DataLoader(Rows(), num_workers=1):
            pass
    """
    ran = guarded(script(tmp_path, text), tmp_path)
    assert "index_select(): index[0] is 3; legal are 0 to 2" in ran.err
    found = finding(ran)
    assert found["summary"] == "index[0] of index_select() is 3; legal are 0 to 2"
    assert found["blame"][0]["line"] == 12 and found["blame"][0]["function"] == "__getitem__"
    assert ran.code == 1


@pytest.mark.slow
@needs.program("g++")
def test_what_inductor_compiled_is_told_apart_and_how_the_value_is_found(tmp_path):
    text = """\
        import torch

        @torch.compile
        def look_up(weight, ids):
            return torch.nn.functional.embedding(ids, weight) * 2

        weight = torch.rand(5, 4)
        look_up(weight, torch.tensor([1, 4]))
        look_up(weight, torch.tensor([1, 9]))
    """
    path = script(tmp_path, text)
    env = {"TORCHINDUCTOR_CACHE_DIR": f"{tmp_path}/inductor"}
    options = ("--guard",)
    ran = run(PYTHON, path, state=str(tmp_path), options=options, cwd=tmp_path, env=env)
    found = finding(ran)
    assert (found["cause"], found["confidence"]) == ("index-out-of-range", "likely")
    assert "code that torch.compile made is not within 0 to 4" in found["summary"]
    assert found["advice"][0]["command"].startswith("TORCH_COMPILE_DISABLE=1 atfault run --guard ")
    assert found["advice"][0]["command"].endswith("job.py")


def test_an_old_torch_is_told_in_one_line_and_the_program_goes_on(tmp_path):
    os.mkdir(f"{tmp_path}/torch")
    script(f"{tmp_path}/torch", "__version__ = '1.13.1'", "__init__.py")
    script(f"{tmp_path}/torch", "", "library.py")
    path = script(tmp_path, "import torch, torch.library; print('goes on')")
    ran = guarded(path, tmp_path)
    assert (ran.code, ran.out) == (0, "goes on\n")
    assert ran.err == (
        "atfault: torch is not guarded: the guard needs torch 2.9 or newer "
        "(torch.library.get_kernel); this is 1.13.1\n"
    )


def test_a_torch_that_cannot_be_imported_fails_as_ever(tmp_path):
    os.mkdir(f"{tmp_path}/torch")
    script(f"{tmp_path}/torch", "raise ImportError('broken on purpose')", "__init__.py")
    path = script(tmp_path, "import torch")
    ran = guarded(path, tmp_path)
    assert ran.code == 1 and "ImportError: broken on purpose" in ran.err


STAND_IN = """\
import sys, torch

def wait_for_gpu(loss):
    sys.stderr.write(PRINTED)
    sys.stderr.flush()
    error = torch.AcceleratorError(MESSAGE)
    raise error
"""
LATE = """\
import os, sys

class GpuError(RuntimeError):
    pass

def fail():
    sys.stderr.write(PRINTED)
    sys.stderr.flush()
    error = GpuError(MESSAGE)
    raise error

def launch():
    if os.environ.get("CUDA_LAUNCH_BLOCKING") == "1":
        fail()

def wait():
    fail()
"""
PRINTED = "".join(
    "../aten/src/ATen/native/cuda/Loss.cu:250: nll_loss_forward_reduce_cuda_kernel_2d: "
    f"block: [0,0,0], thread: [{at},0,0] Assertion `t >= 0 && t < n_classes` failed.\n"
    for at in (3, 7)
)
MESSAGE = (
    "CUDA error: device-side assert triggered\n"
    "CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace "
    "below might be incorrect.\n"
    "For debugging consider passing CUDA_LAUNCH_BLOCKING=1\n"
)


def test_what_a_kernel_printed_and_what_was_raised_are_told_together(tmp_path):
    """A stand-in that prints and raises what torch does: there is no GPU here."""
    packages = tmp_path / "lib" / "site-packages"
    packages.mkdir(parents=True)
    text = STAND_IN.replace("PRINTED", repr(PRINTED)).replace("MESSAGE", repr(MESSAGE))
    script(packages, text, "gpu.py")
    path = script(
        tmp_path,
        f"import sys; sys.path.append({str(packages)!r})\nimport gpu\ngpu.wait_for_gpu(1)\n",
    )
    errors = tmp_path / "errors.txt"
    command = [PYTHON, "-m", "atfault", "run", "--json", f"{tmp_path}/r.json", "--", PYTHON, path]
    with open(errors, "w") as file:
        subprocess.run(command, env=environment(str(tmp_path)), stderr=file, cwd=tmp_path)
    with open(tmp_path / "r.json") as file:
        report = json.load(file)
    found = report["diagnosis"][0]
    assert (found["cause"], found["confidence"]) == ("cuda-device-assert", "certain")
    assert "a label that is no class" in found["summary"]
    assert "thread [3, 0, 0] and 1 more threads" in found["evidence"][0]["text"]
    assert (found["blame"][0]["file"], found["blame"][0]["line"]) == (path, 3)


def test_again_waits_for_each_launch_and_compares_the_lines(tmp_path):
    """A stand-in that raises where a GPU would: there is none here."""
    packages = tmp_path / "lib" / "site-packages"
    packages.mkdir(parents=True)
    script(
        packages, LATE.replace("PRINTED", repr(PRINTED)).replace("MESSAGE", repr(MESSAGE)), "gpu.py"
    )
    path = script(
        tmp_path,
        f"import sys; sys.path.append({str(packages)!r})\nimport gpu\ngpu.launch()\ngpu.wait()\n",
    )
    ran = run(PYTHON, path, state=str(tmp_path), options=("--again",), cwd=tmp_path)
    found = finding(ran)
    assert found["cause"] == "cuda-device-assert" and ran.code == 1
    assert (found["blame"][0]["file"], found["blame"][0]["line"]) == (path, 3)
    told = "\n".join(one["text"] for one in found["evidence"])
    assert "the line is that of the launch" in told and "at that line or before it" not in told
    assert f"without these settings it was noticed at {path}:4" in told
    assert "it was not done again on the CPU: what it was given lay on the GPU" in told
    assert not any("--again" in (one["command"] or "") for one in found["advice"])


def test_again_what_is_refused_is_done_on_the_cpu_for_torchs_own_words(tmp_path):
    """The first run ends as on a GPU, by a stand-in; the call of the second one is torch's own."""
    packages = tmp_path / "lib" / "site-packages"
    packages.mkdir(parents=True)
    late = LATE.replace("PRINTED", repr(PRINTED)).replace("MESSAGE", repr(MESSAGE))
    script(packages, late, "gpu.py")
    text = f"""\
        import os, sys
        sys.path.insert(0, {str(packages)!r})
        import gpu, torch
        labels = torch.tensor([0, 1, 2, 3])
        if os.environ.get("CUDA_LAUNCH_BLOCKING") == "1":
            torch.nn.functional.cross_entropy(torch.rand(4, 3), labels)
        gpu.wait()
    """
    path = script(tmp_path, text)
    ran = run(PYTHON, path, state=str(tmp_path), options=("--again",), cwd=tmp_path)
    found = finding(ran)
    assert found["cause"] == "index-out-of-range"
    assert (found["blame"][0]["file"], found["blame"][0]["line"]) == (path, 6)
    told = [one["text"] for one in found["evidence"]]
    assert "the argument was refused before the launch" in told[0]
    assert told[1].startswith("without these settings it was noticed at ")
    plain = "of the same call on the CPU torch says IndexError: Target 3 is out of bounds."
    assert plain in told


def test_again_says_so_where_the_line_stays_the_same(tmp_path):
    packages = tmp_path / "lib" / "site-packages"
    packages.mkdir(parents=True)
    script(
        packages, LATE.replace("PRINTED", repr(PRINTED)).replace("MESSAGE", repr(MESSAGE)), "gpu.py"
    )
    path = script(
        tmp_path, f"import sys; sys.path.append({str(packages)!r})\nimport gpu\ngpu.wait()\n"
    )
    ran = run(PYTHON, path, state=str(tmp_path), options=("--again",), cwd=tmp_path)
    assert "the error came at the same line" in finding(ran)["evidence"][0]["text"]


def test_again_leaves_other_exceptions_alone(tmp_path):
    path = script(tmp_path, LABELS)
    ran = run(PYTHON, path, state=str(tmp_path), options=("--again",), cwd=tmp_path)
    assert finding(ran)["summary"] == "labels[3] is 3; legal are 0 to 2"
    assert "running it again" not in ran.err and "did not crash" not in ran.err


@pytest.mark.parametrize("name", ["label", "words"])
def test_what_the_page_shows_is_what_is_said(tmp_path, name):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    ran = run(PYTHON, f"examples/{name}.py", state=str(tmp_path), options=("--guard",), cwd=root)
    with open(f"{root}/docs/guard.md") as file:
        page = file.read()
    error = next(line for line in ran.err.splitlines() if "IndexGuardError: " in line)
    assert error.split("IndexGuardError: ")[1] in page
    assert f"index-out-of-range (certain): {finding(ran)['summary']}" in page
    for reason in finding(ran)["evidence"] if name == "label" else ():
        assert f"    - {reason['text']}\n" in page


def test_a_program_that_first_asks_whether_there_is_a_torch_is_guarded(tmp_path):
    text = "import importlib.util\nassert importlib.util.find_spec('torch')\n" + LABELS
    ran = guarded(script(tmp_path, text), tmp_path)
    assert "IndexGuardError" in ran.err


def test_without_the_guard_a_probability_is_named_too(tmp_path):
    text = """\
        import torch
        import torch.nn.functional as F

        p, q = torch.tensor([[0.5, 0.2], [1.5, 0.1]]), torch.tensor([[1.0, 0.0], [0.0, 1.0]])
        F.binary_cross_entropy(p, q)
    """
    ran = run(PYTHON, script(tmp_path, text), state=str(tmp_path))
    found = finding(ran)
    assert (found["cause"], found["summary"]) == (
        "value-out-of-range",
        "p[1, 0] is 1.5; legal are 0 to 1",
    )
