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
