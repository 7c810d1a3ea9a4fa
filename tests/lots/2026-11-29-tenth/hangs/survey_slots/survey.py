"""The levels of a river at all of its stations, asked two at a time, again each half minute."""

import asyncio
import json
import logging
import statistics

from slots import Slots
from stations import LEVELS, open_doubles

log = logging.getLogger("survey")


class Survey:
    def __init__(self, port, slots):
        self.port = port
        self.slots = slots
        self.levels = {}
        self.failed = []

    async def ask(self, name):
        await self.slots.take()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(name.encode() + b"\n")
        text = (await reader.readline()).decode()
        writer.close()
        self.levels[name] = json.loads(text)["level"]
        self.slots.give_back()

    async def ask_all(self, names):
        answers = await asyncio.gather(*map(self.ask, names), return_exceptions=True)
        self.failed = [name for name, answer in zip(names, answers) if isinstance(answer, Exception)]


async def heartbeat():
    while True:
        await asyncio.sleep(1)
        log.info("alive")


async def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    server, port = await open_doubles()
    beat = asyncio.create_task(heartbeat(), name="heartbeat")
    async with server:
        survey = Survey(port, Slots(2))
        await survey.ask_all(sorted(LEVELS))
        log.info("mean level %.1f", statistics.mean(survey.levels.values()))
        log.info("no answer of %s", ", ".join(survey.failed))
    beat.cancel()


if __name__ == "__main__":
    asyncio.run(main())
