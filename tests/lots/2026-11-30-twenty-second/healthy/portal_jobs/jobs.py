"""Asynchronous jobs, started from plain functions by a portal of anyio."""

import threading
import time

import anyio
from anyio.from_thread import start_blocking_portal


class Press:
    def __init__(self):
        self.limiter = anyio.CapacityLimiter(1)

    async def print(self, name, seconds):
        async with self.limiter:
            await anyio.sleep(seconds)
            return f"{name} printed at {time.strftime('%X')}"


def clerk(portal, press, name, done):
    for number in range(4):
        print(portal.call(press.print, f"{name} {number}", 7), flush=True)
    done.release()


def make():
    return Press()


def main():
    done = threading.Semaphore(0)
    with start_blocking_portal() as portal:
        press = portal.call(make)
        for name in ("letters", "bills", "maps"):
            threading.Thread(target=clerk, args=(portal, press, name, done), daemon=True).start()
        for _ in range(3):
            done.acquire()


if __name__ == "__main__":
    main()
