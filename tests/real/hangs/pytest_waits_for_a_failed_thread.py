# https://github.com/pytest-dev/pytest/issues/5299
# An exception in a thread fails no test; who waits for what the thread would have brought waits for
# ever.

import os
import queue
import threading

import pytest


class Divider(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.questions, self.answers = queue.Queue(), queue.Queue()

    def run(self):
        while True:
            self.answers.put(10 / self.questions.get())


@pytest.fixture(scope="module")
def divider():
    thread = Divider()
    thread.start()
    return thread


def test_five(divider):
    divider.questions.put(5)
    assert divider.answers.get() == 2


@pytest.mark.filterwarnings("ignore")
def test_zero(divider):
    divider.questions.put(0)
    print("READY", flush=True)
    assert divider.answers.get() == 0  # <-- here


if __name__ == "__main__":
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # whatever else is installed
    pytest.main(["-q", "-s", "-p", "no:cacheprovider", __file__])
