"""`atfault ranks collect --over`, with the carriers themselves: Slurm, Open MPI, Dask and Ray.

Slurm is started for the test, with files of its own: munged, slurmctld and slurmd, for one node.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import pytest

from atfault.model.process import RANK_VARIABLES
from support import needs
from support.rank_files import records
from support.run_command import ATFAULT, SOURCE

with contextlib.suppress(ImportError):
    import distributed

LIMIT = 300
"""Seconds for a test: a cluster takes many times as long to come up on a busy machine."""
pytestmark = [pytest.mark.slow, pytest.mark.timeout(LIMIT)]
PATIENT = {
    "RAY_health_check_timeout_ms": str(1000 * LIMIT),
    "RAY_worker_register_timeout_seconds": str(LIMIT),
}
"""Ray gives up on its own processes after 10 to 60 seconds otherwise."""
RAY_STARTS = 3
"""A node of Ray waits 15 seconds for its agents and dies, which nothing prolongs; then `ray start`
ends."""
PROGRAM = """\
import os, threading, time
def save():
    threading.Event().wait()
def compute():
    while True:
        time.sleep(0.2)
def main(folder):
    open(os.path.join(folder, str(os.getpid())), "w").close()
    names = ("SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "RANK")
    is_odd = "1" in map(os.environ.get, names)
    save() if is_odd else compute()
main(os.environ["RANKS_FOLDER"])
"""
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
NodeName={host} CPUs=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=FORCE:8
"""
DAEMONS = ("munged", "slurmctld", "slurmd")


def on_sbin(name):
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")


def until(holds, seconds=LIMIT - 60):
    deadline = time.monotonic() + seconds
    while not (found := holds()) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert found
    return found


def free_ports(number):
    with contextlib.ExitStack() as taken:
        sockets = [taken.enter_context(socket.create_server(("", 0))) for _ in range(number)]
        return [one.getsockname()[1] for one in sockets]


@pytest.fixture
def ranks(tmp_path):
    """The folder in which ranks leave their pids, and who ends those."""
    folder = tmp_path / "ranks"
    folder.mkdir()
    (tmp_path / "rank.py").write_text(PROGRAM)
    yield folder
    for name in os.listdir(folder):
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(name), signal.SIGKILL)


@pytest.fixture
def plain(ranks):
    """The environment of who starts a job."""
    kept = {name: one for name, one in os.environ.items() if name not in RANK_VARIABLES}
    return {**kept, "RANKS_FOLDER": str(ranks), "PYTHONPATH": SOURCE}


@pytest.fixture
def slurm(tmp_path, plain):
    """The environment in which a Slurm of one node answers."""
    if os.geteuid() or not all(map(on_sbin, DAEMONS)) or not shutil.which("srun"):
        pytest.skip("slurm-wlm and munge are not installed, or this is not root")
    folder = tmp_path / "slurm"
    for name in ("", "state", "spool"):
        (folder / name).mkdir()
    folder.chmod(0o755)
    key = folder / "key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o600)
    ports = free_ports(2)
    host, user = socket.gethostname().partition(".")[0], pwd.getpwuid(os.geteuid()).pw_name
    text = CONFIGURATION.format(host=host, user=user, folder=folder, ports=ports)
    (folder / "slurm.conf").write_text(text)
    env = {**plain, "SLURM_CONF": str(folder / "slurm.conf")}
    files = [f"--{one}-file={folder}/munge.{one}" for one in ("pid", "log", "seed")]
    munged = ["--foreground", "--force", f"--socket={folder}/munge", f"--key-file={key}", *files]
    commands = {"munged": munged, "slurmctld": ["-D", "-c"], "slurmd": ["-D"]}
    started = []
    try:
        for name, words in commands.items():
            argv = [on_sbin(name), *words]
            started.append(subprocess.Popen(argv, env=env, stderr=subprocess.DEVNULL))
            if name == "munged":
                until((folder / "munge").exists)
        until(lambda: b"idle" in subprocess.run(["sinfo"], env=env, capture_output=True).stdout)
        yield env
    finally:
        subprocess.run(["scancel", "--user", user], env=env, stderr=subprocess.DEVNULL)
        for process in started[::-1]:
            process.terminate()
            process.wait(30)


def collect(folder, *words, env):
    return subprocess.run(
        [*ATFAULT, "ranks", "collect", str(folder), *words],
        env=env,
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )


def found_in(folder):
    (name,) = os.listdir(folder)
    return {one.place.rank: one for one in records((folder / name).read_text())}


def test_srun_carries_it_to_the_steps_of_one_job(slurm, ranks, tmp_path):
    """Of two, beside the script of sbatch, which has the variables of a rank too."""
    script = tmp_path / "job.sh"
    step = f"srun --overlap -n 2 {sys.executable} {tmp_path}/rank.py\n"
    script.write_text(f"#!/bin/sh\n#SBATCH -n 2 --overcommit -o /dev/null\n{step}")
    submit = ["sbatch", "--parsable", "--overcommit", str(script)]
    jobs = [subprocess.check_output(submit, env=slurm, text=True).strip() for _ in range(2)]
    until(lambda: len(os.listdir(ranks)) == 4)
    done = collect(tmp_path / "out", "--over", f"srun:{jobs[0]}", env=slurm)
    assert done.returncode == 0 and "1 node answered" in done.stderr, done.stderr
    found = found_in(tmp_path / "out")
    assert sorted(found) == [0, 1]
    assert {one.job for one in found.values()} == {f"SLURM_PROCID {jobs[0]} 0"}
    assert {str(one.place.pid) for one in found.values()} < set(os.listdir(ranks))
    assert found[1].place.line.function == "save" and found[1].place.stands
    one_step = collect(tmp_path / "step", "--slurm-step", f"{jobs[1]}.0", "--now", env=slurm)
    assert one_step.returncode == 0, one_step.stderr
    assert {one.job for one in found_in(tmp_path / "step").values()} == {
        f"SLURM_PROCID {jobs[1]} 0"
    }


