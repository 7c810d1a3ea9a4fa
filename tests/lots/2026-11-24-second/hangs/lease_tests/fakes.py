"""What the tests of leases need."""

import threading
import time

import pytest

from lease import Clock, Leases


class FakeClock(Clock):
    """Stands where a test puts it."""

    def __init__(self):
        self.time = 1000.0
        self.slept = 0

    def now(self):
        return self.time

    def sleep(self, seconds):
        self.slept += 1


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def leases(clock):
    return Leases(clock)


@pytest.fixture(scope="session", autouse=True)
def heartbeat():
    def beat():
        while True:
            time.sleep(1)

    thread = threading.Thread(target=beat, name="heartbeat", daemon=True)
    thread.start()
    return thread
