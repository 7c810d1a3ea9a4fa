import pathlib
import socket
import subprocess
import sys
import time

import pytest


class Client:
    def __init__(self, port):
        self.link = socket.create_connection(("127.0.0.1", port))
        self.stream = self.link.makefile("rw")

    def ask(self, *words):
        self.stream.write(" ".join(map(str, words)) + "\n")
        self.stream.flush()
        return self.stream.readline().strip()

    def wait_ready(self, every=2):
        while self.ask("state") != "ready":
            time.sleep(every)


@pytest.fixture(scope="session")
def port():
    device = pathlib.Path(__file__).with_name("device.py")
    process = subprocess.Popen([sys.executable, str(device), "30"], stdout=subprocess.PIPE, text=True)
    yield int(process.stdout.readline())
    process.terminate()
    process.wait()


@pytest.fixture
def client(port):
    client = Client(port)
    client.wait_ready()
    yield client
    client.link.close()


@pytest.fixture
def second(port):
    client = Client(port)
    yield client
    client.link.close()
