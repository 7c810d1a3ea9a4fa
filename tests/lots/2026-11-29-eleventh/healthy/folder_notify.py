"""Watch a folder by inotify; a scanner puts a page there each twelve seconds."""

import asyncio
import os
import tempfile

from asyncinotify import Inotify, Mask


async def scanner(folder):
    for page in range(20):
        await asyncio.sleep(12)
        with open(os.path.join(folder, f"page {page}"), "w") as file:
            file.write("text")


async def main():
    with tempfile.TemporaryDirectory() as folder, Inotify() as watcher:
        watcher.add_watch(folder, Mask.CLOSE_WRITE)
        scanning = asyncio.create_task(scanner(folder))
        async for event in watcher:
            print(event.name, flush=True)
            if scanning.done():
                break


asyncio.run(main())
