import threading
import time

import pytest

from jobs import Runner


def load(path):
    with open(path) as file:
        return file.read()


@pytest.fixture(scope="module")
def pulse():
    stop = threading.Event()

    def beat():
        while not stop.wait(0.5):
            pass

    thread = threading.Thread(target=beat, name="pulse", daemon=True)
    thread.start()
    yield
    stop.set()


@pytest.fixture
def runner(pulse):
    return Runner()


def test_result(runner):
    job = runner.submit(lambda: 6 * 7)
    assert runner.result(job) == 42


def test_slow_result(runner):
    def work():
        time.sleep(0.5)
        return "slow"

    assert runner.result(runner.submit(work)) == "slow"


@pytest.mark.filterwarnings("ignore")
def test_missing_file(runner):
    job = runner.submit(lambda: load("/nonexistent/settings.ini"))
    assert runner.result(job) is None  # <-- here
