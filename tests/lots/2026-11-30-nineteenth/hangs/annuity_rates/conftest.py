import threading
import time

import pytest


@pytest.fixture(scope="session", autouse=True)
def ticker():
    ending = threading.Event()

    def tick():
        while not ending.is_set():
            time.sleep(0.5)

    thread = threading.Thread(target=tick, name="ticker", daemon=True)
    thread.start()
    yield
    ending.set()
    thread.join()
