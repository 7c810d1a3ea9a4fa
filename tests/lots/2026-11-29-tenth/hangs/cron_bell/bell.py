"""Ring a bell each second until the clapper is worn, and report then."""

import asyncio

import aiocron


class Bell:
    def __init__(self, strokes_left):
        self.strokes_left = strokes_left
        self.cron = aiocron.crontab("* * * * * */1", func=self.ring, start=False)

    async def ring(self):
        self.strokes_left -= 1
        if not self.strokes_left:
            self.cron.stop()

    async def worn(self):
        self.cron.start()
        while self.strokes_left:
            await self.cron.next()


async def day():
    bell = Bell(strokes_left=2)
    try:
        await bell.worn()
    finally:
        print("strokes left:", bell.strokes_left)


if __name__ == "__main__":
    asyncio.run(day())
