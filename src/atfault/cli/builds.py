"""What `run` does with a build that failed: its words are found where something has kept them.

standard error is a file    there
pip                         what the build printed that it ran; the probe has it
meson, configure            their own log on disk, where that was written during the run
all else                    a terminal and a pipe keep nothing: it is said how to keep it
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence

from atfault import lazy
from atfault.cli.build_tools import is_build
from atfault.folders import current_folder
from atfault.model.absent import Absent
from atfault.model.masked import mask_arguments
from atfault.model.report import Report
from atfault.options import Options
from atfault.snapshot.target_files import GivenFiles
from atfault.snapshot.tracing.front import RunOutcome

LOGS = ("meson-logs/meson-log.txt", "config.log")
"""That tools write beside what they print, whole."""
MAX_LOG = 8 << 20
MAX_FOLDERS = 20


def explain_build(
    outcome: RunOutcome,
    options: Options,
    command: tuple[str, ...],
    kept_by_pip: Sequence[tuple[int, bytes]],
    began: float,
) -> Report | None:
    """The report on a build that failed; None where nothing says why. began: of the run, in seconds
    since the epoch."""
    folders = tuple(_folders(command))
    for text, name, note in _texts(outcome, command, kept_by_pip, began):
        explain_kept = lazy.load("atfault.analyze.text:explain_kept")  # few deaths are of builds
        report: Report | None = explain_kept(text, name, options, folders)
        if report is None:
            continue
        shown = mask_arguments(command) if options.mask_secrets else command
        process = report.process._replace(
            pid=outcome.pid, ppid=os.getpid(), argv=shown, cwd=current_folder(),
            exit_code=outcome.exit_code,
        )  # fmt: skip
        notes = (note,) if note else ()
        warnings = (*report.warnings, *notes)
        return report._replace(command=shown, process=process, warnings=warnings)
    return None


def _texts(
    outcome: RunOutcome,
    command: tuple[str, ...],
    kept_by_pip: Sequence[tuple[int, bytes]],
    began: float,
) -> Iterator[tuple[bytes, str, str]]:
    """(text, its name, what is to be said of its lines)"""
    of_program = sorted(kept_by_pip, key=lambda one: one[0] != outcome.pid)
    for _, text in of_program:
        yield text, "output", "numbers of lines are those of the output of the build that pip ran"
    if not isinstance(outcome.printed, Absent):
        note = "numbers of lines are those of the end of standard error"
        yield outcome.printed.text, "standard error", note if outcome.printed.truncated else ""
    for path in _logs(command, began) if is_build(command) else ():
        text = _read(path)
        if text:
            yield text, path, f"numbers of lines are those of {path}"


def _logs(command: Sequence[str], began: float) -> Iterator[str]:
    """Logs that the tool has written during the run: in its folder, and in those that the command
    names."""
    for folder in _folders(command):
        for name in LOGS:
            path = os.path.join(folder, name)
            try:
                status = os.lstat(path)
            except (OSError, ValueError):
                continue
            if stat.S_ISREG(status.st_mode) and status.st_mtime >= began:
                yield path


def _folders(command: Sequence[str]) -> list[str]:
    """The current one, and those that the command names."""
    here = current_folder()
    named = [word.rpartition("=")[2].removeprefix("-B") for word in command[1:] if word]
    found = (os.path.normpath(os.path.join(here, word)) for word in named if os.path.isdir(word))
    return list(dict.fromkeys((here, *found)))[:MAX_FOLDERS]


def _read(path: str) -> bytes:
    try:
        file = GivenFiles().find(path)[0]
        size = 0 if file is None else file.identity.size
        return b"" if file is None else file.read_upto(MAX_LOG, max(0, size - MAX_LOG))
    except (OSError, ValueError):
        return b""


def how_to_keep(outcome: RunOutcome, command: Sequence[str]) -> str:
    """A line that says why a build was not explained, and how it can be; "" where it was kept."""
    if not isinstance(outcome.printed, Absent) or not is_build(command):
        return ""
    name = os.path.basename(command[0])
    return (
        f"atfault: {name} failed, and what it printed was not kept; to have it explained: "
        f"{name} … 2>&1 | tee build.log, then atfault explain build.log"
    )
