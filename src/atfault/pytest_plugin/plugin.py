"""The plug-in that pytest loads by its entry point: options, and which of the others is wanted.

Without --atfault this is all that is imported.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from atfault import lazy

ONE_PROCESS = ("collectonly", "usepdb", "trace", "showfixtures", "show_fixtures_per_test", "help")
"""Options of runs in which nothing is run, or somebody talks to the process."""
JOURNAL = "atfault-journal"
"""Name of the plug-in of a process that runs tests, by which it is known that it is seen to."""
_LOOKS = 3, 10
"""The first Python that can look at a process itself; on others our_command says what can."""
_ENTRIES = ("console_main", "_console_main")
"""Functions of _pytest/config that are all of a program; the second one since 9.1."""

_REWRITING = ("_pytest.assertion.rewrite",)
"""Where pytest's own importer is, by which all modules of a plug-in's distribution are compiled
once more, in each run where nothing may be written (PYTHONDONTWRITEBYTECODE). Ours go past it."""


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


def is_wanted(config: pytest.Config, options: argparse.Namespace) -> bool:
    """Whether this process is to see to it, and not the one that has started it; in a run that
    needs no one process for itself.

    options: of the command line, as far as they are known.
    """
    asked = options.atfault
    return (
        bool(config.getini("atfault") if asked is None else asked)
        and not hasattr(config, "workerinput")
        and not any(getattr(options, name, False) for name in ONE_PROCESS)
    )


def hang_seconds(config: pytest.Config, options: argparse.Namespace) -> float | None:
    """Raises UsageError for what is no number of seconds."""
    given = options.atfault_hang
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


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """Where pytest is the program: become the supervisor of another process, which goes on here.
    A conftest may crash as well as a test. This comes before pytest captures the output."""
    options = early_config.known_args_namespace
    if is_wanted(early_config, options) and _is_program():
        status = _seen_to(early_config, options, is_all=True)
        if status is not None:
            lazy.load("atfault.pytest_plugin.supervisor:exit_like")(status)
    yield


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """With xdist: see to its workers. Where somebody's code has called pytest: become the
    supervisor only now, as the conftests are loaded once."""
    if not is_wanted(config, config.option) or config.pluginmanager.has_plugin(JOURNAL):
        return None
    status = _seen_to(config, config.option, is_all=False)
    return None if status is None else os.waitstatus_to_exitcode(status)


def _seen_to(config: pytest.Config, options: argparse.Namespace, *, is_all: bool) -> int | None:
    """→ in the supervisor, at the end: the wait status of the last process. is_all: whether pytest
    is all that this process is for."""
    finders = sys.meta_path[:]
    sys.meta_path[:] = (one for one in finders if type(one).__module__ not in _REWRITING)
    try:
        return _see_to_it(config, options, is_all=is_all)
    finally:
        sys.meta_path[:] = finders


def _see_to_it(config: pytest.Config, options: argparse.Namespace, *, is_all: bool) -> int | None:
    seconds = hang_seconds(config, options)
    try:
        if sys.version_info < _LOOKS:
            lazy.load("atfault.looking:our_command")()
        if is_distributed(options) and not is_all:
            workers = lazy.load("atfault.pytest_plugin.workers:Workers")(seconds, config.hook)
            config.pluginmanager.register(workers, "atfault-workers")
            return None
        supervisor = lazy.load("atfault.pytest_plugin.supervisor:Supervisor")(seconds)
        status: int | None = supervisor.start()
    except OSError as error:
        sys.stderr.write(f"atfault: the tests run unwatched: {error}\n")
        return None
    if status is None:
        go_on = lazy.load("atfault.pytest_plugin.watched:go_on")
        go_on(config, supervisor, is_all, runs_tests=not is_distributed(options))
    return status


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """In a worker of xdist's, after pytest's own faulthandler plug-in."""
    if hasattr(config, "workerinput"):
        lazy.load("atfault.pytest_plugin.workers:be_watched")(config)


def is_distributed(options: argparse.Namespace) -> bool:
    """Whether xdist runs the tests in its workers."""
    return bool(getattr(options, "numprocesses", None)) or getattr(options, "dist", "no") != "no"


def _is_program() -> bool:
    """Whether pytest is all that this process is for, and not called by somebody's code."""
    frame: Any = sys._getframe()
    while frame is not None:
        if frame.f_code.co_name in _ENTRIES:
            return True
        frame = frame.f_back
    return False
