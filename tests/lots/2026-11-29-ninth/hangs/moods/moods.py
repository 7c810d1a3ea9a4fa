"""Pairs what a choir sings with the answers of the organ. With aiostream."""

import asyncio
import logging

from aiostream import pipe, stream

log = logging.getLogger("moods")
VERSES = ["first", "second", "third", "fourth"]


class Organ:
    """Plays a phrase for each verse that is over."""

    def __init__(self):
        self.verses = asyncio.Queue()
        self.wind = 100

    async def phrases(self):
        while (verse := await self.verses.get()) is not None:
            self.wind -= 10
            yield f"phrase after the {verse} verse"


class Choir:
    def __init__(self, organ):
        self.organ = organ
        self.breath = asyncio.Event()

    async def verses(self):
        for verse in VERSES:
            yield verse

    async def sing(self):
        pairs = stream.zip(self.verses(), self.organ.phrases()) | pipe.map(self.over)
        async with pairs.stream() as streamer:
            async for verse, phrase in streamer:
                print(verse, "-", phrase, flush=True)

    async def over(self, pair):
        verse, phrase = pair
        await self.organ.verses.put(verse)
        log.info("the %s verse is over", verse)
        return verse, phrase


async def bells(seconds):
    while True:
        await asyncio.sleep(seconds)
        log.info("bells")


async def main():
    ringing = asyncio.create_task(bells(3))
    organ = Organ()
    await Choir(organ).sing()
    ringing.cancel()
    print("wind:", organ.wind)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main())
