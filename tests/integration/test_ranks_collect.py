"""`atfault ranks collect`: the ranks of a node in one go, a file of them, and what carries it.

What is looked at is a job of the test's own, by --pid: others may run on the machine."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

from atfault.saved import host_name
from support.rank_files import records
from support.run_command import ATFAULT, SOURCE

HERE = os.path.dirname(__file__)
RANKS = 3
CLUSH = shutil.which("clush", path=f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}")


@pytest.fixture
def job(tmp_path):
    """Starts a job of stand-ins for torch: (launcher, {rank: pid}). Rank 1 waits for an event."""
    launchers, pids = [], {}

    def start(way="late"):
        folder = tmp_path / f"job{len(launchers)}" / "ranks"
        folder.mkdir(parents=True)
        program = [os.path.join(HERE, "ranks_program.py"), "torch", way, str(folder)]
        launcher = [sys.executable, os.path.join(HERE, "ranks_launcher.py"), str(RANKS), *program]
        process = subprocess.Popen(
            launcher,
            env={**os.environ, "MASTER_PORT": str(29500 + len(launchers))},
            stderr=subprocess.DEVNULL,
        )
        launchers.append(process)
        deadline = time.monotonic() + 120
        while len(found := os.listdir(folder)) < RANKS and time.monotonic() < deadline:
            time.sleep(0.1)
        own = {int(one.split(".")[0]): int(one.split(".")[1]) for one in found}
        pids[process.pid] = own
        for pid in own.values():
            wait_for_sleep(pid)
        return process.pid, own

    yield start
    for ranks in pids.values():
        for pid in ranks.values():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    for process in launchers:
        process.kill()
        process.wait()


def state_of(pid):
    with open(f"/proc/{pid}/stat", "rb") as file:
        return file.read().rpartition(b") ")[2][:1].decode()


def wait_for_sleep(pid):
    """Until it hangs: it sleeps, and goes on sleeping."""
    seen = 0
    while seen < 5:
        seen = seen + 1 if state_of(pid) == "S" else 0
        time.sleep(0.1)


def command(*words, env=None):
    return subprocess.run(
        [*ATFAULT, "ranks", "collect", *words],
        env={**os.environ, "PYTHONPATH": SOURCE, **(env or {})},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.representative("ranks")
def test_the_ranks_of_a_node_are_one_file(job, tmp_path):
    launcher, pids = job()
    folder = tmp_path / "out"
    done = command(str(folder), "--pid", str(launcher))
    assert (done.returncode, done.stderr) == (0, "")
    (name,) = os.listdir(folder)
    assert name == f"{host_name()}.{launcher}.ranks.jsonl"
    assert os.stat(folder / name).st_mode & 0o777 == 0o600
    text = (folder / name).read_text()
    assert "0x" not in text
    found = records(text)
    assert {one.place.rank: one.place.pid for one in found} == pids
    assert {one.world for one in found} == {RANKS} and len({one.job for one in found}) == 1
    for one in found:
        assert one.place.stands and one.looked[1] - one.looked[0] >= 1
        assert dict(one.place.counters)["train step"] == 3
        assert one.place.line is not None
        is_odd = one.place.rank == 1
        assert one.place.line.function == ("save" if is_odd else "meet")
        assert (one.place.call is None) is is_odd
    odd = next(one for one in found if one.place.rank == 1)
    assert odd.place.doing == "waiting"
    assert odd.place.found is not None and odd.place.found.cause == "waits-for-nobody"
    assert all(one.place.found is None for one in found if one is not odd)
    assert all(state_of(pid) == "S" for pid in pids.values())


def test_two_jobs_on_a_node_are_told_apart(job):
    first, second = job(), job("stray")
    done = command("-", "--now", "--pid", str(first[0]), "--pid", str(second[0]))
    found = records(done.stdout)
    assert len(found) == 2 * RANKS
    jobs = {(one.place.pid in first[1].values(), one.job) for one in found}
    assert len(jobs) == len({name for _, name in jobs}) == 2


def test_a_rank_that_ends_while_it_is_looked_at_is_one_that_has_ended(job, tmp_path):
    launcher, pids = job()
    gate = tmp_path / "gate.py"
    gate.write_text(
        "import os, sys\n"
        "from atfault.analyze import node\n"
        "from atfault.cli.main import main\n"
        "decoded = node.decoded\n"
        "def late(target, options):\n"
        f"    if target.pid == {pids[2]}:\n"
        f"        os.kill({pids[2]}, 9)\n"
        "        state = ''\n"
        "        while state not in ('Z', 'X'):\n"
        "            state = open(f'/proc/{target.pid}/stat').read().rpartition(') ')[2][0]\n"
        "    return decoded(target, options)\n"
        "node.decoded = late\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    done = subprocess.run(
        [sys.executable, str(gate), "ranks", "collect", "-", "--now", "--pid", str(launcher)],
        env={**os.environ, "PYTHONPATH": SOURCE},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and str(pids[2]) in done.stderr
    found = {one.place.rank: one.place for one in records(done.stdout)}
    assert found[2].doing == "dead" and found[2].ended and not found[0].ended


def test_a_rank_that_is_no_number_is_no_rank(tmp_path):
    program = [sys.executable, "-c", "import time; time.sleep(600)"]
    env = {**os.environ, "RANK": "abc", "WORLD_SIZE": "2"}
    process = subprocess.Popen(program, env=env)
    try:
        done = command(str(tmp_path), "--pid", str(process.pid))
        assert (done.returncode, done.stdout) == (1, "") and "no rank" in done.stderr
        assert os.listdir(tmp_path) == []
    finally:
        process.kill()
        process.wait()


def test_a_collector_that_is_killed_leaves_no_half_file_and_no_stopped_rank(job, tmp_path):
    launcher, pids = job()
    folder = tmp_path / "out"
    folder.mkdir()
    argv = [*ATFAULT, "ranks", "collect", str(folder), "--now", "--pid", str(launcher)]
    env = {**os.environ, "PYTHONPATH": SOURCE}
    begin = time.monotonic()
    subprocess.run(argv, env=env, check=True)
    whole = time.monotonic() - begin
    (name,) = os.listdir(folder)
    os.unlink(folder / name)
    for part in range(1, 9):
        process = subprocess.Popen(argv, env=env)
        time.sleep(whole * part / 8)
        process.kill()
        process.wait()
        assert set(os.listdir(folder)) <= {name}
        if os.path.exists(folder / name):
            assert len(records((folder / name).read_text())) == RANKS
            os.unlink(folder / name)
        for pid in pids.values():
            assert state_of(pid) not in "Tt"


def on_path(tmp_path, name, text):
    """A folder with a stand-in for a carrier, for PATH."""
    folder = tmp_path / "bin"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)
    clush = os.path.dirname(CLUSH or "")
    return {"PATH": f"{folder}:{os.environ['PATH']}:{clush}"}


def carried(tmp_path, launcher, carrier, *words, env=None):
    """By a carrier, to a node with an atfault that looks at the job alone."""
    there = f'#!/bin/sh\nexec {" ".join(ATFAULT)} "$@" --pid {launcher}\n'
    env = {**(env or {}), **on_path(tmp_path, "atfault", there)}
    options = ("--now", "--atfault", "atfault")
    return command(str(tmp_path / "out"), "--over", carrier, *options, *words, env=env)


@pytest.mark.parametrize(
    ("carrier", "text"),
    [
        (
            "kubectl:app=train",
            '#!/bin/sh\nif [ "$1" = get ]; then echo pod/train-0; echo pod/train-1; exit; fi\n'
            '[ "$2" = pod/train-1 ] && exit 1\nshift 3; exec "$@"\n',
        ),
        ("ssh:train-0,train-1", '#!/bin/sh\n[ "$5" = train-1 ] && exit 255\nexec sh -c "$6"\n'),
    ],
)
def test_the_output_of_each_host_becomes_its_file(job, tmp_path, carrier, text):
    """By stand-ins for kubectl and ssh."""
    launcher, pids = job()
    on_path(tmp_path, carrier.partition(":")[0], text)
    done = carried(tmp_path, launcher, carrier)
    assert done.returncode == 0, done.stderr
    (name,) = os.listdir(tmp_path / "out")
    assert "train-0" in name and "train-1: no ranks" in done.stderr
    found = {one.place.pid for one in records((tmp_path / "out" / name).read_text())}
    assert found == set(pids.values())


def test_a_host_that_answers_something_else_leaves_no_file(tmp_path):
    env = on_path(tmp_path, "ssh", "#!/bin/sh\necho Welcome\n")
    done = command(str(tmp_path / "out"), "--over", "ssh:a", env=env)
    assert done.returncode == 1 and os.listdir(tmp_path / "out") == []


def test_what_is_run_is_printed_and_not_run(tmp_path):
    done = command(str(tmp_path), "--over", "srun:4711", "--dry-run", env={"PATH": "/nowhere"})
    assert done.returncode == 0
    assert done.stdout == (
        f"srun --overlap --jobid 4711 --ntasks-per-node 1 {' '.join(ATFAULT)} ranks collect "
        f"{tmp_path} --slurm-step 4711\n"
    )
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(CLUSH is None, reason="clush is not installed")
@pytest.mark.slow
def test_clush_carries_it_to_64_nodes(tmp_path):
    """To this one, 64 times, by its worker `exec`; what is there of atfault is a stand-in that
    leaves a file of the node's name, as 64 looks at once tell no more of the carrier."""
    env = on_path(
        tmp_path,
        "atfault",
        '#!/bin/sh\necho "$1 $2" > "$3/$NODE.ranks.jsonl"\n',
    )
    out = tmp_path / "out"
    there = ("--atfault", "env NODE=%h atfault")
    done = command(str(out), "--over", "clush:node[1-64]", "--with", "-R exec", *there, env=env)
    assert (done.returncode, len(os.listdir(out))) == (0, 64), done.stderr
    assert "64 nodes answered" in done.stderr
    assert (out / "node7.ranks.jsonl").read_text() == "ranks collect\n"


@pytest.mark.skipif(CLUSH is None, reason="clush is not installed")
def test_clush_carries_the_collector_itself(job, tmp_path):
    launcher, pids = job()
    done = carried(tmp_path, launcher, "clush:node1", "--with", "-R exec")
    assert done.returncode == 0, done.stderr
    (name,) = os.listdir(tmp_path / "out")
    found = {one.place.pid for one in records((tmp_path / "out" / name).read_text())}
    assert found == set(pids.values())
