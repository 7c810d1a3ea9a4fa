"""A stage with a curtain, and players who wait for it."""

import asyncio


class Curtain:
    def __init__(self, seconds):
        self.seconds = seconds
        self.is_open = False
        self._moved = asyncio.Condition()

    async def _move(self, is_open):
        await asyncio.sleep(self.seconds)
        async with self._moved:
            self.is_open = is_open
            self._moved.notify_all()

    async def raise_it(self):
        await self._move(True)

    async def lower_it(self):
        await self._move(False)

    async def wait(self, is_open):
        async with self._moved:
            await self._moved.wait_for(lambda: self.is_open == is_open)


class Player:
    def __init__(self, name, curtain, said):
        self.name = name
        self.curtain = curtain
        self.said = said

    async def act(self, words):
        await self.curtain.wait(True)
        for word in words:
            await asyncio.sleep(1.5)
            self.said.append((self.name, word))
        await self.curtain.wait(False)


async def perform(curtain, parts):
    said = []
    async with asyncio.TaskGroup() as group:
        players = [
            group.create_task(Player(name, curtain, said).act(words)) for name, words in parts.items()
        ]
        await curtain.raise_it()
        await asyncio.sleep(6)
        await curtain.lower_it()
        assert players
    return said
