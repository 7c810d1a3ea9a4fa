"""A task that an exception ended, which nobody asked for; one whose exception was asked for, one
that was cancelled, and one that goes on. The folder is the first argument."""

import asyncio
import json
import os
import sys


async def fails(number):
    raise ValueError(number)


async def main():
    unseen = asyncio.ensure_future(fails(1))
    seen = asyncio.ensure_future(fails(2))
    cancelled = asyncio.ensure_future(asyncio.sleep(1000))
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.wait([unseen, seen, cancelled])
    seen.exception()
    if hasattr(unseen, "set_name"):
        unseen.set_name("unseen")
    path = os.path.join(sys.argv[1], "tasks.json")
    with open(path + ".part", "w") as file:
        json.dump([os.getpid()], file)
    os.rename(path + ".part", path)
    await asyncio.get_running_loop().create_future()


asyncio.run(main())
