"""`atfault explain --module NAME`: an import, tried in a child, and explained from the files.

An import may work although a part of the package cannot be loaded, as some packages catch that and
go on (torchvision: "operator torchvision::nms does not exist", later). So the native files of the
package are checked as well, whatever became of the import.

The child is the interpreter with the probe in its environment, in a session of its own, so that
nothing that it starts outlives the try. Its output goes nowhere but into a bounded buffer.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import time
from typing import NamedTuple

from atfault.analyze.exception import analyze_exception
from atfault.compose.report import compose
from atfault.decode.exceptions.case import case_of
from atfault.decode.exceptions.uncaught import read_uncaught
from atfault.decode.exceptions.uncaught_text import read_printed
from atfault.decode.imports.loader import shared_files_below
from atfault.decode.imports.loading import check_file
from atfault.decode.imports.surroundings import Surroundings
from atfault.diagnose.engine import diagnose
from atfault.errors import AccessError, AtfaultError, UsageError
from atfault.folders import current_folder
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.cleaning import without_secrets
from atfault.model.counts import counted
from atfault.model.endings import Termination
from atfault.model.exception import RaisedException, UncaughtException
from atfault.model.findings import Advice, Diagnosis, Evidence, Finding
from atfault.model.hand_over import HandOver
from atfault.model.loading import ImportFailure, LoadFailure
from atfault.model.masked import mask_source
from atfault.model.process import ProcessInfo
from atfault.model.report import Report
from atfault.model.signals import signal_name
from atfault.model.state import Ending, ProcessState
from atfault.options import Options
from atfault.snapshot.target_files import TargetFiles
from atfault.snapshot.tracing.probe_folder import VARIABLE, ProbeFolder, with_probe
from atfault.source import SourceReader

SECONDS = 60.0
"""That an import may take."""
MAX_FILES = 1000
MAX_ENTRIES = 200_000
MAX_SHOWN = 6
DEPTH = 12
_NAME = re.compile(r"[^\W\d]\w{0,200}(?:\.[^\W\d]\w{0,200}){0,20}$")
MAX_TAIL = 1 << 16
"""Bytes that are kept of what it prints, the last ones."""


def explain_module(name: str, options: Options, seconds: float = SECONDS) -> Report:
    """Try to import a module with the `python` on PATH, and say why it does not work, or which of
    its files cannot be loaded. Raises UsageError for what is no module's name, AccessError where
    there is no Python."""
    if not _NAME.match(name):
        raise UsageError(f"explain: a module's name is wanted, like pkg.module, not {name!r}")
    python = shutil.which("python") or shutil.which("python3")
    if python is None:
        raise AccessError("there is no python on PATH to try the import with")
    tried = try_import(python, name, seconds, options)
    report = _of_exception(tried, options) if tried.handed is not None else None
    report = None if report is None else without_ours(report)
    if report is not None and report.diagnosis[0].cause != "unknown":
        return report
    of_files = _of_files(name, python, tried, options)
    if report is None:
        return of_files or _of_the_rest(name, tried, options)
    plain = _of_plain_exception(name, report, tried)
    if of_files is None:
        return plain
    if _lacks_a_module(tried):  # which is why it failed; what else there is comes second
        return plain._replace(diagnosis=(plain.diagnosis[0], *of_files.diagnosis))
    return of_files


def _of_exception(tried: ImportTried, options: Options) -> Report | None:
    assert tried.handed is not None
    process = ProcessInfo(tried.pid, os.getpid(), argv=tried.command, cwd=current_folder())
    return analyze_exception(
        tried.handed,
        process,
        Termination(exit_code=tried.status),
        options,
        command=tried.command,
        always=True,
    )


def _lacks_a_module(tried: ImportTried) -> bool:
    return tried.handed is not None and tried.handed.exception.error.is_a("ModuleNotFoundError")


def _of_plain_exception(name: str, report: Report, tried: ImportTried) -> Report:
    """The report on an exception of which no rule knows more: it says what its packages ask for and
    do not find."""
    assert tried.handed is not None
    error = tried.handed.exception.error
    message = "" if isinstance(error.message, Absent) else error.message.partition("\n")[0]
    finding = report.diagnosis[0]._replace(
        summary=f"{error.type}: {message[:200]}" if message else error.type,
        confidence="certain",
        evidence=(),
        advice=(),
    )
    around = Surroundings(tried.handed, "")
    files = [frame.location.file for frame in error.frames]
    owner = next(filter(None, map(around.distributions.owner, files)), None)
    python = tried.command[0]
    lacks = _lacks_a_module(tried)
    if lacks and owner is None:
        finding = finding._replace(
            evidence=(Evidence(f"it was looked for by {python}"),),
            advice=(
                Advice(
                    "install the package that brings it for that Python, or ask the one that has it"
                ),
                Advice("see what that Python has", f"{python} -m pip list"),
            ),
        )
    elif lacks and owner is not None:
        unmet = list(around.unmet(owner))[:MAX_SHOWN]
        finding = finding._replace(
            evidence=tuple(Evidence(f"{owner} asks for {words}") for words in unmet),
            advice=(
                Advice(
                    "see what else the packages ask for and do not find", f"{python} -m pip check"
                ),
            ),
        )
    title = f"import {name} fails: {error.type}"
    return report._replace(diagnosis=(finding,), headline=title)


# ---- the package's native files -----------------------------------------------------------------


def _of_files(name: str, python: str, tried: ImportTried, options: Options) -> Report | None:
    """The report on a file that cannot be loaded; None where all can. What lacks a library alone
    may be a part that nobody needs, so it counts where the import has failed."""
    nothing = UncaughtException("text", (RaisedException("ImportError", ""),))
    handed = tried.handed or HandOver(
        nothing,
        executable=python,
        library_path=os.environ.get("LD_LIBRARY_PATH", ""),
        search_path=(current_folder(), *os.environ.get("PYTHONPATH", "").split(os.pathsep)),
    )
    around = Surroundings(handed, "")
    failed: list[tuple[str, ImportFailure]] = []
    files = _native_files(name.partition(".")[0], around, handed)
    for path in files:
        found = check_file(handed, path, around)
        optional = isinstance(found, LoadFailure) and found.problem == "library"
        if found is not None and not (optional and tried.status == 0):
            failed.append((path, found))
    if not failed:
        return None
    path, found = failed[0]
    return _report_on(path, found, _words(name, tried, files, failed), tried, handed, options)


def _words(
    name: str, tried: ImportTried, files: list[str], failed: list[tuple[str, ImportFailure]]
) -> tuple[str, str]:
    """(title, evidence)"""
    of_all = f"{len(failed)} of {counted(len(files), 'native file', 'native files')}"
    if tried.status == 0:
        title = f"import {name} works, but {of_all} cannot be loaded"
    else:
        title = f"import {name} fails, and {of_all} cannot be loaded"
    more = [os.path.basename(path) for path, _ in failed[1:MAX_SHOWN]]
    return title, f"neither can {', '.join(more)}" if more else ""


def _report_on(
    path: str,
    found: ImportFailure,
    words: tuple[str, str],
    tried: ImportTried,
    handed: HandOver,
    options: Options,
) -> Report:
    """On one file that cannot be loaded."""
    title, more = words
    process = ProcessInfo(
        tried.pid, os.getpid(), handed.executable, tried.command, current_folder()
    )
    source = _source(process.cwd, options)
    case = case_of(handed, process, Termination(exit_code=tried.status), source)
    diagnosis = diagnose(case._replace(load_failure=found))
    first = diagnosis.findings[0]
    evidence = list(first.evidence)
    if tried.status and tried.handed is not None:
        error = tried.handed.exception.error
        message = "" if isinstance(error.message, Absent) else error.message.partition("\n")[0]
        evidence.insert(0, Evidence(f"the import ended with {error.type}: {message[:200]}"))
        first = first._replace(confidence="likely")
    evidence.insert(0, Evidence(f"the file is {path}"))
    evidence += [Evidence(more)] if more else []
    first = first._replace(title=title, evidence=tuple(evidence))
    diagnosis = diagnosis._replace(findings=(first, *diagnosis.findings[1:]))
    report = compose(case, diagnosis, source, kind="exception", command=tried.command)
    return _cleaned(without_ours(report._replace(headline=title)), options)


def _native_files(top: str, around: Surroundings, handed: HandOver) -> list[str]:
    """The shared objects of the package or module of that name, where it would be imported from."""
    for folder in dict.fromkeys([*handed.search_path, *around.packages]):
        package = os.path.join(folder, top)
        if os.path.isdir(package):
            owner = around.distributions.owner(os.path.join(package, "__init__.py"))
            libraries = [f"{package}.libs"]
            if owner is not None:
                libraries.append(os.path.join(folder, f"{owner.name}.libs"))
            below = shared_files_below((package, *libraries), depth=DEPTH, limit=MAX_ENTRIES)
            return [path for path in below if os.path.isfile(path)][:MAX_FILES]
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            continue
        found = [one for one in names if one.startswith(f"{top}.") and one.endswith(".so")]
        if found:
            return [os.path.join(folder, one) for one in found]
    return []


# ---- neither an exception nor a file ------------------------------------------------------------


def _of_the_rest(name: str, tried: ImportTried, options: Options) -> Report:
    """It works, it died, or it takes too long."""
    again = " ".join(("atfault run -c", f"'import {name}'"))
    if tried.status == 0:
        finding = Finding("none", f"import {name} works ({tried.seconds:.1f} s)", "certain")
        title = f"import {name} works"
    elif tried.status is None:
        title = f"import {name} does not end"
        finding = Finding(
            "unknown",
            f"the import did not end within {tried.seconds:.0f} s, and was ended",
            "certain",
            advice=(Advice("see what it waits for", again.replace("run", "run --hang-after 20")),),
        )
    elif tried.status < 0:
        name_of = signal_name(-tried.status)
        title = f"import {name} dies of {name_of}"
        finding = Finding(
            "unknown",
            f"the import was ended by {name_of}",
            "certain",
            advice=(Advice("see where it died, and why", again),),
        )
    else:
        title = f"import {name} ends the interpreter"
        said = tried.printed.strip().splitlines()[-3:]
        finding = Finding(
            "unknown",
            f"the import ended with exit status {tried.status}, and no exception",
            "certain",
            evidence=tuple(Evidence(f"it printed: {line[:200]}") for line in said),
        )
    process = ProcessInfo(tried.pid, os.getpid(), "", tried.command, current_folder())
    ended = (
        Termination(exit_code=tried.status)
        if (tried.status or 0) >= 0
        else Termination(None, -(tried.status or 0))
    )
    case = Case(ProcessState(process, ending=Ending(Absent("it was not watched"), ended)))
    source = _source(process.cwd, options)
    report = compose(case, Diagnosis((finding,)), source, kind="exception", command=tried.command)
    return _cleaned(report._replace(headline=title), options)


def without_ours(report: Report) -> Report:
    """The same without the line that tries the import, which is none of the user's."""
    findings = (
        one._replace(blame=tuple(blame for blame in one.blame if blame.file != "<string>"))
        for one in report.diagnosis
    )
    return report._replace(diagnosis=tuple(findings))


