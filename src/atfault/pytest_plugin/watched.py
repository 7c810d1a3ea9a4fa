"""The process that runs the tests, below a supervisor.

A process of tests that goes on where others were lost: what these came to is told once more, to
the plug-ins that count and write it down, but not to the terminal, which has it.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

from atfault import lazy
from atfault.pytest_plugin.journal import PHASES, Told, report_of
from atfault.pytest_plugin.plugin import JOURNAL
from atfault.pytest_plugin.supervisor import Past, Supervisor

if TYPE_CHECKING:
    from atfault.pytest_plugin.failure import Lost


def go_on(
    config: pytest.Config, supervisor: Supervisor, is_program: bool, *, runs_tests: bool
) -> None:
    """In the process that runs the tests, or that has xdist's workers run them."""
    config.pluginmanager.register(_Watched(supervisor, is_program), "atfault-watched")
    if runs_tests:
        supervisor.journal.begin(config)
        config.pluginmanager.register(supervisor.journal, JOURNAL)
    if supervisor.past != Past({}, {}):
        resumed = Resumed(supervisor, config)
        config.pluginmanager.register(resumed, "atfault-resumed")
    supervisor.hold()


class _Watched:
    """A plug-in of the process that runs the tests."""

    def __init__(self, supervisor: Supervisor, is_program: bool) -> None:
        self._supervisor = supervisor
        self._is_program = is_program
        self._status = 0

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        self._supervisor.hold()  # after pytest's own faulthandler plug-in

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        folder = self._supervisor.folder
        if os.path.isdir(folder) and os.listdir(folder):
            lazy.load("atfault.pytest_plugin.children:children_told")(terminalreporter, folder)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._status = int(session.exitstatus)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        self._supervisor.hold()  # which pytest's own faulthandler plug-in has ended
        if not self._is_program:
            # The code that has called pytest goes on in the supervisor.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(self._status)


class Resumed:
    """A plug-in of that process."""

    def __init__(self, supervisor: Supervisor, config: pytest.Config) -> None:
        self._past = supervisor.past
        self._journal = supervisor.journal
        self._began = supervisor.began
        self._told = self._journal.tests()
        self._config = config
        self._shown: Any = None

    def _writer(self) -> Any:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        return getattr(reporter, "_tw", None)

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        writer = self._writer()
        if writer is not None:
            self._shown = writer._file
            writer._file = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115

    def _unmute(self) -> None:
        writer = self._writer()
        if self._shown is not None:
            writer._file.close()
            writer._file, self._shown = self._shown, None

    @pytest.hookimpl(tryfirst=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Any:
        lost = self._past.collecting.get(collector.nodeid)
        if lost is None:
            return None
        failure: Any = lost.failure(collector.nodeid or "the session")
        return pytest.CollectReport(collector.nodeid, "failed", failure, [])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed or session.config.option.collectonly:
            self._unmute()
            return None  # what could not be collected is for pytest's own loop
        items = {item.nodeid: item for item in session.items}
        self._journal.close()
        for at, told in enumerate(self._told):
            item = items.pop(told.nodeid, None)
            if item is not None:
                self._tell(told, item, is_new=at == len(self._told) - 1)
        self._journal.reopen()
        self._unmute()
        session.items[:] = [item for item in session.items if item.nodeid in items]
        _stop(session)
        for at, item in enumerate(session.items):
            following = session.items[at + 1] if at + 1 < len(session.items) else None
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            _stop(session)
        return True

    def _tell(self, told: Told, item: pytest.Item, *, is_new: bool) -> None:
        hook = self._config.hook
        hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for record in told.reports:
            hook.pytest_runtest_logreport(report=report_of(record, item, self._config))
        lost = self._past.tests.get(item.nodeid)
        if not told.is_done and lost is not None:
            if is_new:
                self._unmute()
            when = PHASES[min(len(told.reports), len(PHASES) - 1)]
            failure = lost.failure(item.nodeid)
            failed = lazy.load("atfault.pytest_plugin.failure:failed")
            report = failed(item, when, failure)
            hook.pytest_runtest_logreport(report=report)
            if when != "teardown":
                torn_down = lazy.load("atfault.pytest_plugin.failure:torn_down")
                hook.pytest_runtest_logreport(report=torn_down(report))
        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self) -> None:
        self._unmute()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Any:
        self._unmute()
        self._tell_all_of_the_time()
        if self._past.at_end is not None and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
        return (yield)

    def _tell_all_of_the_time(self) -> None:
        """What the last line says is that of all processes."""
        reporter: Any = self._config.pluginmanager.get_plugin("terminalreporter")
        for name in ("_session_start", "_sessionstarttime"):
            if hasattr(reporter, name):
                setattr(reporter, name, self._began)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        lost: Lost | None = self._past.at_end
        if lost is not None:
            terminalreporter.section("after the last test")
            terminalreporter.write_line(lost.failure("all tests").text)


def _stop(session: pytest.Session) -> None:
    """Where --maxfail, or whatever else, wants it (as in _pytest/main.py)."""
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)
