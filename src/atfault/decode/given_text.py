"""A text that was given → `Given`: the log of a build, with what of this machine advice needs."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from typing import Any

from atfault.contained import TimeIsUp, contained
from atfault.cpu_deadline import CpuDeadline
from atfault.decode.imports.cmake_checks import with_check
from atfault.decode.imports.pip_versions import with_versions
from atfault.decode.imports.submodules import with_submodule
from atfault.decode.kernel_line import with_place
from atfault.model.absent import Absent
from atfault.model.given import Given, Hit, KernelText, Machine
from atfault.text.aborts import abort_in
from atfault.text.build_log import read_build
from atfault.text.kernel import kernel_in
from atfault.text.lines import Kept
from atfault.text.outcome import with_outcome
from atfault.text.sanitizers import sanitizer_in
from atfault.text.stacks import stacks_in

INCLUDES = ("/usr/include", "/usr/local/include", "/opt/homebrew/include")
SEARCHED = INCLUDES[:2]
MAX_DEPTH_FOLDERS = 400
CGROUP_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


SECONDS = 20.0
"""CPU time for a text, after which what is left of it is left out."""


def given_of(
    kept: Kept, name: str, losses: list[str], deadline: CpuDeadline | None = None
) -> Given:
    """What the lines say. losses: warnings are added of what could not be read.

    deadline: once it has passed, the parts that are left are left out by name.
    """
    deadline = deadline or CpuDeadline(SECONDS)

    given = Given(name, kept.total, is_cut=kept.is_cut)
    with contained("reading it as a build's log", losses):
        given = read_build(kept, name, deadline)
    parts: tuple[tuple[str, str, Callable[[Given], Any]], ...] = (
        ("reading what a sanitizer says", "sanitizer", lambda _: sanitizer_in(kept.lines)),
        ("reading the stacks of a debugger", "stacks", lambda _: stacks_in(kept.lines)),
        ("reading what the kernel says", "kernel", lambda known: _kernel(kept, known)),
        ("reading the last words of an abort", "abort", lambda _: abort_in(kept.lines)),
    )
    for what, field, read in parts:
        with contained(what, losses):
            if deadline.passed():
                raise TimeIsUp(deadline.seconds)
            given = given._replace(**{field: read(given)})
    with contained("reading how it ends", losses):
        given = with_outcome(given, kept)
    with contained("looking for what the build lacks", losses):
        given = with_versions(with_submodule(with_check(given, kept, name), name))
    with contained("looking for what this machine has", losses):
        if given.first is not None and given.system not in ("windows", "macos"):
            given = given._replace(machine=_machine(given.first))
    if given.unread[0]:
        first, last = given.unread
        losses.append(
            f"the {deadline.seconds:g} s of CPU time for a text are used up: lines {first} to"
            f" {last} were not read; what failed first may be among them"
        )
    return given


def _kernel(kept: Kept, given: Given) -> KernelText | Absent:
    """A build's log may quote such a line; nothing is looked up for that."""
    found = kernel_in(kept.lines)
    return found if isinstance(found, Absent) or given.is_build else with_place(found)


def _machine(hit: Hit) -> Machine:
    """What the advice about `hit` has to know."""
    commands: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    if hit.kind == "tool" and hit.subject:
        base = hit.subject.rpartition("/")[2]
        commands = (base,) if shutil.which(base) else ()
    if hit.kind == "header" and hit.subject and not os.path.isabs(hit.subject):
        files = tuple(_headers(hit.subject))[:4]
        if hit.subject == "Python.h":  # one of another Python is none
            files = tuple(one for one in files if python_of(hit.command) in one.split("/"))
    return Machine(
        memory=_memory() if hit.kind == "memory" else 0,
        cpus=len(os.sched_getaffinity(0)),
        commands=commands,
        files=files,
    )


def python_of(command: str) -> str:
    """The Python that a compiler's command is for: "python3.8"; "" when that is not told."""
    named = re.search(r"python3\.\d{1,2}", command)
    return "" if named is None else named[0]


def _headers(name: str) -> list[str]:
    """Where the header is on this machine: in the folders that compilers search, and those right
    below."""
    if ".." in name.split("/") or "\0" in name:
        return []
    found = []
    for base in INCLUDES:
        try:
            below = sorted(entry.path for entry in os.scandir(base) if entry.is_dir())
        except OSError:
            continue
        # In the first two it is always looked for: of a text from here it would not be missing.
        for folder in below[:MAX_DEPTH_FOLDERS] if base in SEARCHED else (base, *below):
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                found.append(path)
    return found


def _memory() -> int:
    """Bytes that programs here may have: of the machine, or of the control group."""
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0
    for path in CGROUP_LIMITS:
        try:
            with open(path, encoding="ascii") as file:
                limit = file.read(32).strip()
        except OSError:
            continue
        if limit.isdigit():
            total = min(total, int(limit))
    return total
