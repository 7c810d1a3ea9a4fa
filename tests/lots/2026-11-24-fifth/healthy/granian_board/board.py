"""A board of notices: those who wait for one get it as soon as it comes."""

import asyncio
import json


class Board:
    def __init__(self):
        self.notices = []
        self.changed = None

    async def after(self, number):
        if self.changed is None:
            self.changed = asyncio.Condition()
        async with self.changed:
            await self.changed.wait_for(lambda: len(self.notices) > number)
            return self.notices[number]

    async def post(self, text):
        if self.changed is None:
            self.changed = asyncio.Condition()
        async with self.changed:
            self.notices.append(text)
            self.changed.notify_all()


board = Board()


async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        return await send({"type": "lifespan.shutdown.complete"})
    _, verb, value = scope["path"].split("/")
    if verb == "after":
        body = await board.after(int(value))
    else:
        body = await board.post(value)
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(body).encode()})
