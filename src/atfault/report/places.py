"""File names as people know them: short, and relative where that is unambiguous."""

from __future__ import annotations

import os
import re

from atfault.model.findings import Finding
from atfault.model.report import EnvironmentReport, FrameReport, Report
from atfault.model.roles import below_standard_library, in_packages, is_cell, library_title
from atfault.report.escape import clean, crop, width_of

MAX_TOLD = 20_000
"""Characters of a sentence."""
MAX_FILES = 100
_CELL = r"\bIn\[(\d{1,9})\]"
"""A notebook's, as IPython's tracebacks call it; above the cell itself stands "In [4]:"."""
SHELL_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_")
VERBOSE = "-v"


class Places:
    """Shortens paths for one report.

    cwd: the reader's working directory; a path below it is shown relative, so that it can be
    clicked or copied. Next the process's own, installed packages, the standard library, home.
    more: by which the reader is shown what was left out; "" where nothing does.
    """

    def __init__(
        self, report: Report, cwd: str = "", home: str | None = None, more: str = VERBOSE
    ) -> None:
        self.more = more
        self._cwds = [
            folder.rstrip("/") + "/"
            for folder in (cwd, report.process.cwd or "")
            if len(folder) > 1
        ]
        home = os.environ.get("HOME", "") if home is None else home
        self._home = home.rstrip("/") + "/" if len(home) > 1 else ""
        self._known: dict[str, str] = {}

    def short(self, path: str) -> str:
        """The path, cleaned and shortened but still telling files apart."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = clean(self._shorten(path))
        return known

    def _shorten(self, path: str) -> str:
        cell = cell_words(path)
        if cell:
            return cell
        if path.startswith("<frozen ") and path.endswith(">"):
            return path[len("<frozen ") : -1]
        for folder in self._cwds:
            if path.startswith(folder):
                return path[len(folder) :]
        library = in_packages(path) or below_standard_library(path)
        if library:
            return library
        if self._home and path.startswith(self._home):
            return "~/" + path[len(self._home) :]
        return path

    def told(self, text: str, finding: Finding) -> str:
        """A sentence of the finding, cleaned, with the places in it ("bank.py:10") written as all
        others."""
        text = text[:MAX_TOLD]
        for file in finding.files[:MAX_FILES]:
            name = re.escape(file.rpartition("/")[2])
            place = rf"(?<![\w./~-])(?:{re.escape(file)}|{name})(?=:\d)"
            text = re.sub(place, lambda _, file=file: self.short(file), text)  # type: ignore[misc]
        return clean(re.sub(_CELL, r"In [\1]", text) if "In[" in text else text)

    def answer(self, finding: Finding) -> str:
        """ "deadlock (certain): pay-1 waits for pay-2 at bank.py:10"."""
        told = self.told(finding.summary, finding)
        return f"{clean(finding.cause)} ({clean(finding.confidence)}): {told}"

    def line(self, path: str, line: int | None) -> str:
        """ "paint.py:16"."""
        return self.short(path) if line is None else f"{self.short(path)}:{line}"

    def of_frame(self, frame: FrameReport) -> str:
        """The location column: file and line, or the module of a native frame without them."""
        if frame.file:
            short = self.short(frame.file)
            if not frame.mine:  # the folder helps to tell torch's many module.py apart
                short = "/".join(short.split("/")[-2 if frame.kind == "python" else -1 :])
            return short if frame.line is None else f"{short}:{frame.line}"
        return module_title(frame).rsplit("/", 1)[-1]

    def library(self, frame: FrameReport) -> str:
        """What a frame that is not the user's belongs to: "multiprocessing", "libtorch_cpu.so"."""
        if frame.kind != "python":
            return module_title(frame).rsplit("/", 1)[-1]
        file = in_packages(frame.file or "") or frame.file or ""
        return self.short(file).partition("/")[0].removesuffix(".py")


def fit_places(places: list[str], width: int) -> list[str]:
    """Places ("zoo/a.py:16") without as many of their folders as it takes to fit in `width`
    columns; those of one file alike."""
    files = [place.rpartition(":")[0] or place for place in places]
    longest: dict[str, str] = {}
    for file, place in zip(files, places):
        if width_of(place) > width_of(longest.get(file, "")):
            longest[file] = place
    lost = {file: len(place) - len(_fit_place(place, width)) for file, place in longest.items()}
    return [crop(p[lost.get(f, 0) :], width, keep_end=True) for f, p in zip(files, places)]


def _fit_place(place: str, width: int) -> str:
    while width_of(place) > width:
        _, slash, inside = place.lstrip("/").partition("/")
        if not slash:
            return place
        place = inside
    return place


def cell_words(path: str) -> str:
    """ "In [5]", "In [?]" of a notebook's cell, as the notebook has it; "" of any other file."""
    cell = re.fullmatch(_CELL, path) if path.startswith("In[") else None
    if cell is not None:
        return f"In [{cell[1]}]"
    return "In [?]" if is_cell(path) else ""


def command_line(report: Report) -> str:
    """The command as one would type it, cleaned; the program where it is unknown."""
    argv = report.command or report.process.argv or ()
    return clean(" ".join(map(_quoted, argv))) or clean(report.process.executable or "")


def environment_words(environment: EnvironmentReport) -> list[str]:
    """["atfault 0.2.0", "Debian GNU/Linux 12 (bookworm)", "glibc 2.36", "numba 0.60.0"]."""
    packages = [f"{name} {version}" for name, version in environment.packages.items()]
    made = f"atfault {environment.atfault}" if environment.atfault else ""
    known = (made, environment.os, environment.libc, *packages)
    return [clean(part) for part in known if part]


def _quoted(part: str) -> str:
    if part and SHELL_SAFE.issuperset(part):
        return part
    return "'" + part.replace("'", "'\"'\"'") + "'"


def module_name(frame: FrameReport) -> str:
    """ "libtorch_cpu.so"; "" when the frame lies in no file."""
    return (frame.module or "").rsplit("/", 1)[-1]


def module_title(frame: FrameReport) -> str:
    """A module as a person would say it: an extension as in an import, a library by its name.

    …/site-packages/numba/_dispatcher.cpython-311-x86_64-linux-gnu.so → "numba/_dispatcher"
    """
    path = frame.module or ""
    name = module_name(frame)
    if library_title(name) != name:
        name = in_packages(path) or name
    return clean(library_title(name))
