"""Options and helpers that every test may use."""

from __future__ import annotations

import os

import pytest

GOLDEN = os.path.join(os.path.dirname(__file__), "golden")


def pytest_addoption(parser):
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the files under tests/golden anew instead of comparing with them",
    )


LIVE = (
    "test_attach_hostile",
    "test_asyncio_tasks",
    "test_attach",
    "test_attach_stress",
    "test_attach_writes",
    "test_joined_waits",
    "test_native_waits",
    "test_python_waits",
    "test_run_crashes",
    "test_run_hang",
    "test_run_program_undisturbed",
    "test_run_signals",
    "test_run_terminal",
    "test_zoo_hangs",
)
"""Tests that look at running programs, which a loaded machine may not have let run yet."""


def pytest_collection_modifyitems(items):
    """A test of a running program counts as failed when it fails three times; each is shown."""
    for item in items:
        if item.path.stem in LIVE:
            item.add_marker(pytest.mark.flaky(reruns=2, reruns_delay=1))


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
