"""A print shop on aioprocessing: the press in a child is slow, and everybody waits for it."""

import asyncio
import time

import aioprocessing


def press(sheets, printed):
    for title in iter(sheets.get, None):
        time.sleep(9)
        printed.put(title)


async def main():
    sheets, printed = aioprocessing.AioQueue(), aioprocessing.AioQueue()
    child = aioprocessing.AioProcess(target=press, args=(sheets, printed))
    child.start()
    for title in ("menu", "card", "leaflet", "poster", "ticket", "map"):
        await sheets.coro_put(title)
    await sheets.coro_put(None)
    for _ in range(6):
        print(await printed.coro_get(), flush=True)
    await child.coro_join()


if __name__ == "__main__":
    asyncio.run(main())
