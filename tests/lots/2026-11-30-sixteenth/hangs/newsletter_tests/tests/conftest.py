from unittest import mock

import pytest


@pytest.fixture(autouse=True)
def no_threads(request):
    """The tests run without threads of the program's; `threads` is the marker of those that want them."""
    if request.node.get_closest_marker("threads"):
        yield None
        return
    with mock.patch("letters.sender.threading.Thread") as thread:
        yield thread


@pytest.fixture
def smtp():
    with mock.patch("letters.sender.smtplib.SMTP") as smtp:
        yield smtp


def pytest_configure(config):
    config.addinivalue_line("markers", "threads: with the sender's own thread")
