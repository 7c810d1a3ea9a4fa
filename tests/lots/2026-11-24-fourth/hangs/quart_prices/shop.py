"""The prices of a shop over HTTP."""

import asyncio
import contextlib

import quart
from store import Store

app = quart.Quart(__name__)


@app.before_serving
async def open_store():
    app.store = Store()
    app.ticker = asyncio.create_task(tick(), name="ticker")


@app.after_serving
async def close_store():
    app.ticker.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await app.ticker


async def tick():
    while True:
        await asyncio.sleep(1)
        app.logger.info("changes so far: %d", app.store.changes)


@app.get("/prices")
async def prices():
    return app.store.snapshot()


@app.post("/raise/<int:percent>")
async def raise_prices(percent):
    await app.store.raise_all(percent)
    return app.store.snapshot()


@app.get("/health")
async def health():
    return {"status": "ok"}
