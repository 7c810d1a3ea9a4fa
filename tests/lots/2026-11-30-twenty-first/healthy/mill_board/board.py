"""A board on aiohttp: readers wait for news by long polling; there are some each eight seconds."""

import asyncio
import contextlib

import aiohttp
from aiohttp import web


class Board:
    def __init__(self):
        self.news = []
        self.change = asyncio.Condition()

    async def enter(self, text):
        async with self.change:
            self.news.append(text)
            self.change.notify_all()

    async def after(self, number):
        async with self.change:
            await self.change.wait_for(lambda: len(self.news) > number)
            return self.news[number:]


BOARD = web.AppKey("board", Board)


async def poll(request):
    return web.json_response(await request.app[BOARD].after(int(request.query["after"])))


async def mill(app):
    async def work():
        for number in range(60):
            await asyncio.sleep(8)
            await app[BOARD].enter(f"sack {number}")

    task = asyncio.create_task(work())
    yield
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def reader(session, name):
    seen = 0
    while True:
        async with session.get("/poll", params={"after": seen}) as answer:
            news = await answer.json()
        seen += len(news)
        print(name, news, flush=True)


async def main():
    app = web.Application()
    app[BOARD] = Board()
    app.add_routes([web.get("/poll", poll)])
    app.cleanup_ctx.append(mill)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]
    timeout = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}", timeout=timeout) as session:
        await asyncio.gather(*(reader(session, name) for name in ("ida", "jon")))


if __name__ == "__main__":
    asyncio.run(main())
