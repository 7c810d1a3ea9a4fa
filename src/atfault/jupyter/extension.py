"""IPython's magics: `%load_ext atfault`.

    %atfault 4711       what process 4711 waits for
    %%atfault           runs the cell in a child of this process, and explains what ends that
    %%atfault 30        and where it takes longer than 30 seconds, what it waits for

The child is a fork: it has all that the notebook has, and what it changes is gone with it. It
stands still as it crashes (see `held`), and is looked at from outside; the notebook goes on.
"""

from __future__ import annotations

import ast
import linecache
import os
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from typing import Any, NamedTuple, NoReturn

from atfault import api, lazy
from atfault.errors import AtfaultError
from atfault.held import end_with, hold_at_crash, let_go, pair, standing
from atfault.jupyter.watched import asked_of_watcher
from atfault.looking import Unseen, look
from atfault.saved import saved_reports
from atfault.snapshot.ptrace import watching_front

DYING_SECONDS = 5.0
SAVED_SECONDS = 20.0
"""How long a report of `atfault run`, below which the notebook runs, may be on its way."""
_LATEST = 5
_PIECE = 1 << 16
USAGE = "usage: %atfault PID, or %%atfault [SECONDS] above the code of a cell"


class Code(NamedTuple):
    """Of a cell. file: the name it is compiled under; text: as it was typed."""

    file: str
    text: str
    parts: tuple[Any, ...]


class End(NamedTuple):
    """How the child of a cell ended. status: a wait status."""

    status: int
    report: api.Report | None
    is_late: bool = False


def load_ipython_extension(shell: Any) -> None:
    """What IPython calls."""
    shell.register_magic_function(Magic(shell), "line_cell", "atfault")


def unload_ipython_extension(shell: Any) -> None:
    for kind in ("line", "cell"):
        shell.magics_manager.magics[kind].pop("atfault", None)


class Magic:
    """`%atfault` and `%%atfault` of one shell."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self.__name__ = "atfault"
        self.__doc__ = __doc__

    def __call__(self, line: str, cell: str | None = None) -> api.Report | None:
        word = line.strip()
        try:
            if cell is None:
                if not (word.isascii() and word.isdigit()):
                    raise lazy.load("IPython.core.error:UsageError")(USAGE)
                return api.explain_process(int(word[:11]))
            return self._in_child(self._compiled(line, cell), _seconds(word))
        except AtfaultError as error:
            sys.stderr.write(f"atfault: {error}\n")
            return None

    def _in_child(self, code: Code, seconds: float | None) -> api.Report | None:
        folder = tempfile.mkdtemp(prefix="atfault-cell-")
        try:
            end = _Child(code, self._shell.user_ns, folder, seconds).run()
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if end.is_late:
            sys.stderr.write(f"atfault: the cell was ended, as it took more than {seconds:g} s\n")
        elif os.WIFSIGNALED(end.status):
            name = signal.Signals(os.WTERMSIG(end.status)).name
            sys.stderr.write(f"atfault: {name} ended the cell; this kernel goes on\n")
        return end.report

    def _compiled(self, line: str, cell: str) -> Code:
        """Its lines are those of the whole cell, in which the magic is the first."""
        name = _name_of_cell()
        tree = ast.parse("\n" + self._shell.transform_cell(cell), name)
        last: list[ast.stmt] = []
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = [tree.body.pop()]
        parts: list[Any] = []
        if tree.body:
            parts.append(compile(tree, name, "exec"))
        if last:
            parts.append(compile(ast.Interactive(last), name, "single"))
        # What IPython makes of the first line is named in it: else it is not what ran.
        first = f"%%atfault {line}".rstrip() + "  # get_ipython().run_cell_magic"
        return Code(name, f"{first}\n{cell}", tuple(parts))


def _name_of_cell() -> str:
    """By which Python knows the code of the cell that has called us."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return frame.f_code.co_filename


def _seconds(word: str) -> float | None:
    if not word:
        return None
    with suppress(ValueError):
        seconds = float(word)
        if 0 < seconds < 1e9:
            return seconds
    raise lazy.load("IPython.core.error:UsageError")(USAGE)


