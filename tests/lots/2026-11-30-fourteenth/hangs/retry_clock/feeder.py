"""Feeds the fish of an aquarium over a slow radio link."""

import asyncio
import dataclasses


class Radio:
    """The link to the feeders; answers come some time after the question."""

    def __init__(self, delay):
        self.delay = delay
        self.answers = {}
        self._tasks = set()

    def ask(self, feeder, grams):
        task = asyncio.get_running_loop().create_task(self._deliver(feeder, grams))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, feeder, grams):
        done = asyncio.Event()
        asyncio.get_running_loop().call_later(self.delay, done.set)
        await done.wait()
        self.answers[feeder] = grams


@dataclasses.dataclass
class Feeder:
    name: str
    radio: Radio
    interval: float = 2.0

    async def feed(self, grams):
        self.radio.ask(self.name, grams)
        while self.name not in self.radio.answers:
            await asyncio.sleep(self.interval)
        return self.radio.answers.pop(self.name)


class Aquarium:
    def __init__(self, radio, *names):
        self.feeders = [Feeder(name, radio) for name in names]
        self.eaten = 0

    async def day(self, grams):
        for feeder in self.feeders:
            self.eaten += await feeder.feed(grams)
        return self.eaten
