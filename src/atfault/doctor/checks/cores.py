"""Will a core be written when a process dies? See core(5).

core_pattern        relative: below the dead process's own folder; absolute; or "|program"
RLIMIT_CORE         0: none; less than the process has in memory: cut off
coredump_filter     which memory goes into it
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from atfault.doctor.check import check, verdict
from atfault.doctor.machine import CAP_SYS_RESOURCE, UNLIMITED, Machine
from atfault.doctor.subject import Subject
from atfault.doctor.words import in_bytes
from atfault.handler.pattern import OURS
from atfault.model.doctor import Verdict

PATTERN = "/proc/sys/kernel/core_pattern"
USES_PID = "/proc/sys/kernel/core_uses_pid"
SMALL_CORE = 64 << 20
"""Bytes that a Python process with numpy leaves at the least."""
DEFAULT_FILTER = 0x33
ANONYMOUS_PRIVATE, ANONYMOUS_SHARED, ELF_HEADERS = 1, 2, 16
_GROUP = "cores"


@check("core-pattern", "where cores go", _GROUP)
def core_pattern(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """core_pattern names a folder that there is, or a program that is there."""
    pattern = machine.read(PATTERN)
    looked = f"{PATTERN}: {pattern or 'empty'}"
    if pattern.startswith("|"):
        yield _of_handler(machine, pattern, looked)
    elif not pattern:
        if machine.read(USES_PID) == "1":
            yield verdict("ok", "cores are named .PID, in the folder of the process", looked)
        else:
            yield verdict(
                "problem",
                "no core is ever written: there is no name for it",
                looked,
                "give cores a name",
                "sysctl -w kernel.core_pattern=core.%p",
            )
    elif pattern.startswith("/"):
        folder = os.path.dirname(pattern)
        if machine.room(folder) is None:
            yield verdict(
                "problem",
                f"no core can be written: there is no folder {folder}",
                looked,
                "make it, or name another one",
                f"mkdir -p {folder}",
            )
        else:
            yield verdict("ok", f"cores go to {folder}", looked)
    else:
        yield verdict("ok", "a core goes to the working folder of the process that died", looked)


def _of_handler(machine: Machine, pattern: str, looked: str) -> Verdict:
    handler = pattern[1:].split()[0] if pattern[1:].split() else ""
    name = os.path.basename(handler)
    if machine.in_container():
        return verdict(
            "note",
            f"cores of this container are given to {name} on its host, and are not found in here",
            looked,
            "look for them on the host, or have them written as files (on the host)",
            "sysctl -w kernel.core_pattern=core.%p",
        )
    if not handler or not machine.exists(handler):
        return verdict(
            "problem",
            f"cores are given to {handler or 'a program without a name'}, which is not there",
            looked,
            "have them written as files",
            "sysctl -w kernel.core_pattern=core.%p",
        )
    if OURS in pattern:
        return verdict(
            "ok",
            "atfault explains crashes of Python programs, and passes cores on",
            looked,
            "see what came of them",
            "atfault handler status",
        )
    if "systemd-coredump" in name:
        return verdict(
            "ok",
            "systemd-coredump keeps cores, for some days",
            looked,
            "explain the latest one of a Python",
            "atfault core --last",
        )
    if "apport" in name:
        return verdict(
            "note",
            "apport keeps cores of packaged programs alone; others it writes to /var/lib/apport",
            looked,
            "have them written as files",
            "sysctl -w kernel.core_pattern=core.%p",
        )
    return verdict(
        "note", f"cores are given to {handler}, which does with them what it likes", looked
    )


@check("core-name", "names of cores", _GROUP)
def core_name(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """One core does not overwrite another."""
    pattern = machine.read(PATTERN)
    looked = f"{PATTERN}: {pattern}, {USES_PID}: {machine.read(USES_PID)}"
    if pattern.startswith("|") or not pattern:
        return
    if "%p" in pattern or "%P" in pattern or "%t" in pattern or machine.read(USES_PID) == "1":
        yield verdict("ok", "each core has a name of its own", looked)
    else:
        yield verdict(
            "note",
            "all cores have the same name: the next one overwrites it",
            looked,
            "put the pid into the name",
            "sysctl -w kernel.core_uses_pid=1",
        )


@check("core-size", "how large cores may be", _GROUP)
def core_size(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """The limit of a core's size, soft and hard."""
    limit = machine.limit("Max core file size")
    looked = f"{machine.process}/limits"
    if limit is None:
        yield verdict("unknown", "the limit of cores cannot be read", looked)
        return
    soft, hard = limit
    looked = f"{looked}: Max core file size {in_bytes(soft)} (soft), {in_bytes(hard)} (hard)"
    if machine.read(PATTERN).startswith("|"):
        yield verdict("ok", "a program takes the cores, for which the limit does not count", looked)
    elif soft == UNLIMITED or soft >= _in_memory(machine):
        yield verdict("ok", "the limit of cores is no hindrance", looked)
    else:
        what = "no core is written" if not soft else f"a core is cut off at {in_bytes(soft)}"
        yield _raise_limit(machine, what, soft, hard, looked)


