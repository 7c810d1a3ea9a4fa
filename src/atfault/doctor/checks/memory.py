"""Shared memory, memory and processes: what programs run out of."""

from __future__ import annotations

import os
from collections.abc import Iterator

from atfault.doctor.check import check, verdict
from atfault.doctor.machine import UNLIMITED, Machine
from atfault.doctor.subject import Subject
from atfault.doctor.words import in_bytes
from atfault.model.doctor import Verdict

SHM = "/dev/shm"
DOCKER_SHM = 64 << 20
LITTLE_SHM = 16 << 20
NEARLY = 0.9
FEW = 64
"""Processes or mappings that must be left."""
OVERCOMMIT = "/proc/sys/vm/overcommit_memory"
MAX_MAPS = "/proc/sys/vm/max_map_count"
_GROUP = "memory"


@check("shared-memory", "shared memory", _GROUP)
def shared_memory(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """/dev/shm is there, can be written, and has room."""
    room = machine.room(SHM)
    if room is None or not machine.may_write(SHM):
        yield verdict(
            "problem",
            "there is no shared memory: multiprocessing and DataLoader workers need it",
            SHM,
            "mount it",
            f"mount -t tmpfs tmpfs {SHM}",
        )
        return
    looked = f"{SHM}: {in_bytes(room.free)} of {in_bytes(room.total)} are free"
    in_docker = ("give the container more", "docker run --shm-size=8g …")
    if room.free < LITTLE_SHM:
        yield verdict(
            "problem",
            "shared memory is full: who writes more to it dies of SIGBUS",
            looked,
            "remove what is left over there (ls -l /dev/shm), or give the container more",
            in_docker[1],
        )
    elif room.total <= DOCKER_SHM:
        yield verdict(
            "note",
            "shared memory is as small as docker makes it: DataLoader workers need more",
            looked,
            *in_docker,
        )
    else:
        yield verdict("ok", "there is shared memory", looked)


def _cgroup(machine: Machine) -> tuple[str, str]:
    """(folder of the process's control group for memory, of that for pids)"""
    memory = pids = ""
    for line in machine.read(f"{machine.process}/cgroup").splitlines():
        _, _, rest = line.partition(":")
        kinds, _, path = rest.partition(":")
        if not kinds:
            memory = memory or f"/sys/fs/cgroup{path}"
            pids = pids or f"/sys/fs/cgroup{path}"
        elif "memory" in kinds.split(","):
            memory = f"/sys/fs/cgroup/memory{path}"
        elif "pids" in kinds.split(","):
            pids = f"/sys/fs/cgroup/pids{path}"
    return _there(machine, memory), _there(machine, pids)


def _there(machine: Machine, folder: str) -> str:
    """The group's folder as it is mounted here: in a container its own is the root."""
    folder = folder.rstrip("/")
    while folder.count("/") > 3 and not machine.exists(folder):
        folder = os.path.dirname(folder)
    return folder


@check("memory-limit", "memory of the container", _GROUP)
def memory_limit(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """The control group's limit, and how much of it is used."""
    folder = _cgroup(machine)[0]
    limit = machine.number(f"{folder}/memory.max")
    used = machine.number(f"{folder}/memory.current")
    if limit is None:
        limit = machine.number(f"{folder}/memory.limit_in_bytes")
        used = machine.number(f"{folder}/memory.usage_in_bytes")
    if limit is None or used is None or limit >= 1 << 60:
        yield verdict("ok", "memory is not limited but by what the machine has", folder)
        return
    looked = f"{folder}: {in_bytes(used)} of {in_bytes(limit)} are used"
    kills = _kills(machine, folder)
    if used > NEARLY * limit:
        yield verdict(
            "problem",
            "memory is nearly used up: the kernel kills a process of the group when it is",
            looked,
            "give the container more memory, or the program less work at once",
            "docker update --memory 16g CONTAINER",
        )
    elif kills:
        yield verdict("note", f"the kernel has killed {kills} processes for lack of memory", looked)
    else:
        yield verdict("ok", f"memory is limited to {in_bytes(limit)}", looked)


def _kills(machine: Machine, folder: str) -> int:
    for line in machine.read(f"{folder}/memory.events").splitlines():
        name, _, number = line.partition(" ")
        if name == "oom_kill" and number.isdigit():
            return int(number)
    return 0


@check("overcommit", "promised memory", _GROUP)
def overcommit(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """Strict accounting refuses memory that nobody has touched."""
    mode = machine.number(OVERCOMMIT)
    looked = f"{OVERCOMMIT}: {mode}"
    if mode != 2:
        yield verdict("ok", "memory is given when it is touched", looked)
        return
    limit, promised = _meminfo(machine, "CommitLimit"), _meminfo(machine, "Committed_AS")
    looked += f", {in_bytes(promised)} of {in_bytes(limit)} are promised"
    full = limit and promised > NEARLY * limit
    yield verdict(
        "problem" if full else "note",
        "memory is refused beyond what is promised to all; fork and CUDA ask for much at once",
        looked,
        "let the kernel promise more",
        "sysctl -w vm.overcommit_memory=0",
    )


def _meminfo(machine: Machine, name: str) -> int:
    for line in machine.read("/proc/meminfo").splitlines():
        words = line.split()
        if words[:1] == [f"{name}:"] and len(words) > 1 and words[1].isdigit():
            return int(words[1]) * 1024
    return 0


@check("process-limit", "how many processes and threads", _GROUP)
def process_limit(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """There is room for more threads."""
    folder = _cgroup(machine)[1]
    limit, used = machine.number(f"{folder}/pids.max"), machine.number(f"{folder}/pids.current")
    own = machine.limit("Max processes")
    if limit is not None and used is not None and limit - used < FEW:
        yield verdict(
            "problem",
            "hardly a thread more can be started in this container",
            f"{folder}: {used} of {limit}",
            "give it more",
            "docker update --pids-limit 4096 CONTAINER",
        )
    elif own is not None and own[0] != UNLIMITED and own[0] < FEW:
        yield verdict(
            "problem",
            f"this user may have {own[0]} processes and threads in all",
            f"{machine.process}/limits: Max processes",
            "raise the limit",
            "ulimit -u 4096",
        )
    else:
        yield verdict("ok", "more processes and threads can be started", folder)


@check("map-count", "how many mappings", _GROUP, about=("process",))
def map_count(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """A process may have so many mappings; beyond, mmap fails with "out of memory"."""
    limit = machine.number(MAX_MAPS)
    used = len(machine.read(f"{machine.process}/maps").splitlines())
    looked = f"{machine.process}/maps: {used} of {limit}"
    if limit is None or not used:
        yield verdict("unknown", "its mappings cannot be counted", looked)
    elif used > NEARLY * limit:
        yield verdict(
            "problem",
            "it has nearly as many mappings as it may: then memory is refused",
            looked,
            "raise the limit",
            f"sysctl -w vm.max_map_count={limit * 4}",
        )
    else:
        yield verdict("ok", "it may map more", looked)
