"""Many crashes at once, brought to the handler's command as the kernel brings them: the same words,
the core on a pipe, the process standing by until that has been read.

Each core is a real one, of the same program that stands by. What the kernel does itself is tried by
test_handler_kernel.py, one crash at a time by test_handler_fed.py. ATFAULT_STORM: how many at once.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from atfault.handler import install, spool
from atfault.handler.places import Places, read_line
from integration.test_handler_fed import FED
from integration.test_handler_kernel import packages
from support import needs

SYSTEM = "/usr/bin/python3"
STORM = int(os.environ.get("ATFAULT_STORM", "24"))
PROGRAM = "import ctypes, sys\n{lines}sys.stdin.read()\nctypes.string_at(0)\n"
WORKER = "atfault.handler.worker"
USERS = {"ada": 2001, "bob": 2002, "svc": 2003, "container": 2004}
"""None of them has an account; svc and the container's have no folder of their own either."""
FAULT = {name: number + 3 for number, name in enumerate(USERS)}
CONTAINER = "mount --bind /usr {0}/usr && mount -t proc proc {0}/proc && exec chroot \
--userspec=2004:2004 --groups= {0} {1} /tmp/container.py"
MEGABYTE = 1 << 20

pytestmark = [
    needs.root,
    needs.program("unshare", "mount", SYSTEM),
    pytest.mark.skipif(read_line("/proc/sys/kernel/core_pattern") != "core", reason="core_pattern"),
    pytest.mark.slow,
    pytest.mark.timeout(1500),
]


class Fed(NamedTuple):
    """What came of crashes that were brought at once."""

    statuses: set[int]
    taken: float
    """Seconds until the last core had been read, and its process could end."""
    seconds: float
    most: Counter[str]
    """At one moment: "looks", "processes" (handlers and what they start), "megabytes" of these."""
    traced: int
    """Processes that were seen stopped or traced."""
    standing: set[int]
    """How the processes that had stood by ended."""


