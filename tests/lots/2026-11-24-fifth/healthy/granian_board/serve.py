"""Serves the board with granian, in this process, to readers in threads."""

import asyncio
import os
import socket
import sys
import threading
import time
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from board import app
from granian.constants import Interfaces
from granian.server.embed import Server


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


PORT = free_port()


def ask(path):
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}") as answer:
        return answer.read().decode()


def read(name):
    for number in range(1000):
        print(name, ask(f"/after/{number}"), flush=True)


def post():
    for number in range(1000):
        time.sleep(7)
        ask(f"/post/notice-{number}")


async def main():
    server = Server(app, address="127.0.0.1", port=PORT, interface=Interfaces.ASGI)
    serving = asyncio.create_task(server.serve())
    await asyncio.sleep(1.5)
    for name in ("ann", "bob", "cleo"):
        threading.Thread(target=read, args=(name,), name=name, daemon=True).start()
    threading.Thread(target=post, name="post", daemon=True).start()
    await serving


if __name__ == "__main__":
    asyncio.run(main())
