# hang: cause=deadlock confidence=likely python=3.8-3.15 text=cache_lock
import asyncio
import threading

cache_lock = threading.Lock()
cache = {}


def load(key):
    with cache_lock:  # <-- here
        cache[key] = len(key)


async def main():
    with cache_lock:  # <-- here
        if "rows" not in cache:
            print("READY", flush=True)
            await asyncio.get_running_loop().run_in_executor(None, load, "rows")  # <-- here


asyncio.run(main())
