"""Which files are cores or reports: those that the user names, and in folders those that look so.

What a file is, is told by its first bytes. A name counts for what the first bytes do not tell: a
packed file, an empty one, JSON that is no report.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atfault.formats.elf import MAGIC
from atfault.model.report import SCHEMA_ID
from atfault.model.triage import InputKind, Unread
from atfault.snapshot.core_form import HEAD, elf_kind, form_of
from atfault.snapshot.kept_cores import written

MAX_FILES = 1_000_000
"""Of all folders together."""
MAX_DEPTH = 64
_CORE_NAME = re.compile(r"(?:.*[._-])?core(?:[._-].*)?|.*\.crash", re.DOTALL)


class Input(NamedTuple):
    """A file that is to be read."""

    path: str
    kind: InputKind
    key: str
    """Another one once the file has changed, as far as the system tells: what is known of the file
    is kept by it."""
    seen: float
    """When a core was written, a report's file changed: seconds since the epoch."""


class Found(NamedTuple):
    inputs: tuple[Input, ...]
    unread: tuple[Unread, ...]
    passed_over: int
    """Files of folders that do not look like either."""


def find_inputs(paths: Iterable[str]) -> Found:
    """Each file once, by whatever way it is named; those of a folder in the order of their names.
    Links to folders are not followed."""
    inputs: dict[tuple[int, int], Input] = {}
    unread: list[Unread] = []
    passed_over = 0
    for path, is_named in _files(paths, unread):
        try:
            status, head = _glance(path)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            unread.append(Unread(path, f"it cannot be read: {why}"))
            continue
        name = (status.st_dev, status.st_ino)
        kind = _kind(path, head, is_named)
        if kind is None:
            passed_over += 1
        elif name not in inputs:
            inputs[name] = Input(path, kind, _key(path, status), written(path, status.st_mtime))
    return Found(tuple(inputs.values()), tuple(unread), passed_over)


def _files(paths: Iterable[str], unread: list[Unread]) -> Iterator[tuple[str, bool]]:
    """(path, whether the user has named the file itself)."""
    left = MAX_FILES
    for path in paths:
        if not os.path.isdir(path):
            yield path, True
            continue
        for file in _below(path, unread, 0):
            left -= 1
            if left < 0:
                unread.append(Unread(path, f"it holds more than {MAX_FILES:,} files: not all read"))
                return
            yield file, False


def _below(folder: str, unread: list[Unread], depth: int) -> Iterator[str]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        unread.append(Unread(folder, f"the folder cannot be read: {error.strerror or error}"))
        return
    for entry in entries:
        try:
            is_folder, is_file = entry.is_dir(follow_symlinks=False), entry.is_file()
        except OSError:
            continue
        if is_folder and depth < MAX_DEPTH:
            yield from _below(entry.path, unread, depth + 1)
        elif is_file:
            yield entry.path


def _glance(path: str) -> tuple[os.stat_result, bytes]:
    """A regular file's status and its first bytes. Raises OSError or ValueError."""
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)  # a FIFO must not make us wait
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("it is no regular file")
        return status, os.pread(fd, HEAD, 0)
    finally:
        os.close(fd)


def _kind(path: str, head: bytes, is_named: bool) -> InputKind | None:
    start = head.lstrip()
    if start.startswith(b"{") and (
        is_named or path.endswith(".json") or SCHEMA_ID.encode() in head
    ):
        return "report"
    name = os.path.basename(path)
    of_a_core = _CORE_NAME.fullmatch(name) is not None
    if head.startswith(MAGIC):
        of_a_core = elf_kind(head) == "core" or (of_a_core and elf_kind(head) is None)
    elif not head and name.endswith(".json"):
        return "report"
    elif head and form_of(head) is None:
        of_a_core = False
    return "core" if of_a_core or is_named else None


def _key(path: str, status: os.stat_result) -> str:
    facts = (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)
    return "-".join(map(str, facts)) + " " + os.path.realpath(path)
