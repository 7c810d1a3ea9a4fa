# hang: cause=waits-for-nobody confidence=likely python=3.10-3.15 text=crawl
import asyncio


class Crawler:
    def __init__(self):
        self.pages = asyncio.Queue(2)
        self.done = asyncio.Event()

    async def crawl(self):
        while (page := await self.pages.get()) < 50:
            for link in range(page, page + 3):
                await self.pages.put(link + 1)  # <-- here
        self.done.set()

    async def run(self):
        crawling = asyncio.create_task(self.crawl())
        await self.pages.put(0)
        print("READY", flush=True)
        await self.done.wait()
        await crawling


asyncio.run(Crawler().run())
