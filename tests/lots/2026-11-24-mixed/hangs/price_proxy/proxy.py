import asyncio
import json

import tornado.httpclient
import tornado.ioloop
import tornado.web


class Backend:
    """All that goes out goes through here: few connections, no limit of time (slow partners)."""

    def __init__(self, base):
        self.base = base
        self.client = tornado.httpclient.AsyncHTTPClient(max_clients=1)
        self.requests = 0

    async def get(self, path):
        self.requests += 1
        answer = await self.client.fetch(  # <-- here
            self.base + path, request_timeout=0, connect_timeout=0
        )
        return json.loads(answer.body)


class Rate(tornado.web.RequestHandler):
    def get(self, currency):
        self.write({"currency": currency, "rate": {"EUR": 1.0, "USD": 1.1}.get(currency, 0)})


class Price(tornado.web.RequestHandler):
    def initialize(self, backend):
        self.backend = backend

    async def get(self, article):
        price = {"article": article, "price": len(article) * 3.5}
        if self.get_argument("currency", None):
            rate = await self.backend.get("/rate/" + self.get_argument("currency"))  # <-- here
            price["price"] *= rate["rate"]
        self.write(price)
