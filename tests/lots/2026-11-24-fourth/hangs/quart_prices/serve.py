"""Serves the shop, with clients of its own that look at it and change it."""

import asyncio
import socket
import threading
import time
import urllib.request

import hypercorn.asyncio
import hypercorn.config
from shop import app


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(port, path, method="GET"):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", method=method)
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def looker(port):
    time.sleep(2)
    while True:
        ask(port, "/prices")
        time.sleep(0.1)


def changer(port):
    time.sleep(3)
    while True:
        ask(port, "/raise/5", "POST")
        time.sleep(1)


def main():
    port = free_port()
    config = hypercorn.config.Config()
    config.bind = [f"127.0.0.1:{port}"]
    for client in (looker, changer):
        threading.Thread(target=client, args=(port,), name=client.__name__, daemon=True).start()
    asyncio.run(hypercorn.asyncio.serve(app, config))


if __name__ == "__main__":
    main()
