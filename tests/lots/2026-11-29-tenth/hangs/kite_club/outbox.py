"""Messages of a club, sent one after the other by a consumer of its own."""

import asyncio


class Outbox:
    def __init__(self, pause=0.05):
        self.letters = asyncio.Queue()
        self.pause = pause
        self.sent = []
        self.running = False

    async def __aenter__(self):
        self.consume()
        self.running = True
        return self

    async def __aexit__(self, kind, error, where):
        if kind is None:
            await self.letters.join()
        self.running = False

    async def consume(self):
        while True:
            letter = await self.letters.get()
            await asyncio.sleep(self.pause)
            self.sent.append(letter)
            self.letters.task_done()

    def post(self, to, text):
        self.letters.put_nowait((to, text))
