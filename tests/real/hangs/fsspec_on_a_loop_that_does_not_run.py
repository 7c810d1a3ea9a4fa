# A coroutine is given to a loop that no thread runs, and its result is waited for.
# https://github.com/fsspec/filesystem_spec/issues/981
import asyncio

import fsspec.asyn


async def read(path):
    return path.upper()


loop = asyncio.new_event_loop()
print("READY", flush=True)
print(fsspec.asyn.sync(loop, read, "a.txt"))  # <-- here