class _Child:
    """A fork of this process that runs code, and what it writes."""

    def __init__(
        self, code: Code, names: dict[str, Any], folder: str, seconds: float | None
    ) -> None:
        self._code = code
        self._names = names
        self._folder = folder
        self._until = None if seconds is None else time.monotonic() + seconds
        self._report: api.Report | None = None
        self._pid = 0

    def run(self) -> End:
        """Until it has ended. Where this is interrupted, the child is killed."""
        watcher, watched = pair()
        output, written = os.pipe()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        parent = os.getpid()
        self._pid = os.fork()
        if self._pid == 0:
            _be_child(self._code, self._names, watched, parent, written)
        watched.close()
        os.close(written)
        try:
            is_late = self._attend(watcher, output)
        except BaseException:
            self._kill()
            os.waitpid(self._pid, 0)
            raise
        finally:
            watcher.close()
            os.close(output)
        status = os.waitpid(self._pid, 0)[1]
        if self._report is None and os.WIFSIGNALED(status) and not is_late:
            self._report = _saved_report(self._pid)
        return End(status, self._report, is_late)

    def _attend(self, watcher: socket.socket, output: int) -> bool:
        """Pass on what it writes, and look at it as it crashes; whether it took too long."""
        poll = select.poll()
        poll.register(watcher, select.POLLIN)
        poll.register(output, select.POLLIN)
        while not _has_ended(self._pid):
            left = None if self._until is None else self._until - time.monotonic()
            if left is not None and left <= 0:
                self._look(crashed=False)
                self._kill()
                return True
            for fd, _ in poll.poll(200):
                if fd == output:
                    if not _pass_on(output):
                        poll.unregister(output)
                    continue
                who, _ = standing(watcher)
                if who == self._pid:
                    self._look(crashed=True)
                if who or _has_ended(self._pid):
                    let_go(watcher, DYING_SECONDS if who == self._pid else 0.0)
                if not who or who == self._pid:
                    poll.unregister(watcher)
                    watcher.close()
        while select.select([output], [], [], 0)[0] and _pass_on(output):
            pass
        return False

    def _look(self, *, crashed: bool) -> None:
        with suppress(AtfaultError):
            if not crashed and watching_front(self._pid):
                found = asked_of_watcher(os.getpid())
                self._report = None if found is None else api.Report._of(found)
                return
            seen = look(self._pid, self._folder, crashed=crashed)
            if isinstance(seen, Unseen):
                sys.stderr.write(f"atfault: {seen.reason}\n")
            else:
                self._report = api.load(seen.path)

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)


def _be_child(
    code: Code, names: dict[str, Any], watched: socket.socket, parent: int, written: int
) -> NoReturn:
    status = 1
    try:
        end_with(parent)
        os.dup2(written, 1)
        os.dup2(written, 2)
        sys.stdout = open(1, "w", buffering=1, closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115
        sys.displayhook = sys.__displayhook__
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the whole group: the parent sees to it
        hold_at_crash(watched, parent)
        try:
            lines = code.text.splitlines(True)
            linecache.cache[code.file] = (len(code.text), None, lines, code.file)
            for one in code.parts:
                exec(one, names)
            status = 0
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else 0 if error.code is None else 1
        except BaseException as error:
            trace = error.__traceback__.tb_next if error.__traceback__ else None
            traceback.print_exception(type(error), error, trace)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status & 0xFF)


def _pass_on(output: int) -> bool:
    """Of what the child has written; whether there may be more."""
    data = os.read(output, _PIECE)
    sys.stdout.write(data.decode(errors="replace"))
    return bool(data)


def _has_ended(pid: int) -> bool:
    """Without reaping it."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _saved_report(pid: int) -> api.Report | None:
    """What `atfault run`, below which this notebook runs, has seen of a child that died."""
    if not watching_front(os.getpid()):
        return None
    until = time.monotonic() + SAVED_SECONDS
    while time.monotonic() < until:
        with suppress(AtfaultError):
            for saved in reversed(saved_reports()[-_LATEST:]):
                report = api.load(saved.number)
                if report.process.pid == pid:
                    return report
        time.sleep(0.3)
    return None
