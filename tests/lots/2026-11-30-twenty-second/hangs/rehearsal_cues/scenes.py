"""Cues of a play: each of the players waits for their number."""

import trio
from trio.testing import Sequencer


class Scene:
    def __init__(self):
        self.cues = Sequencer()
        self.said = []

    async def say(self, number, name, words):
        async with self.cues(number):
            await trio.sleep(0.02)
            self.said.append(f"{name}: {words}")

    async def part(self, name, lines):
        for number, words in lines:
            await self.say(number, name, words)

    async def play(self, parts):
        async with trio.open_nursery() as nursery:
            for name, lines in parts.items():
                nursery.start_soon(self.part, name, lines)
        return self.said
