import asyncio
import random


class SourceGone(Exception):
    pass


class Source:
    def __init__(self, name, every, lasts):
        self.name = name
        self.every = every
        self.lasts = lasts
        self.random = random.Random(name)

    async def headlines(self):
        for number in range(self.lasts):
            await asyncio.sleep(self.every)
            yield {"source": self.name, "number": number, "words": self.random.randrange(3, 12)}
        raise SourceGone(self.name)
