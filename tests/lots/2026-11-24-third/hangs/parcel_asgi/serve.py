"""Serve the depot by hypercorn, with two clients in threads."""

import asyncio
import socket
import threading
import time
import urllib.request

from hypercorn.asyncio import serve
from hypercorn.config import Config

from app import application
import logs


def ask(port, path, pause):
    time.sleep(pause)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}") as answer:
        print(path, "->", answer.read().decode(), flush=True)


def monitor(port):
    while True:
        time.sleep(1.5)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/alive", timeout=5) as answer:
            answer.read()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def main():
    port = free_port()
    config = Config()
    config.bind = [f"127.0.0.1:{port}"]
    config.accesslog = None
    jobs = [
        threading.Thread(target=ask, args=(port, "wait/4711", 1.5), name="customer", daemon=True),
        threading.Thread(target=ask, args=(port, "arrive/4711", 2.5), name="driver", daemon=True),
        threading.Thread(target=monitor, args=(port,), name="monitor", daemon=True),
    ]
    for job in jobs:
        job.start()
    asyncio.run(serve(application, config))


if __name__ == "__main__":
    with logs.logging_to_stderr() as log:
        log.info("%s starts", "the depot")
        main()
