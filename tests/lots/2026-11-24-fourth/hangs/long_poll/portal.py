"""The portal in front of the board: asynchronous, the board behind sync_to_async."""

import asyncio
import contextlib
import itertools
import signal

from asgiref.sync import sync_to_async
from audit import Audit, audited
from board import Board


class Portal:
    def __init__(self):
        self.board = Board()
        self.audit = Audit()
        self.audit.start()
        self.open = set()
        self.read = []

    @audited
    async def handle(self, kind, *arguments):
        """One request, as the framework would call it."""
        view = getattr(self, f"view_{kind}")
        self.open.add(asyncio.current_task())
        try:
            return await sync_to_async(view)(*arguments)
        finally:
            self.open.discard(asyncio.current_task())

    def view_post(self, text):
        return {"count": self.board.post(text)}

    def view_poll(self, number):
        return {"notices": self.board.after(number)}


async def reader(portal, name):
    number = 0
    while True:
        answer = await portal.handle("poll", number)
        number += len(answer["notices"])
        portal.read.append((name, number))


async def author(portal):
    await asyncio.sleep(0.5)
    for number in itertools.count():
        await portal.handle("post", f"notice {number}")
        await asyncio.sleep(1)


async def status(portal):
    while True:
        await asyncio.sleep(2)
        print(len(portal.open), "open requests,", len(portal.read), "read", flush=True)


async def main():
    portal = Portal()
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    tasks = [
        asyncio.create_task(reader(portal, "kitchen"), name="reader-kitchen"),
        asyncio.create_task(author(portal), name="author"),
        asyncio.create_task(status(portal), name="status"),
    ]
    await stop.wait()
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


if __name__ == "__main__":
    asyncio.run(main())
