"""What `run` did not watch: noted by the tracer as it lets programs go, told at the end of the run
and in reports.

And what a program has lost that was traced.
"""

from __future__ import annotations

import grp
import json
import os
import pwd
from collections import Counter

from atfault.model.counts import counted
from atfault.snapshot.tracing.privileges import LostPrivileges
from atfault.snapshot.tracing.unwatched import LetGo

MAX_BYTES = 1 << 18
MAX_LINES = 6
_WHY = {
    "traces": "traces processes itself, which a process that is traced cannot",
    "leak-check": (
        "has a sanitizer's leak check, which fails in a process that is traced (with "
        "{options}=detect_leaks=0 it is watched)"
    ),
    "looks": "looks whether it is traced",
}
_OPTIONS = {"lsan": "LSAN_OPTIONS"}


def note(fd: int, one: LetGo, *, is_all: bool) -> None:
    """Keep it in `fd`, a file of memory that all of a run share. Never fails."""
    try:
        line = json.dumps([one.pid, one.name, one.reason, one.wanted, one.checker, is_all])
        if os.fstat(fd).st_size < MAX_BYTES:
            os.write(fd, line.encode() + b"\n")  # one write: nobody reads half a line
    except OSError:
        pass


def told(fd: int) -> list[str]:
    """The lines on what was noted, without "atfault: "; none for nearly all runs."""
    counts: Counter[tuple[str, str, str]] = Counter()
    lines = []
    for raw in os.pread(fd, 2 * MAX_BYTES, 0).splitlines():
        _, name, reason, wanted, checker, is_all = json.loads(raw)
        if is_all:
            lines.append(_of_all(name, reason, wanted, checker))
        elif wanted:
            lines.append(f"{name} attaches to process {wanted}, which is no longer watched")
        counts[name, reason, checker] += not is_all
    ways = [(key, count) for key, count in counts.items() if count]
    for (name, reason, checker), count in ways[:MAX_LINES]:
        times = f"{count} × " if count > 1 else ""
        lines.append(f"not watched: {times}{name}, with what it starts: it {_why(reason, checker)}")
    if len(ways) > MAX_LINES:
        more = counted(len(ways) - MAX_LINES, "more program", "more programs")
        lines.append(f"not watched: {more} of such kinds")
    return lines


def _why(reason: str, checker: str) -> str:
    return _WHY[reason].format(options=_OPTIONS.get(checker, "ASAN_OPTIONS"))


def _of_all(name: str, reason: str, wanted: int, checker: str) -> str:
    """Why nothing was watched from some moment on."""
    if wanted:
        return (
            f"{name} attaches to process {wanted}: the program is no longer watched, as a process "
            "can have one tracer only"
        )
    return f"the program is no longer watched: {name} {_why(reason, checker)}"


def in_words(lost: LostPrivileges) -> str:
    """One line, unescaped."""
    rights = []
    if lost.user is not None:
        rights.append(f"the rights of {_user(lost.user)} (set-user-id)")
    if lost.group is not None:
        rights.append(f"the rights of group {_group(lost.group)} (set-group-id)")
    if lost.capabilities:
        rights.append("the capabilities of its file")
    return (
        f"{lost.executable} runs without {' and '.join(rights)}: Linux withholds them from a "
        "program that is traced, unless root traces it; if it needs them: sudo atfault run …"
    )


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)
