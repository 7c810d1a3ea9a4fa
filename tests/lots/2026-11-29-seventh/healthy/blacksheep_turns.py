"""Requests wait in turns for an asyncio.Lock that each has for six seconds."""

import asyncio
import socket
import threading
import urllib.request

import blacksheep
import uvicorn

app = blacksheep.Application()
lock = asyncio.Lock()


@blacksheep.get("/")
async def turn():
    async with lock:
        await asyncio.sleep(6)
    return blacksheep.text("turn")


def visitor(port):
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/").read()
        except OSError:
            threading.Event().wait(0.3)


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0))
    for _ in range(3):
        threading.Thread(target=visitor, args=[listener.getsockname()[1]], daemon=True).start()
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
