"""`atfault numba`: why does it not compile, is it slow, or crash?

plain           NUMBA_DEBUGINFO=1, which costs nothing at full optimisation: with it a crash in
                compiled code has its lines
--check-bounds  NUMBA_BOUNDSCHECK=1 as well, and the probe's own check before Numba's
--cudasim       NUMBA_ENABLE_CUDASIM=1: kernels run in threads of the CPU
--gdb           gdb instead of a report (numba_gdb)
--report        neither: what is told is of the program as it runs without us, its cache included;
                so with --compare, which runs each call interpreted, too

Numba's cache knows nothing of these settings, so where one is changed the run has one of its own.

What Numba compiles just now, on a terminal's standard error, while a script runs.

The probe keeps one record a process, of RECORD bytes: "3 1 shift" (functions done, whether one is
being compiled, its name). A process of its own reads them: the one that waits for the script must
answer signals at once. A line is drawn for what takes longer than PATIENCE, and the cursor goes
back to its start, so that what the script prints goes over it.
"""

from __future__ import annotations

import argparse
import os
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from atfault import lazy
from atfault.again.merge import with_sources
from atfault.analyze.exception import analyze_numba
from atfault.cli.again import Recorder
from atfault.cli.arguments import Number, add_common, analysis_options
from atfault.cli.command import Parser
from atfault.cli.exceptions import readable
from atfault.cli.output import emit, keep_open, remove_old_files
from atfault.cli.statuses import MADE, NO_STATE, OK, USAGE, WRONG_USAGE
from atfault.cli.watch import Watch, say
from atfault.compose.numba import numba_report
from atfault.decode.exceptions.case import endings
from atfault.decode.numba.run import read_run
from atfault.diagnose.rules.numba.checked_bounds import found_by_checks
from atfault.diagnose.rules.numba.objmode import found_in_objmode
from atfault.errors import UsageError
from atfault.folders import current_folder
from atfault.model.absent import Absent
from atfault.model.endings import Termination
from atfault.model.masked import mask_source
from atfault.model.numba_run import NumbaRun
from atfault.model.process import ProcessInfo
from atfault.model.report import Report
from atfault.options import Options
from atfault.report.escape import clean
from atfault.saved import save
from atfault.snapshot.target_files import TargetFiles
from atfault.snapshot.tracing.front import RunOutcome
from atfault.snapshot.tracing.launch import Start, gather
from atfault.snapshot.tracing.probe_folder import ProbeFolder
from atfault.source import SourceReader

DEBUG_INFO = ((b"NUMBA_DEBUGINFO", b"1"),)
CHECKS = ((b"NUMBA_BOUNDSCHECK", b"1"),)
SIMULATOR = ((b"NUMBA_ENABLE_CUDASIM", b"1"),)
CACHE = b"NUMBA_CACHE_DIR"
COMPARE_SECONDS = 20.0
SUFFIX = ".compiling"
RECORD = 256
PATIENCE = 1.5
"""Seconds that a function may take before anything is drawn."""
LOOK_EVERY = 0.25
MAX_PROCESSES = 64
_ERASE = "\r\x1b[K"


