"""Jobs of several processes under `atfault run`: torchrun with gloo on the CPU, two ranks."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap

import pytest

from support.run_command import ATFAULT, SOURCE, environment, run
from support.schema import validate

torch = pytest.importorskip("torch")
pytest.importorskip("torch.distributed.run")
pytestmark = [pytest.mark.newest, pytest.mark.slow]

PYTHON = sys.executable
INDEX = """\
import torch
import torch.distributed as dist

def step(table, ids):
    return torch.nn.functional.embedding(ids, table).sum()

def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    table = torch.rand(5, 4)
    ids = torch.tensor([0, 4 + rank])
    for at in range(3):
        if at == 1:
            step(table, ids)
        dist.all_reduce(torch.ones(1))

main()
"""
SIGNAL = """\
import ctypes
import torch
import torch.distributed as dist

def read(address):
    return ctypes.string_at(address, 4)

def main():
    dist.init_process_group("gloo")
    for at in range(3):
        if at == 1 and dist.get_rank() == 1:
            read(16)
        dist.all_reduce(torch.ones(1))

main()
"""
ENDED = """\
import os
import signal
import torch.distributed as dist

def main():
    dist.init_process_group("gloo")
    dist.barrier()
    if dist.get_rank() == 1:
        END
    dist.barrier()

