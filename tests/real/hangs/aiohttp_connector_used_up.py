# A session of one connection: the answer of the first request is kept and never read or released.
# https://docs.aiohttp.org/en/stable/client_advanced.html#limiting-connection-pool-size
import asyncio

import aiohttp
from aiohttp import web


async def page(request):
    return web.Response(text="x" * 1_000_000)


async def start():
    app = web.Application()
    app.router.add_get("/{name}", page)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    return site._server.sockets[0].getsockname()[1]


async def status_of(session, url):
    response = await session.get(url)  # <-- here
    print("READY", flush=True)
    return response


async def main():
    port = await start()
    connector = aiohttp.TCPConnector(limit=1)
    no_limit = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(connector=connector, timeout=no_limit) as session:
        first = await status_of(session, f"http://127.0.0.1:{port}/a")
        second = await status_of(session, f"http://127.0.0.1:{port}/b")  # <-- here
        print(first.status, second.status)


asyncio.run(main())
