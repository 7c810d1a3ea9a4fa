"""Crawls a site, with a limited number of connections."""

import asyncio
import contextlib
import functools

from pages import Site


def limited(coroutine):
    @functools.wraps(coroutine)
    async def wrapper(self, *arguments):
        async with self.connections:
            return await coroutine(self, *arguments)

    return wrapper


class Crawler:
    def __init__(self, site, connections):
        self.site = site
        self.connections = asyncio.Semaphore(connections)
        self.seen = set()

    @limited
    async def crawl(self, path):
        if path in self.seen:
            return 0
        self.seen.add(path)
        links = await self.site.links(path)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self.crawl(link)) for link in links]
        return 1 + sum(task.result() for task in tasks)


async def progress(crawler):
    while True:
        await asyncio.sleep(1)
        print(len(crawler.seen), "pages", flush=True)


async def main():
    crawler = Crawler(Site(width=5, depth=3), connections=8)
    shown = asyncio.create_task(progress(crawler), name="progress")
    count = await crawler.crawl("shop")
    shown.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await shown
    print(count, "pages in all")


if __name__ == "__main__":
    asyncio.run(main())
