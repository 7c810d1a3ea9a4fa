# A coroutine is handed to a loop that no thread runs.
# https://github.com/erdewit/nest_asyncio/issues/72
import asyncio


async def fetch():
    return 42


loop = asyncio.new_event_loop()
future = asyncio.run_coroutine_threadsafe(fetch(), loop)
print("READY", flush=True)
print(future.result())  # <-- here
