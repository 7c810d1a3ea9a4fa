# A coroutine of a server calls the same server with a library that blocks.
# https://github.com/psf/requests/issues/3027
import asyncio
import threading

import requests
from aiohttp import web


async def prices(request):
    return web.json_response([])


async def report(request):
    port = request.transport.get_extra_info("sockname")[1]
    rows = requests.get(f"http://127.0.0.1:{port}/prices").json()  # <-- here
    return web.json_response({"rows": len(rows)})


async def main():
    app = web.Application()
    app.add_routes([web.get("/prices", prices), web.get("/report", report)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]
    where = f"http://127.0.0.1:{port}/report"
    threading.Thread(target=requests.get, args=(where,), name="browser", daemon=True).start()
    print("READY", flush=True)
    await asyncio.sleep(3600)


asyncio.run(main())
