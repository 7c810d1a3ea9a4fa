# hang: cause=event-loop-blocked confidence=certain|likely
import asyncio
import threading

lock = threading.Lock()


async def update(name):
    with lock:  # <-- here
        await asyncio.sleep(0.1)


async def main():
    print("READY", flush=True)
    await asyncio.gather(update("first"), update("second"))


asyncio.run(main())
