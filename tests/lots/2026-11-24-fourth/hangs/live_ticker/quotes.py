"""Quotes, with a plain interface for those who know nothing of asyncio."""

import asyncio
import functools


def plain(method):
    """Make a method of a coroutine: it runs on the loop that the object has."""

    @functools.wraps(method)
    def wrapper(self, *arguments):
        future = asyncio.run_coroutine_threadsafe(method(self, *arguments), self.loop)
        return future.result()

    return wrapper


class Quotes:
    def __init__(self, loop):
        self.loop = loop
        self.cache = {}

    async def fetch(self, name):
        await asyncio.sleep(0.1)
        self.cache[name] = 100 + len(name) * 3
        return self.cache[name]

    @plain
    async def price(self, name):
        return self.cache.get(name) or await self.fetch(name)
