# A task of trio waits for a queue of threads that another task would fill.
# https://trio.readthedocs.io/en/stable/reference-core.html#trio.to_thread.run_sync
import queue

import trio

lines = queue.Queue()


async def read():
    await trio.sleep(0.2)
    lines.put("first")


async def main():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(read)
        print("READY", flush=True)
        print(lines.get())  # <-- here


trio.run(main)
