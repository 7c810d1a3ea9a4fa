# A thread sets an event of asyncio: the loop sleeps and does not learn of it.
# https://docs.python.org/3/library/asyncio-dev.html#concurrency-and-multithreading
import asyncio
import threading
import time


def watch(event):
    time.sleep(0.5)
    event.set()  # <-- also


async def main():
    event = asyncio.Event()
    threading.Thread(target=watch, args=(event,), name="watcher").start()
    print("READY", flush=True)
    await event.wait()  # <-- here


asyncio.run(main())
