"""News as server-sent events; an item comes every eight seconds."""

import asyncio

import quart
from editors import Desk

app = quart.Quart(__name__)


class Press:
    def __init__(self):
        self.item = asyncio.Event()
        self.text = ""

    def publish(self, text):
        self.text = text
        self.item.set()
        self.item = asyncio.Event()


@app.before_serving
async def start():
    app.press = Press()
    app.desk = Desk(3, app.press.publish)
    app.desk.open()


@app.after_serving
async def stop():
    app.desk.close()


@app.get("/news")
async def news():
    async def events():
        while True:
            await app.press.item.wait()
            yield f"data: {app.press.text}\n\n".encode()

    return events(), {"Content-Type": "text/event-stream"}


@app.get("/health")
async def health():
    return {"status": "ok"}
