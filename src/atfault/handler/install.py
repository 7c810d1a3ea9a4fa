"""Putting the handler into the kernel's settings, and taking it out: as it was before.

What runs as root at each crash must be root's: the interpreter, the standard library, this package,
and all folders on the way. And whoever crashes must be able to run it.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from contextlib import suppress
from typing import NamedTuple

from atfault.errors import AccessError, UsageError
from atfault.folders import check_way
from atfault.handler import spool
from atfault.handler.pattern import MAX_PATTERN, is_ours, our_pattern
from atfault.handler.places import Before, Places, read_before, read_line

PIPES = 128
"""Cores that the kernel pipes at once; it says in its log where it leaves one out for that."""
HEAD = "# Of `atfault handler install`; `atfault handler remove` takes it away.\n"
FIRST_NAMESPACES = {"pid": 0xEFFFFFFC, "user": 0xEFFFFFFD}
"""Inode numbers of the machine's own namespaces (include/linux/proc_ns.h)."""
ELSEWHERE = "install atfault as root where all can read it: python3 -m venv /opt/atfault"
_LEFT_OUT = re.compile(r"over core_pipe_limit", re.IGNORECASE)
_LOG_BYTES = 1 << 13


class Status(NamedTuple):
    """How things stand."""

    pattern: str
    before: Before | None
    counts: dict[str, object]
    at_work: int | None
    """None where this user may not see it."""
    left_out: int | None
    """By the kernel, as far back as its log goes."""
    problem: str

    @property
    def is_installed(self) -> bool:
        return is_ours(self.pattern)


def check_machine() -> None:
    """Raises AccessError where the settings of the kernel are not this user's to change."""
    if os.geteuid():
        raise AccessError("the handler is root's: sudo atfault handler …")
    for kind, first in FIRST_NAMESPACES.items():
        with suppress(OSError):
            if os.stat(f"/proc/self/ns/{kind}").st_ino != first:
                raise AccessError(
                    "this is a container: core_pattern is the host's, and names a program there; "
                    "install the handler on the host, and crashes in here are explained too"
                )


def check_program(python: str = sys.executable) -> None:
    """Raises UsageError where it is not root's alone, or others cannot run it."""
    files = (python, os.path.realpath(python), os.__file__, __file__)
    for file in files:
        folder = os.path.dirname(os.path.abspath(file))
        try:
            check_way(folder)
        except OSError as error:
            raise UsageError(
                f"handler: root would run what others may change: {error.strerror}; {ELSEWHERE}"
            ) from None
        closed = _closed_to_others(os.path.realpath(file))
        if closed:
            raise UsageError(f"handler: {closed} cannot be read by all users; {ELSEWHERE}")
    if len(our_pattern(python).encode()) > MAX_PATTERN:
        raise UsageError(
            f"handler: {python} is too long for core_pattern ({MAX_PATTERN} bytes); {ELSEWHERE}"
        )


def _closed_to_others(path: str) -> str:
    """The first part of the way that others cannot go; "" for none."""
    if not os.stat(path).st_mode & stat.S_IROTH:
        return path
    while (path := os.path.dirname(path)) != "/":
        if not os.stat(path).st_mode & stat.S_IXOTH:
            return path
    return ""


def install(places: Places, python: str = sys.executable) -> Before:
    """Have the kernel call us; what it did before is kept. Raises AccessError, UsageError."""
    pattern = read_line(places.pattern)
    before = read_before(places)
    if not is_ours(pattern):
        before = Before(pattern, read_line(places.limit))
    elif before is None:
        raise UsageError(
            f"handler: core_pattern is ours, but {places.record} is lost, which has what was "
            f"there before: atfault handler remove, then set it, then install"
        )
    if before.pattern.startswith("@"):
        raise UsageError(
            f"handler: cores go to a socket ({before.pattern}), and cannot be passed on to it; its "
            f"owner has them: atfault core -"
        )
    limit = max(PIPES, _number(before.limit))
    settings = f"kernel.core_pattern={our_pattern(python)}\nkernel.core_pipe_limit={limit}\n"
    try:
        spool.prepare(places.folder)
        _write(places.record, json.dumps(before._asdict()))
        _write(places.limit, str(limit))
        _write(places.pattern, our_pattern(python))
        os.makedirs(os.path.dirname(places.boot), exist_ok=True)
        _write(places.boot, HEAD + settings)
    except OSError as error:
        remove(places)
        raise _refused(error) from None
    return before


def remove(places: Places) -> str:
    """Put back what was there; what could not be, in words, or "". Raises AccessError.

    Reports stay, with those of users without a home.
    """
    before = read_before(places)
    is_here = is_ours(read_line(places.pattern))
    told = ""
    try:
        if is_here:
            _write(places.pattern, before.pattern if before else "core")
            _write(places.limit, before.limit if before else "0")
            if before is None:
                told = f'{places.record} was lost: core_pattern is "core", as kernels have it'
        elif before is not None:
            told = "core_pattern is no longer ours: it stays as it is"
        if read_line(places.boot).startswith(HEAD.strip()):
            os.unlink(places.boot)
        _clear(places)
    except OSError as error:
        raise _refused(error) from None
    return told


def _clear(places: Places) -> None:
    for name in ("jobs", "looks"):
        folder = os.path.join(places.folder, name)
        for file in os.listdir(folder) if os.path.isdir(folder) else ():
            os.unlink(os.path.join(folder, file))
        with suppress(FileNotFoundError):
            os.rmdir(folder)
    for path in (places.record, os.path.join(places.folder, spool.COUNTS)):
        with suppress(FileNotFoundError):
            os.unlink(path)
    users = os.path.join(places.folder, "users")
    for name in os.listdir(users) if os.path.isdir(users) else ():
        with suppress(OSError):  # there are reports in it
            os.rmdir(os.path.join(users, name))
    for folder in (users, places.folder):
        with suppress(OSError):
            os.rmdir(folder)


def status_of(places: Places) -> Status:
    """How things stand, as far as this user may see."""
    pattern = read_line(places.pattern)
    try:
        at_work = spool.at_work(places.folder)
    except OSError:
        at_work = None
    return Status(
        pattern,
        read_before(places),
        spool.counts(places.folder),
        at_work,
        _left_out(places.log),
        _problem(pattern, places),
    )


def _problem(pattern: str, places: Places) -> str:
    if not is_ours(pattern):
        is_left = read_before(places) is not None
        return "something else has taken core_pattern since: install again" if is_left else ""
    python = pattern[1:].split()[0]
    if not os.access(python, os.X_OK):
        return f"{python} is not there any more: no crash is explained, and none is passed on"
    if read_before(places) is None:
        return f"{places.record} is lost: cores are not passed on"
    return ""


def _left_out(log: str) -> int | None:
    """How often the kernel says that it had too many cores to pipe."""
    try:
        fd = os.open(log, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    found = 0
    try:
        while record := os.read(fd, _LOG_BYTES):  # of /dev/kmsg: one each
            found += len(_LEFT_OUT.findall(record.decode("utf-8", "replace")))
    except BlockingIOError:
        pass
    except OSError:  # records were overwritten meanwhile
        return found or None
    finally:
        os.close(fd)
    return found


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 0


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)


def _refused(error: OSError) -> AccessError:
    return AccessError(f"the handler cannot be set: {error.filename}: {error.strerror or error}")
