"""Notices over ASGI (hypercorn): readers wait at the board until something new hangs there."""

import asyncio
import json


class Board:
    def __init__(self):
        self.changed = asyncio.Condition()
        self.notices = []

    async def post(self, text):
        async with self.changed:
            self.notices.append(text)
            self.changed.notify_all()

    async def after(self, number):
        async with self.changed:
            await self.changed.wait_for(lambda: len(self.notices) > number)
            return self.notices[number:]


class Application:
    def __init__(self):
        self.board = Board()

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            return await self.lifespan(receive, send)
        _, action, rest = scope["path"].split("/")
        if action == "post":
            await self.board.post(rest)
            answer = {}
        else:
            answer = {"notices": await self.board.after(int(rest))}
        body = json.dumps(answer).encode()
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def lifespan(self, receive, send):
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
