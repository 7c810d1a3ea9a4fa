"""Uploads crates; large ones are announced before they are sent."""

import asyncio
import os
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from dock import Dock


class Ship:
    LARGE = 1 << 16

    def __init__(self, port):
        self.port = port

    def put(self, name, body):
        with socket.create_connection(("127.0.0.1", self.port)) as sock, sock.makefile("rb") as answers:
            large = len(body) >= self.LARGE
            head = f"PUT /{name} HTTP/1.1\r\nHost: dock\r\nContent-Length: {len(body)}\r\n"
            if large:
                head += "Expect: 100-continue\r\n"
            sock.sendall(head.encode() + b"\r\n")
            if large:
                status = self.status(answers)
                if status != 100:
                    return status
            sock.sendall(body)
            return self.status(answers)

    def status(self, answers):
        code = int(answers.readline().split()[1])
        while answers.readline().strip():
            pass
        return code


def dock_clock():
    while True:
        time.sleep(0.5)


def main():
    dock = Dock()
    threading.Thread(target=lambda: asyncio.run(dock.run()), name="dock", daemon=True).start()
    threading.Thread(target=dock_clock, daemon=True).start()
    dock.ready.wait()
    ship = Ship(dock.port)
    crates = {"tea": 900, "silk": 20_000, "whale": 5_000_000, "pepper": 120_000}
    with ThreadPoolExecutor(2, thread_name_prefix="crane") as pool:
        for name, status in zip(crates, pool.map(lambda name: ship.put(name, os.urandom(crates[name])), crates)):
            print(name, status, flush=True)


if __name__ == "__main__":
    main()
