"""Reads source lines, in the child process of `lines`.

Our own reader takes one object after the other until its time is up. What is left then, and what
lies in .dwo files, is read by drgn where that is installed, and else said to be missing.
"""

from __future__ import annotations

import signal

from atfault import lazy
from atfault.contained import contained
from atfault.cpu_deadline import limit_parts
from atfault.errors import AtfaultError
from atfault.extras import LINES, command, missing
from atfault.model.process import TargetFile
from atfault.native.confined import send
from atfault.native.cython_lines import CythonLines
from atfault.native.debug_info_files import debug_info, image_info
from atfault.native.debug_lines import DebugLines
from atfault.native.demangling.demangle import demangle
from atfault.native.line_job import Job
from atfault.native.places import Place, format_lines
from atfault.native.split_files import why_not_followed
from atfault.snapshot.target_files import TargetFiles

OWN_SECONDS = 8.0
"""Of CPU time, for what is read without drgn."""
SECONDS_BEFORE_DRGN = 2.0
"""The same where drgn can do the rest."""


def answer(jobs: list[Job], files: TargetFiles, writer: int) -> None:
    told = _Answer(writer, files)
    has_drgn = not missing(LINES)
    left, why = _read_ourselves(jobs, told, SECONDS_BEFORE_DRGN if has_drgn else OWN_SECONDS)
    if left and has_drgn:
        _read_by_drgn(left, told, files)
    elif left:
        cure = command(LINES)
        told.problem(f"{why}; drgn reads them: {cure}" if cure else why)
    send(writer, ".\n")


class _Answer:
    """What goes over the pipe."""

    def __init__(self, writer: int, files: TargetFiles) -> None:
        self._writer = writer
        self._cython = CythonLines(files)

    def places(self, job: Job, found: dict[int, tuple[Place, ...]]) -> None:
        in_cython = _InCython(job.file, self._cython)
        shown = {
            address: tuple([_printable(in_cython.place(place)) for place in places])
            for address, places in found.items()
        }
        send(self._writer, "".join(f"{line}\n" for line in format_lines(shown)))
        send(self._writer, f"end {job.key}\n")

    def problem(self, text: str) -> None:
        send(self._writer, f"! {' '.join(text.split())}\n")


def _read_ourselves(jobs: list[Job], answer: _Answer, seconds: float) -> tuple[list[Job], str]:
    """Answer what can be read in so many seconds of CPU. → what is left, and why of the first."""
    left: list[Job] = []
    whys: list[str] = []
    is_late = False
    limit_parts(seconds)
    for job in jobs:
        lines = DebugLines()
        problems: list[str] = []
        if not is_late:
            with contained("reading them", problems) as part:
                _find(lines, job, problems)
            is_late = part.is_out_of_time
            answer.places(job, lines.places)
        rest = tuple([one for one in job.addresses if one not in lines.places])
        if rest and (is_late or lines.is_split):
            left.append(job._replace(addresses=rest))
            late = f"left out for want of time ({seconds:g} s of CPU)"
            whys.append(late if is_late else f"{job.name}: {lines.problem}")
        elif problems:
            answer.problem(f"{job.name}: {problems[0]}")
    signal.setitimer(signal.ITIMER_PROF, 0)
    return left, next(iter(whys), "")


def _find(lines: DebugLines, job: Job, problems: list[str]) -> None:
    """Read what is expected to be damaged or absent here and there."""
    try:
        info = image_info(job.image) if job.image else debug_info(job.file, job.debug)
        if info is not None:
            lines.find(info, job.addresses)
    except AtfaultError as error:
        problems.append(str(error))
    if lines.problem:
        problems.append(lines.problem)


def _read_by_drgn(jobs: list[Job], answer: _Answer, files: TargetFiles) -> None:
    """With the target's rights, once drgn is imported: a debug file may name others."""
    drgn = lazy.load("atfault.native.drgn_lines:DrgnLines")()
    files.take_on_rights()
    for job in jobs:
        why = why_not_followed(job, files)
        if why:
            answer.problem(f"{job.name}: {why}")
            continue
        try:
            answer.places(job, drgn.find(job))
        except Exception as error:
            answer.problem(f"{job.name}: {type(error).__name__}: {error}")


class _InCython:
    """Makes of a function in Cython's C file one of the .pyx file, as far as that can be done."""

    def __init__(self, module: TargetFile | None, lines: CythonLines) -> None:
        self._module = module
        self._lines = lines

    def place(self, place: Place) -> Place:
        function, file, line, column = place
        if not function.startswith("__pyx_"):
            return place
        module = self._module
        found = self._lines.find(function, file, line, module) if module is not None else None
        if found is not None:
            file, line, column = found[0], found[1], 0
        return demangle(function), file, line, column


def _printable(place: Place) -> Place:
    function, file, line, column = place
    return _escaped(function), _escaped(file), line, column


def _escaped(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)
