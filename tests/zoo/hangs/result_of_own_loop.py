# hang: cause=event-loop-blocked confidence=certain|likely
import asyncio


async def load(key):
    await asyncio.sleep(0.01)
    return key


def load_now(loop, key):
    return asyncio.run_coroutine_threadsafe(load(key), loop).result()  # <-- here


async def main():
    print("READY", flush=True)
    return load_now(asyncio.get_running_loop(), "a")


asyncio.run(main())