class Machine:
    """Files in place of the kernel's, and programs of four users, one of them in a container."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.chmod(0o755)
        self.python = str(folder / "venv/bin/python")
        subprocess.run([SYSTEM, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        (site,) = (folder / "venv/lib").glob("python3*/site-packages")
        packages(str(site))
        subprocess.run(["chmod", "-R", "a+rX", folder / "venv"], check=True)
        for name, text in {"pattern": "core", "limit": "0", "uses_pid": "0", "log": ""}.items():
            (folder / name).write_text(text)
        paths = [str(folder / name) for name in ("pattern", "limit", "uses_pid", "boot")]
        self.places = Places(*paths, str(folder / "state"), str(folder / "log"))
        self.root = folder / "root"
        for name in ("usr", "proc", "tmp", "dev"):
            (self.root / name).mkdir(parents=True)
        for name in ("bin", "lib", "lib64"):
            (self.root / name).symlink_to(f"usr/{name}")
        os.chown(self.root, USERS["container"], USERS["container"])  # a core lies in it
        for name, uid in USERS.items():
            home = self.home(name)
            home.mkdir(exist_ok=True)
            (home / f"{name}.py").write_text(PROGRAM.format(lines="\n" * (FAULT[name] - 3)))
            os.chown(home, uid, uid)
        self.cores = {name: self._core(name) for name in USERS}

    def home(self, name: str) -> Path:
        return self.root / "tmp" if name == "container" else self.folder / name

    def stand(self, name: str) -> tuple[subprocess.Popen[bytes], int]:
        """A program that waits, and its pid."""
        home, uid = self.home(name), USERS[name]
        unlimited = (resource.RLIM_INFINITY,) * 2
        given = {
            "stdin": subprocess.PIPE,
            "preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_CORE, unlimited),
        }
        if name == "container":
            command = ["unshare", "--mount", "--pid", "--fork", "sh", "-c"]
            process = subprocess.Popen(
                [*command, f"cd {home}; {CONTAINER.format(self.root, SYSTEM)}"], **given
            )
            pid = _child(process.pid)
        else:
            ids = {"user": uid, "group": uid, "extra_groups": []}
            state = {} if name == "svc" else {"XDG_STATE_HOME": str(home)}
            process = subprocess.Popen([SYSTEM, f"{name}.py"], cwd=home, env=state, **ids, **given)
            pid = process.pid
        _until(lambda: "ctypes" in Path(f"/proc/{pid}/maps").read_text())
        return process, pid

    def _core(self, name: str) -> Path:
        process, _ = self.stand(name)
        process.communicate()
        (core,) = (
            self.folder.glob("root/core*") if name == "container" else self.home(name).glob("core*")
        )
        return core.rename(self.folder / f"core of {name}")

    def feed(self, names: list[str], jobs: int = spool.MAX_JOBS) -> Fed:
        """A crash of each of them, all at the same time."""
        standing = [self.stand(name) for name in names]
        began = time.monotonic()
        handlers, feeders = [], []
        for name, (_, pid) in zip(names, standing):
            numbers = (
                pid,
                pid,
                signal.SIGSEGV,
                USERS[name],
                USERS[name],
                1,
                1 << 40,
                int(time.time()),
            )
            words = [str(jobs), "\n".join(self.places), *map(str, numbers), "a host"]
            handler = subprocess.Popen(
                [self.python, "-I", "-c", FED, *words], stdin=subprocess.PIPE
            )
            feeders.append(threading.Thread(target=_bring, args=(self.cores[name], handler)))
            handlers.append(handler)
        for feeder in feeders:
            feeder.start()
        most: Counter[str] = Counter()
        taken, traced = 0.0, 0
        while any(handler.poll() is None for handler in handlers):
            most |= _at_work({handler.pid for handler in handlers})
            traced += sum(map(_is_held, (pid for _, pid in standing)))
            if not taken and not any(feeder.is_alive() for feeder in feeders):
                taken = time.monotonic() - began
            time.sleep(0.2)
        seconds = time.monotonic() - began
        for process, _ in standing:
            process.communicate()
        for name in names:
            for core in (*self.home(name).glob("core*"), *self.root.glob("core*")):
                core.unlink()
        statuses = {handler.returncode for handler in handlers}
        ended = {process.returncode for process, _ in standing}
        return Fed(statuses, taken or seconds, seconds, most, traced, ended)

    def reports(self, name: str) -> list[tuple[str, str, str]]:
        """(cause, confidence, place) of what its owner has, read as them."""
        uid = USERS[name]
        state = (
            self.home(name)
            if name in ("ada", "bob")
            else Path(self.places.folder, "users", str(uid))
        )
        done = subprocess.run(
            [self.python, "-m", "atfault", "list", "--json"],
            env={"XDG_STATE_HOME": str(state)}, cwd="/", user=uid, group=uid, extra_groups=[],
            capture_output=True, check=True,
        )  # fmt: skip
        return [(one["cause"], one["confidence"], one["place"]) for one in json.loads(done.stdout)]

    def answer(self, name: str) -> tuple[str, str, str]:
        home = "/tmp" if name == "container" else str(self.home(name))
        return "null-dereference", "certain", f"{home}/{name}.py:{FAULT[name]}"


def _child(pid: int) -> int:
    _until(lambda: Path(f"/proc/{pid}/task/{pid}/children").read_text())
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


def _until(holds) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def _bring(core: Path, handler: subprocess.Popen[bytes]) -> None:
    assert handler.stdin is not None
    with suppress(BrokenPipeError), open(core, "rb") as file, handler.stdin as pipe:
        shutil.copyfileobj(file, pipe, MEGABYTE)


def _at_work(handlers: set[int]) -> Counter[str]:
    """The handlers and all below them, by /proc."""
    found: Counter[str] = Counter()
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            stat = Path(f"/proc/{name}/stat").read_text()
        except OSError:
            continue
        parents[int(name)] = int(stat.rpartition(")")[2].split()[1])
    ours = handlers & parents.keys()
    below = {pid for pid, parent in parents.items() if parent in handlers}
    for pid in ours | below:
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text().split()
            found["looks"] += WORKER in Path(f"/proc/{pid}/cmdline").read_text()
        except OSError:
            continue
        if "Pss:" in rollup:
            found["kilobytes"] += int(rollup[rollup.index("Pss:") + 1])
    megabytes = found["kilobytes"] // 1024
    return Counter(looks=found["looks"], processes=len(ours | below), megabytes=megabytes)


def _is_held(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status").read_text()
    return "State:\tT" in status or "State:\tt" in status or "TracerPid:\t0\n" not in status


@pytest.fixture(scope="module")
def machine():
    settings = [read_line(path) for path in Places()[:3]]
    folder = Path(tempfile.mkdtemp(prefix="atfault-storm-"))
    try:
        machine = Machine(folder)
        install.install(machine.places, machine.python)
        yield machine
    finally:
        shutil.rmtree(folder)
    assert [read_line(path) for path in Places()[:3]] == settings


def explained(machine: Machine) -> int:
    return spool.counts(machine.places.folder).get("explained", 0)


def test_fifty_crashes_of_three_users_and_a_container_come_to_their_owners(machine) -> None:
    fed = machine.feed(["ada", "bob", "svc", "container"] * 12 + ["container"] * 2)
    print(fed)
    counts = {name: 14 if name == "container" else 12 for name in USERS}
    assert {name: Counter(machine.reports(name)) for name in USERS} == {
        name: Counter({machine.answer(name): count}) for name, count in counts.items()
    }, Path(machine.places.log).read_text()
    assert explained(machine) == 50
    assert (fed.statuses, fed.traced) == ({0}, 0)


def test_a_storm_loses_none_and_stops_nothing(machine) -> None:
    before = explained(machine)
    fed = machine.feed(["ada"] * STORM)
    print(fed)
    counts = spool.counts(machine.places.folder)
    assert counts["explained"] - before == STORM and "dropped" not in counts
    assert set(machine.reports("ada")[-STORM:]) == {machine.answer("ada")}
    assert (fed.statuses, fed.traced) == ({0}, 0)
    assert fed.most["looks"] <= max(1, (os.cpu_count() or 1) // 2)
    assert (
        fed.most["processes"] <= 2 * STORM
    )  # one more each, while the file of its core is written
    assert fed.most["megabytes"] < 15 * STORM + 500


def test_beyond_the_places_crashes_are_counted_and_their_cores_passed_on(machine) -> None:
    before = explained(machine)
    machine.feed(["bob"] * 24, jobs=6)
    counts = spool.counts(machine.places.folder)
    assert counts["explained"] - before >= 6
    assert counts["explained"] - before + counts["dropped"] == 24
    assert set(counts["reasons"]) == {"a crash is dropped: more than 6 crashes at once"}


def test_on_a_full_disk_a_crash_is_dropped_and_said(machine) -> None:
    before = spool.counts(machine.places.folder)["dropped"]
    small = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", machine.places.folder]
    if subprocess.run(small, check=False).returncode:
        pytest.skip("nothing may be mounted here")
    try:
        spool.prepare(machine.places.folder)
        Path(machine.places.record).write_text(json.dumps({"pattern": "", "limit": "0"}))
        fed = machine.feed(["bob"])
        counts = spool.counts(machine.places.folder)
    finally:
        subprocess.run(["umount", machine.places.folder], check=True)
    assert (counts["dropped"], fed.statuses) == (1, {0})
    assert any("larger than there is room" in reason for reason in counts["reasons"]), counts
    assert spool.counts(machine.places.folder)["dropped"] == before


def test_removal_leaves_the_machine_as_it_was(machine) -> None:
    assert read_line(machine.places.pattern).startswith(f"|{machine.python} -I -m atfault.handler ")
    has_reports = bool(os.listdir(os.path.join(machine.places.folder, "users")))  # of tests before
    install.remove(machine.places)
    assert read_line(machine.places.pattern) == "core"
    assert read_line(machine.places.limit) == "0"
    assert not os.path.exists(machine.places.boot)
    if has_reports:
        assert os.listdir(machine.places.folder) == ["users"]
    else:
        assert not os.path.exists(machine.places.folder)