def _raise_limit(machine: Machine, what: str, soft: int, hard: int, looked: str) -> Verdict:
    if machine.pid is not None:
        value = "unlimited" if hard == UNLIMITED else str(hard)
        command = f"prlimit --pid {machine.pid} --core={value}"
        if hard == UNLIMITED or hard > soft:
            return verdict("problem", f"{what}: the soft limit", looked, "raise it", command)
    elif hard == UNLIMITED or hard > soft:
        size = "unlimited" if hard == UNLIMITED else str(hard // 1024)
        return verdict(
            "problem",
            f"{what}: the soft limit, which this shell's programs inherit",
            looked,
            "raise it in the shell that starts the program",
            f"ulimit -S -c {size}",
        )
    if machine.has_capability(CAP_SYS_RESOURCE):
        command = "prlimit --pid $$ --core=unlimited:unlimited"
        return verdict("problem", f"{what}: the hard limit", looked, "raise it as root", command)
    return verdict(
        "problem",
        f"{what}: the hard limit, which nobody without the capability SYS_RESOURCE can raise",
        looked,
        "start the container, service or login anew with a higher one (LimitCORE=, "
        "limits.conf, or as here)",
        "docker run --ulimit core=-1 …",
    )


def _in_memory(machine: Machine) -> int:
    """Bytes that a core will hold, about."""
    words = machine.status("VmRSS").split()
    resident = int(words[0]) * 1024 if words and words[0].isdigit() else 0
    return max(resident, SMALL_CORE) if machine.pid is not None else SMALL_CORE


@check("core-filter", "what goes into cores", _GROUP)
def core_filter(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """coredump_filter lets in what a report needs: private memory, and headers of libraries."""
    path = f"{machine.process}/coredump_filter"
    text = machine.read(path)
    looked = f"{path}: {text}"
    try:
        bits = int(text, 16)
    except ValueError:
        yield verdict("unknown", "it cannot be read what goes into cores", looked)
        return
    command = f"echo {DEFAULT_FILTER:#x} > /proc/{machine.pid or '$$'}/coredump_filter"
    if not bits & ANONYMOUS_PRIVATE:
        yield verdict(
            "problem",
            "cores hold no memory of the program's own: neither its stacks nor its objects",
            looked,
            "let them in, in the shell that starts the program",
            command,
        )
    elif not bits & ELF_HEADERS or not bits & ANONYMOUS_SHARED:
        lacks = "shared memory" if bits & ELF_HEADERS else "build ids of the libraries"
        yield verdict("note", f"cores lack {lacks}", looked, "let them in, in the shell", command)
    else:
        yield verdict("ok", "cores hold all that is needed", looked)


def _folder(machine: Machine) -> str:
    """Where a core would be written; "" where a program takes it, or it is unknown."""
    pattern = machine.read(PATTERN)
    if pattern.startswith("|"):
        return ""
    return os.path.dirname(pattern) if pattern.startswith("/") else machine.working_folder()


@check("core-folder", "may cores be written there", _GROUP)
def core_folder(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """The folder that a core goes to can be written."""
    folder = _folder(machine)
    if not folder or machine.room(folder) is None:
        return
    if machine.may_write(folder):
        yield verdict("ok", f"files can be made in {folder}", folder)
    else:
        yield verdict(
            "problem",
            f"no core can be written to {folder}: no files may be made there",
            folder,
            "start the program in a folder that can be written, or name one for all cores",
            "sysctl -w kernel.core_pattern=/tmp/core.%p",
        )


@check("core-disk", "room for cores", _GROUP)
def core_disk(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """There is room for a core where it goes."""
    folder = _folder(machine)
    room = machine.room(folder) if folder else None
    if room is None:
        return
    needed = _in_memory(machine)
    looked = f"{folder}: {in_bytes(room.free)} are free"
    if room.free >= needed:
        yield verdict("ok", "there is room for a core", looked)
    else:
        yield verdict(
            "problem",
            f"a core would be cut off: it has {in_bytes(needed)} or more",
            looked,
            "free some space, or name a folder on another disk",
            "sysctl -w kernel.core_pattern=/tmp/core.%p",
        )


@check("dumpable", "may it leave a core", _GROUP, about=("process",))
def dumpable(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """The process has not given up leaving cores (PR_SET_DUMPABLE, a set-user-id program)."""
    words = machine.status("Uid").split()
    owner = machine.owner(f"{machine.process}/status")
    if len(words) < 2 or owner is None:
        yield verdict("unknown", "it cannot be read whose process it is", machine.process)
    elif owner == int(words[1]):
        yield verdict("ok", "it leaves cores", machine.process)
    else:
        yield verdict(
            "problem",
            "it leaves no core, and root alone may look into it: it has changed its user, or asked "
            "for that (PR_SET_DUMPABLE)",
            f"{machine.process} belongs to user {owner}, the process to {words[1]}",
            "let set-user-id programs leave cores, readable for root",
            "sysctl -w fs.suid_dumpable=2",
        )


@check("core-whole", "is the core whole", _GROUP, about=("core",))
def core_whole(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """The core has what its headers promise."""
    for text in subject.gaps:
        yield verdict(
            "problem",
            text,
            subject.words,
            "let the next one be written whole: no limit, enough room (atfault doctor)",
            "ulimit -S -c unlimited",
        )
    for text in subject.warnings:
        yield verdict("note", text, subject.words)
    if not subject.gaps:
        yield verdict("ok", "the core is whole", subject.words)
