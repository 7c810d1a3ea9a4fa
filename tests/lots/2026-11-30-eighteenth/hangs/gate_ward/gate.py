"""A gate that opens when enough visitors stand before it."""

import asyncio


class Gate:
    def __init__(self, seats):
        self.seats = seats
        self._full = asyncio.Event()
        self._visitors = []

    async def come(self, name):
        if len(self._visitors) >= self.seats:
            return None
        self._visitors.append(name)
        if len(self._visitors) == self.seats:
            self._full.set()
        await self._full.wait()
        return len(self._visitors)


class Car:
    def __init__(self, gate, *names):
        self.gate = gate
        self.names = names

    async def ride(self):
        return [await self.gate.come(name) for name in self.names]
