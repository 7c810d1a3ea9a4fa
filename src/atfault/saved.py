"""Reports kept on disk: numbered, private to the user, a bounded number of them.

    $XDG_STATE_HOME/atfault/reports/12.json      default ~/.local/state; folder 0700, files 0600

A report gets its number when it is complete (whole_file.Draft): readers never see half of one, and
two writers never take the same number. What somebody else owns is neither read nor written
(folders).
"""

import os
import re
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import BinaryIO, NamedTuple

from atfault.errors import AccessError, AtfaultError, InputError
from atfault.folders import ELSEWHERE, open_own, own_folder, reports_folder
from atfault.model.absent import Absent
from atfault.model.report import Report
from atfault.path_walk import Refused
from atfault.report.json import HEAD_END, MAX_BYTES, dump_lines, loads
from atfault.whole_file import Draft, whole_file

KEEP_REPORTS = 200
KEEP_BYTES = 256 << 20
MAX_TRIES = 1000
SUFFIX = ".json"
SUMMARY_BYTES = 1 << 18
"""Of a saved report that are read for a list."""
MAX_HOST = 64
"""Characters of a machine's name in that of a file."""


class Saved(NamedTuple):
    """One report on disk."""

    number: int
    path: str


def save(report: Report, folder: str | None = None) -> Saved | Absent:
    """Keep a report under the next free number; Absent says why it could not be kept."""
    return _save((line.encode() for line in dump_lines(report)), folder or reports_folder())


def save_encoded(report: bytes, folder: str) -> Saved | Absent:
    """The same for one that another process has made; it is not read."""
    return _save((report,), folder)


def _save(pieces: Iterable[bytes], folder: str) -> Saved | Absent:
    try:
        with _opened(folder, make=True) as opened:
            with Draft(opened) as draft:
                draft.file.writelines(pieces)
                saved = _publish(draft, opened, folder)
            _prune(opened, folder, saved.number)
    except Refused as error:
        return Absent(f"report not saved in {folder}: {error.strerror}; {ELSEWHERE}")
    except OSError as error:
        return Absent(f"report not saved in {folder}: {error.strerror or error}")
    return saved


def amend(number: int, report: Report, folder: str | None = None) -> None:
    """Put `report` in the place of a saved one, unless that has been removed. Raises OSError."""
    name = f"{number}{SUFFIX}"
    with _opened(folder or reports_folder()) as opened:
        try:
            os.close(open_own(opened, name))
        except FileNotFoundError:
            return
        with Draft(opened) as draft:
            _fill(draft.file, report)
            draft.replace(name)


def save_case(report: Report, folder: str) -> None:
    """Keep a report in a folder that the processes of a job share, as HOST.rank5.4711.crash.json: a
    later one of the same process and kind takes its place. Raises OSError."""
    rank, pid = report.process.rank, report.process.pid
    of_rank = "" if rank is None else f"rank{rank.rank}."
    name = f"{host_name()}.{of_rank}{pid}.{report.kind}{SUFFIX}"
    with whole_file(os.path.join(folder, name)) as file:
        _fill(file, report)


def host_name() -> str:
    """This machine's, as the name of a file can hold it."""
    return re.sub(r"[^\w.-]", "_", os.uname().nodename, flags=re.ASCII)[:MAX_HOST].lstrip(".")


def saved_reports(folder: str | None = None) -> list[Saved]:
    """All saved reports, oldest first, unread; [] when there is no folder yet."""
    folder = folder or reports_folder()
    try:
        with _opened(folder) as opened:
            return _numbered(opened, folder)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise AccessError(f"cannot read {folder}: {error.strerror}") from None


def _numbered(opened: int, folder: str) -> list[Saved]:
    found = []
    for name in os.listdir(opened):
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
        return known[-1], _load_own(known[-1].path)
    for saved in known:
        if saved.number == number:
            return saved, _load_own(saved.path)
    raise InputError(
        f"no saved report {number}: there are {len(known)}, "
        f"{known[0].number} to {known[-1].number}; atfault list shows them"
    )


def load_any(which: str | None) -> Report:
    """As a command names one: by its number, as a JSON file, or the latest for None. Raises as
    load and load_file do."""
    if which is None or (which.isascii() and which.isdigit()):
        return load(None if which is None else int(which[:12]))[1]
    return load_file(which)


def load_file(path: str) -> Report:
    """A report from a JSON file. Raises AccessError, FormatError or UnsupportedInput."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise AccessError(f"cannot read {path or repr(path)}: {why}") from None
    return _parsed(data, path)


def load_summary(path: str) -> Report:
    """A saved report without its threads, children and warnings: what lies before them in the
    file. Raises as load_file does, except for damage that lies behind."""
    head, found, _ = _read_own(path, SUMMARY_BYTES).partition(HEAD_END)
    if found:
        try:
            return loads(head + b', "threads": [], "children": [], "warnings": []}')
        except AtfaultError:
            pass  # not in our own layout
    return _load_own(path)


def _load_own(path: str) -> Report:
    return _parsed(_read_own(path, MAX_BYTES + 1), path)


def _parsed(data: bytes, path: str) -> Report:
    try:
        return loads(data)
    except AtfaultError as error:
        raise type(error)(f"{path}: {error}") from None


def _read_own(path: str, most: int) -> bytes:
    """The beginning of a saved report, which nobody but us has written. Raises AccessError."""
    folder, name = os.path.split(path)
    try:
        with _opened(folder) as opened, open(open_own(opened, name), "rb") as file:
            return file.read(most)
    except OSError as error:
        raise AccessError(f"cannot read {path}: {error.strerror}") from None


def _opened(folder: str, make: bool = False) -> AbstractContextManager[int]:
    """A descriptor of a folder of reports, which lies in one of ours. Raises OSError."""
    top, name = os.path.split(folder)
    return own_folder(top, name, make=make)


def _fill(file: BinaryIO, report: Report) -> None:
    for line in dump_lines(report):
        file.write(line.encode())


def _publish(draft: Draft, opened: int, folder: str) -> Saved:
    """Give a complete draft the next free number."""
    known = _numbered(opened, folder)
    number = known[-1].number + 1 if known else 1
    for candidate in range(number, number + MAX_TRIES):
        name = f"{candidate}{SUFFIX}"
        try:
            draft.make(name)
        except FileExistsError:
            continue
        return Saved(candidate, os.path.join(folder, name))
    raise OSError(f"no free number after {number}")


def _prune(opened: int, folder: str, newest: int) -> None:
    """Remove the oldest reports beyond the number and the bytes that are kept."""
    room = KEEP_BYTES
    for rank, saved in enumerate(reversed(_numbered(opened, folder))):
        name = os.path.basename(saved.path)
        try:
            room -= os.stat(name, dir_fd=opened, follow_symlinks=False).st_size
            if saved.number < newest and (rank >= KEEP_REPORTS or room < 0):
                os.unlink(name, dir_fd=opened)
        except OSError:
            continue
