import asyncio
import contextlib
import os
import subprocess
import sys

import uvicorn
from fastapi import FastAPI, HTTPException
from fastapi.responses import StreamingResponse

from feed import Feed


class Board:
    def __init__(self):
        self.last = {}
        self.listeners = set()

    async def publish(self, quote):
        self.last[quote["symbol"]] = quote["price"]
        for listener in list(self.listeners):
            listener.put_nowait(quote)

    @contextlib.contextmanager
    def listener(self):
        queue = asyncio.Queue()
        self.listeners.add(queue)
        try:
            yield queue
        finally:
            self.listeners.discard(queue)


board = Board()


@contextlib.asynccontextmanager
async def lifespan(app):
    feed = Feed(asyncio.get_running_loop(), board.publish)
    feed.start()
    app.state.feed = feed
    yield
    feed.stop()  # <-- here


app = FastAPI(lifespan=lifespan)


@app.get("/quote/{symbol}")
async def quote(symbol: str):
    if symbol not in board.last:
        raise HTTPException(404, "no such symbol")
    return {"symbol": symbol, "price": board.last[symbol]}


@app.get("/stream")
async def stream():
    async def lines():
        with board.listener() as queue:
            while True:
                yield str(await queue.get()) + "\n"

    return StreamingResponse(lines())


@app.get("/health")
def health():
    return {"quotes": app.state.feed.count}


if __name__ == "__main__":
    subprocess.Popen(
        [sys.executable, "-c", f"import os, time; time.sleep(4); os.kill({os.getpid()}, 15)"]
    )
    uvicorn.run(app, host="127.0.0.1", port=0, log_level="warning")
