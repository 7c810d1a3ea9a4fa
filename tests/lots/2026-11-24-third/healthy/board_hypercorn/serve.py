import asyncio
import json
import socket
import threading
import time
import urllib.request

from hypercorn.asyncio import serve
from hypercorn.config import Config

from board import Application
import diary


def get(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
        return json.load(answer)


def read(port):
    time.sleep(1)
    seen = 0
    while True:
        seen += len(get(port, f"/after/{seen}")["notices"])


def post(port):
    number = 0
    while True:
        time.sleep(9)
        number += 1
        get(port, f"/post/notice-{number}")


def main():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = Config()
    config.bind = [f"127.0.0.1:{port}"]
    for n in range(3):
        threading.Thread(target=read, args=(port,), name=f"reader-{n}", daemon=True).start()
    threading.Thread(target=post, args=(port,), name="poster", daemon=True).start()
    asyncio.run(serve(Application(), config))


if __name__ == "__main__":
    with diary.kept() as log:
        log.info("%s starts", "the board")
        main()
