"""With xdist: the process that gives the tests to its workers looks at those that crash or hang,
and says of the test more than that its worker was lost.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from typing import Any

import pytest

from atfault.held import accepted, hold_at_crash, let_go, make_small, peer, standing
from atfault.looking import look
from atfault.pytest_plugin.children import Children, children_told, end_with_forks
from atfault.pytest_plugin.failure import (
    Failure,
    Lost,
    how_it_ended,
    may_be_ended,
    too_long,
    torn_down,
)
from atfault.pytest_plugin.journal import PHASES, Journal
from atfault.pytest_plugin.plugin import JOURNAL

TICK = 0.5
DYING_SECONDS = 5.0
KEY = "atfault"
"""In what xdist tells a worker as it begins."""


@dataclass
class _Worker:
    """name: xdist's, "gw0". journal: what it runs, where that is watched."""

    name: str
    door: socket.socket
    connection: socket.socket | None = None
    pid: int = 0
    journal: Journal | None = None
    place: tuple[str, str] = "", ""
    since: float = 0.0
    lost: Lost | None = None
    is_told: bool = False
    """With the test on which it was lost."""
    is_gone: bool = False


class Workers:
    """A plug-in of the process that xdist distributes from."""

    def __init__(self, hang_after: float | None, hook: Any) -> None:
        """hook: pytest's, of this process."""
        self._hook = hook
        self._folder = tempfile.mkdtemp(prefix="atfault-pytest-")
        self._children = Children(self._folder)
        self._hang_after = hang_after
        self._workers: dict[str, _Worker] = {}
        self._thread: threading.Thread | None = None
        self._is_over = threading.Event()

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """A worker is about to be started; those on other machines are none of ours."""
        if not getattr(node.gateway.spec, "popen", False):
            return
        name = str(node.gateway.id)
        door = socket.socket(socket.AF_UNIX)
        path = os.path.join(self._folder, name)
        try:
            door.bind(path)
            door.listen()
            journal = Journal(f"{path}.journal") if self._hang_after is not None else None
        except OSError as error:  # a temporary folder whose path is too long for a socket's
            sys.stderr.write(f"atfault: {name} runs unwatched: {error}\n")
            door.close()
            return
        self._workers[name] = _Worker(name, door, journal=journal)
        node.workerinput[KEY] = {
            "door": path,
            "watcher": os.getpid(),
            "journal": f"{path}.journal" if journal is not None else "",
        }
        if self._thread is None:
            self._thread = threading.Thread(target=self._watch, name=KEY, daemon=True)
            self._thread.start()

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str, report: Any, sched: Any) -> None:
        """The test on which a worker was lost."""
        worker = self._workers.get(report.node.gateway.id)
        if worker is None:
            return
        lost = worker.lost or Lost(_how(report.node))
        file, _, rest = crashitem.partition("::")
        report.location = file, None, rest.replace("::", ".")
        reporter = sched.config.pluginmanager.get_plugin("terminalreporter")
        report.when = _phase(report, getattr(reporter, "stats", None))
        worker.is_told = True
        report.longrepr = lost._replace(worker=worker.name).failure(crashitem)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_logreport(self, report: Any) -> Any:
        """Behind that of a test on which a worker was lost, the one that ends it. A wrapper, as
        pytest-html asks to be the last one."""
        found = yield
        if isinstance(report.longrepr, Failure) and report.when != "teardown":
            self._hook.pytest_runtest_logreport(report=torn_down(report))
        return found

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """What workers died of that ran no test, each once; then, what the processes that tests had
        started died of."""
        untold: dict[str, tuple[Lost, list[str]]] = {}
        for worker in self._workers.values():
            if worker.lost is not None and not worker.is_told:
                message = worker.lost.failure(worker.name).reprcrash.message
                untold.setdefault(message, (worker.lost, []))[1].append(worker.name)
        for lost, names in untold.values():
            terminalreporter.section("a worker was lost outside of any test")
            terminalreporter.write_line(lost.failure(", ".join(names)).text)
        children_told(terminalreporter, self._folder)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        self._is_over.set()
        if self._thread is not None:
            self._thread.join(TICK * 4)
        shutil.rmtree(self._folder, ignore_errors=True)

    # --- in a thread of its own ---

    def _watch(self) -> None:
        try:
            self._until_all_is_over()
        except Exception as error:
            sys.stderr.write(f"atfault: the workers run on unwatched: {error!r}\n")
        finally:  # who stands in a crash goes on
            for worker in self._workers.values():
                worker.door.close()
                if worker.connection is not None:
                    worker.connection.close()

    def _until_all_is_over(self) -> None:
        while not self._is_over.is_set():
            workers = list(self._workers.values())
            here = [one for one in workers if one.lost is None and not one.is_gone]
            sockets = {one.connection or one.door: one for one in here}
            ready, _, _ = select.select(list(sockets), [], [], TICK)
            began = time.monotonic()
            for one in ready:
                worker = sockets[one]
                if worker.connection is None:
                    worker.connection = accepted(one)
                    worker.pid = peer(worker.connection)
                else:
                    self._heed(worker, worker.connection)
            spent = time.monotonic() - began  # a test may have waited for the looks at others
            for worker in here:
                worker.since += spent
                if self._hang_after is not None and worker.lost is None and worker.journal:
                    self._see_whether_it_stands(worker, worker.journal, self._hang_after)

    def _heed(self, worker: _Worker, connection: socket.socket) -> None:
        pid, words = standing(connection)
        if not pid:
            worker.is_gone = not words
            return
        if pid != worker.pid:
            kind, test = worker.journal.place() if worker.journal else ("", "")
            self._children.tell(pid, connection, test if kind == "test" else "")
            return
        seen = look(pid, self._folder, crashed=True)
        first = words.decode(errors="replace")
        worker.lost = Lost("has crashed", first, seen)
        words += let_go(connection, DYING_SECONDS)
        worker.lost = Lost("has crashed", words.decode(errors="replace"), seen)

    def _see_whether_it_stands(self, worker: _Worker, journal: Journal, hang_after: float) -> None:
        place = journal.place()
        if place != worker.place:
            worker.place, worker.since = place, time.monotonic()
        if not place[0] or place[0] == "end" or time.monotonic() - worker.since < hang_after:
            return
        if worker.connection is None or _has_words(worker.connection):
            return  # it stands in its crash, which comes next
        seen = look(worker.pid, self._folder, crashed=False)
        if journal.place() != place or _has_words(worker.connection):
            return  # the test or the worker has ended meanwhile
        if not may_be_ended(place[0], seen):
            worker.since = time.monotonic()
            return
        worker.lost = Lost(too_long(place, hang_after), look=seen)
        end_with_forks(worker.pid)


