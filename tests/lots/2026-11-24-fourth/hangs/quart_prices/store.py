"""The prices of a shop, and who may change them at a time."""

import asyncio
import contextlib
import threading


class Store:
    def __init__(self):
        self._guard = threading.Lock()
        self._prices = {"tea": 320, "milk": 110}
        self.changes = 0

    @contextlib.contextmanager
    def changing(self):
        with self._guard:
            yield self._prices
            self.changes += 1

    async def raise_all(self, percent):
        with self.changing() as prices:
            for name, cents in prices.items():
                allowed = await self.allowed(name)
                prices[name] = min(allowed, cents * (100 + percent) // 100)

    async def allowed(self, name):
        await asyncio.sleep(0.2)
        return 5000

    def snapshot(self):
        with self._guard:
            return dict(self._prices)
