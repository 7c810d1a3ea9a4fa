"""`atfault_probe.salvage`: what a fatal CUDA error leaves on the host is saved, shown, rebuilt."""

# ruff: noqa: F841 - locals of the functions here are what is saved

from __future__ import annotations

import json
import os
import random
import stat
import subprocess
import sys
import textwrap
import threading
import zipfile

import pytest

from atfault.cli.main import main
from atfault_probe import salvage

FATAL = "CUDA error: device-side assert triggered\nCUDA kernel errors might be asynchronous"
SRC = os.path.join(os.path.dirname(__file__), "..", "..", "src")


class Tracker:
    def __init__(self, best):
        self.best = best


class Refuses:
    def __reduce_ex__(self, protocol):
        raise TypeError("I stay here")


def fails():
    raise RuntimeError(FATAL)


def saved(tmp_path, train):
    """What is rebuilt of the frame that failed, and the index."""
    try:
        train()
    except RuntimeError as error:
        path = salvage.save(str(tmp_path), error)
    with zipfile.ZipFile(path) as archive:
        index = json.loads(archive.read(salvage.INDEX))
    return salvage.load(path), index, path


@pytest.mark.representative("salvage")
def test_values_of_the_host_come_back_as_they_were(tmp_path):
    def train():
        epoch, history, tracker = 3, [0.5, 0.25], Tracker(0.75)
        shared = {"x": 1}
        twice = (shared, shared)
        raise RuntimeError(FATAL)

    state, index, path = saved(tmp_path, train)
    local = state["frames"][-1]["locals"]
    assert (local["epoch"], local["history"], local["tracker"].best) == (3, [0.5, 0.25], 0.75)
    assert local["twice"][0] is local["twice"][1] is local["shared"]
    assert [frame["function"] for frame in state["frames"]] == ["saved", "train"]
    assert index["frames"][-1]["locals"][0] == {"name": "epoch", "type": "int", "value": "3"}
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_random_states_are_those_of_the_failure(tmp_path):
    state, _, _ = saved(tmp_path, fails)
    expected = random.random()
    random.setstate(state["random"]["python"])
    assert random.random() == expected


def test_what_cannot_be_saved_is_lost_alone(tmp_path):
    def train():
        lock, refuses, count = threading.Lock(), Refuses(), 7
        nested = {"inner": [lock, count]}
        lines = (line for line in "ab")
        raise RuntimeError(FATAL)

    state, index, _ = saved(tmp_path, train)
    local = state["frames"][-1]["locals"]
    assert local["count"] == 7
    assert local["nested"]["inner"][1] == 7
    assert local["lock"].kind == "_thread.lock"
    assert local["refuses"].why == "I stay here"
    assert local["lines"].kind == "generator"
    assert {one["type"] for one in index["lost"]} >= {"_thread.lock", "generator"}


def test_a_structure_that_is_too_deep_costs_itself_alone(tmp_path):
    def train():
        deep, count = [], 7
        for _ in range(100_000):
            deep = [deep]
        raise RuntimeError(FATAL)

    state, index, _ = saved(tmp_path, train)
    local = state["frames"][-1]["locals"]
    assert local["count"] == 7
    assert "RecursionError" in local["deep"].why
    assert any("RecursionError" in one["why"] for one in index["lost"])


def test_tensors_of_the_host_are_saved_and_those_of_a_device_are_placeholders(tmp_path):
    torch = pytest.importorskip("torch")

    def train():
        model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(3, 3, device="meta"))
        optimizer = torch.optim.Adam(model[0].parameters())
        model[0](torch.ones(1, 2)).sum().backward()
        optimizer.step()
        batch, labels = torch.arange(4), torch.empty(4, 5, device="meta")
        raise RuntimeError(FATAL)

    state, index, _ = saved(tmp_path, train)
    local = state["frames"][-1]["locals"]
    assert local["batch"].tolist() == [0, 1, 2, 3]
    assert repr(local["labels"]) == "<lost: torch.Tensor[4, 5], it was on meta>"
    assert local["model"][0].weight.shape == (2, 2)
    assert local["model"][1]._parameters["weight"].shape == (3, 3)
    (first, *_) = local["optimizer"].state_dict()["state"].values()
    assert float(first["step"]) == 1.0
    assert torch.equal(state["random"]["torch"], torch.get_rng_state())
    told = {one["name"]: one for one in index["frames"][-1]["locals"]}
    assert (told["labels"]["shape"], told["labels"]["device"]) == ([4, 5], "meta")


