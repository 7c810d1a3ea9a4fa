"""The functions that `import atfault` offers: what the commands `core`, `attach`, `explain` and
`show` do, for programs.

Nothing is printed and nothing is saved. In the main thread SIGPROF is taken for a moment, as the
analysis limits its own CPU time by it; otherwise this process stays as it is.
"""

from __future__ import annotations

import html
import io
import os
from typing import Any

from atfault import lazy
from atfault.analyze.live import decoded, look_into, watch_target
from atfault.analyze.process import NOT_WATCHED, analyze_core
from atfault.analyze.text import analyze_text
from atfault.arch.host import require_supported
from atfault.decode.state import decode
from atfault.errors import UsageError
from atfault.folders import current_folder
from atfault.model import report as model
from atfault.options import Options
from atfault.process import Process, process_of
from atfault.report.json import dumps
from atfault.report.text import render
from atfault.saved import load as load_saved
from atfault.saved import load_file
from atfault.snapshot import core
from atfault.snapshot.ptrace import ensure_survives
from atfault.snapshot.target import Target

WIDTH = 100
MIN_WIDTH = 40
MAX_WATCH = 3600.0
MORE = "to_text(verbose=True)"
OPTIONS = Options()
FRAME = (
    '<iframe sandbox="allow-scripts" style="width: 100%; height: 40em; border: 0" srcdoc="{}">'
    "</iframe>"
)


class Report(model.Report):
    """What was found out about one failure.

    Its attributes are the fields of the JSON report (docs/json.md), each a tuple with named fields:
    `report.diagnosis[0].cause`, `.confidence`, `.blame`; `report.threads[0].frames`;
    `report.process.pid`. Fields are only added.
    """

    __slots__ = ()

    @classmethod
    def _of(cls, found: model.Report) -> Report:
        children = tuple([cls._of(one) for one in found.children])
        again = tuple([cls._of(one) for one in found.again])
        return cls._make(found._replace(children=children, again=again))

    def to_text(self, *, width: int = WIDTH, verbose: bool = False) -> str:
        """As `atfault show` prints it, without colours; verbose: with nothing folded. width: in
        columns, at least 40."""
        columns = max(width, MIN_WIDTH)
        return render(self, width=columns, verbose=verbose, cwd=current_folder(), more=MORE)

    def to_json(self) -> str:
        """As `--json` writes it; `load` reads it from a file."""
        return dumps(self)

    def to_html(self) -> str:
        """One page without anything from elsewhere, as `--html` writes it."""
        page: str = lazy.load("atfault.report.html:render_html")(self, cwd=current_folder())
        return page

    def _repr_html_(self) -> str:
        """For notebooks: the page in a frame, so that its style stays its own."""
        return FRAME.format(html.escape(self.to_html()))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """For IPython in a terminal, and notebooks that show no HTML."""
        printer.text("…" if cycle else self.to_text())

    def __str__(self) -> str:
        return self.to_text()


def explain_core(
    path: str | os.PathLike[str],
    *,
    executable: str | os.PathLike[str] | None = None,
    sysroot: str | os.PathLike[str] | None = None,
) -> Report:
    """What a Python process died of, or hung in, from its core file.

    executable: the program; found from the core itself if left out. sysroot: a folder that holds
    the files of the machine or container that the core is from. Raises InputError for what cannot
    be read, NoProcessState where there is nothing in it.
    """
    require_supported()
    program = None if executable is None else os.fspath(executable)
    found = analyze_core(os.fspath(path), program, Options(sysroot=_folder(sysroot)))
    return Report._of(found)


def explain_process(pid: int, *, watch: float = 3.0) -> Report:
    """What a live process waits for, who holds it, or where it is busy.

    It is watched for so many seconds (0: one look), and stopped for some milliseconds; it is never
    written to. Raises AccessError where it may not be looked at, or ends.
    """
    require_supported()
    _check_pid(pid)
    _check_watch(watch)
    ensure_survives()
    with Target(pid) as target:
        activity = watch_target(target, OPTIONS, watch) if watch else NOT_WATCHED
        return Report._of(look_into(target, OPTIONS, activity=activity).report)


def explain_text(text: str | bytes) -> Report:
    """What failed first in a text: the log of a build, a traceback, what another tool reported.

    Raises NoProcessState where nothing in it failed, or no words of it are known, InputError for
    what is no text.
    """
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    return Report._of(analyze_text(io.BytesIO(data), "-", OPTIONS))


def load(report: str | os.PathLike[str] | int | None = None) -> Report:
    """A report from a JSON file, a saved one by its number, or the latest saved one.

    Raises AccessError, FormatError or UnsupportedInput for a file, InputError where none is saved.
    """
    if report is None or isinstance(report, int):
        return Report._of(load_saved(report)[1])
    return Report._of(load_file(os.fspath(report)))


def dump(*, watch: float = 0.0) -> Report:
    """What this process does, in all of its threads: for a watchdog, or a handler of a signal.

    A helper process looks at it from outside, as `explain_process` does; this one is stopped for
    some milliseconds, and the calling thread waits. watch: as there. Raises AccessError where it
    may not be looked at: by a debugger or `atfault run`, which look at it already, or in a
    container that forbids it.
    """
    require_supported()
    _check_watch(watch)
    found: model.Report = lazy.load("atfault.inside:look_at_this_process")(watch)
    return Report._of(found)


def open_core(
    path: str | os.PathLike[str],
    *,
    executable: str | os.PathLike[str] | None = None,
    sysroot: str | os.PathLike[str] | None = None,
) -> Process:
    """The threads, frames, values and locks in a core file, without a diagnosis. Arguments and
    errors are those of `explain_core`."""
    require_supported()
    program = None if executable is None else os.fspath(executable)
    options = Options(sysroot=_folder(sysroot))
    with core.open_core(os.fspath(path), program, options.sysroot) as snapshot:
        return process_of(decode(snapshot, options))


def open_process(pid: int) -> Process:
    """The same of a live process, at one moment; errors are those of `explain_process`."""
    require_supported()
    _check_pid(pid)
    ensure_survives()
    with Target(pid) as target:
        return process_of(decoded(target, OPTIONS)[1])


def _folder(sysroot: str | os.PathLike[str] | None) -> str | None:
    root = None if sysroot is None else os.fspath(sysroot)
    if root is not None and not os.path.isdir(root):
        raise UsageError(f"sysroot {root}: no such folder")
    return root


def _check_pid(pid: int) -> None:
    if not 0 < pid < 1 << 31:
        raise UsageError(f"the number of a process is wanted, not {pid}")
    if pid == os.getpid():
        raise UsageError("a process cannot look into itself: atfault.dump() asks another one")


def _check_watch(watch: float) -> None:
    if not 0 <= watch <= MAX_WATCH:
        raise UsageError(f"watch: seconds are wanted, 0 to {MAX_WATCH:.0f}, not {watch}")
