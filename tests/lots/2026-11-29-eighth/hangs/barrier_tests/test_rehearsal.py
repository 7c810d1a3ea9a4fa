import asyncio
import unittest

import rehearsal


class RehearsalTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.ticks = 0
        self.metronome = asyncio.create_task(self.tick(), name="metronome")

    async def tick(self):
        while True:
            await asyncio.sleep(0.25)
            self.ticks += 1

    async def asyncTearDown(self):
        self.metronome.cancel()

    async def test_duet(self):
        pair = rehearsal.Orchestra(["flute", "harp"])
        programme = {"flute": ["air"], "harp": ["air"]}
        self.assertEqual(await pair.rehearse(programme), 2)

    async def test_trio(self):
        three = rehearsal.Orchestra(["viola", "cello", "oboe"])
        programme = {"viola": ["minuet", "gigue"], "cello": ["minuet", "gigue"], "oboe": ["minuet"]}
        self.assertEqual(await three.rehearse(programme), 5)


if __name__ == "__main__":
    unittest.main()
