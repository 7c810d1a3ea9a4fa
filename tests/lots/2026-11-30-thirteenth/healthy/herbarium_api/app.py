"""Identifies plants by HTTP, with a stream of what has been found."""

import asyncio
import contextlib
import threading
import time
import urllib.request

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

from plants import Identifier

identifier = Identifier(6.5)
found = asyncio.Condition()
names = []


async def identify(request):
    name = await run_in_threadpool(identifier.identify, await request.body())
    async with found:
        names.append(name)
        found.notify_all()
    return JSONResponse({"name": name})


async def stream(request):
    async def lines():
        at = len(names)
        while True:
            async with found:
                await found.wait_for(lambda: len(names) > at)
            yield f"data: {names[at]}\n\n"
            at += 1
    return StreamingResponse(lines(), media_type="text/event-stream")


@contextlib.asynccontextmanager
async def lifespan(app):
    print("herbarium open", flush=True)
    yield
    print("herbarium closed", flush=True)


app = Starlette(routes=[Route("/identify", identify, methods=["POST"]), Route("/stream", stream)], lifespan=lifespan)


def visitor(address, number):
    time.sleep(1.5)
    while True:
        request = urllib.request.Request(address + "/identify", data=b"x" * number, method="POST")
        with urllib.request.urlopen(request, timeout=120) as answer:
            print(number, answer.read().decode(), flush=True)


def reader(address):
    time.sleep(1.5)
    with urllib.request.urlopen(address + "/stream", timeout=120) as answer:
        for line in answer:
            print("seen:", line.decode().strip(), flush=True)


def main():
    import socket
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    address = "http://127.0.0.1:%d" % listener.getsockname()[1]
    for number in (1, 2, 3):
        threading.Thread(target=visitor, args=(address, number), daemon=True).start()
    threading.Thread(target=reader, args=(address,), daemon=True).start()
    uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)).run([listener])


if __name__ == "__main__":
    main()
