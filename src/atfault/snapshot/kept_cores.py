"""The cores that the system has kept: systemd-coredump's, and apport's.

    /var/lib/systemd/coredump/core.python3.1000.<boot id>.4711.1764000000000000.zst
        COMM, user, boot, pid, microseconds; in extended attributes the same, the signal and the
        program's path (user.coredump.exe …): systemd's coredump.c
    /var/crash/_usr_bin_python3.12.1000.crash
        formats.apport

Who the caller is decides what is found: systemd-coredump lets the owner of a core read it.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from typing import NamedTuple

from atfault.formats.apport import read_fields
from atfault.snapshot.core_form import number, stored_attributes

SYSTEMD = "/var/lib/systemd/coredump"
APPORT = "/var/crash"
MAX_FILES = 10_000
"""In each folder."""
_NAME = re.compile(r"core\.(.*)\.(\d{1,10})\.[0-9a-f]{32}\.(\d{1,10})\.(\d{1,16})(?:\.\w+)?")
_PYTHON = re.compile(r"(?:.*/)?python[0-9.]*[a-z]*")


class Kept(NamedTuple):
    """One core that was kept."""

    path: str
    time: float
    """When it crashed, in seconds since the epoch."""
    pid: int | None
    uid: int | None
    signal: int | None
    program: str
    """The path of its executable, or the name of the process."""
    size: int
    """Of the file, in bytes."""

    @property
    def is_python(self) -> bool:
        """Whether Python's own program ran it; what embeds Python has another name."""
        return _PYTHON.fullmatch(self.program) is not None


def kept_cores(systemd: str = SYSTEMD, apport: str = APPORT) -> list[Kept]:
    """Those that this user may read, the oldest first."""
    found = [*_of_systemd(systemd), *_of_apport(apport)]
    return sorted(found, key=lambda one: one.time)


def written(path: str, otherwise: float) -> float:
    """When the core of this name crashed, as systemd-coredump tells it in the name; `otherwise` for
    any other: in seconds since the epoch."""
    match = _NAME.fullmatch(os.path.basename(path))
    return otherwise if match is None else int(match[4]) / 1e6


def _files(folder: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            for _, entry in zip(range(MAX_FILES), entries):
                if entry.is_file(follow_symlinks=False) and os.access(entry.path, os.R_OK):
                    yield entry
    except OSError:
        return  # there is no such folder here


def _of_systemd(folder: str) -> Iterator[Kept]:
    for entry in _files(folder):
        match = _NAME.fullmatch(entry.name)
        if match is None:
            continue
        comm, uid, pid, moment = match.groups()
        attributes = stored_attributes(entry.path)
        yield Kept(
            entry.path,
            int(moment) / 1e6,
            int(pid),
            int(uid),
            number(attributes.get("signal")),
            attributes.get("exe") or attributes.get("comm") or comm,
            _size(entry),
        )


def _of_apport(folder: str) -> Iterator[Kept]:
    for entry in _files(folder):
        if not entry.name.endswith(".crash"):
            continue
        try:
            with open(entry.path, "rb") as file:
                fields, status = read_fields(file), os.fstat(file.fileno())
        except OSError:
            continue
        if fields.get("ProblemType") != "Crash" or "Signal" not in fields:
            continue  # an exception of a script: apport keeps its traceback
        yield Kept(
            entry.path,
            _moment(fields.get("Date", ""), status.st_mtime),
            None,
            status.st_uid,
            number(fields["Signal"]),
            fields.get("InterpreterPath") or fields.get("ExecutablePath", ""),
            status.st_size,
        )


def _moment(date: str, otherwise: float) -> float:
    """apport's dates are of local time."""
    try:
        return time.mktime(time.strptime(date, "%a %b %d %H:%M:%S %Y"))
    except (ValueError, OverflowError):
        return otherwise


def _size(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat(follow_symlinks=False).st_size
    except OSError:
        return 0
