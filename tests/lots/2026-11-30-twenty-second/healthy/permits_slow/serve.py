"""The office, and four citizens in a queue before its door, all in one process."""

import json
import socket
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import uvicorn

from office import build


class Office(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True, name="office")
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.server = uvicorn.Server(uvicorn.Config(build(), log_level="warning"))

    def run(self):
        self.server.run(sockets=[self.socket])

    def __enter__(self):
        self.start()
        while not self.server.started:
            time.sleep(0.1)
        return self

    def __exit__(self, *_):
        self.server.should_exit = True
        self.join()


class Citizen:
    def __init__(self, name, port, times):
        self.name = name
        self.address = f"http://127.0.0.1:{port}/permit/{name}"
        self.times = times

    def __call__(self):
        numbers = []
        for _ in range(self.times):
            with urllib.request.urlopen(self.address) as answer:
                numbers.append(json.load(answer)["number"])
            print(self.name, "has", numbers[-1], flush=True)
        return self.name, numbers


def main():
    with Office() as office, ThreadPoolExecutor(4) as street:
        citizens = [Citizen(name, office.port, 4) for name in ("ida", "per", "jan", "mia")]
        for name, numbers in street.map(lambda citizen: citizen(), citizens):
            print(name, numbers, flush=True)


if __name__ == "__main__":
    main()
