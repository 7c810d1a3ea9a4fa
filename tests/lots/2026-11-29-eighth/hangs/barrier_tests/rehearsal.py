"""A rehearsal: musicians begin together, at an asyncio.Barrier."""

import asyncio


class Orchestra:
    def __init__(self, names):
        self.start = asyncio.Barrier(len(names))
        self.names = names
        self.played = []

    async def musician(self, name, pieces):
        for piece in pieces:
            await self.tune(name)
            async with self.start:
                self.played.append((name, piece))
            await asyncio.sleep(0.02)

    async def tune(self, name):
        await asyncio.sleep(len(name) / 100)

    async def rehearse(self, programme):
        """`programme` tells who plays what."""
        await asyncio.gather(*(self.musician(name, programme[name]) for name in self.names))
        return len(self.played)
