# Two thread-sensitive functions share one thread: the first waits for what the second would set.
# https://github.com/django/asgiref/pull/282
import asyncio
import threading

from asgiref.sync import sync_to_async

stored = threading.Event()


def wait_until_stored():
    print("READY", flush=True)
    stored.wait()  # <-- here
    return "stored"


def store():
    stored.set()


async def main():
    waiting = asyncio.create_task(sync_to_async(wait_until_stored)())
    await asyncio.sleep(0.2)
    await sync_to_async(store)()  # <-- also
    print(await waiting)


asyncio.run(main())
