# On uvloop: a callback in the loop's thread waits for a coroutine that the same loop is to run.
# https://github.com/pangeo-forge/pangeo-forge-recipes/pull/76
import asyncio

import uvloop


class Store:
    def __init__(self, loop):
        self.loop = loop

    async def _read(self, path):
        await asyncio.sleep(0.01)
        return path.upper()

    def read(self, path):
        return asyncio.run_coroutine_threadsafe(self._read(path), self.loop).result()  # <-- here


async def main():
    store = Store(asyncio.get_running_loop())
    print("READY", flush=True)
    print(store.read("a.txt"))  # <-- here


uvloop.run(main())