class Numba:
    name = "numba"
    summary = "run a program that uses Numba: why it does not compile, is slow, or crashes"
    looks_inside = True

    def prepare_parser(self, parser: Parser) -> None:
        parser.describe(
            usage="[OPTIONS] SCRIPT [ARG...]",
            description=(
                "Runs a Python script, unchanged, and says why Numba could not compile a function, "
                "where compiled code crashed, or what was compiled, for which types, and how long "
                "that took. The script's output stays as it is; the report goes to standard output "
                "behind it, and is saved.\n\n"
                "Options behind SCRIPT are its own. It is run by the python on PATH."
            ),
            examples=(
                ("atfault numba simulate.py", "why does it not compile, or crash?"),
                ("atfault numba --report simulate.py", "what is compiled, and how long it takes"),
                (
                    "atfault numba --check-bounds simulate.py",
                    "is an index outside of its array, even where nothing crashes?",
                ),
                (
                    "atfault numba --compare simulate.py",
                    "does compiled code come to what Python comes to?",
                ),
                ("atfault numba --cudasim kernels.py", "the same of CUDA kernels, without a GPU"),
                ("atfault numba --gdb simulate.py", "step through compiled code"),
            ),
            statuses=(
                MADE,
                (str(NO_STATE), "the script ended without an error, and did not use Numba"),
                USAGE,
            ),
        )
        parser.add_program("the script and its arguments", starts=("-m", "-c"), metavar="SCRIPT")
        group = parser.add_argument_group("what is looked for")
        group.add_argument(
            "--report",
            action="store_true",
            help="compile with the program's own settings and cache, and list all that is compiled",
        )
        group.add_argument(
            "--check-bounds",
            action="store_true",
            help="check each index in compiled code, in parallel loops too",
        )
        group.add_argument(
            "--compare",
            action="store_true",
            help="run each call of a compiled function interpreted, too, and compare the results",
        )
        group.add_argument(
            "--compare-limit",
            type=Number(0.1, 100_000, "seconds"),
            default=COMPARE_SECONDS,
            metavar="SECONDS",
            help="that an interpreted call may take (0.1 to 100,000; default: %(default)g); "
            "all of them, ten times that",
        )
        group.add_argument(
            "--cudasim",
            action="store_true",
            help="run CUDA kernels in Numba's simulator, which checks each index; no GPU is needed",
        )
        group.add_argument(
            "--gdb",
            action="store_true",
            help="start gdb on the script, able to stop in compiled code and to show its values",
        )
        add_common(parser)

    def run(self, args: argparse.Namespace) -> int:
        options = analysis_options(args)
        remove_old_files(args)
        keep_open(args)
        if args.gdb and (args.report or args.check_bounds or args.cudasim):
            raise UsageError("numba: --gdb makes no report: leave out the other options")
        script = args.command[0]
        if script.endswith(".py") and not os.path.isfile(script):
            raise UsageError(f"numba: {script}: no such file")
        if args.gdb:
            status: int = lazy.load("atfault.cli.numba_gdb:run_gdb")(with_python(args.command))
            return status
        args.hang_after, args.hang_kill, args.detach_on_death = None, False, False
        args.guard = args.guard_strict = args.gpu_core = False
        args.fail_on = ()
        report, outcome = _Run(args, options).report()
        if outcome.start_error:
            return WRONG_USAGE
        if report is None:
            status = outcome.exit_code
            how = f"with status {status}" if status else "without an error"
            say(f"atfault: the script ended {how}, and Numba compiled nothing in it")
            return NO_STATE
        saved = save(report)
        if isinstance(saved, Absent):
            footer = saved.reason
        else:
            footer = f"saved as report {saved.number}: atfault show {saved.number}"
        emit(report, args, sys.stdout, footer=footer)
        return OK


class _Run:
    """One run of the script, and what is known of it."""

    def __init__(self, args: argparse.Namespace, options: Options) -> None:
        self._args = args
        self._options = options
        self._command = with_python(args.command)
        self._numba = NumbaRun()
        self._report: Report | None = None

    def report(self) -> tuple[Report | None, RunOutcome]:
        """None where there is nothing to tell."""
        watch = Watch(self._args, self._options, self._command)
        watch.numba = self._wanted()
        watch.beside = showing
        watch.left = self._left
        watch.finished = self._finished
        recorder = Recorder(watch)
        cache = tempfile.mkdtemp(prefix="atfault-numba-")
        try:
            start = self._settings(gather(self._command), os.fsencode(cache))
            outcome = watch.run_program(start, keep_stdout=True)
        finally:
            shutil.rmtree(cache, ignore_errors=True)
        crash = recorder.report()
        if crash is not None:
            crash = self._with_checks(crash)
        return crash or self._report, outcome

    def _with_checks(self, crash: Report) -> Report:
        """The report of a crash, with what the checks had found before: what an objmode block gave
        may be why, and need not."""
        misfits = found_in_objmode(self._numba)
        finding = next((one._replace(confidence="likely") for one in misfits), None)
        if self._numba.hits:
            finding = found_by_checks(self._numba.hits, "")
        if finding is not None:
            cwd = crash.process.cwd
            mask = mask_source if self._options.mask_secrets else None
            source = SourceReader(TargetFiles(folders=(cwd,) if cwd else ()), mask=mask)
            found = with_sources(finding, source)
            rest = (one for one in crash.diagnosis if one.cause != found.cause)
            crash = crash._replace(diagnosis=(found._replace(title=""), *rest))
        return crash._replace(numba=numba_report(self._numba))

    def _wanted(self) -> str:
        """What the probe is to do."""
        words = ["report"]
        if self._args.check_bounds:
            words.append("bounds")
        if self._args.compare:
            words.append(f"compare:{self._args.compare_limit:g}")
        if is_shown():
            words.append("progress")
        return " ".join(words)

    def _settings(self, start: Start, cache: bytes) -> Start:
        """The start with Numba's settings in its environment."""
        as_it_is = self._args.report or self._args.compare
        if as_it_is and not self._args.check_bounds and not self._args.cudasim:
            return start
        wanted = dict(DEBUG_INFO + (CHECKS if self._args.check_bounds else ()))
        if self._args.cudasim:
            wanted.update(SIMULATOR)
        wanted[CACHE] = cache
        kept = [one for one in start.environment if one.partition(b"=")[0] not in wanted]
        added = [name + b"=" + value for name, value in wanted.items()]
        return start._replace(environment=(*kept, *added))

    def _left(self, probe: ProbeFolder) -> None:
        files = probe.compiled(), probe.failed_checks(), probe.compared()
        self._numba = read_run(*files, self._options, self._wanted())
        self._numba = self._numba._replace(simulated=self._args.cudasim)

    def _finished(self, probe: ProbeFolder, outcome: RunOutcome) -> None:
        losses: list[str] = []
        handed = readable(probe.hand_overs(), self._options, losses)
        ended = endings(handed, outcome.pid, outcome.exit_code)
        used = self._numba.functions or self._numba.hits
        if not ended and not used and not (self._args.cudasim and self._numba.version):
            return
        process = ProcessInfo(
            pid=(ended[0].exception.pid if ended else None) or outcome.pid,
            ppid=os.getpid(),
            argv=self._command,
            cwd=current_folder(),
        )
        report = analyze_numba(
            ended[0] if ended else None,
            self._numba,
            process,
            Termination(exit_code=outcome.exit_code),
            self._options,
            command=self._command,
        )
        self._report = report._replace(warnings=(*report.warnings, *losses))


