"""Which tests `make test` runs, and which it leaves to `make test-all`.

`make test` (ATFAULT_TESTS=first) runs, on the interpreter that it is started with and no other,

    tests/unit, tests/fuzz    all that needs nothing else, with the small budgets of `times`, but
                              for what is marked `slow`: great numbers, all patterns, races
    tests/integration         what is marked: of each mechanism what it alone holds

    @pytest.mark.representative("attach")                         each of its parameters
    @pytest.mark.representative("waits of C", only=("barrier",))  these of them, by their ids
    @pytest.mark.representative("core", "cores that end early")   of two mechanisms

The programs of the zoo are chosen by `first=yes` in their first line: one of each cause.
tests/unit/test_parts.py holds that no command and no family of causes is without one.

`make test-all` (ATFAULT_TESTS=all) runs all tests with the large budgets, but for what the last
`make test` passed with the same files. What is marked `chance` is done again, as it then does more.

`pytest` without the variable runs whatever it is told to, with the small budgets.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PASSED = "atfault/passed"
"""What `make test` keeps in pytest's cache: {"files": digest, "tests": ids}."""
MADE = ("__pycache__", "build", "dist")
STOOD_FOR = "tests for which others stand"
PASSED_BEFORE = "tests that `make test` has passed with these files"


def is_first() -> bool:
    """Whether `make test` asks."""
    return os.environ.get("ATFAULT_TESTS") == "first"


def is_all() -> bool:
    """Whether `make test-all` asks."""
    return os.environ.get("ATFAULT_TESTS") == "all"


def times(variable: str, *, few: int, many: int) -> int:
    """How often a test of chance, which is marked so, repeats what it does: as the environment's
    `variable` says; else `many` times where all was asked for, and `few` times where not."""
    return int(os.environ.get(variable, many if is_all() else few))


def files_digest() -> str:
    """What changes with the product, the tests or the interpreter."""
    digest = hashlib.sha256(sys.version.encode())
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(name for name in folders if not _is_made(name))
        for name in sorted(names):
            path = os.path.join(folder, name)
            digest.update(f"\0{os.path.relpath(path, ROOT)}\0".encode())
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def _is_made(folder: str) -> bool:
    """By tools and by tests, and not by people."""
    return folder.startswith(".") or folder.endswith(".egg-info") or folder in MADE


def stands_for(item: pytest.Item) -> bool:
    """Whether a test is one of those that `make test` runs."""
    folder = os.path.relpath(item.path, ROOT).split(os.sep)[1]
    if folder != "integration":
        return item.get_closest_marker("slow") is None
    mark = item.get_closest_marker("representative")
    if mark is None:
        return False
    only = mark.kwargs.get("only", ())
    ids = item.callspec.id if hasattr(item, "callspec") else ""
    return not only or any(re.search(rf"(^|-){re.escape(one)}(-|$)", ids) for one in only)


class Choice:
    """A plugin that leaves out what is not to be run, and says at the end what that was."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.cache = getattr(config, "cache", None)  # without -p no:cacheprovider
        self.left_out: Counter[str] = Counter()
        self.skipped: dict[str, str] = {}
        """Test or file → why."""
        self.passed: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        before = self._passed_before()
        kept, dropped = [], []
        for item in items:
            why = self._why_not(item, before)
            (dropped if why else kept).append(item)
            self.left_out[why] += bool(why)
        items[:] = kept
        self.config.hook.pytest_deselected(items=dropped)

    def _why_not(self, item: pytest.Item, before: set[str]) -> str:
        if is_first() and not stands_for(item):
            return STOOD_FOR
        if item.nodeid in before and item.get_closest_marker("chance") is None:
            return PASSED_BEFORE
        return ""

    def _passed_before(self) -> set[str]:
        if not is_all():
            return set()
        kept = self.cache.get(PASSED, {}) if self.cache is not None else {}
        return set(kept["tests"]) if kept.get("files") == files_digest() else set()

    # Of the workers of pytest-xdist, each leaves out the same; one tells the process that leads.

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        told = getattr(node, "workeroutput", {}).get("left_out", {})
        self.left_out |= Counter(told)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.skipped[report.nodeid] = _reason(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self.skipped[report.nodeid] = _reason(report)
        if report.passed and report.when == "call":
            self.passed.append(report.nodeid)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        """The last lines, below those of pytest."""
        output = getattr(self.config, "workeroutput", None)
        if output is not None:
            output["left_out"] = dict(self.left_out)
            return (yield)
        result = yield
        if is_first() and self.cache is not None:
            files = files_digest()
            kept = self.cache.get(PASSED, {})
            before = kept["tests"] if kept.get("files") == files else []
            self.cache.set(PASSED, {"files": files, "tests": sorted({*before, *self.passed})})
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        for line in self.told() if terminal else ():
            terminal.write_line(line)
        return result

    def told(self) -> Iterator[str]:
        """What was not run, and which command runs it."""
        if self.skipped:
            yield f"\nskipped, {len(self.skipped)} in all:"
            for reason, count in Counter(self.skipped.values()).most_common():
                yield f"{count:6}  {reason}"
        for what, count in (+self.left_out).items():
            yield f"\nnot run: {count} {what}"
        if is_first():
            yield (
                "\nnot run by `make test`: the rest of the integration tests and of the zoo, other"
                " interpreters, torch, Numba and other packages, large budgets."
                "\n`make test-all` runs them."
            )
        elif is_all():
            yield "\nnot run by `make test-all`: `make test-newest`, `test-numba` and `test-real`."


def _reason(report: pytest.CollectReport | pytest.TestReport) -> str:
    where = report.longrepr
    reason = where[2].removeprefix("Skipped: ") if isinstance(where, tuple) else str(where)
    return re.sub(r"^could not import '(\w+).*", r"\1 is not installed", reason)