def _source(cwd: str | None, options: Options) -> SourceReader:
    mask = mask_source if options.mask_secrets else None
    return SourceReader(TargetFiles(folders=(cwd,) if cwd else ()), mask=mask)


def _cleaned(report: Report, options: Options) -> Report:
    return without_secrets(report) if options.mask_secrets else report


class ImportTried(NamedTuple):
    """What became of it."""

    command: tuple[str, ...]
    pid: int
    status: int | None
    """Its exit status, negative for a signal; None where it was ended, as its time was up."""
    seconds: float
    handed: HandOver | None
    """The exception that ended it."""
    printed: str


def try_import(python: str, module: str, seconds: float, options: Options) -> ImportTried:
    """Import `module`, a dotted name, with the interpreter `python`, for `seconds` at most. Raises
    AccessError where the interpreter cannot be started."""
    command = (python, "-c", f"import {module}")
    with ProbeFolder() as folder:
        environment = tuple(os.fsencode(f"{name}={value}") for name, value in os.environ.items())
        if folder.path:
            environment = with_probe(environment, VARIABLE, os.fsencode(folder.path))
        started = time.monotonic()
        try:
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=dict(entry.split(b"=", 1) for entry in environment),
            )
        except OSError as error:
            raise AccessError(f"cannot start {python}: {error.strerror}") from None
        in_time = False
        try:
            printed = _tail(child, started + seconds)
            in_time = _has_ended(child.pid)
        finally:
            _end(child)
        took = time.monotonic() - started
        text = printed.decode("utf-8", "replace")
        return ImportTried(
            command,
            child.pid,
            child.returncode if in_time else None,
            took,
            _handed_over(folder.hand_overs(), text, child.pid, options),
            text,
        )