def with_python(command: list[str]) -> tuple[str, ...]:
    """SCRIPT and its arguments, with the python on PATH; an interpreter that is named is taken."""
    if os.path.basename(command[0]).startswith("python"):
        return tuple(command)
    return ("python" if shutil.which("python") else "python3", *command)


@contextmanager
def showing(folder: str) -> Iterator[None]:
    """While it is open, what takes long to compile is shown. folder: the probe's."""
    if not folder or not is_shown():
        yield
        return
    heard, said = os.pipe()
    sys.stderr.flush()
    pid = os.fork()
    if not pid:
        try:
            os.close(said)
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP):
                signal.signal(number, signal.SIG_IGN)
            _draw(folder, heard)
        finally:
            os._exit(0)
    os.close(heard)
    try:
        yield
    finally:
        os.close(said)
        os.waitpid(pid, 0)


def is_shown() -> bool:
    """Whether there is a terminal to draw on."""
    try:
        return sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    except (AttributeError, ValueError):  # closed
        return False


def _draw(folder: str, heard: int) -> None:
    """Until the other end of `heard` is closed."""
    since: dict[str, tuple[str, float]] = {}
    drawn = False
    while not select.select([heard], [], [], LOOK_EVERY)[0]:
        now = time.monotonic()
        records = _records(folder)
        since = {
            path: since[path] if since.get(path, ("", 0.0))[0] == name else (name, now)
            for path, _, name in records
            if name
        }
        slow = [(now - began, name) for name, began in since.values() if now - began > PATIENCE]
        if slow:
            seconds, name = max(slow)
            line = f"compiling {name} ({seconds:.0f} s; {sum(r[1] for r in records)} done)"
            width = os.get_terminal_size(2).columns or 80
            _write(_ERASE + clean(line)[: max(width - 1, 20)] + "\r")
            drawn = True
        elif drawn:
            _write(_ERASE)
            drawn = False
    if drawn:
        _write(_ERASE)


def _write(text: str) -> None:
    try:
        os.write(2, text.encode("utf-8", "replace"))
    except OSError:
        os._exit(0)


def _records(folder: str) -> list[tuple[str, int, str]]:
    """(file, functions done, name of the one being compiled or "") of each process."""
    found = []
    try:
        names = [name for name in os.listdir(folder) if name.endswith(SUFFIX)]
    except OSError:
        return []
    for name in names[:MAX_PROCESSES]:
        path = os.path.join(folder, name)
        if not os.path.exists(f"/proc/{name.partition('.')[0]}"):
            continue
        try:
            fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            record = os.pread(fd, RECORD, 0).decode("utf-8", "replace").rstrip("\0\n ")
        except OSError:
            continue
        finally:
            os.close(fd)
        done, _, rest = record.partition(" ")
        going, _, function = rest.partition(" ")
        if done.isdigit() and len(done) < 9:
            found.append((path, int(done), function if going == "1" else ""))
    return found
