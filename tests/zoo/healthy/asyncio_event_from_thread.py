# healthy:
import asyncio
import threading
import time


async def main():
    loop = asyncio.get_event_loop()
    done = asyncio.Event()

    def later():
        time.sleep(60)
        loop.call_soon_threadsafe(done.set)

    threading.Thread(target=later, name="later").start()
    print("READY", flush=True)
    await done.wait()


asyncio.run(main())
