import asyncio
import logging
import socket

import httpx
import uvicorn
from app import app

log = logging.getLogger("day")


async def board(url):
    """The board in the hall: shows what comes until the server says that it is over."""
    shown = 0
    async with httpx.AsyncClient(timeout=None) as client:
        async with client.stream("GET", url + "/rates") as answer:
            async for line in answer.aiter_lines():
                shown += bool(line)
    return shown


async def clock():
    while True:
        await asyncio.sleep(1)


async def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    hall = socket.create_server(("127.0.0.1", 0))
    url = "http://127.0.0.1:%d" % hall.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, log_level="info", lifespan="on"))
    ticking = asyncio.create_task(clock(), name="clock")
    serving = asyncio.create_task(server.serve(sockets=[hall]), name="server")
    while not server.started:
        await asyncio.sleep(0.05)
    boards = [asyncio.create_task(board(url), name=f"board {n}") for n in range(2)]
    await asyncio.sleep(3)
    log.info("the market closes")
    server.should_exit = True
    await serving
    log.info("shown: %s", await asyncio.gather(*boards))
    ticking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
