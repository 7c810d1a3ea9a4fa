# A nested run waits for a task; that one waits for what its caller does after the nested run.
# https://github.com/erdewit/nest_asyncio/issues/66
import asyncio

import nest_asyncio

nest_asyncio.apply()


async def load(ready):
    await ready.wait()  # <-- here
    return 3


async def main():
    ready = asyncio.Event()
    print("READY", flush=True)
    rows = asyncio.run(load(ready))  # <-- here
    ready.set()
    print(rows)


asyncio.run(main())