def test_how_far_data_loaders_came_and_the_optimizers_step_are_told(tmp_path, capsys):
    torch = pytest.importorskip("torch")
    from torch.utils.data import DataLoader, TensorDataset

    class Trainer:
        def __init__(self, loader):
            self.loader = loader

    def train():
        loader = DataLoader(TensorDataset(torch.arange(10)), batch_size=2)
        other = DataLoader(TensorDataset(torch.arange(6)), batch_size=2, num_workers=1)
        trainer = Trainer(other)
        unused = DataLoader([1, 2])
        weight = torch.ones(2, requires_grad=True)
        optimizer = torch.optim.Adam([weight], lr=0.25)
        step_on_device = torch.optim.Adam([weight])
        for _ in range(3):
            weight.sum().backward()
            optimizer.step()
        step_on_device.state[weight]["step"] = torch.empty((), device="meta")
        for epoch in range(2):
            list(other)
            for at, _ in enumerate(loader):
                if epoch == 1 and at == 3:
                    raise RuntimeError(FATAL)

    before = torch.utils.data.dataloader._BaseDataLoaderIter.__dict__.get("__del__")
    salvage.enable(str(tmp_path))
    try:
        state, index, path = saved(tmp_path, train)
    finally:
        salvage.disable()
    assert torch.utils.data.dataloader._BaseDataLoaderIter.__dict__.get("__del__") is before
    assert state["loaders"] == {
        "loader": {"batches": 4, "of": 5, "passes": 1},
        "other": {"batches": 3, "of": 3, "passes": 1},
        "trainer.loader": {"batches": 3, "of": 3, "passes": 1},
    }
    trainer = state["frames"][-1]["locals"]["trainer"]  # of a class that only the function knew
    assert trainer.kind.endswith(".Trainer") and trainer.state["loader"].batch_size == 2
    lost = state["frames"][-1]["locals"]["step_on_device"]  # what its class cannot do without
    assert lost.param_groups[0]["lr"] == 0.001
    told = {one["name"]: one.get("value") for one in index["frames"][-1]["locals"]}
    assert told["optimizer"] == "step 3, lr 0.25"
    assert told["step_on_device"] == "lr 0.001"
    assert main(["show", path]) == 0
    shown = capsys.readouterr().out
    assert "loader had given out 4 of 5 batches, in pass 2" in shown
    assert "step 3, lr 0.25" in shown


def test_what_is_larger_than_the_room_is_left_out(tmp_path, monkeypatch):
    numpy = pytest.importorskip("numpy")
    monkeypatch.setattr(salvage, "MAX_BYTES", 1000)

    def train():
        small, large = numpy.arange(4), numpy.zeros(1000)
        raise RuntimeError(FATAL)

    local = saved(tmp_path, train)[0]["frames"][-1]["locals"]
    assert local["small"].tolist() == [0, 1, 2, 3]
    assert local["large"].why == "too large: 8000 bytes"
    assert local["large"].shape == (1000,)


PROGRAM = """
    import sys
    import atfault_probe
    class Tracker:
        pass
    def train(error):
        tracker = Tracker()
        tracker.best = 0.75
        password = "hunter2"
        raise error
    if __name__ == "__main__":
        if sys.argv[1] == "enabled":
            atfault_probe.salvage.enable(sys.argv[2])
        train(eval(sys.argv[3]))
"""


def run(tmp_path, error, *prefix, mode="enabled"):
    script = tmp_path / "train.py"
    script.write_text(textwrap.dedent(PROGRAM))
    folder = tmp_path / "saved"
    folder.mkdir()
    done = subprocess.run(
        [*prefix, sys.executable, str(script), mode, str(folder), error],
        env={**os.environ, "PYTHONPATH": SRC, "XDG_STATE_HOME": str(tmp_path)},
        cwd=folder, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    return done, [str(one) for one in folder.iterdir()]


@pytest.mark.representative("salvage")
def test_a_fatal_error_that_ends_the_program_is_saved_after_its_traceback(tmp_path, capsys):
    done, (path,) = run(tmp_path, f"RuntimeError({FATAL!r})")
    assert done.returncode == 1
    assert done.stderr.index("Traceback") < done.stderr.index(f"atfault show {path}")
    assert main(["show", path]) == 0
    shown = capsys.readouterr().out
    assert "train.py" in shown and "tracker" in shown
    assert "hunter2" not in shown


def test_a_class_of_the_program_that_is_not_there_leaves_what_it_held(tmp_path):
    _, (path,) = run(tmp_path, f"RuntimeError({FATAL!r})")
    tracker = salvage.load(path)["frames"][-1]["locals"]["tracker"]
    assert tracker.kind == "__main__.Tracker"
    assert tracker.state == {"best": 0.75}


@pytest.mark.parametrize("error", ["ValueError('no')", "RuntimeError('CUDA out of memory')"])
def test_an_error_after_which_the_gpu_still_works_saves_nothing(tmp_path, error):
    done, files = run(tmp_path, error)
    assert files == []
    assert "atfault" not in done.stderr.partition("Traceback")[2].replace("atfault_probe", "")


def test_a_guarded_run_saves_it_into_the_current_folder(tmp_path):
    tool = [sys.executable, "-m", "atfault", "run", "--guard", "--"]
    done, files = run(tmp_path, f"RuntimeError({FATAL!r})", *tool, mode="plain")
    assert done.returncode == 1
    assert [one.endswith(salvage.SUFFIX) for one in files] == [True]


@pytest.mark.representative("salvage")
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("index.json", b"[" * 100_000),
        ("index.json", b'{"version": 7}'),
        ("index.json", b"\xff\xfe"),
        ("other", b"{}"),
    ],
)
def test_a_damaged_file_is_told_in_one_line(tmp_path, capsys, name, content):
    path = tmp_path / "x.salvage"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, content)
    assert main(["show", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("atfault: ")
    assert error.count("\n") == 1


def test_hostile_names_are_shown_harmless(tmp_path, capsys):
    path = tmp_path / "x.salvage"
    value = {"name": "\x1b[2J", "type": "t", "value": "\x1b]0;x\x07", "shape": "no"}
    index = {"version": 1, "frames": [{"file": 7, "line": "x", "locals": [value, 3]}], "lost": {}}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("index.json", json.dumps(index))
    assert main(["show", str(path)]) == 0
    assert "\x1b" not in capsys.readouterr().out
