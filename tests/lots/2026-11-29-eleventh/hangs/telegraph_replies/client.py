"""Asks a station; answers may come in any order."""

import asyncio
import itertools

from wire import connected


class Client:
    def __init__(self):
        self.numbers = itertools.count(1)
        self.pending = {}
        self.wire = None
        self.listening = None
        self.unknown = 0

    async def connect(self, port):
        self.wire = await connected(port)
        self.listening = asyncio.create_task(self.listen(), name="listener")

    async def listen(self):
        async for message in self.wire.messages():
            for number, weather in message["answers"].items():
                answer = self.pending.pop(number, None)
                if answer is None:
                    self.unknown += 1
                else:
                    answer.set_result(weather)

    async def weather(self, town):
        number = next(self.numbers)
        answer = asyncio.get_running_loop().create_future()
        self.pending[number] = answer
        await self.wire.send(id=number, town=town)
        return town, await answer

    async def close(self):
        await self.wire.close()
        await self.listening
