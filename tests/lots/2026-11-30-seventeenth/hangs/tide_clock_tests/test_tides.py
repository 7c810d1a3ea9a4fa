import asyncio
import datetime
import unittest

from freezegun import freeze_time

from tides import PERIOD, Gate, Tide

FIRST = datetime.datetime(2026, 6, 1, 4, 10)


async def breeze():
    await asyncio.sleep(0)
    return 3


async def gale():
    await asyncio.sleep(0)
    return 10


class TideTest(unittest.TestCase):
    def test_next(self):
        tide = Tide(FIRST)
        self.assertEqual(tide.next(FIRST), FIRST)
        self.assertEqual(tide.next(FIRST + datetime.timedelta(minutes=1)), FIRST + PERIOD)


class GateTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.said = []

    @freeze_time("2026-06-01 03:30")
    async def test_gale(self):
        self.assertFalse(await Gate(Tide(FIRST), gale, self.said.append).open())
        self.assertEqual(self.said, ["too windy"])

    @freeze_time("2026-06-01 08:00")
    async def test_low_water(self):
        self.assertFalse(await Gate(Tide(FIRST), breeze, self.said.append).open())

    @freeze_time("2026-06-01 03:30")
    async def test_opens(self):
        gate = Gate(Tide(FIRST), breeze, self.said.append)
        self.assertTrue(await gate.open())
        self.assertEqual(self.said, ["bell"] * 3)
        self.assertEqual(gate.opened.hour, 3)
