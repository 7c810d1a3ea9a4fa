"""Serves the news, and reads them in three threads."""

import asyncio
import socket
import threading
import time
import urllib.request

import hypercorn.asyncio
import hypercorn.config
from app import app


def reader(port):
    time.sleep(2)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/news") as answer:
        for line in answer:
            print(line.decode().strip(), flush=True)


def main():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    for number in range(3):
        name = f"reader {number}"
        threading.Thread(target=reader, args=(port,), name=name, daemon=True).start()
    config = hypercorn.config.Config()
    config.bind = [f"127.0.0.1:{port}"]
    app.config["RESPONSE_TIMEOUT"] = None
    asyncio.run(hypercorn.asyncio.serve(app, config))


if __name__ == "__main__":
    main()
