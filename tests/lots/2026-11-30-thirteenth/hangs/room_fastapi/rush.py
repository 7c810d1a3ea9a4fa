"""The rush of the first day: the service, and those who book rooms."""

import asyncio
import socket
import threading
import time

import httpx
import uvicorn
from app import app


def serve(listener):
    config = uvicorn.Config(app, log_level="warning")
    uvicorn.Server(config).run(sockets=[listener])


async def guests(url, number):
    limits = httpx.Limits(max_connections=number)
    async with httpx.AsyncClient(base_url=url, timeout=None, limits=limits) as client:
        print(await one(client, 0), flush=True)
        answers = await asyncio.gather(*(one(client, n) for n in range(1, number)))
        print(len(answers), "rooms booked")


async def one(client, number):
    answer = await client.post(f"/rooms/{100 + number}", params={"guest": f"guest {number}"})
    return answer.json()


def main():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, args=(listener,), name="service", daemon=True).start()
        started = time.perf_counter()
        asyncio.run(guests("http://127.0.0.1:%d" % listener.getsockname()[1], 24))
        print(f"{time.perf_counter() - started:.1f} s")


if __name__ == "__main__":
    main()
