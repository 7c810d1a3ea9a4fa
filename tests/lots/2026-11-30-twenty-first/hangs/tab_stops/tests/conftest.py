import pathlib
import sys
import threading
import time

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))


@pytest.fixture(scope="session", autouse=True)
def pulse():
    stop = threading.Event()

    def beat():
        while not stop.wait(0.5):
            time.sleep(0.01)

    thread = threading.Thread(target=beat, name="pulse", daemon=True)
    thread.start()
    yield thread
    stop.set()


@pytest.fixture
def texts():
    return ["a\u0007b\n\tc\n", "plain  \n", "\tone\n\t\ttwo"]
