# hang: cause=pool-starvation confidence=certain|likely
import asyncio
from concurrent.futures import ThreadPoolExecutor
import threading

opened = threading.Event()


def wait_until_open():
    opened.wait()  # <-- here


def open_it():
    opened.set()


async def main():
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(max_workers=2))
    waiting = [loop.run_in_executor(None, wait_until_open) for _ in range(2)]
    print("READY", flush=True)
    await asyncio.gather(*waiting, loop.run_in_executor(None, open_it))


asyncio.run(main())