def _has_words(connection: socket.socket) -> bool:
    """Or has been closed."""
    return bool(select.select([connection], [], [], 0)[0])


def _phase(report: Any, stats: dict[str, list[Any]] | None) -> str:
    """In which a worker was lost: behind the last one that the terminal was told of. report: on its
    test; stats: the terminal's, None where there is none."""
    if stats is None:
        return "call"
    told = [
        one
        for reports in stats.values()
        for one in reports
        if getattr(one, "node", None) is report.node and one.nodeid == report.nodeid
    ]
    if not told:
        return PHASES[0]
    last = max(told, key=lambda one: float(getattr(one, "stop", 0.0)))
    return PHASES[(PHASES.index(last.when) + 1) % len(PHASES)]


def _how(node: Any) -> str:
    """How a worker ended that nobody looked at."""
    process = getattr(getattr(node.gateway, "_io", None), "popen", None)
    if process is None:
        return "was lost"
    try:
        code = process.wait(DYING_SECONDS)
    except subprocess.TimeoutExpired:
        return "was lost"
    return how_it_ended(-code if code < 0 else code << 8)


def be_watched(config: pytest.Config) -> None:
    """In a worker."""
    told = getattr(config, "workerinput", {}).get(KEY)
    if not told:
        return
    watched = socket.socket(socket.AF_UNIX)
    try:
        watched.connect(told["door"])
    except OSError:
        watched.close()
        return
    make_small(watched)
    hold_at_crash(watched, told["watcher"])
    if told["journal"]:
        journal = Journal(told["journal"])
        journal.begin(config)
        config.pluginmanager.register(journal, JOURNAL)
