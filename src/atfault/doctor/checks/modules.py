"""Can the native modules of the environment be loaded? All of them, by their files."""

from __future__ import annotations

import mmap
import multiprocessing
import os
from collections.abc import Iterator
from typing import NamedTuple

from atfault.decode.imports.loader import shared_files_below
from atfault.decode.imports.loading import check_file
from atfault.decode.imports.surroundings import Surroundings
from atfault.diagnose.engine import diagnose
from atfault.diagnose.rules.exception import RULES
from atfault.doctor.check import check, verdict
from atfault.doctor.machine import Machine
from atfault.doctor.subject import Progress, Subject
from atfault.model.case import Case
from atfault.model.doctor import Verdict
from atfault.model.exception import RaisedException, UncaughtException
from atfault.model.findings import Advice, Finding
from atfault.model.hand_over import HandOver
from atfault.model.loading import ImportFailure, LoadFailure, OtherNumpy
from atfault.model.process import ProcessInfo
from atfault.model.state import ProcessState

MAX_FILES = 20_000
MAX_ENTRIES = 2_000_000
MAX_SHOWN = 20
MAX_NUMPY_FILE = 512 << 20
DEPTH = 16
FEW = 60
"""Files that one process checks as fast as several."""
NUMPY_1, NUMPY_2 = b"numpy.core._multiarray_umath", b"numpy._core._multiarray_umath"
"""Names that numpy's headers compile into a module that uses its C API: those of 1.x the first
alone, those of 2.x both."""
_GROUP = "packages"


class _Failed(NamedTuple):
    path: str
    failure: ImportFailure


@check("native-modules", "can native modules be loaded", _GROUP, about=("machine", "package"))
def native_modules(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """Every native file of the environment finds its libraries, their versions and symbols, and was
    built for the numpy that is there."""
    files = native_files(subject)
    looked = f"{len(files)} native files in {', '.join(subject.home.packages) or 'no folder'}"
    if not files:
        return
    failed = failures(subject, files, machine.environment, subject.progress)
    broken = [one for one in failed if not _may_be_optional(one.failure)]
    lacking = [one for one in failed if _may_be_optional(one.failure)]
    for one in broken[:MAX_SHOWN]:
        yield _verdict(one, subject, looked)
    if len(broken) > MAX_SHOWN:
        more = len(broken) - MAX_SHOWN
        yield verdict("problem", f"{more} more native files cannot be loaded", looked)
    for one in lacking[:MAX_SHOWN]:
        made = _verdict(one, subject, looked)
        words = f"{made.meaning}; it may be a part that nobody needs"
        yield made._replace(state="note", meaning=words)
    if not failed:
        yield verdict("ok", "all native files find what they need", looked)


def native_files(subject: Subject) -> list[str]:
    """Of the package, or of all packages."""
    package = subject.package
    if package is not None and package.files:
        names = [name for name in package.files if ".so" in os.path.basename(name)]
        paths = [os.path.join(package.folder, name) for name in names]
    else:
        folders = subject.home.packages
        paths = list(shared_files_below(folders, depth=DEPTH, limit=MAX_ENTRIES))
    return [path for path in paths if os.path.isfile(path)][:MAX_FILES]


def failures(
    subject: Subject, files: list[str], environment: dict[str, str], progress: Progress | None
) -> list[_Failed]:
    """Those that cannot be loaded, by name. Several processes share the work."""
    nothing = UncaughtException("text", (RaisedException("ImportError", ""),))
    handed = HandOver(
        nothing,
        executable=subject.home.executable,
        library_path=environment.get("LD_LIBRARY_PATH", ""),
        search_path=subject.home.packages,
    )
    numpy = subject.distributions.named("numpy")
    task = _Task(handed, "" if numpy is None else numpy.version)
    found: list[_Failed] = []
    done = 0
    for part in _parts(task, files):
        found += part.failed
        done += part.files
        if progress is not None:
            progress(done, len(files))
    return sorted(found, key=lambda one: one.path)


class _Part(NamedTuple):
    files: int
    failed: list[_Failed]


class _Task:
    """Checks some of the files; what it has opened serves the next ones too."""

    def __init__(self, handed: HandOver, numpy: str) -> None:
        self._handed = handed
        self._numpy = numpy
        self._around: Surroundings | None = None

    def __call__(self, paths: list[str]) -> _Part:
        if self._around is None:
            self._around = Surroundings(self._handed, "")
        return _Part(len(paths), list(self._failed(paths, self._around)))

    def _failed(self, paths: list[str], around: Surroundings) -> Iterator[_Failed]:
        for path in paths:
            failure = check_file(self._handed, path, around)
            if failure is None and self._numpy.startswith("2.") and is_of_numpy_1(path):
                owner = around.owner(path)
                failure = OtherNumpy("1.x", self._numpy, path, owner)
            if failure is not None:
                yield _Failed(path, failure)


_task: _Task | None = None
"""Of a worker."""


def _start(handed: HandOver, numpy: str) -> None:
    global _task
    _task = _Task(handed, numpy)


def _work(paths: list[str]) -> _Part:
    assert _task is not None
    return _task(paths)


def _parts(task: _Task, files: list[str]) -> Iterator[_Part]:
    """In chunks that hold files of one folder, so that what they share is opened once."""
    size = max(8, min(40, len(files) // 16))
    chunks = [files[at : at + size] for at in range(0, len(files), size)]
    workers = min(len(os.sched_getaffinity(0)), 8)
    if workers < 2 or len(files) < FEW:
        yield from map(task, chunks)
        return
    context = multiprocessing.get_context("fork")
    arguments = (task._handed, task._numpy)
    with context.Pool(workers, initializer=_start, initargs=arguments) as pool:
        yield from pool.imap_unordered(_work, chunks)


def is_of_numpy_1(path: str) -> bool:
    """Whether a module was compiled with the headers of numpy 1."""
    try:
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size > MAX_NUMPY_FILE:
                return False
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                return content.find(NUMPY_1) >= 0 > content.find(NUMPY_2)
    except (OSError, ValueError):
        return False


def _may_be_optional(failure: ImportFailure) -> bool:
    """A library that is not there at all is often one that the package can do without."""
    return isinstance(failure, LoadFailure) and failure.problem == "library"


def _verdict(failed: _Failed, subject: Subject, looked: str) -> Verdict:
    error = RaisedException("ImportError", "", path=failed.path)
    case = Case(
        ProcessState(ProcessInfo(0, executable=subject.home.executable)),
        exception=UncaughtException("text", (error,)),
        load_failure=failed.failure,
    )
    finding: Finding = diagnose(case, RULES).findings[0]
    cure: tuple[Advice, ...] = finding.advice[:2]
    why = [one.text for one in finding.evidence if " asks for " in one.text][:1]
    words = "; ".join([finding.summary, *why])
    return Verdict("problem", words, failed.path, cure)
