"""Shows pictures to viewers, each of which waits for the next one."""

import asyncio
import contextlib
import signal

import janus
from camera import Camera
from develop import Darkroom


class Gallery:
    def __init__(self):
        self.pictures = janus.Queue(maxsize=1)
        self.newest = None
        self.changed = asyncio.Condition()
        self.darkroom = Darkroom()
        self.closed = asyncio.Event()

    async def clock(self):
        while True:
            await asyncio.sleep(10)
            print(len(self.darkroom.developed), "pictures so far", flush=True)

    async def hang_up(self):
        while True:
            picture = await self.pictures.async_q.get()
            async with self.changed:
                self.newest = picture
                self.changed.notify_all()

    async def view(self, name):
        while True:
            async with self.changed:
                await self.changed.wait()
            print(name, "sees", await self.darkroom.develop(self.newest), flush=True)


async def main():
    gallery = Gallery()
    Camera(gallery.pictures.sync_q).start()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, gallery.closed.set)
    tasks = [
        asyncio.create_task(gallery.view(f"viewer {number}"), name=f"viewer {number}")
        for number in range(12)
    ]
    tasks.append(asyncio.create_task(gallery.hang_up(), name="hang up"))
    tasks.append(asyncio.create_task(gallery.clock(), name="clock"))
    await gallery.closed.wait()
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


if __name__ == "__main__":
    asyncio.run(main())