def _tail(child: subprocess.Popen[bytes], deadline: float) -> bytes:
    """What it printed last, when it has ended or its time is up."""
    assert child.stderr is not None
    fd = child.stderr.fileno()
    kept = b""
    is_open = True
    while time.monotonic() < deadline:
        if is_open and select.select([fd], [], [], 0.05)[0]:
            part = os.read(fd, MAX_TAIL)
            is_open = bool(part)
            kept = (kept + part)[-MAX_TAIL:]
        elif _has_ended(child.pid):  # others may keep its standard error open
            break
        elif not is_open:
            time.sleep(0.01)
    return kept


def _has_ended(pid: int) -> bool:
    """Without reaping it."""
    flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
    return os.waitid(os.P_PID, pid, flags) is not None


def _end(child: subprocess.Popen[bytes]) -> None:
    """End it, and all that it has started. It is not reaped before, so that the number of its group
    is still its own."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except OSError:
        pass
    child.wait()
    if child.stderr is not None:
        child.stderr.close()


def _handed_over(
    contents: list[bytes], printed: str, pid: int, options: Options
) -> HandOver | None:
    for content in reversed(contents):
        try:
            one = read_uncaught(content, options)
        except AtfaultError:
            continue
        if one.exception.pid == pid:
            return one
    return read_printed(printed, options)
