import asyncio

import aiohttp
from aiohttp import web

from app import make_app

NAMES = ["ada", "ben", "cyd"]


async def talk(session, base, name, sentences, everybody):
    heard = 0
    async with session.ws_connect(f"{base}/room/{name}") as socket:
        await everybody.wait()
        for number in range(sentences):
            await socket.send_str(f"{name} has something to say, {number}")
        async for message in socket:
            heard += 1
            if heard == sentences * len(NAMES):
                break
    return name, heard


async def watch(session, base):
    while True:
        await asyncio.sleep(2)
        async with session.get(f"{base}/status") as answer:
            print("status", await answer.json(), flush=True)


async def main():
    runner = web.AppRunner(make_app(), access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    base = "http://127.0.0.1:%d" % runner.addresses[0][1]
    everybody = asyncio.Event()
    timeout = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        watcher = asyncio.create_task(watch(session, base))
        talks = [asyncio.create_task(talk(session, base, n, 40, everybody)) for n in NAMES]
        await asyncio.sleep(1)
        everybody.set()
        for name, heard in await asyncio.gather(*talks):
            print(name, "heard", heard)
        watcher.cancel()
    await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(main())
