import asyncio
import os
import subprocess
import sys
import tempfile

import aiohttp
from aiohttp import web

from writer import Writer

WRITER = web.AppKey("writer", Writer)


@web.middleware
async def errors(request, handler):
    try:
        return await handler(request)
    except (KeyError, ValueError) as error:
        return web.json_response({"error": str(error)}, status=400)


async def put(request):
    body = await request.json()
    request.app[WRITER].add(body["name"], float(body["value"]))
    return web.json_response({"ok": True})


async def health(request):
    return web.json_response({"written": request.app[WRITER].written})


async def writer_context(app):
    async with Writer(os.path.join(tempfile.gettempdir(), f"points.{os.getpid()}")) as writer:
        app[WRITER] = writer
        yield


async def own_metrics(app):
    """The gateway reports on itself, as everybody does."""

    async def loop():
        async with aiohttp.ClientSession("http://127.0.0.1:%d" % app["port"]) as session:
            await asyncio.sleep(0.5)
            while True:
                await session.post("/put", json={"name": "load", "value": os.getloadavg()[0]})
                await asyncio.sleep(0.2)

    task = asyncio.create_task(loop(), name="own metrics")
    yield
    task.cancel()


def make(port):
    app = web.Application(middlewares=[errors])
    app["port"] = port
    app.router.add_post("/put", put)
    app.router.add_get("/health", health)
    app.cleanup_ctx.extend([writer_context, own_metrics])
    return app


if __name__ == "__main__":
    import socket

    listener = socket.create_server(("127.0.0.1", 0))
    # The rolling update: this instance is replaced after three seconds.
    subprocess.Popen(
        [sys.executable, "-c", f"import os, time; time.sleep(3); os.kill({os.getpid()}, 15)"]
    )
    web.run_app(make(listener.getsockname()[1]), sock=listener, print=None)
