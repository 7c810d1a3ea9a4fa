"""The journal: one task writes it, each note in a transaction of its own.

What is written there stays there, whatever else is rolled back.
"""

import asyncio
import logging

from tortoise.transactions import in_transaction

from allotments.models import Entry

log = logging.getLogger("allotments.journal")


class Journal:
    def __init__(self):
        self.notes = asyncio.Queue()
        self.writer = asyncio.create_task(self.write())

    async def write(self):
        while True:
            text, written = await self.notes.get()
            async with in_transaction("default") as connection:
                entry = await Entry.create(text=text, using_db=connection)
            log.info("%d: %s", entry.id, text)
            written.set()

    async def note(self, text):
        written = asyncio.Event()
        await self.notes.put((text, written))
        await written.wait()

    async def all(self):
        return [entry.text async for entry in Entry.all().order_by("id")]

    def close(self):
        self.writer.cancel()
