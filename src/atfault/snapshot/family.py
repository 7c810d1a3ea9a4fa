"""The processes around a live process: its children and theirs, its parent, zombies.

A look at /proc, without stopping anything. What a child is for is told from its command line and
its executable: multiprocessing starts `python -c "from multiprocessing.spawn import spawn_main…"`
with --multiprocessing-fork, and a child that it forks has its parent's command line.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from atfault.model.family import Relation, Relative, Role
from atfault.snapshot import procfs
from atfault.snapshot.machine import Machine

MAX_RELATIVES = 512
_MAX_PROCESSES = 1 << 16


def relatives(
    pid: int, *, adopted: bool = True, machine: Machine | None = None
) -> tuple[Relative, ...]:
    """Descendants of `pid`, the nearest first, then its parent and its siblings; bounded.

    Siblings are listed because the pipes of a pool join them; only those that run the same
    executable are.
    """
    nearest = frozenset(children(pid))
    found = [
        _relative(one, "child" if one in nearest else "descendant") for one in descendants(pid)
    ]
    seen = {one.pid for one in found} | {pid}
    own = procfs.stat(pid)
    if own is not None and own.ppid > 1:
        found.append(_relative(own.ppid, "parent"))
        executable = procfs.link(pid, "exe")
        seen.update((os.getpid(), os.getppid()))  # who looks brings nothing
        for sibling in children(own.ppid):
            if sibling not in seen and procfs.link(sibling, "exe") == executable:
                seen.add(sibling)
                found.append(_relative(sibling, "sibling"))
    if adopted:  # which takes a look at each process of the machine
        everybody = (machine or Machine()).processes()
        adopts = _adopted(pid, own, everybody)
        found += [_relative(one, "adopted") for one in adopts if one not in seen]
    return tuple([one for one in found[:MAX_RELATIVES] if one.state])


def _adopted(pid: int, own: procfs.Stat | None, everybody: Mapping[int, procfs.Stat]) -> list[int]:
    """What init, or a reaper in its place, has adopted of the forks of a process: by its session,
    its command line and its age."""
    argv = procfs.arguments(pid)
    found = []
    for one, stat in everybody.items() if argv else ():
        if own is None or stat.session != own.session or one == own.ppid:
            continue
        is_young = stat.start_time >= own.start_time and one != pid
        if is_young and procfs.arguments(one) == argv != procfs.arguments(stat.ppid):
            found.append(one)
    return found


def descendants(pid: int) -> list[int]:
    """Pids of the children of `pid` and of theirs, the nearest first; bounded."""
    found = children(pid)
    seen = {pid, *found}
    for one in found:
        if len(found) >= MAX_RELATIVES:
            break
        for child in children(one):
            if child not in seen:
                seen.add(child)
                found.append(child)
    return found


def children(pid: int) -> list[int]:
    """Pids of the living and dead children of all threads of `pid`, oldest first."""
    found: list[int] = []
    complete = True
    for tid in procfs.threads(pid):
        path = f"/proc/{pid}/task/{tid}/children"
        content = procfs.read(path, 1 << 16)
        found += [int(word) for word in content.split() if word.isdigit()]
        if not content and tid == pid and not os.path.exists(path):
            complete = False
            break
    if complete:
        return sorted(set(found))
    return _children_by_scan(pid)  # a kernel without CONFIG_PROC_CHILDREN


def _children_by_scan(pid: int) -> list[int]:
    found = []
    try:
        names = os.listdir("/proc")
    except OSError:
        return []
    for name in names[:_MAX_PROCESSES]:
        if name.isdigit():
            stat = procfs.stat(int(name))
            if stat is not None and stat.ppid == pid:
                found.append(int(name))
    return sorted(found)


def _relative(pid: int, relation: Relation) -> Relative:
    content = procfs.read(f"/proc/{pid}/stat", 4096)
    stat = procfs.split_stat(content)
    if stat is None:
        return Relative(pid, 0, relation, "", (), "", "")
    argv = procfs.arguments(pid)
    exit_code = signal = None
    held_back = _held_back(pid) if relation in ("child", "descendant") else ()
    if stat.state in ("Z", "X"):
        status = _exit_status(content)
        if status is not None:
            exit_code, signal = (
                (None, status & 0x7F) if status & 0x7F else (status >> 8 & 0xFF, None)
            )
    return Relative(
        pid, stat.ppid, relation, _role(pid, stat.ppid, argv), argv, stat.comm, stat.state,
        exit_code, signal, held_back,
    )  # fmt: skip


def _held_back(pid: int) -> tuple[int, ...]:
    """Numbers of the signals that were sent to a process and that it blocks."""
    status = procfs.status(pid)
    sent, blocked = (procfs.number(status, name, 16) or 0 for name in (b"ShdPnd", b"SigBlk"))
    return tuple([number for number in range(1, 65) if (sent & blocked) >> number - 1 & 1])


def _exit_status(content: bytes) -> int | None:
    """The last field of /proc/PID/stat, as waitpid would give it.

    Hidden (0) from those who may not trace the process: then an exit with 0 is not told apart from
    one that is not shown, so 0 is believed only of a process whose memory we may look at.
    """
    fields = content[content.rfind(b")") + 1 :].split()
    if len(fields) < 50 or not fields[-1].isdigit():
        return None
    status = int(fields[-1])
    return status if status or os.geteuid() == 0 else None


def _role(pid: int, ppid: int, argv: tuple[str, ...]) -> Role:
    """What a process is for, from how it was started."""
    text = " ".join(argv[:8])
    if "multiprocessing.resource_tracker" in text or "multiprocessing.semaphore_tracker" in text:
        return "resource-tracker"
    if "multiprocessing.forkserver" in text:
        parent = procfs.arguments(ppid)
        return "multiprocessing-forkserver" if parent == argv else "forkserver"
    if "--multiprocessing-fork" in text or "multiprocessing.spawn" in text:
        return "multiprocessing-spawn"
    if not argv:
        return ""
    parent = procfs.arguments(ppid)
    executable = os.path.basename(procfs.link(pid, "exe"))
    if parent == argv and executable.startswith("python"):
        # Same command line and program: forked and never exec'd (os.fork looks the same).
        return "fork"
    return "python" if executable.startswith("python") else "program"
