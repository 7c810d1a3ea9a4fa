"""Tests that are slow: one waits for a thread that works, one for a child."""

import subprocess
import sys
import threading
import time

import pytest


@pytest.fixture(scope="module")
def baker():
    loaves = []
    stop = threading.Event()

    def bake():
        while not stop.wait(2):
            loaves.append(len(loaves))

    thread = threading.Thread(target=bake, name="baker")
    thread.start()
    yield loaves
    stop.set()
    thread.join()


def test_loaves(baker):
    while len(baker) < 12:
        time.sleep(0.5)


def test_child():
    assert subprocess.run([sys.executable, "-c", "import time; time.sleep(40)"]).returncode == 0
