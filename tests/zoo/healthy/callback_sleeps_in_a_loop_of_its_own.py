# healthy:
import asyncio
import threading
import time

loop = asyncio.new_event_loop()
threading.Thread(target=loop.run_forever, daemon=True).start()


async def load(weight):
    time.sleep(60)
    return weight


loaded = asyncio.run_coroutine_threadsafe(load(3), loop)
print("READY", flush=True)
loaded.result()
