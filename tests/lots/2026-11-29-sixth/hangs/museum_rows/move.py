"""Gives each object of the museum a room."""

import asyncio
import os
import tempfile

from store import Store

ROOMS = {"vase": "east", "coin": "cellar", "sword": "hall"}


async def beat():
    number = 0
    while True:
        await asyncio.sleep(1)
        number += 1


async def place(store):
    moved = 0
    async for number, title in store.objects():
        for kind, room in ROOMS.items():
            if kind in title:
                await store.move(number, room)
                moved += 1
                break
    return moved


async def main():
    heart = asyncio.create_task(beat())
    with tempfile.TemporaryDirectory() as folder:
        async with Store(os.path.join(folder, "museum.db")) as store:
            await store.add("a blue vase", "a coin of Trajan", "a sword", "a coin, worn")
            print("moved", await asyncio.create_task(place(store), name="place"))
    heart.cancel()


if __name__ == "__main__":
    asyncio.run(main())