main()
"""
PLAIN = INDEX.replace(
    "step(table, ids)\n        dist", 'raise KeyError("no such file")\n        dist'
)
PLAIN = PLAIN.replace("if at == 1:", "if at == 1 and rank == 1:")


def torchrun(folder, text: str, *options: str):
    path = f"{folder}/job.py"
    with open(path, "w") as file:
        file.write(textwrap.dedent(text))
    ran = run(
        *(PYTHON, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", path),
        state=str(folder),
        options=(*options, "--json", f"{folder}/report.json"),
        cwd=folder,
    )
    assert ran.code == 1
    with open(f"{folder}/report.json") as file:
        report = json.load(file)
    validate(json.dumps(report))
    return path, ran, report


def test_the_rank_that_failed_first_is_told_and_what_followed_from_it(tmp_path):
    path, ran, report = torchrun(tmp_path, INDEX, "--guard")
    assert report["process"]["rank"] == {"rank": 1, "local_rank": 1, "world_size": 2}
    found = report["diagnosis"][0]
    assert (found["cause"], found["summary"]) == (
        "index-out-of-range",
        "ids[1] is 5; legal are 0 to 4",
    )
    assert (found["blame"][0]["file"], found["blame"][0]["line"]) == (path, 5)
    assert report["headline"].endswith("of rank 1")
    followed = {one["kind"]: one for one in report["consequences"]}
    assert followed["launcher"]["error"].endswith("ChildFailedError")
    if "peer-gone" in followed:  # torchrun may have ended that rank before it could say so
        assert followed["peer-gone"]["rank"]["rank"] == 0
        assert "Connection closed by peer" in followed["peer-gone"]["message"]
    assert len(ran.reports) == 1
    assert "What followed from it" in ran.err


def test_without_the_guard_the_rank_is_told_as_well(tmp_path):
    _, _, report = torchrun(tmp_path, INDEX)
    assert report["process"]["rank"]["rank"] == 1
    assert report["diagnosis"][0]["cause"] == "index-out-of-range"


def test_a_failure_that_no_rule_knows_is_still_told_as_the_first(tmp_path):
    path, _, report = torchrun(tmp_path, PLAIN)
    assert report["headline"] == 'Uncaught KeyError in thread "MainThread" of rank 1'
    assert report["process"]["rank"]["rank"] == 1 and report["consequences"]
    frames = report["threads"][0]["frames"]
    assert (frames[0]["file"], frames[0]["line"]) == (path, 14)
    assert report["diagnosis"][0]["summary"] == "KeyError: 'no such file'"


def test_a_rank_that_a_signal_ended_is_the_headline(tmp_path):
    path, ran, report = torchrun(tmp_path, SIGNAL)
    assert report["signal"]["name"] == "SIGSEGV"
    assert report["process"]["rank"] == {"rank": 1, "local_rank": 1, "world_size": 2}
    assert report["headline"].startswith('Segmentation fault in thread "MainThread" of rank 1')
    blame = report["diagnosis"][0]["blame"][0]
    assert (blame["file"], blame["line"]) == (path, 6)
    assert "atfault_probe" not in ran.err
    for told in (report, ran.reports[0]):
        assert "launcher" in {one["kind"] for one in told["consequences"]}
    assert "what failed because of that" in ran.err


@pytest.mark.parametrize(
    ("end", "cause", "code"),
    [("os.kill(os.getpid(), signal.SIGKILL)", "killed", 137), ("os._exit(7)", "worker-died", 7)],
)
def test_a_rank_that_ends_itself_without_a_word_is_told(tmp_path, end, cause, code):
    path, ran, report = torchrun(tmp_path, ENDED.replace("END", end))
    assert report["process"]["rank"] == {"rank": 1, "local_rank": 1, "world_size": 2}
    assert report["process"]["exit_code"] == code
    found = report["diagnosis"][0]
    assert found["cause"] == cause
    assert (found["blame"][0]["file"], found["blame"][0]["line"]) == (path, 9)
    assert "launcher" in {one["kind"] for one in report["consequences"]}
    assert len(ran.reports) == 1


def test_processes_of_torchs_own_spawn_are_guarded(tmp_path):
    text = """\
        import torch
        import torch.multiprocessing as mp

        def work(at, table):
            ids = torch.tensor([0, 3 + at])
            return table[ids]

        if __name__ == "__main__":
            mp.spawn(work, args=(torch.zeros(3, 4),), nprocs=1)
    """
    path = f"{tmp_path}/job.py"
    with open(path, "w") as file:
        file.write(textwrap.dedent(text))
    ran = run(PYTHON, path, state=str(tmp_path), options=("--guard",), cwd=tmp_path)
    (report,) = ran.reports
    found = report["diagnosis"][0]
    assert found["cause"] == "index-out-of-range"
    assert (found["blame"][0]["file"], found["blame"][0]["line"]) == (path, 6)


def test_a_child_of_a_changed_environment_is_watched_and_one_of_an_empty_is_not(tmp_path):
    """What the child itself sees is what it would see without us."""
    text = """\
        import os, subprocess, sys
        code = (
            "import os, sys; names = [name for name in os.environ if 'ATFAULT' in name];"
            "print(names, os.environ.get('PYTHONPATH'), 'atfault_probe.hooks' in sys.modules)"
        )
        argv = [sys.executable, "-c", code]
        def tell(done): print(done.stdout.strip(), flush=True)
        def wait(pid): os.waitpid(pid, 0)
        own = {**os.environ, "PYTHONPATH": "/own"}
        for env in (None, {**os.environ, "RANK": "1"}, own, {"A": "1"}):
            tell(subprocess.run(argv, env=env, capture_output=True, text=True))
        wait(os.posix_spawn(argv[0], argv, os.environ))
        child = os.fork()
        if child == 0:
            os.execve(argv[0], argv, env={**os.environ, "A": "1"})
        wait(child)
        print(os.execve.__name__, os.execve in os.supports_fd)
    """
    path = f"{tmp_path}/job.py"
    with open(path, "w") as file:
        file.write(textwrap.dedent(text))
    env = environment(str(tmp_path))
    env["PYTHONPATH"] = "/program"
    alone = subprocess.run([PYTHON, "-u", path], env=env, capture_output=True, text=True)
    command = [*ATFAULT, "run", "--", PYTHON, "-u", path]
    watched = subprocess.run(command, env=env, cwd=SOURCE, capture_output=True, text=True)
    lines = watched.stdout.splitlines()
    assert [line.endswith("True") for line in lines[:6]] == [True, True, True, False, True, True]
    plain = [line.replace("True", "False") for line in lines]
    assert plain == [line.replace("True", "False") for line in alone.stdout.splitlines()]


@pytest.mark.parametrize(
    ("end", "cause"),
    [("os.kill(os.getpid(), 9)", "killed"), ("os._exit(7)", "worker-died")],
)
def test_the_only_rank_is_told_however_late_its_launcher_notices(tmp_path, end, cause):
    path = tmp_path / "job.py"
    path.write_text(ENDED.replace("if dist.get_rank() == 1:", "if True:").replace("END", end))
    ran = run(
        *(PYTHON, "-m", "torch.distributed.run", "--standalone", "--monitor-interval", "3"),
        *("--nproc-per-node", "1", str(path)),
        state=str(tmp_path),
        cwd=tmp_path,
    )
    assert ran.code == 1
    (report,) = ran.reports
    assert report["diagnosis"][0]["cause"] == cause
    blame = report["diagnosis"][0]["blame"][0]
    assert (blame["file"], blame["line"]) == (str(path), 9)
    assert "launcher" in {one["kind"] for one in report["consequences"]}
