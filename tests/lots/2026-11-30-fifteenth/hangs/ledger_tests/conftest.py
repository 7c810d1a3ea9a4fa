import threading
import time

import pytest

from webapp import create_app


@pytest.fixture(scope="session")
def app():
    return create_app(testing=True)


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture(scope="session", autouse=True)
def stopwatch():
    ended = threading.Event()
    started = time.perf_counter()
    laps = []

    def run():
        while not ended.wait(0.5):
            laps.append(time.perf_counter() - started)

    thread = threading.Thread(target=run, name="stopwatch", daemon=True)
    thread.start()
    yield laps
    ended.set()
    thread.join()
