import asyncio
import collections
import logging

log = logging.getLogger("reader")


class Timed:
    """Counts what each step takes, and never lets one of them end a reader."""

    def __init__(self):
        self.failed = collections.Counter()

    async def step(self, function, *arguments):
        try:
            return await function(*arguments)
        except (asyncio.CancelledError, Exception) as error:
            self.failed[type(error).__name__] += 1
            log.info("%s: %r", function.__name__, error)


class Reader:
    def __init__(self, inbox, timed):
        self.inbox = inbox
        self.timed = timed
        self.words = collections.Counter()

    async def next(self):
        headline = await self.inbox.get()
        self.words[headline["source"]] += headline["words"]
        self.inbox.task_done()

    async def run(self):
        while True:
            await self.timed.step(self.next)
