"""Counts requests by their paths, before and after they are handled."""

import asyncio
import collections
import time


class Access:
    def __init__(self, app):
        self.begun = collections.Counter()
        self.seconds = collections.Counter()
        app.before_request(self.before)
        app.after_request(self.after)

    async def before(self, request):
        request.g.start = time.monotonic()
        self.begun[self.kind(request)] += 1

    async def after(self, request, response):
        self.seconds[self.kind(request)] += time.monotonic() - request.g.start
        return response

    def kind(self, request):
        return request.path.split("/")[1]

    async def show(self, seconds):
        while True:
            await asyncio.sleep(seconds)
            print("requests:", dict(self.begun), flush=True)
