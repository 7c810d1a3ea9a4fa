# The loop has ended when the executor is shut down; a job waits for what it asked of the loop.
# https://github.com/home-assistant/core/issues/45795
import asyncio
import concurrent.futures
import time


async def save(state):
    return state


def watch(loop):
    time.sleep(0.5)
    asyncio.run_coroutine_threadsafe(save("off"), loop).result()  # <-- here


async def main(executor):
    loop = asyncio.get_running_loop()
    executor.submit(watch, loop)
    await asyncio.sleep(0.2)


executor = concurrent.futures.ThreadPoolExecutor(2)
loop = asyncio.new_event_loop()
loop.run_until_complete(main(executor))
print("READY", flush=True)
executor.shutdown()  # <-- also
loop.close()
