"""The seats of a hall, kept in a file; changes go through one lock of asyncio."""

import asyncio
import json
import os
import tempfile


class Taken(Exception):
    pass


class Plan:
    def __init__(self, rows, seats):
        self.free = {f"{row}{seat}" for row in rows for seat in range(1, seats + 1)}
        self.holders = {}
        self.path = os.path.join(tempfile.mkdtemp(prefix="seats-"), "plan.json")
        self._lock = asyncio.Lock()

    async def book(self, seat, name):
        async with self._lock:
            if seat not in self.free:
                raise Taken(seat)
            self.free.discard(seat)
            self.holders[seat] = name
            await asyncio.sleep(0)  # asks the till
            if len(self.holders) % 10 == 0:
                await self.save()

    async def save(self):
        async with self._lock:
            text = json.dumps(self.holders)
            await asyncio.to_thread(self._write, text)

    async def left(self):
        async with self._lock:
            return len(self.free)

    def _write(self, text):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)
