import asyncio


class Archive:
    """Writes rows in the background, some at a time."""

    def __init__(self, size=8):
        self.size = size
        self.waiting = []
        self.written = []
        self.wanted = asyncio.Event()
        self.idle = asyncio.Event()
        self.idle.set()

    def put(self, row):
        self.waiting.append(row)
        self.idle.clear()
        if len(self.waiting) >= self.size:
            self.wanted.set()

    async def flushed(self):
        self.wanted.set()
        await self.idle.wait()

    async def run(self):
        while True:
            await self.wanted.wait()
            self.wanted.clear()
            await asyncio.sleep(0.02)
            self.written += self.waiting
            self.waiting.clear()
            self.idle.set()
