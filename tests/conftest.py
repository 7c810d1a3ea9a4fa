"""Options and helpers that every test may use.

Which tests `make test` runs and which `make test-all` is said, and done, in support/parts.py: the
marker `representative`, and ATFAULT_TESTS in the environment.
"""

from __future__ import annotations

import gc
import os
import signal

import hypothesis
import pytest

from atfault.contained import DEBUG, RAISE
from support.parts import Choice, is_all
from support.score import PROPERTY, WANTED, Score

# A busy machine breaks nothing.
hypothesis.settings.register_profile(
    "atfault", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("atfault")
collect_ignore_glob = ["lots/2026-*"]  # programs, of which some are tests that hang
TOLD = "told"
GOLDEN = os.path.join(os.path.dirname(__file__), "golden")


def pytest_addoption(parser):
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the files under tests/golden anew instead of comparing with them",
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What all tests are made of stays until the end: looking through it for garbage, again and
    again, took a third of the collection's time, and longer in each test that makes much."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items):
    """Slow tests come first, so that no worker is left with one when the others are done."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """`-n auto`: more than there are cores, as most tests wait for the programs that they run, and
    those of `make test-all` longest."""
    cores = len(os.sched_getaffinity(0))
    return cores * 5 // 2 if is_all() else cores * 3 // 2 or 1


@pytest.fixture
def containing(monkeypatch):
    """As users have it: an unexpected error of ours costs the part that it happened in."""
    monkeypatch.delenv(DEBUG)


@pytest.fixture
def golden(request):
    """Compares a text with a stored one: golden("out_of_bounds.txt", text)."""

    def compare(name: str, text: str) -> None:
        path = os.path.join(GOLDEN, name)
        if request.config.getoption("--update-golden"):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return
        with open(path, encoding="utf-8") as file:
            expected = file.read()
        assert text == expected, f"{name} differs; if that is right: pytest --update-golden"

    return compare


# What tests have to say when all have run, the zoo's score above all: noted in the workers, put
# together and shown by the process that leads them.


@pytest.fixture
def score(request):
    """note = score("crashes", "double_free"), then note({"cause": True, "line": False}, "likely"),
    as sure as the report was; until then it counts as wrong."""

    def begin(part: str, label: str):
        def note(right: dict[str, bool], level: str = "") -> None:
            request.node.user_properties.append((PROPERTY, [part, label, right, level]))

        note({"a report": False})
        return note

    return begin


@pytest.fixture
def tell(request):
    """tell(text): shown when all tests have run."""
    return lambda text: request.node.user_properties.append((TOLD, str(text)))


def pytest_configure(config):
    # `pytest &` in a script ignores them, and so would each program of the tests
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    # An unexpected error of ours fails its test, here and in all programs of the tests
    os.environ.setdefault(DEBUG, RAISE)
    config.pluginmanager.register(Choice(config), "choice")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Scorer(), "zoo-score")


class _Scorer:
    """Collects the notes, and fails a run that explains too little of the zoo."""

    def __init__(self) -> None:
        self.score = Score()
        self.told = []

    def pytest_runtest_logreport(self, report):
        if report.when == "call":
            self.score.add(report.user_properties)
            self.told += [text for name, text in report.user_properties if name == TOLD]

    def pytest_sessionfinish(self, session):
        is_bad = self.score.share < WANTED or self.score.levels.surely_wrong
        if is_bad and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter):
        if self.told:
            terminalreporter.section("told by tests")
            terminalreporter.write_line("\n".join(self.told))
        if not self.score.total:
            return
        terminalreporter.section(f"the zoo, explained (at least {100 * WANTED:.0f} % wanted)")
        for line in self.score.lines():
            terminalreporter.write_line(line)
