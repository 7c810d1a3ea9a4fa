"""A server of litestar at rest; a task counts."""

import asyncio
import contextlib
import socket

import litestar
import uvicorn


@contextlib.asynccontextmanager
async def counting(app):
    async def count():
        app.state.count = 0
        while True:
            await asyncio.sleep(1)
            app.state.count += 1

    task = asyncio.create_task(count())
    yield
    task.cancel()


@litestar.get("/")
async def hello() -> str:
    return "hello"


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0))
    app = litestar.Litestar([hello], lifespan=[counting])
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
