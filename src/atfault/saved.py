"""Reports kept on disk: numbered, private to the user, a bounded number of them.

    $XDG_STATE_HOME/atfault/reports/12.json      default ~/.local/state; folder 0700, files 0600

A report is written under a name of its own and then linked to its number: readers never see half
of one, and two writers never take the same number.
"""

import os
from typing import NamedTuple

from atfault.errors import AccessError, AtfaultError, InputError
from atfault.folders import reports_folder
from atfault.model.absent import Absent
from atfault.model.report import Report
from atfault.report.json import HEAD_END, MAX_BYTES, dump_lines, loads
from atfault.whole_file import whole_file

KEEP_REPORTS = 200
KEEP_BYTES = 256 << 20
MAX_TRIES = 1000
SUFFIX = ".json"
SUMMARY_BYTES = 1 << 18
"""Of a saved report that are read for a list."""


class Saved(NamedTuple):
    """One report on disk."""

    number: int
    path: str


def save(report: Report, folder: str | None = None) -> Saved | Absent:
    """Keep a report under the next free number; Absent says why it could not be kept."""
    folder = folder or reports_folder()
    draft = os.path.join(folder, f".draft-{os.getpid()}-{os.urandom(4).hex()}")
    try:
        _make_private(folder)
        fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            with open(fd, "w", encoding="utf-8") as file:
                file.writelines(dump_lines(report))
            saved = _publish(draft, folder)
        finally:
            os.unlink(draft)
        _prune(folder, saved.number)
    except OSError as error:
        return Absent(f"report not saved in {folder}: {error.strerror or error}")
    return saved


def amend(number: int, report: Report, folder: str | None = None) -> None:
    """Put `report` in the place of a saved one, unless that has been removed. Raises OSError."""
    folder = folder or reports_folder()
    path = os.path.join(folder, f"{number}{SUFFIX}")
    if not os.path.exists(path):
        return
    with whole_file(path, 0o600) as file:
        for line in dump_lines(report):
            file.write(line.encode())


def saved_reports(folder: str | None = None) -> list[Saved]:
    """All saved reports, oldest first, unread; [] when there is no folder yet."""
    folder = folder or reports_folder()
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise AccessError(f"cannot read {folder}: {error.strerror}") from None
    found = []
    for name in names:
        stem = name.removesuffix(SUFFIX)
        if name.endswith(SUFFIX) and stem.isascii() and stem.isdigit() and len(stem) < 10:
            found.append(Saved(int(stem), os.path.join(folder, name)))
    return sorted(found)


def load(number: int | None = None, folder: str | None = None) -> tuple[Saved, Report]:
    """A saved report by number; the latest without one. Raises InputError."""
    known = saved_reports(folder)
    if not known:
        raise InputError(
            f"no saved reports in {folder or reports_folder()}: `atfault run` saves one each time"
        )
    if number is None:
        return known[-1], load_file(known[-1].path)
    for saved in known:
        if saved.number == number:
            return saved, load_file(saved.path)
    raise InputError(
        f"no saved report {number}: there are {len(known)}, "
        f"{known[0].number} to {known[-1].number}; atfault list shows them"
    )


def load_file(path: str) -> Report:
    """A report from a JSON file. Raises AccessError, FormatError or UnsupportedInput."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise AccessError(f"cannot read {path or repr(path)}: {why}") from None
    try:
        return loads(data)
    except AtfaultError as error:
        raise type(error)(f"{path}: {error}") from None


def load_summary(path: str) -> Report:
    """A saved report without its threads, children and warnings: what lies before them in the
    file. Raises as load_file does, except for damage that lies behind."""
    try:
        with open(path, "rb") as file:
            head, found, _ = file.read(SUMMARY_BYTES).partition(HEAD_END)
    except OSError as error:
        raise AccessError(f"cannot read {path}: {error.strerror}") from None
    if found:
        try:
            return loads(head + b', "threads": [], "children": [], "warnings": []}')
        except AtfaultError:
            pass  # not in our own layout
    return load_file(path)


def _make_private(folder: str) -> None:
    os.makedirs(os.path.dirname(folder), 0o700, exist_ok=True)
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        status = os.stat(folder)
        if status.st_mode & 0o077 and status.st_uid == os.geteuid():
            os.chmod(folder, 0o700)


def _publish(draft: str, folder: str) -> Saved:
    """Give a complete draft the next free number. A hard link fails if the name is taken."""
    known = saved_reports(folder)
    number = known[-1].number + 1 if known else 1
    for candidate in range(number, number + MAX_TRIES):
        path = os.path.join(folder, f"{candidate}{SUFFIX}")
        try:
            os.link(draft, path)
        except FileExistsError:
            continue
        except OSError:  # a file system without hard links
            if not _copy_exclusively(draft, path):
                continue
        return Saved(candidate, path)
    raise OSError(f"no free number after {number}")


def _copy_exclusively(draft: str, path: str) -> bool:
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        return False
    try:
        with open(fd, "wb") as target, open(draft, "rb") as source:
            target.write(source.read())
    except OSError:
        os.unlink(path)
        raise
    return True


def _prune(folder: str, newest: int) -> None:
    """Remove the oldest reports beyond the number and the bytes that are kept."""
    room = KEEP_BYTES
    for rank, saved in enumerate(reversed(saved_reports(folder))):
        try:
            room -= os.stat(saved.path).st_size
            if saved.number < newest and (rank >= KEEP_REPORTS or room < 0):
                os.unlink(saved.path)
        except OSError:
            continue
