# A request asks the server to stop, and waits until it has; the server waits until its requests are done.
# https://docs.aiohttp.org/en/stable/web_advanced.html#graceful-shutdown
import asyncio

import aiohttp
from aiohttp import web


async def stop(request):
    await request.app["runner"].cleanup()  # <-- here
    return web.Response(text="stopped")


async def main():
    application = web.Application()
    application.router.add_post("/stop", stop)
    application["runner"] = runner = web.AppRunner(application, shutdown_timeout=86400)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 48180).start()
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(None)) as session:
        print("READY", flush=True)
        async with session.post("http://127.0.0.1:48180/stop") as response:  # <-- also
            print(await response.text())


asyncio.run(main())  # <-- also
