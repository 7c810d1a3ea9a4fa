"""The process that runs the tests, below a supervisor.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest

from atfault.pytest_plugin.children import children_told
from atfault.pytest_plugin.resumed import Resumed
from atfault.pytest_plugin.supervisor import Past, Supervisor


def go_on(config: pytest.Config, supervisor: Supervisor, is_program: bool) -> None:
    """In the process that runs the tests."""
    supervisor.journal.begin(config)
    config.pluginmanager.register(supervisor.journal, "atfault-journal")
    config.pluginmanager.register(_Watched(supervisor, is_program), "atfault-watched")
    if supervisor.past != Past({}, {}):
        resumed = Resumed(supervisor.past, supervisor.journal, config)
        config.pluginmanager.register(resumed, "atfault-resumed")


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
        children_told(terminalreporter, self._supervisor.folder)

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
