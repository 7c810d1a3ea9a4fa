import unittest

import trio

from scenes import Scene


async def candle(flickers):
    while True:
        await trio.sleep(0.3)
        flickers[0] += 1


async def perform(parts):
    async with trio.open_nursery() as nursery:
        nursery.start_soon(candle, [0])
        said = await Scene().play(parts)
        nursery.cancel_scope.cancel()
    return said


class Rehearsal(unittest.TestCase):
    def test_first_scene(self):
        parts = {"Viola": [(0, "What country is this?")], "Captain": [(1, "This is Illyria.")]}
        self.assertEqual(len(trio.run(perform, parts)), 2)

    def test_second_scene(self):
        parts = {
            "Toby": [(0, "What a plague"), (3, "Why, let her except")],
            "Maria": [(1, "By my troth"), (4, "Ay, but you must")],
            "Andrew": [(5, "Sir Toby Belch!")],
        }
        self.assertEqual(len(trio.run(perform, parts)), 5)
