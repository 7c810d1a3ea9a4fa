import asyncio
import json

from middleware import RequestId, Timing


class Library:
    def __init__(self):
        self.books = {}
        self.routes = {"/books": self.list_books, "/health": self.health}

    async def open(self):
        await asyncio.sleep(0.1)
        self.books = {number: f"volume {number}" for number in range(1, 40)}

    async def close(self):
        self.books.clear()

    async def list_books(self):
        return self.books

    async def health(self):
        return {"books": len(self.books)}

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] == "http":
            await self.http(scope, send)

    async def lifespan(self, receive, send):
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await self.open()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await self.close()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def http(self, scope, send):
        route = self.routes.get(scope["path"])
        status = 200 if route else 404
        body = json.dumps(await route() if route else None).encode()
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


app = RequestId(Timing(Library()))
