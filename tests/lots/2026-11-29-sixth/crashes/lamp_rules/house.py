"""Lamps of a house, each with its rule; rooms are looked after by tasks."""

import asyncio
import ctypes
import dataclasses
import os

library = ctypes.CDLL(os.environ["LAMPS"])
library.lamp_level.argtypes = [ctypes.c_char_p, ctypes.c_int]


@dataclasses.dataclass
class Room:
    name: str
    rule: str
    light: int = 60
    level: int = 0

    def look(self):
        self.level = library.lamp_level(self.rule.encode(), self.light)
        return self.level


class House:
    def __init__(self, *rooms):
        self.rooms = rooms
        self.changed = asyncio.Event()

    async def watch(self, room):
        while True:
            await asyncio.sleep(0.05)
            room.light = max(0, room.light - 7)
            before = room.level
            if await asyncio.to_thread(room.look) != before:
                self.changed.set()

    async def tell(self):
        while True:
            await self.changed.wait()
            self.changed.clear()
            print({room.name: room.level for room in self.rooms}, flush=True)

    async def run(self):
        async with asyncio.TaskGroup() as group:
            group.create_task(self.tell())
            for room in self.rooms:
                group.create_task(self.watch(room))
                await asyncio.sleep(0.3)


def main():
    rooms = [Room("hall", "night"), Room("kitchen", "evening"), Room("study", "reading")]
    asyncio.run(House(*rooms).run())


if __name__ == "__main__":
    main()
