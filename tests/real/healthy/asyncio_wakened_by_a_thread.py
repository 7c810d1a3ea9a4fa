# A thread reports to the loop, as it should, after a while.
import asyncio
import threading
import time


def watch(loop, event):
    time.sleep(300)
    loop.call_soon_threadsafe(event.set)


async def main():
    event = asyncio.Event()
    loop = asyncio.get_running_loop()
    threading.Thread(target=watch, args=(loop, event), name="watcher", daemon=True).start()
    print("READY", flush=True)
    await event.wait()


asyncio.run(main())
