"""The plug-in that pytest loads by its entry point: options, and which of the others is wanted.

Without --atfault this is all that is imported.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from atfault.pytest_plugin.supervisor import Supervisor

ONE_PROCESS = ("collectonly", "usepdb", "trace", "showfixtures", "show_fixtures_per_test", "help")
"""Options of runs in which nothing is run, or somebody talks to the process."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """--atfault, --atfault-hang; in pytest's configuration: atfault, atfault_hang."""
    group = parser.getgroup("atfault", "tests that crash or hang (atfault)")
    group.addoption(
        "--atfault",
        action="store_true",
        default=None,
        help="a test that kills its process fails with a report of where and why; the others run "
        "on in a new one",
    )
    group.addoption("--no-atfault", dest="atfault", action="store_false", help="not so")
    group.addoption(
        "--atfault-hang",
        metavar="SECONDS",
        type=float,
        help="a test that takes longer is looked at and ended, and fails with a report of what it "
        "waits for (with --atfault)",
    )
    parser.addini("atfault", "true: as --atfault", type="bool", default=False)
    parser.addini("atfault_hang", "SECONDS: as --atfault-hang", default="")


def is_wanted(config: pytest.Config) -> bool:
    """Whether this process is to see to it, and not the one that has started it."""
    asked = config.getoption("atfault")
    return bool(config.getini("atfault") if asked is None else asked) and not hasattr(
        config, "workerinput"
    )


def hang_seconds(config: pytest.Config) -> float | None:
    """Raises UsageError for what is no number of seconds."""
    given = config.getoption("atfault_hang")
    text = config.getini("atfault_hang")
    if given is None and not text:
        return None
    try:
        seconds = float(text if given is None else given)
    except ValueError:
        raise pytest.UsageError(f"atfault_hang: seconds are wanted, not {text!r}") from None
    if not 0 < seconds < 1e9:
        raise pytest.UsageError(f"--atfault-hang: seconds are wanted, not {seconds:g}")
    return seconds


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Without xdist: become the supervisor of another process, which goes on here."""
    if not is_wanted(config) or any(config.getoption(name, False) for name in ONE_PROCESS):
        return None
    seconds = hang_seconds(config)
    if is_distributed(config):
        return None
    from atfault.pytest_plugin.supervisor import Supervisor, exit_like

    supervisor = Supervisor(seconds)
    is_program = _is_program()
    status = supervisor.start()
    if status is None:
        _go_on(config, supervisor, is_program)
        return None
    if is_program:
        exit_like(status)
    return os.waitstatus_to_exitcode(status)


def is_distributed(config: pytest.Config) -> bool:
    """Whether xdist runs the tests in its workers."""
    return bool(config.getoption("numprocesses", None)) or config.getoption("dist", "no") != "no"


def _is_program() -> bool:
    """Whether pytest is all that this process is for, and not called by somebody's code."""
    frame: Any = sys._getframe()
    while frame is not None:
        if frame.f_code.co_name == "console_main":
            return True
        frame = frame.f_back
    return False


def _go_on(config: pytest.Config, supervisor: Supervisor, is_program: bool) -> None:
    """In the process that runs the tests."""
    supervisor.journal.begin(config)
    config.pluginmanager.register(supervisor.journal, "atfault-journal")
    config.pluginmanager.register(_Watched(supervisor, is_program), "atfault-watched")
    if not supervisor.is_first:
        from atfault.pytest_plugin.resumed import Resumed

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

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._status = int(session.exitstatus)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        if not self._is_program:
            # The code that has called pytest goes on in the supervisor.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(self._status)
