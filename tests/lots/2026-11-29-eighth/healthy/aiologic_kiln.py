"""Threads and tasks share one lock (aiologic), and have it for four seconds each."""

import asyncio
import threading
import time

import aiologic

kiln = aiologic.Lock()


def potter(name):
    for _ in range(50):
        with kiln:
            time.sleep(4)
        print(name, flush=True)
        time.sleep(0.1)


async def glazer(name):
    for _ in range(50):
        async with kiln:
            await asyncio.sleep(4)
        print(name, flush=True)
        await asyncio.sleep(0.1)


async def main():
    for name in ("Ute", "Veit"):
        threading.Thread(target=potter, args=[name], name=name, daemon=True).start()
    await asyncio.gather(glazer("Willi"), glazer("Xenia"))


if __name__ == "__main__":
    asyncio.run(main())
