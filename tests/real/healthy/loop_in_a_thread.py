# The main thread waits for a coroutine on a loop that runs in another thread.
import asyncio
import threading


async def fetch():
    await asyncio.sleep(300)


loop = asyncio.new_event_loop()
threading.Thread(target=loop.run_forever, name="loop", daemon=True).start()
print("READY", flush=True)
asyncio.run_coroutine_threadsafe(fetch(), loop).result()