def test_mpirun_carries_it_once_a_node(plain, ranks, tmp_path):
    if not shutil.which("mpirun"):
        pytest.skip("openmpi-bin is not installed")
    allowed = ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM")
    env = {**plain, **dict.fromkeys(allowed, "1")}
    job = ["mpirun", "--oversubscribe", "-np", "2", sys.executable, f"{tmp_path}/rank.py"]
    process = subprocess.Popen(job, env=env)
    try:
        until(lambda: len(os.listdir(ranks)) == 2)
        there = tmp_path / "there"  # an atfault that looks at this job alone
        there.write_text(f'#!/bin/sh\nexec {" ".join(ATFAULT)} "$@" --pid {process.pid}\n')
        there.chmod(0o755)
        over = ("--over", "mpirun:localhost", "--atfault", str(there), "--now")
        done = collect(tmp_path / "out", *over, env=env)
        assert done.returncode == 0 and "1 node answered" in done.stderr, done.stderr
        found = found_in(tmp_path / "out")
        assert {str(one.place.pid) for one in found.values()} == set(os.listdir(ranks))
        assert found[1].place.line.function == "save"
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture
def job(plain, ranks, tmp_path):
    """Ranks by hand, and an atfault that looks at them alone."""
    argv = [sys.executable, f"{tmp_path}/rank.py"]
    numbered = [{**plain, "RANK": one, "WORLD_SIZE": "2"} for one in "01"]
    processes = [subprocess.Popen(argv, env=env) for env in numbered]
    until(lambda: len(os.listdir(ranks)) == 2)
    chosen = " ".join(f"--pid {one.pid}" for one in processes)
    there = tmp_path / "there"
    there.write_text(f'#!/bin/sh\nexec {" ".join(ATFAULT)} "$@" {chosen}\n')
    there.chmod(0o755)
    yield there
    for one in processes:
        one.kill()
        one.wait()


@contextlib.contextmanager
def running(*commands, env):
    """Programs in sessions of their own, each of which is ended whole."""
    started = []
    try:
        for argv in commands:
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            started.append(subprocess.Popen(argv, env=env, start_new_session=True, **quiet))
        yield started
    finally:
        for one in started[::-1]:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(one.pid, signal.SIGKILL)
            one.wait()


@needs.module("distributed")
def test_dask_carries_it_to_each_node_by_the_nanny_of_a_worker_that_does_not_answer(
    plain, ranks, job, tmp_path
):
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
    scheduler = ["distributed.cli.dask_scheduler", "--port", address.rpartition(":")[2]]
    worker = ["distributed.cli.dask_worker", address, "--nworkers", "2", "--nthreads", "1"]
    python, bare = [sys.executable, "-m"], ["--no-dashboard"]
    commands = [[*python, *scheduler, *bare], [*python, *worker, *bare]]
    with running(*commands, env=plain), distributed.Client(address, timeout=LIMIT) as client:
        client.wait_for_workers(2, timeout=LIMIT)
        pids = client.run(os.getpid).values()
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            over = ("--over", f"dask:{address}", "--atfault", str(job), "--now")
            done = collect(tmp_path / "out", *over, env=plain)
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGKILL)
    assert done.returncode == 0 and "1 node answered" in done.stderr, done.stderr
    found = found_in(tmp_path / "out")
    assert {str(one.place.pid) for one in found.values()} == set(os.listdir(ranks))
    assert found[1].place.line.function == "save"


@needs.module("ray")
def test_ray_carries_it_to_each_node(plain, ranks, job, tmp_path):
    env = {**plain, **PATIENT, "RAY_USAGE_STATS_ENABLED": "0"}
    for _ in range(RAY_STARTS):
        done = carried_by_ray(job, tmp_path / "out", env)
        if done is not None:
            break
    assert done is not None, f"ray start has ended {RAY_STARTS} times by itself"
    assert done.returncode == 0 and "1 node answered" in done.stderr, done.stderr
    found = found_in(tmp_path / "out")
    assert {str(one.place.pid) for one in found.values()} == set(os.listdir(ranks))
    assert found[1].place.line.function == "save"


def carried_by_ray(there, out, env):
    """What a collector says that has been on a cluster, which is started for it; None where `ray
    start` has ended before."""
    (port,) = free_ports(1)
    address = f"127.0.0.1:{port}"
    folder = tempfile.mkdtemp(prefix="ray")  # a path of pytest's is too long for its sockets
    start = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block"]
    options = ["--node-ip-address", "127.0.0.1", "--port", str(port)]
    bare = ["--include-dashboard", "false", "--num-cpus", "1", "--temp-dir", folder]
    try:
        with running([*start, *options, *bare], env=env) as (head,):
            while True:
                is_up = head.poll() is None
                over = ("--over", f"ray:{address}", "--atfault", str(there), "--now")
                done = collect(out, *over, env=env)
                if done.returncode == 0 or not is_up:
                    return done if done.returncode == 0 else None
                time.sleep(0.2)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("name", ["dask", "ray"])
def test_a_cluster_that_does_not_answer_is_named(name, plain, tmp_path):
    done = collect(tmp_path / "out", "--over", f"{name}:127.0.0.1:1", env=plain)
    assert done.returncode == 1 and os.listdir(tmp_path / "out") == []
    assert "127.0.0.1:1" in done.stderr or "is not installed" in done.stderr, done.stderr
