"""Tells how far a mirror is, every second."""

import asyncio
import contextlib
import time


class Progress:
    def __init__(self, mirror):
        self.mirror = mirror
        self.start = time.monotonic()

    def __str__(self):
        return f"{len(self.mirror.copied)} files in {time.monotonic() - self.start:.0f} s"

    async def show(self):
        while True:
            await asyncio.sleep(1)
            print(self, flush=True)


@contextlib.asynccontextmanager
async def shown(mirror):
    showing = asyncio.create_task(Progress(mirror).show(), name="progress")
    try:
        yield mirror
    finally:
        showing.cancel()
